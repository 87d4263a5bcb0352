"""Sentences about the acts of a tournament, for its history.

Most are one text with the act's own fields in it. Pairs are called by their numbers: names
stand only in the tournament itself.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Final, TypeVar

from flask_babel.speaklater import LazyString

from scorekeeper.draws.standings import EARNED, Criterion
from scorekeeper.explain.act_sentences import ActSentences, Saying, row
from scorekeeper.explain.acts import ERASED_BY
from scorekeeper.explain.labels import scores_text, signed_text, unbroken
from scorekeeper.explain.phase_words import parts_name
from scorekeeper.explain.standings_words import change_text, money_text
from scorekeeper.explain.tournament_words import CRITERIA, field_names
from scorekeeper.i18n.language import _l, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.journal.body import StoredBody
from scorekeeper.tournament.acts import desk, pair_acts, registrations, result_acts, rounds, set_ups
from scorekeeper.tournament.acts.pair_acts import new_pairs
from scorekeeper.tournament.service import replay
from scorekeeper.tournament.state import Tournament, TournamentAct, TournamentBody
from scorekeeper.tournament.table_results import Result, side_label

_DESK_KINDS: Final = (pair_acts.Attended, registrations.RegistrationBody, pair_acts.FeePaid)
"""Acts that only the desk sees."""
_DESK_FIELDS: Final[Mapping[type[TournamentBody], Mapping[str, bool | None]]] = {
    pair_acts.PairChanged: {"paid": None, "present": None, "seeding": None, "note": None},
    registrations.DoorChanged: {"nobody_yet": False},
}
"""The fields of other acts that only the desk sees, with the values that mean no change."""
_BARE_FIELDS: Final = frozenset({"pair", "from_now", "until"})
"""Of these acts what says nothing alone."""

B = TypeVar("B", bound=TournamentBody)
AtTableBody = TypeVar("AtTableBody", bound=result_acts.AtTable)
Said = Saying[B, TournamentAct, Tournament]


def _of(pair: LazyString, player: LazyString) -> Said[TournamentBody]:
    """One text of pairs, the other where everyone plays alone."""
    return lambda _body, _act, to: player if to.set_up.is_individual else pair


def _either(
    field: str,
    yes: LazyString,
    no: LazyString,
    of_players: tuple[LazyString, LazyString] | None = None,
) -> Said[TournamentBody]:
    """One text where the field says something, else the other."""

    def text(body: TournamentBody, _act: TournamentAct, to: Tournament) -> LazyString:
        told = of_players if of_players and to.set_up.is_individual else (yes, no)
        return told[0] if getattr(body, field) else told[1]

    return text


def _parts(
    text: LazyString,
    parts: Callable[[B], Mapping[str, object]],
    of_player: LazyString | None = None,
) -> Said[B]:
    """A text with those of the parts that are so."""

    def sentence(body: B, _act: TournamentAct, to: Tournament) -> str:
        told = ", ".join(part for part, is_so in parts(body).items() if is_so)
        whole = of_player if of_player and to.set_up.is_individual else text
        return str(whole) % {"pair": getattr(body, "pair", ""), "told": told, "new": told}

    return sentence


def _at_table(
    say: Callable[[AtTableBody, TournamentAct, Tournament], Sequence[str]],
) -> Said[AtTableBody]:
    """Return a sentence on a table: its place, the text by `say`, and notes behind that."""

    def sentence(body: AtTableBody, act: TournamentAct, tournament: Tournament) -> str:
        what, *notes = say(body, act, tournament)
        noted = ", ".join(filter(None, notes))
        place = _("Round %(number)s, table %(table)s", number=body.round, table=body.table)
        return f"{place}: {what} ({noted})" if noted else f"{place}: {what}"

    return sentence


def _values(body: StoredBody, _act: TournamentAct, _to: Tournament) -> dict[str, object]:
    """The fields of the act, by the names that the texts have for them."""
    values = {**vars(body)}
    if isinstance(body, rounds.TablesSwapped | pair_acts.PairsKeptApart):
        values["one"], values["other"] = body.pairs
    numbers = (values[name] for name in ("round", "registration", "helper") if name in values)
    return {**values, "number": next(numbers, None)}


def act_text(act: TournamentAct, tournament: Tournament) -> str:
    """The act in words, in the reader's language."""
    return SAID.say(act.body, act, tournament)


def is_public(act: TournamentAct, tournament: Tournament) -> bool:
    """May a visitor read of it? Payments and attendance are the desk's own.

    An undoing is as public as the undone act.
    """
    return _public_part(desk.undone_by(tournament, act).body) is not None


def visitor_text(act: TournamentAct, tournament: Tournament) -> str:
    """The public part of an act in words; empty where it has none."""
    named = desk.undone_by(tournament, act)
    body = _public_part(named.body)
    if body is None:
        return ""
    text = SAID.say(body, named, tournament)
    return text if named is act else _undoing_text(act, tournament, text)


def _public_part(body: TournamentBody) -> TournamentBody | None:
    if isinstance(body, _DESK_KINDS):
        return None
    silent = _DESK_FIELDS.get(type(body))
    if silent is None:
        return body
    part = replace(body, **silent)  # type: ignore[arg-type]
    return part if part.fields().keys() - _BARE_FIELDS else None


def _added(body: pair_acts.PairsAdded, act: TournamentAct, tournament: Tournament) -> str:
    told = _which_added(body, act, tournament)
    return (
        told if body.seed is None else _("%(act)s by lot, seed %(seed)s", act=told, seed=body.seed)
    )


def _which_added(body: pair_acts.PairsAdded, act: TournamentAct, tournament: Tournament) -> str:
    there = [number for number, _new in new_pairs(tournament.acts[: act.seq - 1])]
    numbers = sorted(pair_acts.numbers_of(body.pairs, there))
    first, last = numbers[0], numbers[-1]
    listed = ", ".join(map(str, numbers))
    is_row = numbers == [*range(first, last + 1)]
    if tournament.set_up.is_individual:
        if first == last:
            return _("Player %(pair)s was added", pair=first)
        if is_row:
            return _("Players %(first)s–%(last)s were added", first=first, last=last)
        return _("Players that were added: %(pairs)s", pairs=listed)
    if first == last:
        return _("Pair %(pair)s was added", pair=first)
    if is_row:
        return _("Pairs %(first)s–%(last)s were added", first=first, last=last)
    return _("Pairs that were added: %(pairs)s", pairs=listed)


_CAME: Final = {
    "pairs": (_l("Pair %(pair)s is there"), _l("Pairs that are there: %(pairs)s")),
    "players": (_l("Player %(pair)s is there"), _l("Players that are there: %(pairs)s")),
}
_WENT: Final = {
    "pairs": (_l("Pair %(pair)s is not there"), _l("Pairs that are not there: %(pairs)s")),
    "players": (_l("Player %(pair)s is not there"), _l("Players that are not there: %(pairs)s")),
}
"""The words for one, then those for several."""


def _attended(body: pair_acts.Attended, act: TournamentAct, tournament: Tournament) -> str:
    came, went = _who_changed(body, act, tournament)
    of = "players" if tournament.set_up.is_individual else "pairs"
    told = [_named_in(_CAME[of], came), _named_in(_WENT[of], went)]
    return ". ".join(filter(None, told)) or _("Nobody came or went")


def _named_in(said: tuple[LazyString, LazyString], keys: Sequence[str]) -> str:
    one, several = said
    listed = ", ".join(keys)
    told = str(one if len(keys) == 1 else several) % {"pair": listed, "pairs": listed}
    return told if keys else ""


def _who_changed(
    body: pair_acts.Attended, act: TournamentAct, tournament: Tournament
) -> tuple[Sequence[str], Sequence[str]]:
    """Return the pairs that came and those that went; a program may list all pairs each time."""
    if len(body.present) + len(body.absent) == 1:  # a tick: written only where it changes something
        return body.present, body.absent
    before = replay(tournament.acts[: act.seq - 1]).pairs
    return (
        [key for key in body.present if not before[key].present],
        [key for key in body.absent if before[key].present],
    )


def _drawn(body: rounds.RoundDrawn, _act: TournamentAct, tournament: Tournament) -> str:
    text = ngettext(
        "Round %(number)s was drawn: %(num)s table",
        "Round %(number)s was drawn: %(num)s tables",
        len(body.tables),
        number=body.round or len(body.request["results"]) + 1,
    )
    set_up = tournament.set_up
    # Phases can be taken out once their rounds were taken back.
    is_known = all(part.phase <= 1 + len(set_up.phases) for part in body.parts)
    return f"{text} ({parts_name(set_up, body.parts)})" if body.parts and is_known else text


def _score(score: tuple[int, ...]) -> str:
    return unbroken(scores_text(score))


def _replaced(body: result_acts.AtTable, act: TournamentAct, tournament: Tournament) -> str:
    """Return the table's result before the act, if both results stand and differ."""
    drawn_round = tournament.round(body.round)
    table = drawn_round.table(body.table) if drawn_round else None
    for before, one in pairwise(table.history if table else ()):
        if one.act.seq == act.seq and isinstance(one, Result) and isinstance(before, Result):
            if before.forfeit:
                return _("was forfeited")
            if one.is_decided or one.score != before.score:
                return _("was %(score)s", score=_score(before.score))
    return ""


def _forfeited(
    body: result_acts.TableForfeited, act: TournamentAct, tournament: Tournament
) -> Sequence[str]:
    replaced = _replaced(body, act, tournament)
    if body.by == "both":
        return _("forfeited by both"), replaced
    drawn_round = tournament.round(body.round)
    if drawn_round is None or drawn_round.act.seq > act.seq:  # it was taken back
        return (_("forfeited"),)
    table = drawn_round.table(body.table)
    assert table is not None
    pair = table.a if body.by == "a" else table.b
    return _("forfeited by %(pair)s", pair=side_label(pair)), replaced


def _adjusted(body: result_acts.PointsAdjusted, _act: TournamentAct, to: Tournament) -> str:
    criterion: Criterion = next((one for one in EARNED if one == body.to), "total")
    points = change_text(criterion, body.points, to.set_up.standing.by)
    name = dict(CRITERIA.items()).get(body.to, body.to)
    if to.set_up.is_individual:
        return _("Player %(pair)s: %(points)s (%(to)s)", pair=body.pair, points=points, to=name)
    return _("Pair %(pair)s: %(points)s (%(to)s)", pair=body.pair, points=points, to=name)


def _undone(body: desk.ActUndone, act: TournamentAct, tournament: Tournament) -> str:
    last = desk.undone_by(tournament, act)
    if last is act:  # no version writes such an act
        return _("undone: %(act)s", act=body.seq)
    return _undoing_text(act, tournament, act_text(last, tournament))


def _undoing_text(act: TournamentAct, tournament: Tournament, name: str) -> str:
    """Return the sentence on the undoing, or on the undoing of an undoing, of the act `name`."""
    assert act.body.undoes is not None
    if tournament.acts[act.body.undoes - 1].body.undoes is not None:
        return _("brought back: %(act)s", act=name)
    return _("undone: %(act)s", act=name)


SAID: Final = ActSentences[TournamentAct, Tournament](
    _values,
    row(set_ups.TournamentSetUp, _l("The tournament was set up")),
    row(
        set_ups.SetUpChanged,
        lambda body, _act, _to: _(
            "Set-up changed: %(fields)s", fields=", ".join(field_names(body.new))
        ),
    ),
    row(desk.FinalSetUp, _l("A final was set up, pairs: %(count)s")),
    row(
        desk.RoleTaken,
        lambda body, _act, _to: (
            _("Another device organises, too") if body.role == "organiser" else _("A device helps")
        ),
    ),
    row(desk.HelperNamed, _l("A link for helper %(number)s")),
    row(
        desk.HelperRemoved,
        _either(
            "helper",
            _l("Helper %(number)s was removed"),
            _l("Whoever helped without a name was removed"),
        ),
    ),
    row(desk.LotsDrawn, _l("Lots were drawn for all pairs")),
    row(desk.ErasingBegun, _l("All names are being erased")),
    row(desk.AllNamesErased, lambda body, _act, _to: ERASED_BY.say(body.by)),
    row(
        desk.PairErased,
        _of(
            _l("The names of pair %(pair)s were erased"),
            _l("The name of player %(pair)s was erased"),
        ),
    ),
    row(desk.ActUndone, _undone),
    row(pair_acts.PairsAdded, _added),
    row(
        pair_acts.PairChanged,
        _parts(
            _l("Pair %(pair)s: %(new)s"),
            lambda body: {
                _("players") if body.from_now is None else _("a substitute"): body.players
                is not None,
                _("club"): body.club is not None,
                _("place in seeding order"): body.seeding is not None,
                _("note"): body.note is not None,
                _("paid"): body.paid is True,
                _("not paid"): body.paid is False,
                _("is there"): body.present is True,
                _("is not there"): body.present is False,
                _("withdrawn"): body.withdrawn is True,
                _("plays again"): body.withdrawn is False,
            },
            _l("Player %(pair)s: %(new)s"),
        ),
    ),
    row(
        pair_acts.PairDeleted,
        _either(
            "deleted",
            _l("Pair %(pair)s was deleted"),
            _l("Pair %(pair)s was brought back"),
            (_l("Player %(pair)s was deleted"), _l("Player %(pair)s was brought back")),
        ),
    ),
    row(
        pair_acts.FeePaid,
        _parts(
            _l("Pair %(pair)s: %(new)s"),
            lambda body: {
                _("owes %(due)s", due=money_text(body.due or 0)): body.due is not None,
                _("has paid %(paid)s", paid=money_text(body.payment or 0)): body.payment
                is not None,
            },
            _l("Player %(pair)s: %(new)s"),
        ),
    ),
    row(
        pair_acts.MoneyChanged,
        _parts(
            _l("Money: %(told)s"),
            lambda body: {
                _("fee %(fee)s", fee=money_text(body.fee or 0)): body.fee is not None,
                _("prizes: %(sum)s", sum=money_text(sum(body.prizes or ()))): body.prizes
                is not None,
            },
        ),
    ),
    row(
        registrations.DoorChanged,
        _parts(
            _l("At the door: %(told)s"),
            lambda body: {
                _("the check-in was opened"): body.check_in is True,
                _("the check-in was closed"): body.check_in is False,
                _("nobody is there until it is said"): body.nobody_yet,
                _("the list was opened"): body.coming is True,
                _("the list was closed"): body.coming is False,
                _("places: %(count)s", count=body.most or _("for all")): body.most is not None,
            },
        ),
    ),
    row(
        registrations.PairRegistered,
        _of(
            _l("A pair announced itself: no. %(number)s"),
            _l("A player wants to play: no. %(number)s"),
        ),
    ),
    row(registrations.RegistrationChanged, _l("Other names were given: no. %(number)s")),
    row(
        registrations.RegistrationDeclined,
        _either(
            "declined",
            _l("A pair that announced itself was declined: no. %(number)s"),
            _l("A pair that announced itself waits again: no. %(number)s"),
            (
                _l("A player was declined: no. %(number)s"),
                _l("A player waits again: no. %(number)s"),
            ),
        ),
    ),
    row(
        registrations.RegistrationEnded,
        _of(
            _l("A pair does not come after all: no. %(number)s"),
            _l("A player does not come after all: no. %(number)s"),
        ),
    ),
    row(pair_acts.Attended, _attended),
    row(
        pair_acts.PairsKeptApart,
        _either(
            "apart",
            _l("Pairs %(one)s and %(other)s never meet"),
            _l("Pairs %(one)s and %(other)s may meet"),
            (
                _l("Players %(one)s and %(other)s never sit at one table"),
                _l("Players %(one)s and %(other)s may sit at one table"),
            ),
        ),
    ),
    row(
        pair_acts.TableKept,
        _either(
            "table",
            _l("Pair %(pair)s keeps table %(table)s"),
            _l("Pair %(pair)s keeps no table"),
            (
                _l("Player %(pair)s keeps table %(table)s"),
                _l("Player %(pair)s keeps no table"),
            ),
        ),
    ),
    row(
        pair_acts.ClubsKeptApart,
        _either(
            "apart",
            _l("Pairs of one club are kept apart"),
            _l("Pairs of one club may meet"),
        ),
    ),
    row(rounds.RoundProposed, _l("Round %(number)s was proposed with seed %(seed)s")),
    row(rounds.RoundDrawn, _drawn),
    row(
        rounds.TablesSwapped,
        _of(
            _l("Round %(number)s: pairs %(one)s and %(other)s changed places"),
            _l("Round %(number)s: players %(one)s and %(other)s changed places"),
        ),
    ),
    row(rounds.Undrawn, _l("Round %(number)s was taken back")),
    row(rounds.ClockStarted, _l("Round %(number)s: the clock was started")),
    row(rounds.ClockPaused, _l("Round %(number)s: the clock was paused")),
    row(rounds.ClockResumed, _l("Round %(number)s: the clock goes on")),
    row(
        rounds.MinutesAdded,
        lambda body, _act, _to: _(
            "Round %(number)s: %(minutes)s min",
            number=body.round,
            minutes=signed_text(body.minutes),
        ),
    ),
    row(
        result_acts.ResultWritten,
        _at_table(
            lambda body, act, to: (
                _score(body.score),
                _("from the sheet") if body.sheet else "",
                _replaced(body, act, to),
            ),
        ),
    ),
    row(result_acts.TableForfeited, _at_table(_forfeited)),
    row(
        result_acts.ResultRuled,
        _at_table(
            lambda body, act, to: (
                _score(body.score),
                _("by the arbiter"),
                _replaced(body, act, to),
            ),
        ),
    ),
    row(
        result_acts.ResultWithdrawn,
        _at_table(lambda _body, _act, _to: (_("the result was withdrawn"),)),
    ),
    row(result_acts.PointsAdjusted, _adjusted),
)
"""The sentence of each kind of act."""
