"""The title and the reason of each line of a score. Nothing is scored here: the lines are given."""

from collections.abc import Callable
from typing import Final

from scorekeeper.explain.explained_hand import (
    AND_ALSO,
    CASES,
    ExplainedHand,
    why_these_declarations,
)
from scorekeeper.explain.labels import doubled_name, doubled_text
from scorekeeper.i18n.language import Sentences, _l
from scorekeeper.rules.model import KAPO, OTHER, BySide, Line, Rule, RuleSet, Side
from scorekeeper.rules.scoring import stake_of

_Reason = Callable[[ExplainedHand, Line], str]

TITLES: Final = Sentences(
    {
        "cards": _l("Card points"),
        "missing_point": _l("The missing point (%(less)s → %(full)s)"),
        "all_cards": _l("All the card points"),
        "kapo": _l("Kapo"),
        "kapo_by_defence": _l("Kapo by the defence"),
        "stake": _l("Stake"),
        "declarations": _l("Declarations"),
        "pilotta": _l("Pilotta"),
        "none_bonus": _l("No-trump bonus"),
        "all_bonus": _l("All-trump bonus"),
        "pilotta_failed": _l("Failed pilotta"),
    }
)
REASONS: Final = Sentences(
    {
        "cut": _l("the last digit is cut"),
        "as_counted": _l("as counted, nothing is rounded"),
        "higher_digit": _l("%(digits)s: it goes to the higher last digit"),
        "table_gave": _l("%(equal)s: the table gave it to %(side)s"),
        "equal_to_bidder": _l("%(equal)s: it goes to the bidder"),
        "equal_to_more": _l(
            "%(equal)s: it goes to the side with more points, %(more)s > %(fewer)s"
        ),
        "all_to_defence": _l("the bid failed: all %(total)s to the defence"),
        "plain_kapo": _l("a doubled kapo counts without its bonus"),
        "kapo_bid": _l("a kapo bid is worth %(stake)s"),
        "odd_bid": _l("a bid of %(bid)s is worth %(stake)s"),
        "made": _l("%(why)s: made"),
        "failed": _l("%(why)s: failed, it goes to the defence"),
        "equal_cards": _l("equal card points: to the bidder"),
        "more_cards": _l("%(more)s: to the side with more card points"),
        "pilotta": _l("king and queen of trumps"),
        "pilotta_stays": _l("the bid failed; nobody can take it from its holder"),
        "pilotta_lost": _l("the bid failed: it goes to the defence"),
        "bonus": _l("%(bonus)s to the side that won the hand"),
        "doubled": _l("both sides' scores count %(times)s times"),
        "pilotta_failed": _l("announced, and the second card was not played"),
    }
)


def title_of(case: ExplainedHand, line: Line) -> str:
    """The line's title, as the heading of its row."""
    special = _SPECIAL_TITLES.get(line.rule)
    if special:
        return special(case, line)
    title = TITLES.say(line.rule)
    in_tenths = line.rule in ("cards", "all_cards") and case.rules.unit == "tenths"
    return f"{title} ÷ 10" if in_tenths else title


def reason_of(case: ExplainedHand, line: Line) -> str:
    """Return the reason of the line."""
    return _PICKERS[line.rule](case, line)


def _missing_title(case: ExplainedHand, line: Line) -> str:
    full = case.total // 10
    return TITLES.say("missing_point", less=full - 1, full=full)


def _kapo_title(case: ExplainedHand, line: Line) -> str:
    return TITLES.say("kapo" if line.side == case.bidder else "kapo_by_defence")


def _stake_title(case: ExplainedHand, line: Line) -> str:
    title = TITLES.say("stake")
    return f"{title} {doubled_text(case.hand.doubled)}" if case.winner_takes_all else title


def _declarations_title(case: ExplainedHand, line: Line) -> str:
    side = case.ruling.side
    values = [str(d.value) for d in case.hand.declarations.of(side)] if side else []
    return f"{TITLES.say('declarations')} {' + '.join(values)}"


def _bonus_title(case: ExplainedHand, line: Line) -> str:
    return TITLES.say("none_bonus" if case.hand.trump == "none" else "all_bonus")


def _doubled_title(case: ExplainedHand, line: Line) -> str:
    return f"{doubled_text(case.hand.doubled)} {doubled_name(case.hand.doubled)}"


_SPECIAL_TITLES: Final[dict[Rule, _Reason]] = {
    "missing_point": _missing_title,
    "kapo": _kapo_title,
    "stake": _stake_title,
    "declarations": _declarations_title,
    "none_all_bonus": _bonus_title,
    "doubled": _doubled_title,
}


def _cards(case: ExplainedHand, line: Line) -> str:
    if case.hand.kapo is not None:
        return CASES.say("all_tricks" if line.side == case.hand.kapo else "no_trick")
    return REASONS.say("cut" if case.rules.unit == "tenths" else "as_counted")


def _missing_point(case: ExplainedHand, line: Line) -> str:
    return why_the_missing_point(
        line.side, BySide(case.points_of("A"), case.points_of("B")), case.rules, case.names
    )


def why_the_missing_point(
    side: Side, points: BySide[int], rules: RuleSet, names: BySide[str]
) -> str:
    """Why the side gets the point that cutting the last digits lost."""
    own, others = points.of(side), points.of(OTHER[side])
    if own % 10 != others % 10:
        digits = f"{own % 10} > {others % 10}"
        return REASONS.say("higher_digit", digits=digits)
    equal = f"{own % 10} = {others % 10}"
    if rules.six_six == "ask":
        return REASONS.say("table_gave", equal=equal, side=names.of(side))
    if rules.six_six == "bidder" or own == others:
        return REASONS.say("equal_to_bidder", equal=equal)
    return REASONS.say("equal_to_more", equal=equal, more=own, fewer=others)


def _all_cards(case: ExplainedHand, line: Line) -> str:
    if not case.winner_takes_all:
        return REASONS.say("all_to_defence", total=case.total)
    if case.hand.kapo == line.side and case.rules.kapo_bonus:
        return REASONS.say("plain_kapo")
    return case.takes_everything()


def _kapo(case: ExplainedHand, line: Line) -> str:
    bonus = case.rules.kapo_bonus
    return f"{case.total} + {bonus} = {case.total + bonus}"


def _stake(case: ExplainedHand, line: Line) -> str:
    parts = [_verdict(case)]
    stake = stake_of(case.hand, case.rules)
    if case.hand.bid == KAPO:
        parts.append(REASONS.say("kapo_bid", stake=stake))
    elif case.has_odd_stake:
        parts.append(REASONS.say("odd_bid", bid=case.bid, stake=stake))
    if case.winner_takes_all:
        parts.append(f"{stake} × {case.hand.doubled}")
    elif case.score.made and case.rules.stake_to == "more_points":
        parts.append(_more_points(case, line))
    return AND_ALSO.join(parts)


def _verdict(case: ExplainedHand) -> str:
    why = case.comparison(with_sum=True)
    return REASONS.say("made" if case.score.made else "failed", why=why)


def _more_points(case: ExplainedHand, line: Line) -> str:
    ours, theirs = case.points_of(case.bidder), case.points_of(case.defence)
    if ours == theirs:
        return REASONS.say("equal_cards")
    more = f"{max(ours, theirs)} > {min(ours, theirs)}"
    return REASONS.say("more_cards", more=more)


def _pilotta(case: ExplainedHand, line: Line) -> str:
    if case.winner_takes_all:
        return case.takes_everything()
    if case.score.made or case.hand.pilotta != case.bidder:
        return REASONS.say("pilotta")
    holder_keeps = case.rules.failed_pilotta == "holder"
    return REASONS.say("pilotta_stays" if holder_keeps else "pilotta_lost")


def _bonus(case: ExplainedHand, line: Line) -> str:
    return REASONS.say("bonus", bonus=case.rules.none_all_bonus)


def _doubled(case: ExplainedHand, line: Line) -> str:
    return REASONS.say("doubled", times=case.hand.doubled)


def _pilotta_failed(case: ExplainedHand, line: Line) -> str:
    return REASONS.say("pilotta_failed")


_PICKERS: Final[dict[Rule, _Reason]] = {
    "cards": _cards,
    "missing_point": _missing_point,
    "all_cards": _all_cards,
    "kapo": _kapo,
    "stake": _stake,
    "declarations": lambda case, line: why_these_declarations(case),
    "pilotta": _pilotta,
    "none_all_bonus": _bonus,
    "doubled": _doubled,
    "pilotta_failed": _pilotta_failed,
}
