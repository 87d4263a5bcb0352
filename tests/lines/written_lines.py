"""How words become a line: blanks, signs, capitals, accents; and the line with a word changed."""

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
