"""Sentences about the acts of a match: the name of each kind, and its words in the history.

A kind has one row here. `match.acts` has the kinds.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

from flask_babel.speaklater import LazyString

from scorekeeper.explain import labels
from scorekeeper.explain.act_sentences import ActSentences, Saying, SentenceRow, row
from scorekeeper.explain.shown_names import Fact, entry_words, head_changes, side_names
from scorekeeper.i18n.language import Sentences, _, _l, lazy_pgettext
from scorekeeper.journal.act import undone_seqs
from scorekeeper.journal.body import StoredBody
from scorekeeper.match.acts.body import Body, MatchAct
from scorekeeper.match.acts.hand_acts import (
    Adjusted,
    AgreedHere,
    Claimed,
    Contract,
    Corrected,
    FlaggedHere,
    Inserted,
    Recorded,
    Reopened,
    Stopped,
    Voided,
)
from scorekeeper.match.acts.head_acts import Changed, Started, heads_at_changes
from scorekeeper.match.acts.meta import (
    Agreed,
    Asked,
    ClubJoined,
    ClubLeft,
    ClubProposed,
    Declined,
    Flagged,
    Joined,
    Named,
    NamesErased,
    PersonsSeated,
    PreviewsChosen,
    ReasonsErased,
    Undone,
)
from scorekeeper.match.ledger import Ledger
from scorekeeper.rules.model import Side

CHANGED: Final = Sentences(
    {
        "names": _l("names"),
        "dealer": _l("dealer"),
        "rules": _l("rules"),
        "target": _l("target"),
    }
)
ERASED_BY: Final = Sentences(
    {
        "scorer": _l("The names were erased"),
        "organiser": _l("The names were erased by the tournament's organiser"),
        "operator": _l("The names were erased by whoever runs the server"),
        "age": _l("The names were erased, being old"),
    }
)
REASONS_ERASED_BY: Final = Sentences(
    {
        "organiser": _l("Reasons that name a pair were erased by the tournament's organiser"),
        "operator": _l("Reasons that name a pair were erased by whoever runs the server"),
    }
)
LEFT_CLUB: Final = Sentences(
    {
        "scorer": _l("the match is not the club's"),
        "organiser": _l("the club's organiser took the match out of the club"),
    }
)


class ActText(NamedTuple):
    """An act in the history."""

    heading: str
    """The hand, or the kind of act; empty where the sentence says it all."""
    words: str
    before: str = ""
    """The words of the entry that a correction replaced."""


B = TypeVar("B", bound=Body)
_Heading = Callable[[MatchAct, Ledger], str]


class _Play(NamedTuple):
    """The texts for one kind of play."""

    row: SentenceRow[MatchAct, Ledger]
    name: LazyString
    of_hand: LazyString | None
    heading: _Heading | None


def _play(
    kind: type[B],
    name: LazyString,
    sentence: LazyString | Saying[B, MatchAct, Ledger],
    *,
    heading: _Heading | None,
    of_hand: LazyString | None = None,
) -> _Play:
    return _Play(row(kind, sentence), name, of_hand, heading)


def act_text(act: MatchAct, ledger: Ledger) -> ActText:
    """The act in words, in the reader's language."""
    body = act.body
    heading = _HEADINGS[type(body)](act, ledger) if type(body) in _HEADINGS else ""
    before = _words_before(act.seq, body.corrects, ledger) if isinstance(body, Corrected) else ""
    return ActText(heading, SAID.say(body, act, ledger), before)


def act_name(body: Body, number: int | None) -> str:
    """The name of an act, `number` being that of the hand it is about, if it is about one."""
    if isinstance(body, Changed):
        return f"{ACTS.say(body.kind)}: {', '.join(_changed_parts(body))}"
    if isinstance(body, Adjusted) and min(body.entry.value[:2]) < 0:
        return ACTS.say("penalty")
    if body.kind in OF_HANDS and number:
        return OF_HANDS.say(body.kind, number=number)
    return ACTS.say(body.kind, number=number)


def name_in_ledger(act: MatchAct, ledger: Ledger) -> str:
    """Return the name of an act in its match; for an undoing, that of the undone act."""
    if act.body.undoes is not None:
        return name_in_ledger(_act_at(act.body.undoes, ledger), ledger)
    return act_name(act.body, _number_of(act.entry_id, ledger))


def _changed_parts(change: Changed) -> list[str]:
    """The parts of the head that the change is about: names, dealer, rules, target."""
    parts = {
        "names": change.names or change.players,
        "dealer": change.first_dealer,
        "rules": change.rules.keys() - {"target"},
        "target": "target" in change.rules,
    }
    return [CHANGED.say(part) for part, is_in in parts.items() if is_in]


def changed_facts(
    ledger: Ledger, acts: Sequence[MatchAct], reader: Side | None = None
) -> dict[int, tuple[Fact, ...]]:
    """The facts that changed, by the seqs of those acts that change the match's head.

    `reader` is the side of the phone that reads them.
    """
    changes = {act.seq: act.body for act in acts if isinstance(act.body, Changed)}
    if not changes:
        return {}
    heads = heads_at_changes(ledger.acts[: max(changes)])
    found = {}
    for seq, change in changes.items():
        before, after = heads[seq]
        since = _("from then on") if change.from_now else ""
        standings = before.standing(), after.standing()
        found[seq] = head_changes(before, after, standings, since, reader)
    return found


def _name(act: MatchAct, _ledger: Ledger) -> str:
    return ACTS.say(act.kind)


def _name_before_side(act: MatchAct, ledger: Ledger) -> str:
    return f"{_name(act, ledger)}:"


def _hand_or_name(act: MatchAct, ledger: Ledger) -> str:
    return _hand_in_ledger(act, ledger) or ACTS.say(act.kind)


def _hand_or_any(act: MatchAct, ledger: Ledger) -> str:
    return _hand_in_ledger(act, ledger) or _("Hand")


def _hand_or_adjustment(act: MatchAct, ledger: Ledger) -> str:
    voided = _act_at(act.entry_id, ledger).body
    return ACTS.say(voided.kind) if isinstance(voided, Adjusted) else _("Hand")


def _silent(_body: Body, _act: MatchAct, _ledger: Ledger) -> str:
    return ""


def _values(body: StoredBody, act: MatchAct, ledger: Ledger) -> Mapping[str, object]:
    """The values that the texts name."""
    side = getattr(body, "side", None)
    return {
        "side": side_names(ledger.match).of(side) if side else "",
        "phone": ledger.phones.get(act.phone),
        "hand": _hand_of(act, ledger),
        "reason": getattr(body, "reason", ""),
    }


def _hand_of(act: MatchAct, ledger: Ledger) -> str:
    """Return in words the entry that the act wrote or voided; for a flag, the hand's number."""
    body = act.body
    if isinstance(body, Voided):
        return _words_before(act.seq, body.voids, ledger)
    if isinstance(body, Flagged | FlaggedHere):
        return _("hand %(number)s", number=_number_of(act.entry_id, ledger))
    return entry_words(body.written, ledger.match) if body.written is not None else ""


def _agreed_here(body: AgreedHere, _act: MatchAct, ledger: Ledger) -> str:
    side = side_names(ledger.match).of(body.side)
    hands = _hand_with_score(body.answers, body.score, ledger)
    return _("%(side)s, on the scorer's phone: ✓ %(hands)s", side=side, hands=hands)


def _claimed(body: Claimed, _act: MatchAct, ledger: Ledger) -> str:
    side, points = side_names(ledger.match).of(body.claim.side), body.claim.points
    return _("%(side)s with %(points)s in the hand", side=side, points=points)


def _undone(body: Undone, _act: MatchAct, ledger: Ledger) -> str:
    undone = _act_at(body.seq, ledger)
    name = name_in_ledger(undone, ledger)
    if undone.body.undoes is not None:
        return _("brought back: %(act)s", act=name)
    return _("undone: %(act)s", act=name)


def _joined(body: Joined, act: MatchAct, ledger: Ledger) -> str | LazyString:
    if body.role != "scorer":
        side, phone = side_names(ledger.match).of(body.role), ledger.phones[act.phone]
        return labels.addressed_text("numbered_phone", side, phone=phone)
    if body.alone:
        return _l("Phone %(phone)s holds the pencil; no other writes")
    return _l("Phone %(phone)s may write, too")


def _agreed(body: Agreed, _act: MatchAct, ledger: Ledger) -> str:
    side = side_names(ledger.match).of(body.side)
    return _("%(side)s: ✓ %(hands)s", side=side, hands=_agreed_hands(body, ledger))


def _named(body: Named, _act: MatchAct, ledger: Ledger) -> str:
    side = side_names(ledger.match).of(body.side)
    phone = ledger.phones[_act_at(body.seq, ledger).phone]
    return _("%(side)s: yes, from now on phone %(phone)s writes", side=side, phone=phone)


def _agreed_hands(body: Agreed, ledger: Ledger) -> str:
    if len(body.scores) == 1:
        ((hand_id, score),) = body.scores.items()
        return _hand_with_score(hand_id, score, ledger)
    # A hand that is void by now has the number of the one behind it.
    numbers = sorted({_number_of(hand_id, ledger) or 0 for hand_id in body.scores})
    return _("hands %(hands)s", hands=labels.number_ranges(numbers))


def _hand_with_score(hand_id: int, score: Sequence[int], ledger: Ledger) -> str:
    number, (a, b) = _number_of(hand_id, ledger), score
    return labels.unbroken(_("hand %(number)s: %(a)s – %(b)s", number=number, a=a, b=b))


def _hand_in_ledger(act: MatchAct, ledger: Ledger) -> str:
    """Name the hand of the ledger that the act wrote; empty where that does not stand."""
    row = ledger.row(act.entry_id)
    return _("Hand %(number)s", number=row.number) if row is not None and row.number else ""


def _number_of(hand_id: int, ledger: Ledger) -> int | None:
    """The hand's number, or None of an adjustment; if it does not stand, the one it would have."""
    row = ledger.row(hand_id)
    if row is not None:
        return row.number
    body = _act_at(hand_id, ledger).body
    if isinstance(body, Inserted):
        return _number_of(body.before, ledger)
    pairs = zip(ledger.hand_ids, ledger.standing.rows, strict=True)
    return 1 + sum(row.number is not None for other, row in pairs if other < hand_id)


def _act_at(seq: int, ledger: Ledger) -> MatchAct:
    act = ledger.act(seq)
    assert act is not None
    return act


def _words_before(seq: int, hand_id: int, ledger: Ledger) -> str:
    """The words of the hand before it was corrected or voided by the act with this seq."""
    before = ledger.acts[: seq - 1]
    undone = undone_seqs(before)
    standing = [one for one in before if one.is_play and one.seq not in undone]
    entries = [one for one in standing if one.body.written is not None]
    last = [one for one in entries if hand_id in (one.seq, one.body.hand_id)][-1]
    entry = last.body.written
    return entry_words(entry, ledger.match) if entry is not None else ""


_PLAY: Final = (
    _play(Started, lazy_pgettext("what was written", "Start"), _silent, heading=_name),
    _play(
        Contract,
        lazy_pgettext("what was written", "Bid"),
        lambda body, _act, ledger: entry_words(body.entry.value, ledger.match),
        heading=_name_before_side,
    ),
    _play(
        Recorded,
        _l("Hand %(number)s"),
        _l("written: %(hand)s"),
        heading=_hand_or_any,
    ),
    _play(
        Inserted,
        lazy_pgettext("what was written", "Inserted hand"),
        _l("inserted: %(hand)s"),
        heading=_hand_or_name,
        of_hand=_l("Inserted hand %(number)s"),
    ),
    _play(
        Adjusted,
        lazy_pgettext("what was written", "Adjustment"),
        _l("written: %(hand)s"),
        heading=_name,
    ),
    _play(
        Corrected,
        lazy_pgettext("what was written", "Correction"),
        _l("corrected: %(hand)s"),
        heading=_hand_or_name,
        of_hand=_l("Correction of hand %(number)s"),
    ),
    _play(
        Voided,
        lazy_pgettext("what was written", "Voided hand"),
        _l("voided: %(hand)s"),
        heading=_hand_or_adjustment,
        of_hand=_l("Voided hand %(number)s"),
    ),
    _play(Changed, lazy_pgettext("what was written", "Change"), _silent, heading=_name),
    _play(
        AgreedHere,
        lazy_pgettext("what was written", "✓"),
        _agreed_here,
        heading=None,
        of_hand=_l("Agreed to hand %(number)s"),
    ),
    _play(
        FlaggedHere,
        lazy_pgettext("what was written", "⚑"),
        _l("%(side)s, on the scorer's phone: ⚑ %(hand)s: “%(reason)s”"),
        heading=None,
        of_hand=_l("⚑ to hand %(number)s"),
    ),
    _play(
        Claimed,
        lazy_pgettext("what was written", "Claim"),
        _claimed,
        heading=_name_before_side,
    ),
    _play(Stopped, lazy_pgettext("what was written", "Stop"), _silent, heading=_name),
    _play(Reopened, lazy_pgettext("what was written", "Going on"), _silent, heading=_name),
)
SAID: Final = ActSentences[MatchAct, Ledger](
    _values,
    *(play.row for play in _PLAY),
    row(Undone, _undone),
    row(Joined, _joined),
    row(Agreed, _agreed),
    row(Flagged, _l("%(side)s: ⚑ %(hand)s: “%(reason)s”")),
    row(Asked, _l("%(side)s: asks that phone %(phone)s gets the pencil")),
    row(Named, _named),
    row(Declined, _l("%(side)s: no, the pencil stays where it is")),
    row(NamesErased, lambda body, _act, _ledger: ERASED_BY.say(body.by)),
    row(ReasonsErased, lambda body, _act, _ledger: REASONS_ERASED_BY.say(body.by)),
    row(ClubJoined, _l("the match is played at a club")),
    row(ClubProposed, _l("a club's organiser asks for the match")),
    row(ClubLeft, lambda body, _act, _ledger: LEFT_CLUB.say(body.by)),
    row(PersonsSeated, _l("persons of the club's roster sit at the table")),
    row(
        PreviewsChosen,
        lambda body, _act, _ledger: (
            _l("a link's preview has the names")
            if body.names
            else _l("a link's preview has no names")
        ),
    ),
)
"""The sentence of each kind of act."""
ACTS: Final = Sentences(
    {
        **{play.row[0].kind: play.name for play in _PLAY},
        "penalty": _l("Penalty"),  # an adjustment that takes off
    }
)
"""The name of each kind of act, in a word or two; the phone has it, too. Meta acts have none."""
OF_HANDS: Final = Sentences(
    {play.row[0].kind: play.of_hand for play in _PLAY if play.of_hand is not None}
)
"""The names with the number of the hand, where that is known."""
_HEADINGS: Final = {play.row[0]: play.heading for play in _PLAY if play.heading is not None}
