"""The one page of the draw: the next round; in folds the wishes, and the last round by hand."""

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from flask import Response, make_response, render_template, request

from scorekeeper.draws.model import Table
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.phase_words import part_heading
from scorekeeper.explain.standings_words import champion_text, final_winner_text, side_winner_texts
from scorekeeper.i18n import gettext as _
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.rules.names import shorten
from scorekeeper.tournament import corrections, draw_requests, round_draw
from scorekeeper.tournament.acts.body import TournamentRefused
from scorekeeper.tournament.acts.fields import LONGEST_REASON
from scorekeeper.tournament.draw_requests import CannotDraw, clubs_of, draw_command
from scorekeeper.tournament.drawn_rounds import DrawnRound, MissingPairs
from scorekeeper.tournament.finals import finalists, is_played
from scorekeeper.tournament.played_tables import PlayedTable, play_round
from scorekeeper.tournament.round_draw import Proposal
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.tournament.stages import missing_pairs
from scorekeeper.tournament.standing import forfeited_rounds
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import players_of
from scorekeeper.tournament.tournament_set_up import Pair
from scorekeeper.web.limits import count_large_draw
from scorekeeper.web.tournaments.chosen_pairs import ChosenPair, choose_pair
from scorekeeper.web.tournaments.rights import context_of

_TABLE: Final = re.compile(r"\s*(\d{1,4})\s*[-–—:/ ]\s*(\d{1,4})\s*")
_BETWEEN: Final = re.compile(r"[,;\n]+")
_LONGEST: Final = 20
"""The longest text of a table, with white space in it."""


class TypedWishes(NamedTuple):
    """Tables that were typed to be fixed or forbidden: the text, and the tables in it."""

    text: str
    tables: tuple[tuple[str, str], ...]
    unread: tuple[str, ...]
    """The parts of the text that are no table."""


def wishes_of(field: str) -> TypedWishes:
    """Read the tables that the request has in this field."""
    text = request.values.get(field, "")
    parts = [part.strip() for part in _BETWEEN.split(text) if part.strip()]
    read = {part: _TABLE.fullmatch(part) if len(part) <= _LONGEST else None for part in parts}
    tables = tuple((str(int(one[1])), str(int(one[2]))) for one in read.values() if one)
    unread = (shorten(part, _LONGEST) for part, one in read.items() if not one)
    return TypedWishes(text, tables, tuple(unread))


class RefusedForm(NamedTuple):
    """The form of the page that was not written, and why; without text, others were faster."""

    form: str = ""
    """The field "reason" of another seed, a kind of wish, "swap", "back", or "drawn"."""
    text: str = ""


NOT_REFUSED: Final = RefusedForm()
"""The page as it is asked for."""


def draw_page(
    loaded_tournament: LoadedTournament,
    status: int = 200,
    refusal: RefusedForm = NOT_REFUSED,
    *,
    op_id: str = "",
    swap: tuple[str, str] = ("", ""),
) -> Response:
    """Return the page; `swap` are two pairs, or texts, that change places in the last round."""
    tournament = loaded_tournament.tournament
    last = tournament.last_round
    played = play_round(loaded_tournament, last) if last else ()
    changed = _last_round(loaded_tournament, last, played, swap) if last else {}
    if status == 200 and changed.get("is_unclear"):
        status = 422
    page = render_template(
        "tournaments/draw.html",
        **context_of(loaded_tournament),
        **_next_round(loaded_tournament, played),
        **changed,
        op_id=op_id or new_operation_id(),
        refused=refusal,
        is_stale=status == 409,
        # A wish that was refused stays typed in its own form.
        typed=request.form if refusal.text else {},
        clubs=[
            [tournament.pairs[key] for key in keys]
            for keys in clubs_of(tournament, tournament.pairs)
        ],
        reason=request.form.get("reason", ""),
        longest=LONGEST_REASON,
    )
    return make_response(page, status)


def _next_round(
    loaded_tournament: LoadedTournament, played: Sequence[PlayedTable]
) -> dict[str, object]:
    """The round as it would be drawn, or why it cannot be."""
    tournament = loaded_tournament.tournament
    fixed_tables, forbidden = wishes_of("fixed"), wishes_of("forbidden")
    wrong = _unread(fixed_tables, forbidden)
    proposal: Proposal | None = None
    seed = round_draw.seed_of_next(tournament)
    if not wrong:
        if len(tournament.pairs) >= draw_requests.MANY_PAIRS:
            count_large_draw()
        try:
            # Without a seed it only says whether the round can be drawn.
            proposal = round_draw.propose(
                loaded_tournament, seed or 0, fixed_tables.tables, forbidden.tables
            )
        except CannotDraw as refusal:
            wrong = [words.draw_problem_text(one, tournament) for one in refusal.problems]
        except TournamentRefused as refusal:
            wrong = [words.FAULTS.say(fault.code) for fault in refusal.faults]
    return {
        "is_played": is_played(loaded_tournament),
        "champion_of": final_winner_text,
        "winners_of": champion_text,
        "side_winners_of": side_winner_texts,
        "finalists": finalists,
        "fixed": fixed_tables.text,
        "forbidden": forbidden.text,
        "wrong": wrong,
        "missed": words.missed_texts(tournament),
        # Tables of the last round that have no result
        "undone": [] if proposal else [one.table.number for one in played if one.score is None],
        "proposal": proposal,
        "is_proposed": seed is not None,
        "not_come": _not_come(tournament, proposal) if proposal else [],
        "missing": _missing(loaded_tournament, proposal) if proposal else None,
        "round_parts": proposal.round_parts if proposal else (),
        "parts": _parts_of(tournament, proposal) if proposal else [],
        "bye_text": _bye_text(tournament, proposal) if proposal else "",
        "command": draw_command(proposal.requests) if proposal else "",
        "broken": words.broken_texts(proposal.draw.broken, tournament) if proposal else [],
    }


def _parts_of(
    tournament: Tournament, proposal: Proposal
) -> list[tuple[str, list[tuple[int, Table]]]]:
    """The numbered tables below the headings of their parts, as the board has them."""
    drawn = proposal.draw
    numbered = dict(
        zip(drawn.numbers or range(1, len(drawn.tables) + 1), drawn.tables, strict=True)
    )
    parts = proposal.round_parts
    if len(parts) < 2:
        return [("", [*numbered.items()])]
    return [
        (part_heading(tournament.set_up, part), [(at, numbered[at]) for at in part.tables])
        for part in parts
        if part.tables
    ]


def _bye_text(tournament: Tournament, proposal: Proposal) -> str:
    """Say what a bye of this round counts, and whom it keeps out of a consolation.

    A bracket and players have their own rules for what it counts.
    """
    lists = [
        byes
        for request, byes in (
            [(part.request, part.byes) for part in proposal.round_parts]
            or [(proposal.requests[0], proposal.draw.byes)]
        )
        if request["format"] not in ("knockout", "individual")
    ]
    counts = words.bye_text(tournament.set_up.standing.bye) if any(lists) else ""
    hint = words.bye_in_first_round_hint() if _keeps_out(tournament, proposal) else ""
    return " ".join(filter(None, (counts, hint)))


def _keeps_out(tournament: Tournament, proposal: Proposal) -> bool:
    """Is there a bye in the only round whose losers play a consolation?"""
    lost_in_one_round = {
        source.phase
        for phase in tournament.set_up.phases
        for source in phase.sources
        if source.takes == "losers" and source.numbers == (1,)
    }
    return any(
        part.byes and part.number == 1 and part.phase in lost_in_one_round
        for part in proposal.round_parts
    )


def _not_come(tournament: Tournament, proposal: Proposal) -> list[Pair]:
    """Return the pairs that did not come in the last round, and would sit in this one."""
    last = tournament.last_round
    if last is None or tournament.set_up.is_individual:
        return []
    seated = _seated(proposal)
    forfeited = forfeited_rounds(tournament).items()
    absent = (key for key, numbers in forfeited if last.number in numbers)
    return [tournament.pairs[key] for key in absent if key in seated]


def _seated(proposal: Proposal) -> set[str]:
    """The pairs or players that sit at a table or have the bye."""
    return {key for table in proposal.draw.tables for key in players_of(table)} | {
        *proposal.draw.byes
    }


def _missing(loaded_tournament: LoadedTournament, proposal: Proposal) -> MissingPairs:
    seated = _seated(proposal)
    return missing_pairs(
        loaded_tournament.tournament, seated, proposal.requests if proposal.parts else ()
    )


def _unread(*wishes: TypedWishes) -> list[str]:
    unread = [part for one in wishes for part in one.unread]
    return [_("%(text)s is no table: two numbers, such as 3-7.", text=part) for part in unread]


def _last_round(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    played: Sequence[PlayedTable],
    typed: tuple[str, str],
) -> dict[str, object]:
    """The seats, the effect of two that change places, and the results that go with the round."""
    tournament, number = loaded_tournament.tournament, drawn_round.number
    seated = {pair for table in drawn_round.tables for pair in table.entrants}
    seated |= {*drawn_round.byes}
    tables = {key: tournament.table_of(key, number) for key in seated}
    chosen = [choose_pair(tournament, text, seated) if text else ChosenPair("") for text in typed]
    one, other = (pair.key for pair in chosen)
    wrong = unclear = " ".join(dict.fromkeys(pair.wrong for pair in chosen if pair.wrong))
    breaks, comes_out = None, None
    if one in tables and other in tables and tables[one] == tables[other]:
        wrong = words.FAULTS.say("same_place")
    elif one in tables and other in tables:
        breaks = words.broken_texts(
            corrections.swap_breaks(tournament, number, (one, other)), tournament
        )
        comes_out = corrections.swapped_tables(tournament, number, (one, other))
    lost = lost_with(played)
    return {
        "drawn_round": drawn_round,
        "seated": [tournament.pair_in(key, number) for key in sorted(seated, key=int)],
        "about": {
            key: _("table %(number)s", number=table.number) if table else _("bye")
            for key, table in tables.items()
        },
        "swap": (one, other),
        "is_unclear": bool(unclear),
        "swap_wrong": wrong,
        # The box that names no pair; where the two cannot change places, both.
        "wrong_boxes": [bool(pair.wrong or not unclear) for pair in chosen],
        "swap_breaks": breaks,
        "comes_out": comes_out,
        "lost": lost,
        "mark": mark_of(lost),
    }


def lost_with(tables: Sequence[PlayedTable]) -> list[PlayedTable]:
    """The tables with a result, or a hand on their phones."""
    return [one for one in tables if one.table.result is not None or one.has_begun]


def mark_of(lost: list[PlayedTable]) -> str:
    """The tables of which a form said that they are lost."""
    return ",".join(str(one.table.number) for one in lost)
