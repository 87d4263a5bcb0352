"""The check of a sheet in words: every slip has its sentence, with all that it names."""

from typing import get_args

import pytest

from scorekeeper.explain.sheet_checks import (
    SLIPS,
    difference_text,
    marks_text,
    slip_text,
    verdict_text,
    wrong_hand_text,
    wrong_hand_texts,
)
from scorekeeper.i18n import LANGUAGES, use_locale
from scorekeeper.rules.model import BySide, RuleSet
from scorekeeper.tournament.sheets.sheet_check import (
    Foot,
    SheetCheck,
    WrongHand,
    check_sheet,
    check_sums,
)
from scorekeeper.tournament.sheets.sheet_codec import Difference, check_hands
from scorekeeper.tournament.sheets.sheet_slips import SheetHand, Slip, SlipCode, WrittenHand

NAMES = BySide("Αετοί", "Λιοντάρια")
CAFE = RuleSet()


def typed(*points: tuple[int, int], foot: Foot | None = None) -> SheetCheck:
    return check_sheet([WrittenHand(BySide(*two)) for two in points], CAFE, foot or Foot())


def scored(*hands: tuple[int, int, int, int], totals: BySide[int] | None = None) -> SheetCheck:
    rows = [SheetHand(WrittenHand(BySide(a, b)), BySide(c, d)) for a, b, c, d in hands]
    return check_hands(rows, CAFE, totals=totals)


VERDICTS = [
    (typed((97, 65)), "The card points add up to 162."),
    (typed((79, 65)), "18 card points too few: 144 are written for 162."),
    (typed((97, 66)), "1 card point too many: 163 are written for 162."),
    (typed((97, 66), (97, 64)), "The sum of 324 is right, but not every hand is."),
    (
        typed((97, 65), foot=Foot(1, BySide(90, 72))),
        "The card points of each hand add up, but the foot of the sheet says otherwise.",
    ),
    (scored((97, 65, 19, 6)), "The card points add up to 162. Each score fits them."),
    (scored((97, 65, 10, 6)), "The card points add up to 162, but not every score fits them."),
    (scored((79, 65, 10, 6)), "18 card points too few: 144 are written for 162."),
    (
        scored((97, 65, 19, 6), totals=BySide(119, 6)),
        "Every hand can be right, but the foot of the sheet says otherwise.",
    ),
]


def test_unlikely_slip_is_called_not_ruled_out(english):
    check = scored((107, 55, 21, 5), (74, 88, 0, 25), totals=BySide(20, 30))
    one, total = check.slips
    assert slip_text(total, NAMES).startswith("Not ruled out: Total added up wrongly")
    assert not one.is_likely
    assert slip_text(one, NAMES) == "Not ruled out: One too many or too few? Then 20 – 5."
    assert slip_text(one._replace(is_likely=True), NAMES).startswith("One too many")


def test_lack_of_one_hand_names_its_side() -> None:
    check = scored((107, 55, 21, 5), (74, 88, 0, 25), totals=BySide(23, 30))
    lacks = "One hand lacks 2 for Αετοί: a pilotta or declarations forgotten?"
    with use_locale("en"):
        assert slip_text(check.slips[0], NAMES) == lacks
    with use_locale("el"):
        told = slip_text(check.slips[0], NAMES)
        assert told == "Σε ένα χέρι λείπει κάτι (Αετοί: 2). Ξεχάστηκε πιλόττα ή δηλώσεις;"


@pytest.mark.parametrize(("check", "told"), VERDICTS, ids=[told for _, told in VERDICTS])
def test_verdict(check: SheetCheck, told: str) -> None:
    with use_locale("en"):
        assert verdict_text(check) == told


def test_a_hand_and_its_slip() -> None:
    [wrong] = typed((97, 65), (47, 88)).wrong
    with use_locale("en"):
        assert wrong_hand_text(wrong) == "Hand 2: 27 too few."
        assert slip_text(wrong.slips[0], NAMES) == "Two digits swapped? Perhaps 74 for Αετοί."
    with use_locale("el"):
        assert wrong_hand_text(WrongHand(2, 27, ())) == "Χέρι 2: 27 παραπάνω."


def test_a_score_that_cannot_be_is_said_with_the_slip_and_what_was_meant() -> None:
    stake, swapped, shared = (
        scored(row).wrong[0] for row in ((97, 65, 10, 6), (65, 97, 19, 6), (97, 65, 3, 2))
    )
    with use_locale("en"):
        assert wrong_hand_texts(stake, NAMES) == [
            "Hand 1: no bid and no declaration gives this score.",
            "The stake forgotten?",
        ]
        assert wrong_hand_texts(swapped, NAMES)[1:] == [
            "The card points of the two sides swapped? Then 97 – 65.",
            "The two scores swapped? Then 6 – 19.",
        ]
        assert "No usual slip explains it" in wrong_hand_texts(shared, NAMES)[1]
        total = scored((97, 65, 10, 6), totals=BySide(19, 6)).wrong[0]
        assert wrong_hand_texts(total, NAMES)[1] == "The stake forgotten? Then 19 – 6."
    with use_locale("el"):
        assert wrong_hand_texts(stake, NAMES)[1] == "Ξεχάστηκε το στοίχημα;"


def test_the_foots_slips() -> None:
    foot = Foot(2, BySide(171, 153))
    told = [
        typed((97, 65), (97, 65), (74, 88), foot=foot),
        typed((97, 65), foot=foot),
        typed((97, 65), (88, 74), foot=foot),
        typed((97, 65), (74, 88), foot=Foot(2, BySide(117, 153))),
    ]
    with use_locale("en"):
        assert [slip_text(slip, NAMES) for check in told for slip in check.slips] == [
            "Hand 2: entered twice? It is the same as hand 1.",
            "A hand left out? It would be 74 – 88.",
            "Hand 2: the two sides swapped? Then 74 – 88.",
            "Foot's sum wrong for Αετοί? The hands give 171.",
        ]


def test_first_difference_between_sheet_and_phone_is_described() -> None:
    one = SheetHand(WrittenHand(BySide(97, 65)), BySide(19, 6))
    other = SheetHand(WrittenHand(BySide(87, 75)), BySide(18, 7))
    with use_locale("en"):
        assert [
            difference_text(Difference(4, *told))
            for told in ((one, other), (one, None), (None, other))
        ] == [
            "Hand 4 differs first: the sheet has 97 – 65 (19 – 6), the phone 87 – 75 (18 – 7).",
            "Hand 4 is on the sheet alone: 97 – 65 (19 – 6).",
            "Hand 4 is on the phone alone: 87 – 75 (18 – 7).",
        ]


def test_marks_of_a_hand_are_its_kapo_stake_and_trump() -> None:
    told = WrittenHand(BySide(250, 0), "A", "none", 4)
    with use_locale("en"):
        assert marks_text(told) == "kapo ×4 No trump"
        assert marks_text(WrittenHand(BySide(97, 65))) == ""


def codes() -> list[SlipCode]:
    named = (code for kind in get_args(SlipCode) for code in get_args(kind) or (kind,))
    return [*dict.fromkeys(named)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_slip_has_its_sentence(language: str) -> None:
    assert set(SLIPS) == set(codes())
    with use_locale(language):
        for code in codes():
            text = slip_text(Slip(code, 3, "A", BySide(97, 65), 2), NAMES)
            assert "%(" not in text


def test_slips_found_from_sums_alone_name_no_hand() -> None:
    with use_locale("en"):
        seen = {
            slip_text(slip, NAMES)
            for off in (88, -88, 162, -162, 10, -10, 20, 27)
            for slip in check_sums(2, 0, BySide(162 + off, 162), CAFE).slips
        }
    assert "A hand left out?" in seen
    assert "A kapo that is not counted?" in seen
    assert not [text for text in seen if "None" in text]
