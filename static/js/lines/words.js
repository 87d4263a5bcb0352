// Written by `make generated` from scorekeeper/lines/line_words.py. Do not edit.

// A row for each meaning: its role, its value, its phrases.
export const WORDS = `
passed::πάσο,πάσο όλοι,όλοι πάσο,paso,paso oloi,paso oli,oloi paso,oli paso,pass,passed,passed out,all pass,all passed
side:A:εμείς,εμάς,μας,δική μας,δικές μας,δικό μας,δικοί μας,α,emeis,emis,emas,mas,diki mas,diko mas,dikes mas,us,we,our,ours,a
side:B:αυτοί,αυτούς,εκείνοι,εκείνους,τζείνοι,τζείνους,τζιείνοι,τζιείνους,τους,δική τους,δικές τους,δικό τους,δικοί τους,β,autoi,aftoi,auti,afti,autous,aftous,ekeinoi,ekini,tzeinoi,tzini,tous,diki tous,diko tous,dikes tous,them,they,their,theirs,b
article::ο,η,του,της,o,i,tou,tis
said:A:είπαμε,μιλήσαμε,φωνάξαμε,eipame,ipame,milisame,fonaksame
said:B:είπαν,είπανε,μίλησαν,φώναξαν,eipan,ipan,eipane,milisan,fonaksan
said::είπε,μίλησε,φώναξε,eipe,ipe,milise,fonakse,bid,called,said
kapo::καπό,kapo,capot
in::στις,στες,στα,κόζι,stis,stes,sta,kozi,in,of
suit:hearts:κούπες,κούπα,κούπας,κούππες,κούππα,κ,koupes,koupa,koupas,kouppes,kouppa,kupes,kupa,hearts,heart,h,k,♥,♡,❤
suit:diamonds:καρά,καρό,καρρά,καρρό,διαμάντια,δ,kara,karo,karra,karro,diamantia,diamandia,diamonds,diamond,d,♦,♢
suit:clubs:σπαθιά,σπαθί,σπαθκιά,σ,spathia,spathi,spathkia,clubs,club,c,♣,♧
suit:spades:μπαστούνια,μπαστούνι,μπαστούνκια,παστούνια,παστούνκια,μ,mpastounia,bastounia,mpastouni,bastouni,mpastounkia,bastounkia,pastounia,spades,spade,m,♠,♤
suit:none:χωρίς κόζι,χωρίς κόζια,χωρίς κόζα,xoris kozi,choris kozi,horis kozi,xwris kozi,no trump,no trumps,notrump,nt
suit:all:όλα κόζι,όλα κόζια,όλα κόζα,ola kozi,ola kozia,ola koza,all trump,all trumps
doubled:2:κλειστό,κλειστά,κόντρα,χ 2,kleisto,klisto,kleista,klista,kontra,contra,doubled,double,closed,x 2,× 2
doubled:4:ανοικτό,ανοιχτό,ανοικτά,ανοιχτά,σουρκόντρα,χ 4,anoikto,anoixto,anoihto,anoichto,anikto,anixto,anihto,sourkontra,surcontra,redoubled,redouble,open,x 4,× 4
verdict:made:βγήκε,εβγήκε,έβγηκε,vgike,bgike,vghke,evgike,ebgike,made
verdict:made A:βγήκαμε,εβγήκαμε,vgikame,bgikame,vghkame,evgikame
verdict:made B:βγήκαν,βγήκανε,εβγήκαν,έβγηκαν,vgikan,bgikan,vghkan,vgikane,evgikan
verdict:failed:μέσα,μπήκε μέσα,πήγε μέσα,έμεινε μέσα,mesa,mpike mesa,bike mesa,pige mesa,down,went down
verdict:failed A:μπήκαμε μέσα,εμπήκαμε μέσα,πήγαμε μέσα,μείναμε μέσα,mpikame mesa,bikame mesa,pigame mesa
verdict:failed B:μπήκαν μέσα,εμπήκαν μέσα,πήγαν μέσα,έμειναν μέσα,mpikan mesa,bikan mesa,pigan mesa
took:A:πήραμε,πιάσαμε,πκιάσαμε,pirame,phrame,piasame
took:B:πήραν,πιάσαν,έπιασαν,πκιάσαν,piran,phran,piasan,epiasan
took::πήρε,pire,phre,took
points::πόντοι,πόντους,βαθμοί,βαθμούς,pontoi,ponti,pontous,vathmoi,vathmi,vathmous,points,pts
reversed::ανάποδο,ανάποδο καπό,anapodo,anapodo kapo,reversed,reversed kapo,reversed capot
and::και,κι,με,τζιαι,τζαι,kai,ke,ki,me,tziai,tzai,and,with
pilotta::πιλόττα,πιλότα,μπελότ,π,pilotta,pilota,mpelot,belote,p
lost::χαμένη,xameni,hameni,chameni,xamenh,failed,lost
run::σκάλα,skala,run
of::από,των,apo,ton,twn,of
to::ως,έως,μέχρι,os,ws,eos,mexri,mechri,mehri,to,up to
the::τον,την,τη,το,ton,tin,thn,to,the
top:J:βαλές,βαλέ,φάντης,φάντη,vales,vale,fantis,fanti,jack,j
top:Q:ντάμα,ntama,dama,queen,q
top:K:ρήγας,ρήγα,κ,rigas,riga,rhgas,rhga,king,k
top:A:άσος,άσσος,άσο,άσσο,α,asos,assos,aso,asso,ace,a
in_trumps::κόζι,κόζια,στο κόζι,στα κόζια,kozi,kozia,sto kozi,sta kozia,trump,trumps,in trumps
four::καρέ,kare,carre
ranks:A:άσοι,άσσοι,άσους,άσσους,asoi,assoi,asi,assi,asous,aces
ranks:K:ρηγάδες,ρήγες,rigades,riges,kings
ranks:Q:ντάμες,ntames,dames,queens
ranks:10:δεκάρια,dekaria,tens
ranks:9:εννιάρια,ενιάρια,enniaria,eniaria,nines
ranks:J:βαλέδες,φάντηδες,valedes,baledes,fantides,jacks
declarations::δηλώσεις,diloseis,dilosis,dhlwseis,declarations
nobody::κανένας,κανείς,kanenas,kaneis,kanis,nobody
led::πρώτοι,πρώτη,πρώτος,protoi,proti,protos,led
missing::πόντος,πόντος που λείπει,pontos,pontos pou leipei,missing point
number:0:μηδέν,miden,mhden,zero
number:1:ένα,έναν,μία,μια,ena,enan,mia,one
number:2:δύο,δυο,δκυο,dyo,duo,dio,dkyo,two
number:3:τρία,τρεις,τρις,tria,tris,treis,three
number:4:τέσσερα,τέσσερις,τέσσερεις,τέσερα,τέσερις,τέσερεις,τέσσαρα,tessera,tesera,tesseris,four
number:5:πέντε,pente,pende,five
number:6:έξι,έξη,exi,eksi,six
number:7:επτά,εφτά,epta,efta,seven
number:8:οκτώ,οχτώ,οκτό,οχτό,okto,oktw,oxto,oxtw,ohto,ochto,eight,eigth
number:9:εννέα,εννιά,ενιά,ενέα,ennea,enea,ennia,enia,nine
number:10:δέκα,deka,ten
number:11:έντεκα,ένδεκα,enteka,endeka,eleven
number:12:δώδεκα,δόδεκα,dodeka,dwdeka,twelve
number:13:δεκατρία,δεκατρείς,dekatria,dekatris,dekatreis,thirteen
number:14:δεκατέσσερα,δεκατέσσερις,δεκατέσσερεις,δεκατέσερα,dekatessera,dekatesera,dekatesseris,fourteen
number:15:δεκαπέντε,dekapente,dekapende,fifteen
number:16:δεκαέξι,δεκάξι,δεκαέξη,δεκάξη,dekaexi,dekaeksi,dekaxi,dekaksi,sixteen
number:17:δεκαεπτά,δεκαεφτά,dekaepta,dekaefta,seventeen
number:18:δεκαοκτώ,δεκαοχτώ,δεκαοκτό,δεκαοχτό,dekaokto,dekaoktw,dekaoxto,dekaohto,dekaochto,eighteen
number:19:δεκαεννέα,δεκαεννιά,δεκαενιά,δεκαενέα,dekaennea,dekaenea,dekaennia,dekaenia,nineteen
number:20:είκοσι,ίκοσι,είκωσι,eikosi,ikosi,twenty
number:30:τριάντα,trianta,trianda,thirty
number:40:σαράντα,σεράντα,saranta,saranda,forty,fourty
number:50:πενήντα,πενίντα,πεννήντα,πεννίντα,peninta,peninda,penhnta,fifty
number:60:εξήντα,εξίντα,exinta,eksinta,exinda,eksinda,exhnta,sixty
number:70:εβδομήντα,εφτομήντα,εβδομίντα,εφδομήντα,ευδομήντα,evdominta,ebdominta,evdominda,evdomhnta,ebdomhnta,seventy
number:80:ογδόντα,ογδοήντα,ογδώντα,ογδοίντα,ogdonta,ogdonda,ogdointa,eighty,eigthy
number:90:ενενήντα,νενήντα,ενενίντα,νενίντα,eneninta,eneninda,enenhnta,neninta,ninety,ninty
number:100:εκατό,εκατόν,εκατώ,κατό,κατόν,ekato,ekaton,hundred
number:200:διακόσια,διακόσιοι,διακόσιους,δκιακόσια,diakosia,diakosioi
number:300:τριακόσια,τρακόσια,τριακόσιοι,τριακόσιους,triakosia,trakosia,triakosioi
number:400:τετρακόσια,τετρακόσιοι,τετρακόσιους,tetrakosia
number:500:πεντακόσια,πεντακόσιοι,πεντακόσιους,pentakosia
number:600:εξακόσια,εξακόσιοι,εξακόσιους,exakosia,eksakosia
number:700:επτακόσια,εφτακόσια,επτακόσιοι,eptakosia,eftakosia
number:800:οκτακόσια,οχτακόσια,οκτακόσιοι,oktakosia,oxtakosia,ohtakosia
number:900:εννιακόσια,εννεακόσια,ενιακόσια,εννιακόσιοι,enniakosia,eniakosia,enneakosia
number:1000:χίλια,χίλιοι,χίλιους,xilia,hilia,chilia,thousand
`;
