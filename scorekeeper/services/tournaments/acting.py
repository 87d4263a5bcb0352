"""What may be done to a tournament as it stands. Pure."""

from collections.abc import Callable
from typing import Any, Final, Literal, NamedTuple, get_args

from scorekeeper.draws.codec import HIGHEST_SCORE
from scorekeeper.draws.figures import EARNED
from scorekeeper.draws.model import MOST_PAIRS
from scorekeeper.rules.names import is_fit_name
from scorekeeper.services.tournaments.acts import Act, Json, Kind
from scorekeeper.services.tournaments.names import who
from scorekeeper.services.tournaments.replaying import OF_THE_CHANGE, replay_further
from scorekeeper.services.tournaments.sheets import counted, is_sheet_of, read_sheet
from scorekeeper.services.tournaments.state import DrawnRound, Result, Tournament

Code = Literal[
    "nothing_new",
    "no_name",
    "unfit_name",
    "one_player",
    "too_many_pairs",
    "pair_there",
    "no_pair",
    "no_round",
    "no_table",
    "not_last",
    "has_results",
    "is_playing",
    "same_place",
    "no_score",
    "no_sheet",
    "late_hands",
    "no_winner",
    "no_reason",
    "same_score",
    "no_points",
    "no_clock",
    "not_done",
    "over",
    "no_final",
    "cannot_draw",
]
CODES: Final[tuple[Code, ...]] = get_args(Code)
LONGEST_REASON: Final = 80
LONGEST_TEXT: Final = 80
"""Of a tournament's name, place and organiser."""
MOST_ROUNDS: Final = 99
MOST: Final = 999
"""Hands or minutes of a match, and points for a match."""
HIGHEST_BYE: Final = 9999
"""A bye's score."""


class Fault(NamedTuple):
    """Why something cannot be done: a code, never prose."""

    code: Code
    field: str


class Refused(Exception):
    """The act cannot be done as the tournament stands; nothing changed."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__(faults)
        self.faults = faults


def with_act(tournament: Tournament, act: Act) -> Tournament:
    """The tournament as it would stand after one more act.

    :raises Refused: the act is not possible, with what is wrong with it.
    """
    check = _CHECKS.get(act.kind)
    if check is not None:
        check(tournament, act.data)
    return replay_further(tournament, act)


def check_set_up(data: Json) -> None:
    """Is it a tournament that can be set up?

    :raises Refused: its name, or another text of it, is missing or unfit.
    """
    if not data.get("name", "x"):
        raise Refused(Fault("no_name", "name"))
    texts = {field: data.get(field, "") for field in ("name", "place", "organiser")}
    unfit = [field for field, text in texts.items() if not is_fit_name(text, LONGEST_TEXT)]
    if unfit:
        raise Refused(*(Fault("unfit_name", field) for field in unfit))


def _check_changed(_tournament: Tournament, data: Json) -> None:
    if not data:
        raise Refused(Fault("nothing_new", "name"))
    check_set_up(data)


def _check_pairs_added(tournament: Tournament, data: Json) -> None:
    if not data["pairs"]:
        raise Refused(Fault("no_pair", "pairs"))
    if len(tournament.pairs) + len(data["pairs"]) > MOST_PAIRS:
        raise Refused(Fault("too_many_pairs", "pairs"))
    there = {who(pair.players) for pair in tournament.pairs.values()}
    for pair in data["pairs"]:
        _check_names(pair)
        if who(pair["players"]) in there:
            raise Refused(Fault("pair_there", "pairs"))
        there.add(who(pair["players"]))


def _check_names(pair: Json) -> None:
    if "players" in pair and not all(pair["players"]):
        raise Refused(Fault("one_player", "players"))
    if not all(is_fit_name(name) for name in (*pair.get("players", ()), pair.get("club", ""))):
        raise Refused(Fault("unfit_name", "players"))


def _check_pair_changed(tournament: Tournament, data: Json) -> None:
    _check_pair(tournament, data["pair"])
    if not data.keys() - OF_THE_CHANGE:
        raise Refused(Fault("nothing_new", "pair"))
    _check_names(data)


def _check_pair(tournament: Tournament, key: str) -> None:
    if key not in tournament.pairs:
        raise Refused(Fault("no_pair", "pair"))


def _check_attended(tournament: Tournament, data: Json) -> None:
    for key in (*data["present"], *data["absent"]):
        _check_pair(tournament, key)


def _check_swapped(tournament: Tournament, data: Json) -> None:
    drawn = _last(tournament, data["round"])
    one, other = data["pairs"]
    places = {pair: table.number for table in drawn.tables for pair in (table.a, table.b)}
    places |= dict.fromkeys(drawn.byes, 0)
    if one not in places or other not in places:
        raise Refused(Fault("no_pair", "pairs"))
    if places[one] == places[other]:
        raise Refused(Fault("same_place", "pairs"))
    if any(table.result for table in drawn.tables if table.number in (places[one], places[other])):
        raise Refused(Fault("has_results", "pairs"))


def _check_undrawn(tournament: Tournament, data: Json) -> None:
    if any(table.result for table in _last(tournament, data["round"]).tables):
        raise Refused(Fault("has_results", "round"))


def _last(tournament: Tournament, number: int) -> DrawnRound:
    drawn = tournament.round(number)
    if drawn is None:
        raise Refused(Fault("no_round", "round"))
    if drawn != tournament.last_round:
        raise Refused(Fault("not_last", "round"))
    return drawn


def _check_result(tournament: Tournament, data: Json) -> None:
    drawn = tournament.round(data["round"])
    table = drawn.table(data["table"]) if drawn else None
    if drawn is None or table is None:
        raise Refused(Fault("no_table", "table"))
    score = data["score"]
    if len(score) != 2 or not all(_is_score(one) for one in score):
        raise Refused(Fault("no_score", "score"))
    if "sheet" in data:
        _check_sheet(drawn, data)
    if drawn.set_up.needs_winners and score[0] == score[1]:
        raise Refused(Fault("no_winner", "score"))
    if table.result is not None:
        _check_correction(table.result, data)


def _check_sheet(drawn: DrawnRound, data: Json) -> None:
    if not is_sheet_of(data):
        raise Refused(Fault("no_sheet", "sheet"))
    hands = read_sheet(data["sheet"])
    if counted(hands, drawn.set_up) != hands:
        raise Refused(Fault("late_hands", "sheet"))


def _check_correction(written: Result, data: Json) -> None:
    """The sheet of a total that stands there already needs no reason."""
    is_same = list(written.score) == data["score"]
    sheet = read_sheet(data.get("sheet", ()))
    if is_same and sheet in ((), written.sheet):
        raise Refused(Fault("same_score", "score"))
    if not is_same or written.sheet:
        _check_reason(data)


def _is_score(score: Any) -> bool:
    return type(score) is int and abs(score) <= HIGHEST_SCORE


def _check_reason(data: Json) -> None:
    if not data["reason"] or not is_fit_name(data["reason"], LONGEST_REASON):
        raise Refused(Fault("no_reason", "reason"))


def _check_adjusted(tournament: Tournament, data: Json) -> None:
    _check_pair(tournament, data["pair"])
    if data["to"] not in EARNED or not data["points"] or not _is_score(data["points"]):
        raise Refused(Fault("no_points", "points"))
    _check_reason(data)


def _check_clock(tournament: Tournament, data: Json) -> None:
    if _last(tournament, data["round"]).set_up.length != "minutes":
        raise Refused(Fault("no_clock", "round"))


_CHECKS: Final[dict[Kind, Callable[[Tournament, Json], None]]] = {
    "changed": _check_changed,
    "pairs_added": _check_pairs_added,
    "pair_changed": _check_pair_changed,
    "attended": _check_attended,
    "tables_swapped": _check_swapped,
    "undrawn": _check_undrawn,
    "result": _check_result,
    "adjusted": _check_adjusted,
    "clock_started": _check_clock,
}
"""What draws (`drawing`) and lots are made of is computed and not asked for."""
