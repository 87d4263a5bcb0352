"""Sentences that say why a match was not imported, or cannot be exported."""

from typing import Final

from scorekeeper.explain.problems import file_problem_text
from scorekeeper.i18n.language import _, ngettext
from scorekeeper.rules.match_file import LARGEST_FILE, LONGEST_MATCH
from scorekeeper.services.import_export import TooMuch, Undecided, Unfit

MOST_PROBLEMS: Final = 50
"""Problems of one file; nobody reads more, and a hostile file has thousands."""


def import_problems(error: Unfit | TooMuch) -> list[str]:
    """Explain what is wrong with a file, one problem a text, with the row's number."""
    if isinstance(error, Unfit):
        texts = [
            file_problem_text(problem, error.file) for problem in error.problems[:MOST_PROBLEMS]
        ]
        more = len(error.problems) - len(texts)
        if more:
            texts.append(ngettext("And %(num)s more.", "And %(num)s more.", more))
        return texts
    if error.what == "rows":
        return [_("A match of more than %(rows)s rows is not taken.", rows=LONGEST_MATCH)]
    return [too_large()]


def is_match_file(error: Unfit) -> bool:
    """Is it meant as one, whatever is wrong with it? Of one with a name twice that is believed."""
    if error.file is None:
        return error.problems[0].field is not None
    return isinstance(error.file, dict) and "format" in error.file


def other_file() -> str:
    """Say that a file is not Tefteri's, and where to find one that is."""
    return _(
        "This is no match file (its name ends in .json). On the other phone: ⋯ › Share the match "
        "› Match file."
    )


def too_large() -> str:
    """Say that a file is larger than any match."""
    return _("A match file has at most %(size)s KB.", size=LARGEST_FILE // 1024)


def undecided_texts(error: Undecided) -> list[str]:
    """List what must be settled before the match can be exported, one thing a text."""
    texts = [file_problem_text(p, error.file) for p in error.problems if p.row is None]
    if error.hands:
        numbers = ", ".join(map(str, error.hands))
        text = ngettext(
            "Correct hand %(hands)s first: these rules cannot score it.",
            "Correct the hands %(hands)s first: these rules cannot score them.",
            len(error.hands),
            hands=numbers,
        )
        texts.insert(0, text)
    return texts
