"""Words that carry grammar and politeness instead of a subject, by language.

Closed word classes of each language's grammar (articles, pronouns, adpositions, conjunctions,
particles, auxiliaries, question words, numerals as words), the all-purpose verbs and adverbs that
go with any subject ("want", "really"), and the words of a conversation ("please", "thanks").
One table, so longer than a module of code may be. Spaced words stand as `text.fold` leaves them, without accents (folding them anew would cost each
start 5 ms). Languages that share a script with others are chosen by the question
(`query.word_lists`); the rest are known by their script.
"""

LATIN = {
    "en": """
a an the this that these those such same other others another each every either neither both all
any some none no not nor few fewer fewest many much more most less least several enough i me my
mine myself we us our ours ourselves you your yours yourself yourselves he him his himself she her
hers herself it its itself they them their theirs themselves one ones someone somebody something
anyone anybody anything everyone everybody everything nobody nothing whoever whatever who whom
whose which what when where why how whether whichever whenever wherever somehow somewhere anywhere
everywhere nowhere anyhow anyway about above across after against along alongside amid among
around as at before behind below beneath beside besides between beyond but by concerning despite
down during except for from in inside into like near of off on onto out outside over past per
regarding since than through throughout till to toward towards under underneath unlike until up
upon versus via with within without and or if then else so because although though while whereas
unless once lest yet also too therefore thus hence however moreover otherwise instead meanwhile
nevertheless am is are was were be been being isn aren wasn weren ain do does did doing done don
doesn didn have has had having haven hasn hadn can could couldn cannot may might mightn must mustn
shall should shouldn will would wouldn won ought need needs needed needn dare let lets got gotten
get gets getting d ll m o re s t ve y im ive id dont cant wont didnt doesnt isnt thats whats
theres heres here there now today tomorrow yesterday tonight soon later ago already always never
ever often sometimes usually again still just only even very quite rather really actually
basically simply almost nearly maybe perhaps probably possibly certainly surely definitely exactly
especially particularly mostly mainly generally normally currently recently lately finally
eventually immediately suddenly quickly easily well better best good great nice fine bad worse
worst far away back forth ahead apart together further furthermore first second third last next
previous former latter two three four five six seven eight nine ten go goes going went gone come
comes coming came take takes taking took taken make makes making made give gives giving gave given
put puts putting keep keeps keeping kept say says saying said tell tells telling told ask asks
asking asked know knows knowing knew known think thinks thinking thought see sees seeing saw seen
look looks looking looked seem seems seemed want wants wanted wanting wish wishes likes liked try
tries trying tried use uses using used help helps helping helped show shows showing showed shown
find finds finding found mean means meant happen happens happening happened work works working
worked start starts starting started stop stops begin begins believe feel feels guess hope
remember remind understand explain describe suppose consider wonder wondering appear become
becomes thing things stuff way ways kind kinds sort sorts lot lots bit piece part parts case cases
time times people person guy guys man example examples instance question questions answer answers
issue matter point reason idea able possible impossible likely sure certain different similar new
old own whole various entire full little big small large long short high low right wrong please
thanks thank thx pls sorry hello hi hey ok okay yes yeah yep yup nope welcome cheers bye morning
afternoon evening etc eg ie vs aka btw fyi lol oh ah um hmm wow perfect awesome cool excellent
agreed alright
""",
    "de": """
der die das des dem den ein eine einer eines einem einen kein keine keiner keines keinem keinen
dieser diese dieses diesem diesen jener jene jenes jenem jenen jeder jede jedes jedem jeden
mancher manche manches solcher solche solches welcher welche welches welchem welchen alle alles
allem allen aller beide beiden einige einigen einiger mehrere viel viele vielen wenig wenige etwas
nichts niemand jemand man selbst selber ich mich mir mein meine meiner meines meinem meinen du
dich dir dein deine deiner deines deinem deinen er ihn ihm sein seine seiner seines seinem seinen
sie ihr ihre ihrer ihres ihrem ihren es wir uns unser unsere unserer unseres unserem unseren euch
euer eure eurer ihnen sich wer wen wem wessen was wann wo wohin woher warum wieso weshalb wie
wieviel womit wodurch wofur worauf woran worin wozu wobei aber als also am an auf aus ausser
ausserdem bei beim bevor bis da dabei dadurch dafur dagegen daher damit danach daneben dann daran
darauf daraus darin daruber darum darunter dass davon davor dazu denn dennoch deshalb deswegen
doch durch entweder falls fur gegen gegenuber hinter im in indem ins innerhalb jedoch mit nach
nachdem neben nicht noch nun nur ob obwohl oder ohne seit seitdem so sobald sodass sofern solange
somit sondern sonst sowie sowohl statt trotz trotzdem uber um und unter unterhalb vom von vor
wahrend weder wegen weil wenn wenngleich zu zum zur zwar zwischen ab bzw usw etwa pro je bin bist
ist sind seid war warst waren ware gewesen sei seien werde wirst wird werden wurde wurden geworden
worden habe hast hat haben habt hatte hatten gehabt kann kannst konnen konnt konnte konnten muss
musst mussen musste mussten soll sollst sollen sollte sollten will willst wollen wollte wollten
darf durfen durfte mag mogen mochte mochten lassen lasst lass tun tut tat getan mach mache machen
macht machte gemacht gehe geht gehen ging gegangen komme kommt kommen kam gibt gib geben gab
gegeben nehmen nimmt nehme sage sagt sagen gesagt zeig zeige zeigt zeigen weiss wissen weisst
brauche braucht brauchen nutzen benutze benutzt benutzen verwenden verwende verwendet verwendest
finde finden findet sehe sehen sieht hilf helfen hilft erklare erklaren versuche versuchen hier
dort jetzt heute morgen gestern immer nie niemals oft manchmal schon bereits wieder auch sehr mehr
meist meistens mal einmal eben gerade genau eigentlich vielleicht wahrscheinlich naturlich ganz
gar fast ungefahr gern gerne lieber bald spater zuerst zuletzt ebenfalls ebenso erst andere
anderen anderer anderes anders weitere weiteren weiterhin gut gute guten besser neu neue neuen
erste ersten letzte letzten nachste nachsten eins zwei drei vier funf sechs sieben acht neun zehn
ja nein bitte danke hallo okay richtig super toll verstehe verstehen verstanden versteht meinte
gemeint moment minute entschuldige entschuldigung frage fragen antwort antworten kurz einfach
einfacher los warte perfekt prima
""",
    "es": """
el la los las lo un una unos unas este esta esto estos estas ese esa eso esos esas aquel aquella
aquello aquellos aquellas al del mi mis tu tus su sus mio mia tuyo suyo suya nuestro nuestra
nuestros nuestras vuestro vuestra yo me conmigo te ti contigo ella ello ellos ellas le les se si
nos nosotros nosotras os vosotros usted ustedes uno alguien algo nadie nada ninguno ninguna ningun
alguno alguna algun algunos algunas cada todo toda todos todas otro otra otros otras mismo misma
mismos mismas mucho mucha muchos muchas poco poca pocos pocas mas menos varios varias tal tales
tanto tanta tantos tan demasiado bastante ambos que quien quienes cual cuales cuando donde adonde
como cuanto cuanta cuantos cuantas cuyo cuya por porque a ante bajo con contra de desde durante en
entre hacia hasta mediante para segun sin sobre tras y e o u ni pero sino aunque pues mientras
luego entonces asi ademas tambien tampoco embargo obstante ya aun todavia soy eres es somos son
era eras eran eramos fui fue fueron ser sido siendo sea sean seria serian estoy estamos estan
estaba estaban estar estado estando esten estuve estuvo he has ha hemos han habia habian haber
habido hay haya hayan hubo habra habria tengo tienes tiene tenemos tienen tenia tener tenga tuve
tuvo puedo puedes puede podemos pueden podia poder pueda podria podrias podrian debo debes debe
debemos deben deber deberia hago haces hace hacemos hacen hacer haga hecho haz haciendo voy vas va
vamos van ir iba vaya ve quiero quieres quiere queremos quieren querer quisiera digo dices dice
decir dime dicho doy da dan dar dame sabes sabe saber veo ver ves vemos puse pone poner usa usas
uso usar usando usado usamos necesito necesitas necesita necesitamos necesitan necesitar encontrar
ayuda ayudar ayudame explica explicar muestra mostrar muestrame llegar sirve funciona aqui ahi
alli alla ahora hoy manana ayer siempre nunca jamas veces vez muy bien mal mejor peor solo
solamente casi quizas quiza despues antes pronto tarde apenas incluso realmente simplemente
actualmente generalmente exactamente cosa cosas manera forma caso ejemplo parte nuevo nueva nuevos
nuevas primer primero primera ultimo ultima siguiente dos tres cuatro cinco seis siete ocho nueve
diez bueno buena buen gran grande no favor gracias hola vale claro perdon perfecto entiendo
entiende entender entendi perdona momento minuto pregunta preguntas respuesta facil continuar
sigue espera quise sencillo simple breve adelante genial
""",
    "fr": """
le la les l un une des du de d au aux ce cet cette ces c ca cela ceci celui celle ceux celles mon
ma mes ton ta tes son sa ses notre nos votre vos leur leurs je j me m moi tu t te toi il elle on
nous vous ils elles lui eux se s soi y en meme memes quelque quelques quelqu aucun aucune chaque
tout toute tous toutes autre autres certain certaine certains certaines plusieurs plus moins
beaucoup peu trop assez tant tel telle tels telles rien personne chacun chacune qui que qu quoi
quel quelle quels quelles dont ou quand comment combien pourquoi lequel laquelle lesquels
lesquelles auquel duquel a apres avant avec chez contre dans depuis derriere devant durant entre
envers hors jusque jusqu malgre par parmi pendant pour sans sauf selon sous sur vers via et ni
mais donc or car si comme lorsque lorsqu puisque quoique afin ainsi alors aussi cependant ensuite
puis pourtant toutefois sinon tandis suis es est sommes etes sont etais etait etaient ete etre
etant sera seront serait seraient soit soient fut ai as avons avez ont avais avait avaient eu
avoir ayant aura auront aurait aie ait aient fais fait faisons faites font faisait faire fera
ferait peux peut pouvons pouvez peuvent pouvait pouvoir pourra pourrait pourrais pourriez puisse
dois doit devons devez doivent devait devoir devrait devrais vais va allons allez vont aller
allait veux veut voulons voulez veulent vouloir voudrais voudrait sais sait savez savoir dis dit
dites dire vois voit voir voyez prends prend prendre mets met mettre mettez donne donner donnez
utilise utiliser utilisez utilisant trouve trouver besoin faut falloir aide aider aidez explique
expliquer expliquez montre montrer montrez ici maintenant aujourd hui demain hier toujours jamais
souvent parfois encore deja bientot tard tot tres bien mal mieux pire seulement juste presque
vraiment simplement ne n pas point non oui bas chose choses facon maniere cas exemple fois partie
nouveau nouvelle nouveaux nouvelles premier premiere dernier derniere prochain deux trois quatre
cinq six sept huit neuf dix bon bonne grand grande merci bonjour salut svp stp plait accord voila
voici parfait comprends comprend comprendre compris moment minute minutes desole desolee absente
pourrions arrivons facilement rapidement continue continuer attends veuillez savais question
questions reponse instant vas autrement plutot voulu
""",
    "pt": """
o a os as um uma uns umas ao aos do da dos das no na nos nas num numa dum duma pelo pela pelos
pelas este esta isto estes estas esse essa isso esses essas aquele aquela aquilo aqueles aquelas
neste nesta nisto nesse nessa nisso naquele naquela deste desta disto desse dessa disso daquele
daquela eu me mim comigo tu te ti voce voces ele ela eles elas conosco vos lhe lhes se si consigo
meu minha meus minhas teu tua teus tuas seu sua seus suas nosso nossa nossos nossas dele dela
deles delas alguem algo ninguem nada nenhum nenhuma algum alguma alguns algumas cada todo toda
todos todas tudo outro outra outros outras mesmo mesma mesmos mesmas muito muita muitos muitas
pouco pouca poucos poucas mais menos varios varias tal tais tanto tanta tao demais bastante ambos
que quem qual quais quando onde aonde como quanto quanta quantos quantas cujo cuja por porque ante
apos ate com contra de desde durante em entre para perante sem sob sobre tras via e ou nem mas
porem contudo todavia embora pois enquanto logo entao assim alem tambem ainda ja sou es somos sao
era eram eramos fui foi foram ser sido sendo seja sejam seria seriam estou estamos estao estava
estavam estar estado estando esteja estejam esteve tenho tens tem temos tinha tinham ter tido
tenha tive teve ha havia haver haja houve posso podes pode podemos podem podia poder possa poderia
poderiam devo deve devemos devem dever deveria faco faz fazemos fazem fazer faca feito fazendo vou
vais vai vamos vao ir ia quero quer queremos querem querer queria gostaria digo diz dizer diga dou
dao dar sei sabe saber vejo ve ver poe coloca colocar usa uso usar usando usado usamos preciso
precisa precisamos precisam precisar encontrar ajuda ajudar ajude explica explique explicar mostra
mostre mostrar serve funciona aqui ai ali la agora hoje amanha ontem sempre nunca jamais vezes vez
bem mal melhor pior so somente apenas quase talvez depois antes cedo tarde realmente simplesmente
atualmente geralmente exatamente coisa coisas maneira forma caso exemplo parte novo nova novos
novas primeiro primeira ultimo ultima proximo proxima dois duas tres quatro cinco seis sete oito
nove dez bom boa grande nao sim favor obrigado obrigada ola oi ok certo claro desculpe perfeito
entendi entende entender entendo falar falou fala jeito facil desculpa espera minuto momento gente
pergunta perguntas resposta continuar continua parou queira breve diante beleza legal pra pro ta
to
""",
    "it": """
il lo la i gli le l un uno una di a da in con su per tra fra del dello della dei degli delle dell
al allo alla ai agli alle all dal dallo dalla dai dagli dalle dall nel nello nella nei negli nelle
nell sul sullo sulla sui sugli sulle sull col coi questo questa questi queste quest quello quella
quelli quelle quel quei quegli cio io me mi tu te ti lui lei egli ella esso essa noi ci ce voi vi
ve loro essi esse si se ne mio mia miei mie tuo tua tuoi tue suo sua suoi sue nostro nostra nostri
nostre vostro vostra vostri vostre qualcuno qualcosa nessuno nessuna nulla niente alcuno alcuna
alcuni alcune ogni ognuno ciascuno tutto tutta tutti tutte altro altra altri altre stesso stessa
stessi stesse molto molta molti molte poco poca pochi poche piu meno parecchi vari varie tale tali
tanto tanta tanti troppo abbastanza entrambi qualche qualsiasi che chi cui quale quali quando dove
come quanto quanta quanti quante perche ante contro dopo durante entro fino oltre presso prima
secondo senza sopra sotto verso via e ed o od oppure ma pero tuttavia anche anzi poiche siccome
mentre quindi dunque allora cosi inoltre pure infatti invece cioe ancora gia sono sei siamo siete
era ero erano eravamo fui fu furono essere stato stata stati state essendo sia siano sara saranno
sarebbe sto sta stiamo stanno stava stare stia ho hai ha abbiamo avete hanno aveva avevano avevo
avere avuto abbia abbiano avra avrebbe faccio fai fa facciamo fate fanno faceva fare faccia fatto
facendo posso puoi puo possiamo potete possono poteva potere possa potrebbe potrei potresti devo
devi deve dobbiamo dovete devono dovere dovrebbe dovrei vado vai va andiamo vanno andare voglio
vuoi vuole vogliamo vogliono volere vorrei vorrebbe dico dici dice dire dimmi detto do danno dare
dammi so sai sa sapere vedo vedi vede vedere metto mette mettere uso usa usi usare usando usato
utilizza utilizzare utilizzando utilizzato trovo trova trovare bisogno serve servono aiuta aiutami
aiutare spiega spiegami spiegare mostra mostrami mostrare funziona qui qua li adesso ora oggi
domani ieri sempre mai spesso volta volte bene male meglio peggio solo soltanto quasi forse poi
presto tardi davvero semplicemente attualmente generalmente esattamente cosa cose modo caso
esempio parte nuovo nuova nuovi nuove primo ultimo ultima prossimo due tre quattro cinque sette
otto nove dieci buono buona grande ecco non no favore grazie ciao salve prego certo scusa perfetto
capisco capire capito scusi momento minuto domanda domande risposta facile continua continuare
aspetta intendevo semplice breve avanti ottimo benissimo
""",
    "nl": """
de het een deze die dit dat zo n elk elke ieder iedere geen alle alles andere anderen ander beide
sommige enkele enige veel weinig meer minder meest meeste zelf zelfde hetzelfde dezelfde iets
niets iemand niemand men ik mij me mijn jij je jou jouw u uw hij hem zijn haar ze zij hen hun wij
we ons onze jullie zich wie wat wanneer waar waarom hoe welk welke waarmee waarvoor waarin waarop
aan achter af als behalve bij binnen boven buiten dan door doordat dus echter en met na naar naast
nadat niet noch nog nu of om omdat onder op over per sinds te tegen ten ter terwijl tijdens toch
toen tot totdat tussen uit van vanaf via volgens voor voordat want wel zoals zodat zonder er daar
hier ben bent is waren was geweest wees word wordt worden werd werden geworden heb hebt heeft
hebben had hadden gehad kan kun kunt kunnen kon konden moet moeten moest zal zullen zou zouden wil
wilt willen wilde mag mogen mocht ga gaat gaan ging gegaan kom komt komen doe doet doen deed
gedaan maak maakt maken maakte gemaakt geef geeft geven neem neemt nemen zeg zegt zeggen laat
laten zie ziet zien weet weten gebruik gebruikt gebruiken vind vindt vinden nodig help helpen toon
tonen leg altijd nooit vaak soms al weer ook heel erg zeer maar alleen bijna misschien vandaag
morgen gisteren straks later eerst laatst volgende eerste laatste twee drie vier vijf zes zeven
acht negen tien goed goede beter nieuw nieuwe ja nee alsjeblieft bedankt dank hallo begrijp
begrijpen begreep begrepen snap bedoel bedoelde bedoeld moment minuut vraag vragen antwoord wacht
sorry zei gezegd gewoon eenvoudig verder even graag alstublieft hoi
""",
    "pl": """
a aby albo ale ani az bez bo bowiem by byc byl byla bylo byli byly bedzie beda bede badz bardzo
bardziej co cos czego czemu czy czyli czym dla dlaczego dlatego do dobrze dopiero duzo go gdy
gdyby gdzie gdzies i ich ile im innego inna inne inny innych iz ja jak jaka jaki jakie jakis jako
je jeden jedna jedno jednak jego jej jemu jest jestem jestes jestesmy jeszcze jesli jezeli juz
kazda kazde kazdy kiedy kogo kto ktos ktora ktore ktorego ktorej ktory ktorych ktorym ktorzy ku
lecz lub ma maja mam masz mamy mi miec mial mimo miedzy mnie mna moze mozemy mozesz moge moga
mozna moc moj moja moje musi musze musza musisz my na nad nade nam nami nas nasz nasza nasze
natomiast nawet nia nic nich nie niego niej niemu nigdy nim nimi niz no o obok od ode oraz on ona
one oni ono oto po pod podczas ponad poniewaz potem powinien powinna powinno poza prawie przed
przede przez przy rowniez sa sie skad soba sobie swoja swoje swoj ta tak taka taki takie takze tam
te tego tej temu ten teraz tez to toba tobie trzeba tu tutaj twoja twoje twoj ty tych tylko tym
tymi u w we wedlug wiele wielu wiec wiecej wlasnie wszystkich wszystkie wszystko wszyscy wtedy wy
was wam z za zawsze ze znow zaden zadna zadne zeby chce chcesz chcemy zrob zrobic robi robic mow
powiedz pokaz pokazac uzyj uzyc uzywac uzywa uzywam pomoz pomoca wiem wiesz wie dziala dwa trzy
cztery piec szesc siedem osiem dziewiec dziesiec nowy nowa nowe pierwszy ostatni dzis jutro
wczoraj prosze dzieki dziekuje czesc dzien dobry ok rozumiem rozumie rozumiesz zrozumialem
zrozumiec wyjasnij wyjasnic wytlumacz chodzi chodzilo chwile chwila moment minuta przepraszam
pytanie pytania odpowiedz drugi druga drugie ostatnia ostatnie inaczej prosciej swietnie dobra
super okej kontynuuj czekaj musialem musialam mialem wyszlo naszego naszej zaczac zacznij
powiedziec lepiej potrzebuje spojrz
""",
    "sv": """
en ett den det de dem denna detta dessa nagon nagot nagra ingen inget inga alla allt varje annan
annat andra bada samma sjalv jag mig min mitt mina du dig din ditt dina han honom hans hon henne
hennes vi oss var vart vara ni er ert era deras sig sin sitt sina man vem vad vilken vilket vilka
nar varfor hur och eller men att som om sa an av bakom bland efter enligt fran for fore genom hos
i in inom innan kring med medan mellan mot nara pa sedan till trots under upp ut utan utom via vid
over eftersom darfor dock ocksa inte ar varit blir blev bli blivit har hade haft ha kan kunde
kunna ska skall skulle vill ville vilja maste bor borde far fick fa gar gick ga gor gjorde gora
gjort kommer kom komma ger gav ge tar tog ta sager saga ser sag se vet veta anvand anvander
anvanda hjalp hjalpa visa finns fanns dar nu idag imorgon igar alltid aldrig ofta ibland redan
igen mycket mer mest mindre bara nastan kanske bra battre ny nya nytt forsta sista nasta tva tre
fyra fem sex sju atta nio tio ja nej tack hej snalla forstar forstod menar menade minut stund
ursakta forlat fraga fragor svar vanta sagt enkelt enklare vidare jattebra garna hejsan behover
""",
    "da": """
en et den det de dem denne dette disse nogen noget nogle ingen intet alle alt hver anden andet
andre begge samme selv jeg mig min mit mine du dig din dit dine han ham hans hun hende hendes vi
os vores i jer jeres deres sig sin sit sine man hvem hvad hvilken hvilket hvilke hvornar hvor
hvorfor hvordan og eller men at som om sa end af bag blandt efter ifolge fra for gennem hos ind
inden med mens mellem mod naer pa siden til trods under op ud uden via ved over fordi derfor dog
ogsa ikke er var vaeret vaere bliver blev blive har havde haft have kan kunne skal skulle vil
ville ma matte bor burde far fik fa gar gik ga gor gjorde gore gjort kommer kom komme giver gav
give tager tog tage siger sagde sige ser se vide brug bruger bruge hjaelp hjaelpe vis vise findes
her der nu altid aldrig ofte allerede igen meget mere mest mindre kun naesten maske god bedre ny
nye forste sidste naeste to tre fire fem seks syv otte ni ti ja nej tak hej ikkje noe noen eg ble
blir hva nar forstar forstod mener mente minut ojeblik undskyld sporgsmal svar vent sagt enkelt
videre fint gerne venligst
""",
    "tr": """
bir bu su o bunlar sunlar onlar ben beni bana benim sen seni sana senin onu ona onun biz bizi bize
bizim siz sizi size sizin kendi kim kimi kime ne neden nicin niye nasil nerede nereye nereden
hangi kac her hic bazi birkac tum butun baska diger ayni cok az daha en kadar gibi icin ile ve
veya ya da de ki mi mu ama fakat ancak cunku eger ise sonra once beri gore karsi ragmen uzere
uzerinde altinda icinde disinda arasinda yaninda hakkinda degil var yok olan olarak oldu olmak
olur olsun olmasi ol olup idi imis etmek eder etti et yapmak yapar yapti yap yapilir yapabilirim
istiyorum istemek gerek gerekir gerekiyor lazim kullan kullanmak kullanarak kullanilir goster
yardim burada orada simdi bugun yarin dun hep zaman bazen artik hala yine tekrar belki sadece
yalnizca iki uc dort bes alti yedi sekiz dokuz on yeni ilk son evet hayir lutfen tesekkurler
merhaba tamam anlamadim anladim anlamak anlat acikla aciklar misin musun demek dedigin demistim
soyle soyler soyledigin soylemek istedigim istedigin soru sorular cevap dakika bekle biraz ara
kusura bakma nerde kalmistik sey seyi seyler sekil sekilde sekli bicimde ister isterim edebilir
edebilirim edebilirsin olabilir olmus olacak olmasin eden edilen ederim gerekli gereken guzel iyi
kotu dogru yanlis devam onceki sonraki simdiki boyle oyle itibaren kere defa ardindan biri cogu
hepsi hangisi digeri oradan buradan onlarin bunun bunu sunu sunun bundan buna selam rica bakar
baslamam istersen musunuz midir mudur
""",
    "cs": """
a aby ackoli ale ani az bez bude budou budu by byl byla byli bylo byt co coz ci dalsi do ho i jak
jaka jake jako jaky je jeho jej jeji jejich jemu jen jenz jestli jeste ji jich jim ja jsem jsi
jsme jsou jste k kam kde kdo kdy kdyz ke ktera ktere kterou ktery kvuli ma maji mam mame mas me
mezi mi mne mnou moc moci mohl mohou muze muzeme muzu muj musi my na nad nam nas ne nebo nebyl nez
neni nic nim o od on ona oni ono pak po pod podle pokud potom potrebuji pouze praci pro proc
protoze pred pres pri s se si sice skrz sobe sve svuj ta tady tak take takze tam tato te ted tedy
ten tento to tohle toho tohoto tom tomto tu tuto ty tyto u uz v vam vas ve vedle vice vsak vsechny
vsechno vsichni vy z za zda zde ze jeden dva tri ctyri pet novy prvni posledni chci ukaz pomoz
pouzit pouziva ano prosim dekuji diky ahoj dobre rozumim rozumet nerozumim chapu vysvetli
vysvetlit myslel myslim mysli otazka otazky odpoved chvili chvilka minutu omlouvam promin pockej
pokracuj rekl rikas naposledy druhy druha znovu jednoduseji skvele vypada dobry dobra prece neco
nekdo nejaky nejaka tenhle tahle tuhle takhle kolik odkud cem cemu komu nase nasem dnes zitra
vcera potreba
""",
    "ro": """
un o unui unei unor niste cel cea cei cele acest aceasta aceste acesti acel acea acele eu mine ma
mi tu tine te ti el ea lui ei noi ne noua voi va voua ele lor isi se sine meu mea mei mele tau ta
sau sa sai sale nostru noastra cine ce care cand unde cum cat cata cati de cineva ceva nimeni
nimic fiecare tot toata toti toate alt alta alti alte acelasi mult multa multi multe putin mai
foarte prea si ori dar insa iar ca daca desi pentru fiindca la din pe cu fara in intr intru prin
spre pana dupa inainte peste sub intre despre catre decat am ai are avem aveti au avea fi sunt
esti este e suntem sunteti era erau fost fie vor vei vom as ar pot poti poate putem putea trebuie
vreau vrea fac face facem fa folosi folosesc foloseste arata ajuta aici acolo acum azi maine ieri
mereu niciodata deja inca doar nu da doi doua trei patru cinci sase nou prima ultimul rog
multumesc salut bine inteleg intelegi inteles explica explici voiam minut moment scuze scuza
intrebare intrebari raspuns asteapta continua spus spune ultima altfel simplu grozav perfect buna
""",
    "id": """
yang dan di ke dari untuk dengan pada adalah ini itu atau juga tidak bukan akan telah sudah belum
sedang bisa dapat harus ingin mau perlu saya aku kamu anda dia ia mereka kami kita nya apa siapa
mana kapan mengapa kenapa bagaimana berapa oleh sebagai dalam atas bawah antara sebelum sesudah
setelah saat ketika jika kalau karena sehingga agar supaya tetapi tapi namun serta lalu kemudian
maka seperti lebih paling sangat sekali semua setiap beberapa banyak sedikit lain sama sendiri
hanya saja lagi masih pernah sini sana sekarang hari besok kemarin ada jadi menjadi membuat buat
lakukan melakukan gunakan menggunakan pakai tunjukkan bantu tolong satu dua tiga empat lima baru
pertama terakhir ya terima kasih halo baik mengerti paham pahami jelaskan menjelaskan maksud
maksudku menit sebentar maaf pertanyaan jawaban tunggu lanjut lanjutkan katakan bilang tadi
barusan kedua dimana enaknya begitu begini gimana bagus silakan mohon pun kok sih dong deh yuk
mulai
""",
    "vi": """
va hoac nhung ma la cua cho voi trong ngoai tren duoi tu den toi tai o ve theo boi vi nen neu thi
khi luc truoc sau da dang se duoc bi co khong chua chang phai can muon hay dung cac mot hai ba nay
kia do ay nao gi ai dau sao the nhu bao nhieu may minh ban anh chi em no ho chung ta rat qua lam
hon nhat cung van con lai nua roi day bay gio hom mai luon thuong moi tat ca khac cach su giup xin
vui long cam on chao vang tra loi cau hieu noi giai thich hoi y vua lat khoan doi xem thay tim
nghi deu tung cu de bang nhau rieng viec dieu cai chiec nguoi lan thu kieu it vai du chut di ra
vao len xuong tot kho biet nhe a thoi tiep tuc vay
""",
    "hu": """
a az egy ez ezek azok ezt azt en te o mi ti ok engem teged ot minket nekem neked neki enyem ki mit
kit mikor hol hova honnan miert hogyan hogy milyen melyik mennyi hany es vagy de hanem ha mert bar
mint is sem nem ne van vannak volt voltak lesz lenne lenni volna kell kellene lehet tud tudok akar
akarok szeretnek csinal hasznal hasznalni hasznalata mutasd segits itt ott most ma holnap tegnap
mindig soha mar meg csak nagyon tobb legtobb keves sok minden mindenki valami valaki semmi mas
ugyanaz alatt folott elott utan kozott mellett nelkul szerint altal ketto ket harom negy uj elso
utolso igen kerem koszonom szia jo ertem ertettem erteni magyarazd elmagyarazni gondolok gondoltam
perc perce pillanat bocs bocsanat kerdes kerdesek valasz varj folytasd mondtal mondtad mondani
utoljara masik maskepp egyszerubben remek remekul nagyszeru tokeletes nez latszik erre arra ebben
abban ennek annak ezzel azzal errol arrol ide oda innen onnan igy ugy akkor amikor ami aki amit
ahol legyen valo legyszives koszi szervusz helo
""",
    "fi": """
ja tai mutta etta jos kun koska vaikka kuin niin myos ei en et emme ette eivat ala on oli ovat
olivat ollut olla olen olet olemme olisi mina minun minua minulle sina sinun han hanen me meidan
te teidan he heidan se sen sita siina ne niiden tama taman tata tassa nama tuo tuon mika minka
mita missa mihin kuka kenen keta milloin miksi miten mikaan joku jokin jotain kaikki jokainen muu
muut sama itse voi voin voit voiko pitaa pitaisi taytyy haluan haluaa tehda tee tekee kayttaa
kayta kaytan nayta auta taalla siella nyt tanaan huomenna eilen aina koskaan jo viela vain hyvin
enemman eniten vahan paljon ennen jalkeen kanssa ilman valilla alla ylla kaksi kolme nelja viisi
uusi ensimmainen viimeinen kylla kiitos hei ole hyva ymmarran ymmarra ymmartaa ymmartanyt selita
selittaa tarkoitan tarkoitin tarkoittanut hetki minuutti anteeksi pahoittelut kysymys vastaus
odota jatka sanoit sanoa viimeista toinen uudelleen yksinkertaisemmin hienoa mahtavaa nayttaa
hyvalta asia asiaa juttu juttua millainen milta kaytetaan kaytetty moi terve terveisin voisitko
voisin tarvitsen tarvitaan aloittaa tanne sinne tuolla tuonne sellainen tallainen
""",
}

# Writing systems that tell the language, or whose languages share most of these words.
OTHER = """
и в во не что он на я с со как а то все она так его но да ты к у же вы за бы по только ее мне было
вот от меня еще нет о из ему теперь когда даже ну вдруг ли если уже или ни быть был него до вас
нибудь опять уж вам ведь там потом себя ничего ей может они тут где есть надо ней для мы тебя их
чем была сам чтоб без будто чего раз тоже себе под будет ж тогда кто этот того потому этого какой
совсем ним здесь этом один почти мой тем чтобы нее сейчас были куда зачем всех никогда можно при
наконец два об другой хоть после над больше тот через эти нас про всего них какая много разве три
эту моя впрочем хорошо свою этой перед иногда лучше чуть том нельзя такой им более всегда конечно
всю между эта это этих этим такое такие такая также твой твоя наш наша наши ваш ваша ваши свой
своя свои своего своей мое мои моего весь вся кого кому чему какие какое каким каких который
которая которое которые которого которой которых которым сколько почему откуда отсюда туда сюда
поэтому однако хотя пока либо затем кроме вместо около среди против ради согласно благодаря
являются является буду будут будем стал стало могу можешь можем могут мог могла должен должна
должно должны нужно нужен нужна нужны хочу хочет хотим хотел делать делает делаю сделай сделать
использовать используя используется использую используйте покажи показать помоги помогите скажи
объясни найти найди знаю знает работает вроде просто очень именно сегодня завтра вчера снова
четыре пять шесть семь восемь девять десять новый новая новое новые первый последний пожалуйста
спасибо привет здравствуйте ладно окей понятно і й та що як він вона воно вони ми ви це цей ця ці
той те ті з із зі від під між але або чи якщо тому бо коли де хто який яка яке які свій мій його
її їх є був була було були буде будуть бути може можна треба потрібно ні також ще вже тільки дуже
більше зараз сьогодні будь ласка дякую привіт ο η το οι τα του τησ των τον την τουσ τισ ενασ μια
ενα και αλλα αν να θα δεν μην που πωσ οτι οταν γιατι ποιοσ ποια ποιο τι με σε στο στη στην στον
στα στισ απο για προσ χωρισ μετα πριν κατα ειναι ηταν εχω εχει εχουν μπορω μπορει πρεπει θελω κανω
κανει εγω εσυ αυτοσ αυτη αυτο εμεισ εσεισ αυτοι μου σου μασ σασ εδω εκει τωρα πολυ πιο μονο ολα
ολοι καθε ναι οχι παρακαλω ευχαριστω γεια في من الى على عن مع هذا هذه ذلك تلك هولاء الذي التي
الذين ما ماذا متى اين كيف لماذا هل كم اي انا انت انتم هو هي هم هن نحن اياه لي لك له لها لنا لكم
لهم بي بك به بها بنا بهم فيه فيها منه منها عليه عليها اليه اليها عنه عنها و او ثم لكن بل ان انه
انها لان اذا لو كي حتى قد سوف لن لم لا ليس ليست كان كانت كانوا يكون تكون كن كل بعض غير سوى بين قبل
بعد عند عندما حين تحت فوق امام خلف خلال منذ حول ضد دون بدون حسب عبر مثل ايضا فقط جدا اكثر اقل هنا
هناك الان اليوم غدا امس دايما ابدا مرة يمكن يمكنك يمكنني يجب ينبغي اريد تريد يريد نريد احتاج تحتاج
يتم تم استخدام استخدم تستخدم يستخدم باستخدام افعل فعل يفعل اظهر ارني ساعدني اشرح قل كما كذلك لذلك
ولكن وهو وهي ومن وفي وما ولا فان بان واحد اثنان ثلاثة اربعة خمسة جديد جديدة اول اخر نعم كلا شكرا
مرحبا فضلك رجاء حسنا تمام از با در كه را يا تا براي اگر اما ولي چون چه چرا چگونه كجا تو شما است
هست بود شد شود مي نمي كند كنم كنيد كرد كردن بايد خواهم دارد دارم همه هر هيچ بسيار خيلي ديگر بله نه
لطفا ממנו של את על עם אל אם או אבל גם כי לא כן זה זאת זו אלה אני אתה הוא היא אנחנו אתם הם הן שלי
שלך שלו שלה שלנו מה מי מתי איפה למה איך כמה כל יש אין היה הייתה היו יהיה להיות צריך רוצה יכול אפשר
עכשיו כאן שם רק עוד כבר מאוד יותר פחות לפני אחרי בין תחת ללא בלי בבקשה תודה שלום का के की को में
से पर और या लेकिन यदि अगर तो कि जो यह ये वह वे इस उस इन उन मैं हम तुम आप मेरा मेरी मेरे हमारा
तुम्हारा आपका उसका इसका अपना अपने अपनी क्या कौन कब कहाँ क्यों कैसे कितना है हैं था थी थे हो होता
होती होना होगा हूँ कर करना करें करता करते किया गया गई रहा रही रहे सकता सकते सकती चाहिए चाहता नहीं
न मत भी ही तक लिए साथ बाद पहले बीच ऊपर नीचे बिना अब यहाँ वहाँ आज कल हमेशा बहुत अधिक कम सब कुछ कोई
हर एक दो तीन नया कृपया धन्यवाद नमस्ते ठीक এবং ও বা কিন্তু যদি তবে যে এই সেই আমি আমরা তুমি আপনি সে
তারা আমার তোমার আপনার তার কি কে কখন কোথায় কেন কিভাবে হয় হয়েছে ছিল আছে করা করে করতে করুন না এর
থেকে জন্য সঙ্গে সাথে উপর মধ্যে আগে পরে এখন এখানে понял поняла понимаю понять непонятно объясните
имел имела имею ввиду виду минуту минута момент извини извините вопрос вопроса вопросы ответ
остановились остановился отходил подожди продолжай дальше говорил сказал говорить сказать другое
другие других другого другому другая другим последняя последнее последние следующий следующая
попроще проще отлично хорош хорошая хорошее хорошие здорово получилось прекрасно супер тебе тобой
мной твоего твою нашего нашей вашего этому этими тех теми сама само самый самая самое каждый
каждая каждое каждого никто ничто насколько столько несколько немного мало иначе раза начать день
дня дни часть ти мене тобі мені собі мною нам їм ній нього неї моє мої твій твоє твої наше наші
ваше ваші своє свої цього цьому цим цією цієї цю цих тією тої тієї тим тих сюди туди звідки куди
чому навіщо скільки якого якому яким якої якій якою яких якими котрий хтось щось ніхто ніщо ніколи
завжди іноді часто інколи інший інша інше інші іншого кожен кожна кожне кожного всі всіх усе усі
усіх усього самі лише лиш майже дещо досить занадто багато кілька декілька трохи більш менш менше
краще гірше добре добрий погано гарно гарний чудово ось би б аби щоб якби поки доки після крім
замість серед проти мав мала мали має мають маю маєш мати міг могли можу можеш можемо можуть хочеш
хоче хочемо хотів хотіла мусить мусиш маєте слід варто стати став зроби робити роблю робить
використати використовувати використання допоможи допоможіть допоможе скажеш сказати казав поясни
пояснити зрозумів зрозуміла розумію увазі питання відповідь хвилину хвилина вибач вибачте пробач
зачекай продовжуй зупинилися далі знову разу одна одне дві чотири шість сім вісім перший перша
перше останній останню остання наступний новий нова нове нові вчора щойно тепер тоді іще навіть
хоча проте однак отже адже тощо гаразд вітаю прошу справа спосіб частину частина наприклад
простіше інакше почати καταλαβα καταλαβαινω εξηγησε εξηγησεισ εννοουσα εννοω στιγμη λεπτο συγγνωμη
ερωτηση απαντηση συνεχισε περιμενε ειπεσ ειπα πεσ τελευταιο τελευταια αλλο αλλη αλλοι αλλιωσ παλι
ξανα ωραια τελεια υπεροχο φαινεται καλα καλο καλη καλημερα σημερα αυριο χθεσ χτεσ ποτε παντα
καποιοσ καποια κατι τιποτα κανεισ ολοσ ολη ολο τοσο οσο οπωσ ωστε επειδη ομωσ ουτε ειτε μηπωσ αυτα
αυτεσ αυτουσ αυτων αυτον αυτην τουτο εκεινο εκεινη εκεινοσ οποιο οποια οποιοσ ειμαι εισαι ειμαστε
ειστε θελεισ θελει θελουμε κανουμε χρησιμοποιω χρησιμοποιει βοηθησε βοηθησεισ δειξε χρειαζομαι δυο
τρια πρωτο πρωτη νεο νεα σκεψου μπορεισ μπορειτε μπορουμε فهمت افهم فهم تشرح شرح اشرحه قصدت اقصد
اعني دقيقة لحظة عذرا اسف سوال اسيلة جواب انتظر تابع قلت قلته قال اخيرا اخيرة اخرى ثانية رايع ممتاز
جيد جيدة جيدا افضل سيء اشياء شيء شيءا مرات بشكل طريقة امر هكذا ايها حيث بينما رغم مما عما فيما الي
اليك اليكم منك منكم مني عني ذا اولييك سواء كلما لعل ليت انما اذ اذن ها نحو لدى لدي لديك لديه لدينا
يوجد توجد ليسوا كنت كنا اكون نكون ستكون سيكون يصبح اصبح اعرف تعرف يعرف اعطني اخبرني ساعد مساعدة
ابدء تود اود نود قم قام يقوم تقوم عمل اعمل تعمل يعمل وجدت اجد نجد الليلة العام هولا يك يكي دو سه
چهار پنج ايشان انان اينها خود خودم خودت خودش همين همان چنين چنان هنوز تنها پس پيش بعدي قبلي روي
زير بالاي پايين داخل درون بيرون كنار ميان نزد سوي طرف درباره مورد توسط مانند بنابراين زيرا وقتي
هنگامي گاهي هميشه هرگز اكنون امروز فردا ديروز امشب ديشب امسال اينجا انجا چند چندين چقدر چطور كدام
كس كسي چيز چيزي بعضي برخي بيشتر كمتر بيش زياد خوب بد بهتر عالي درست غلط ممنون متشكرم سپاس مرسي
سلام خداحافظ ببخشيد بفرماييد اره خير باشد باشه باشيد باش هستم هستي هستيم هستند بودم بودي بودند شوم
شوي شوند شده شدن ميشود نميشود ميكنم ميكند ميكنيد ميكنند ميكنيم كنند كنيم كرده كردم ميتوان ميتوانم
ميتواند ميتوانيد توان تواند بتوان بتوانم خواهد خواهيد خواهيم خواهند ميخواهم ميخواهيد ميخواهد
خواستم داريد دارند داريم داشت داشته داشتن دهم دهد دهيد دادن داد بده بدهم بدهي بدهيد ميدهد گفت گفتم
گفتي بگو بگوييد بگويم ميگويد فهميدم نفهميدم ميفهمم بفهمم منظورم منظور نبود نبودم نيست نيستم لازم
نياز ميبايد شايد البته يعني اينكه انكه چونكه كجاست چيست كيست استفاده كمك راه شكل صورت دوباره ديگري
اخرين نخست تازه چيه ديده ببين نگاه پرسش دقيقه لحظه صبر ادامه برايم برايت برايش مرا ترا הבנתי מבין
להבין תסביר הסבר התכוונתי רגע דקה סליחה שאלה תשובה חכה המשך אמרת אחרון שני אחר שוב מצוין טוב יופי
היום מחר אתמול תמיד לעולם משהו מישהו כלום הכל אלו איזה איזו לאן מאיפה כדי אולי בגלל למרות אצל דרך
אותו אותה אותם לי לך לו לה לנו להם עושה לעשות עזור תעזור הראה השתמש להשתמש אחד שתיים חדש ראשון समझ
ओ मतलब म नट क षण फ सव ल जव ब र ज कह कहन आख द सर बढ य अच छ हतर च तर तरह ऐस व स इसक उसक इनक उनक झ त
ह आपक सभ जब तब जह सक रख ए अ दर ख मदद
"""

# Scripts that write no blanks between words: matched by their pieces, so phrases stand here too.
UNSPACED = """
的 了 着 过 吗 呢 吧 啊 嘛 我 我们 你 你们 您 他 她 它 他们 它们 自己 大家 这 那 这个 那个 这些 那些 这里 那里
这样 那样 这种 那种 什么 怎么 怎样 怎么样 怎么办 为什么 为何 如何 哪里 哪个 哪些 哪儿 谁 多少 几个 什么样 什么时候
是 不是 是不是 是否 有 没有 有没有 还有 有的 有些 一些 一个 一下 一样 一种 一直 一点 一定 一起 两个 几 在 正在 从 到
对 对于 关于 由于 根据 按照 通过 为了 因为 所以 因此 如果 那么 但是 可是 不过 而且 并且 或者 还是 虽然 然而 尽管 即使
只要 只有 除了 除非 以及 和 与 跟 同 或 及 把 被 让 给 向 比 就 就是 才 都 也 还 再 又 很 非常 太 更 最 比较 已经 曾经
刚刚 刚才 现在 今天 明天 昨天 以前 以后 之前 之后 之间 时候 的时候 其他 其它 其中 另外 每个 所有 全部 任何 各种 许多
可以 可能 能 能够 能不能 可不可以 会 会不会 要 需要 想 想要 应该 必须 得 不 不要 不会 不能 不用 别 没 请 请问 请帮我
帮我 帮忙 帮助 告诉我 给我 看看 看一下 做 进行 使用 用 来 去 上 下 里 中 里面 上面 下面 知道 觉得 认为 说 问 找 找到
谢谢 多谢 你好 好的 好 行 可以了 没问题 对的 是的 当然 麻烦 继续 例如 比如 等等 之类 东西 问题 地方 方式 方法 部分
这是 那是 都是 也是 还要 我想 我要 你能 你可以 我需要 怎么用 怎么做 有什么 是什么 做什么 为我
の に は を が と で へ や も か な ね よ から まで より など だけ ほど くらい ぐらい しか でも こそ さえ ばかり ながら
これ それ あれ どれ この その あの どの ここ そこ あそこ どこ こう そう ああ どう こんな そんな どんな こちら そちら
私 僕 俺 あなた 彼 彼女 私たち 自分 誰 何 なに なん いつ なぜ どうして どうやって どのように いくつ いくら どちら
です ます でした ました ません ませんでした でしょう ましょう である だった だろう ではない じゃない ください
してください して した する します しました しています している していた すれば せず される された されます させる しない
しよう できる できます できない できた ある あります ない ありません あった いる います いない いた なる なります なった
なって いう という といった とき ときに こと ことが ことを もの ものを ため ために ように ような ようです ところ はず
わけ つもり まま うち ほう たい したい たら なら ならば ので のに けど けれど しかし だから そして また または および
つまり ただし もし たとえば 例えば とても すごく もっと まだ もう すでに すぐ いつも よく ちょっと 少し たくさん 全部
すべて 今 今日 明日 昨日 前 後 中 上 下 方法 場合 について に関する によって による に対して において のため
お願い お願いします お願いいたします 教えて 教えてください 見せて 見て 手伝って やって ありがとう ありがとうございます
すみません こんにちは はい いいえ 了解 大丈夫 知りたい 使って 使う 使い 必要 必要です どうすれば いいですか ですか ますか
이 그 저 것 수 등 및 또는 그리고 그러나 하지만 그래서 그런데 그러면 만약 때문에 때문 위해 위한 통해 대한 대해 대해서
관한 관련 따라 경우 때 동안 후 전 중 안 밖 위 아래 사이 나 내 나는 나의 저는 제 제가 우리 당신 너 너는 그는 그녀 그들
자신 누구 무엇 뭐 뭔가 언제 어디 어디서 왜 어떻게 어떤 어느 얼마나 몇 무슨 은 는 을 를 의 에 에서 에게 으로 로 와 과 도
만 까지 부터 보다 처럼 이나 하고 이다 입니다 이에요 예요 습니다 합니다 합니까 했습니다 됩니다 있습니다 없습니다
하는 하기 하면 하여 해서 해야 해요 했다 했어 한다 한 할 함 하다 하지 하지만 하려면 하려고 되는 되어 되면 된 될 됨 되다
있는 있다 있어 있어요 있나요 있을 없는 없다 없어 없이 같은 같이 다른 모든 모두 각 여러 많은 조금 더 덜 가장 매우 아주
너무 정말 이미 아직 다시 또 항상 지금 오늘 내일 어제 여기 거기 이것 그것 이런 그런 저런 할 수 수 있는 수 있다 싶어
싶어요 싶다 싶습니다 주세요 해주세요 해 줘 해줘 알려줘 알려주세요 보여줘 보여주세요 도와줘 도와주세요 사용 사용하는
사용하여 사용하면 사용해서 필요 필요한 필요해 하나요 인가요 건가요 나요 까요 방법 네 예 아니요 아니 감사합니다 고마워
고맙습니다 안녕 안녕하세요 부탁 부탁해 부탁합니다 좋아 계속
이해 이해해 쉽게 쉬운 방금 잠깐 잠시 미안 미안해 죄송 죄송합니다 어디까지 했지 말한 말은 그게 아니야 고마워요 좋네요 좋은 좋아요 좋습니다 마지막 다음 이번 앞으로 봐 봐요
줄래 줄래요 거야 거예요 거죠 건데 무엇을 뭘 누가 언제나 하죠 했는데 했어요 못 못했어요 못하고 있고 있으면 있는데 없으면 싶은데 싶고 려면 하면요 할까 할까요 될까요 나은
나은지 부분 쉽 이건 그건 저건 이걸 그걸 우리의 새 새로운 하나 둘 셋 첫 질문 대답 답 생각
และ หรือ แต่ ที่ ซึ่ง อัน ว่า ของ ใน บน ใต้ จาก ถึง กับ แก่ ต่อ โดย เพื่อ สำหรับ เพราะ ถ้า เมื่อ แล้ว จึง ก็
เป็น คือ อยู่ มี ไม่ ไม่ได้ ไม่มี ได้ จะ กำลัง เคย ต้อง ควร อาจ สามารถ ให้ ทำ ใช้ การ ความ นี้ นั้น โน้น เหล่านี้
อะไร ใคร เมื่อไร ที่ไหน ทำไม อย่างไร ยังไง เท่าไร กี่ ฉัน ผม เรา คุณ เขา เธอ มัน พวก ทุก บาง หลาย มาก น้อย กว่า
ที่สุด อีก ยัง เพียง เท่านั้น ด้วย ตอนนี้ วันนี้ พรุ่งนี้ เมื่อวาน ครับ ค่ะ คะ นะ ขอ ช่วย หน่อย ขอบคุณ สวัสดี ใช่ โปรด
กรุณา ต้องการ อยาก วิธี แสดง บอก ระหว่าง หลังจาก ก่อน
"""
