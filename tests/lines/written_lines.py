"""Hands as tables type them, and how words become a line: blanks, signs, capitals, accents."""

import random
import unicodedata

from tests.lines.document import BEHIND, HYPHENS, LONGEST, SYMBOLS, known_words, phrases, pieces
from tests.lines.document_hand import hand_of
from tests.lines.from_the_document import Lines

_BLANKS = (" ", " ", " ", " ", " ", "  ", "\t", "\u00a0")
_LETTERS = ("αβγδεζηθικλμνξοπρστυφχψω", "abcdefghijklmnopqrstuvwxyz")
_ACUTE = "\u0301"
_OXIA = str.maketrans("άέήίόύώ", "\u1f71\u1f73\u1f75\u1f77\u1f79\u1f7b\u1f7d")
_CHANGES = ("word", "misspelt", "random")
_READ = """
90κ 97 = α 9κ 97
90 κ 97 = α 9κ 97
9 κούπες 97 = α 9κ 97
9 κουπες 97 = α 9κ 97
εννιά κούπες ενενήντα επτά = α 9κ 97
εμείς 9 κούπες 97 = α 9κ 97
Εμείς 9 μπαστούνια 97 = α 9μ 97
εμείς 9 σπαθιά, 97 = α 9σ 97
αυτοί 10 καρά 112 = β 10δ 112
αυτοί 100 μπαστούνια κλειστό 112 πιλόττα = β 10μ κλειστό 112 πιλόττα
τζείνοι 8 σπαθκιά 85 = β 8σ 85
εμεις 8 καρα 90 πιλοττα = α 8δ 90 πιλόττα
8 καρά 90 και πιλόττα = α 8δ 90 πιλόττα
εμεις 12κ 130 = α 12κ 130
emeis 9 koupes 97 = α 9κ 97
9 koupes 97 = α 9κ 97
aftoi 10 spathia 112 = β 10σ 112
autoi 8 kara pirame 80 = β 8δ α 80
us 9 hearts 97 = α 9κ 97
them 100 spades closed 112 pilotta = β 10μ κλειστό 112 πιλόττα
we 8 diamonds 85 = α 8δ 85
us nine hearts ninety-seven = α 9κ 97
πάσο = πάσο
όλοι πάσο = πάσο
9κ 97-65 = α 9κ 97 β 65
9κ 97 - 65 = α 9κ 97 β 65
9κ 97 65 = α 9κ 97 β 65
90κ 97–65 = α 9κ 97 β 65
90κ 97/65 = α 9κ 97 β 65
εμείς 9 κούπες 97-65 = α 9κ 97 β 65
εμείς 9 κούπες 70-92 = α 9κ 70 β 92
εμείς 9 κούπες, 97 - 65, πιλόττα = α 9κ 97 β 65 α πιλόττα
10 μπαστούνια 112-50 πιλόττα = α 10μ 112 β 50 α πιλόττα
εμείς 9 κούπες 81-81 = α 9κ 81 β 81
αυτοί 8 καρά 81-81 = β 8δ 81 α 81
we 9 hearts 97-65 = α 9κ 97 β 65
us 90 hearts 97 65 = α 9κ 97 β 65
εμείς 9 κούπες 97 αυτοί 65 = α 9κ 97 β 65
αυτοί 9 κούπες 97 εμείς 65 = β 9κ 97 α 65
αυτοί 9 κούπες, εμείς 65 = β 9κ α 65
αυτοί 9 κούπες εμείς πήραμε 65 = β 9κ α 65
εμείς 9 κούπες αυτοί πήραν 80 = α 9κ β 80
εμείς 9 κούπες πήραμε 97 = α 9κ 97
αυτοί 9 κούπες πήραν 97 = β 9κ 97
αυτοί 9 κούπες πήραμε 70 = β 9κ α 70
εμείς 9 κούπες πήραν 80 = α 9κ β 80
είπαμε 9 κούπες πήραμε 97 = α 9κ 97
είπαμε 9 κούπες και πήραμε 97 = α 9κ 97
είπαν 10 σπαθιά πήραν 112 = β 10σ 112
είπαν 10 σπαθιά, πήραμε 70 = β 10σ α 70
εμείς είπαμε 9 κούπες, πήραμε 97 = α 9κ 97
αυτοί είπαν 8 καρά, πήραν 85 = β 8δ 85
we bid 9 hearts took 97 = α 9κ 97
we bid 9 hearts and took 97 = α 9κ 97
we bid 90 hearts, took 97, pilotta = α 9κ 97 πιλόττα
they bid 10 spades took 112 = β 10μ 112
they bid 10 spades, we took 70 = β 10μ α 70
eipame 9 koupes pirame 97 = α 9κ 97
eipan 10 spathia piran 112 = β 10σ 112
9 κούπες 97 βγήκε = α 9κ 97
9 κούπες βγήκε με 97 = α 9κ 97
9 κούπες βγήκαμε 97 = α 9κ 97
εμείς 9 κούπες βγήκαμε με 97 = α 9κ 97
εμείς 9 κούπες μέσα με 70 = α 9κ 70
εμείς 9 κούπες 70 μέσα = α 9κ 70
εμείς 9 κούπες μέσα, 70 = α 9κ 70
αυτοί 10 σπαθιά 80 μέσα = β 10σ 80
αυτοί 10 σπαθιά μέσα 80 = β 10σ 80
αυτοί 10 σπαθιά μέσα, πήραμε 82 = β 10σ α 82
αυτοί 10 σπαθιά βγήκαν 112 = β 10σ 112
aftoi 10 spathia mesa 80 = β 10σ 80
emeis 9 koupes vgikame me 97 = α 9κ 97
us 9 hearts 97 made = α 9κ 97
them 9 hearts 70 down = β 9κ 70
αυτοί 9 κούπες 97-65 βγήκαν = β 9κ 97 α 65
αυτοί 9 κούπες 97-65 μέσα = β 9κ α 97 β 65
αυτοί 9 κούπες 65-97 μέσα = β 9κ α 97 β 65
αυτοί 9 κούπες 65-97 βγήκε = β 9κ α 65 β 97
9κ 97 ×2 = α 9κ κλειστό 97
9κ 97 x2 = α 9κ κλειστό 97
9 κούπες 97 κλειστό = α 9κ κλειστό 97
9 κούπες 97-65 κλειστό = α 9κ κλειστό 97 β 65
9 κούπες κόντρα 97 = α 9κ κλειστό 97
αυτοί 10 μπαστούνια 112 πιλόττα κλειστό = β 10μ κλειστό 112 πιλόττα
them 10 spades 112 doubled = β 10μ κλειστό 112
9 κούπες 97 ανοικτό = α 9κ ανοικτό 97
9κ 97 πιλόττα = α 9κ 97 πιλόττα
9κ 97 πιλόττα εμείς = α 9κ 97 α πιλόττα
9κ 97 πιλόττα αυτοί = α 9κ 97 β πιλόττα
9κ 97 σκάλα 3 αυτοί = α 9κ 97 β σκάλα 3
9κ 97 αυτοί σκάλα 3 = α 9κ 97 β σκάλα 3
9κ 97 σκάλα 3 = α 9κ 97 σκάλα 3
9κ 97 σκάλα τρία ως τον άσο = α 9κ 97 σκάλα 3 ως τον άσο
9κ 97 πιλόττα, αυτοί σκάλα 3 = α 9κ 97 πιλόττα, β σκάλα 3
9κ 97 πιλόττα και αυτοί σκάλα 3 = α 9κ 97 πιλόττα, β σκάλα 3
9κ 97 πιλόττα αυτοί, σκάλα 3 εμείς = α 9κ 97 β πιλόττα α σκάλα 3
9κ 97 4 ρηγάδες = α 9κ 97 4 ρηγάδες
9κ 97 τέσσερις ρηγάδες = α 9κ 97 4 ρηγάδες
9κ 97 four kings = α 9κ 97 4 ρηγάδες
9κ 97 καρέ άσσοι αυτοί = α 9κ 97 β 4 άσοι
9h 97 run 3 them = α 9κ 97 β run 3
9h 97 run 4 to the king us = α 9κ 97 α run 4 to king
καπό κούπες καπό = α καπό κ καπό
9 κούπες καπό = α 9κ καπό
αυτοί 9 κούπες καπό = β 9κ καπό
αυτοί 9 κούπες ανάποδο = β 9κ ανάποδο
εμείς 9 κούπες ανάποδο καπό = α 9κ ανάποδο
9 κούπες 97 πόντους = α 9κ 97
9 στις κούπες 97 = α 9κ 97
9 in hearts 97 = α 9κ 97
ογδοντα κουπες ογδονταπεντε = α 8κ 85
εννια καρα εκατον δωδεκα = α 9δ 112
οχτω σπαθκια ογδονταεφτα = α 8σ 87
90κ 97. = α 9κ 97
90Κ 97 = α 9κ 97
90 ΚΟΥΠΕΣ 97 ΠΙΛΟΤΤΑ = α 9κ 97 πιλόττα
90♥ 97 = α 9κ 97
ενενίντα κούπες εκατό δύο = α 9κ 102
ογδώντα καρά εξίντα = α 8δ 60
120 κούπες 125 πιλότα = α 12κ 125 πιλόττα
εκατόν είκοσι κούπες εκατόν τριάντα = α 12κ 130
Μαρία 9 κούπες 97 = α 9κ 97
Ελένη 10 σπαθιά 112 = β 10σ 112
Μαρία 9κ 97 πιλόττα Ελένη = α 9κ 97 β πιλόττα
ο Γιώργος είπε 9 κούπες, 97 = α 9κ 97
"""
ORDINARY_LINES = [row.split(" = ") for row in _READ.strip().splitlines()]
_COMMON = """
97 εννιά = «εννιά»: δύο αριθμοί κολλητά. Βάλε ανάμεσα κόμμα ή κόζι.
κλειστό 9 κούπες 97 = «κλειστό»: πρώτα το μίλημα, π.χ. 9κ.
κούπες 9 97 = «κούπες»: πρώτα το μίλημα, π.χ. 9κ.
9 97 κούπες = «κούπες»: δεν ταιριάζει εδώ.
10 μαύρα 112 = «μαύρα»: άγνωστη λέξη.
αυτοί 9κ 97 καρέ του άσσου = «του»: δεν ταιριάζει εδώ.
αυτοί 9 κούπες 97-65 = «97-65»: τίνος είναι ο πρώτος αριθμός; Γράψε π.χ. αυτοί 97.
9s 97 = «s»: σπαθιά ή μπαστούνια; Γράψε σ ή μ.
εννενηντα κούπες 97 = «εννενηντα»: μήπως 90;
"""
COMMON_AND_ASKED = [row.split(" = ") for row in _COMMON.strip().splitlines()]
"""As common as those that are read; none is read as another hand."""
_DOUBTFUL = """
9 μ 97 δηλώσεις αυτοί = «δηλώσεις»: ποιες; Γράψε π.χ. αυτοί σκάλα 3.
9 μ 97 πιλόττα αυτοί σκάλα 3 = «αυτοί»: για το πριν ή για το μετά; Βάλε κόμμα.
9 μ 97 σκάλα 3, πιλόττα αυτοί = «σκάλα»: τίνος; Εμείς ή αυτοί;
9 μ 97 πιλόττα, αυτοί, σκάλα 3 = «αυτοί»: για το πριν ή για το μετά; Βάλε κόμμα.
9 μ 97 εμείς πιλόττα σκάλα 3 = «σκάλα»: τίνος; Εμείς ή αυτοί;
αυτοί 10 σπαθιά 112 50 = «112»: τίνος είναι ο πρώτος αριθμός; Γράψε π.χ. αυτοί 97.
9κ 97-60 = «97-60»: οι πόντοι των δύο δεν κάνουν 162.
9κ 97 μέσα = «μέσα»: δεν ταιριάζει με τους πόντους. Τίνος είναι;
9κ 70 βγήκε = «βγήκε»: δεν ταιριάζει με τους πόντους. Τίνος είναι;
9κ μέσα = Λείπουν οι πόντοι.
9κ πήραν 97 = «πήραν»: τίνος είναι το μίλημα; Γράψε πρώτα εμείς ή αυτοί.
9κ βγήκαν 97 = «βγήκαν»: τίνος είναι το μίλημα; Γράψε πρώτα εμείς ή αυτοί.
είπε 9κ 97 = «είπε»: τίνος είναι το μίλημα; Γράψε πρώτα εμείς ή αυτοί.
9κ 97 αυτοί = «αυτοί»: και τι; Γράψε π.χ. εμείς 97.
9 κουπς 97 = «κουπς»: μήπως κούπες;
κ 97 = Λείπει το μίλημα, π.χ. 9 ή 90.
εννιά ενενήντα επτά = «ενενήντα»: δύο αριθμοί κολλητά. Βάλε ανάμεσα κόμμα ή κόζι.
us 9h 70 failed = «failed»: η πιλόττα ή το μίλημα; Γράψε χαμένη πιλόττα ή μέσα.
9κ 97 σκάλα = Πόσα χαρτιά έχει η σκάλα; Από 3 ως 8.
Νίκος 9κ 97 = «Νίκος»: το όνομα είναι και στις δύο ομάδες. Γράψε εμείς ή αυτοί.
50κ 97 = «50»: δεν είναι μίλημα. Από 8 ως 40 ή από 80 ως 400.
9κ 97 πιλόττα 20 = «20»: δεν ταιριάζει εδώ.
"""
ASKED_LINES = [*COMMON_AND_ASKED, *(row.split(" = ") for row in _DOUBTFUL.strip().splitlines())]


def lines(seed, count):
    """So many: each the words as they stand, what stands before each and at the end, the hand."""
    chance = random.Random(seed)
    while count:
        told = Lines(chance)
        told.line()
        words = [_spelt(chance, word.text) for word in told.words]
        joins = [
            _join(chance, *pair, told.words[at].hangs) for at, pair in enumerate(_pairs(words))
        ]
        end = chance.choice(("", "", "", "", ".", "!", " ", ";. "))
        if len(_text(words, joins, end)) <= LONGEST:
            count -= 1
            yield words, joins, end, hand_of(tuple(told.facts))


def text(line):
    """The line as it is typed."""
    words, joins, end, _ = line
    return _text(words, joins, end)


def changed(seed, line):
    """The line with one of its words changed: how, the new word, the line."""
    chance = random.Random(seed)
    words, joins, end, _ = line
    at = chance.randrange(len(words))
    how = chance.choice(_CHANGES)
    new = words[at]
    while new == words[at]:
        new = {"word": _other_word, "misspelt": _misspelt, "random": _random_word}[how](
            chance, words[at]
        )
    words = [*words[:at], new, *words[at + 1 :]]
    joins = [
        " " if not join and before and _kind(before[-1]) == _kind(word[0]) else join
        for join, (before, word) in zip(joins, _pairs(words), strict=True)
    ]
    return how, new, _text(words, joins, end)


def is_known(word):
    """Is every piece of it a number in digits or somewhere in the grammar?"""
    return all(
        piece.text.isdecimal() or piece.text in known_words() for piece in pieces(word) or ()
    )


def _text(words, joins, end):
    return "".join(join + word for join, word in zip(joins, words, strict=True)) + end


def _pairs(words):
    return zip(["", *words], words, strict=False)


def _kind(character):
    return "digit" if character in "0123456789" else "sign" if character in SYMBOLS else "letter"


def _join(chance, before, word, hangs):
    if not before:
        return chance.choice(("", "", "", " "))
    blanks = chance.choice(_BLANKS)
    kinds = _kind(before[-1]), _kind(word[0])
    digits = kinds == ("digit", "digit")
    if hangs == "tight":
        return "" if kinds[0] != kinds[1] and chance.random() < 0.2 else blanks
    if hangs == "number":
        return blanks if chance.random() < 0.7 else chance.choice(HYPHENS)
    if hangs == "sign":
        glued = not digits and chance.random() < 0.3
        return chance.choice(BEHIND + "/+") if glued else chance.choice(BEHIND) + blanks
    odds = chance.random()
    if odds < 0.3 and (kinds[0] != kinds[1] or kinds[0] == "sign"):
        return ""
    if odds < 0.4 and not digits:
        return chance.choice(BEHIND + "/+" + HYPHENS)
    return chance.choice((",", chance.choice(BEHIND), "..")) + blanks if odds > 0.9 else blanks


def _spelt(chance, word):
    """The word with or without accents, in small letters or capitals."""
    if word in "♥♦♣♠❤" and chance.random() < 0.3:
        return word + "\ufe0f"
    word = chance.choice((str, str, str, str.upper, str.title))(word)
    how = chance.randrange(8)
    if how < 2:
        word = "".join(
            c for c in unicodedata.normalize("NFD", word) if unicodedata.category(c) != "Mn"
        )
    elif how == 2:
        word = unicodedata.normalize("NFD", word)
    elif how == 3:
        word = word.translate(_OXIA)
    elif how == 4 and word.isalpha():
        at = chance.randint(1, len(word))
        word = word[:at] + _ACUTE + word[at:]
    return word


def _other_word(chance, word):
    if chance.random() < 0.25:
        return str(chance.choice((chance.randint(0, 10), chance.randint(0, 1001))))
    return chance.choice(chance.choice(phrases()).words)


def _misspelt(chance, word):
    letters = list(word)
    at = chance.randrange(len(letters))
    how = chance.randrange(4)
    another = chance.choice("0123456789" if word.isdigit() else chance.choice(_LETTERS))
    if how == 0 and len(letters) > 1:
        del letters[at]
    elif how == 1 and at:
        letters[at - 1], letters[at] = letters[at], letters[at - 1]
    elif how == 2:
        letters.insert(at, another)
    else:
        letters[at] = another
    return "".join(letters)


def _random_word(chance, _):
    letters = chance.choice(_LETTERS)
    return "".join(chance.choice(letters) for _ in range(chance.randint(1, 8)))
