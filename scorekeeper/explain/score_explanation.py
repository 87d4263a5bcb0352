"""Explain a hand's score: the contract, each part of the score, how near it was."""

from collections.abc import Iterable, Iterator
from typing import Final

from scorekeeper.explain import declaration_reasons, labels
from scorekeeper.explain.deciding import contract_deciders, deciders
from scorekeeper.explain.explained_hand import AND_ALSO, ExplainedHand
from scorekeeper.explain.line_reasons import TITLES
from scorekeeper.explain.reasons import explain, headline, in_rows
from scorekeeper.explain.ruling import Decided, Reason, Ruling
from scorekeeper.i18n.language import _l, ngettext
from scorekeeper.i18n.sentences import Sentences
from scorekeeper.rules.model import KAPO, SIDES, BySide, Hand, HandScore, Rule, RuleSet
from scorekeeper.rules.nearness import NearCode, nearness
from scorekeeper.rules.scoring import card_points

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
    """A hand in a line: who bid what, the points, what was announced."""
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
    for rule, text in declaration_reasons.reasons_without_score(case):
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
