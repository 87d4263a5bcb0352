"""A round to print: its tables, with names of every kind."""

from datetime import date

from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.tables import RoundPaper, TableSheet
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import PRESETS

HEAD = TournamentHead("Παγκύπριο Τουρνουά Πιλόττας", date(2026, 11, 22), "Ὁ Πλάτανος")
ROUND = RoundPaper(HEAD, PRESETS["cafe"], round="3")
LONG = "Παπαχριστοδουλοπουλάκης-Κωνσταντινίδης Α"
NAMES = ("Μαρία Χατζηγεωργίου", "Γιώργος", "Ἀθηνᾶ Ελένη", "O'Brien «Τζων»", LONG)


def a_table(number: int, link: str = "", names: tuple[str, ...] = NAMES) -> TableSheet:
    """The table with that number: pairs 2n-1 and 2n, each round another dealer."""
    a, b, c, d = (names[(number + seat) % len(names)] for seat in range(4))
    return TableSheet(
        str(number),
        BySide(PairNames(str(2 * number - 1), (a, b), "Αετοί"), PairNames(str(2 * number), (c, d))),
        SEATS[number % 4],
        link,
    )


def some_tables(count: int, names: tuple[str, ...] = NAMES) -> tuple[TableSheet, ...]:
    """So many tables, in order, with a scorer's link each."""
    links = (f"https://example.org/m/{number}/pencil#{'s' * 43}" for number in range(count))
    return tuple(a_table(number, link, names) for number, link in enumerate(links, 1))
