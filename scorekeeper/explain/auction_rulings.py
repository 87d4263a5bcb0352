"""An auction in words: the contract and its bidder, and the wrong calls."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, NamedTuple, cast

from scorekeeper.explain.labels import bid_text, doubled_text, seat_name, trump_glyph
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import Decided, Reason, Ruling, decided_by
from scorekeeper.explain.switch_words import our_reading
from scorekeeper.i18n.language import Sentences, _l, lazy_pgettext
from scorekeeper.rules.auction import (
    AUCTION_FAULTS,
    Auction,
    Call,
    CallFault,
    CallKind,
    Heard,
    JudgedCall,
    hear_auction,
)
from scorekeeper.rules.match import leading_seat, next_dealer
from scorekeeper.rules.misheard_calls import OtherHearing
from scorekeeper.rules.model import KAPO, SEATS, BySide, Code, Hand, Problem, RuleSet, Seat
from scorekeeper.rules.switches import SwitchValue, turn_switches

CALLS: Final[Sentences[CallKind]] = Sentences(
    {
        "pass": lazy_pgettext("call", "pass"),
        "double": lazy_pgettext("call", "double ×2"),
        "redouble": lazy_pgettext("call", "redouble ×4"),
    }
)
VERDICTS: Final = Sentences(
    {
        "right": _l("The auction was right."),
        "right_so_far": _l("All right so far."),
        "hangs": _l("It depends on who passed. As it stands here all was right."),
        "wrong": _l("Call %(place)s was wrong (%(who)s, %(call)s). %(fault)s"),
        "bidder": _l("The bidder is %(who)s: %(bid)s."),
        "passed_out": _l("All four passed: no hand is played."),
        "stands": _l("What stands: %(who)s, %(bid)s. To call: %(turn)s."),
        "nobody": _l("Nobody has bid. To call: %(turn)s."),
        "again": _l("%(who)s again, or %(next)s over it"),
    }
)
FAULTS: Final[Sentences[CallFault]] = Sentences(
    {
        "closed": _l("The auction was closed."),
        "passed_already": _l("Whoever passed may not bid again."),
        "out_of_turn": _l("Out of turn: it was for %(turn)s to call."),
        "not_higher": _l("It is not more than %(over)s."),
        "nothing_to_double": _l("There was no bid to double."),
        "own_bid": _l("Only the other side doubles a bid."),
        "doubled_already": _l("It was doubled already."),
        "not_doubled": _l("There was no double to answer."),
        "not_the_bidders": _l("Only the bidder's side redoubles."),
    }
)
BECOMES: Final = Sentences(
    {
        "unsaid": _l("it does not stand, as if unsaid"),
        "mended": _l("it does not stand; it was mended in turn"),
        "passed": _l("it was called over, so it counts as a pass"),
        "mend": _l("it does not stand: %(who)s calls again"),
    }
)
REASONS: Final = Sentences(
    {
        "asked": _l("%(dealer)s dealt. %(calls)s"),
        "wrong_call": _l("A wrong call"),
        "call": _l("Call %(place)s – %(who)s: %(call)s"),
        "if_pass": _l("It would be right if the pass in call %(places)s was by %(who)s."),
        "if_passes": _l("It would be right if the passes in calls %(places)s were by %(who)s."),
        "was_pass": _l("Was the pass in call %(places)s by %(who)s?"),
        "were_passes": _l("Were the passes in calls %(places)s by %(who)s?"),
        "whose": _l("Whose pass it was"),
        "bidder_if_pass": _l(
            "If the pass in call %(places)s was by %(who)s, the bidder is %(bidder)s: %(bid)s."
        ),
        "bidder_if_passes": _l(
            "If the passes in calls %(places)s were by %(who)s, the bidder is %(bidder)s: %(bid)s."
        ),
        "standing": _l("The bid that stands"),
        "no_bid": _l("No bid stands"),
        "bid": _l("%(who)s bid %(bid)s."),
        "closed": _l("Three passes in a row closed the auction."),
        "closed_in_silence": _l(
            "Whoever had passed before may not bid again and was skipped (%(out)s), and so the "
            "auction was closed."
        ),
        "four": _l("All four passed and nobody bid."),
        "open": _l("Three passes in a row close the auction."),
        "nobody": _l("Nobody has bid yet."),
        "doubled": _l("The defence doubled it."),
        "redoubled": _l("The defence doubled it and the bidder's side redoubled."),
        "redoubled_then": _l("The bidder's side redoubled."),
        "undoubled": _l("The %(doubled)s was on %(bid)s and went with it."),
        "bid_over": _l("A bid over %(doubled)s"),
        "no_longer": _l("it is no longer doubled"),
        "follows": _l("What follows"),
        "thrown_in": _l("The cards are thrown in; %(who)s deals next."),
        "leads": _l("The hand is played; %(who)s leads to the first trick."),
        "next": _l("What may be called now"),
        "may_bid": _l("%(who)s may pass, or bid from %(low)s up."),
        "may_bid_kapo": _l("%(who)s may pass, or bid kapo."),
        "may_pass": _l("%(who)s may pass."),
        "may_double": _l("May double, until the first card: %(side)s."),
        "may_redouble": _l("May redouble, until the first card: %(side)s."),
    }
)
_SWITCHES: Final[dict[CallFault, str]] = {
    "closed": "pass_is_final",
    "passed_already": "pass_is_final",
    "bid_step": "bid_step",
    "kapo_bid_not_played": "kapo_bid",
    "trump_not_played": "trumps",
    "doubling_not_played": "doubling",
}
"""The switch that may have decided a fault."""


def call_text(call: Call, rules: RuleSet) -> str:
    """A call as it is said: `9 ♥`, `kapo ♠`, `pass`."""
    if call.kind != "bid":
        return CALLS.say(call.kind)
    return f"{bid_text(call.bid, rules)}\u00a0{trump_glyph(call.trump)}".strip()


class Called(NamedTuple):
    """The names of the sides, and of their players as far as they are known."""

    sides: BySide[str]
    players: Mapping[Seat, str] = MappingProxyType({})

    def who(self, seat: Seat) -> str:
        """The player who sits there, or the side and the seat's number."""
        return seat_name(seat, self.sides, self.players.get(seat, ""))


class _Case:
    """An auction, and the names used in its ruling."""

    def __init__(self, auction: Auction, dealer: Seat, called: Called) -> None:
        self.auction, self.dealer, self.called = auction, dealer, called
        self.who = called.who

    def call(self, call: Call) -> str:
        return call_text(call, self.auction.rules)

    def bid(self) -> str:
        assert self.auction.bid is not None
        return f"{self.call(self.auction.bid)}\u00a0{doubled_text(self.auction.doubled)}".strip()

    def again(self, **switches: SwitchValue) -> Auction:
        """Hear the auction's calls by these rules with some switches turned."""
        calls = [Heard(judged_call.call, judged_call.seat) for judged_call in self.auction.calls]
        return hear_auction(calls, self.dealer, turn_switches(self.auction.rules, switches))


def auction_ruling(
    auction: Auction,
    dealer: Seat,
    called: Called,
    others: Sequence[OtherHearing] = (),
) -> Ruling:
    """Return the ruling on an auction: wrong calls, the contract and its bidder, and the reasons.

    `others` are the hearings by which a wrong call would be right, or another bid would stand.
    """
    case = _Case(auction, dealer, called)
    wrong = [(place, one) for place, one in enumerate(auction.calls, 1) if one.faults]
    reasons = [_wrong_call(case, place, judged_call, others) for place, judged_call in wrong]
    reasons += _other_bidders(case, [other for other in others if not other.mends])
    reasons.append(_standing(case))
    reasons += [one for one in (_follows(case), _next(case)) if one]
    verdict = _verdict(case, wrong, hangs=bool(others))
    return Ruling(_question_text(case), verdict, tuple(reasons))


def whose_pass(other: OtherHearing, called: Called) -> str:
    """Return the question whether a player who was out said the pass."""
    return _of_passes("was_pass", "were_passes", other, called)


def _of_passes(one: str, many: str, other: OtherHearing, called: Called, **values: str) -> str:
    return REASONS.say(
        one if len(other.passes) == 1 else many,
        **values,
        places=", ".join(str(place) for place, _seat in other.passes),
        who=", ".join(called.who(seat) for _place, seat in other.passes),
    )


def what_follows(auction: Auction, dealer: Seat, called: Called) -> str:
    """Say what the table does when the auction is closed; nothing while it is open."""
    follows = _follows(_Case(auction, dealer, called))
    return follows.text if follows else ""


def _question_text(case: _Case) -> str:
    calls = (f"{case.who(one.seat)}: {case.call(one.call)}" for one in case.auction.calls)
    return REASONS.say("asked", dealer=case.who(case.dealer), calls=" · ".join(calls))


def _verdict(case: _Case, wrong: list[tuple[int, JudgedCall]], *, hangs: bool) -> str:
    auction = case.auction
    if wrong:
        place, judged_call = wrong[0]
        first = VERDICTS.say(
            "wrong",
            place=place,
            who=case.who(judged_call.seat),
            call=case.call(judged_call.call),
            fault=_fault(case, judged_call, judged_call.faults[0]),
        )
    elif hangs:
        first = VERDICTS.say("hangs")
    else:
        first = VERDICTS.say("right" if auction.is_closed else "right_so_far")
    return f"{first} {_outcome(case)}"


def _other_bidders(case: _Case, others: Sequence[OtherHearing]) -> list[Reason]:
    """Tell whose the bid is by other hearings in which no call is wrong either."""
    texts = []
    for other in others:
        heard = hear_auction(other.calls, case.dealer, case.auction.rules)
        assert heard.bidder is not None
        values = {
            "bidder": case.who(heard.bidder),
            "bid": _Case(heard, case.dealer, case.called).bid(),
        }
        texts.append(_of_passes("bidder_if_pass", "bidder_if_passes", other, case.called, **values))
    return [Reason(" ".join(texts), REASONS.say("whose"))] if texts else []


def _outcome(case: _Case) -> str:
    auction = case.auction
    if auction.bidder is None:
        if auction.is_closed:
            return VERDICTS.say("passed_out")
        return VERDICTS.say("nobody", turn=_turn(case))
    values = {"who": case.who(auction.bidder), "bid": case.bid()}
    if auction.is_closed:
        return VERDICTS.say("bidder", **values)
    return VERDICTS.say("stands", turn=_turn(case), **values)


def _turn(case: _Case) -> str:
    """Say whose turn it is: after a wrong call its player's, until the next player calls."""
    who, following = case.who(case.auction.place), case.who(case.auction.expected)
    return who if who == following else VERDICTS.say("again", who=who, next=following)


def _wrong_call(
    case: _Case, place: int, judged_call: JudgedCall, others: Sequence[OtherHearing]
) -> Reason:
    who = case.who(judged_call.seat)
    faults = [_fault(case, judged_call, fault) for fault in judged_call.faults]
    mending = [other for other in others if other.mends == place]
    faults += [_of_passes("if_pass", "if_passes", other, case.called) for other in mending]
    switches = [
        _SWITCHES[fault] for fault in judged_call.faults if _is_by_switch(case, place, fault)
    ]
    becomes = BECOMES.say(_what_becomes(case.auction.calls[place - 1 :]), who=who)
    return Reason(
        " ".join(faults),
        REASONS.say("call", place=place, who=who, call=case.call(judged_call.call)),
        (
            *decided_by(case.auction.rules, *switches),
            Decided(REASONS.say("wrong_call"), becomes, our_reading()),
        ),
    )


def _fault(case: _Case, judged_call: JudgedCall, fault: CallFault) -> str:
    if fault not in AUCTION_FAULTS:
        hand = Hand(bid=judged_call.call.bid, trump=judged_call.call.trump)
        return problem_text(Problem(cast(Code, fault), None), hand, case.auction.rules)
    turn = case.who(judged_call.turn) if judged_call.turn else ""
    over = case.call(judged_call.over) if judged_call.over else ""
    return FAULTS.say(fault, turn=turn, over=over)


def _is_by_switch(case: _Case, place: int, fault: CallFault) -> bool:
    """Would the call be without this fault if a pass were not final, or were?"""
    if _SWITCHES.get(fault) != "pass_is_final":
        return fault in _SWITCHES
    other = case.again(pass_is_final=not case.auction.rules.pass_is_final)
    return fault not in other.calls[place - 1].faults


def _what_becomes(judged_calls: tuple[JudgedCall, ...]) -> str:
    """Say what becomes of the first of these calls, which is wrong; the others came after it."""
    wrong, *later = judged_calls
    if wrong.seat != wrong.turn:
        return "unsaid"
    for call in later:
        if call.turn != wrong.seat:
            return "passed"
        if call.seat == wrong.seat and not call.faults:
            return "mended"
    return "mend"


def _standing(case: _Case) -> Reason:
    auction = case.auction
    if auction.bidder is None:
        sentences, lost_double = [REASONS.say("four" if auction.is_closed else "nobody")], None
    else:
        last = _of_the_bid(auction)
        lost_double = last[0] if last[0].doubled > 1 else None
        sentences = _standing_bid_sentences(case, last)
    other = case.again(pass_is_final=not auction.rules.pass_is_final)
    is_same = (other.contract, other.turn) == (auction.contract, auction.turn)
    switches = [] if is_same else ["pass_is_final"]
    if auction.doubled > 1:
        switches.append("doubling")
    heading = REASONS.say("no_bid" if auction.bidder is None else "standing")
    switch_values = decided_by(auction.rules, *switches)
    if lost_double:
        bid_over = REASONS.say("bid_over", doubled=doubled_text(lost_double.doubled))
        switch_values = (*switch_values, Decided(bid_over, REASONS.say("no_longer"), our_reading()))
    return Reason(" ".join(sentences), heading, switch_values)


def _of_the_bid(auction: Auction) -> list[JudgedCall]:
    """The bid that stands, and what was rightly called after it."""
    right = [judged_call for judged_call in auction.calls if not judged_call.faults]
    return right[max(i for i, judged_call in enumerate(right) if judged_call.call.kind == "bid") :]


def _standing_bid_sentences(case: _Case, last: list[JudgedCall]) -> list[str]:
    """Tell what happened to the bid that stands, in the order of the calls."""
    auction, (bid, *after) = case.auction, last
    sentences = [REASONS.say("bid", who=case.who(bid.seat), bid=case.call(bid.call))]
    if bid.doubled > 1 and bid.over:
        values = {"doubled": doubled_text(bid.doubled), "bid": case.call(bid.over)}
        sentences.append(REASONS.say("undoubled", **values))
    doubles = [one for one in after if one.call.kind != "pass"]
    before = [one for one in doubles if one.turn]
    sentences += _doubling_sentences(len(before), 0)
    silent_seats = _silent_seats(auction, last)
    key = "open" if not auction.is_closed else "closed_in_silence" if silent_seats else "closed"
    sentences.append(REASONS.say(key, out=", ".join(map(case.who, silent_seats))))
    return sentences + _doubling_sentences(len(doubles), len(before))


def _doubling_sentences(many: int, known: int) -> list[str]:
    """Say that the bid was doubled `many` times, of which the first `known` are said already."""
    if many <= known:
        return []
    if known:
        return [REASONS.say("redoubled_then")]
    return [REASONS.say("doubled" if many == 1 else "redoubled")]


def _silent_seats(auction: Auction, last: list[JudgedCall]) -> list[Seat]:
    """List the seats that passed only in silence since the last call that was no pass."""
    callers: set[Seat] = set()
    for judged_call in reversed(last):
        if judged_call.call.kind == "pass":
            callers.add(judged_call.seat)
        elif judged_call.turn:
            break
    return [seat for seat in SEATS if seat in auction.skipped and seat not in callers]


def _follows(case: _Case) -> Reason | None:
    """The seat that deals or leads when the auction is closed; None while it is open."""
    auction, rules = case.auction, case.auction.rules
    if not auction.is_closed:
        return None
    if auction.bidder is None:
        who = case.who(next_dealer(case.dealer, rules, passed_out=True))
        switches = ("pass_out",) if rules.pass_out == "same" else ("pass_out", "deal_passes")
        text = REASONS.say("thrown_in", who=who)
    else:
        who = case.who(leading_seat(case.dealer, auction.bidder, rules))
        switches = ("leads",)
        text = REASONS.say("leads", who=who)
    return Reason(text, REASONS.say("follows"), decided_by(rules, *switches))


class _Next(NamedTuple):
    """A call that is possible now, and the switches that decide it."""

    text: str
    switches: tuple[str, ...] = ()


def _next(case: _Case) -> Reason | None:
    """Return the calls that are possible now, or None where no call is."""
    auction = case.auction
    steps = [] if auction.is_closed else [_next_bid(case)]
    for key, side in (
        ("may_double", auction.may_double()),
        ("may_redouble", auction.may_redouble()),
    ):
        if side:
            steps.append(_Next(REASONS.say(key, side=case.called.sides.of(side)), ("doubling",)))
    if not steps:
        return None
    switches = [switch for one in steps for switch in one.switches]
    return Reason(
        " ".join(one.text for one in steps),
        REASONS.say("next"),
        decided_by(auction.rules, *switches),
    )


def _next_bid(case: _Case) -> _Next:
    auction = case.auction
    who, bids = case.who(auction.place), auction.next_bids()
    if not bids:
        is_over_kapo = auction.bid is not None and auction.bid.bid == KAPO
        return _Next(REASONS.say("may_pass", who=who), () if is_over_kapo else ("kapo_bid",))
    if isinstance(bids[0], str):
        return _Next(REASONS.say("may_bid_kapo", who=who), ("kapo_bid",))
    low = bid_text(bids[0], auction.rules)
    return _Next(REASONS.say("may_bid", who=who, low=low), ("bid_step", "kapo_bid"))
