"""Says what a claim comes to: the question before a wrong one, and why a match ended so. Pure."""

from scorekeeper.explain.labels import is_them, is_us, number_text
from scorekeeper.i18n import gettext, ngettext
from scorekeeper.rules.match import Claim, Match, Standing
from scorekeeper.rules.model import OTHER, BySide, RuleSet


def claim_question(claim: Claim, totals: BySide[int], rules: RuleSet, names: BySide[str]) -> str:
    """Ask back before the other side wins by a wrong claim; nothing where it is right."""
    short = _short(claim, totals, rules)
    if short <= 0:
        return ""
    return ngettext(
        "%(sum)s, %(num)s short: won by %(side)s. Are you sure?",
        "%(sum)s, %(num)s short: won by %(side)s. Are you sure?",
        short,
        sum=_sum(claim, totals),
        side=names.of(OTHER[claim.side]),
    )


def consent_text(claiming: str, names: BySide[str]) -> str:
    """Name who wins by a wrong claim of this side, on the button below the question."""
    winner = names.A if claiming == "B" else names.B
    if is_us(winner):
        return gettext("Yes, we win")
    if is_them(winner):
        return gettext("Yes, they win")
    return gettext("Yes, won by %(side)s", side=winner)


def claim_text(match: Match, standing: Standing, names: BySide[str]) -> str:
    """Say by which claim the match ended; nothing where it ended otherwise."""
    claim = match.ended
    if standing.end != "claim" or not isinstance(claim, Claim):
        return ""
    side, short = names.of(claim.side), _short(claim, standing.totals, match.rules)
    if short <= 0:
        return gettext(
            "Claim by %(side)s with %(points)s in the hand", side=side, points=claim.points
        )
    return ngettext(
        "Wrong claim by %(side)s: %(sum)s, %(num)s short",
        "Wrong claim by %(side)s: %(sum)s, %(num)s short",
        short,
        side=side,
        sum=_sum(claim, standing.totals),
    )


def _short(claim: Claim, totals: BySide[int], rules: RuleSet) -> int:
    return rules.target - totals.of(claim.side) - claim.points


def _sum(claim: Claim, totals: BySide[int]) -> str:
    total = totals.of(claim.side)
    return f"{number_text(total)} + {claim.points} = {number_text(total + claim.points)}"
