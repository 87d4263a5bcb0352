"""The answers of both sides to an entry: ✓, a flag with its reason, and what becomes of both."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import agreement, links, pencil_passing
from scorekeeper.match.agreement import NO_ANSWER, answers, changed_flags, flags, is_on, unanswered
from scorekeeper.match.match_journal import MATCH_JOURNAL, replay
from scorekeeper.match.matches import NotScorer, OperationIdReused, Refused, RevisionConflict
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.model import BySide, Problem
from tests.support.table import FAILED, KAPO, MADE, PASSED_OUT, SWEPT, Table, whole_rules

ALIKE = {**MADE, "trump": "spades"}
"""Another hand with the score of MADE."""


class Answering:
    """A phone that answers for a side of the table's match."""

    def __init__(self, table, side):
        self.table, self.side = table, side
        self.phone, _ = enrol_phone()
        self.public_id = table.kept.public_id
        link = links.make_link(self.public_id, table.phone, side)
        links.open_link(link, self.phone, new_operation_id())

    @property
    def ledger(self):
        return self.table.stored().ledger

    def hand_id(self, number):
        """Of the entry in this place of the ledger."""
        return self.ledger.hand_ids[number - 1]

    def agree(self, *numbers, op_id=None, phone=None, **scores):
        """Agree to these entries, as they stand or with other scores (by `hand_1` and so on)."""
        seen = {}
        for number in numbers:
            score = self.ledger.row(self.hand_id(number)).score
            seen[self.hand_id(number)] = (score.A, score.B)
        for name, score in scores.items():
            seen[self.hand_id(int(name.removeprefix("hand_")))] = score
        op_id = op_id or new_operation_id()
        return agreement.agree(self.public_id, phone or self.phone, op_id, seen)

    def flag(self, number, reason="we counted 66", op_id=None, phone=None, score=None):
        """Flag the entry as it stands, or as it had this score."""
        op_id, phone = op_id or new_operation_id(), phone or self.phone
        hand_id = self.hand_id(number)
        if score is None:
            stands = self.ledger.row(hand_id).score
            score = (stands.A, stands.B)
        return agreement.flag(self.public_id, phone, op_id, hand_id, score, reason)

    def said(self, number):
        """Return the side's answer to the entry in this place."""
        found = answers(self.ledger).get(self.hand_id(number))
        return None if found is None else found.of(self.side)

    def asked(self):
        """The places of the hands to which it has said nothing."""
        left = [hand_id for hand_id, _row in unanswered(self.ledger, self.side)]
        return [self.ledger.hand_ids.index(hand_id) + 1 for hand_id in left]

    def flags(self):
        """The reasons of its flags, and whether they are open."""
        return [(one.reason, one.is_open) for one in flags(self.ledger) if one.side == self.side]


@pytest.fixture
def played(table):
    """A match of two hands, 19 – 6 and 26 – 0."""
    return table.play(MADE, FAILED)


@pytest.fixture
def ours(played):
    return Answering(played, "A")


@pytest.fixture
def theirs(played):
    return Answering(played, "B")


# --- on and off ---


def test_it_is_on_for_a_side_that_a_phone_answers_for(played):
    assert is_on(played.stored().ledger) == BySide(False, False)
    Answering(played, "B")
    assert is_on(played.stored().ledger) == BySide(False, True)
    Answering(played, "A")
    assert is_on(played.stored().ledger) == BySide(True, True)


def test_a_second_scorers_phone_turns_it_on_for_nobody(played):
    link = links.make_link(played.kept.public_id, played.phone, "hand_over")
    kept = links.open_link(link, enrol_phone()[0], new_operation_id()).loaded_match
    assert is_on(kept.ledger) == BySide(False, False)


def test_nothing_is_said_at_first(played, ours):
    assert answers(ours.ledger) == {}
    assert flags(ours.ledger) == []
    assert ours.asked() == [1, 2]


# --- agreeing ---


def test_a_side_agrees_to_a_hand(ours, theirs):
    kept = ours.agree(1)
    assert kept == ours.table.stored()
    assert answers(kept.ledger) == {2: BySide("agreed", "")}
    assert (ours.asked(), theirs.asked()) == ([2], [1, 2])
    act = kept.ledger.acts[-1]
    assert (act.kind, act.phone) == ("agreed", ours.phone)
    assert act.data == {"side": "A", "scores": {"2": [19, 6]}}


def test_a_side_agrees_to_several_hands_at_once(ours, theirs):
    kept = theirs.agree(1, 2)
    assert answers(kept.ledger) == {2: BySide("", "agreed"), 3: BySide("", "agreed")}
    assert (ours.asked(), theirs.asked()) == ([1, 2], [])


def test_the_sides_new_phone_answers_for_it_and_the_old_no_more(ours):
    ours.agree(1)
    new = Answering(ours.table, "A")
    assert (new.said(1), new.asked()) == ("agreed", [2]), "what the side said stands"
    before = ours.table.stored()
    for say in (ours.agree, ours.flag):
        with pytest.raises(NotScorer):
            say(2)
    assert ours.table.stored() == before
    new.agree(2)
    assert ours.said(2) == "agreed"


def test_hands_that_were_passed_out_are_answered_and_adjustments_not(ours):
    ours.table.kept = ours.table.stored()
    ours.table.do("adjusted", adjust={"A": 5, "B": 0}, reason="ruling").play(PASSED_OUT)
    assert ours.asked() == [1, 2, 4]
    ours.agree(4)
    assert ours.asked() == [1, 2]
    with pytest.raises(RevisionConflict):
        ours.agree(hand_3=(5, 0))
    with pytest.raises(RevisionConflict):
        ours.flag(3, score=(5, 0))


@pytest.mark.parametrize(
    "scores",
    [
        {"hand_1": (19, 7)},
        {"hand_1": (6, 19)},
        {"hand_1": (19,)},
        {"hand_1": ()},
        {"hand_1": (19, 6), "hand_2": (0, 26)},
        {},
    ],
)
def test_another_score_is_stale_and_nothing_is_written(ours, scores):
    before = ours.table.stored()
    with pytest.raises(RevisionConflict) as stale:
        ours.agree(**scores)
    assert stale.value.loaded_match == before == ours.table.stored()


@pytest.mark.parametrize("hand_id", [0, 1, 4, 99, -1])
def test_agreement_on_an_unknown_hand_is_stale(ours, hand_id):
    before = ours.table.stored()
    with pytest.raises(RevisionConflict):
        agreement.agree(ours.public_id, ours.phone, new_operation_id(), {hand_id: (19, 6)})
    assert ours.table.stored() == before


def test_a_score_that_was_corrected_meanwhile_is_stale(ours, theirs):
    again(ours).correct(1, KAPO)
    for side in (ours, theirs):
        with pytest.raises(RevisionConflict):
            side.agree(hand_1=(19, 6))
    again(ours).void(1)
    with pytest.raises(RevisionConflict):
        agreement.agree(ours.public_id, ours.phone, new_operation_id(), {2: (0, 37)})


def test_a_tick_is_written_once(ours, theirs):
    before = ours.agree(1)
    op_id = new_operation_id()
    assert ours.agree(1, op_id=op_id) == before == ours.table.stored()
    assert before.ledger.done_by(op_id) is None
    assert theirs.agree(1).ledger.revision == before.ledger.revision + 1, "the other side's is new"
    kept = ours.agree(1, 2, op_id=op_id)
    assert kept.ledger.done_by(op_id).data["scores"] == {"2": [19, 6], "3": [26, 0]}
    assert ours.agree(1, 2) == kept


def test_a_tick_after_a_flag_is_written_once(ours):
    ours.flag(1)
    settled = ours.agree(1)
    assert ours.agree(1) == settled == ours.table.stored()


def test_a_tick_that_lapsed_is_written_again(ours):
    ours.agree(1)
    again(ours).correct(1, KAPO)
    ours.agree(1)
    again(ours).correct(1, MADE)
    before = ours.table.stored().ledger.revision
    assert ours.agree(1).ledger.revision == before + 1


# --- what becomes of a ✓ ---


def again(side):
    """The table, which saw what was said meanwhile."""
    side.table.kept = side.table.stored()
    return side.table


def test_a_tick_lapses_when_the_hand_gets_another_score(ours):
    ours.agree(1, 2)
    again(ours).correct(1, KAPO)
    assert (ours.said(1), ours.said(2)) == ("", "agreed")
    assert ours.asked() == [1]
    ours.agree(1)
    assert ours.asked() == []


def test_a_tick_holds_when_the_hand_keeps_its_score(ours):
    ours.agree(1)
    again(ours).correct(1, ALIKE)
    assert ours.said(1) == "agreed"


def test_a_tick_holds_when_the_hand_is_corrected_back(ours):
    ours.agree(1)
    again(ours).correct(1, KAPO).correct(1, MADE)
    assert ours.said(1) == "agreed"


def test_a_tick_holds_when_the_correction_is_undone_and_lapses_when_it_is_brought_back(ours):
    ours.agree(1)
    again(ours).correct(1, KAPO).undo()
    assert ours.said(1) == "agreed"
    again(ours).bring_back()
    assert ours.said(1) == ""


def test_the_last_tick_is_the_one_that_holds(ours):
    ours.agree(1)
    again(ours).correct(1, KAPO)
    ours.agree(1)
    assert ours.said(1) == "agreed"
    again(ours).correct(1, MADE)
    assert ours.said(1) == "", "it agreed to another score since"


def test_a_tick_goes_and_comes_with_the_hand(ours):
    ours.agree(1)
    again(ours).void(1)
    assert answers(ours.ledger) == {}
    assert ours.asked() == [1]
    again(ours).undo()
    assert (ours.said(1), ours.asked()) == ("agreed", [2])


def test_a_tick_stays_with_its_hand_when_others_come_before_it(ours):
    ours.agree(1)
    again(ours).do("inserted", before=ours.hand_id(1), hand=KAPO)
    assert (ours.said(1), ours.said(2)) == (None, "agreed")
    assert ours.asked() == [1, 3]


def test_a_tick_lapses_when_the_rules_change_the_score(ours):
    ours.agree(1, 2)
    again(ours).do("changed", rules=whole_rules("cafe", stake=False))
    changed = [ours.ledger.row(ours.hand_id(number)).score for number in (1, 2)]
    assert [(one.A, one.B) for one in changed] != [(19, 6), (26, 0)]
    assert ours.asked() == [1, 2]
    again(ours).undo()
    assert ours.asked() == []


def test_a_tick_is_of_its_side_alone(ours, theirs):
    ours.agree(1)
    theirs.flag(1)
    assert answers(ours.ledger) == {2: BySide("agreed", "flagged")}


def test_ticks_behind_the_end_are_there_when_the_hands_count_again(ours):
    ours.agree(1, 2)
    table = again(ours).do("adjusted", adjust={"A": 400, "B": 0}, reason="x", before=2)
    assert table.counting() == [True, True, False]
    assert ours.asked() == []
    assert table.undo().counting() == [True, True]
    assert ours.asked() == []


# --- flags ---


def test_a_side_flags_a_hand_with_a_reason(ours, theirs):
    kept = theirs.flag(2, "  we   counted 66 ")
    assert kept == theirs.table.stored()
    assert answers(kept.ledger) == {3: BySide("", "flagged")}
    act = kept.ledger.acts[-1]
    assert act.data == {
        "side": "B",
        "hand_id": 3,
        "score": [26, 0],
        "reason": "we counted 66",
    }
    [flag] = flags(kept.ledger)
    assert flag == (act, "B", 3, "we counted 66", True)
    assert (theirs.asked(), ours.asked()) == ([1], [1, 2])


def test_a_flag_holds_nothing_up(ours, theirs):
    revision = ours.ledger.revision
    theirs.flag(1)
    table = again(ours).do("recorded", revision=revision, hand=SWEPT).play(SWEPT, SWEPT)
    assert table.ledger.standing.is_over
    assert theirs.flags() == [("we counted 66", True)]


def test_agreeing_settles_the_flag(theirs):
    theirs.flag(1)
    kept = theirs.agree(1)
    assert answers(kept.ledger) == {2: BySide("", "settled")}
    assert theirs.flags() == [("we counted 66", False)]
    assert theirs.asked() == [2]


def test_the_other_side_does_not_settle_it(ours, theirs):
    theirs.flag(1)
    ours.agree(1)
    assert answers(ours.ledger) == {2: BySide("agreed", "flagged")}
    assert theirs.flags() == [("we counted 66", True)]


def test_a_correction_alone_does_not_settle_it(theirs):
    theirs.flag(1)
    again(theirs).correct(1, KAPO)
    assert (theirs.said(1), theirs.flags()) == ("flagged", [("we counted 66", True)])
    theirs.agree(1)
    assert (theirs.said(1), theirs.flags()) == ("settled", [("we counted 66", False)])


def test_a_settled_flag_stays_settled_and_the_tick_lapses(theirs):
    theirs.flag(1)
    theirs.agree(1)
    again(theirs).correct(1, KAPO)
    assert (theirs.said(1), theirs.flags()) == ("", [("we counted 66", False)])
    theirs.agree(1)
    assert theirs.said(1) == "settled", "it was flagged, whatever was agreed to since"


def test_a_flag_after_a_tick_is_open(theirs):
    theirs.agree(1)
    theirs.flag(1)
    assert (theirs.said(1), theirs.flags()) == ("flagged", [("we counted 66", True)])


def test_the_last_flag_of_a_side_to_a_hand_counts(theirs):
    theirs.flag(1, "we counted 66")
    theirs.agree(1)
    theirs.flag(1, "no, 67")
    assert (theirs.said(1), theirs.flags()) == ("flagged", [("no, 67", True)])


def test_a_flag_is_closed_with_its_hand_and_open_when_that_comes_back(theirs):
    theirs.flag(1)
    again(theirs).void(1)
    assert theirs.flags() == [("we counted 66", False)]
    assert answers(theirs.ledger) == {}
    again(theirs).undo()
    assert theirs.flags() == [("we counted 66", True)]


def test_a_flag_is_written_once_while_it_is_open(ours, theirs):
    before = theirs.flag(1)
    op_id = new_operation_id()
    assert theirs.flag(1, "  we counted  66", op_id=op_id) == before == theirs.table.stored()
    assert before.ledger.done_by(op_id) is None
    for flag in (
        lambda: theirs.flag(1, "no, 67"),
        lambda: theirs.flag(1),
        lambda: theirs.flag(2),
        lambda: ours.flag(1),
    ):
        last = ours.ledger.revision
        assert flag().ledger.revision == last + 1, "this is another"


def test_a_flag_that_was_settled_or_is_of_another_score_is_written_again(theirs):
    theirs.flag(1)
    settled = theirs.agree(1)
    assert theirs.flag(1).ledger.revision == settled.ledger.revision + 1
    again(theirs).correct(1, KAPO)
    corrected = theirs.ledger.revision
    assert theirs.flag(1).ledger.revision == corrected + 1
    assert theirs.said(1) == "flagged"


def test_flags_come_in_the_order_of_the_hands(ours, theirs):
    again(ours).do("inserted", before=ours.hand_id(1), hand=KAPO)
    for side, number in ((theirs, 3), (theirs, 1), (ours, 3), (theirs, 2)):
        side.flag(number, f"{side.side}{number}")
    assert [one.reason for one in flags(ours.ledger)] == ["B1", "B2", "A3", "B3"]
    again(ours).void(2)
    assert [one.reason for one in flags(ours.ledger)] == ["B1", "A3", "B3", "B2"]


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("", "missing"),
        (" \t\n ", "missing"),
        ("x" * 81, "unknown"),
        ("x" * 100_000, "unknown"),
        ("we counted \u202e66", "unknown"),
        ("66\0", "unknown"),
        ("66\u200b", "unknown"),
        ("\ud800", "unknown"),
    ],
    ids=["empty", "blank", "81", "100000", "turned round", "NUL", "hidden", "half a character"],
)
def test_a_flag_has_a_fit_reason(theirs, reason, code):
    before = theirs.table.stored()
    with pytest.raises(Refused) as refused:
        theirs.flag(1, reason)
    assert refused.value.problems == (Problem(code, "reason"),)
    assert theirs.table.stored() == before


@pytest.mark.parametrize("reason", ["x", "Ώ" * 80, "<b>66</b> & 'co'", "=66"])
def test_a_reason_is_kept_as_it_was_written(theirs, reason):
    theirs.flag(1, reason)
    assert theirs.flags() == [(reason, True)]


@pytest.mark.parametrize("hand_id", [0, 1, 4, 99, -1])
def test_flag_on_an_unknown_hand_is_stale(ours, hand_id):
    before = ours.table.stored()
    with pytest.raises(RevisionConflict):
        agreement.flag(ours.public_id, ours.phone, new_operation_id(), hand_id, (19, 6), "x")
    assert ours.table.stored() == before


def test_a_voided_hand_is_not_flagged(ours):
    gone = ours.hand_id(1)
    again(ours).void(1)
    with pytest.raises(RevisionConflict):
        agreement.flag(ours.public_id, ours.phone, new_operation_id(), gone, (19, 6), "x")


def test_a_hand_that_was_corrected_meanwhile_is_not_flagged(ours):
    again(ours).correct(1, KAPO)
    with pytest.raises(RevisionConflict):
        ours.flag(1, score=(19, 6))
    assert ours.table.stored() == ours.table.kept


def test_a_flagged_hand_is_asked_about_again_with_another_score(ours):
    ours.flag(1)
    assert ours.asked() == [2]
    again(ours).correct(1, KAPO)
    assert (ours.said(1), ours.asked()) == ("flagged", [1, 2])
    again(ours).undo()
    assert ours.asked() == [2]


def test_a_flagged_hand_is_asked_about_again_once_it_was_corrected(ours, theirs):
    """Also where its score is the flagged one: the scorer has looked at it."""
    ours.flag(1)
    theirs.agree(1)
    again(ours).correct(1, ALIKE)
    assert (ours.said(1), ours.asked(), theirs.asked()) == ("flagged", [1, 2], [2])
    again(ours).undo()
    assert ours.asked() == [2]
    again(ours).bring_back()
    ours.flag(1, "no, 67")
    assert ours.asked() == [2], "it has answered to that"
    ours.agree(1)
    assert ours.asked() == [2]


@pytest.mark.parametrize("hands", [[ALIKE], [KAPO, MADE]], ids=["alike", "and back"])
def test_a_flag_that_stays_after_a_correction_is_an_answer(ours, hands):
    """In the same words, too: the side looked at it and has the same against it."""
    ours.flag(1)
    for hand in hands:
        again(ours).correct(1, hand)
    assert ours.asked() == [1, 2]
    ours.flag(1)
    assert ours.asked() == [2]


def test_another_hands_correction_asks_about_no_flag(ours):
    again(ours).correct(1, ALIKE)
    ours.flag(1)
    again(ours).correct(2, KAPO)
    assert ours.asked() == [2]


def test_hands_after_the_end_are_not_asked_about(ours):
    table = again(ours).do("adjusted", adjust={"A": 400, "B": 0}, reason="x", before=2)
    assert table.counting() == [True, True, False]
    assert ours.asked() == [2]
    assert table.undo().counting() == [True, True]
    assert ours.asked() == [1, 2]


# --- on the scorer's phone ---


class AnsweringHere:
    """A side without a phone, to which the scorer's phone is turned."""

    def __init__(self, table, side):
        self.table, self.side = table, side

    def do(self, kind, number, score=None, **more):
        """Answer to the hand in this place, as it stands or with another score."""
        table = again(self)
        hand_id = table.ledger.hand_ids[number - 1]
        if score is None:
            stands = table.ledger.row(hand_id).score
            score = (stands.A, stands.B)
        shown = dict(zip("AB", score, strict=True))
        return table.do(kind, side=self.side, hand_id=hand_id, score=shown, **more)

    def agree(self, number, score=None):
        return self.do("agreed_here", number, score)

    def flag(self, number, reason="we counted 66", score=None):
        return self.do("flagged_here", number, score, reason=reason)

    def said(self, number):
        ledger = self.table.stored().ledger
        return answers(ledger).get(ledger.hand_ids[number - 1], NO_ANSWER).of(self.side)

    def flags(self):
        """The reasons of the side's flags, whether they are open and from the scorer's phone."""
        found = flags(self.table.stored().ledger)
        return [(one.reason, one.is_open, one.is_here) for one in found if one.side == self.side]


@pytest.fixture
def theirs_here(played):
    return AnsweringHere(played, "B")


def test_an_answer_here_is_marked_as_given_here(theirs_here):
    theirs_here.agree(1)
    theirs_here.flag(2, "  we  counted 66 ")
    assert (theirs_here.said(1), theirs_here.said(2)) == ("agreed_here", "flagged_here")
    assert theirs_here.flags() == [("we counted 66", True, True)]
    last = theirs_here.table.ledger.acts[-1]
    assert last.data == {
        "side": "B", "hand_id": 3, "score": {"A": 26, "B": 0}, "reason": "we counted 66",
    }  # fmt: skip
    theirs_here.agree(2)
    assert theirs_here.said(2) == "settled_here"
    assert theirs_here.flags() == [("we counted 66", False, True)]


def test_answer_here_changes_no_score(theirs_here):
    before = theirs_here.table.stored().ledger
    after = theirs_here.agree(1).ledger
    assert (after.match, after.standing, after.hand_ids) == (
        before.match, before.standing, before.hand_ids,
    )  # fmt: skip
    assert is_on(after) == BySide(False, False), "no phone answers for the side"


def test_undo_takes_an_answer_here_back(theirs_here):
    theirs_here.flag(1)
    theirs_here.agree(1)
    theirs_here.table.undo()
    assert theirs_here.said(1) == "flagged_here"
    theirs_here.table.undo()
    assert (theirs_here.said(1), theirs_here.flags()) == ("", [])
    theirs_here.table.bring_back()
    assert theirs_here.said(1) == "flagged_here"


def test_a_tick_here_is_good_for_its_score_alone(theirs_here):
    theirs_here.agree(1)
    again(theirs_here).correct(1, KAPO)
    assert theirs_here.said(1) == ""
    theirs_here.table.correct(1, MADE)
    assert theirs_here.said(1) == "agreed_here"


@pytest.mark.parametrize("kind", ["agreed_here", "flagged_here"])
def test_an_answer_here_to_another_score_is_refused(theirs_here, kind):
    before = again(theirs_here).kept
    with pytest.raises(Refused) as refused:
        theirs_here.do(kind, 1, (19, 7), reason="66")
    assert refused.value.problems == (Problem("unknown", "score"),)
    assert theirs_here.table.stored() == before


@pytest.mark.parametrize(("reason", "code"), [(" ", "missing"), ("x" * 81, "unknown")])
def test_a_flag_here_has_a_fit_reason(theirs_here, reason, code):
    with pytest.raises(Refused) as refused:
        theirs_here.flag(1, reason)
    assert refused.value.problems == (Problem(code, "reason"),)


def test_no_answer_here_closes_a_flag_of_the_sides_own_phone(theirs, theirs_here):
    theirs.flag(1)
    theirs_here.agree(1)
    assert theirs_here.said(1) == "flagged"
    assert theirs_here.flags() == [("we counted 66", True, False)]
    again(theirs_here).correct(1, KAPO)
    theirs_here.agree(1)
    assert theirs_here.said(1) == "flagged"
    theirs.agree(1)
    assert theirs_here.said(1) == "settled"


def test_own_phone_is_asked_after_an_answer_here(theirs, theirs_here):
    theirs_here.agree(1)
    theirs_here.flag(2)
    assert theirs.asked() == [1, 2]
    theirs.agree(1, 2)
    assert (theirs_here.said(1), theirs_here.said(2)) == ("agreed", "settled")
    assert theirs_here.flags() == [("we counted 66", False, True)]


def test_own_tick_settles_a_later_flag_here(theirs, theirs_here):
    theirs.agree(1)
    theirs_here.flag(1)
    assert theirs_here.said(1) == "flagged_here"
    theirs.agree(1)
    assert theirs_here.said(1) == "settled"


def test_both_flags_of_a_side_stand(theirs, theirs_here):
    theirs_here.flag(1, "66")
    theirs.flag(1, "67")
    assert theirs_here.flags() == [("67", True, False), ("66", True, True)]
    theirs_here.agree(1)
    assert theirs_here.flags() == [("67", True, False), ("66", False, True)]


def test_a_tick_here_leaves_the_sides_own_tick(theirs, theirs_here):
    theirs.agree(1)
    theirs_here.agree(1)
    assert theirs_here.said(1) == "agreed"


def test_own_tick_ends_an_older_tick_here(theirs, theirs_here):
    theirs_here.agree(1)
    again(theirs).correct(1, KAPO)
    theirs.agree(1)
    again(theirs).correct(1, MADE)
    assert theirs_here.said(1) == ""


def test_corrected_hand_offers_to_close_its_flag(theirs, theirs_here):
    theirs.flag(1, "67")
    theirs_here.flag(1, "66")
    assert changed_flags(theirs.ledger) == []
    again(theirs).correct(1, ALIKE)
    assert [one.reason for one in changed_flags(theirs.ledger)] == ["67", "66"]
    theirs_here.agree(1)
    assert [one.reason for one in changed_flags(theirs.ledger)] == ["67"]
    theirs.agree(1)
    assert changed_flags(theirs.ledger) == []


def test_only_the_scorers_phone_answers_here(theirs, theirs_here):
    for phone in (theirs.phone, enrol_phone()[0]):
        with pytest.raises(NotScorer):
            theirs_here.do("agreed_here", 1, phone=phone)


def test_answer_here_on_an_old_revision_is_stale(theirs_here):
    revision = theirs_here.table.kept.revision
    again(theirs_here).correct(1, KAPO)
    with pytest.raises(RevisionConflict):
        theirs_here.do("agreed_here", 2, revision=revision)


# --- who, and once ---


def test_answers_are_for_the_sides(ours):
    other = Answering(Table().play(MADE), "B")
    before = ours.table.stored()
    for phone in (ours.table.phone, other.phone, enrol_phone()[0]):
        with pytest.raises(NotScorer):
            ours.agree(1, phone=phone)
        with pytest.raises(NotScorer):
            ours.flag(1, phone=phone)
    with pytest.raises(NotScorer):
        agreement.agree(ours.public_id, None, new_operation_id(), {2: (19, 6)})
    with pytest.raises(NotScorer):
        agreement.flag(ours.public_id, None, new_operation_id(), 2, (19, 6), "x")
    assert ours.table.stored() == before


def test_answers_need_a_match(ours):
    with pytest.raises(NotFound):
        agreement.agree("nowhere", ours.phone, new_operation_id(), {2: (19, 6)})
    with pytest.raises(NotFound):
        agreement.flag("nowhere", ours.phone, new_operation_id(), 2, (19, 6), "x")


def test_a_side_writes_nothing_in_the_ledger(ours):
    with pytest.raises(NotScorer):
        ours.table.do("recorded", phone=ours.phone, hand=MADE)


@pytest.fixture(params=["agreed", "flagged"])
def say(request, ours):
    """Says something to the first hand."""
    if request.param == "agreed":
        return lambda **how: ours.agree(hand_1=(19, 6), **how)
    return lambda **how: ours.flag(1, score=(19, 6), **how)


def test_a_repeat_is_said_once(ours, say):
    op_id = new_operation_id()
    first = say(op_id=op_id)
    assert say(op_id=op_id) == first == ours.table.stored()
    again(ours).correct(1, KAPO)
    assert say(op_id=op_id) == ours.table.stored() == ours.table.kept, "though it is stale by now"


def test_an_operation_is_one_phones_own(ours, say):
    op_id = new_operation_id()
    say(op_id=op_id)
    for side in "AB":
        other = Answering(ours.table, side)
        before = ours.table.stored()
        with pytest.raises(OperationIdReused) as reused:
            say(op_id=op_id, phone=other.phone)
        assert reused.value.act.op_id == op_id
        assert reused.value.loaded_match == before == ours.table.stored()


def test_an_operation_says_one_thing(ours, say):
    op_id = new_operation_id()
    before = say(op_id=op_id)
    for other in (
        lambda: ours.agree(2, op_id=op_id),
        lambda: ours.flag(2, op_id=op_id),
        lambda: ours.flag(1, "something else", op_id=op_id),
        lambda: pencil_passing.ask(ours.public_id, ours.phone, op_id),
        lambda: ours.table.do("voided", op_id=op_id, hand_id=2),
    ):
        with pytest.raises(OperationIdReused):
            other()
    assert ours.table.stored() == before


# --- beside the game ---


def test_no_answer_makes_the_next_hand_stale(ours, theirs):
    revision = ours.ledger.revision
    ours.agree(1)
    theirs.flag(2)
    asked = theirs.agree(1).ledger
    assert asked.accepts_revision(revision)
    table = ours.table.do("recorded", revision=revision, hand=MADE)
    assert not table.ledger.accepts_revision(revision)
    with pytest.raises(RevisionConflict):
        table.do("recorded", revision=revision, hand=KAPO)


def test_the_ledger_is_as_it_was_until_somebody_plays(ours):
    first = ours.ledger.revision
    ours.agree(1)
    second = ours.agree(2).ledger
    assert all(map(second.accepts_revision, (first - 1, first, first + 1, first + 2)))
    assert not any(map(second.accepts_revision, (-1, 0, 1, 2, first + 3)))


def test_undoing_and_bringing_back_pass_the_answers_by(ours, theirs):
    ours.agree(1)
    table = again(ours)
    assert table.ledger.last_act().kind == "recorded"
    table.undo()
    theirs.flag(1)
    assert len(table.ledger.hand_ids) == 1
    table = again(ours)
    assert table.ledger.last_undoing() == table.ledger.acts[-2]
    table.bring_back()
    assert table.totals == (45, 6)
    theirs.agree(1)
    assert again(ours).undo().totals == (19, 6)


def test_answers_are_not_undone(ours):
    kept = ours.agree(1)
    for act in kept.ledger.acts:
        if not act.is_play:
            with pytest.raises(Refused):
                again(ours).do("undone", seq=act.seq)
    assert ours.table.stored() == kept


def test_an_earlier_act_is_undone_across_answers(ours, theirs):
    ours.agree(1, 2)
    again(ours).correct(1, KAPO)
    theirs.flag(1)
    again(ours).play(MADE)
    ours.agree(3)
    table = again(ours)
    correction = next(act for act in table.ledger.acts if act.kind == "corrected")
    table.do("undone", seq=correction.seq)
    assert table.totals == (64, 12)
    assert [ours.said(number) for number in (1, 2, 3)] == ["agreed", "agreed", "agreed"]


def test_the_history_of_a_hand_has_what_was_said_to_it(ours, theirs):
    ours.agree(1, 2)
    theirs.flag(2)
    again(ours).correct(2, KAPO)
    history = [act.kind for act in ours.ledger.history_of(ours.hand_id(2))]
    assert history == ["recorded", "agreed", "flagged", "corrected"]
    assert [act.kind for act in ours.ledger.history_of(ours.hand_id(1))] == ["recorded", "agreed"]


def test_answers_and_flags_are_the_same_from_the_file_and_from_memory(ours, theirs):
    ours.agree(1)
    theirs.flag(1)
    known = ours.ledger
    MATCH_JOURNAL.forget_all()
    read = ours.ledger
    assert read == known
    assert read is not known
    assert answers(read) == answers(known)
    assert flags(read) == flags(known)
    assert replay(read.acts) == known
