"""A grammar of lists as people paste them, with the meaning of each line."""

from dataclasses import dataclass

from tests.services.tournaments.ordinary_lists import Chance

COUNT = 1000

_ALL_NAMES = (
    "Άννα|Ελένη|Μαρία Παππά|Γιώργος Σάββα|Χρυστάλλα|Νίκος Κ.|Ζωή Αντωνίου|Λευτέρης|Petros Ioannou|"
    "Sofia|Πόλυς Νεοφύτου|Κώστας|Μιχάλης Θεοδούλου|Άντρη|Despo Zenonos|Βάσος"
)
NAMES = _ALL_NAMES.split("|")


@dataclass(frozen=True)
class Line:
    """A line, and the pair that it names; none where it names no pair, or has to be asked about."""

    text: str
    pair: tuple[str, str] | None = None
    number: str = ""
    note: str = ""

    @property
    def is_frame(self):
        """Does it say how the others are to be read?"""
        return self.text == "sep=;" or self.text.endswith("Club")


def _two(chance):
    one = other = chance.one_of(NAMES)
    while one == other:
        other = chance.one_of(NAMES)
    return one, other


BETWEEN = (
    *(" με ", " μαζί με ", " kai ", " me ", " ΜΕ ", " mazi me ", " και ", ", ", " & "),
    *(f" {dash} " for dash in "‐−‒―‑-–—"),
    *"−‒―–—",
    *("   ", "     ", " \u00a0 ", "\t", " ; "),
)
NUMBERS = (
    "Ομάδα {}, ", "Pair {}: ", "{}η: ", "{}ος ", "No {} ", "No. {} ", "Αρ. {}: ", "Ζευγάρι {} - ",
    "Team {}\t", "#{} ", "{}. ", "ΖΕΥΓΑΡΙ {}) ", "Couple {}. ",
)  # fmt: skip
BULLETS = ("•\t", "o\t", "*\t", "-\t", "▪\t", "\t", "§\t", "\uf0b7\t", "● ", "⁃ ")
AROUND = ("*{}*", "_{}_", "~{}~", "*_{}_*", "_~{}~_")
ENDS = (
    " 55%",
    " 55,3 %",
    " €20",
    " 20€",
    " 20 ευρώ",
    ", 20",
    "; 62.5%",
    "\t€10,50",
    ", 7",
    " - €5",
    " 20",
)
"""Texts that may stand behind two names but are neither name."""
CHATS = (
    "12 Οκτ 2023, 21:15 - Άντρη: ", "Oct 12, 2023, 9:15 PM - Antri: ",
    "[12 Οκτ 2023, 21:15:33] Άντρη: ", "12 Οκτωβρίου 2023, 9:15 μ.μ. - +357 99 123456: ",
    "12. Okt. 2023, 21:15 - Antri: ", "[Oct 12, 2023 at 9:15 PM] Antri: ",
)  # fmt: skip
NO_PAIRS = (
    "Σύνολο;2", "Σύνολο: 41", "Total, 41", "ΣΥΝΟΛΟ\t12\t€240", "Σύνολο ζευγαριών - 41",
    "Total: 12 pairs",
    "Ζευγάρια για την Κυριακή", "Εμείς και φέτος!", "Pairs for Sunday", "Ερχόμαστε κι εμείς",
    "Καλημέρα και καλή επιτυχία!", "Θα παίξω με τον Γιώργο", "Ποιος θέλει να παίξει με μένα;",
    "55%, 45%", "€20;€20", "1;2;3", "12 - 7", "12/10/2023", "20", "1 και 2", "?, ?", "… - …",
    "Μαρία, 20", "Γιώργος; 55%", "Ελένη - ?", "Ελένη & 2", "Κυριακή 12/10, ώρα 18:00",
    "Μαζευτείτε στις 6, αρχίζουμε στις 7", "Είμαστε 12 - λείπουν 2", "👍, 👍", "Ομάδα 3", "Pair 7:",
)  # fmt: skip
ASKED = (
    "{0} και {1}, {2} και {3}", "{0} - {1} / {2} - {3}", "{0} & {1} & {2} & {3}",
    "{0} με {1}, {2} με {3}", "{0} – {1}, {2} – {3}", "{0} και {1} {2} και {3}", "{0}, {0}",
    "{0} και {1}; {2} και {3}", "{0} & {0}",
)  # fmt: skip
TITLES = (
    "Ζευγάρια για την Κυριακή", "Τουρνουά Πιλόττας 2023", "sep=;", "Λίστα", "Τουρνουά;;",
    "ΣΥΛΛΟΓΟΣ ΠΙΛΟΤΤΑΣ;;;", "Κυριακή 12/10/2023",
)  # fmt: skip
HEADINGS = (
    ("Name of player 1", "Name of player 2"), ("ΠΑΙΚΤΗΣ Α", "ΠΑΙΚΤΗΣ Β"),
    ("Παίκτης Α'", "Παίκτης Β'"),
    ("1ος παίκτης", "2ος παίκτης"), ("Όνομα παίκτη 1", "Όνομα παίκτη 2"), ("Player A", "Player B"),
    ("Ονοματεπώνυμο 1", "Ονοματεπώνυμο 2"), ("First player", "Second player"),
    ("Full name", "Name of partner"), ("Όνομα", "Όνομα συμπαίκτη"), ("Player #1", "Player #2"),
)  # fmt: skip
TOTALS = ("Σύνολο{}{}41", "Total{}{}", "{}Σύνολο: 12{}", "{}{}€240")
NUMBER_HEADINGS = ("Α/Α", "α/α", "No.", "A/A", "Αρ. ζευγαριού", "#")


def _joined(chance):
    two = _two(chance)
    return Line(chance.one_of(BETWEEN).join(two), two)


def _numbered(chance):
    two, number = _two(chance), chance.number(1, 60)
    between = chance.one_of((" - ", ", ", " & ", " με "))
    return Line(chance.one_of(NUMBERS).format(number) + between.join(two), two, str(number))


def _with_keycaps(chance):
    two, number = _two(chance), chance.number(1, 60)
    keycaps = "".join(f"{digit}\ufe0f\u20e3" for digit in str(number))
    return Line(f"{keycaps}{chance.one_of((' ', ''))}{' - '.join(two)}", two, str(number))


def _ordinal(chance):
    two, place = _two(chance), chance.number(0, 3)
    number = ("1st", "2nd", "3rd", "4th")[place]
    return Line(f"{number}{chance.one_of((' - ', ': ', ' '))}{' & '.join(two)}", two, number[0])


def _of_columns(chance):
    two, number = _two(chance), str(chance.number(1, 60))
    blank = chance.one_of(("", " "))
    return Line(f"|{blank}" + f"{blank}|{blank}".join((number, *two)) + f"{blank}|", two, number)


def _quoted(chance):
    two = _two(chance)
    return Line(", ".join(f'"{name}"' for name in two), two)


def _bulleted(chance):
    two = _two(chance)
    return Line(chance.one_of(BULLETS) + chance.one_of((" - ", " και ", ", ")).join(two), two)


def _marked(chance):
    two = _two(chance)
    return Line(chance.one_of(AROUND).format(chance.one_of((" - ", " και ")).join(two)), two)


def _ended(chance):
    two, end = _two(chance), chance.one_of(ENDS)
    return Line(
        chance.one_of((" - ", " και ", ", ")).join(two) + end, two, note=end.strip(" ,;-\t")
    )


def _said(chance):
    two = _two(chance)
    return Line(chance.one_of(CHATS) + chance.one_of((" - ", " και ", " με ")).join(two), two)


def _no_pair(chance):
    return Line(chance.one_of(NO_PAIRS))


def _said_idly(chance):
    return Line(chance.one_of(CHATS) + chance.one_of(NO_PAIRS))


def _asked(chance):
    return Line(chance.one_of(ASKED).format(*_two(chance), *_two(chance)))


FORMS = (
    _joined, _joined, _numbered, _with_keycaps, _ordinal, _of_columns, _quoted, _bulleted, _marked,
    _ended, _said, _no_pair, _no_pair, _said_idly, _asked,
)  # fmt: skip


def _by_hand(chance):
    for _ in range(chance.number(3, 14)):
        yield chance.one_of(FORMS)(chance)


def _table(chance):
    """A title or two, the columns' names, rows, and a total."""
    for _ in range(chance.number(0, 2)):
        yield Line(chance.one_of(TITLES))
    cell, number = chance.one_of((";", "\t", ", ")), chance.one_of(("", *NUMBER_HEADINGS))
    yield Line(cell.join(filter(None, (number, *chance.one_of(HEADINGS), "Club"))))
    for place in range(1, chance.number(2, 9)):
        two, club = _two(chance), chance.one_of(("ΑΕΛ", "", "20", "55%", "€20"))
        cells = [*two, club] if not number else [str(place), *two, club]
        yield Line(cell.join(cells), two, str(place) if number else "")
    yield Line(
        chance.one_of(("Σύνολο{}{}41", "Total{}{}", "{}Σύνολο: 12{}", "{}{}€240")).format(
            cell, cell
        )
    )


def pasted_list(place):
    """The lines of the list of this place, the same each time; each pair stands in it once."""
    chance = Chance(f"pasted {place}")
    seen, lines = set(), []
    for line in chance.one_of((_by_hand, _by_hand, _table))(chance):
        if line.pair is None or frozenset(line.pair) not in seen:
            lines.append(line)
        seen.add(frozenset(line.pair or ()))
    return lines
