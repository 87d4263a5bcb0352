"""Lists of pairs that an earlier reader read right, and digests of what it read."""

import hashlib
import json
import random
from pathlib import Path

from scorekeeper.tournament.pair_names import sounding_names
from scorekeeper.tournament.pasted_list import read_pairs, read_rows

KEPT = Path(__file__).parents[1] / "data" / "ordinary_lists.json"
COUNT = 200
_FIRST_NAMES = (
    "Μαρία Γιώργος Ελένη Ανδρέας Χρυστάλλα Παναγιώτης Άντρη Κώστας Νίκη Λευτέρης Σωτήρης Ζωή "
    "Maria Giorgos Eleni Andreas Anna Petros Sofia Nikos Ειρήνη Μιχάλης Άννα-Μαρία Πόλυς"
)
FIRST = _FIRST_NAMES.split()
_LAST_NAMES = (
    "Παπαδοπούλου Χατζηγεωργίου Νεοφύτου Κ. Χαραλάμπους Ιωάννου Παππά Αντωνίου Σ. Neofytou "
    "Charalambous Ioannou Κυριάκου Θεοδούλου Hadjigeorgiou"
)
LAST = _LAST_NAMES.split()
CLUBS = ("ΑΕΛ", "ΑΠΟΕΛ", "Λάρνακα", "Καφενείο Ο Στάθμος", "AEL", "Απόλλων Λεμεσού")
BETWEEN = (
    ", ", "; ", ",", ";", "\t", " – ", " - ", " — ", "/", " / ", " & ", "&", " + ", " και ", " κι ",
    " κ ", " and ", " ΚΑΙ ", "–",
)  # fmt: skip
BETWEEN_CELLS = (", ", ",", ";", "; ", "\t")
NUMBERS = (
    "{}. ",
    "{}) ",
    "{}- ",
    "({}) ",
    "#{} ",
    "{} ",
    "• ",
    "- ",
    "* ",
    "✅ ",
    "{}\ufe0f\u20e3 ",
)
ENDS = (
    " 99 123456",
    " 99123456",
    " 🙂",
    " (τηλ. 99 654321)",
    " +357 99 123456",
    " ❤️",
    " 97-112233 👍",
)
CHATS = (
    "12/10/2023, 21:{:02} - Άντρη Π.: ",
    "12/10/23, 9:{:02} μ.μ. - +357 99 123456: ",
    "[12/10/2023, 21:{:02}:33] Άντρη: ",
    "[ 8 Οκτωβρίου 2018 5:{:02} μ.μ. ] Νίκος: ",
)
HEADINGS = (
    "Παίκτης 1{0}Παίκτης 2{0}Σύλλογος",
    "Player 1{0}Player 2{0}Club",
    "Όνομα{0}Συμπαίκτης{0}Σύλλογος",
    "ΠΑΙΚΤΗΣ 1{0}ΠΑΙΚΤΗΣ 2{0}ΣΥΛΛΟΓΟΣ",
)


class Chance:
    """Choices that follow from a word."""

    def __init__(self, word):
        self._random = random.Random(word).random  # all that Python promises to keep

    def one_of(self, things):
        return things[int(self._random() * len(things))]

    def number(self, first, last):
        return first + int(self._random() * (last - first + 1))

    def is_so(self, share):
        return self._random() < share


def _name(chance):
    first = chance.one_of(FIRST)
    return f"{first} {chance.one_of(LAST)}" if chance.is_so(0.7) else first


def _two(chance):
    """Two who are called otherwise, in whatever letters."""
    one = other = _name(chance)
    while sounding_names([one]) & sounding_names([other]):
        other = _name(chance)
    return one, other


def _line(chance, between, cells):
    line = between.join(_two(chance))
    if cells and chance.is_so(0.4):
        line += f"{cells}{chance.one_of(CLUBS)}"
        if chance.is_so(0.3):
            line += f"{cells}{chance.number(1, 40)}{cells}{chance.one_of(('x', ''))}"
    return line


def _typed(chance):
    """A list by hand, each line in the list's one manner, or each as it comes."""
    one = chance.one_of(BETWEEN)
    number, end = chance.one_of(("", "", *NUMBERS)), chance.one_of(("", "", "", *ENDS))
    is_mixed = chance.is_so(0.3)
    for place in range(1, chance.number(2, 12)):
        between = chance.one_of(BETWEEN) if is_mixed else one
        cells = between if between in BETWEEN_CELLS else chance.one_of((", ", ""))
        shown = min(place, 9) if "\u20e3" in number else place
        yield number.format(shown) + _line(chance, between, cells) + end


def _chat(chance):
    before = chance.one_of(CHATS)
    for place in range(1, chance.number(2, 8)):
        yield before.format(place) + _line(chance, chance.one_of((" και ", " - ", ", ")), "")


def _table(chance):
    cell = chance.one_of((";", ",", "\t"))
    number = chance.one_of(("", "Α/Α", "No", "#"))
    yield (f"{number}{cell}" if number else "") + chance.one_of(HEADINGS).format(cell)
    for place in range(1, chance.number(2, 12)):
        cells = [*_two(chance), chance.one_of((*CLUBS, ""))]
        yield cell.join([str(place), *cells] if number else cells)


def ordinary_list(place):
    """The list of this place, the same each time."""
    chance = Chance(f"ordinary {place}")
    return "\n".join(chance.one_of((_typed, _typed, _chat, _table))(chance))


def reading(text):
    """All that a reader said of a list, without what it asks since."""
    rows, columns, is_cut = read_rows(text)
    pasted = read_pairs(text)
    told = [
        [row.line, row.text, row.number, row.players, row.club, row.seeding, row.paid, row.note,
         row.more, row.is_chat]
        for row in rows
    ]  # fmt: skip
    return [told, columns, is_cut, [pair.fields() for pair in pasted.pairs], pasted.bad]


def digest(text):
    """A short name of the list and its reading."""
    told = json.dumps([text, reading(text)], ensure_ascii=True)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def main():
    """Write what this reader reads."""
    KEPT.write_text(json.dumps([digest(ordinary_list(place)) for place in range(COUNT)], indent=0))


if __name__ == "__main__":
    main()
