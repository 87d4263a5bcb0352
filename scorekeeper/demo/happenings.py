"""Matches to which something happened: carried over, changed, stopped, ended in every way; house
rules.
"""

from typing import Final

from scorekeeper.demo.story import (
    BRING_BACK,
    REOPEN,
    STOP,
    UNDO,
    Story,
    adjust,
    agree,
    change_dealer,
    change_player,
    change_rules,
    correct,
    flag,
    hand,
    void,
)

CARRIED_OVER: Final = Story(
    name="carried over",
    at="20:05",
    us=("Κοκκινοχώρια", "Γιωργούλλα", "Αντώνης"),
    them=("Πιτσιλιά", "Πανίκος", "Σούλα"),
    rules={"preset": "cafe", "target": 301},
    dealer="A2",
    steps=(
        # Begun with a pencil; an adjustment moves no dealer.
        adjust(120, 85, "Μεταφορά από το χαρτί"),
        hand("A", 90, "♥", 96),
        hand("B", 100, "♣", 57),
        # The phone was turned to the other side.
        flag(3, "B", "Εμείς μετρήσαμε 75"),
        agree(3, "B"),
        # Seen too late, and written where it belongs.
        adjust(0, -10, "Ποινή: μίλησε εκτός σειράς", before=3),
        hand("A", 110, "♠", 120, declarations={"A": ["run3"]}),
        hand("B", 80, "♦", 79),
        hand("A", 100, "♥", 90, doubled=2),
        hand("A", 120, "♦", 126, pilotta="A"),
        hand("A", 90, "♣", 108),
        # Stopped, reopened, and played to its end.
        STOP,
        REOPEN,
        hand("A", 100, "♠", 122),
        hand("B", 90, "♥", 102),
        hand("B", 100, "♣", 53),
        hand("A", 130, "♦", 136),
    ),
)
DOUBLED_AT_LAST: Final = Story(
    name="rules changed",
    at="19:40",
    us=("Καϊμακλί", "Μάριος", "Ευανθία"),
    them=("Στρόβολος", "Φοίβος", "Τασούλα"),
    rules="kypros",
    dealer="B1",
    steps=(
        hand("A", 90, "♥", 99),
        hand("B", 80, "♠", 63),
        hand("A", 100, "♣", 85),
        # A player doubled, and kypros.org knows no doubling: the table plays as in the café.
        change_rules("cafe"),
        hand("B", 100, "♦", 76, doubled=2),
        hand("A", 110, "♥", 127),
        hand("B", 90, "♠", 40),
        hand("A", 80, "♣", 92, doubled=4),
        hand("B", 120, "♥", 31),
        hand("A", 100, "♦", 119, declarations={"A": ["four:Q"]}),
        hand("B", 110, "♠", 69),
        hand("A", 90, "♥", 100),
        hand("B", "kapo", "♣", 20),
        hand("A", 130, "♦", kapo="A"),
        hand("A", 80, "♠", 88),
        hand("A", 90, "♥", 112),
        hand("B", 80, "♣", 72),
        hand("A", 110, "♦", 115),
    ),
)
UNDECIDED: Final = Story(
    name="rules changed, a hand undecided",
    at="22:10",
    us=("Έγκωμη", "Νίκος", "Χρυσούλα"),
    them=("Αγλαντζιά", "Βάσος", "Αθηνούλα"),
    rules="cafe",
    dealer="A1",
    steps=(
        hand("A", 90, "♦", 105),
        hand("A", 80, "♥", 76, pilotta="A"),
        hand("B", 100, "♣", 50),
        # The new rules ask the table about 76–86, and it has not answered yet.
        change_rules("openclose"),
        hand("A", 100, "♠", 114),
    ),
)
GUEST: Final = Story(
    name="a guest",
    at="20:50",
    us=("Μόρφου", "Κωστάκης", "Μαρούλα"),
    them=("Τηλλυρία", "Χριστόδουλος", "Φωτηνή"),
    rules={"preset": "cafe", "target": 201},
    dealer="A1",
    steps=(
        hand("A", 80, "♠", 95),
        # It was Φωτηνή who had dealt.
        change_dealer("B2"),
        # And she is Φωτεινή, from the first hand on.
        change_player("B2", "Φωτεινή", from_now=False),
        hand("B", 100, "♥", 61),
        hand("B", 90, "♦", 83),
        # A guest takes Μαρούλα's chair; the hands before stay hers.
        change_player("A2", "Αχιλλέας", from_now=True),
        hand("A", 100, "♣", 110),
        hand("B", 110, "♠", 42),
        hand("A", 120, "♥", 130, pilotta="A"),
        hand("A", 90, "♦", 81),
        hand("B", 80, "♣", 59),
        hand("A", 100, "♠", 125, declarations={"A": ["run3:10"]}),
        hand("A", 110, "♥", 119),
        hand("A", 80, "♦", 97),
        hand("A", 90, "♣", 102),
        hand("B", 100, "♥", 66),
    ),
)
STOPPED: Final = Story(
    name="stopped",
    at="22:20",
    us=("Δάλι", "Ανθούλα", "Παύλος"),
    them=("Αλάμπρα", "Ειρήνη", "Ττοφής"),
    steps=(
        hand("A", 90, "♥", 91),
        # It was not played: voided; the deal is as if it had not been.
        hand("B", 80, "♠", 75),
        void(2),
        hand("B", 100, "♣", 49),
        # Undone, brought back, and undone for good.
        hand("A", 80, "♦", 70),
        UNDO,
        BRING_BACK,
        UNDO,
        # The café closes.
        STOP,
    ),
)
HIGHER: Final = Story(
    name="both over, the higher",
    at="22:25",
    us=("Ύψωνας", "Αλέκος", "Νίτσα"),
    them=("Γερμασόγεια", "Σταύρος", "Λένια"),
    rules={"preset": "cafe", "target": 251},
    steps=(
        adjust(240, 245, "Μεταφορά από το χαρτί"),
        # 256 and 253: both are over in one hand, and the higher total wins.
        hand("A", 80, "♥", 82),
    ),
)
BIDDER: Final = Story(
    name="both over, the bidder",
    at="22:35",
    us=("Λάπηθος", "Αριστείδης", "Κούλλα"),
    them=("Καραβάς", "Μενέλαος", "Δωρούλα"),
    rules={"preset": "cafe", "target": 401, "both_over": "bidder"},
    steps=(
        adjust(386, 399, "Μεταφορά από το χαρτί"),
        # 402 and 407: the bidder wins, with less.
        hand("A", 80, "♠", 82),
    ),
)
EQUAL: Final = Story(
    name="equal totals",
    at="22:40",
    us=("Πέγεια", "Λούκας", "Ρεβέκκα"),
    them=("Πόλις", "Ευριπίδης", "Παρασκευού"),
    rules={"preset": "cafe", "target": 201},
    steps=(
        adjust(186, 194, "Μεταφορά από το χαρτί"),
        # 202 and 202: the match goes on.
        hand("A", 80, "♥", 82),
        hand("B", 90, "♦", 101),
    ),
)
BEHIND_THE_END: Final = Story(
    name="behind the end",
    at="21:00",
    us=("Λεύκαρα", "Κλεάνθης", "Ολυμπία"),
    them=("Όμοδος", "Σωτήρης", "Παντελίτσα"),
    rules={"preset": "cafe", "target": 151},
    dealer="B1",
    steps=(
        hand("A", 90, "♥", 104),
        hand("A", 110, "♠", 122, declarations={"A": ["run4:K"]}),
        hand("B", 80, "♦", 100, doubled=2),
        hand("A", 100, "♣", 90),
        hand("A", 120, "♥", 131, pilotta="A"),
        hand("A", 90, "♦", 99),
        hand("B", 100, "♠", 88),
        # The fourth was no failed bid but a kapo: now the match ends a hand earlier, and the last
        # one stays written and counts for nothing.
        correct(4, hand("A", 100, "♣", kapo="A")),
    ),
)
IN_POINTS: Final = Story(
    name="house rules in points",
    at="21:50",
    us=("Λεμεσός", "Φάνος", "Τερέζα"),
    them=("Πάχνα", "Ττόουλος", "Μηλού"),
    # Unrounded, with the stake; a kapo 100; all trump 162, and 80 for winning it.
    rules={
        "preset": "cardrules",
        "stake": True,
        "kapo_bid": True,
        "kapo_bonus": 100,
        "all_total": 162,
        "none_all_bonus": 80,
        "bid_step": 5,
        "target": 1501,
    },
    steps=(
        # A bid of 85, staked to the point.
        hand("A", 85, "♥", 92),
        # All trump of 162: the jack counts 14.
        hand("B", 95, "all", 60),
        # Failed: 162, the stake and the bonus to the defence.
        hand("A", 100, "all", 81),
        # ×2, and the stake doubles with all the rest.
        hand("B", 90, "♠", 65, doubled=2),
        # A kapo bid stakes 250; 162 and 100 for the tricks.
        hand("A", "kapo", "♦", kapo="A"),
        hand("B", 105, "none", 40),
        hand("A", 90, "♣", 99, pilotta_failed="A"),
        hand("B", 115, "♥", 62, declarations={"A": ["run3:A"]}),
        hand("A", 100, "♦", 104),
    ),
)
NO_TRUMP_IN_TENTHS: Final = Story(
    name="house rules in tenths",
    at="21:30",
    us=("Παλλουριώτισσα", "Ιάκωβος", "Ευφροσύνη"),
    them=("Άγιος Δομέτιος", "Γρηγόρης", "Αναστασία"),
    rules={
        "preset": "cafe",
        "trumps": "with_none_all",
        "none_total": 130,
        "none_all_bonus": 50,
        "trump_breaks_tie": False,
        "target": 151,
    },
    dealer="A2",
    steps=(
        # 130 points cut to 13; the bonus is 5.
        hand("A", 80, "none", 86),
        # 258 are 25; 8 and 16 are 24: the missing point to the higher digit.
        hand("B", 120, "all", 89),
        # ×2: the stake is doubled, the bonus is not.
        hand("A", 90, "none", 70, doubled=2),
        # A run in trumps is no better here: neither side scores.
        hand(
            "B",
            100,
            "♥",
            55,
            declarations={"A": ["run3:A"], "B": ["run3:A:t"]},
            pilotta="B",
        ),
        # 65–65 of 130: equal digits and equal points; the bidder has the point.
        hand("A", 80, "none", 65, declarations={"A": ["run3"]}),
        hand("A", 100, "all", kapo="A"),
        hand("B", 90, "♣", 68, declarations={"A": ["run3"]}),
        hand("A", 80, "♠", 99),
        hand("A", 100, "♦", 121, declarations={"A": ["run4"]}),
    ),
)
STORIES: Final = (
    DOUBLED_AT_LAST,
    CARRIED_OVER,
    GUEST,
    BEHIND_THE_END,
    NO_TRUMP_IN_TENTHS,
    IN_POINTS,
    UNDECIDED,
    STOPPED,
    HIGHER,
    BIDDER,
    EQUAL,
)
