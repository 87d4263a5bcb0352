"""A pile of cards counted, as a ruling: both sides' points, why, and whether that is written."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from scorekeeper.explain.labels import cards_text, kapo_word, suit_text, trump_glyph
from scorekeeper.explain.line_reasons import why_the_missing_point
from scorekeeper.explain.ruling import Decided, Reason, Ruling, decided_by
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.rules.cards import CARDS_IN_TRICK, LAST_TRICK
from scorekeeper.rules.model import OTHER, SUITS, BySide, RuleSet, Side
from scorekeeper.rules.play import Count, Pile, sum_of

VERDICTS: Final = Sentences(
    {
        "points": _l("%(us)s %(a)s, %(them)s %(b)s."),
        "tenths": _l("%(us)s %(a)s, %(them)s %(b)s: %(tenths_a)s and %(tenths_b)s."),
        "open": _l(
            "%(us)s %(a)s, %(them)s %(b)s: %(tenths_a)s and %(tenths_b)s, one point not given yet."
        ),
        "kapo": _l("Kapo: all 32 cards went to %(side)s."),
        "as_written": _l("As written. %(counted)s"),
        "not_as_written": _l("Otherwise than written (%(written)s). %(counted)s"),
        "made": _l("%(counted)s So the bid was made."),
        "failed": _l("%(counted)s So the bid has failed."),
    }
)
REASONS: Final = Sentences(
    {
        "asked": _l("Trump %(trump)s. %(side)s: %(cards)s; the last trick: %(last)s"),
        "pile": _l("%(side)s: cards %(cards)s, tricks %(tricks)s"),
        "last_trick": _l("last trick %(points)s"),
        "rest": _l("%(side)s: the rest"),
        "in_tenths": _l("In tenths"),
        "missing_to": _l("The missing point to %(side)s"),
        "missing_open": _l("The missing point"),
        "by_table": _l("%(equal)s: the table says who gets it"),
        "by_bidder": _l("%(equal)s: it goes to the side that bid"),
    }
)
LACKS: Final = Sentences(
    {
        "trump": _l("What was trump?"),
        "cards": _l("Tap the cards that one side took; the smaller pile is enough."),
        "last_trick": _l("Who took the last trick? It is worth %(points)s."),
        "last_trick_left": _l("All 32 cards: then the last trick is theirs, too."),
    }
)


class Written(NamedTuple):
    """The hand's numbers in the ledger."""

    points: BySide[int]
    kapo: Side | None

    def is_counted(self, count: Count) -> bool:
        """Does the count give the same?"""
        return self == (count.points, count.kapo)


def tricks_lack(pile: Pile, count: Count, *, is_last_known: bool) -> str:
    """Ask the table about the fault of a pile; empty where it is whole."""
    if not pile.cards:
        return LACKS.say("cards")
    if count.odd == "no_tricks":
        tricks = count.cards // CARDS_IN_TRICK
        return ngettext(
            "Cards %(cards)s: whole tricks %(tricks)s, and %(num)s over. "
            "Some are missing, or too many.",
            "Cards %(cards)s: whole tricks %(tricks)s, and %(num)s over. "
            "Some are missing, or too many.",
            count.spare,
            cards=count.cards,
            tricks=tricks,
        )
    if not is_last_known:
        return LACKS.say("last_trick", points=LAST_TRICK)
    return LACKS.say(count.odd) if count.odd else ""


def cut_text(count: Count, side: Side, rules: RuleSet) -> str:
    """How the side's points become its tenths: `→ 8`, `→ 8 + 1 = 9`; nothing in points."""
    if count.tenths is None:
        return ""
    points, tenths = count.points.of(side), count.tenths.of(side)
    if count.kapo == side:
        return f"+ {rules.kapo_bonus} → {tenths}" if rules.kapo_bonus else f"→ {tenths}"
    return f"→ {tenths - 1} + 1 = {tenths}" if count.missing_point == side else f"→ {points // 10}"


def tricks_ruling(
    pile: Pile,
    count: Count,
    rules: RuleSet,
    names: BySide[str],
    ledger_count: Written | None,
    turned: Literal["made", "failed"] | None = None,
) -> Ruling:
    """Return the ruling on a whole pile; `turned` is the bid's new result, if it changes."""
    question = REASONS.say(
        "asked",
        trump=trump_glyph(pile.trump),
        side=names.of(pile.side),
        cards=cards_text(pile.cards),
        last=names.of(pile.side if pile.last_trick else OTHER[pile.side]),
    )
    verdict = _verdict(count, names)
    if ledger_count is not None:
        key = "as_written" if ledger_count.is_counted(count) else "not_as_written"
        verdict = VERDICTS.say(key, counted=verdict, written=_written_text(ledger_count))
    if turned:
        verdict = VERDICTS.say(turned, counted=verdict)
    return Ruling(question, verdict, tuple(_reasons(pile, count, rules, names)))


def _verdict(count: Count, names: BySide[str]) -> str:
    if count.kapo:
        return VERDICTS.say("kapo", side=names.of(count.kapo))
    values = {"us": names.A, "them": names.B, "a": count.points.A, "b": count.points.B}
    if count.tenths is None:
        return VERDICTS.say("points", **values)
    values |= {"tenths_a": count.tenths.A, "tenths_b": count.tenths.B}
    return VERDICTS.say("open" if _is_open(count) else "tenths", **values)


def _written_text(ledger_count: Written) -> str:
    points = f"{ledger_count.points.A}–{ledger_count.points.B}"
    return f"{points}, {kapo_word()}" if ledger_count.kapo else points


def _reasons(pile: Pile, count: Count, rules: RuleSet, names: BySide[str]) -> Iterator[Reason]:
    own, total = count.points.of(pile.side), rules.total(pile.trump)
    side = names.of(pile.side)
    heading = REASONS.say(
        "pile", side=side, cards=count.cards, tricks=count.cards // CARDS_IN_TRICK
    )
    yield Reason(f"{' + '.join(_parts(pile, rules))} = {own}", heading)
    rest = REASONS.say("rest", side=names.of(OTHER[pile.side]))
    yield Reason(f"{total} − {own} = {total - own}", rest, _of_pack(pile, rules))
    if count.tenths is not None:
        yield from _in_tenths(count, total, rules, names)


def _parts(pile: Pile, rules: RuleSet) -> Iterator[str]:
    for suit in SUITS:
        cards = [card for card in pile.cards if card.suit == suit]
        if cards:
            points = sum_of(cards, pile.trump, rules)
            yield f"{points} ({suit_text(suit, cards)})"
    if pile.last_trick:
        yield REASONS.say("last_trick", points=LAST_TRICK)


def _of_pack(pile: Pile, rules: RuleSet) -> tuple[Decided, ...]:
    fields = {"none": "none_total", "all": "all_total"}
    return decided_by(rules, fields[pile.trump]) if pile.trump in fields else ()


def _in_tenths(count: Count, total: int, rules: RuleSet, names: BySide[str]) -> Iterator[Reason]:
    assert count.tenths is not None
    heading = REASONS.say("in_tenths")
    if count.kapo:
        bonus = f"{total} + {rules.kapo_bonus} = {total + rules.kapo_bonus}"
        tenths = count.tenths.of(count.kapo)
        yield Reason(f"{bonus} → {tenths}", heading, decided_by(rules, "kapo_bonus"))
        return
    a, b = count.points
    yield Reason(f"{a} → {a // 10}, {b} → {b // 10}", heading, decided_by(rules, "unit"))
    if count.missing_point is not None:
        title = REASONS.say("missing_to", side=names.of(count.missing_point))
        why = why_the_missing_point(count.missing_point, count.points, rules, names)
        switch_values = decided_by(rules, "six_six") if count.equal_digits else ()
        yield Reason(why, title, switch_values)
    elif _is_open(count):
        key = "by_table" if rules.six_six == "ask" else "by_bidder"
        why = REASONS.say(key, equal=f"{a % 10} = {b % 10}")
        yield Reason(why, REASONS.say("missing_open"), decided_by(rules, "six_six"))


def _is_open(count: Count) -> bool:
    return count.equal_digits and count.missing_point is None
