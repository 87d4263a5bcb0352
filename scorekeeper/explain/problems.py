"""Explains what is wrong with a hand or a file, in a sentence that says what to correct."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from scorekeeper.explain.field_words import HAND_FIELDS, expected, field_name, is_known, quote_field
from scorekeeper.explain.labels import bid_text, kind_name, number_text
from scorekeeper.i18n import gettext
from scorekeeper.i18n.language import Sentences, _, _l, ngettext
from scorekeeper.match.import_export import TooMuch, Undecided, Unfit
from scorekeeper.rules.codec import read_fields, read_rules
from scorekeeper.rules.declarations import rivals
from scorekeeper.rules.match import Claim, Match, Standing
from scorekeeper.rules.match_file import LARGEST_FILE, LONGEST_MATCH, FileProblem
from scorekeeper.rules.model import (
    HIGHEST_BID,
    LOWEST_BID,
    BySide,
    Code,
    Hand,
    Problem,
    RuleSet,
)
from scorekeeper.rules.names import LONGEST_NAME
from scorekeeper.rules.scoring import card_points

_Sentence = Callable[[Problem, Hand, RuleSet], str]

_NO_HAND: Final = Hand()
_ANY_RULES: Final = RuleSet()

PROBLEMS: Final = Sentences(
    {
        "unknown": _l("%(field)s cannot be read; it is %(expected)s."),
        "beside_pass": _l("A passed-out hand has nothing else: take out %(field)s."),
        "bid_range": _l("A bid is from %(low)s to %(high)s points; this is %(bid)s."),
        "bid_range_spoken": _l("A bid is from %(low)s to %(high)s; this is %(bid)s."),
        "bid_step": _l("Bids go up by %(step)s: %(bid)s is not one."),
        "kapo_bid_not_played": _l("These rules have no kapo bid: give the bid as a number."),
        "trump_not_played": _l("These rules have no no-trump and no all-trump: choose a suit."),
        "doubling_not_played": _l("By these rules nothing is doubled: leave out ×2 and ×4."),
        "points_range": _l("Card points are from 0 to %(total)s."),
        "points_sum": _l("Card points add up to %(total)s: %(a)s and %(b)s make %(sum)s."),
        "points_impossible": _l("No cards are worth 1 point: 1–%(rest)s cannot be. Count again."),
        "kapo_points": _l("A kapo takes all %(total)s points: take out the points, or the kapo."),
        "declarations_impossible": _l(
            "One pack cannot hold these declarations: a card serves twice, or a run is longer than "
            "its top card allows."
        ),
        "pilotta_impossible": _l(
            "This pilotta cannot be: the other side declared the king or queen of trumps. Take "
            "off one of the two."
        ),
        "pilotta_twice": _l("A pilotta is either scored or failed: take off one of the two."),
        "declarations_undecided": _l("Both sides declared a %(kind)s: give the top cards."),
        "leader_needed": _l("The best declarations are equal: which side led to the first trick?"),
        "tie_point_needed": _l(
            "%(a)s and %(b)s both end in %(digit)s: who gets the missing point?"
        ),
        "claim_not_played": _l("These rules have no claim: the match ends at its target."),
    }
)
"""Sentences by a problem's code, but for a second one and for what is spoken in tenths."""
MISSING: Final[Sentences[str | None]] = Sentences(
    {
        "bidder": _l("Which side won the auction?"),
        "bid": _l("What was the bid?"),
        "points": _l("How many card points? One side's are enough, or say kapo."),
        "hand": _l("There is no such hand."),
        "seq": _l("There is nothing to undo."),
    }
)
CLAIMS: Final[Sentences[str | None]] = Sentences(
    {
        "side": _l("Which side claims the match?"),
        "points": _l("Type what the side has in this hand, e.g. 12."),
    }
)
WITHOUT_TRUMPS: Final[Sentences[str | None]] = Sentences(
    {
        "pilotta": _l("Without a trump suit there is no pilotta: take it off."),
        "pilotta_failed": _l("Without a trump suit there is no failed pilotta: take it off."),
    }
)
AFTER_END: Final[Sentences[str | None]] = Sentences(
    {
        "hands": _l("The match was over before this hand: take it out."),
        "open": _l("The match is over: no contract can be open."),
        "ended": _l("The match had reached its target: there is nothing to claim."),
    }
)
FULL_TITLE: Final = _l("This match is full")
FULL_ADVICE: Final = _l(
    "It has 2,000 acts, undone ones too, and takes no more. Nothing was written. Stop it, and go "
    "on in a rematch."
)
TOURNAMENT_FULL_TITLE: Final = _l("This tournament is full")
TOURNAMENT_FULL_ADVICE: Final = _l(
    "It has 10,000 acts, corrected results too, and takes no more. Nothing was written. Its "
    "organiser can still draw, print and set up a final."
)
CLUB_FULL_TITLE: Final = _l("This club is full")
CLUB_FULL_ADVICE: Final = _l(
    "It has 20,000 acts, and takes no more. Nothing was written. Its names can be erased."
)
FULL: Final = Sentences({"acts": FULL_ADVICE})
_WITHOUT_HAND: Final = Sentences(
    {
        "bid_range": _l("A bid is from %(low)s to %(high)s points."),
        "bid_step": _l("Bids go up by %(step)s."),
        "points_sum": _l("Both sides' card points add up to %(total)s."),
        "declarations_undecided": _l("Both sides declared the same: give the top cards."),
        "tie_point_needed": _l("The last digits are equal: who gets the missing point?"),
    }
)
"""Sentences by a problem's code, where the hand's own numbers are not known."""
_FILES: Final = Sentences(
    {
        "not_json": _l("This is no JSON object, so nothing can be read from it."),
        "twice": _l("%(field)s stands there twice: which of the two is meant, nobody knows."),
        "missing": _l("%(field)s: missing"),
        "not_here": _l("%(field)s is no field here: take it out."),
        "row": _l("Row %(row)s: %(problem)s"),
        "open": _l("Open contract: %(problem)s"),
    }
)
_ROW_FIELDS: Final = frozenset({*HAND_FIELDS, "hand", "hands", "adjust", "reason"})


def problem_text(problem: Problem, hand: Hand = _NO_HAND, rules: RuleSet = _ANY_RULES) -> str:
    """The problem in the reader's language, with the hand's own numbers where it is given."""
    sentence = _SENTENCES.get(problem.code)
    return sentence(problem, hand, rules) if sentence else PROBLEMS.say(problem.code)


def unfit_name_text() -> str:
    """Explain what is wrong with a name that `is_fit_name` refuses."""
    return _("At most %(longest)s characters, and none hidden or piled up.", longest=LONGEST_NAME)


def claim_problem_text(problem: Problem) -> str:
    """Explain what is wrong with a claim."""
    field = problem.field
    return CLAIMS.say(field) if field in CLAIMS else problem_text(problem)


def file_problem_text(problem: FileProblem, data: object = None) -> str:
    """The problem with its row; with the file's `data` also with the row's numbers."""
    row, code, field = problem
    hand, rules = _row_of(data, problem)
    if code == "bid_range":  # In a file a bid stands in points, however it is spoken.
        rules = replace(rules, unit="points")
    text = problem_text(Problem(code, field), hand, rules)
    if code == "unknown" and row is not None and field not in _ROW_FIELDS:
        text = _not_here(field)
    if row is not None:
        return _FILES.say("row", row=row, problem=text)
    if field in HAND_FIELDS and code != "not_json":
        return _FILES.say("open", problem=text)
    return text


def _row_of(data: object, problem: FileProblem) -> tuple[Hand, RuleSet]:
    if type(data) is not dict:
        return _NO_HAND, _ANY_RULES
    rules, wrong = read_rules(data.get("rules"))
    rows = data.get("hands")
    row = data.get("open")
    if problem.row is not None:
        row = rows[problem.row - 1] if type(rows) is list and problem.row <= len(rows) else None
    return read_fields(row)[0], _ANY_RULES if wrong else rules


def _missing(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    if problem.field in MISSING:
        return MISSING.say(problem.field)
    return _FILES.say("missing", field=field_name(problem.field))


def _unknown(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    field = problem.field
    name = field_name(field)
    if field is None or not is_known(field):
        return _not_here(field)
    if hand.passed_out and field in HAND_FIELDS and field != "passed_out":
        return PROBLEMS.say("beside_pass", field=name)
    return PROBLEMS.say("unknown", field=name, expected=expected(field))


def _not_here(field: str | None) -> str:
    return _FILES.say("not_here", field=quote_field(field))


def _bid_range(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    limits = {"low": LOWEST_BID, "high": HIGHEST_BID}
    if isinstance(hand.bid, int) and rules.unit == "tenths" and hand.bid % 10 == 0:
        bid_texts = {name: bid_text(bid, rules) for name, bid in limits.items()}
        return PROBLEMS.say("bid_range_spoken", bid=bid_text(hand.bid, rules), **bid_texts)
    if isinstance(hand.bid, int):
        return PROBLEMS.say("bid_range", bid=hand.bid, **limits)
    return _WITHOUT_HAND.say("bid_range", **limits)


def _bid_step(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    step = rules.bid_step
    if isinstance(hand.bid, int):
        return PROBLEMS.say("bid_step", step=step, bid=hand.bid)
    return _WITHOUT_HAND.say("bid_step", step=step)


def _points_range(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    return PROBLEMS.say("points_range", total=rules.total(hand.trump))


def _points_sum(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    a, b = hand.points
    total = rules.total(hand.trump)
    if a is None or b is None:
        return _WITHOUT_HAND.say("points_sum", total=total)
    return PROBLEMS.say("points_sum", total=total, a=a, b=b, sum=a + b)


def _points_impossible(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    return PROBLEMS.say("points_impossible", rest=rules.total(hand.trump) - 1)


def _kapo_points(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    return PROBLEMS.say("kapo_points", total=rules.total(hand.trump))


def _pilotta_trump(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    return WITHOUT_TRUMPS.say(problem.field if problem.field in WITHOUT_TRUMPS else "pilotta")


def _declarations_undecided(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    best = rivals(hand).A
    if not best:
        return _WITHOUT_HAND.say("declarations_undecided")
    return PROBLEMS.say("declarations_undecided", kind=kind_name(best[0].kind))


def _tie_point_needed(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    if hand.bidder is None or not hand.has_result:
        return _WITHOUT_HAND.say("tie_point_needed")
    ours, theirs = card_points(hand, "A", rules), card_points(hand, "B", rules)
    return PROBLEMS.say("tie_point_needed", a=ours, b=theirs, digit=ours % 10)


def _after_end(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    return AFTER_END.say(problem.field if problem.field in AFTER_END else "hands")


def _not_json(problem: Problem, hand: Hand, rules: RuleSet) -> str:
    """No JSON, or with the name of a field: one in which it stands twice."""
    return _FILES.say("twice" if problem.field else "not_json", field=problem.field)


_SENTENCES: Final[dict[Code, _Sentence]] = {
    "not_json": _not_json,
    "missing": _missing,
    "unknown": _unknown,
    "bid_range": _bid_range,
    "bid_step": _bid_step,
    "points_range": _points_range,
    "points_sum": _points_sum,
    "points_impossible": _points_impossible,
    "kapo_points": _kapo_points,
    "pilotta_trump": _pilotta_trump,
    "declarations_undecided": _declarations_undecided,
    "tie_point_needed": _tie_point_needed,
    "after_end": _after_end,
}

MOST_PROBLEMS: Final = 50
"""The most problems that are shown for one file: a hostile file has thousands."""


def import_problems(error: Unfit | TooMuch) -> list[str]:
    """Explain what is wrong with a file, one problem a text, with the row's number."""
    if isinstance(error, Unfit):
        texts = [
            file_problem_text(problem, error.file) for problem in error.problems[:MOST_PROBLEMS]
        ]
        more = len(error.problems) - len(texts)
        if more:
            texts.append(ngettext("And %(num)s more.", "And %(num)s more.", more))
        return texts
    if error.what == "rows":
        return [_("A match of more than %(rows)s rows is not taken.", rows=LONGEST_MATCH)]
    return [too_large()]


def is_match_file(error: Unfit) -> bool:
    """Whether the file is meant as a match file. A file with a name twice counts as one."""
    if error.file is None:
        return error.problems[0].field is not None
    return isinstance(error.file, dict) and "format" in error.file


def other_file() -> str:
    """Say that a file is not Tefteri's, and where to find a match file."""
    return _(
        "This is no match file (its name ends in .json). On the other phone: ⋯ › Send, or let "
        "others watch › Match file."
    )


def too_large() -> str:
    """Say that a file is larger than any match."""
    return _("A match file has at most %(size)s KB.", size=LARGEST_FILE // 1024)


def undecided_texts(error: Undecided) -> list[str]:
    """List what must be settled before the match can be exported, one thing a text."""
    texts = [file_problem_text(p, error.file) for p in error.problems if p.row is None]
    if error.hands:
        numbers = ", ".join(map(str, error.hands))
        text = ngettext(
            "Correct hand %(hands)s first: these rules cannot score it.",
            "Correct the hands %(hands)s first: these rules cannot score them.",
            len(error.hands),
            hands=numbers,
        )
        texts.insert(0, text)
    return texts


def claim_text(match: Match, standing: Standing, names: BySide[str]) -> str:
    """Say by which claim the match ended; empty where it ended otherwise."""
    claim = match.ended
    if standing.end != "claim" or not isinstance(claim, Claim):
        return ""
    side, short = names.of(claim.side), claim_lack(claim, standing.totals, match.rules)
    if short <= 0:
        return gettext(
            "Claim by %(side)s with %(points)s in the hand", side=side, points=claim.points
        )
    return ngettext(
        "Wrong claim by %(side)s: %(sum)s, %(num)s short",
        "Wrong claim by %(side)s: %(sum)s, %(num)s short",
        short,
        side=side,
        sum=claim_sum(claim, standing.totals),
    )


def claim_lack(claim: Claim, totals: BySide[int], rules: RuleSet) -> int:
    return rules.target - totals.of(claim.side) - claim.points


def claim_sum(claim: Claim, totals: BySide[int]) -> str:
    total = totals.of(claim.side)
    return f"{number_text(total)} + {claim.points} = {number_text(total + claim.points)}"
