"""Words for who did something in a tournament. Visitors are told a helper's number, no name."""

from typing import Final

from scorekeeper.i18n.language import gettext as _
from scorekeeper.journal.body import ErasedBy
from scorekeeper.services.tournament_acts.desk import RoleTaken
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairChanged
from scorekeeper.services.tournament_acts.registrations import RegistrationBody
from scorekeeper.services.tournament_acts.result_acts import ResultWritten
from scorekeeper.services.tournaments.state import Helper, Tournament, TournamentAct
from scorekeeper.services.tournaments.table_results import Result, Withdrawal

_AT_THE_DOOR: Final = (RegistrationBody, Attended, PairChanged)
"""What a player does by a code, too."""


def helper_name(helper: Helper, *, is_named: bool) -> str:
    """The helper's name; without one, or where it is not told, the number."""
    if not helper.number:
        return _("Without a name")
    if helper.name and is_named:
        return helper.name
    return _("Helper %(number)s", number=helper.number)


def source_text(tournament: Tournament, result: Result | Withdrawal, *, is_named: bool) -> str:
    """Say who wrote a result, or took it back."""
    match result.source:
        case "organiser":
            return _("by the organiser")
        case "live":
            return _("from the phone")
        case "helper":
            return _by_helper(tournament.helper_at(result.act), is_named=is_named)


def actor_text(tournament: Tournament, act: TournamentAct, *, is_named: bool) -> str:
    """Say who did an act: an organiser, a helper, a table's phone, the server."""
    body = act.body
    if isinstance(body, ErasedBy) and body.by != "organiser":
        return _("the server")
    if is_told_by_phone(act):
        return _("the table's phone")
    if isinstance(body, RoleTaken) and body.role == "helper":
        return _helper(tournament.helper(body.helper), is_named=is_named)
    helper = tournament.helper_at(act)
    if helper is not None:
        return _helper(helper, is_named=is_named)
    return _organiser(tournament, act)


def is_told_by_phone(act: TournamentAct) -> bool:
    """Is it a result that the table's phone told, whichever device wrote it down?"""
    return isinstance(act.body, ResultWritten) and act.body.source == "live"


def _helper(helper: Helper | None, *, is_named: bool) -> str:
    if helper is None or not helper.number:
        return _("a helper")
    return helper_name(helper, is_named=is_named)


def _organiser(tournament: Tournament, act: TournamentAct) -> str:
    """The organiser; another than the first with a number."""
    taken = (one.phone for one, helper in tournament.roles_taken if helper is None)
    phones = [*dict.fromkeys((tournament.acts[0].phone, *taken))]
    if isinstance(act.body, _AT_THE_DOOR) and act.phone not in phones:
        return _("a player")
    if act.phone not in phones[1:]:
        return _("the organiser")
    return _("organiser %(number)s", number=phones.index(act.phone) + 1)


def _by_helper(helper: Helper | None, *, is_named: bool) -> str:
    if helper is None or not helper.number:
        return _("by a helper")
    if helper.name and is_named:
        return _("by %(name)s", name=helper.name)
    return _("by helper %(number)s", number=helper.number)
