"""Words about tournaments: formats, lengths, orders, and what is wrong with them."""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.draws.model import (
    MOST_PAIRS,
    Broken,
    DrawCode,
    DrawProblem,
    DrawRule,
    PlayedPairing,
)
from scorekeeper.draws.standings import ByeScore, Criterion, Ranking, mean_score
from scorekeeper.explain.labels import rules_name, scores_text
from scorekeeper.explain.phase_words import (
    FORMATS,
    PLACES_PLAYED,
    SIT_OUTS,
    STAGES,
    heading_at,
    part_round_name,
    parts_name,
    phase_round_name,
    plan_texts,
    stage_text,
)
from scorekeeper.explain.shown_names import Fact
from scorekeeper.i18n import long_date
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.i18n.language import gettext as _
from scorekeeper.journal.body import ErasedBy
from scorekeeper.journal.role_acts import MOST_HELPERS, Helper
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.tournament.acts.body import TournamentCode
from scorekeeper.tournament.acts.desk import RoleTaken
from scorekeeper.tournament.acts.fields import LONGEST_NOTE, LONGEST_REASON
from scorekeeper.tournament.acts.pair_acts import Attended, PairChanged
from scorekeeper.tournament.acts.registrations import RegistrationBody
from scorekeeper.tournament.acts.result_acts import ResultWritten
from scorekeeper.tournament.acts.set_ups import difference
from scorekeeper.tournament.drawn_rounds import DrawnRound, RoundPart
from scorekeeper.tournament.list_words import PasteCode
from scorekeeper.tournament.missed_meetings import missed_meetings
from scorekeeper.tournament.stages import stage_of_table, stage_to_come
from scorekeeper.tournament.state import Tournament, TournamentAct
from scorekeeper.tournament.table_results import Result, Withdrawal
from scorekeeper.tournament.tournament_set_up import (
    Absence,
    Length,
    Pair,
    Previews,
    SetUp,
    SheetPlace,
)

LENGTHS: Final[Sentences[Length]] = Sentences(
    {
        "target": _l("To the target"),
        "hands": _l("So many hands"),
        "minutes": _l("So many minutes"),
    }
)


def length_text(length: Length, limit: int, target: int) -> str:
    """Return the end of a match: `10 hands`, `60 min`, `to 351`."""
    match length:
        case "hands":
            return ngettext("%(num)s hand", "%(num)s hands", limit)
        case "minutes":
            return _("%(minutes)s min", minutes=limit)
        case _:
            return _("to %(target)s", target=target)


RANKINGS: Final[Sentences[Ranking]] = Sentences(
    {
        "wins": _l("Wins, then the difference"),
        "match_points": _l("Match points"),
        "total": _l("All points, added up"),
    }
)
ABSENCES: Final[Sentences[Absence]] = Sentences(
    {"nothing": _l("nothing"), "forfeited": _l("as a forfeited match")}
)
BYES: Final = Sentences[str]({"mean": _l("the mean of its round"), "given": _l("always the same")})
SHEET_PLACES: Final[Sentences[SheetPlace]] = Sentences(
    {
        "times": _l("start and end"),
        "winner": _l("the winner"),
        "penalty": _l("a penalty"),
        "arbiter": _l("the arbiter's signature"),
    }
)
PREVIEWS_SAID: Final[Sentences[Previews]] = Sentences(
    {"names": _l("the names"), "numbers": _l("the numbers alone")}
)


class _Field(NamedTuple):
    """A field of a set-up in words: its name, and its value."""

    name: LazyString
    value: Callable[[SetUp], str]


_SET_UP: Final = {
    "name": _Field(_l("Name"), lambda one: one.name),
    "date": _Field(_l("Day"), lambda one: long_date(one.day) if one.day else ""),
    "place": _Field(_l("Place"), lambda one: one.place),
    "organiser": _Field(_l("Organiser"), lambda one: one.organiser),
    "rules": _Field(_l("Rules"), lambda one: rules_name(one.rules)),
    "length": _Field(_l("What ends a match"), lambda one: LENGTHS.say(one.length)),
    "limit": _Field(_l("Hands or minutes"), lambda one: str(one.limit or "")),
    "rounds": _Field(_l("Rounds"), lambda one: str(one.rounds or "")),
    "format": _Field(_l("Who meets whom"), lambda one: FORMATS.say(one.format)),
    "groups": _Field(_l("Groups"), lambda one: str(one.groups)),
    "places": _Field(_l("Places of the knockout"), lambda one: PLACES_PLAYED.say(one.places)),
    "drop": _Field(_l("Rounds left out"), lambda one: str(one.drop)),
    "sit_out": _Field(_l("A round that a player sits out"), lambda one: SIT_OUTS.say(one.sit_out)),
    "phases": _Field(_l("Phases"), lambda one: " · ".join(plan_texts(one)[1:])),
    "standing": _Field(_l("Standings"), lambda one: RANKINGS.say(one.standing.by)),
    "forfeit": _Field(_l("A forfeited match"), lambda one: " – ".join(map(str, one.forfeit))),
    "absence": _Field(_l("A round without the pair"), lambda one: ABSENCES.say(one.absence)),
    "sheet_places": _Field(
        _l("Places on a sheet"), lambda one: ", ".join(map(SHEET_PLACES.say, one.sheet_places))
    ),
    "previews": _Field(_l("In a link's preview"), lambda one: PREVIEWS_SAID.say(one.previews)),
}
"""By the names under which they are stored."""


def field_names(fields: Collection[str]) -> list[str]:
    """The names of these fields, in the order of the set-up."""
    return [str(one.name) for field, one in _SET_UP.items() if field in fields]


def set_up_facts(before: SetUp, after: SetUp) -> list[Fact]:
    """Each field that is another, with both values."""
    changes = difference(before, after)
    return [
        Fact(str(one.name), one.value(before) or "–", one.value(after) or "–")
        for field, one in _SET_UP.items()
        if field in changes
    ]


CRITERIA: Final[Sentences[Criterion]] = Sentences(
    {
        "wins": _l("Wins"),
        "difference": _l("Difference"),
        "match_points": _l("Match points"),
        "total": _l("Points"),
        "hands_won": _l("Hands won"),
        "head_to_head": _l("Head to head"),
        "buchholz": _l("Opponents (Buchholz)"),
        "lots": _l("Lots"),
    }
)

_FINALS: Final = {
    2: _l("Final of the first %(count)s"),
    4: _l("Semi-finals of the first %(count)s"),
    8: _l("Quarter-finals of the first %(count)s"),
}
_LARGER_FINAL: Final = _l("Knockout of the first %(count)s")


def final_name(count: int) -> str:
    """Return the name of the first round of a final with so many pairs."""
    return str(_FINALS.get(count, _LARGER_FINAL)) % {"count": count}


def mean_example() -> str:
    """The mean of a round, by an example."""
    tables = PlayedPairing("1", "2", (351, 240)), PlayedPairing("3", "4", (361, 200))
    a, b, mean = map(scores_text, (*(table.score for table in tables), mean_score(tables)))
    return _(
        "The mean, by an example: in a round that ended %(a)s and %(b)s it is %(mean)s.",
        a=a,
        b=b,
        mean=mean,
    )


def bye_text(bye: ByeScore) -> str:
    """Return the value of a bye as a sentence."""
    if bye == "mean":
        return _("A bye is a match won, with the mean score of its round.")
    return _("A bye is a match won, %(score)s.", score=scores_text(bye))


def bye_in_first_round_hint() -> str:
    """Say who plays no consolation of those who lose in the first round."""
    return _("An entrant with a bye in the first round that loses later plays no consolation.")


def counted_texts(set_up: SetUp) -> list[str]:
    """Say which rounds of an entrant count nothing, or count otherwise than they were played."""
    found = []
    if set_up.is_individual:
        found.append(
            _("A round that a player sits out counts the mean of the player's other rounds.")
            if set_up.sit_out == "mean"
            else _("A round that a player sits out counts nothing.")
        )
    if set_up.drop:
        found.append(
            ngettext(
                "The worst round of each is left out of the points.",
                "The %(num)s worst rounds of each are left out of the points.",
                set_up.drop,
            )
        )
    return found


def while_playing_text(set_up: SetUp) -> str:
    """Say why places jump while a round is played; empty where no round is left out."""
    if not set_up.drop:
        return ""
    return _(
        "While a round is played, it counts already for those who sit out: they may stand too "
        "high until it is over."
    )


def hands_won_hint() -> str:
    """Explain when hands won decide between pairs."""
    return _("Hands won decide only where they are known of all pairs that are level.")


def round_name(tournament: Tournament, drawn_round: DrawnRound) -> str:
    """Name a round: `Round 2 of 5`; the last rounds of a knockout by name."""
    stage = stage_name(drawn_round)
    if tournament.set_up.phases or tournament.set_up.groups > 1:
        return phase_round_name(tournament.set_up, drawn_round)
    if stage:
        return stage
    round_count = tournament.planned_rounds
    if drawn_round.format == "knockout" or drawn_round.number > round_count:
        return _("Round %(number)s", number=drawn_round.number)
    return _("Round %(number)s of %(count)s", number=drawn_round.number, count=round_count)


def draw_text(tournament: Tournament, parts: Sequence[RoundPart] = ()) -> str:
    """Name the draw of the next round: `Draw round 2`, `Draw: Semi-finals`.

    Where it is known of which groups and brackets it consists, it is called as the round will be.
    """
    if parts and (tournament.set_up.phases or tournament.set_up.groups > 1):
        return _("Draw: %(stage)s", stage=parts_name(tournament.set_up, parts))
    stage = stage_to_come(tournament)
    if stage:
        return _("Draw: %(stage)s", stage=STAGES.say(stage))
    return _("Draw round %(number)s", number=len(tournament.rounds) + 1)


def stage_name(drawn_round: DrawnRound) -> str:
    """Return `Semi-finals` and the like; empty for a round that is not one of a knockout's last."""
    return stage_text(drawn_round.parts[0]) if len(drawn_round.parts) == 1 else ""


def table_name(tournament: Tournament, drawn_round: DrawnRound, number: int) -> str:
    """Name a table of a round: `Round 2 of 5, table 3`, `Semi-finals, table 1`, `Final`."""
    return last_table_title(tournament, drawn_round, number) or _(
        "%(round)s, table %(table)s",
        round=part_name_at(tournament, drawn_round, number) or round_name(tournament, drawn_round),
        table=number,
    )


def part_name_at(tournament: Tournament, drawn_round: DrawnRound, number: int) -> str:
    """Name the round of the part with this table: `Group A, round 2`; empty for one part alone."""
    if len(drawn_round.parts) == 1:
        return ""
    return part_round_name(tournament.set_up, drawn_round.part_at(number))


def last_table_title(tournament: Tournament, drawn_round: DrawnRound, number: int) -> str:
    """Return `Final`, or `Consolation: Final` beside another bracket; empty for other tables."""
    name = last_table_name(drawn_round, number)
    heading = heading_at(tournament.set_up, drawn_round, number) if name else ""
    return f"{heading}: {name}" if heading else name


def last_table_name(drawn_round: DrawnRound, number: int) -> str:
    """Return `Final` or `Third place`; empty for any other table."""
    stage = stage_of_table(drawn_round, number)
    return STAGES.say(stage) if stage in ("final", "third_place") else ""


BROKEN: Final[Sentences[DrawRule]] = Sentences(
    {
        "fixed": _l("A fixed table is not there: %(pairs)s"),
        "forbidden": _l("They should not meet: %(pairs)s"),
        "rematch": _l("They have met already: %(pairs)s"),
        "second_bye": _l("A second bye: %(pairs)s"),
        "club": _l("They are of one club: %(pairs)s"),
        "schedule": _l("It is no round of the schedule"),
        "bracket": _l("Not as in the bracket: %(pairs)s"),
        "table": _l("Not at the table that they keep: %(pairs)s"),
        "partner": _l("Partners once more: %(pairs)s"),
    }
)
FAULTS: Final[Sentences[TournamentCode]] = Sentences(
    {
        "nothing_new": _l("Nothing was changed."),
        "no_name": _l("Give the tournament a name."),
        "unfit_name": _l("A name is too long, or has hidden characters."),
        "one_player": _l("A pair has two names."),
        "two_players": _l("Everyone plays for themselves here: one name."),
        "too_many_pairs": _l("A tournament has at most %(most)s pairs.", most=MOST_PAIRS),
        "pair_there": _l("One of these pairs is there already."),
        "no_pair": _l("There is no such pair."),
        "number_there": _l("A pair has one of these numbers already."),
        "number_beyond": _l("A number of a pair would be above 9999."),
        "in_draw": _l("The pair is in a draw already: let it withdraw instead."),
        "door_closed": _l("The list is closed: ask the organiser."),
        "list_full": _l("The list takes no more: ask the organiser."),
        "no_registration": _l("Nobody announced themselves with this code."),
        "not_waiting": _l("They do not wait any more: ask the organiser."),
        "no_check_in": _l("The check-in is not open: ask the organiser."),
        "no_round": _l("There is no such round."),
        "no_table": _l("There is no such table."),
        "not_last": _l("Another round was drawn after it."),
        "has_results": _l("A result is written there already."),
        "is_playing": _l("They have begun to play."),
        "same_place": _l(
            "These two would stay where they are: at one table, partners, or both with a bye."
        ),
        "other_group": _l(
            "They play in different parts of the round: only two of one part change places."
        ),
        "unfit_phase": _l("These phases do not fit each other: see who plays on in each."),
        "phase_drawn": _l("This phase is drawn: its groups and who plays on in it stay."),
        "same_pair": _l("These are one and the same pair."),
        "table_kept": _l("Another pair keeps this table."),
        "no_score": _l("A result is two whole numbers."),
        "no_sheet": _l("The hands of the sheet do not come to its result."),
        "late_hands": _l("The sheet has more hands than count in this match."),
        "no_winner": _l("A knockout has no match without a winner: they play one more hand."),
        "no_reason": _l("Say why, in at most %(longest)s characters.", longest=LONGEST_REASON),
        "same_score": _l("This is the result that is written already."),
        "no_result": _l("No result is written there."),
        "no_forfeit": _l("Whoever was there has won, and so has more."),
        "no_points": _l("How many? A whole number."),
        "counts_nothing": _l("Choose a number that counts in this ranking."),
        "no_clock": _l("No clock ends the matches of this round."),
        "clock_stands": _l("The clock does not run."),
        "clock_runs": _l("The clock runs already."),
        "not_done": _l("Not all tables of the last round have a result."),
        "over": _l("There is nothing left to draw: it is over."),
        "no_helper": _l("There is no such helper."),
        "no_helper_name": _l("Say what the helper is called."),
        "helper_there": _l("A helper is called so already."),
        "too_many_helpers": _l("A tournament has at most %(most)s helpers.", most=MOST_HELPERS),
        "not_undoable": _l("That cannot be undone."),
        "built_on": _l("Something was built on it since."),
        "no_final": _l("The rounds are not all played, or there are too few pairs for a final."),
        "cannot_draw": _l("The round cannot be drawn so."),
    }
)
BAD_ROWS: Final[Sentences[PasteCode]] = Sentences(
    {
        "column": _l("no column is called so, or two are"),
        "one_name": _l("two names are needed"),
        "no_letter": _l("a name has letters"),
        "unfit": _l(
            "a name has more than %(most)s letters (a note %(note)s), "
            "or characters that are hidden or cannot be read",
            most=LONGEST_NAME,
            note=LONGEST_NOTE,
        ),
        "twice": _l("this pair is there already"),
        "seeding": _l("the seed is no whole number"),
        "paid": _l("whether they paid is not clear: x or nothing"),
        "too_much": _l("there is more in it than two names, club, seed and x"),
        "number": _l("it is no number, or another pair has it"),
        "too_many": _l("a tournament has at most %(most)s pairs", most=MOST_PAIRS),
        "more_names": _l("more than two names: one pair a line"),
        "same_player": _l("both names may be one player's"),
        "alike": _l("a pair with such names is there already: is it another one?"),
        "sentence": _l("it reads like a sentence, not like two names"),
        "total": _l("it reads like a total"),
        "message": _l("a message that names no pair"),
        "workbook": _l("this is a workbook or a document: save it as CSV, and choose that file"),
        "pdf": _l("this is a PDF: copy its lines, and paste them"),
        "not_text": _l("this is no text: save the list as CSV or as text"),
    }
)
_BAD_ROWS_OF_PLAYERS: Final[Sentences[PasteCode]] = Sentences(
    {
        "one_name": _l("a name is needed"),
        "twice": _l("this player is there already"),
        "too_much": _l("there is more in it than a name, club, seed and x"),
        "number": _l("it is no number, or another player has it"),
        "too_many": _l("a tournament has at most %(most)s players", most=MOST_PAIRS),
        "more_names": _l("more than one name: one player a line"),
        "alike": _l("a player with such a name is there already: is it another one?"),
        "sentence": _l("it reads like a sentence, not like a name"),
        "message": _l("a message that names nobody"),
    }
)


def bad_row_text(code: PasteCode, *, is_individual: bool) -> str:
    """Say why a line of a list names no pair, or no player."""
    is_of_players = is_individual and code in _BAD_ROWS_OF_PLAYERS
    return (_BAD_ROWS_OF_PLAYERS if is_of_players else BAD_ROWS).say(code)


DRAW_PROBLEMS: Final[Sentences[DrawCode]] = Sentences(
    {
        "too_few": _l("At least two pairs must be there."),
        "twice": _l("Twice there: %(pair)s"),
        "itself": _l("Against itself: %(pair)s"),
        "stranger": _l("No pair has this number: %(pair)s"),
        "contradiction": _l("Fixed, and not there or forbidden as well: %(pair)s"),
        "drawn": _l("A match of the knockout has no winner: %(pair)s"),
        "out": _l("Out already, or no bracket gives such a round: %(pair)s"),
    }
)
NO_BRACKET: Final = _l("No bracket gives such a round.")
"""`out`, where no pair is out."""


def draw_problem_text(problem: DrawProblem, tournament: Tournament) -> str:
    """Why a round cannot be drawn, with the pair that it is about."""
    if problem.code not in DRAW_PROBLEMS:
        return FAULTS.say("cannot_draw")
    if problem.code == "out" and problem.pair is None:
        return str(NO_BRACKET)
    if problem.code == "too_few" and tournament.set_up.is_individual:
        return _("At least four players must be there.")
    if problem.code == "too_few" and problem.field == "groups":
        return _("Each group needs at least two pairs.")
    key = problem.pair or ""
    name = _numbered_name(key, tournament) if key in tournament.pairs else key
    return DRAW_PROBLEMS.say(problem.code, pair=name)


def broken_texts(broken: Iterable[Broken], tournament: Tournament) -> list[str]:
    """The rules that a round breaks, with the pairs for which it does."""
    return [
        BROKEN.say(one.rule, pairs=", ".join(_numbered_name(key, tournament) for key in one.pairs))
        for one in broken
    ]


def missed_texts(tournament: Tournament) -> list[str]:
    """Say by name which meetings an all-play-all leaves out, and how they are played."""
    found = [
        _(
            "%(pair)s will not meet %(others)s: the round for it is over.",
            pair=_numbered_name(key, tournament),
            others=", ".join(_numbered_name(other, tournament) for other in others),
        )
        for key, others in missed_meetings(tournament).items()
    ]
    is_list = tournament.set_up.groups == 1
    if found and is_list and tournament.set_up.phases:
        found.append(_("To play it before the final, type one more round in the set-up."))
    if found and is_list:
        found.append(
            _(
                "In a round behind the others tick only these pairs as there, "
                "and let them meet by “Fix or forbid tables”."
            )
        )
    return found


def _numbered_name(key: str, tournament: Tournament) -> str:
    return f"{key} {tournament.name(key)}".rstrip()


def there_text(tournament: Tournament) -> str:
    """Say how many of the pairs are there."""
    pairs = tournament.pairs.values()
    here, count = sum(one.plays for one in pairs), sum(not one.withdrawn for one in pairs)
    return _("There: %(here)s of %(count)s", here=here, count=count)


def title_of(set_up: SetUp) -> str:
    """Return the tournament's name; its kind, where the name was erased."""
    return set_up.name or _("Tournament")


def name_of(pair: Pair) -> str:
    """Both players; where their names were erased, the number of the pair or player."""
    return pair.name or number_text_of(pair)


def number_text_of(pair: Pair) -> str:
    """Call a pair, a player or two players by number alone."""
    if pair.partner is not None:
        return _("Players %(numbers)s", numbers=pair.label)
    if pair.is_alone:
        return _("Player %(number)s", number=pair.number)
    return _("Pair %(number)s", number=pair.number)


_AT_THE_DOOR: Final = (RegistrationBody, Attended, PairChanged)
"""The acts that a player may do by a code, too."""


def helper_name(helper: Helper, *, is_named: bool) -> str:
    """Return the helper's name; the number, where the name is missing or not to be shown."""
    if not helper.number:
        return _("Without a name")
    if helper.name and is_named:
        return helper.name
    return _("Helper %(number)s", number=helper.number)


def source_text(tournament: Tournament, result: Result | Withdrawal, *, is_named: bool) -> str:
    """Say who wrote a result, or took it back."""
    match result.source:
        case "organiser":
            return _("by the organiser")
        case "live":
            return _("from the phone")
        case "helper":
            return _by_helper(tournament.helper_at(result.act), is_named=is_named)


def actor_text(tournament: Tournament, act: TournamentAct, *, is_named: bool) -> str:
    """Say who did an act: an organiser, a helper, a table's phone, the server."""
    body = act.body
    if isinstance(body, ErasedBy) and body.by != "organiser":
        return _("the server")
    if is_told_by_phone(act):
        return _("the table's phone")
    if isinstance(body, RoleTaken) and body.role == "helper":
        return _helper(tournament.helper(body.helper), is_named=is_named)
    helper = tournament.helper_at(act)
    if helper is not None:
        return _helper(helper, is_named=is_named)
    return _organiser(tournament, act)


def is_told_by_phone(act: TournamentAct) -> bool:
    """Did the result come from the table's phone, whichever device wrote it?"""
    return isinstance(act.body, ResultWritten) and act.body.source == "live"


def _helper(helper: Helper | None, *, is_named: bool) -> str:
    if helper is None or not helper.number:
        return _("a helper")
    return helper_name(helper, is_named=is_named)


def _organiser(tournament: Tournament, act: TournamentAct) -> str:
    """The organiser; another than the first with a number."""
    taken = (one.phone for one, helper in tournament.roles_taken if helper is None)
    phones = [*dict.fromkeys((tournament.acts[0].phone, *taken))]
    if isinstance(act.body, _AT_THE_DOOR) and act.phone not in phones:
        return _("a player")
    if act.phone not in phones[1:]:
        return _("the organiser")
    return _("organiser %(number)s", number=phones.index(act.phone) + 1)


def _by_helper(helper: Helper | None, *, is_named: bool) -> str:
    if helper is None or not helper.number:
        return _("by a helper")
    if helper.name and is_named:
        return _("by %(name)s", name=helper.name)
    return _("by helper %(number)s", number=helper.number)
