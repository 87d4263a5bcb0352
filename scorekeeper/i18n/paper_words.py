"""What a tournament prints, and what becomes of it."""

from typing import Final, Literal, get_args

from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences

Paper = Literal["sheets", "tables", "names", "blank", "standings", "report"]
PAPERS: Final[tuple[Paper, ...]] = get_args(Paper)
OF_A_ROUND: Final[frozenset[Paper]] = frozenset({"sheets", "tables", "names"})

NAMES: Final[Sentences[Paper]] = Sentences(
    {
        "sheets": _l("Sheets for the tables"),
        "tables": _l("The draw by table"),
        "names": _l("The draw by name"),
        "blank": _l("A blank sheet"),
        "standings": _l("Standings"),
        "report": _l("Final report"),
    }
)
ABOUT: Final[Sentences[Paper]] = Sentences(
    {
        "sheets": _l("A page for each table, in their order, with the code for its scorer."),
        "tables": _l("For the wall: who plays at which table."),
        "names": _l("For the wall: every player with the table."),
        "blank": _l("A sheet without names, to copy."),
        "standings": _l("For the wall: as they are now."),
        "report": _l("Standings, every result, penalties and rulings."),
    }
)
