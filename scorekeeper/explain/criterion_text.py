"""Text of the numbers in standings; wins are counted in halves."""

from typing import Final

from scorekeeper.draws.criteria import ORDERS, Criterion, Ranking
from scorekeeper.explain.labels import number_text

_HALF: Final = "½"


def figure_text(criterion: Criterion, points: int | None, by: Ranking) -> str:
    """The number: `1½` wins, `+111` of difference, `−20`; `–` where it is not known."""
    if points is None:
        return "–"
    if is_in_halves(criterion, by):
        return _halves(points)
    if criterion == "difference" and points > 0:
        return f"+{points}"
    return number_text(points)


def change_text(criterion: Criterion, points: int, by: Ranking) -> str:
    """What is added to the number or taken away, with its sign: `+1` win, `−½`, `+20`."""
    text = figure_text(criterion, points, by)
    return f"+{text}" if points > 0 and not text.startswith("+") else text


def is_in_halves(criterion: Criterion, by: Ranking) -> bool:
    """Is it a number of wins? Opponents are added up in what counts first."""
    return criterion in ("wins", "head_to_head") or (
        criterion == "buchholz" and ORDERS[by][0] == "wins"
    )


def _halves(points: int) -> str:
    whole, rest = divmod(abs(points), 2)
    text = f"{whole or ''}{_HALF}" if rest else str(whole)
    return f"−{text}" if points < 0 else text
