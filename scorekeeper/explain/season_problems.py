"""What is wrong with a season, in words for a program's reader."""

from typing import Final

from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.names import shorten
from scorekeeper.seasons.json_parts import PartProblem

_LONGEST: Final = 60
"""Characters of a path that are repeated: somebody chose its names."""
_WRONG: Final[Sentences[str]] = Sentences(
    {
        "missing": _l("it is missing."),
        "unknown_field": _l("there is no such field."),
        "not_a_text": _l("it must be a text."),
        "not_a_number": _l("it must be a whole number."),
        "out_of_range": _l("it is too low or too high."),
        "unknown_value": _l("nothing of a season is called so."),
        "repeated": _l("it is there twice."),
    }
)
SEASON_CODES: Final = (*_WRONG,)
"""What a season that is set up may be refused for; places and persons are its tournaments' own."""


def season_problem_text(problem: PartProblem) -> str:
    """The problem in the reader's language, with where it is."""
    path = shorten(problem.field or "", _LONGEST)
    return f"{path}: {_WRONG.say(problem.code)}"
