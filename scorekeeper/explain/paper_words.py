"""Names of a tournament's papers, and the states of printing them."""

from typing import Final, Literal, get_args

from scorekeeper.i18n import pgettext
from scorekeeper.i18n.language import Sentences, _l

Paper = Literal[
    "round", "sheets", "tables", "names", "cards", "blank", "standings", "cross", "report"
]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
OF_A_ROUND: Final[frozenset[Paper]] = frozenset({"round", "sheets", "tables", "names"})

NAMES: Final[Sentences[Paper]] = Sentences(
    {
        "round": _l("The round"),
        "sheets": _l("Sheets for the tables"),
        "tables": _l("The draw by table"),
        "names": _l("The draw by name"),
        "cards": _l("Cards of the pairs"),
        "blank": _l("A blank sheet"),
        "standings": _l("Standings"),
        "cross": _l("Cross table"),
        "report": _l("Final report"),
    }
)
_NAMES_OF_PLAYERS: Final[Sentences[Paper]] = Sentences({"cards": _l("Cards of the players")})
_ABOUT_OF_PLAYERS: Final[Sentences[Paper]] = Sentences(
    {"cross": _l("With whom each player sat, round by round, and how it ended.")}
)


def paper_name(paper: Paper, *, is_individual: bool) -> str:
    """Return the name of a paper, of an individual evening in words about players."""
    is_of_players = is_individual and paper in _NAMES_OF_PLAYERS
    return (_NAMES_OF_PLAYERS if is_of_players else NAMES).say(paper)


def about_paper(paper: Paper, *, is_individual: bool) -> str:
    """Say what a paper is good for, of an individual evening in words about players."""
    is_of_players = is_individual and paper in _ABOUT_OF_PLAYERS
    return (_ABOUT_OF_PLAYERS if is_of_players else ABOUT).say(paper)


FAILED: Final[Sentences[str]] = Sentences(
    {
        "missing": _l("This server lacks what makes PDFs. Whoever runs it can install it."),
        "unkept": _l(
            "The server cannot keep the PDF: its disk is full or cannot be written. Tell whoever "
            "runs it, and try again."
        ),
        "failed": _l("The PDF could not be made. Try again."),
        "slow": _l("The PDF took too long to make. Try again when the server has less to do."),
        "large": _l("The PDF takes more memory than this server gives it. Tell whoever runs it."),
        "full": _l(
            "The server's temporary folder is full or cannot be written. Tell whoever runs it, and "
            "try again."
        ),
        "lost": _l("What the PDF was to be made of is gone. Try again."),
        "died": _l("The server was interrupted each time it made the PDF. Try again."),
        "many": _l(
            "%(most)s papers of this tournament are being made already. Ask again when one is "
            "ready."
        ),
    }
)
"""Why there is no PDF, and what can be done."""
ABOUT: Final[Sentences[Paper]] = Sentences(
    {
        "round": _l("Everything for the round in one file: sheets, the draw by table and by name."),
        "sheets": _l("For each table, in their order, with the code for its scorer."),
        "tables": _l("For the wall: who plays at which table."),
        "names": _l("For the wall: every player with the table."),
        "cards": _l("To cut, eight on a page: number and names in large letters."),
        "blank": _l("A sheet without names, to copy."),
        "standings": _l("For the wall: as they are now."),
        "cross": _l("Whom each pair met, round by round, and how it ended."),
        "report": _l("Standings, every result, penalties and rulings."),
    }
)


def table_word() -> str:
    """The heading above tables."""
    return pgettext("sheet", "Table")


def bye_word() -> str:
    """The word in place of a table's number for a pair with a bye."""
    return pgettext("no table", "bye")


def absent_word() -> str:
    """The word in place of a table's number for a pair that was not there."""
    return pgettext("sheet", "absent")


def withdrawn_word() -> str:
    """The word in place of a table's number for a pair that withdrew."""
    return pgettext("sheet", "withdrawn")
