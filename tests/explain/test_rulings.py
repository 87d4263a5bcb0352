"""A hand's score as an argument, and what other rules say of it."""

from typing import Any

import pytest
from hypothesis import given, settings

from scorekeeper.explain.other_rules_ruling import compare_rules, scores_by_preset
from scorekeeper.explain.ruling import Ruling, decided_value, explain, in_rows
from scorekeeper.explain.score_explanation import explain_score
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.presets import PRESETS
from tests.explain.hands import NAMES, Scored, scored, scored_hands
from tests.support.examples import share_of

FAILED = {"bidder": "A", "bid": 90, "points": {"A": 89}}
MADE = {"bidder": "A", "bid": 80, "points": {"A": 86}}
HELD = {**FAILED, "bid": 110, "pilotta": "A"}
KAPO = {"bidder": "A", "bid": 90, "kapo": "A", "doubled": 2}


def argued(rules: Any, hand: dict[str, Any], language: str = "en") -> Ruling:
    with use_locale(language):
        return explain_score(*scored(rules, hand), NAMES[language])


def plain(text: str) -> str:
    return text.replace("\N{NO-BREAK SPACE}", " ")


def switches_of(ruling: Ruling) -> set[tuple[str, str, str]]:
    return {tuple(one) for reason in ruling.reasons for one in reason.decided}


@pytest.mark.parametrize(
    ("language", "verdict"),
    [
        ("en", "Failed: 89, needed 90. Us 0, Them 25."),
        ("el", "Μέσα: 89, ήθελε 90. Εμείς 0, Αυτοί 25."),
    ],
)
def test_the_verdict_is_one_sentence_with_its_reason(language: str, verdict: str) -> None:
    assert plain(argued("cafe", FAILED, language).verdict) == verdict


def test_the_question_is_told_to_somebody_who_was_not_there() -> None:
    hand = {**MADE, "trump": "hearts", "declarations": {"B": ["run3:A"]}, "pilotta": "A"}
    assert plain(argued("cafe", hand).asked) == (
        "Us: 8 ♥ · card points: Us 86, Them 76 · Them: run of 3 to the ace · pilotta: Us"
    )


def test_a_reason_begins_like_a_sentence() -> None:
    assert argued("cafe", KAPO | {"bid": "kapo"}).reasons[0].text.startswith("All eight tricks.")


# the rules, the hand, a switch that decided, its value, its source
DECIDED = [
    ("cafe", MADE, "six_six", "more_points", "gamerules, kypros.org"),
    ("online", {**MADE, "points": {"A": 76}, "pilotta": "A"}, "six_six", "bidder", "online game"),
    ("cafe", {**MADE, "points": {"A": 76}, "pilotta": "A"}, "extras_count", True, None),
    ("gamerules", HELD, "failed_pilotta", "holder", "gamerules, Wikipedia, open–closed scorer"),
    (
        "cafe",
        HELD,
        "failed_pilotta",
        "defence",
        "online game, Tefteri's reading of cardrulesplus",
    ),
    ("wikipedia", HELD, "failed_pilotta", "holder", "gamerules, Wikipedia, open–closed scorer"),
    ("cafe", KAPO, "kapo_when_doubled", "full", "online game"),
    ("openclose", KAPO, "kapo_when_doubled", "plain", "open–closed scorer"),
    ("cafe", KAPO, "doubling", "stake", "online game, open–closed scorer"),
    ("gamerules", {**MADE, "points": {"A": 80}}, "stake_to", "more_points", "gamerules"),
    ("palaristi", KAPO, "kapo_bonus", 88, "gamerules, kypros.org, online game"),
]


@pytest.mark.parametrize(("rules", "hand", "field", "value", "source"), DECIDED)
def test_a_switch_that_decided_is_told_with_its_source(
    rules: str, hand: dict[str, Any], field: str, value: Any, source: str | None
) -> None:
    assert getattr(PRESETS[rules], field) == value
    with use_locale("en"):
        decided = decided_value(field, value)
    assert tuple(decided) in switches_of(argued(rules, hand))
    assert source in (None, decided.source)


@pytest.mark.parametrize("field", ["six_six", "failed_pilotta", "doubling", "kapo_bonus"])
def test_a_switch_that_decided_nothing_is_not_told(field: str) -> None:
    with use_locale("en"):
        decided = decided_value(field, getattr(PRESETS["cafe"], field))
    assert tuple(decided) not in switches_of(argued("cafe", FAILED))


def told_under(ruling: Ruling, heading: str) -> set[str]:
    """Return the switches that decided the one step with this heading, by title."""
    [step] = [one for one in ruling.reasons if plain(one.heading).startswith(heading)]
    return {one.title for one in step.decided}


BONUS = "Points added for a kapo"
EXTRAS = "Declarations and pilotta help the bid"
ODD_STAKE = "The stake is rounded"
UNCUT = "The bid is compared"
# the rules, the hand, the heading of a step, the titles of its deciding switches
PLACES = [
    ("cafe", {**KAPO, "doubled": 1}, "The contract", set()),
    ("cafe", {**KAPO, "doubled": 1}, "Kapo", {BONUS}),
    ("cafe", {**KAPO, "doubled": 1, "bid": 170}, "The contract", {BONUS}),
    ("cafe", {**MADE, "points": {"A": 76}, "pilotta": "A"}, "The contract", {EXTRAS}),
    ("cafe", {**MADE, "pilotta": "A"}, "The contract", set()),
    ("simple", {**KAPO, "doubled": 1}, "Card points", {BONUS}),
    ("cafe", FAILED, "The contract", {UNCUT}),
    ("gamerules", FAILED, "The contract", {UNCUT}),
    ("cafe", {**FAILED, "points": {"A": 80}}, "The contract", set()),
    ("cafe", {**FAILED, "points": {"A": 90}}, "The contract", set()),
    ("simple", FAILED, "The contract", set()),
]


@pytest.mark.parametrize(("rules", "hand", "heading", "titles"), PLACES)
def test_a_switch_is_told_where_it_decides(
    rules: str, hand: dict[str, Any], heading: str, titles: set[str]
) -> None:
    assert told_under(argued(rules, hand), heading) == titles


@pytest.mark.parametrize(("bid", "is_told"), [(86, True), (82, True), (90, False)])
def test_how_a_stake_is_rounded_is_called_our_reading(bid: int, is_told: bool) -> None:
    ruling = argued("palaristi", {**MADE, "bid": bid, "points": {"A": 97}})
    assert (ODD_STAKE in told_under(ruling, "Stake")) is is_told
    told = {one.title: one.source for step in ruling.reasons for one in step.decided}
    assert told.get(ODD_STAKE) == ("Tefteri's reading" if is_told else None)


def test_that_89_on_90_fails_is_told_with_who_says_so() -> None:
    contract = argued("cafe", FAILED).reasons[0]
    [uncut] = contract.decided
    assert uncut.value == "with the points before a digit is cut"
    assert uncut.source == "gamerules, kypros.org"


def test_in_points_the_contract_ends_with_its_comparison() -> None:
    contract, *_others = argued("cardrules", {**MADE, "points": {"A": 104}, "bid": 100}).reasons
    assert contract.text == "104, needed 100."


def test_decision_without_a_source_is_called_our_reading() -> None:
    ruling = argued("cafe", {**HELD, "points": None, "kapo": "B"})
    with use_locale("en"):
        assert tuple(decided_value("reversed_extras", "as_failed")) in switches_of(ruling)
        assert decided_value("reversed_extras", "as_failed").source == "Tefteri's reading"


# the rules, the hand, what is said of how near it was
NEAR = [
    ("cafe", FAILED, "With 1 point more the bid would have been made."),
    ("cafe", {**FAILED, "points": {"A": 90}}, "With 1 point fewer the bid would have failed."),
    ("cafe", {**HELD, "bid": 100}, "Without the pilotta the bid would have failed."),
    ("cafe", {**FAILED, "points": {"A": 140}}, ""),
]


@pytest.mark.parametrize(("rules", "hand", "told"), NEAR)
def test_it_says_how_near_it_was(rules: str, hand: dict[str, Any], told: str) -> None:
    last = argued(rules, hand).reasons[-1]
    assert (last.heading == "How near it was") is bool(told)
    assert told in last.text


def test_a_passed_out_hand_needs_no_reasons() -> None:
    ruling = argued("cafe", {"passed_out": True})
    assert plain(ruling.verdict) == "Passed out. Us 0, Them 0."
    assert ruling.reasons == ()


@settings(max_examples=share_of(60), deadline=None)
@given(scored_hands())
def test_the_argument_holds_every_line_of_the_score(case: Scored) -> None:
    """In both languages, with the points of each side, and each switch once."""
    hand, score, rules = case
    for language in LANGUAGES:
        with use_locale(language):
            ruling = explain_score(*case, NAMES[language])
            rows = in_rows(explain(hand, score, rules, NAMES[language]))
        headings = [reason.heading for reason in ruling.reasons]
        for row in rows:
            assert any(heading.startswith(row.title) for heading in headings), row.title
        told = [one for reason in ruling.reasons for one in reason.decided]
        assert len(told) == len(set(told))


# --- by other rules ---


def compared(rules: Any, hand: dict[str, Any]) -> Ruling:
    read, _score, own = scored(rules, hand)
    with use_locale("en"):
        return compare_rules(read, own, NAMES["en"])


def test_it_says_who_agrees_first_and_then_each_other_result_with_its_cause() -> None:
    ruling = compared("cafe", HELD)
    own, *others = ruling.reasons
    same = own.text.split(" · ")
    assert plain(ruling.verdict) == (
        "Café table: Us 0, Them 29 (in tenths). "
        f"So say {len(same)} of the {len(PRESETS)} sets of rules."
    )
    assert same[:4] == ["Café table", "No doubling", "Point to the bidder", "Palaristi"]
    assert own.decided == ()
    by_heading = {plain(one.heading): one for one in others}
    assert any(heading.endswith(" (in points)") for heading in by_heading)
    holders = by_heading["Us 2, Them 27 (in tenths)"]
    assert holders.text.startswith("Pilotta stays · Cards alone · Open–closed")
    [decided] = holders.decided
    assert decided.value == "to the defence → stays with its holder"
    assert decided.source == "gamerules, Wikipedia, open–closed scorer"


def test_comparison_says_why_other_rules_give_the_hand_no_score() -> None:
    headings = {reason.heading for reason in compared("cafe", {**FAILED, "doubled": 2}).reasons}
    assert "No score: nothing is doubled" in headings
    asked = {reason.heading for reason in compared("cafe", MADE).reasons}
    assert "The table is asked who gets the missing point" in asked


def test_presets_stand_below_their_score_and_those_without_one_below_words() -> None:
    read, _score, _own = scored("cafe", {**FAILED, "doubled": 2})
    with use_locale("en"):
        found = scores_by_preset(read)
    assert "Café table" in found["0 – 34"]
    assert found["no score"]


def test_rules_of_the_house_are_called_so() -> None:
    ruling = compared({"preset": "cafe", "failed_pilotta": "holder"}, HELD)
    assert ruling.reasons[0].text.startswith("House rules (from Café table) · Pilotta stays")


def test_by_all_rules_the_same_is_said_in_one_sentence() -> None:
    ruling = compared("cafe", {"passed_out": True})
    assert plain(ruling.verdict) == "By all rules the same: Us 0, Them 0."
    assert len(ruling.reasons) == 1
