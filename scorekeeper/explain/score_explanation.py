"""Explain a hand's score: the contract, each part of the score, how near it was."""

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from scorekeeper.explain import explained_hand, labels
from scorekeeper.explain.explained_hand import AND_ALSO, ExplainedHand
from scorekeeper.explain.line_reasons import TITLES
from scorekeeper.explain.ruling import (
    Decided,
    Reason,
    Ruling,
    decided_by,
    explain,
    headline,
    in_rows,
)
from scorekeeper.explain.switch_words import named_sources, our_reading
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.rules.declarations import ComparisonReason, score_of_declarations
from scorekeeper.rules.model import KAPO, SIDES, BySide, Hand, HandScore, Rule, RuleSet
from scorekeeper.rules.score_traces import NearCode, decides, decides_contract, nearness
from scorekeeper.rules.scoring import card_points, contract_points
from scorekeeper.rules.switches import SWITCHES

_COMPARED_BY: Final[dict[ComparisonReason, tuple[str, ...]]] = {
    "four": ("four_beats_run",),
    "top": ("declaration_order",),
    "trumps": ("trump_breaks_tie",),
    "leader": ("declaration_tie", "four_beats_run", "trump_breaks_tie"),
    "equal": ("declaration_tie", "four_beats_run", "trump_breaks_tie"),
}
"""The switches behind a comparison of declarations."""
_ODD_BID: Final = Sentences(
    {
        "title": _l("The stake is rounded"),
        "value": _l("86 is 9, 85 is 8"),
    }
)
_UNCUT: Final = Sentences(
    {
        "title": _l("The bid is compared"),
        "value": _l("with the points before a digit is cut"),
    }
)
_CUT: Final = 10
"""Points by which a bid may be missed, and be made if they were rounded first."""


def deciders(case: ExplainedHand, rule: Rule) -> tuple[Decided, ...]:
    """Find the switches about this rule with which the hand would have another result."""
    about = (*_about(rule), *(_ABOUT[rule](case) if rule in _ABOUT else ()))
    found = [field for field in about if decides(case.hand, case.rules, field)]
    switch_values = decided_by(case.rules, *found)
    return (*switch_values, *_rounding(case)) if rule == "stake" else switch_values


def contract_deciders(case: ExplainedHand) -> tuple[Decided, ...]:
    """Find the switches about the contract with which the bid would have gone otherwise."""
    about = _about("contract")
    found = [field for field in about if decides_contract(case.hand, case.rules, field)]
    return (*decided_by(case.rules, *found), *_compared_uncut(case))


def _about(part: str) -> list[str]:
    """The switches that may decide this part of any hand."""
    return [field for field, switch in SWITCHES.items() if part in switch.decides]


def _compared_uncut(case: ExplainedHand) -> tuple[Decided, ...]:
    """Cite who tests the bid before points are rounded, where that may decide."""
    if case.rules.unit != "tenths" or case.hand.kapo or not isinstance(case.hand.bid, int):
        return ()
    declared = score_of_declarations(case.hand, case.rules)
    lacking = case.hand.bid - contract_points(case.hand, case.rules, declared)
    if not 0 < lacking < _CUT:
        return ()
    source = named_sources(("gamerules", "kypros"))
    return (Decided(_UNCUT.say("title"), _UNCUT.say("value"), source),)


def _rounding(case: ExplainedHand) -> tuple[Decided, ...]:
    """Tell how an odd stake is rounded, which no switch decides and no source says."""
    if not case.has_odd_stake:
        return ()
    return (Decided(_ODD_BID.say("title"), _ODD_BID.say("value"), our_reading()),)


def _missing_point(case: ExplainedHand) -> tuple[str, ...]:
    equal = case.points_of("A") % 10 == case.points_of("B") % 10
    return ("six_six",) if equal else ("unit",)


def _cards(case: ExplainedHand) -> tuple[str, ...]:
    if not case.hand.kapo:
        return ("unit",)
    # A bonus that is not 0 has its own line.
    return () if case.rules.kapo_bonus else ("kapo_bonus",)


def _pack(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling", "kapo_bonus", "kapo_when_doubled") if case.winner_takes_all else ()


def _stake(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling",) if case.winner_takes_all else ("stake_to",)


def _declarations(case: ExplainedHand) -> tuple[str, ...]:
    who = ("doubling",) if case.winner_takes_all else ("failed_declarations", "reversed_extras")
    return (*_COMPARED_BY.get(case.ruling.reason, ()), *who)


def _pilotta(case: ExplainedHand) -> tuple[str, ...]:
    return ("doubling",) if case.winner_takes_all else ("failed_pilotta", "reversed_extras")


_ABOUT: Final[dict[Rule, Callable[[ExplainedHand], tuple[str, ...]]]] = {
    "cards": _cards,
    "missing_point": _missing_point,
    "all_cards": _pack,
    "stake": _stake,
    "declarations": _declarations,
    "pilotta": _pilotta,
}
"""The switches that may decide a line of such a hand, beside those that may in any hand."""

_HAND_SENTENCES: Final = Sentences(
    {
        "told": _l("%(side)s: %(what)s"),
        "points": _l("card points: %(score)s"),
        "pilotta": _l("pilotta: %(side)s"),
        "pilotta_failed": _l("failed pilotta: %(side)s"),
    }
)
_CONTRACT: Final = Sentences(
    {
        "heading": _l("The contract"),
        "as_counted": _l("The bid is compared with the points as counted, before a digit is cut."),
        "extras_help": _l("Declarations and pilotta count towards the bid."),
        "extras_do_not": _l("Declarations and pilotta do not count towards the bid."),
        "kapo_bid": _l("A kapo bid is made by all eight tricks and by nothing else."),
        "no_trick": _l("A bidder without a trick has failed, whatever it declared."),
    }
)
_NEAR: Final[Sentences[NearCode]] = Sentences(
    {
        "without_declarations": _l("Without the declarations the bid would have failed."),
        "without_pilotta": _l("Without the pilotta the bid would have failed."),
        "without_both": _l("Without declarations and pilotta the bid would have failed."),
        "better_declarations": _l(
            "Had the bidder's declarations been the better ones, the bid would have been made."
        ),
    }
)
_SENTENCES: Final = Sentences(
    {
        "verdict": _l("%(headline)s. %(score)s."),
        "with_missing_point": _l("%(headline)s. %(score)s. The missing point: %(side)s."),
        "near": _l("How near it was"),
    }
)


def explain_score(hand: Hand, score: HandScore, rules: RuleSet, names: BySide[str]) -> Ruling:
    """The ruling on a hand's score, by its own rules."""
    headline_text = headline(hand, score, rules, names)
    verdict = _verdict(headline_text, score, names)
    question = hand_words(hand, rules, names)
    if score.made is None:
        return Ruling(question, verdict, ())
    case = ExplainedHand(hand, score, rules, names)
    steps = (_contract(case), *_lines(case), *_reasons_without_score(case), *_near(case))
    return Ruling(question, verdict, tuple(_each_switch_once(steps)))


def _verdict(headline_text: str, score: HandScore, names: BySide[str]) -> str:
    both = score_words(score.A, score.B, names)
    for line in score.lines:
        if line.rule == "missing_point":
            side = names.of(line.side)
            return _SENTENCES.say(
                "with_missing_point", headline=headline_text, score=both, side=side
            )
    return _SENTENCES.say("verdict", headline=headline_text, score=both)


def _each_switch_once(steps: Iterable[Reason]) -> Iterator[Reason]:
    """The steps, each switch only where it first decides something."""
    seen_switches: set[Decided] = set()
    for step in steps:
        yield step._replace(decided=tuple(one for one in step.decided if one not in seen_switches))
        seen_switches.update(step.decided)


def hand_words(hand: Hand, rules: RuleSet, names: BySide[str]) -> str:
    """Return a hand in a line: the contract and its bidder, the points, the announced extras."""
    if hand.passed_out or hand.bidder is None:
        return labels.contract_words(hand, rules)
    contract = labels.contract_words(hand, rules)
    parts = [_HAND_SENTENCES.say("told", side=names.of(hand.bidder), what=contract)]
    if hand.kapo is None:
        a, b = (card_points(hand, side, rules) for side in SIDES)
        parts.append(_HAND_SENTENCES.say("points", score=score_words(a, b, names)))
    for side in SIDES:
        declared = hand.declarations.of(side)
        if declared:
            what = ", ".join(map(labels.declaration_name, declared))
            parts.append(_HAND_SENTENCES.say("told", side=names.of(side), what=what))
    for key, holder in (("pilotta", hand.pilotta), ("pilotta_failed", hand.pilotta_failed)):
        if holder:
            parts.append(_HAND_SENTENCES.say(key, side=names.of(holder)))
    return AND_ALSO.join(parts)


def score_words(a: int, b: int, names: BySide[str]) -> str:
    """Both sides' scores by name: `Us 19, Them 6`."""
    pairs = zip(names, (a, b), strict=True)
    return ", ".join(f"{name}\N{NO-BREAK SPACE}{score}" for name, score in pairs)


def _contract(case: ExplainedHand) -> Reason:
    why, notes = case.comparison(with_sum=True), _contract_rules(case)
    if case.hand.bid == KAPO or why != case.comparison() or not notes:  # else the verdict said it
        notes.insert(0, f"{why[0].upper()}{why[1:]}.")
    return Reason(" ".join(notes), _CONTRACT.say("heading"), contract_deciders(case))


def _contract_rules(case: ExplainedHand) -> list[str]:
    if case.hand.bid == KAPO:
        return [_CONTRACT.say("kapo_bid")]
    if case.hand.kapo == case.defence:
        return [_CONTRACT.say("no_trick")]
    notes = [_CONTRACT.say("as_counted")] if case.rules.unit == "tenths" else []
    if case.ruling.side == case.bidder or case.hand.pilotta == case.bidder:
        helps = case.rules.extras_count
        notes.append(_CONTRACT.say("extras_help" if helps else "extras_do_not"))
    return notes


def _lines(case: ExplainedHand) -> Iterator[Reason]:
    lines = explain(case.hand, case.score, case.rules, case.names)
    for row in in_rows(lines):
        rule, title, text, points = row
        decided_rows = [
            f"{case.names.of(side)} {points.of(side)}"
            for side in SIDES
            if points.of(side) is not None
        ]
        heading = AND_ALSO.join([title, *decided_rows])
        full_text = _with_digits(case, rule, text)
        yield Reason(full_text, heading, deciders(case, rule), row)


def _with_digits(case: ExplainedHand, rule: Rule, text: str) -> str:
    """Append how points become tenths: `97 → 9, 65 → 6`."""
    if rule != "cards" or case.hand.kapo is not None or case.rules.unit != "tenths":
        return text
    cut = ", ".join(f"{points} → {points // 10}" for points in map(case.points_of, SIDES))
    return f"{cut}: {text}"


def _reasons_without_score(case: ExplainedHand) -> Iterator[Reason]:
    for rule, text in explained_hand.reasons_without_score(case):
        yield Reason(text, TITLES.say(rule), deciders(case, rule))


def _near(case: ExplainedHand) -> Iterator[Reason]:
    found = nearness(case.hand, case.rules)
    if found:
        texts = [_near_text(code, points) for code, points in found]
        yield Reason(" ".join(texts), _SENTENCES.say("near"))


def _near_text(code: NearCode, points: int) -> str:
    if code == "more":
        return ngettext(
            "With %(num)s point more the bid would have been made.",
            "With %(num)s points more the bid would have been made.",
            points,
        )
    if code == "fewer":
        return ngettext(
            "With %(num)s point fewer the bid would have failed.",
            "With %(num)s points fewer the bid would have failed.",
            points,
        )
    return _NEAR.say(code)
