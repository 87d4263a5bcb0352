"""The café's tables: an evening of three matches to 151, one still running, a long one."""

from typing import Final

from scorekeeper.demo.story import (
    BRING_BACK,
    PASSED_OUT,
    UNDO,
    Names,
    Story,
    StoryStep,
    contract,
    correct,
    hand,
)
from scorekeeper.rules.model import Side

_US: Final[Names] = ("Πλάτανος", "Μαρία", "Γιώργος")
_THEM: Final[Names] = ("Βρύση", "Ελένη", "Ανδρέας")

FIRST: Final = Story(
    name="series 1",
    at="19:05",
    us=_US,
    them=_THEM,
    rules={"preset": "cafe", "target": 151},
    dealer="B2",
    steps=(
        # 9 and 6 are 15: the missing point goes to the higher last digit, 7 before 5.
        hand("A", 90, "♥", 97),
        # 82 on a bid of 100 fails: the whole pack and the stake to the defence.
        hand("B", 100, "♠", 80),
        # 101–61 is 10 and 6: no point is missing.
        hand("B", 80, "♦", 61),
        # 76–86, equal digits: the point goes to the side with more points, here the defence; and
        # the pilotta makes the bid.
        hand("A", 80, "♣", 76, pilotta="A"),
        PASSED_OUT,
        # 89 on a bid of 90 fails: rounding comes after.
        hand("A", 90, "♥", 89),
        hand("B", 110, "♠", 45, declarations={"B": ["run4"]}),
        # All eight tricks: 162 and 88.
        hand("A", 100, "♦", kapo="A"),
        # 102 on a bid of 110: the run makes it.
        hand("A", 110, "♣", 102, declarations={"A": ["run3:A"]}),
        hand("A", 80, "♥", 110),
        # A failed bid ends the match.
        hand("B", 90, "♠", 88),
    ),
)
SECOND: Final = Story(
    name="series 2",
    at="20:15",
    rematch_of="series 1",
    steps=(
        hand("B", 100, "♥", 50),
        # ×2 and failed: the pack and twice the stake to the defence.
        hand("A", 90, "♣", 70, doubled=2),
        # 36–126, equal digits: the side with more points is the bidder.
        hand("B", 80, "♦", 36),
        hand("A", 100, "♠", 104, pilotta="A"),
        # A kapo that was bid and made: 25 and the stake of 25.
        hand("B", "kapo", "♥", kapo="B"),
        # 92 and the pilotta are 112 and 120 was bid: the pilotta goes to the defence too.
        hand("A", 120, "♥", 92, pilotta="A"),
    ),
)
THIRD: Final = Story(
    name="series 3",
    at="20:55",
    rematch_of="series 2",
    steps=(
        # ×4 and made: the pack and four times the stake.
        hand("A", 80, "♠", 95, doubled=4),
        hand("B", 90, "♥", 70, declarations={"B": ["four:K"]}),
        hand("A", 90, "♦", 98),
        # The four jacks make any bid.
        hand("B", 130, "♣", 60, declarations={"B": ["jacks"]}),
        # 88 points and a run of five: a bid of 150.
        hand("A", 150, "♥", 88, declarations={"A": ["run5:A"]}),
        hand("B", 100, "♠", 79),
        # 82 of 162 is one more than half: it is enough for 80.
        hand("A", 80, "♦", 82),
    ),
)
RUNNING: Final = Story(
    name="running",
    at="21:40",
    us=("Εμείς", "Παναγιώτα", "Σάββας"),
    them=("Αυτοί", "Χρυστάλλα", "Νεόφυτος"),
    dealer="A2",
    steps=(
        contract("A", 90, "♥"),
        hand("A", 90, "♥", 105, minutes=4),
        # Kapo was bid, one trick was lost: failed with 132.
        hand("B", "kapo", "♠", 30),
        # Ανάποδο: the defence took every trick, so the bid failed, whatever was declared.
        hand("A", 100, "♣", kapo="B", declarations={"A": ["run5:J"]}),
        # A kapo in a doubled hand keeps its bonus here.
        hand("B", 90, "♦", doubled=2, kapo="B"),
        # Doubled, the winner takes the pilotta of the others too.
        hand("A", 80, "♥", 60, doubled=2, pilotta="A"),
        PASSED_OUT,
        # All 162 points but not all tricks, one of sevens and eights went away: no kapo.
        hand("A", 120, "♠", 162),
        # ×4, and the run of the defence goes to the bidder with all the rest.
        hand("A", 80, "♣", 92, doubled=4, declarations={"B": ["run3:9"]}),
        # A failed pilotta costs nothing in the café.
        hand("B", 100, "♦", 58, pilotta_failed="B"),
        hand("B", 80, "♥", 74),
        # Was it the other table's hand? It was not: undone and brought back.
        UNDO,
        BRING_BACK,
        # The tricks were counted again.
        correct(1, hand("A", 90, "♥", 108)),
        contract("B", 110, "♦", doubled=2),
    ),
)

_LONG: Final[tuple[tuple[Side, int, str, int], ...]] = (
    ("A", 90, "♥", 97),
    ("B", 80, "♠", 70),
    ("A", 100, "♣", 112),
    ("B", 90, "♦", 58),
    ("B", 100, "♥", 71),
    ("A", 80, "♠", 84),
    ("A", 90, "♦", 79),
    ("B", 80, "♣", 64),
    ("B", 120, "♠", 38),
    ("A", 110, "♥", 121),
)
LONG: Final = Story(
    name="forty hands",
    at="19:30",
    # Forty characters each, the longest that there are.
    us=(
        "Σύλλογος Πιλοττιστών Παλιάς Λευκωσίας Α'",
        "Παναγιώτης-Ευάγγελος Χατζηκωνσταντινίδης",
        "Άντρια-Κωνσταντίνα Παπαχριστοδουλοπούλου",
    ),
    them=(
        "Μουσικός Όμιλος «Η Ομόνοια» Αραδίππου Β'",
        "Χρυσόστομος-Ευάγγελος Παπακωνσταντινίδης",
        "Ανδρονίκη-Ελευθερία Χατζηπαναγιωτοπούλου",
    ),
    rules={"preset": "cafe", "target": 501},
    dealer="B1",
    steps=tuple[StoryStep, ...](hand(*row, minutes=5) for row in _LONG * 4),
)
STORIES: Final = (FIRST, LONG, SECOND, THIRD, RUNNING)
