"""Sentences about the acts of a match: the name of each kind, and its words in the history.

A kind has one function here, under `describes` with its name. `services.match_acts` has the kinds.
"""

from collections.abc import Callable, Sequence
from functools import singledispatch
from typing import Final, NamedTuple, TypeVar

from flask_babel.speaklater import LazyString

from scorekeeper.explain import labels
from scorekeeper.explain.entry_words import entry_words
from scorekeeper.explain.head_changes import Fact, head_changes
from scorekeeper.explain.shown_names import side_names
from scorekeeper.i18n.language import _, _l, lazy_pgettext
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.journal.act import undone_seqs
from scorekeeper.rules.model import Side
from scorekeeper.services.ledger import Ledger
from scorekeeper.services.match_acts.body import Body, MatchAct
from scorekeeper.services.match_acts.hand_acts import (
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
from scorekeeper.services.match_acts.head_acts import Changed, Started, heads_at_changes
from scorekeeper.services.match_acts.meta import (
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
)
from scorekeeper.services.match_acts.undo import Undone

ACTS: Final = Sentences[str]({})
"""The name of each kind of act, in a word or two; the phone has it, too."""
OF_HANDS: Final = Sentences[str]({})
"""The names with the number of the hand, where that is known."""
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
    """Which hand, or what kind of act; nothing where the sentence says it all."""
    words: str
    before: str = ""
    """The words of the entry that a correction replaced."""


B = TypeVar("B", bound=Body)
Description = Callable[[B, MatchAct, Ledger], ActText]


@singledispatch
def words_of_kind(body: Body, act: MatchAct, ledger: Ledger) -> ActText:
    """The words of an act of this kind; `act_text` is how to ask for them."""
    raise TypeError(f"nothing is said of {body.kind}")


def describes(
    kind: type[B], name: LazyString | None = None, of_hand: LazyString | None = None
) -> Callable[[Description[B]], Description[B]]:
    """Register the function that describes this kind of act, and its name; meta acts have none."""
    if name is not None:
        ACTS[kind.kind] = name
    if of_hand is not None:
        OF_HANDS[kind.kind] = of_hand

    def register(describe: Description[B]) -> Description[B]:
        words_of_kind.register(kind, describe)
        return describe

    return register


def act_text(act: MatchAct, ledger: Ledger) -> ActText:
    """The act in words, in the reader's language."""
    return words_of_kind(act.body, act, ledger)


def act_name(body: Body, number: int | None) -> str:
    """The name of an act, `number` being that of the hand it is about, if it is about one."""
    if isinstance(body, Changed):
        return f"{ACTS.say(body.kind)}: {', '.join(_changed_parts(body))}"
    if body.kind in OF_HANDS and number:
        return OF_HANDS.say(body.kind, number=number)
    return ACTS.say(body.kind, number=number)


def name_in_ledger(act: MatchAct, ledger: Ledger) -> str:
    """The name of an act in its match; of an undoing, that of what it undid."""
    if act.body.undoes is not None:
        return name_in_ledger(_act_at(act.body.undoes, ledger), ledger)
    return act_name(act.body, _number_of(act.entry_id, ledger))


@describes(Started, lazy_pgettext("what was written", "Start"))
def _describe_started(body: Started, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText(ACTS.say(body.kind), "")


@describes(Contract, lazy_pgettext("what was written", "Bid"))
def _contract(body: Contract, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText(ACTS.say(body.kind), entry_words(body.entry.value, ledger.match))


@describes(Recorded, _l("Hand %(number)s"))
def _describe_recorded(body: Recorded, act: MatchAct, ledger: Ledger) -> ActText:
    words = _("written: %(hand)s", hand=entry_words(body.entry.value, ledger.match))
    return ActText(_hand_in_ledger(act, ledger) or _("Hand"), words)


@describes(
    Inserted,
    lazy_pgettext("what was written", "Inserted hand"),
    _l("Inserted hand %(number)s"),
)
def _describe_inserted(body: Inserted, act: MatchAct, ledger: Ledger) -> ActText:
    words = _("inserted: %(hand)s", hand=entry_words(body.entry.value, ledger.match))
    return ActText(_hand_in_ledger(act, ledger) or ACTS.say(body.kind), words)


@describes(Adjusted, lazy_pgettext("what was written", "Adjustment"))
def _describe_adjusted(body: Adjusted, act: MatchAct, ledger: Ledger) -> ActText:
    words = _("written: %(hand)s", hand=entry_words(body.entry.value, ledger.match))
    return ActText(ACTS.say(body.kind), words)


@describes(
    Corrected,
    lazy_pgettext("what was written", "Correction"),
    _l("Correction of hand %(number)s"),
)
def _describe_corrected(body: Corrected, act: MatchAct, ledger: Ledger) -> ActText:
    words = _("corrected: %(hand)s", hand=entry_words(body.entry.value, ledger.match))
    before = _words_before(act.seq, body.corrects, ledger)
    return ActText(_hand_in_ledger(act, ledger) or ACTS.say(body.kind), words, before)


@describes(Voided, lazy_pgettext("what was written", "Voided hand"), _l("Voided hand %(number)s"))
def _describe_voided(body: Voided, act: MatchAct, ledger: Ledger) -> ActText:
    words = _("voided: %(hand)s", hand=_words_before(act.seq, body.voids, ledger))
    is_hand = not isinstance(_act_at(body.voids, ledger).body, Adjusted)
    return ActText(_("Hand") if is_hand else ACTS.say(Adjusted.kind), words)


@describes(Changed, lazy_pgettext("what was written", "Change"))
def _describe_changed(body: Changed, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText(ACTS.say(body.kind), "")


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


@describes(AgreedHere, lazy_pgettext("what was written", "✓"), _l("✓ to hand %(number)s"))
def _describe_agreed_here(body: AgreedHere, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    hands = _hand_with_score(body.answers, body.score, ledger)
    words = _("%(side)s, on the scorer's phone: ✓ %(hands)s", side=side, hands=hands)
    return ActText("", words)


@describes(FlaggedHere, lazy_pgettext("what was written", "⚑"), _l("⚑ to hand %(number)s"))
def _describe_flagged_here(body: FlaggedHere, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    hand = _("hand %(number)s", number=_number_of(body.answers, ledger))
    values = {"side": side, "hand": hand, "reason": body.reason}
    words = _("%(side)s, on the scorer's phone: ⚑ %(hand)s: “%(reason)s”", **values)
    return ActText("", words)


@describes(Claimed, lazy_pgettext("what was written", "Claim"))
def _describe_claimed(body: Claimed, act: MatchAct, ledger: Ledger) -> ActText:
    side, points = side_names(ledger.match).of(body.claim.side), body.claim.points
    words = _("%(side)s with %(points)s in the hand", side=side, points=points)
    return ActText(ACTS.say(body.kind), words)


@describes(Stopped, lazy_pgettext("what was written", "Stop"))
def _describe_stopped(body: Stopped, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText(ACTS.say(body.kind), "")


@describes(Reopened, lazy_pgettext("what was written", "Going on"))
def _describe_reopened(body: Reopened, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText(ACTS.say(body.kind), "")


@describes(Undone)
def _undone(body: Undone, act: MatchAct, ledger: Ledger) -> ActText:
    undone = _act_at(body.seq, ledger)
    name = name_in_ledger(undone, ledger)
    if undone.body.undoes is not None:
        return ActText("", _("brought back: %(act)s", act=name))
    return ActText("", _("undone: %(act)s", act=name))


@describes(Joined)
def _describe_joined(body: Joined, act: MatchAct, ledger: Ledger) -> ActText:
    phone = ledger.phones[act.phone]
    if body.role != "scorer":
        side = side_names(ledger.match).of(body.role)
        return ActText("", _("Phone %(phone)s answers for: %(side)s", phone=phone, side=side))
    if body.alone:
        return ActText("", _("Phone %(phone)s holds the pencil; no other writes", phone=phone))
    return ActText("", _("Phone %(phone)s may write, too", phone=phone))


@describes(Agreed)
def _describe_agreed(body: Agreed, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    hands = _agreed_hands(body, ledger)
    return ActText("", _("%(side)s: ✓ %(hands)s", side=side, hands=hands))


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


@describes(Flagged)
def _describe_flagged(body: Flagged, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    hand = _("hand %(number)s", number=_number_of(act.entry_id, ledger))
    words = _("%(side)s: ⚑ %(hand)s: “%(reason)s”", side=side, hand=hand, reason=body.reason)
    return ActText("", words)


@describes(Asked)
def _describe_asked(body: Asked, act: MatchAct, ledger: Ledger) -> ActText:
    side, phone = side_names(ledger.match).of(body.side), ledger.phones[act.phone]
    words = _("%(side)s: asks that phone %(phone)s gets the pencil", side=side, phone=phone)
    return ActText("", words)


@describes(Named)
def _describe_named(body: Named, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    phone = ledger.phones[_act_at(body.seq, ledger).phone]
    words = _("%(side)s: yes, from now on phone %(phone)s writes", side=side, phone=phone)
    return ActText("", words)


@describes(Declined)
def _describe_declined(body: Declined, act: MatchAct, ledger: Ledger) -> ActText:
    side = side_names(ledger.match).of(body.side)
    return ActText("", _("%(side)s: no, the pencil stays where it is", side=side))


@describes(NamesErased)
def _describe_names_erased(body: NamesErased, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", ERASED_BY.say(body.by))


@describes(ReasonsErased)
def _describe_reasons_erased(body: ReasonsErased, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", REASONS_ERASED_BY.say(body.by))


@describes(ClubJoined)
def _describe_club_joined(body: ClubJoined, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", _("the match is played at a club"))


@describes(ClubProposed)
def _describe_club_proposed(body: ClubProposed, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", _("a club's organiser asks for the match"))


@describes(ClubLeft)
def _describe_club_left(body: ClubLeft, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", LEFT_CLUB.say(body.by))


@describes(PersonsSeated)
def _describe_persons_seated(body: PersonsSeated, act: MatchAct, ledger: Ledger) -> ActText:
    return ActText("", _("persons of the club's roster sit at the table"))


@describes(PreviewsChosen)
def _describe_previews(body: PreviewsChosen, act: MatchAct, ledger: Ledger) -> ActText:
    if body.names:
        return ActText("", _("a link's preview has the names"))
    return ActText("", _("a link's preview has no names"))


def _hand_in_ledger(act: MatchAct, ledger: Ledger) -> str:
    """Which hand of the ledger the act wrote; nothing where that does not stand."""
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
