"""The words of standings: the last round, the pairs, and their numbers."""

import re
from collections.abc import Mapping
from typing import Final

from scorekeeper.draws.standings import ORDERS, Criterion, Ranking
from scorekeeper.explain.labels import number_text, scores_text
from scorekeeper.explain.paper_words import bye_word
from scorekeeper.explain.phase_words import phase_title
from scorekeeper.explain.tournament_words import ABSENCES
from scorekeeper.i18n.language import Sentences, _l, decimal_mark, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.tournament.finals import AbsentFinal, absent_final, is_played, outcome_of
from scorekeeper.tournament.played_tables import play_round
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.standing import (
    CrossCell,
    MeetingOutcome,
    forfeited_rounds,
    missed_rounds,
    phases_of,
)
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable, side_label

_AMOUNT: Final = re.compile(r"€?\s?(\d{1,5})(?:[.,](\d{1,2}))?\s?€?")


def amount_text(cents: int) -> str:
    """An amount as a field shows it: `12,50`, `10`."""
    euros, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}{euros}{decimal_mark()}{rest:02}" if rest else f"{sign}{euros}"


def money_text(cents: int) -> str:
    """An amount with its currency: `12,50 €`."""
    return f"{amount_text(cents)}\u00a0€"


def read_amount(text: str) -> int | None:
    """Return the cents of an amount that was typed; None where the text is no amount.

    >>> read_amount("12,5"), read_amount("€10"), read_amount("ten")
    (1250, 1000, None)
    """
    found = _AMOUNT.fullmatch(text.strip())
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else None


def split_amounts(text: str) -> list[str]:
    """Part amounts at spaces, at semicolons, and at commas with a space behind.

    A comma without one may be of an amount: `12,50`. A `€` stays with the figure before it.

    >>> split_amounts("200, 100, 12,50"), split_amounts("200 €;100 60")
    (['200', '100', '12,50'], ['200 €', '100', '60'])
    """
    parts = re.split(r"[,;]?\s+(?!€(?!\d))|;", text.strip(" \t,;"))
    return [part for part in parts if part not in ("", ",")]


def absence_texts(tournament: Tournament) -> Mapping[str, str]:
    """Return by pair the forfeited rounds and those drawn without it, where there are some.

    They explain points and differences that no play made.
    """
    forfeited, missed = forfeited_rounds(tournament), missed_rounds(tournament)
    return {
        key: ", ".join(
            filter(None, (_forfeited(forfeited.get(key, ())), _missed(missed.get(key, ()))))
        )
        for key in (*forfeited, *(key for key in missed if key not in forfeited))
    }


def absence_values(tournament: Tournament, key: str | None = None) -> list[str]:
    """Say what a forfeited match counts, and a round without the pair, where there are some.

    With a key it is those of this pair alone.
    """
    set_up = tournament.set_up
    forfeited, missed = forfeited_rounds(tournament), missed_rounds(tournament)
    there, absent = set_up.forfeit
    what = ABSENCES.say(set_up.absence)
    found = []
    if forfeited if key is None else key in forfeited:
        found.append(
            _("A forfeited match counts %(there)s – %(absent)s.", there=there, absent=absent)
        )
    if missed if key is None else key in missed:
        found.append(
            _("A round that was drawn without a player counts for them: %(what)s.", what=what)
            if set_up.is_individual
            else _("A round that was drawn without a pair counts for it: %(what)s.", what=what)
        )
    return found


def _forfeited(rounds: tuple[int, ...]) -> str:
    if not rounds:
        return ""
    listed = ", ".join(map(str, rounds))
    return ngettext(
        "forfeited round %(rounds)s", "forfeited rounds %(rounds)s", len(rounds), rounds=listed
    )


def _missed(rounds: tuple[int, ...]) -> str:
    if not rounds:
        return ""
    listed = ", ".join(map(str, rounds))
    return ngettext(
        "absent in round %(rounds)s", "absent in rounds %(rounds)s", len(rounds), rounds=listed
    )


def decided_text(table: DrawnTable) -> str:
    """Return the reason for a result that was not played; empty for a played one."""
    result = table.result
    if result is None or not result.is_decided:
        return ""
    match result.forfeit:
        case None:
            return _("by the arbiter")
        case "both":
            return _("forfeited by both")
        case side:
            absent = side_label(table.a if side == "a" else table.b)
            return _("forfeited by %(pair)s", pair=absent)


_HALF: Final = "½"


def figure_text(criterion: Criterion, points: int | None, by: Ranking) -> str:
    """The number: `1½` wins, `+111` of difference, `−20`; `–` where it is not known."""
    if points is None:
        return "–"
    if is_in_halves(criterion, by):
        return _halves(points)
    if criterion == "difference" and points > 0:
        return f"+{points}"
    return number_text(points)


def change_text(criterion: Criterion, points: int, by: Ranking) -> str:
    """Return the change of a number with its sign: `+1` win, `−½`, `+20`."""
    text = figure_text(criterion, points, by)
    return f"+{text}" if points > 0 and not text.startswith("+") else text


def is_in_halves(criterion: Criterion, by: Ranking) -> bool:
    """Is it a number of wins? Opponents are added up in what counts first."""
    return criterion in ("wins", "head_to_head") or (
        criterion == "buchholz" and ORDERS[by][0] == "wins"
    )


def _halves(points: int) -> str:
    whole, rest = divmod(abs(points), 2)
    text = f"{whole or ''}{_HALF}" if rest else str(whole)
    return f"−{text}" if points < 0 else text


OUTCOMES: Final[Sentences[MeetingOutcome]] = Sentences(
    {
        "won": _l("won"),
        "drawn": _l("level"),
        "lost": _l("lost"),
        "bye": _l("bye"),
        "absent": _l("absent"),
        "open": _l("open"),
    }
)
ABSENT_FINALS: Final[Sentences[AbsentFinal]] = Sentences(
    {
        "final_elsewhere": _l("Its final is another file."),
        "final_damaged": _l("Its final is damaged on the server."),
    }
)
_SIGNS: Final[dict[MeetingOutcome, str]] = {"won": "+", "drawn": "=", "lost": "−"}


def standings_title(loaded_tournament: LoadedTournament) -> str:
    """After which round the standings are, or how much of a round is in them."""
    last = loaded_tournament.tournament.last_round
    if last is None:
        return _("Standings")
    if loaded_tournament.tournament.set_up.has_phases and is_played(loaded_tournament):
        return _("Final order")
    tables = play_round(loaded_tournament, last)
    done = sum(one.score is not None for one in tables)
    if done == len(tables):
        return _("Standings after round %(round)s", round=last.number)
    if done:
        return _(
            "Standings in round %(round)s (results: %(done)s of %(count)s)",
            round=last.number,
            done=done,
            count=len(tables),
        )
    if last.number == 1:
        return _("Standings before round 1")
    return _("Standings after round %(round)s", round=last.number - 1)


def champion_text(loaded_tournament: LoadedTournament) -> str:
    """Name the winners of the tournament, by its final where it has one; empty before all is
    played.

    A final on another server has a sentence that says so.
    """
    if absent := absent_final(loaded_tournament):
        return ABSENT_FINALS.say(absent)
    winners = outcome_of(loaded_tournament).winners
    if not winners:
        return ""
    names = ", ".join(winner_name(pair.key, pair.name) for pair in winners)
    if loaded_tournament.tournament.set_up.is_individual:
        return ngettext("Winner: %(names)s", "Winners, level: %(names)s", len(winners), names=names)
    return ngettext(
        "Champions: %(names)s", "Champions, level: %(names)s", len(winners), names=names
    )


def winner_name(key: str, name: str) -> str:
    """Return the name with the number behind it: in front it reads as a count of winners.

    >>> winner_name("8", "Maria – Giorgos"), winner_name("8", "")
    ('Maria – Giorgos (8)', '8')
    """
    return f"{name} ({key})" if name else key


def side_winner_texts(loaded_tournament: LoadedTournament) -> list[str]:
    """Name the first of each other bracket, a consolation's, once all is over."""
    tournament = loaded_tournament.tournament
    if not tournament.set_up.phases or not is_played(loaded_tournament):
        return []
    phases = phases_of(loaded_tournament)
    champions = {pair.key for pair in phases.winners}
    first = {
        one.number: phases.standings[one.number][0][0].pair
        for one in phases.phases
        if one.phase.is_bracket and phases.standings[one.number][0]
    }
    return [
        _(
            "%(phase)s, first: %(name)s",
            phase=phase_title(tournament.set_up, number),
            name=winner_name(key, tournament.name(key)),
        )
        for number, key in first.items()
        if key not in champions
    ]


def final_winner_text(loaded_tournament: LoadedTournament) -> str:
    """Name the winners of a final or a knockout; empty before its end or for a final elsewhere."""
    tournament = loaded_tournament.tournament
    phases = tournament.set_up.phases
    ends_so = phases[-1].is_bracket if phases else tournament.set_up.format == "knockout"
    has_final = tournament.final or ends_so
    if not has_final or absent_final(loaded_tournament):
        return ""
    return champion_text(loaded_tournament)


def cross_legend(*, is_individual: bool = False) -> str:
    """Explain the signs of a cross table; `is_individual` says that partners were drawn."""
    if is_individual:
        return _(
            "The partner and the two players met, + won, = level, − lost, and the points, the "
            "player's side first. * forfeited, – not there."
        )
    return _(
        "The pair met, + won, = level, − lost, and the points, its own first. * forfeited, "
        "– not there."
    )


def mark_texts(tournament: Tournament) -> Mapping[str, str]:
    """Return the remarks on pairs, by pair: withdrawn, with a substitute, absent, or forfeiting."""
    absences = absence_texts(tournament)
    marks = {
        key: ", ".join(
            filter(
                None,
                (
                    _("withdrawn") if pair.withdrawn else "",
                    _("substitute from round %(round)s", round=pair.were[-1].until + 1)
                    if pair.were
                    else "",
                    absences.get(key, ""),
                ),
            )
        )
        for key, pair in tournament.pairs.items()
    }
    return {key: mark for key, mark in marks.items() if mark}


def cell_texts(cell: CrossCell) -> tuple[str, str]:
    """Return a cell of the cross table: the opponent and the outcome, and the points.

    >>> cell_texts(CrossCell(1, "won", "12", (351, 240)))
    ('12 +', '351 – 240')
    >>> cell_texts(CrossCell(1, "lost", "12", (0, 100), is_forfeit=True))
    ('12 −', '0 – 100 *')
    >>> cell_texts(CrossCell(1, "lost", "12", (-5, 351)))
    ('12 −', '−5 – 351')
    """
    if cell.outcome == "bye":
        return bye_word(), ""
    if cell.outcome == "absent":
        return "–", ""
    score = scores_text(cell.score) if cell.score else ""
    mark = " *" if cell.is_forfeit else ""
    against = side_label(cell.against)
    if cell.partner:
        against = _("with %(partner)s: %(against)s", partner=cell.partner, against=against)
    return f"{against} {_SIGNS.get(cell.outcome, '')}".rstrip(), score + mark
