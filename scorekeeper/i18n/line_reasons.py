"""The title and the reason of each line of a score. Nothing is scored here: the lines are given."""

from collections.abc import Callable
from typing import Final

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.case import AND_ALSO, Case
from scorekeeper.i18n.declaration_reasons import why_these_declarations
from scorekeeper.i18n.labels import doubled_name, doubled_text
from scorekeeper.i18n.language import _, _l
from scorekeeper.rules.model import KAPO, Line, Rule
from scorekeeper.rules.scoring import missing_point, stake_of

_Reason = Callable[[Case, Line], str]

_TITLES: Final[dict[Rule, LazyString]] = {
    "cards": _l("Card points"),
    "all_cards": _l("All the card points"),
    "kapo": _l("Kapo"),
    "stake": _l("Stake"),
    "declarations": _l("Declarations"),
    "pilotta": _l("Pilotta"),
    "pilotta_failed": _l("Failed pilotta"),
}


def title_of(case: Case, line: Line) -> str:
    """What the line is, as the heading of its row."""
    special = _SPECIAL_TITLES.get(line.rule)
    if special:
        return special(case, line)
    title = str(_TITLES[line.rule])
    in_tenths = line.rule in ("cards", "all_cards") and case.rules.unit == "tenths"
    return f"{title} ÷ 10" if in_tenths else title


def reason_of(case: Case, line: Line) -> str:
    """Why the line is what it is."""
    return _REASONS[line.rule](case, line)


def _missing_title(case: Case, line: Line) -> str:
    full = case.total // 10
    return _("The missing point (%(less)s → %(full)s)", less=full - 1, full=full)


def _kapo_title(case: Case, line: Line) -> str:
    return str(_TITLES["kapo"]) if line.side == case.bidder else _("Kapo by the defence")


def _stake_title(case: Case, line: Line) -> str:
    title = str(_TITLES["stake"])
    return f"{title} {doubled_text(case.hand.doubled)}" if case.winner_takes_all else title


def _declarations_title(case: Case, line: Line) -> str:
    side = case.ruling.side
    values = [str(d.value) for d in case.hand.declarations.of(side)] if side else []
    return f"{_TITLES['declarations']} {' + '.join(values)}"


def _bonus_title(case: Case, line: Line) -> str:
    return _("No-trump bonus") if case.hand.trump == "none" else _("All-trump bonus")


def _doubled_title(case: Case, line: Line) -> str:
    return f"{doubled_text(case.hand.doubled)} {doubled_name(case.hand.doubled)}"


_SPECIAL_TITLES: Final[dict[Rule, _Reason]] = {
    "missing_point": _missing_title,
    "kapo": _kapo_title,
    "stake": _stake_title,
    "declarations": _declarations_title,
    "none_all_bonus": _bonus_title,
    "doubled": _doubled_title,
}


def _cards(case: Case, line: Line) -> str:
    if case.hand.kapo is not None:
        return _("all eight tricks") if line.side == case.hand.kapo else _("not one trick")
    return _("the last digit is cut") if case.rules.unit == "tenths" else _("as counted")


def _missing_point(case: Case, line: Line) -> str:
    own, others = case.points_of("A"), case.points_of("B")
    if line.side == "B":
        own, others = others, own
    if own % 10 != others % 10:
        digits = f"{own % 10} > {others % 10}"
        return _("%(digits)s: it goes to the higher last digit", digits=digits)
    equal = f"{own % 10} = {others % 10}"
    if case.rules.six_six == "ask" and missing_point(case.hand, case.rules)[1]:
        return _(
            "%(equal)s: the table gave it to %(side)s", equal=equal, side=case.names.of(line.side)
        )
    if case.rules.six_six == "bidder" or own == others:
        return _("%(equal)s: it goes to the bidder", equal=equal)
    return _(
        "%(equal)s: it goes to the side with more points, %(more)s > %(fewer)s",
        equal=equal,
        more=own,
        fewer=others,
    )


def _all_cards(case: Case, line: Line) -> str:
    if not case.winner_takes_all:
        return _("the bid failed: all %(total)s to the defence", total=case.total)
    if case.hand.kapo == line.side and case.rules.kapo_bonus:
        return _("a doubled kapo counts without its bonus")
    return case.takes_everything()


def _kapo(case: Case, line: Line) -> str:
    bonus = case.rules.kapo_bonus
    return f"{case.total} + {bonus} = {case.total + bonus}"


def _stake(case: Case, line: Line) -> str:
    parts = [_verdict(case)]
    stake = stake_of(case.hand, case.rules)
    if case.hand.bid == KAPO:
        parts.append(_("a kapo bid is worth %(stake)s", stake=stake))
    elif isinstance(case.hand.bid, int) and case.rules.unit == "tenths" and case.hand.bid % 10:
        parts.append(_("a bid of %(bid)s is worth %(stake)s", bid=case.bid, stake=stake))
    if case.winner_takes_all:
        parts.append(f"{stake} × {case.hand.doubled}")
    elif case.score.made and case.rules.stake_to == "more_points":
        parts.append(_more_points(case, line))
    return AND_ALSO.join(parts)


def _verdict(case: Case) -> str:
    why = case.comparison(with_sum=True)
    if case.score.made:
        return _("%(why)s: made", why=why)
    return _("%(why)s: failed, it goes to the defence", why=why)


def _more_points(case: Case, line: Line) -> str:
    ours, theirs = case.points_of(case.bidder), case.points_of(case.defence)
    if ours == theirs:
        return _("equal card points: to the bidder")
    more = f"{max(ours, theirs)} > {min(ours, theirs)}"
    return _("%(more)s: to the side with more card points", more=more)


def _pilotta(case: Case, line: Line) -> str:
    if case.winner_takes_all:
        return case.takes_everything()
    if case.score.made or case.hand.pilotta != case.bidder:
        return _("king and queen of trumps")
    if case.rules.failed_pilotta == "holder":
        return _("the bid failed; nobody can take it from its holder")
    return _("the bid failed: it goes to the defence")


def _bonus(case: Case, line: Line) -> str:
    return _("%(bonus)s to the winner of the contract", bonus=case.rules.none_all_bonus)


def _doubled(case: Case, line: Line) -> str:
    return _("both sides' scores count %(times)s times", times=case.hand.doubled)


def _pilotta_failed(case: Case, line: Line) -> str:
    return _("announced, and the second card was not played")


_REASONS: Final[dict[Rule, _Reason]] = {
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
