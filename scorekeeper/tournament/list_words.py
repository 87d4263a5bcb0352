"""Words of a list that are no names: of columns, of numbers, of totals and of sentences. Pure."""

import re
from collections.abc import Mapping
from typing import Final

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
_TOTAL_WORDS: Final = "σύνολο συνολικά total totals sum"
_SENTENCE_WORDS: Final = (
    "για την τον το τη στην στον στο στη στις στους στα σε των και κι "
    "εγώ εμένα μένα εμείς εμάς μας εσείς εσάς σας όλοι όλους όλες ποιος ποια ποιοι που πότε "
    "θα να δεν μην ναι όχι οκ είμαι είσαι είναι είμαστε έχω έχει έχουμε θέλω θέλει θέλουμε "
    "έρχομαι έρχεται ερχόμαστε έρχονται παίζω παίζει παίζουμε παίζουν παίξω παίξει παίξουμε "
    "λείπω λείπει λείπουμε λείπουν αρχίζει αρχίζουμε μαζευτείτε ώρα σήμερα αύριο απόψε φέτος "
    "πέρσι καλημέρα καλησπέρα καλησπέρες ευχαριστώ παρακαλώ γεια ζευγάρια παίκτες τουρνουά "
    "λίστα συμμετοχές "
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
_SENTENCES: Final = _words(_SENTENCE_WORDS)
_PLAYERS, _PARTNERS = _words(_PLAYER_WORDS), _words(_PARTNER_WORDS)
_FIRSTS, _SECONDS, _FILLING = map(_words, (_FIRST_WORDS, _SECOND_WORDS, _FILLING_WORDS))

_MOST_WORDS: Final = 5
"""A name has no more."""
_NO_NAME: Final = re.compile(r"[!?:<>…]")
"""What stands in no name."""


def column_of(heading: str) -> str:
    """The column of this name; nothing where there is none.

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


def has_letter(text: str) -> bool:
    """Has the text a letter? No name is without one."""
    return any(map(str.isalpha, text))


def is_total(text: str) -> bool:
    """Does the text tell of a total?"""
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
