"""Changes that turn no test red here, each with the reason why it need not.

`make mutants` fails where one of them is seen after all, so that none stays longer than it is true.
"""

_BECAUSE = {
    "tests/rules/test_node.py asks both engines for their version": [
        ("model.js", "export const VERSION = 1;", "1 → 2"),
        ("model.py", "ENGINE_VERSION: Final = 1", "1 → 2"),
    ],
    "a name that is shown to nobody": [
        (
            "codec.js",
            'const UNREAD = Symbol("there, and cannot be read");',
            '"there, and cannot be read" → "there, and cannot be read?"',
        ),
    ],
    "what is only looked for in them has no order": [
        *(
            (
                "model.py",
                'Trump = Literal["hearts", "diamonds", "clubs", "spades", "none", "all"]',
                change,
            )
            for change in (
                "'hearts' ↔ 'diamonds'",
                "'diamonds' ↔ 'clubs'",
                "'clubs' ↔ 'spades'",
                "'spades' ↔ 'none'",
                "'none' ↔ 'all'",
            )
        ),
        *(
            ("codec.js", '.filter((field) => !["rules", "hand", "id"].includes(field))', change)
            for change in ('"rules", "hand" → "hand", "rules"', '"hand", "id" → "id", "hand"')
        ),
        (
            "model.js",
            'export const TRUMPS = [...SUITS, "none", "all"];',
            '"none", "all" → "all", "none"',
        ),
        *(
            ("declarations.js", 'const FOURS = ["A", "K", "Q", "10"];', change)
            for change in (
                '"A", "K" → "K", "A"',
                '"K", "Q" → "Q", "K"',
                '"Q", "10" → "10", "Q"',
            )
        ),
    ],
    "no run ends with a 7 or an 8, and each that has one of them has the 9": [
        (
            "declarations.js",
            'natural: ["7", "8", "9", "10", "J", "Q", "K", "A"],',
            '"7", "8" → "8", "7"',
        ),
        (
            "declarations.js",
            'cards: ["7", "8", "9", "J", "Q", "K", "10", "A"],',
            '"7", "8" → "8", "7"',
        ),
    ],
    "a four's length is compared with another four's only": [
        (
            "declarations.js",
            "const lengthOf = ({ kind }) => (isRun(kind) ? Number(kind[3]) : 4);",
            "4 → 5",
        ),
    ],
    "anything above 0 is as good": [
        ("declarations.js", 'declaration.kind === "four" ? 1 : 0,', "1 → 2"),
        (
            "declarations.js",
            "const rank = ({ top, in_trumps }) =>"
            " [ranks.indexOf(top), trumpsTell && in_trumps ? 1 : 0];",
            "1 → 2",
        ),
    ],
    "no points are read where no side has them": [
        ("scoring.py", "_NOTHING_DECLARED: Final[Declared] = (None, 0)", "0 → 1"),
    ],
    "it only says whether there may be something to add, or enough already": [
        (
            "scoring.py",
            "if hand.doubled > 1 or hand.pilotta_failed is not None"
            ' or hand.trump in ("none", "all"):',
            "Gt → GtE",
        ),
        (
            "scoring.py",
            "return cards >= hand.bid or _towards_bid(hand, rules, declared, cards) >= hand.bid",
            "GtE → Gt",
        ),
    ],
    "where both are equal either will do, or there is an answer already": [
        (
            "declarations.js",
            "const highest = (ranks) =>"
            " ranks.reduce((best, rank) => (order(rank, best) > 0 ? rank : best));",
            "> → >=",
        ),
        ("declarations.js", 'const better = order(ours, theirs) > 0 ? "A" : "B";', "> → >="),
        (
            "declarations.js",
            'return ruling(better > 0 ? "A" : "B", best[0] !== other[0] ? "top" : "trumps");',
            "> → >=",
        ),
        ("model.js", "if (whole > LARGEST_NUMBER) return LARGEST_NUMBER;", "> → >="),
        (
            "model.js",
            "return whole < -LARGEST_NUMBER ? -LARGEST_NUMBER : whole;",
            "< → <=",
        ),
        ("match.js", 'return totals.A > totals.B ? "A" : "B";', "> → >="),
    ],
    "the next value is 150": [
        (
            "declarations.js",
            "if (value > 100) return equal(hand, rules); // nines and jacks name their cards",
            "100 → 101",
        ),
    ],
}
EQUIVALENT = {name: reason for reason, names in _BECAUSE.items() for name in names}
"""Change → reason."""
