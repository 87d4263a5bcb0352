"""A match by each of the other presets, with its special rules."""

from typing import Final

from scorekeeper.demo.story import PASSED_OUT, Story, claim, correct, hand, insert, void

KYPROS: Final = Story(
    name="kypros",
    at="19:10",
    us=("Λευκωσία", "Κώστας", "Δέσποινα"),
    them=("Λάρνακα", "Στέλιος", "Ανδρούλα"),
    rules="kypros",
    dealer="A1",
    steps=(
        hand("A", 80, "♥", 94),
        hand("B", 90, "♠", 55),
        # The hand between these two was forgotten; it is inserted at the end.
        hand("A", 100, "♦", 109, declarations={"A": ["run3:J"]}),
        hand("B", 110, "♣", 66, pilotta="B"),
        # A failed bid gives "the total points of both teams", declarations too.
        hand("A", 140, "♠", 90, declarations={"A": ["run3:K"]}),
        hand("B", 100, "♥", 43),
        hand("A", 80, "♦", 77),
        hand("B", 90, "♠", 70, declarations={"A": ["run3:9"]}),
        # Kapo is never bid here, and pays 250 all the same.
        hand("A", 120, "♣", kapo="A"),
        hand("B", 80, "♥", 60),
        # Written twice: the second is voided.
        hand("B", 80, "♥", 60, minutes=1),
        void(11),
        # 43 was a slip for 34.
        correct(6, hand("B", 100, "♥", 34)),
        insert(3, hand("B", 80, "♣", 68)),
        hand("A", 100, "♦", 131),
        hand("A", 110, "♥", 124, pilotta="A"),
        hand("B", 130, "♠", 52, declarations={"B": ["run4:A"]}),
        hand("A", 90, "♣", 103),
        hand("A", 120, "♦", 118, declarations={"A": ["run3:Q"]}),
        hand("B", 100, "♥", 75),
        hand("A", 100, "♠", 116),
        hand("B", 90, "♦", 61),
        hand("A", 120, "♥", 133),
        hand("B", 110, "♣", 59),
        hand("A", 130, "♠", 115, pilotta="A"),
        hand("A", 90, "♦", 107),
    ),
)
WIKIPEDIA: Final = Story(
    name="wikipedia",
    at="19:20",
    us=("Πάφος", "Χριστάκης", "Αγγέλα"),
    them=("Κερύνεια", "Μιχάλης", "Σωτηρούλα"),
    rules={"preset": "wikipedia", "target": 251},
    dealer="B1",
    steps=(
        # Failed, and the 20 of the pilotta "nobody can deny" stay with the bidder.
        hand("A", 120, "♥", 92, pilotta="A"),
        # By value: one run of four before two of three.
        hand("B", 100, "♠", 60, declarations={"A": ["run3:9", "run3:A"], "B": ["run4:K"]}),
        # By length: six in a row before five, both are worth 100.
        hand("A", 130, "♦", 84, declarations={"A": ["run6:Q"], "B": ["run5:A"]}),
        # By the top card: to the ace before to the king; the natural order, 10 below the jack.
        hand("B", 90, "♣", 71, declarations={"A": ["run3:K"], "B": ["run3:A"]}),
        # Equal in all else, the run in trumps is the better one; king and queen are the pilotta.
        hand(
            "A",
            130,
            "♥",
            97,
            declarations={"A": ["run3:K:t"], "B": ["run3:K"]},
            pilotta="A",
        ),
        # Equal in everything: neither side scores.
        hand("B", 80, "♠", 74, declarations={"A": ["run3:Q"], "B": ["run3:Q"]}),
        # At 100 a four before a run, however long the run.
        hand("A", 160, "♣", 99, declarations={"A": ["four:A"], "B": ["run5:K"]}),
        # Four aces before four kings.
        hand("B", 150, "♦", 90, declarations={"A": ["four:K"], "B": ["four:A"]}),
        # Four jacks before four nines.
        hand("A", 200, "♥", 70, declarations={"A": ["jacks"], "B": ["nines"]}),
        # The table ruled: not shown in time, so neither side scores.
        hand("B", 90, "♠", 68, declarations={"A": ["run4:10"]}, declarations_to="nobody"),
        # The table ruled for the lower one: the other was declared too late.
        hand(
            "A",
            90,
            "♦",
            89,
            declarations={"A": ["run3:9"], "B": ["run3:K"]},
            declarations_to="A",
        ),
        hand("B", 100, "♥", 52),
        hand("A", 120, "♣", 117, pilotta="A"),
        hand("A", 90, "♠", 116),
    ),
)
GAMERULES: Final = Story(
    name="gamerules, claim won",
    at="20:00",
    us=("Κίτι", "Τάκης", "Φροσούλα"),
    them=("Ορόκλινη", "Λοΐζος", "Κατίνα"),
    rules={"preset": "gamerules", "target": 151},
    dealer="A2",
    steps=(
        # Made with 80, but the stake goes to the side with more points.
        hand("A", 80, "♥", 80),
        # 76 and the pilotta: only card points count towards the bid, so 80 failed.
        hand("B", 80, "♠", 86, pilotta="B"),
        # Failed, and the declarations and the pilotta stay with the bidder.
        hand("A", 110, "♣", 95, declarations={"A": ["run4:Q"]}, pilotta="A"),
        # Passed out: the same dealer deals again.
        PASSED_OUT,
        hand("B", 90, "♦", 51),
        hand("A", 100, "♥", 118),
        hand("A", 90, "♠", 107, declarations={"A": ["run3:J"]}),
        hand("A", 120, "♣", 135),
        hand("A", 80, "♦", 96),
        # 131 and 20 of this hand are 151: won.
        claim("A", 20),
    ),
)
GAMERULES_AGAIN: Final = Story(
    name="gamerules, claim lost",
    at="21:10",
    rematch_of="gamerules, claim won",
    steps=(
        hand("A", 90, "♥", 104),
        hand("A", 100, "♠", 111),
        hand("B", 80, "♦", 72),
        hand("A", 120, "♣", kapo="A"),
        hand("A", 90, "♥", 99),
        # 81–81: the stake goes to the side with more points, and if they are equal to the bidder.
        hand("A", 80, "♠", 81),
        # Counted wrong: 119 and 30 are 149, and the others have won.
        claim("A", 30),
    ),
)
CARDRULES: Final = Story(
    name="cardrules",
    at="20:20",
    us=("Αμμόχωστος", "Πέτρος", "Γιαννούλα"),
    them=("Δερύνεια", "Χαμπής", "Μυροφόρα"),
    rules={"preset": "cardrules", "target": 2501},
    dealer="A1",
    steps=(
        # Every point is written, and no stake.
        hand("A", 100, "♥", 105),
        # All trump has 258 points here, and 50 for winning it.
        hand("B", 110, "all", 120),
        # No trump has 162: an ace counts 19.
        hand("A", 100, "none", 110),
        # ×2: both sides' scores.
        hand("B", 90, "♠", 60, doubled=2),
        # The bidder's run is lost when the bid fails; the pilotta goes to the defence.
        hand("A", 150, "♦", 70, declarations={"A": ["run4:J"]}, pilotta="A"),
        # Failed, and the pilotta announced and not played: 20 below zero.
        hand("B", 120, "♣", 92, pilotta_failed="B"),
        # Equal runs: the side that led scores, and that follows from the dealer.
        hand("A", 80, "♥", 90, declarations={"A": ["run3:K"], "B": ["run3:K"]}),
        # A run to the 10 beats one to the king: J Q K 10 A as a plain suit plays.
        hand("B", 90, "♠", 66, declarations={"A": ["run3:10"], "B": ["run3:K"]}),
        # In trumps or not is the same here; the leader decides.
        hand(
            "A",
            110,
            "♥",
            121,
            declarations={"A": ["run3:K:t"], "B": ["run3:K"]},
            pilotta="A",
        ),
        hand("B", 160, "♦", 82, declarations={"B": ["nines"]}),
        # All trumps but the ace.
        hand("A", 200, "♣", 141, declarations={"A": ["run7:10:t"]}, pilotta="A"),
        # All eight trumps in one hand, and so all eight tricks.
        hand("B", 250, "♠", kapo="B", declarations={"B": ["run8:A:t"]}, pilotta="B"),
        # Passed out: the same dealer deals again.
        PASSED_OUT,
        # 162 and 90.
        hand("A", 120, "♥", kapo="A"),
        # ×2 and failed in all trump: the bonus is doubled too.
        hand("B", 140, "all", 150, doubled=2),
        # ×4.
        hand("A", 90, "♦", 112, doubled=4),
    ),
)
SIMPLE: Final = Story(
    name="simple",
    at="22:05",
    us=("Τρόοδος", "Ηλίας", "Κυριακή"),
    them=("Πενταδάκτυλος", "Σόλων", "Ευτυχία"),
    rules="simple",
    dealer="B1",
    steps=(
        # No trump has 130 points here.
        hand("B", 80, "none", 48),
        # And if it fails, 130 go to the defence; the deal goes to the left.
        hand("B", 90, "none", 55),
    ),
)
SIMPLE_AGAIN: Final = Story(
    name="simple, one hand",
    at="22:30",
    rematch_of="simple",
    # A kapo is worth 162 and no more, and one hand is a match.
    steps=(hand("A", 100, "♥", kapo="A"),),
)
ONLINE: Final = Story(
    name="online",
    at="21:20",
    us=("Εμείς", "Άντρια", "Ραφαήλ"),
    them=("Αυτοί", "Στάλω", "Κυπρής"),
    rules="online",
    dealer="B2",
    steps=(
        # 76–86, equal digits: the point goes to the bidder.
        hand("A", 80, "♥", 76, pilotta="A"),
        # At 100 a four and a run are equal: neither side scores.
        hand("B", 90, "♣", 64, declarations={"A": ["four:A"], "B": ["run5:K"]}),
        hand("A", 100, "♠", 90, doubled=2),
        # ×4 and made, with the declarations of the others.
        hand("B", 80, "♦", 70, doubled=4, declarations={"A": ["run4:A"]}),
        hand("A", "kapo", "♥", kapo="A"),
        hand("A", 110, "♣", 119),
        hand("B", 90, "♠", 59),
        hand("B", 80, "♦", 51),
        hand("A", 90, "♥", 80),
        hand("B", 100, "♣", 40),
    ),
)
OPENCLOSE: Final = Story(
    name="openclose",
    at="20:40",
    us=("Μακαρίου", "Γιαννάκης", "Ελπινίκη"),
    them=("Λήδρας", "Θεοχάρης", "Βασιλού"),
    rules="openclose",
    dealer="A1",
    steps=(
        # 76–86, equal digits: the table was asked, and said.
        hand("A", 80, "♥", 76, pilotta="A", tie_point="B"),
        # ×2: the bonus of a kapo does not count.
        hand("B", 90, "♠", doubled=2, kapo="B"),
        # Failed: the run and the pilotta stay with the bidder.
        hand("A", 150, "♣", 80, declarations={"A": ["run3:A"]}, pilotta="A"),
        # Ανάποδο: the run and the pilotta of the bidder are lost.
        hand("B", 100, "♦", kapo="A", declarations={"B": ["run4"]}, pilotta="B"),
        hand("A", 110, "♥", 127),
        hand("B", 90, "♣", 84, doubled=4),
        hand("A", 120, "♠", 125, declarations={"A": ["run5"]}),
        hand("A", 80, "♦", 100),
        hand("B", 80, "♥", 65),
        hand("A", 130, "♣", 134, doubled=2),
        hand("A", 90, "♠", 120, pilotta="B"),
        hand("A", 110, "♥", 111),
        hand("A", 120, "♦", 118, declarations={"A": ["run3:J"]}),
    ),
)
PALARISTI: Final = Story(
    name="palaristi",
    at="19:50",
    us=("Ακάμας", "Ορέστης", "Θεκλού"),
    them=("Αποστόλου Ανδρέα", "Ζήνων", "Ροδού"),
    rules={"preset": "palaristi", "target": 251},
    dealer="B1",
    steps=(
        # A bid of 86 stakes 9.
        hand("A", 86, "♥", 100),
        # A bid of 85 stakes 8.
        hand("B", 85, "♠", 70),
        # 92 on a bid of 93 fails by a point.
        hand("A", 93, "♦", 92),
        hand("B", 101, "♣", 44),
        hand("A", 117, "♥", 104, pilotta="A"),
        hand("B", 96, "♠", 60, doubled=2),
        hand("A", 88, "♣", 99),
        hand("A", 124, "♦", 128),
        hand("B", 81, "♥", 83),
        hand("A", 109, "♠", 118, doubled=2),
        hand("A", 94, "♥", kapo="A"),
        hand("B", 90, "♦", 30),
        hand("A", 82, "♣", 91),
        hand("A", 102, "♦", 111),
        hand("B", 87, "♠", 79),
    ),
)
STORIES: Final = (
    KYPROS,
    WIKIPEDIA,
    PALARISTI,
    GAMERULES,
    CARDRULES,
    OPENCLOSE,
    GAMERULES_AGAIN,
    ONLINE,
    SIMPLE,
    SIMPLE_AGAIN,
)
