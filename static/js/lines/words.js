// Written by `make generated` from scorekeeper/lines/line_words.py. Do not edit.

// A row for each meaning: its role, its value, its phrases.
export const WORDS = `
passed::πασο,πασο ολοι,ολοι πασο,paso,paso oloi,paso oli,oloi paso,oli paso,pass,passed,passed out,all pass,all passed
side:A:εμεισ,εμασ,α,emeis,emis,emas,us,we,a
side:B:αυτοι,αυτουσ,εκεινοι,εκεινουσ,τζεινοι,τζεινουσ,β,autoi,aftoi,auti,afti,autous,aftous,ekeinoi,ekini,tzeinoi,tzini,them,they,b
kapo::καπο,kapo,capot
suit:hearts:κουπεσ,κουπα,κουπασ,κουππεσ,κουππα,κ,koupes,koupa,koupas,kouppes,kouppa,kupes,kupa,hearts,heart,h,k,♥,♡,❤
suit:diamonds:καρα,καρο,καρρα,καρρο,διαμαντια,δ,kara,karo,karra,karro,diamantia,diamandia,diamonds,diamond,d,♦,♢
suit:clubs:σπαθια,σπαθι,σπαθκια,σ,spathia,spathi,spathkia,clubs,club,c,♣,♧
suit:spades:μπαστουνια,μπαστουνι,μπαστουνκια,παστουνια,παστουνκια,μ,mpastounia,bastounia,mpastouni,bastouni,mpastounkia,bastounkia,pastounia,spades,spade,s,m,♠,♤
suit:none:χωρισ κοζι,χωρισ κοζια,χωρισ κοζα,xoris kozi,choris kozi,horis kozi,xwris kozi,no trump,no trumps,notrump,nt
suit:all:ολα κοζι,ολα κοζια,ολα κοζα,ola kozi,ola kozia,ola koza,all trump,all trumps
doubled:2:κλειστο,κλειστα,κοντρα,χ 2,kleisto,klisto,kleista,klista,kontra,contra,doubled,double,closed,x 2,× 2
doubled:4:ανοικτο,ανοιχτο,ανοικτα,ανοιχτα,σουρκοντρα,χ 4,anoikto,anoixto,anoihto,anoichto,anikto,anixto,anihto,sourkontra,surcontra,redoubled,redouble,open,x 4,× 4
took:A:πηραμε,πιασαμε,πκιασαμε,pirame,phrame,piasame
took:B:πηραν,πιασαν,επιασαν,πκιασαν,piran,phran,piasan,epiasan
took::πηρε,pire,phre,took
points::ποντοι,ποντουσ,βαθμοι,βαθμουσ,pontoi,ponti,pontous,vathmoi,vathmi,vathmous,points,pts
reversed::αναποδο,αναποδο καπο,anapodo,anapodo kapo,reversed,reversed kapo,reversed capot
and::και,κι,με,τζιαι,τζαι,kai,ke,ki,me,tziai,tzai,and,with
pilotta::πιλοττα,πιλοτα,μπελοτ,π,pilotta,pilota,mpelot,belote,p
lost::χαμενη,xameni,hameni,chameni,xamenh,failed,lost
run::σκαλα,skala,run
of::απο,των,apo,ton,twn,of
to::ωσ,εωσ,μεχρι,os,ws,eos,mexri,mechri,mehri,to,up to
the::τον,την,τη,το,ton,tin,thn,to,the
top:J:βαλεσ,βαλε,φαντησ,φαντη,vales,vale,fantis,fanti,jack,j
top:Q:νταμα,ntama,dama,queen,q
top:K:ρηγασ,ρηγα,κ,rigas,riga,rhgas,rhga,king,k
top:A:ασοσ,ασσοσ,ασο,ασσο,α,asos,assos,aso,asso,ace,a
in_trumps::κοζι,κοζια,στο κοζι,στα κοζια,kozi,kozia,sto kozi,sta kozia,trump,trumps,in trumps
four::καρε,kare,carre
ranks:A:ασοι,ασσοι,ασουσ,ασσουσ,asoi,assoi,asi,assi,asous,aces
ranks:K:ρηγαδεσ,ρηγεσ,rigades,riges,kings
ranks:Q:νταμεσ,ntames,dames,queens
ranks:10:δεκαρια,dekaria,tens
ranks:9:εννιαρια,ενιαρια,enniaria,eniaria,nines
ranks:J:βαλεδεσ,φαντηδεσ,valedes,baledes,fantides,jacks
declarations::δηλωσεισ,diloseis,dilosis,dhlwseis,declarations
nobody::κανενασ,κανεισ,kanenas,kaneis,kanis,nobody
led::πρωτοι,πρωτη,πρωτοσ,protoi,proti,protos,led
missing::ποντοσ,ποντοσ που λειπει,pontos,pontos pou leipei,missing point
number:0:μηδεν,miden,mhden,zero
number:1:ενα,εναν,μια,ena,enan,mia,one
number:2:δυο,δκυο,dyo,duo,dio,dkyo,two
number:3:τρια,τρεισ,tria,tris,treis,three
number:4:τεσσερα,τεσσερισ,τεσσερεισ,tessera,tesera,tesseris,four
number:5:πεντε,pente,pende,five
number:6:εξι,exi,eksi,six
number:7:επτα,εφτα,epta,efta,seven
number:8:οκτω,οχτω,okto,oktw,oxto,oxtw,ohto,ochto,eight
number:9:εννεα,εννια,ενια,ennea,enea,ennia,enia,nine
number:10:δεκα,deka,ten
number:11:εντεκα,ενδεκα,enteka,endeka,eleven
number:12:δωδεκα,dodeka,dwdeka,twelve
number:13:δεκατρια,δεκατρεισ,dekatria,dekatris,dekatreis,thirteen
number:14:δεκατεσσερα,δεκατεσσερισ,δεκατεσσερεισ,dekatessera,dekatesera,dekatesseris,fourteen
number:15:δεκαπεντε,dekapente,dekapende,fifteen
number:16:δεκαεξι,δεκαξι,dekaexi,dekaeksi,dekaxi,dekaksi,sixteen
number:17:δεκαεπτα,δεκαεφτα,dekaepta,dekaefta,seventeen
number:18:δεκαοκτω,δεκαοχτω,dekaokto,dekaoktw,dekaoxto,dekaohto,dekaochto,eighteen
number:19:δεκαεννεα,δεκαεννια,δεκαενια,dekaennea,dekaenea,dekaennia,dekaenia,nineteen
number:20:εικοσι,eikosi,ikosi,twenty
number:30:τριαντα,trianta,trianda,thirty
number:40:σαραντα,saranta,saranda,forty,fourty
number:50:πενηντα,peninta,peninda,penhnta,fifty
number:60:εξηντα,exinta,eksinta,exinda,eksinda,exhnta,sixty
number:70:εβδομηντα,εφτομηντα,evdominta,ebdominta,evdominda,evdomhnta,ebdomhnta,seventy
number:80:ογδοντα,ογδοηντα,ogdonta,ogdonda,ogdointa,eighty
number:90:ενενηντα,νενηντα,eneninta,eneninda,enenhnta,neninta,ninety,ninty
number:100:εκατο,εκατον,ekato,ekaton,hundred
number:200:διακοσια,διακοσιοι,διακοσιουσ,δκιακοσια,diakosia,diakosioi
number:300:τριακοσια,τρακοσια,τριακοσιοι,τριακοσιουσ,triakosia,trakosia,triakosioi
number:400:τετρακοσια,τετρακοσιοι,τετρακοσιουσ,tetrakosia
number:500:πεντακοσια,πεντακοσιοι,πεντακοσιουσ,pentakosia
number:600:εξακοσια,εξακοσιοι,εξακοσιουσ,exakosia,eksakosia
number:700:επτακοσια,εφτακοσια,επτακοσιοι,eptakosia,eftakosia
number:800:οκτακοσια,οχτακοσια,οκτακοσιοι,oktakosia,oxtakosia,ohtakosia
number:900:εννιακοσια,εννεακοσια,ενιακοσια,εννιακοσιοι,enniakosia,eniakosia,enneakosia
number:1000:χιλια,χιλιοι,χιλιουσ,xilia,hilia,chilia,thousand
`;
