"""Explanations of scores, in words; and a ruling: the question, the verdict, its reasons."""

from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.explain import explained_hand
from scorekeeper.explain.explained_hand import CASES, ExplainedHand
from scorekeeper.explain.labels import doubled_text, kapo_word, number_text
from scorekeeper.explain.line_reasons import reason_of, title_of
from scorekeeper.explain.switch_words import switch_source, switch_title, switch_value
from scorekeeper.i18n.language import Sentences, _l, lazy_pgettext
from scorekeeper.rules.model import KAPO, OTHER, BySide, Hand, HandScore, Line, Rule, RuleSet, Side
from scorekeeper.rules.names import shorten
from scorekeeper.rules.switches import SwitchValue

_LONGEST_NAME: Final = 10
"""In a summary."""

HEADLINES: Final = Sentences(
    {
        "made": _l("Made"),
        "failed": _l("Failed"),
        "passed_out": _l("Passed out"),
        "by_defence": _l("kapo by the defence"),
    }
)
PARTS: Final = Sentences(
    {
        "cards": lazy_pgettext("part of a score", "%(points)s"),
        "lone_cards": lazy_pgettext("part of a score", "cards %(points)s"),
        "missing_point": lazy_pgettext("part of a score", "1 (missing point)"),
        "all_cards": lazy_pgettext("part of a score", "all %(points)s"),
        "kapo": lazy_pgettext("part of a score", "kapo %(points)s"),
        "stake": lazy_pgettext("part of a score", "stake %(points)s"),
        "declarations": lazy_pgettext("part of a score", "declarations %(points)s"),
        "pilotta": lazy_pgettext("part of a score", "pilotta %(points)s"),
        "none_all_bonus": lazy_pgettext("part of a score", "bonus %(points)s"),
        "pilotta_failed": lazy_pgettext("part of a score", "pilotta %(points)s"),
        "doubled": lazy_pgettext("both scores", "all ×%(times)s"),
        "nothing": _l("nothing is scored"),
    }
)
"""Parts of a score's summary, by rule, but for the last and for cards that stand alone."""


class Explained(NamedTuple):
    """A line of a score in words."""

    line: Line
    title: str
    reason: str


class ExplainedRow(NamedTuple):
    """The lines of one rule, side by side; None where the rule gave a side nothing."""

    rule: Rule
    title: str
    reason: str
    points: BySide[int | None]


def headline(hand: Hand, score: HandScore, rules: RuleSet, names: BySide[str]) -> str:
    """Sum up the contract's outcome: `Failed ×2: 89, needed 90`, `Passed out`."""
    if score.made is None:
        return HEADLINES.say("passed_out")
    case = ExplainedHand(hand, score, rules, names)
    verdict = HEADLINES.say("made" if score.made else "failed")
    times = f" {doubled_text(hand.doubled)}" if hand.doubled > 1 else ""
    return f"{verdict}{times}: {_outcome(case)}"


def _outcome(case: ExplainedHand) -> str:
    if case.hand.kapo == case.defence:
        return HEADLINES.say("by_defence")
    if case.hand.bid == KAPO:
        return kapo_word() if case.score.made else CASES.say("no_kapo")
    kapo = f"{kapo_word()} " if case.hand.kapo else ""
    return kapo + case.comparison()


def summary(hand: Hand, score: HandScore, rules: RuleSet, names: BySide[str]) -> str:
    """List the winner's lines in one short text: `9 + 1 (missing point) + stake 9`.

    The other side is named only where it has more than its own cards.
    """
    if score.made is None or hand.bidder is None:
        return PARTS.say("nothing")
    winner = hand.bidder if score.made else OTHER[hand.bidder]
    texts = [_parts(score, winner, rules)]
    if any(line.rule not in ("cards", "doubled") for line in _lines_of(score, OTHER[winner])):
        name = shorten(names.of(OTHER[winner]), _LONGEST_NAME)
        texts.append(f"{name}: {_parts(score, OTHER[winner], rules)}")
    if any(line.rule == "doubled" for line in score.lines):
        texts.append(PARTS.say("doubled", times=hand.doubled))
    return " · ".join(text for text in texts if text)


def _lines_of(score: HandScore, side: Side) -> list[Line]:
    return [line for line in score.lines if line.side == side]


def _parts(score: HandScore, side: Side, rules: RuleSet) -> str:
    lines = [line for line in _lines_of(score, side) if line.rule != "doubled"]
    if len(lines) > 1:
        lines = [line for line in lines if line.points]
    text = ""
    for line in lines:
        points = number_text(line.points)
        # Without a stake the card points may stand alone.
        lone = line.rule == "cards" and not rules.stake
        part = PARTS.say("lone_cards" if lone else line.rule, points=points)
        joint = ", " if line.points < 0 else " + "
        text = f"{text}{joint}{part}" if text else part
    return text


def explain(
    hand: Hand, score: HandScore, rules: RuleSet, names: BySide[str]
) -> tuple[Explained, ...]:
    """Every line of the score in words, in the score's order."""
    case = ExplainedHand(hand, score, rules, names)
    return tuple(
        Explained(line, title_of(case, line), reason_of(case, line)) for line in score.lines
    )


def reasons_without_score(
    hand: Hand, score: HandScore, rules: RuleSet, names: BySide[str]
) -> tuple[str, ...]:
    """Explain the announced extras that have no line, because they score for neither side."""
    if score.made is None:
        return ()
    found = explained_hand.reasons_without_score(ExplainedHand(hand, score, rules, names))
    return tuple(text for _rule, text in found)


def in_rows(lines: tuple[Explained, ...]) -> tuple[ExplainedRow, ...]:
    """The explanation with the two sides' lines of a rule in one row, as a table shows them."""
    rows: list[ExplainedRow] = []
    for line, title, reason in lines:
        own = BySide(line.points, None) if line.side == "A" else BySide(None, line.points)
        if rows and rows[-1].rule == line.rule and None in rows[-1].points:
            last = rows[-1].points
            both = BySide(*(a if b is None else b for a, b in zip(last, own, strict=True)))
            rows[-1] = rows[-1]._replace(points=both)
        else:
            rows.append(ExplainedRow(line.rule, title, reason, own))
    return tuple(rows)


TOPICS: Final[dict[str, tuple[LazyString, LazyString]]] = {
    "why": (_l("Why this score?"), _l("A hand's score, reason by reason")),
    "other-rules": (_l("And by other rules?"), _l("The same hand by every set of rules")),
    "tricks": (_l("Who counted wrong?"), _l("Tap the cards of a pile and see its points")),
    "declaration": (_l("Whose declaration?"), _l("Two declarations, or eight cards")),
    "auction": (_l("Was the auction right?"), _l("Bids in turn, passes, doubling")),
    "card": (_l("Which card may be played?"), _l("The trick so far, and a hand")),
    "dealer": (_l("Who deals first?"), _l("Cut for the dealer")),
}
"""Each topic's title, and its purpose."""


class Decided(NamedTuple):
    """The switch of a rule set that decided something, as a player reads it."""

    title: str
    value: str
    source: str
    """The source of the rule, or `Tefteri's reading`."""


class Reason(NamedTuple):
    """One step of the argument."""

    text: str
    heading: str = ""
    """The subject of the step, in a word or two."""
    decided: tuple[Decided, ...] = ()
    """The switches that it hangs on; none where all rules agree."""
    row: ExplainedRow | None = None
    """The row of the score that it explains."""


class Ruling(NamedTuple):
    """The answer to a dispute, for the screen, the picture and the paper alike."""

    asked: str
    """The question in a line, for a reader who was not there."""
    verdict: str
    """The answer and its reason in one sentence, to be read aloud."""
    reasons: tuple[Reason, ...]


def decided_by(rules: RuleSet, *fields: str) -> tuple[Decided, ...]:
    """The switches of these fields, as the rules have them."""
    return tuple(decided_value(field, getattr(rules, field)) for field in fields)


def decided_value(field: str, value: SwitchValue) -> Decided:
    """A switch at any of its values."""
    return Decided(switch_title(field), switch_value(field, value), switch_source(field, value))


def topic_title(key: str) -> str:
    """Return the topic's title, a question."""
    return str(TOPICS[key][0])


def topic_note(key: str) -> str:
    """Return the topic's purpose, in a line."""
    return str(TOPICS[key][1])
