"""An evening at the café and a round of tables to print, with names of every kind."""

from datetime import date, datetime
from typing import Any

from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.tables import RoundPaper, TableSheet
from scorekeeper.rules.match import Match
from scorekeeper.rules.match_file import read_match
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.rules.presets import PRESETS

PRINTED_AT = datetime(2026, 11, 22, 18, 42)
PASSED_OUT = {"passed_out": True}
Json = dict[str, Any]
HEAD = TournamentHead("Παγκύπριο Τουρνουά Πιλόττας", date(2026, 11, 22), "Ὁ Πλάτανος")
ROUND = RoundPaper(HEAD, PRESETS["cafe"], round="3")
LONG = "Παπαχριστοδουλοπουλάκης-Κωνσταντινίδης Α"
NAMES = ("Μαρία Χατζηγεωργίου", "Γιώργος", "Ἀθηνᾶ Ελένη", "O'Brien «Τζων»", LONG)


def hand(bidder: str, bid: int | str, trump: str, points: int | None = None, **rest: Any) -> Json:
    """A hand of a match file; `points` are side A's."""
    told = {} if points is None else {"points": {"A": points}}
    return {"bidder": bidder, "bid": bid, "trump": trump, **told, **rest}


EVENING = [
    hand("A", 90, "hearts", 97),
    hand("B", 100, "spades", 74, declarations={"A": ["run4"]}),
    hand("A", 80, "clubs", 97, doubled=4),
    hand("B", 110, "hearts", 41, pilotta="B"),
    hand("A", 90, "diamonds", kapo="A"),
    hand("B", 80, "clubs", 66, declarations={"B": ["run3"]}),
    hand("A", 100, "spades", 86, pilotta="B"),
    hand("A", 90, "hearts", 106),
    hand("B", 120, "diamonds", 31, declarations={"B": ["four:K"]}),
    hand("A", 80, "spades", 76, pilotta="A"),
    hand("B", 90, "clubs", 101, doubled=2),
    hand("A", 130, "hearts", 128, declarations={"A": ["run3"]}),
    hand("A", 80, "diamonds", 101),
]


# As a person would write it: declarations, points, hand, total; the bid; the other side mirrored.
WRITTEN = """
   |  97 | 19 |  19 | ‹ 9 ♥         |   6 |  6 |  65 |
50 |  74 | 31 |  50 | ~10 ♠~ ›      |   6 |  – |  88 |
   |  97 | 48 |  98 | ‹ 8 ♣ ×4      |   6 |  – |  65 |
   |  41 |  4 | 102 | 11 ♥ ›        |  31 | 25 | 121 | P
   | 250 | 34 | 136 | ‹ 9 ♦ kapo    |  31 |  – |   0 |
   |  66 |  6 | 142 | 8 ♣ ›         |  51 | 20 |  96 | 20
   |  86 |  – | 142 | ‹ ~10 ♠~      |  79 | 28 |  76 | P
   | 106 | 20 | 162 | ‹ 9 ♥         |  84 |  5 |  56 |
   |  31 |  3 | 165 | 12 ♦ ›        | 119 | 35 | 131 | 100
P  |  76 | 17 | 182 | ‹ 8 ♠         | 128 |  9 |  86 |
   | 101 | 34 | 216 | ~9 ♣ ×2~ ›    | 128 |  – |  61 |
20 | 128 | 28 | 244 | ‹ 13 ♥        | 131 |  3 |  34 |
   | 101 | 18 | 262 | ‹ 8 ♦         | 137 |  6 |  61 |
"""


def match(hands: list[Json], **head: Any) -> Match:
    """The match of a tournament's table 14, or of whatever `head` says."""
    data = {
        "format": 1,
        "sides": {
            "A": {"name": "Αετοί", "players": ["Μαρία Χριστοδούλου", "Γιώργος Ιωάννου"]},
            "B": {"name": "Λιοντάρια", "players": ["Ελένη Παπαδοπούλου", "Ανδρέας Γεωργίου"]},
        },
        "rules": "cafe",
        "first_dealer": "B2",
        "started": "2026-11-22T18:00:00+02:00",
        "place": "Καφενείο Ο Πλάτανος, Λευκωσία",
        "event": "Τουρνουά Πιλόττας «Ο Πλάτανος»",
        "round": "3",
        "table": "14",
        "numbers": {"A": "7", "B": "23"},
        "hands": hands,
        **head,
    }
    read, problems = read_match(data)
    assert read is not None, problems
    return read


def many(count: int) -> list[Json]:
    """That many hands, the evening over and over."""
    return [EVENING[number % len(EVENING)] for number in range(count)]


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
