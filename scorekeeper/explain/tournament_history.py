"""Sentences about the acts of a tournament, for its history.

A kind has one function under `describes`, here or in `pair_act_sentences` and
`round_act_sentences`. Pairs are called by their numbers: whoever reads the history sees names only
where they count, in the tournament itself.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from scorekeeper.explain import (  # noqa: F401  their sentences are known once imported
    pair_act_sentences,
    round_act_sentences,
)
from scorekeeper.explain.act_sentences import describes, words_of_kind
from scorekeeper.explain.acts import ERASED_BY
from scorekeeper.explain.money_words import money_text
from scorekeeper.explain.set_up_facts import field_names
from scorekeeper.i18n.language import gettext as _
from scorekeeper.services.tournament_acts.body import TournamentBody
from scorekeeper.services.tournament_acts.door_acts import DoorChanged
from scorekeeper.services.tournament_acts.helper_acts import HelperNamed, HelperRemoved
from scorekeeper.services.tournament_acts.meta import (
    AllNamesErased,
    ErasingBegun,
    FinalSetUp,
    RoleTaken,
)
from scorekeeper.services.tournament_acts.money import FeePaid, MoneyChanged
from scorekeeper.services.tournament_acts.pair_acts import Attended, PairChanged
from scorekeeper.services.tournament_acts.registrations import RegistrationBody
from scorekeeper.services.tournament_acts.set_ups import SetUpChanged, TournamentSetUp
from scorekeeper.services.tournament_acts.undo_acts import ActUndone, undone_by
from scorekeeper.services.tournaments.acts import TournamentAct
from scorekeeper.services.tournaments.state import Tournament

_DESK_KINDS: Final = (Attended, RegistrationBody, FeePaid)
"""Acts that nobody but the desk is shown."""
_DESK_FIELDS: Final[Mapping[type[TournamentBody], Mapping[str, bool | None]]] = {
    PairChanged: {"paid": None, "present": None, "seeding": None, "note": None},
    DoorChanged: {"nobody_yet": False},
}
"""Of other acts the fields that nobody but the desk is shown, with what says nothing of them."""
_BARE_FIELDS: Final = frozenset({"pair", "from_now", "until"})
"""Of these acts what says nothing alone."""


def act_text(act: TournamentAct, tournament: Tournament) -> str:
    """The act in words, in the reader's language."""
    return words_of_kind(act.body, act, tournament)


def is_public(act: TournamentAct, tournament: Tournament) -> bool:
    """May a visitor read of it? Who paid and who is there is the desk's own.

    An undoing is as public as what it undoes.
    """
    return _public_part(undone_by(tournament, act).body) is not None


def visitor_text(act: TournamentAct, tournament: Tournament) -> str:
    """The public part of an act in words; empty where it has none."""
    named = undone_by(tournament, act)
    body = _public_part(named.body)
    if body is None:
        return ""
    text = words_of_kind(body, named, tournament)
    return text if named is act else _undoing_text(act, tournament, text)


def _public_part(body: TournamentBody) -> TournamentBody | None:
    if isinstance(body, _DESK_KINDS):
        return None
    silent = _DESK_FIELDS.get(type(body))
    if silent is None:
        return body
    part = replace(body, **silent)  # type: ignore[arg-type]
    return part if part.fields().keys() - _BARE_FIELDS else None


@describes(TournamentSetUp)
def _describe_set_up(_body: TournamentSetUp, _act: TournamentAct, _to: Tournament) -> str:
    return _("The tournament was set up")


@describes(SetUpChanged)
def _describe_changed(body: SetUpChanged, _act: TournamentAct, _to: Tournament) -> str:
    return _("Set-up changed: %(fields)s", fields=", ".join(field_names(body.new)))


@describes(MoneyChanged)
def _describe_money(body: MoneyChanged, _act: TournamentAct, _to: Tournament) -> str:
    told = [_("fee %(fee)s", fee=money_text(body.fee))] if body.fee is not None else []
    if body.prizes is not None:
        told.append(_("prizes: %(sum)s", sum=money_text(sum(body.prizes))))
    return _("Money: %(told)s", told=", ".join(told))


@describes(DoorChanged)
def _describe_door(body: DoorChanged, _act: TournamentAct, _to: Tournament) -> str:
    parts = {
        _("the check-in was opened"): body.check_in is True,
        _("the check-in was closed"): body.check_in is False,
        _("nobody is there until it is said"): body.nobody_yet,
        _("the list was opened"): body.coming is True,
        _("the list was closed"): body.coming is False,
        _("places: %(count)s", count=body.most or _("for all")): body.most is not None,
    }
    told = ", ".join(part for part, is_so in parts.items() if is_so)
    return _("At the door: %(told)s", told=told)


@describes(FinalSetUp)
def _describe_final(body: FinalSetUp, _act: TournamentAct, _to: Tournament) -> str:
    return _("A final was set up, pairs: %(count)s", count=body.count)


@describes(RoleTaken)
def _describe_role(body: RoleTaken, _act: TournamentAct, _to: Tournament) -> str:
    if body.role == "organiser":
        return _("Another device organises, too")
    return _("A device helps")


@describes(HelperNamed)
def _describe_helper_named(body: HelperNamed, _act: TournamentAct, _to: Tournament) -> str:
    return _("A link for helper %(number)s", number=body.helper)


@describes(HelperRemoved)
def _describe_helper_removed(body: HelperRemoved, _act: TournamentAct, _to: Tournament) -> str:
    if not body.helper:
        return _("Whoever helped without a name was removed")
    return _("Helper %(number)s was removed", number=body.helper)


@describes(ErasingBegun)
def _describe_erasing(_body: ErasingBegun, _act: TournamentAct, _to: Tournament) -> str:
    return _("All names are being erased")


@describes(AllNamesErased)
def _describe_names_erased(body: AllNamesErased, _act: TournamentAct, _to: Tournament) -> str:
    return ERASED_BY.say(body.by)


@describes(ActUndone)
def _describe_undone(body: ActUndone, act: TournamentAct, tournament: Tournament) -> str:
    last = undone_by(tournament, act)
    if last is act:  # nobody could write it
        return _("undone: %(act)s", act=body.seq)
    return _undoing_text(act, tournament, act_text(last, tournament))


def _undoing_text(act: TournamentAct, tournament: Tournament, name: str) -> str:
    """The undoing of what is called so in the end."""
    assert act.body.undoes is not None
    if tournament.acts[act.body.undoes - 1].body.undoes is not None:
        return _("brought back: %(act)s", act=name)
    return _("undone: %(act)s", act=name)
