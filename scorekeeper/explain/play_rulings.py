"""The cards that may be played, in words, and the effect of `overtrump` on them."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, get_args, get_type_hints

from scorekeeper.explain.labels import cards_text, trump_glyph, trump_name
from scorekeeper.explain.ruling import Decided, Reason, Ruling, decided_by, decided_value
from scorekeeper.explain.switch_words import our_reading
from scorekeeper.explain.table_procedure import every_trick
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.rules.cards import Card
from scorekeeper.rules.model import RuleSet, Trump
from scorekeeper.rules.play import Play, Refusal, legal_play, refusal_of

VERDICTS: Final = Sentences(
    {
        "lead": _l("Whoever leads plays any card."),
        "follow": _l("%(suit)s must be followed: %(cards)s."),
        "follow_higher": _l("%(suit)s must be followed with a trump over the %(best)s: %(cards)s."),
        "follow_lower": _l(
            "%(suit)s must be followed; none beats the %(best)s, so any: %(cards)s."
        ),
        "trump": _l("No %(suit)s: a trump must be played, %(cards)s."),
        "trump_higher": _l("No %(suit)s: a trump must beat the %(best)s, so %(cards)s."),
        "trump_lower": _l("No %(suit)s, and no trump beats the %(best)s: any trump, %(cards)s."),
        "discard": _l("No %(suit)s and no trump: any card."),
        "discard_plain": _l("No %(suit)s: any card."),
    }
)
RULES: Final = Sentences(
    {
        "suit": _l("Trump: %(suit)s"),
        "asked_lead": _l("%(trump)s. Nothing is on the table; in the hand %(hand)s."),
        "asked": _l("%(trump)s. On the table %(trick)s; in the hand %(hand)s."),
        "lead": _l("The first card of a trick is free."),
        "follow": _l("Whoever has the suit led plays it."),
        "trump": _l("Whoever does not have the suit led plays a trump."),
        "discard": _l("Whoever has neither the suit led nor a trump plays any card."),
        "no_trumps": _l(
            "There is no trump suit: whoever does not have the suit led plays any card."
        ),
        "all_trumps": _l("Only the suit that was led can win, so nothing has to be trumped."),
        "must": _l("The best trump on the table is the %(best)s."),
        "partner": _l("No source lets a player off because the partner is winning."),
        "all_trump_play": _l("Playing all trump"),
    }
)
HEADINGS: Final = Sentences(
    {
        "rule": _l("The rule"),
        "trumps": _l("Over the trumps on the table"),
        "not": _l("Not these"),
        "other": _l("By another rule"),
    }
)
REFUSALS: Final[Sentences[Refusal]] = Sentences(
    {
        "other_suit": _l("%(cards)s: the suit that was led must be followed."),
        "no_trump": _l("%(cards)s: a trump must be played."),
        "too_low": _l("%(cards)s: not over the %(best)s."),
    }
)


def play_ruling(
    trick: Sequence[Card], hand: Sequence[Card], trump: Trump, rules: RuleSet
) -> Ruling:
    """Which cards of the hand may be played to the trick, its first card first, and why."""
    play = legal_play(trick, hand, trump, rules)
    reasons = [_rule(play, trick, trump)]
    if play.to_beat:
        reasons.append(_over_trumps(play, trick, rules))
    refusal = _refusal_text(play, hand)
    if refusal:
        reasons.append(Reason(refusal, HEADINGS.say("not")))
    reasons += _elsewhere(play, trick, hand, trump, rules)
    return Ruling(_question_text(trick, hand, trump), _verdict(play, trick, trump), tuple(reasons))


def _question_text(trick: Sequence[Card], hand: Sequence[Card], trump: Trump) -> str:
    trump_text = trump_name(trump)
    if trump not in ("none", "all"):
        trump_text = RULES.say("suit", suit=trump_text.lower())
    values = {"trump": trump_text, "hand": cards_text(hand)}
    if not trick:
        return RULES.say("asked_lead", **values)
    led = [card for card in trick if card.suit == trick[0].suit]
    others = [card for card in trick if card not in led]
    return RULES.say("asked", trick=f"{cards_text(led)} {cards_text(others)}".strip(), **values)


def _verdict(play: Play, trick: Sequence[Card], trump: Trump) -> str:
    key: str = play.duty
    if key == "discard" and trump in ("none", "all"):
        key = "discard_plain"
    return VERDICTS.say(
        key,
        suit=trump_glyph(trick[0].suit) if trick else "",
        best=cards_text((play.to_beat,)) if play.to_beat else "",
        cards=cards_text(play.may),
    )


def _rule(play: Play, trick: Sequence[Card], trump: Trump) -> Reason:
    key = play.duty.partition("_")[0]
    switch_values = () if key == "lead" else (Decided(*every_trick()),)
    if key == "discard" and trump == "none":
        key = "no_trumps"
    elif key == "discard" and trump == "all":
        key = "all_trumps"
        switch_values = (
            Decided(RULES.say("all_trump_play"), RULES.say("all_trumps"), our_reading()),
        )
    text = RULES.say(key)
    if key == "trump" and len(trick) > 1:
        text = f"{text} {RULES.say('partner')}"
    return Reason(text, HEADINGS.say("rule"), switch_values)


def _over_trumps(play: Play, trick: Sequence[Card], rules: RuleSet) -> Reason:
    assert play.to_beat
    text = RULES.say("must", best=cards_text((play.to_beat,)))
    if play.duty == "follow_higher" and len(trick) > 1:
        text = f"{text} {RULES.say('partner')}"
    return Reason(text, HEADINGS.say("trumps"), decided_by(rules, "overtrump"))


def _refusal_text(play: Play, hand: Sequence[Card]) -> str:
    texts = []
    best = cards_text((play.to_beat,)) if play.to_beat else ""
    for refusal in REFUSALS:
        cards = [card for card in hand if refusal_of(card, play) == refusal]
        if cards:
            texts.append(REFUSALS.say(refusal, cards=cards_text(cards), best=best))
    return " ".join(texts)


def _elsewhere(
    play: Play, trick: Sequence[Card], hand: Sequence[Card], trump: Trump, rules: RuleSet
) -> list[Reason]:
    """Return the cards that other values of `overtrump` allow, where those differ."""
    reasons = []
    for value in get_args(get_type_hints(RuleSet)["overtrump"]):
        other = legal_play(trick, hand, trump, replace(rules, overtrump=value))
        if other.may != play.may:
            text = ngettext(
                "There %(cards)s may be played.",
                "There %(cards)s may be played.",
                len(other.may),
                cards=cards_text(other.may),
            )
            switch_values = (decided_value("overtrump", value),)
            reasons.append(Reason(text, HEADINGS.say("other"), switch_values))
    return reasons
