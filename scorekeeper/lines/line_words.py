"""The words of the line: one table for the reader here and the phone's; docs/rules.md leads to it.

Spelt as people write them; a reader compares them folded (`line_spelling.fold`), so that accents
and capitals do not matter. Several words make a phrase.
"""

from typing import Final, Literal, NamedTuple, get_args

WordRole = Literal[
    "passed",
    "side",
    "article",
    "said",
    "kapo",
    "in",
    "suit",
    "doubled",
    "verdict",
    "took",
    "points",
    "reversed",
    "and",
    "pilotta",
    "lost",
    "run",
    "of",
    "to",
    "the",
    "top",
    "in_trumps",
    "four",
    "ranks",
    "declarations",
    "nobody",
    "led",
    "missing",
    "number",
]
WORD_ROLES: Final[tuple[WordRole, ...]] = get_args(WordRole)


class WordRow(NamedTuple):
    """The words of one meaning; phrases are divided by commas."""

    role: WordRole
    value: str
    """The meaning within the role; empty where the role has only one."""
    greek: str = ""
    greeklish: str = ""
    other: str = ""
    """English, letters that languages share, and signs."""

    @property
    def phrases(self) -> list[str]:
        """The phrases of all columns."""
        columns = ", ".join(filter(None, (self.greek, self.greeklish, self.other)))
        return columns.split(", ")


_PARTS: Final = (
    WordRow(
        "passed",
        "",
        "πάσο, πάσο όλοι, όλοι πάσο",
        "paso, paso oloi, paso oli, oloi paso, oli paso",
        "pass, passed, passed out, all pass, all passed",
    ),
    WordRow(
        "side",
        "A",
        "εμείς, εμάς, μας, δική μας, δικές μας, δικό μας, δικοί μας, α",
        "emeis, emis, emas, mas, diki mas, diko mas, dikes mas",
        "us, we, our, ours, a",
    ),
    WordRow(
        "side",
        "B",
        "αυτοί, αυτούς, εκείνοι, εκείνους, τζείνοι, τζείνους, τζιείνοι, τζιείνους, τους, "
        "δική τους, δικές τους, δικό τους, δικοί τους, β",
        "autoi, aftoi, auti, afti, autous, aftous, ekeinoi, ekini, tzeinoi, tzini, tous, "
        "diki tous, diko tous, dikes tous",
        "them, they, their, theirs, b",
    ),
    WordRow("article", "", "ο, η, του, της", "o, i, tou, tis", ""),
    WordRow("said", "A", "είπαμε, μιλήσαμε, φωνάξαμε", "eipame, ipame, milisame, fonaksame", ""),
    WordRow(
        "said", "B", "είπαν, είπανε, μίλησαν, φώναξαν", "eipan, ipan, eipane, milisan, fonaksan", ""
    ),
    WordRow("said", "", "είπε, μίλησε, φώναξε", "eipe, ipe, milise, fonakse", "bid, called, said"),
    WordRow("kapo", "", "καπό", "kapo", "capot"),
    WordRow("in", "", "στις, στες, στα, κόζι", "stis, stes, sta, kozi", "in, of"),
    WordRow(
        "suit",
        "hearts",
        "κούπες, κούπα, κούπας, κούππες, κούππα, κ",
        "koupes, koupa, koupas, kouppes, kouppa, kupes, kupa",
        "hearts, heart, h, k, ♥, ♡, ❤",
    ),
    WordRow(
        "suit",
        "diamonds",
        "καρά, καρό, καρρά, καρρό, διαμάντια, δ",
        "kara, karo, karra, karro, diamantia, diamandia",
        "diamonds, diamond, d, ♦, ♢",
    ),
    WordRow(
        "suit",
        "clubs",
        "σπαθιά, σπαθί, σπαθκιά, σ",
        "spathia, spathi, spathkia",
        "clubs, club, c, ♣, ♧",
    ),
    WordRow(
        "suit",
        "spades",
        "μπαστούνια, μπαστούνι, μπαστούνκια, παστούνια, παστούνκια, μ",
        "mpastounia, bastounia, mpastouni, bastouni, mpastounkia, bastounkia, pastounia",
        "spades, spade, m, ♠, ♤",
    ),
    WordRow(
        "suit",
        "none",
        "χωρίς κόζι, χωρίς κόζια, χωρίς κόζα",
        "xoris kozi, choris kozi, horis kozi, xwris kozi",
        "no trump, no trumps, notrump, nt",
    ),
    WordRow(
        "suit",
        "all",
        "όλα κόζι, όλα κόζια, όλα κόζα",
        "ola kozi, ola kozia, ola koza",
        "all trump, all trumps",
    ),
    WordRow(
        "doubled",
        "2",
        "κλειστό, κλειστά, κόντρα, χ 2",
        "kleisto, klisto, kleista, klista, kontra",
        "contra, doubled, double, closed, x 2, × 2",
    ),
    WordRow(
        "doubled",
        "4",
        "ανοικτό, ανοιχτό, ανοικτά, ανοιχτά, σουρκόντρα, χ 4",
        "anoikto, anoixto, anoihto, anoichto, anikto, anixto, anihto, sourkontra",
        "surcontra, redoubled, redouble, open, x 4, × 4",
    ),
    WordRow(
        "verdict", "made", "βγήκε, εβγήκε, έβγηκε", "vgike, bgike, vghke, evgike, ebgike", "made"
    ),
    WordRow("verdict", "made A", "βγήκαμε, εβγήκαμε", "vgikame, bgikame, vghkame, evgikame", ""),
    WordRow(
        "verdict",
        "made B",
        "βγήκαν, βγήκανε, εβγήκαν, έβγηκαν",
        "vgikan, bgikan, vghkan, vgikane, evgikan",
        "",
    ),
    WordRow(
        "verdict",
        "failed",
        "μέσα, μπήκε μέσα, πήγε μέσα, έμεινε μέσα",
        "mesa, mpike mesa, bike mesa, pige mesa",
        "down, went down",
    ),
    WordRow(
        "verdict",
        "failed A",
        "μπήκαμε μέσα, εμπήκαμε μέσα, πήγαμε μέσα, μείναμε μέσα",
        "mpikame mesa, bikame mesa, pigame mesa",
        "",
    ),
    WordRow(
        "verdict",
        "failed B",
        "μπήκαν μέσα, εμπήκαν μέσα, πήγαν μέσα, έμειναν μέσα",
        "mpikan mesa, bikan mesa, pigan mesa",
        "",
    ),
    WordRow("took", "A", "πήραμε, πιάσαμε, πκιάσαμε", "pirame, phrame, piasame", ""),
    WordRow("took", "B", "πήραν, πιάσαν, έπιασαν, πκιάσαν", "piran, phran, piasan, epiasan", ""),
    WordRow("took", "", "πήρε", "pire, phre", "took"),
    WordRow(
        "points",
        "",
        "πόντοι, πόντους, βαθμοί, βαθμούς",
        "pontoi, ponti, pontous, vathmoi, vathmi, vathmous",
        "points, pts",
    ),
    WordRow(
        "reversed",
        "",
        "ανάποδο, ανάποδο καπό",
        "anapodo, anapodo kapo",
        "reversed, reversed kapo, reversed capot",
    ),
    WordRow("and", "", "και, κι, με, τζιαι, τζαι", "kai, ke, ki, me, tziai, tzai", "and, with"),
    WordRow("pilotta", "", "πιλόττα, πιλότα, μπελότ, π", "pilotta, pilota, mpelot", "belote, p"),
    WordRow("lost", "", "χαμένη", "xameni, hameni, chameni, xamenh", "failed, lost"),
    WordRow("run", "", "σκάλα", "skala", "run"),
    WordRow("of", "", "από, των", "apo, ton, twn", "of"),
    WordRow("to", "", "ως, έως, μέχρι", "os, ws, eos, mexri, mechri, mehri", "to, up to"),
    WordRow("the", "", "τον, την, τη, το", "ton, tin, thn, to", "the"),
    WordRow("top", "J", "βαλές, βαλέ, φάντης, φάντη", "vales, vale, fantis, fanti", "jack, j"),
    WordRow("top", "Q", "ντάμα", "ntama, dama", "queen, q"),
    WordRow("top", "K", "ρήγας, ρήγα, κ", "rigas, riga, rhgas, rhga", "king, k"),
    WordRow("top", "A", "άσος, άσσος, άσο, άσσο, α", "asos, assos, aso, asso", "ace, a"),
    WordRow(
        "in_trumps",
        "",
        "κόζι, κόζια, στο κόζι, στα κόζια",
        "kozi, kozia, sto kozi, sta kozia",
        "trump, trumps, in trumps",
    ),
    WordRow("four", "", "καρέ", "kare", "carre"),
    WordRow("ranks", "A", "άσοι, άσσοι, άσους, άσσους", "asoi, assoi, asi, assi, asous", "aces"),
    WordRow("ranks", "K", "ρηγάδες, ρήγες", "rigades, riges", "kings"),
    WordRow("ranks", "Q", "ντάμες", "ntames, dames", "queens"),
    WordRow("ranks", "10", "δεκάρια", "dekaria", "tens"),
    WordRow("ranks", "9", "εννιάρια, ενιάρια", "enniaria, eniaria", "nines"),
    WordRow("ranks", "J", "βαλέδες, φάντηδες", "valedes, baledes, fantides", "jacks"),
    WordRow("declarations", "", "δηλώσεις", "diloseis, dilosis, dhlwseis", "declarations"),
    WordRow("nobody", "", "κανένας, κανείς", "kanenas, kaneis, kanis", "nobody"),
    WordRow("led", "", "πρώτοι, πρώτη, πρώτος", "protoi, proti, protos", "led"),
    WordRow(
        "missing", "", "πόντος, πόντος που λείπει", "pontos, pontos pou leipei", "missing point"
    ),
)
_NUMBERS: Final = (
    WordRow("number", "0", "μηδέν", "miden, mhden", "zero"),
    WordRow("number", "1", "ένα, έναν, μία, μια", "ena, enan, mia", "one"),
    WordRow("number", "2", "δύο, δυο, δκυο", "dyo, duo, dio, dkyo", "two"),
    WordRow("number", "3", "τρία, τρεις, τρις", "tria, tris, treis", "three"),
    WordRow(
        "number",
        "4",
        "τέσσερα, τέσσερις, τέσσερεις, τέσερα, τέσερις, τέσερεις, τέσσαρα",
        "tessera, tesera, tesseris",
        "four",
    ),
    WordRow("number", "5", "πέντε", "pente, pende", "five"),
    WordRow("number", "6", "έξι, έξη", "exi, eksi", "six"),
    WordRow("number", "7", "επτά, εφτά", "epta, efta", "seven"),
    WordRow(
        "number",
        "8",
        "οκτώ, οχτώ, οκτό, οχτό",
        "okto, oktw, oxto, oxtw, ohto, ochto",
        "eight, eigth",
    ),
    WordRow("number", "9", "εννέα, εννιά, ενιά, ενέα", "ennea, enea, ennia, enia", "nine"),
    WordRow("number", "10", "δέκα", "deka", "ten"),
    WordRow("number", "11", "έντεκα, ένδεκα", "enteka, endeka", "eleven"),
    WordRow("number", "12", "δώδεκα, δόδεκα", "dodeka, dwdeka", "twelve"),
    WordRow("number", "13", "δεκατρία, δεκατρείς", "dekatria, dekatris, dekatreis", "thirteen"),
    WordRow(
        "number",
        "14",
        "δεκατέσσερα, δεκατέσσερις, δεκατέσσερεις, δεκατέσερα",
        "dekatessera, dekatesera, dekatesseris",
        "fourteen",
    ),
    WordRow("number", "15", "δεκαπέντε", "dekapente, dekapende", "fifteen"),
    WordRow(
        "number",
        "16",
        "δεκαέξι, δεκάξι, δεκαέξη, δεκάξη",
        "dekaexi, dekaeksi, dekaxi, dekaksi",
        "sixteen",
    ),
    WordRow("number", "17", "δεκαεπτά, δεκαεφτά", "dekaepta, dekaefta", "seventeen"),
    WordRow(
        "number",
        "18",
        "δεκαοκτώ, δεκαοχτώ, δεκαοκτό, δεκαοχτό",
        "dekaokto, dekaoktw, dekaoxto, dekaohto, dekaochto",
        "eighteen",
    ),
    WordRow(
        "number",
        "19",
        "δεκαεννέα, δεκαεννιά, δεκαενιά, δεκαενέα",
        "dekaennea, dekaenea, dekaennia, dekaenia",
        "nineteen",
    ),
    WordRow("number", "20", "είκοσι, ίκοσι, είκωσι", "eikosi, ikosi", "twenty"),
    WordRow("number", "30", "τριάντα", "trianta, trianda", "thirty"),
    WordRow("number", "40", "σαράντα, σεράντα", "saranta, saranda", "forty, fourty"),
    WordRow(
        "number", "50", "πενήντα, πενίντα, πεννήντα, πεννίντα", "peninta, peninda, penhnta", "fifty"
    ),
    WordRow("number", "60", "εξήντα, εξίντα", "exinta, eksinta, exinda, eksinda, exhnta", "sixty"),
    WordRow(
        "number",
        "70",
        "εβδομήντα, εφτομήντα, εβδομίντα, εφδομήντα, ευδομήντα",
        "evdominta, ebdominta, evdominda, evdomhnta, ebdomhnta",
        "seventy",
    ),
    WordRow(
        "number",
        "80",
        "ογδόντα, ογδοήντα, ογδώντα, ογδοίντα",
        "ogdonta, ogdonda, ogdointa",
        "eighty, eigthy",
    ),
    WordRow(
        "number",
        "90",
        "ενενήντα, νενήντα, ενενίντα, νενίντα",
        "eneninta, eneninda, enenhnta, neninta",
        "ninety, ninty",
    ),
    WordRow("number", "100", "εκατό, εκατόν, εκατώ, κατό, κατόν", "ekato, ekaton", "hundred"),
    WordRow(
        "number", "200", "διακόσια, διακόσιοι, διακόσιους, δκιακόσια", "diakosia, diakosioi", ""
    ),
    WordRow(
        "number",
        "300",
        "τριακόσια, τρακόσια, τριακόσιοι, τριακόσιους",
        "triakosia, trakosia, triakosioi",
        "",
    ),
    WordRow("number", "400", "τετρακόσια, τετρακόσιοι, τετρακόσιους", "tetrakosia", ""),
    WordRow("number", "500", "πεντακόσια, πεντακόσιοι, πεντακόσιους", "pentakosia", ""),
    WordRow("number", "600", "εξακόσια, εξακόσιοι, εξακόσιους", "exakosia, eksakosia", ""),
    WordRow("number", "700", "επτακόσια, εφτακόσια, επτακόσιοι", "eptakosia, eftakosia", ""),
    WordRow(
        "number", "800", "οκτακόσια, οχτακόσια, οκτακόσιοι", "oktakosia, oxtakosia, ohtakosia", ""
    ),
    WordRow(
        "number",
        "900",
        "εννιακόσια, εννεακόσια, ενιακόσια, εννιακόσιοι",
        "enniakosia, eniakosia, enneakosia",
        "",
    ),
    WordRow("number", "1000", "χίλια, χίλιοι, χίλιους", "xilia, hilia, chilia", "thousand"),
)
LINE_WORDS: Final[tuple[WordRow, ...]] = (*_PARTS, *_NUMBERS)
"""Every word that a line may have, besides numbers in digits."""
