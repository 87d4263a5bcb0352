"""Prints a tournament's sheets, lists and report, in the language in use."""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from scorekeeper.draws.standings import ORDERS, StandingsRow
from scorekeeper.explain import labels
from scorekeeper.explain import tournament_words as words
from scorekeeper.explain.paper_words import Paper, absent_word, withdrawn_word
from scorekeeper.explain.phase_standings import (
    BracketRow,
    ShownPhases,
    place_teller,
    shown_phases,
)
from scorekeeper.explain.phase_words import part_round_name, plan_texts
from scorekeeper.explain.standings_words import (
    absence_values,
    cell_texts,
    champion_text,
    cross_legend,
    decided_text,
    figure_text,
    mark_texts,
    money_text,
    standings_title,
    winner_name,
)
from scorekeeper.i18n import gettext
from scorekeeper.printing.lists import (
    CrossRow,
    ListedResult,
    ListedTable,
    Report,
    RoundDraw,
    RoundResults,
    StandingRow,
    Standings,
    cross_list,
    draw_by_name,
    draw_by_table,
    final_report,
    standings_list,
)
from scorekeeper.printing.pair_cards import pair_cards
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.stamps import Layouts, join
from scorekeeper.printing.tables import RoundPaper, TableSheet, blank_tables, table_sheets
from scorekeeper.rules.model import SEATS, BySide
from scorekeeper.tournament.accounts import prizes_of
from scorekeeper.tournament.drawn_rounds import DrawnRound, entrants_of
from scorekeeper.tournament.finals import final_of, final_order, outcome_of
from scorekeeper.tournament.played_tables import PlayedTable, play_round, play_table
from scorekeeper.tournament.service import LoadedTournament, table_links
from scorekeeper.tournament.standing import columns_of, cross_table, standing_of
from scorekeeper.tournament.state import Tournament
from scorekeeper.tournament.table_results import DrawnTable
from scorekeeper.tournament.tournament_set_up import Pair

_FIRST_PLACES: Final = 4
"""Places that the report names with and without a prize."""
Address = Callable[[str], str]
"""A scorer's link, from its secret."""


def print_paper(
    loaded_tournament: LoadedTournament,
    paper: Paper,
    drawn_round: DrawnRound | None,
    address: Address,
    table: int | None = None,
) -> Layouts:
    """The pages of this paper; `drawn_round` is the round, for those that are of one.

    With `table` the sheets are that table's alone. They hold the scorers' links, and are for the
    organiser alone.
    """
    tournament = loaded_tournament.tournament
    head = head_of(tournament)
    if drawn_round is not None and paper in ("sheets", "round"):
        sheets = _sheets(loaded_tournament, drawn_round, address, table)
        if paper == "sheets":
            return sheets
        draw = _round_draw(tournament, drawn_round)
        return join([sheets, draw_by_table(head, draw), draw_by_name(head, draw)])
    if drawn_round is not None and paper in _DRAWS:
        return _DRAWS[paper](head, _round_draw(tournament, drawn_round))
    if paper == "cards":
        playing = [pair for pair in tournament.pairs.values() if not pair.withdrawn]
        return pair_cards(head, [_pair(pair) for pair in playing])
    if paper == "standings":
        return standings_list(
            head, _standings(loaded_tournament), standings_title(loaded_tournament)
        )
    if paper == "cross":
        is_individual = tournament.set_up.is_individual
        return cross_list(
            head,
            *_cross(loaded_tournament),
            cross_legend(is_individual=is_individual),
            is_individual=is_individual,
        )
    if paper == "report":
        return final_report(_report(loaded_tournament))
    return blank_tables(_round_paper(tournament))


_DRAWS: Final[dict[Paper, Callable[[TournamentHead, RoundDraw], Layouts]]] = {
    "tables": draw_by_table,
    "names": draw_by_name,
}


def head_of(tournament: Tournament) -> TournamentHead:
    """The head of everything that is printed of the tournament."""
    set_up = tournament.set_up
    return TournamentHead(words.title_of(set_up), set_up.day, set_up.place, set_up.organiser)


def _round_paper(tournament: Tournament, drawn_round: DrawnRound | None = None) -> RoundPaper:
    set_up = drawn_round.set_up if drawn_round else tournament.set_up
    return RoundPaper(
        head_of(tournament),
        set_up.rules,
        str(drawn_round.number) if drawn_round else "",
        words.stage_name(drawn_round) if drawn_round else "",
        hands=set_up.limit if set_up.length == "hands" else 0,
        minutes=set_up.limit if set_up.length == "minutes" else 0,
        needs_winner=set_up.needs_winners
        or (drawn_round is not None and any(part.is_bracket for part in drawn_round.parts)),
        places=tournament.set_up.sheet_places,
        is_individual=tournament.set_up.is_individual,
    )


def _sheets(
    loaded_tournament: LoadedTournament,
    drawn_round: DrawnRound,
    address: Address,
    table: int | None,
) -> Layouts:
    tournament = loaded_tournament.tournament
    if table is None:
        tables = play_round(loaded_tournament, drawn_round)
    else:
        one_table = play_table(loaded_tournament, drawn_round, table)
        tables = (one_table,) if one_table else ()
    secrets = table_links(one.live.public_id for one in tables if one.live)
    addresses = {public_id: address(secret) for public_id, secret in secrets.items()}
    sheets = [
        TableSheet(
            str(one.table.number),
            BySide(*_pairs_at(tournament, drawn_round, one.table)),
            SEATS[0],
            addresses.get(one.live.public_id, "") if one.live else "",
            words.last_table_title(tournament, drawn_round, one.table.number)
            or words.part_name_at(tournament, drawn_round, one.table.number),
        )
        for one in tables
    ]
    return table_sheets(_round_paper(tournament, drawn_round), tuple(sheets))


def _pair(pair: Pair) -> PairNames:
    partner = "" if pair.partner is None else str(pair.partner)
    return PairNames(pair.label, pair.players, pair.club, partner)


def _pairs_at(
    tournament: Tournament, drawn_round: DrawnRound, table: DrawnTable
) -> tuple[PairNames, PairNames]:
    a, b = (_pair(tournament.pair_in(key, drawn_round.number)) for key in (table.a, table.b))
    return a, b


def _table_line(tournament: Tournament, drawn_round: DrawnRound, table: DrawnTable) -> ListedTable:
    a, b = _pairs_at(tournament, drawn_round, table)
    name = words.last_table_name(drawn_round, table.number)
    return ListedTable(str(table.number), a, b, name)


def _byes(tournament: Tournament, drawn_round: DrawnRound) -> tuple[PairNames, ...]:
    return _pairs_of(tournament, drawn_round, drawn_round.byes)


def _pairs_of(
    tournament: Tournament, drawn_round: DrawnRound, keys: Iterable[str]
) -> tuple[PairNames, ...]:
    return tuple(_pair(tournament.pair_in(key, drawn_round.number)) for key in keys)


def _round_draw(tournament: Tournament, drawn_round: DrawnRound) -> RoundDraw:
    is_individual = tournament.set_up.is_individual
    return RoundDraw(
        words.round_name(tournament, drawn_round),
        tuple(_table_line(tournament, drawn_round, table) for table in drawn_round.tables),
        _byes(tournament, drawn_round),
        tuple(_missing(tournament, drawn_round)),
        tuple(_part_draws(tournament, drawn_round)),
        is_individual,
    )


def _part_draws(tournament: Tournament, drawn_round: DrawnRound) -> Iterator[RoundDraw]:
    """The parts of a round that has several; each is missing those whom it could have had."""
    for part in drawn_round.parts if len(drawn_round.parts) > 1 else ():
        yield RoundDraw(
            part_round_name(tournament.set_up, part),
            tuple(
                _table_line(tournament, drawn_round, table)
                for table in drawn_round.tables
                if table.number in part.tables
            ),
            _pairs_of(tournament, drawn_round, part.byes),
            tuple(_missing(tournament, drawn_round, entrants_of(part.request))),
        )


def _missing(
    tournament: Tournament, drawn_round: DrawnRound, among: Collection[str] | None = None
) -> Iterator[tuple[str, PairNames]]:
    """The pairs that are not in the round, of all or of these, each behind its reason."""
    absent, withdrawn = tournament.missing_from(drawn_round)
    for word, keys in ((absent_word(), absent), (withdrawn_word(), withdrawn)):
        for key in keys:
            if among is None or key in among:
                yield word, _pair(tournament.pair_in(key, drawn_round.number))


def _standings(loaded_tournament: LoadedTournament) -> Standings:
    tournament = loaded_tournament.tournament
    set_up, rows = tournament.set_up, standing_of(loaded_tournament)
    marks = mark_texts(tournament)
    shown = shown_phases(loaded_tournament) if set_up.has_phases else None
    ranked = shown.rows if shown else rows
    has_byes = tournament.has_byes and not set_up.is_individual
    notes = (
        *filter(None, (champion_text(loaded_tournament),)),
        *(f"* {_pair_label(tournament, key)}: {text}" for key, text in marks.items()),
        *absence_values(tournament),
        *words.counted_texts(set_up),
        *([words.bye_text(set_up.standing.bye)] if has_byes else []),
        *_adjustment_remarks(tournament),
        *_told_apart(tournament, ranked),
    )
    has_several = shown is not None and not shown.is_one_list
    phases = tuple(_tables_of_phases(tournament, shown, marks)) if shown and has_several else ()
    return replace(_table_of(tournament, rows, marks), notes=notes, phases=phases)


def _table_of(
    tournament: Tournament,
    rows: Sequence[StandingsRow],
    marks: Collection[str],
    title: str = "",
    beside: Sequence[StandingsRow] = (),
) -> Standings:
    """Standings with their numbers; `beside` are the rows of groups with the same columns."""
    by = tournament.set_up.standing.by
    columns = columns_of(beside or rows, by)
    return Standings(
        tuple(words.CRITERIA.say(name) for name in columns),
        tuple(
            StandingRow(
                _marked(f"{row.place}.", row.pair, marks),
                _pair(tournament.pairs[row.pair]),
                tuple(
                    figure_text(name, row.figures[name].known_points, by)
                    if name in row.figures
                    else ""
                    for name in columns
                ),
            )
            for row in rows
        ),
        title=title,
        is_individual=tournament.set_up.is_individual,
    )


def _marked(place: str, key: str, marks: Collection[str]) -> str:
    return f"{place}*" if key in marks else place


def _tables_of_phases(
    tournament: Tournament, shown: ShownPhases, marks: Collection[str]
) -> Iterator[Standings]:
    """The final order, then each phase: a table for each of its groups, or for its bracket.

    The final order says of a bracket that is over all that there is to say.
    """
    if shown.final:
        yield _order_of(tournament, shown.final, marks, gettext("Final order"))
    for phase in shown.phases:
        if phase.bracket and not (shown.final and phase.is_over):
            yield _order_of(tournament, phase.bracket, marks, phase.title)
        rows = [row for table in phase.tables for row in table.rows]
        for table in phase.tables:
            yield _table_of(tournament, table.rows, marks, table.title or phase.title, rows)


def _order_of(
    tournament: Tournament, rows: Sequence[BracketRow], marks: Collection[str], title: str
) -> Standings:
    return Standings(
        (),
        tuple(
            StandingRow(
                _marked(row.place, row.pair, marks),
                _pair(tournament.pairs[row.pair]),
                (),
                row.how_far,
            )
            for row in rows
        ),
        title=title,
        is_individual=tournament.set_up.is_individual,
    )


def _adjustment_remarks(tournament: Tournament) -> Sequence[str]:
    by = tournament.set_up.standing.by
    return [
        gettext(
            "%(pair)s: %(what)s %(points)s, %(why)s",
            pair=_pair_label(tournament, adjustment.pair),
            what=words.CRITERIA.say(adjustment.to),
            points=figure_text(adjustment.to, adjustment.points, by),
            why=adjustment.reason,
        )
        for adjustment, _act in tournament.adjusted
    ]


def _told_apart(tournament: Tournament, rows: Sequence[StandingsRow]) -> Sequence[str]:
    by = tournament.set_up.standing.by
    return [
        gettext(
            "Place %(place)s by %(what)s: %(pair)s",
            place=row.place,
            what=words.CRITERIA.say(row.decided_by),
            pair=_pair_label(tournament, row.pair),
        )
        for row in rows
        if row.decided_by and row.decided_by not in ORDERS[by]
    ]


def _pair_label(tournament: Tournament, key: str) -> str:
    return f"{key} {tournament.name(key)}".rstrip()


def _cross(
    loaded_tournament: LoadedTournament,
) -> tuple[tuple[str, ...], tuple[CrossRow, ...]]:
    """The numbers of the rounds, and a row for each pair, the first place first."""
    tournament = loaded_tournament.tournament
    cells, place_text = cross_table(loaded_tournament), place_teller(loaded_tournament)
    rows = [
        CrossRow(
            place_text(row),
            _pair(tournament.pairs[row.pair]),
            tuple(map(cell_texts, cells[row.pair])),
        )
        for row in standing_of(loaded_tournament)
    ]
    return tuple(str(one.number) for one in tournament.rounds), tuple(rows)


def _report(loaded_tournament: LoadedTournament) -> Report:
    """The report; the rounds of its final are in it, too."""
    tournament, final = loaded_tournament.tournament, final_of(loaded_tournament)
    rounds = [*_rounds(loaded_tournament), *(_rounds(final) if final else ())]
    return Report(
        head_of(tournament),
        _facts(tournament),
        _standings(loaded_tournament),
        tuple(rounds),
        standings_title(loaded_tournament),
        _places(loaded_tournament),
        (*_draws(tournament), *(_draws(final.tournament) if final else ())),
    )


def _places(loaded_tournament: LoadedTournament) -> tuple[str, ...]:
    """The first four places, and all that win a prize, once all is played."""
    if outcome_of(loaded_tournament).stand != "over":
        return ()
    prizes = {prize.pair.key: prize.amount for prize in prizes_of(loaded_tournament)}
    return tuple(
        " · ".join(
            filter(
                None,
                (
                    f"{place}. {winner_name(key, loaded_tournament.tournament.name(key))}",
                    money_text(prizes[key]) if key in prizes else "",
                ),
            )
        )
        for place, key in final_order(loaded_tournament)
        if place <= _FIRST_PLACES or key in prizes
    )


def _draws(tournament: Tournament) -> Iterator[str]:
    """Of each round the seed, and the pairs that changed places by hand."""
    for drawn_round in tournament.rounds:
        texts = [
            gettext("Seed %(seed)s", seed=drawn_round.request["seed"]),
            *(
                gettext("By hand: %(one)s and %(other)s changed places.", one=one, other=other)
                for one, other in drawn_round.swaps
            ),
        ]
        yield f"{words.round_name(tournament, drawn_round)}: {' · '.join(texts)}"


def _rounds(loaded_tournament: LoadedTournament) -> Iterator[RoundResults]:
    """The rounds, or the parts of each that has several."""
    tournament = loaded_tournament.tournament
    for drawn_round in tournament.rounds:
        tables = play_round(loaded_tournament, drawn_round)
        if len(drawn_round.parts) == 1:
            name = words.round_name(tournament, drawn_round)
            byes = _byes(tournament, drawn_round)
            yield RoundResults(name, _results(tournament, drawn_round, tables), byes)
            continue
        for part in drawn_round.parts:
            there = [one for one in tables if one.table.number in part.tables]
            yield RoundResults(
                part_round_name(tournament.set_up, part),
                _results(tournament, drawn_round, there),
                _pairs_of(tournament, drawn_round, part.byes),
            )


def _results(
    tournament: Tournament, drawn_round: DrawnRound, tables: Iterable[PlayedTable]
) -> tuple[ListedResult, ...]:
    return tuple(_result(tournament, drawn_round, one) for one in tables)


def _result(tournament: Tournament, drawn_round: DrawnRound, one: PlayedTable) -> ListedResult:
    a, b = one.score or ("", "")
    result = one.table.result
    return ListedResult(
        _table_line(tournament, drawn_round, one.table),
        (labels.number_text(a), labels.number_text(b)),
        ", ".join(filter(None, (decided_text(one.table), result.reason if result else ""))),
    )


def _facts(tournament: Tournament) -> tuple[str, ...]:
    set_up = tournament.set_up
    return (
        *plan_texts(set_up),
        gettext("Rounds: %(count)s", count=len(tournament.rounds)),
        labels.preset_name(set_up.rules.preset),
        _length(tournament),
        gettext("What counts:") + " " + words.RANKINGS.say(set_up.standing.by),
    )


def _length(tournament: Tournament) -> str:
    """The ways in which matches ended; rounds may have been set up in more ways than one."""
    played = [drawn_round.set_up for drawn_round in tournament.rounds] or [tournament.set_up]
    texts = [words.length_text(one.length, one.limit, one.rules.target) for one in played]
    return ", ".join(dict.fromkeys(texts))
