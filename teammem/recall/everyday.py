"""The everyday orders of programming, by language: what most prompts to a coding agent are made of.

"Run the tests again", "rename this variable", "write a short summary": the verbs of editing and
the nouns they take, whatever the work is about. They rank like any word; as evidence that a
memory is about the question each counts half (`query.EVERYDAY`), so that two of them weigh as
much as one word with a subject.
"""

SPACED = """
run runs running ran rerun execute test tests tested testing add adds added adding remove removes
removed removing delete deletes deleted deleting change changes changed changing update updates
updated updating write writes wrote writing written rewrite read reads reading open opens opened
close closed fix fixes fixed fixing check checks checked checking build builds built building
clean cleaned cleaning cleanup rename renamed move moves moved moving copy copied paste create
creates created creating refactor refactored refactoring revert reverted undo redo commit commits
committed push pushed pull save saved print prints sort sorted format formatted comment comments
commented line lines file files folder folders function functions method methods variable
variables code list lists docstring docstrings typo typos paragraph paragraphs sentence sentences
word words text finish finished continue continued continuing wait proceed pause cancel switch set
turn replace replaced insert append reply respond short shorter brief briefly detail details
simple simpler simplify simplified shorten output result results implement implemented
implementing apply applied review edit edited improve improved import imports unused task tasks
step steps plan todo bug bugs problem problems script scripts message messages summary summarize
summarise correct corrected translate unit call calls called return returns handle handles rest
top bottom end schreib schreibe schreiben geschrieben fuge hinzu hinzufugen entferne entfernen
losche loschen andere andern geandert offne offnen schliesse teste testen prufe prufen fuhre
ausfuhren starte starten behebe beheben korrigiere ruckgangig kopiere verschiebe umbenennen
ersetze ersetzen weiter weitermachen fortfahren warte fertig datei dateien zeile zeilen funktion
funktionen kurz kurzer einfacher ergebnis aufgabe schritt fehler zusammenfassung ubersetze
speichern speichere escribe escribir escrito anade anadir agrega agregar quita quitar elimina
eliminar borra borrar cambia cambiar cambio cambios abre abrir cierra prueba pruebas probar
ejecuta ejecutar corre arregla arreglar corrige corregir comprueba comprobar deshaz deshacer copia
mueve renombra reemplaza continua continuar sigue espera termina terminar archivo archivos fichero
ficheros linea lineas funcion funciones codigo corto breve resultado tarea paso pasos error
errores resumen resume traduce guarda guardar revisa ecris ecrire ecrit ajoute ajouter ajoutez
supprime supprimer enleve changer modifie modifier ouvre ouvrir ferme tester lance lancer executer
corriger verifie verifier annule annuler copie deplace renomme remplace remplacer continuer
attends termine terminer fichier fichiers ligne lignes fonction fonctions court resultat tache
etape etapes erreur erreurs traduis enregistre escreva escrever escreve adicione adicionar remova
remover apague apagar mude mudar altere alterar mudanca mudancas abra feche testar rode rodar
executar corrija corrigir verifique verificar desfaca desfazer mova renomeie substitua espere
arquivo arquivos ficheiro linha linhas funcao funcoes curto tarefa passo passos erro erros resumo
resuma traduza salve salvar revise scrivi scrivere scritto aggiungi aggiungere rimuovi rimuovere
eliminare cambiare modifica modificare apri aprire chiudi prova provare esegui eseguire avvia
correggi correggere controlla controllare annulla annullare sposta rinomina sostituisci continuare
aspetta finisci finire riga righe funzione funzioni codice risultato compito passi errore errori
riassumi riassunto traduci salva salvare rivedi napisz dodaj dodac usun usunac zmien zmienic
otworz zamknij uruchom uruchomic popraw poprawic sprawdz sprawdzic cofnij skopiuj przenies
kontynuuj czekaj zakoncz plik pliki pliku linia linie funkcja funkcje kod krotko wynik zadanie
krok blad bledy podsumuj przetlumacz zapisz напиши написать добавь добавить удали удалить убери
измени изменить изменения открой закрой запусти запустить тест тесты проверь проверить исправь
исправить отмени отменить скопируй перенеси переименуй замени продолжай продолжи подожди закончи
файл файлы файла строка строку строки функция функцию код коротко короче результат задача задачу
шаг ошибка ошибку ошибки кратко переведи сохрани split merge break divide drop name names named
clear clearer readable unify tidy again nom noms commentaire commentaires texte dossier dossiers
importer inutilise inutilises inutile separe separer divise diviser fusionne deplacer copier
renommer enregistrer sauvegarde lis lire imprime trie trier nettoie nettoyer refais refaire
relance relancer essaie essayer implemente reponds repondre reponse reponses liste listes clair
claire rapide nombre nombres nome nomes comentario comentarios texto textos palavra palabra
palabras palavras pasta carpeta mensaje mensajes mensagem mensagens lista listas limpia limpiar
limpa limpar separa separar dividir junta juntar unir lee leer leia ler imprimir ordena ordenar
renombrar renomear mover copiar reemplazar substituir crea crear cria criar implementa implementar
intenta intentar tenta tentar responde responder resposta respuesta claro clara parola parole nomi
commento commenti testo cartella messaggio messaggi elenco pulisci pulire dividi dividere unisci
leggi leggere stampa ordina rinominare spostare copiare sostituire creare riprova rispondi
rispondere risposta chiaro chiara inutilizzati namen kommentar kommentare wort worter ordner
nachricht nachrichten listen klarer klar aufraumen raume saubere lies lesen drucke sortiere
sortieren teile teilen trenne trennen verbinde erstelle erstellen implementiere antworte antworten
antwort versuch voer uit uitvoeren draai draaien voeg toe toevoegen verwijder verwijderen wis
wijzig wijzigen verander veranderen schrijf schrijven lees lezen openen sluit herstel herstellen
repareer oplossen controleer controleren bouw bouwen ruim opruimen hernoem hernoemen verplaats
kopieer maak aanmaken herschrijf terugdraaien bewaar opslaan druk sorteer splits samenvoegen
vervang bestand bestanden regel regels functie functies variabele variabelen naam commentaar
opmerking tekst woord lijst fout fouten resultaat taak stap bericht wijziging kort korter
duidelijker wykonaj wykonac odpal testy testow dopisz skasuj edytuj edycja zamien napisac czytaj
odczytaj otworzyc zamknac napraw naprawic naprawa zbuduj budowac wyczysc posprzataj sprzatac
przemianuj kopiuj utworz utworzyc stworz refaktoryzuj wycofaj zatwierdz zapisac wydrukuj sortuj
posortuj podziel podzielic rozdziel polacz zastap odpowiedz odpowiadaj nazwa nazwe nazwy nazw
nazwie zmienna zmienne zmiennej zmiennych zmiana zmiany zmiane zmian komentarz komentarza
komentarze slowo katalog wiadomosc skrypt metoda krotki krotszy krocej prosciej prosty nieuzywany
nieuzywane importy plikow linii linijka linijke funkcji kodu bledu bledow выполни выполнить
прогони убрать поменяй поменять обнови обновить допиши перепиши прочитай открыть закрыть почини
починить собери собрать почисти почистить очисти переименовать переместить копировать создай
создать рефакторинг откати вернуть сохранить распечатай отсортируй отформатируй раздели разделить
объедини объединить заменить вставь вставить ответь отвечай ответ ответа реализуй реализовать
примени попробуй попробовать имя имени название комментарий комментария переменная переменную
переменной переменные метод класс слово слова текст список папка папку сообщение сообщением
сообщения скрипт изменение последнее понятнее понятно короткий коротким проще импорт импорты
неиспользуемый неиспользуемые баг баги опечатка запустити виконай виконати тести додай додати
видали видалити прибери прибрати зміни змінити зміна зміну оновити онови написати відкрий відкрити
закрий закрити виправ виправити полагодь полагодити перевір перевірити збери зібрати почистити
перейменуй перейменувати скопіюй створи створити скасуй скасувати поверни збережи зберегти
надрукуй відсортуй розділи розділити обєднай заміни замінити встав відповідай відповідь реалізуй
спробуй спробувати імя назва назву змінна змінну змінної змінні функція функцію функції клас файлу
файли теку тека рядок рядка рядки рядком коду коментар коментаря повідомлення помилка помилку
помилки завдання крок коротше простіше зрозуміло зрозуміліше імпорт імпорти невикористаний
невикористані spust spustit spoustet vykonej otestuj testu pridej pridat odeber odstran odstranit
smaz smazat zmen zmenit zmena zmenu zmeny aktualizuj uprav upravit napis napsat prepis precti cti
otevri otevrit zavri zavrit oprav opravit oprava zkontroluj zkontrolovat sestav vycisti vycistit
uklid prejmenuj prejmenovat presun zkopiruj kopiruj vytvor vytvorit vrat uloz ulozit vytiskni
serad rozdel rozdelit sluc nahrad vloz odpovez odpovidej odpoved zkus nazev nazvu promenna
promennou promenne funkce funkci trida soubor souboru soubory slozka radek radku radky komentar
komentare slovo seznam zprava zpravou chyba chybu chyby vysledek ukol skript kratce kratsi
jednoduseji jasneji nepouzity nepouzite kora testa testet lagg lagga tabort radera andra andring
andringen uppdatera skriv skriva oppna stang fixa fixar ratta kontrollera bygg stada doop byt
flytta kopiera skapa angra spara sortera dela ersatt svara fortsatt vanta namn namnet variabel
variabeln metod filen filer mapp rad raden rader koden meddelande fel felet uppgift steg kortare
enklare tydligare oanvanda buggen tilfoj fjern slet opdater abn luk ret byg ryd omdob flyt kopier
opret fortryd del erstat svar fortsaet vent navn mappe linje kode besked opgave trin kortere
calistir calistirmak dene denemek testi testler testleri ekle eklemek kaldir kaldirmak silmek
degistir degistirmek degisiklik degisikligi guncelle yaz yazmak yazdigin yazdir oku ac kapat
duzelt duzeltmek onar kontrol denetle derle temizle temizlemek adlandir tasi kopyala olustur
olusturmak geri kaydet sirala bicimlendir bolmek ayir birlestir yanitla cevap cevapla devam bekle
dur bitir adi adini isim degisken degiskeni degiskenin fonksiyon fonksiyonu islev yontem dosya
dosyayi dosyalar klasor satir satiri satirin yorum yorumu kelime metin mesaj mesajla hata hatayi
hatasi sonuc gorev adim betik kisa kisalt basit basitce anlasilir acik kullanilmayan ruleaza
executa testele testeaza adauga sterge schimba schimbare actualizeaza scrie rescrie citeste
deschide inchide repara corecteaza verifica construieste curata redenumeste muta copiaza creeaza
anuleaza salveaza sorteaza imparte inlocuieste raspunde asteapta nume numele variabila functia
fisier fisierul fisiere dosar randul cod codul comentariu cuvant eroare eroarea rezultat sarcina
scurt mai simplu jalankan eksekusi uji tes tesnya tambah tambahkan hapus menghapus buang ubah
mengubah perubahan ganti mengganti perbarui tulis menulis baca buka tutup perbaiki memperbaiki
periksa cek bangun bersihkan rapikan pindahkan salin buatkan kembalikan batalkan simpan cetak
urutkan bagi pisahkan gabungkan sisipkan jawab lanjut lanjutkan tunggu berhenti selesai nama
fungsi metode berkas baris kata teks daftar pesan kesalahan galat hasil tugas langkah skrip
singkat ringkas sederhana jelas dipakai futtasd futtatas teszt teszteket tesztek hozza adj torold
torles tavolitsd valtoztasd valtozas valtoztatas frissitsd ird irj olvasd nyisd zard javitsd
javits javitas ellenorizd epitsd tisztitsd takaritsd nevezd helyezd masold hozz letre vond vissza
mentsd nyomtasd rendezd oszd valaszd csereld valaszolj valasz folytasd varj allj fejezd nev nevet
neve valtozo valtozot fuggveny fuggvenyt fajl fajlt fajlok mappa kodot megjegyzes szo szoveg
uzenet uzenettel hiba hibat eredmeny feladat lepes szkript rovid rovidebb egyszeruen erthetobb
importokat suorita testaa testit testeja lisaa poista poistaa muuta muutos muutosta paivita
kirjoita avaa sulje korjaa korjata tarkista rakenna siivoa nimea siirra kopioi luoda peru palauta
tallenna tulosta jarjesta yhdista korvaa vastaa jatka odota lopeta nimi muuttuja muuttujan funktio
metodi tiedosto tiedostoa tiedoston kansio rivi rivin koodi koodin kommentti sana teksti viesti
virhe virheen tulos tehtava vaihe skripti lyhyt lyhyesti yksinkertaisempi selkeampi selkeammin
tuonti τρεξε εκτελεσε δοκιμασε τεστ δοκιμη προσθεσε αφαιρεσε διαγραψε σβησε αλλαξε αλλαγη
ενημερωσε γραψε διαβασε ανοιξε κλεισε διορθωσε ελεγξε χτισε καθαρισε μετονομασε μετακινησε
αντιγραψε δημιουργησε αναιρεσε αποθηκευσε εκτυπωσε ταξινομησε χωρισε ενωσε αντικαταστησε απαντησε
συνεχισε περιμενε σταματα ονομα μεταβλητη συναρτηση μεθοδοσ αρχειο αρχεια φακελοσ γραμμη κωδικασ
κωδικα σχολιο λεξη κειμενο λιστα μηνυμα σφαλμα λαθοσ αποτελεσμα εργασια βημα σεναριο συντομο
συντομα απλα شغل نفذ جرب اختبر اختبار اختبارات اضف احذف ازل امسح غير تغيير حدث اكتب كتب كتبته اقرا
افتح اغلق اصلح صحح تحقق افحص ابن نظف رتب سم انقل انسخ انشي تراجع احفظ اطبع افرز نسق اقسم افصل ادمج
استبدل ادرج اجب اجابة تابع استمر انتظر توقف انته اسم متغير دالة وظيفة طريقة ملف ملفات مجلد سطر
سطور كود شفرة تعليق تعليقا كلمة نص قايمة رسالة خطا اخطاء نتيجة مهمة خطوة سكربت قصير قصيرة مختصر
اختصارا ابسط اوضح اجرا تست ازمون اضافه حذف پاك تغييرات تغييرت بروز بنويس بنويسيد بخوان باز ببند
درست اصلاح بررسي بساز مرتب تميز جابجا كپي ايجاد برگردان ذخيره چاپ تقسيم جدا ادغام جايگزين درج جواب
پاسخ ادامه صبر ايست تمام نام روش پرونده فايل پوشه خط كد توضيح نظر كلمه متن فهرست پيام باگ نتيجه
كار گام كوتاه كوتاهتر ساده سادهتر واضح واضحتر امتحان كاميت تستها הרץ בדוק בדיקה הוסף הסר מחק שנה
שינוי עדכן כתוב קרא פתח סגור תקן בנה נקה העתק צור בטל שמור הדפס מיין פצל החלף ענה המשך חכה עצור שם
משתנה פונקציה קובץ תיקייה שורה קוד הערה מילה טקסט רשימה הודעה שגיאה תוצאה משימה צעד קצר פשוט ברור
चल पर षण हट बदल पढ बन चर शन इल डर पण शब चरण सरल wrap wraps wrapped wrapping unwrap indent indents
indented indenting indentation loop loops block blocks condition conditions extract extracted
extracting whitespace blank brace braces bracket brackets quote quotes semicolon semicolons
snippet snippets diff diffs difference differences compare compared inline rephrase reword typed
spelling rearrange reorder reordered boucle boucles bloc blocs extrais extraire extrait indente
indenter comparer bucle bucles bloque bloques condicion condiciones extrae extraer sangria
diferencia diferencias compara comparar laco lacos bloco blocos condicao condicoes extrai extrair
indenta indentacao diferenca diferencas ciclo ciclos blocco blocchi condizione condizioni estrai
estrarre rientro differenza differenze confronta schleife schleifen bedingung bedingungen
einrucken einruckung unterschied unterschiede vergleiche vergleichen auslagern lussen blokken
voorwaarde voorwaarden inspringen verschil verschillen vergelijk petla petle petli warunek warunki
blok bloki wydziel wydzielic wyodrebnij wciecie wciecia roznica roznice porownaj smycka cyklus
podminka podminku podminky vyclen odsazeni rozdil rozdily porovnej slinga loopen villkor villkoret
blocket indrag indragning skillnad skillnader jamfor silmukka silmukkaan ehto ehdon lohko sisennys
ero erot vertaa ciklus ciklusba feltetel feltetelt blokk behuzas kulonbseg hasonlitsd dongu
donguye dongunun kosul kosulu blogu blogun girinti girintisi fark farklar farklari karsilastir
bucla conditie conditia diferenta diferente perulangan kondisi perbedaan perbedaannya bandingkan
pisah indentasi цикл цикла условие условия блок отступ отступы разница отличия сравни сравнить
вынеси вынести оберни обернуть умова умову відступ відступи різниця різницю відмінності порівняй
винеси винести обгорни βροχοσ συνθηκη μπλοκ εσοχη διαφορα διαφορεσ συγκρινε حلقة شرط كتلة ازاحة
مسافة فرق فروقات قارن ضع حلقه بلوك تورفتگي تفاوت تفاوتها مقايسه بگذار ببر לולאה תנאי בלוק הזחה
הבדל השווה
"""

UNSPACED = """
运行 执行 测试 添加 增加 删除 移除 修改 更改 更新 写 编写 打开 关闭 修复 检查 构建 清理 重命名 移动 复制 创建 重构 撤销
提交 保存 打印 排序 格式化 注释 代码 文件 函数 变量 这行 一行 行 完成 等一下 停止 替换 简单 简短 详细 解释 再解释 结果
实现 步骤 任务 总结 翻译 一遍 再说一遍 重新 改成
跑 跑一次 再跑 改好 修好 刪掉 刪除 拿掉 移掉 加個 加上 整理 整理一下 拆成 拆分 合併 改名 名字 名稱 變數 函式 程式 程式碼 檔案 資料夾
註解 字串 訊息 錯誤 格式 儲存 列印 貼上 還原 復原 取消 重寫 改寫 重做 試試 換個方法 最後 清楚 清楚一點 簡單 簡短 迴圈 循環 条件 条件式
方法 类 消息 文件夹 名称 错误 拆开 合并 撤回 恢复 重写 运行一下 试试 清楚一点 换个方法 分支 字段 参数名
実行 テスト 追加 削除 変更 更新 書いて 書く 開いて 開く 修正 確認 確認して 直して ビルド 作成 作って 戻して 元に戻して
コミット 保存 出力 並べ替え コメント コード ファイル 関数 変数 一行 行 続けて 続ける 待って 終わり 完了 置き換え 簡単
簡単に 短く 詳しく 説明 説明して 結果 実装 手順 タスク 要約 翻訳 もう一度 もう少し やり直し やってみて
缩进 循环 区块 代码块 差异 比较一下 提取 抽取 抽成 包起来 括号 引号 空格 空行 迴圈 縮排 區塊 インデント ループ 条件 ブロック 差分 違い 抽出 括弧
空白 空行 들여쓰기 반복문 조건 블록 차이 비교 추출 괄호 공백
실행 실행해 테스트 추가 추가해 삭제 삭제해 변경 변경해 수정 수정해 업데이트 작성 작성해 써줘 열어 열어줘 닫아 고쳐 고쳐줘
확인 확인해 빌드 정리 이름 복사 만들어 만들어줘 되돌려 되돌려줘 커밋 저장 출력 정렬 주석 코드 파일 함수 변수 줄 기다려
돌려 돌려봐 다시 시작 처음부터 메시지 메서드 메소드 클래스 폴더 문장 단어 오류 에러 버그 지워 지워줘 빼줘 나눠 나눠줘 합쳐 합쳐줘 옮겨
옮겨줘 달아줘 맞춰줘 넣어줘 되돌리고 명확하게 깔끔하게 반복문 조건 조건문 들여쓰기 마지막 변경을
끝내 완료 바꿔 바꿔줘 간단히 간단하게 짧게 자세히 설명 설명해 결과 구현 단계 작업 요약 요약해 번역 다시
"""
