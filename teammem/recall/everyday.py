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
шаг ошибка ошибку ошибки кратко переведи сохрани
"""

UNSPACED = """
运行 执行 测试 添加 增加 删除 移除 修改 更改 更新 写 编写 打开 关闭 修复 检查 构建 清理 重命名 移动 复制 创建 重构 撤销
提交 保存 打印 排序 格式化 注释 代码 文件 函数 变量 这行 一行 行 完成 等一下 停止 替换 简单 简短 详细 解释 再解释 结果
实现 步骤 任务 总结 翻译 一遍 再说一遍 重新 改成
実行 テスト 追加 削除 変更 更新 書いて 書く 開いて 開く 修正 確認 確認して 直して ビルド 作成 作って 戻して 元に戻して
コミット 保存 出力 並べ替え コメント コード ファイル 関数 変数 一行 行 続けて 続ける 待って 終わり 完了 置き換え 簡単
簡単に 短く 詳しく 説明 説明して 結果 実装 手順 タスク 要約 翻訳 もう一度 もう少し やり直し やってみて
실행 실행해 테스트 추가 추가해 삭제 삭제해 변경 변경해 수정 수정해 업데이트 작성 작성해 써줘 열어 열어줘 닫아 고쳐 고쳐줘
확인 확인해 빌드 정리 이름 복사 만들어 만들어줘 되돌려 되돌려줘 커밋 저장 출력 정렬 주석 코드 파일 함수 변수 줄 기다려
끝내 완료 바꿔 바꿔줘 간단히 간단하게 짧게 자세히 설명 설명해 결과 구현 단계 작업 요약 요약해 번역 다시
"""
