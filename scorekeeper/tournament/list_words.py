"""Words of a pasted list, and its rows as understood or mended. Pure."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, Self, get_args

from scorekeeper.tournament.pair_names import plain

COLUMNS: Final[tuple[str, ...]] = ("player1", "player2", "club", "seeding", "paid")
"""The columns of a list that names none."""
_HEADINGS: Final[Mapping[str, str]] = {
    "number": "#|No|No.|Number|Pair|Pair number|Α/Α|A/A|Αρ.|Αριθμός|Αρ. ζευγαριού|Ζευγάρι",
    "club": "Club|Σύλλογος",
    "seeding": "Seed|Seeding|Σειρά",
    "paid": "Paid|Πλήρωσε",
    "note": "Note|Phone|Tel|Σημείωση|Τηλέφωνο|Τηλ.",
}
"""The names of columns, in any case, with or without accents."""
_PLAYER_WORDS: Final = (
    "player name players names παίκτης παίκτη παίκτρια παίκτες παίχτης παίχτη όνομα ονόματα "
    "ονοματεπώνυμο"
)
_PARTNER_WORDS: Final = "partner συμπαίκτης συμπαίκτη συμπαίκτρια"
_FIRST_WORDS: Final = "1 a α 1ος first πρώτος"
_SECOND_WORDS: Final = "2 b β 2ος second δεύτερος"
_FILLING_WORDS: Final = "of the full του της"
_NUMBER_WORDS: Final = "no nr num number pair team couple νο αρ αριθμός ομάδα ζευγάρι ζεύγος ζευγ"
"""The words that a number may have before it."""
_PAID_WORDS: Final = "πλήρωσε πλήρωσαν πληρώσαν πληρώσανε πληρώσαμε πληρωμένο πληρωμένοι paid"
_NEGATIONS: Final = "δεν δε εν όχι ούτε not no never hasn haven isn aren hasnt havent half"
_DEBT_WORDS: Final = (
    "πληρώνω πληρώνει πληρώνουμε πληρώνουν πληρώσω πληρώσει πληρώσουμε πληρώσουν πλήρωσα "
    "πληρωμένη πληρωμένος πληρωμή χρωστά χρωστάει χρωστώ χρωστάμε χρωστούν χρωστάνε οφείλει "
    "οφείλουν pay pays paying payment owes owe owing unpaid plirose plirosan xrosta xrostane hrosta"
)
"""Words of money, beside “paid”: no club's name has one."""
_REMARK_WORDS: Final = (
    "μισά δεν θα ναι όχι έρχεται έρχονται αργήσει αργήσουν αργά φεύγει φεύγουν ψάχνει "
    "ψάχνουν μόνο ίσως χορτοφάγος χορτοφάγοι χορτοφάγες will late maybe not yes vegetarian "
    "vegetarians vegan"
)
"""Words of coming and food. A club may be called so, where a heading says that it is one."""
_TOTAL_WORDS: Final = "σύνολο συνολικά total totals sum"
_SENTENCE_WORDS: Final = (
    "για την τον το τη στην στον στο στη στις στους στα σε των και κι "
    "εγώ εμένα μένα εμείς εμάς μας εσείς εσάς σας όλοι όλους όλες ποιος ποια ποιοι που πότε "
    "θα να δεν μην ναι όχι οκ είμαι είσαι είναι είμαστε έχω έχει έχουμε θέλω θέλει θέλουμε "
    "έρχομαι έρχεται ερχόμαστε έρχονται παίζω παίζει παίζουμε παίζουν παίξω παίξει παίξουμε "
    "λείπω λείπει λείπουμε λείπουν αρχίζει αρχίζουμε μαζευτείτε ώρα σήμερα αύριο απόψε φέτος "
    "πέρσι καλημέρα καλησπέρα καλησπέρες ευχαριστώ παρακαλώ γεια ζευγάρια παίκτες τουρνουά "
    "λίστα συμμετοχές ατομικό ατομικά κύπελλο πρωτάθλημα "
    "for we us our you your the at on in this is are with to who when and call today tomorrow "
    "tonight hello thanks please pairs players tournament list play plays playing come comes "
    "coming yes ok not everyone everybody"
)
"""The words of which a name has none. Days that are names, as Κυριακή, are not among them."""


def _words(text: str) -> frozenset[str]:
    return frozenset(map(plain, text.split()))


_PLAIN_HEADINGS: Final = {
    plain(name): column for column, names in _HEADINGS.items() for name in names.split("|")
}
_NUMBERS, _TOTALS = _words(_NUMBER_WORDS), _words(_TOTAL_WORDS)
_PAID, _NOT = _words(_PAID_WORDS), _words(_NEGATIONS)
_DEBTS: Final = _PAID | _words(_DEBT_WORDS)
_REMARKS: Final = _DEBTS | _words(_REMARK_WORDS)
_SENTENCES: Final = _words(_SENTENCE_WORDS)
_PLAYERS, _PARTNERS = _words(_PLAYER_WORDS), _words(_PARTNER_WORDS)
_FIRSTS, _SECONDS, _FILLING = map(_words, (_FIRST_WORDS, _SECOND_WORDS, _FILLING_WORDS))

_MOST_WORDS: Final = 5
"""A name has no more."""
_REMARK_MARKS: Final = re.compile(r"[!?…]")
_NO_NAME: Final = re.compile(r"[!?:<>…]")
"""The characters that no name has."""


def column_of(heading: str) -> str:
    """Return the column with this heading, or "".

    >>> [column_of(one) for one in ("Α/Α", "ΠΑΙΚΤΗΣ Α", "Name of player 2", "Partner", "Shoe")]
    ['number', 'player1', 'player2', 'player2', '']
    """
    column = _PLAIN_HEADINGS.get(plain(heading))
    if column:
        return column
    words = frozenset(map(plain, re.findall(r"\w+", heading)))
    if not words & (_PLAYERS | _PARTNERS) or words - _KNOWN_OF_PLAYERS:
        return ""
    return "player2" if words & (_PARTNERS | _SECONDS) else "player1"


_KNOWN_OF_PLAYERS: Final = _PLAYERS | _PARTNERS | _FIRSTS | _SECONDS | _FILLING


def is_number_word(word: str) -> bool:
    """May a pair's number stand behind it: Pair 7?"""
    return plain(word) in _NUMBERS


def is_paid_word(word: str) -> bool:
    """Does it say at the end of a line that the pair paid?"""
    return plain(word) in _PAID


def is_remark(text: str, *, is_headed: bool = False) -> bool:
    """Is the text about money, coming or food, and so no name of a club or a player?

    Below the heading of clubs only words of money say so.

    >>> [is_remark(one) for one in ("πλήρωσε μόνο ο Φοίβος", "χρωστά 10", "έρχονται στις 9!")]
    [True, True, True]
    >>> [is_remark(one) for one in ("ΑΕΛ", "Λέσχη φίλων της πιλόττας", "Club 21")]
    [False, False, False]
    >>> is_remark("Late Night Club", is_headed=True), is_remark("owes 20", is_headed=True)
    (False, True)
    """
    if is_headed:
        return not _DEBTS.isdisjoint(_words_in(text))
    return _REMARK_MARKS.search(text) is not None or not _REMARKS.isdisjoint(_words_in(text))


def is_yes(text: str) -> bool:
    """Does it say that they paid?"""
    return plain(text) in YES


def is_negation(word: str) -> bool:
    """Does it turn what follows round: not yet paid?"""
    return plain(word) in _NOT


def has_letter(text: str) -> bool:
    """Has the text a letter? No name is without one."""
    return any(map(str.isalpha, text))


def is_total(text: str) -> bool:
    """Is the text the label of a total?"""
    return not _TOTALS.isdisjoint(_words_in(text))


def is_sentence(text: str) -> bool:
    """Is the text more, or else, than names?

    >>> [is_sentence(one) for one in ("Ζευγάρια για την Κυριακή", "Maria!", "Κυριακή Σάββα")]
    [True, True, False]
    """
    words = _words_in(text)
    too_much = len(words) > _MOST_WORDS or _NO_NAME.search(text) is not None
    return too_much or not _SENTENCES.isdisjoint(words)


def is_like_name(text: str) -> bool:
    """Can the text be a person's name?"""
    return has_letter(text) and not is_sentence(text) and not is_total(text)


def _words_in(text: str) -> list[str]:
    return [plain(word) for word in re.findall(r"\w+", text)]


PasteCode = Literal[
    "column",
    "one_name",
    "no_letter",
    "unfit",
    "twice",
    "seeding",
    "paid",
    "too_much",
    "too_many",
    "number",
    "more_names",
    "same_player",
    "alike",
    "sentence",
    "total",
    "message",
    "workbook",
    "pdf",
    "not_text",
]
CODES: Final[tuple[PasteCode, ...]] = get_args(PasteCode)
DOUBTS: Final = frozenset(
    {"more_names", "same_player", "alike", "sentence", "total", "message", "no_letter"}
)
"""Why a line may be no pair, or no new one; a tick says that it is one."""
YES: Final = frozenset({"x", "χ", "1", "yes", "ναι", "nai", "✓", "✔", "☑", "✅", "true"})
NO: Final = frozenset({"", "0", "no", "οχι", "-", "false"})


class BadRow(NamedTuple):
    """A line that is no pair."""

    line: int
    """Counted from 1, empty lines too."""
    code: PasteCode
    text: str
    """The line, or what of it is meant."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRow:
    """A line of a list as it was read, or as the organiser mended it."""

    line: int
    text: str
    """The line as it is in the list."""
    number: str = ""
    players: tuple[str, str] = ("", "")
    club: str = ""
    seeding: str = ""
    paid: str = ""
    note: str = ""
    more: str = ""
    """The text behind the last column."""
    is_chat: bool = False
    doubt: PasteCode | None = None
    """Why the line may be no pair."""
    is_player: bool = False
    """Is it one player, where everybody plays alone?"""

    @property
    def is_whole(self) -> bool:
        """Has it two names, or the one of a player?"""
        return all(map(has_letter, self.players[: 1 if self.is_player else 2]))

    def without_number(self) -> Self:
        """The row without the list's own number."""
        return replace(self, number="")

    @property
    def is_no_pair(self) -> bool:
        """Is it a line between pairs, as a title, a total or a message?"""
        return self.doubt is not None and not self.is_whole

    @property
    def is_paid(self) -> bool:
        """Does it say that they paid?"""
        return is_yes(self.paid)


class ListReading(NamedTuple):
    """A list as it was read."""

    rows: tuple[ListRow, ...]
    columns: tuple[BadRow, ...]
    """The columns that have no meaning, or two."""
    is_cut: bool
    """Was it read only so far?"""
