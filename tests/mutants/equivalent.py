"""Changes that turn no test red here, each with the reason why it need not.

`make mutants` fails where one of them is seen after all, so that none stays longer than it is true.
"""

_BECAUSE = {
    "tests/rules/test_runtimes.py asks both engines for their version": [
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
    "a mark that is compared with itself alone": [
        ("match.py", 'HeadText = Annotated[str, "head"]', "'head' → 'head?'"),
    ],
    "a type that only mypy reads": [
        ("model.py", 'Bid = int | Literal["kapo"]', "'kapo' → 'kapo?'"),
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
            ("declarations.js", 'export const FOURS = ["A", "K", "Q", "10"];', change)
            for change in (
                '"A", "K" → "K", "A"',
                '"K", "Q" → "Q", "K"',
                '"Q", "10" → "10", "Q"',
            )
        ),
    ],
    "the two are never told together: a bid is a number or kapo, and a question comes alone": [
        *(
            ("model.js", line, f"{line} {other} → {other}, {line.rstrip(',')}")
            for line, other in (
                ('"bid_step",', '"kapo_bid_not_played"'),
                ('"pilotta_twice",', '"declarations_undecided"'),
                ('"declarations_undecided",', '"leader_needed"'),
                ('"leader_needed",', '"tie_point_needed"'),
            )
        ),
    ],
    "what is first stands before all that are looked for and not found, too": [
        ("model.js", '"missing",', '"missing" → "missing?"'),
    ],
    "a key that keeps two apart, and is not told": [
        (
            "model.js",
            "const once = new Map(problems.map((one) => [`${one.code} ${one.field}`, one]));",
            "`${one.code} ${one.field}` → `${one.code} ${one.field}?`",
        ),
    ],
    "the only problem without a field comes alone": [
        ("model.js", 'compareTexts(one.field ?? "", other.field ?? ""),', '"" → "?"'),
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
        (
            "declarations.py",
            'kind: Strength(value, kind == "four", int(kind[3]) if kind.startswith("run") else 4)',
            "4 → 5",
        ),
    ],
    "anything above 0 is as good": [
        ("declarations.js", 'declaration.kind === "four" ? 1 : 0,', "1 → 2"),
        (
            "model.js",
            "return place < theirs.length ? pointOf(ours[place]) - pointOf(theirs[place]) : 1;",
            "1 → 2",
        ),
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
    "they are put in order afterwards": [
        *(
            ("checks.py", 'for name in ("passed_out", "points", "kapo")', change)
            for change in ("'passed_out' ↔ 'points'", "'points' ↔ 'kapo'")
        ),
        (
            "codec.py",
            'found += [Problem("missing", f) for f in ("rules", "hand") if request.get(f) is None]',
            "'rules' ↔ 'hand'",
        ),
    ],
    "there are always two": [
        (
            "codec.py",
            "value = {s: p for s, p in zip(SIDES, value, strict=True) if p is not None}",
            "True → False",
        ),
        ("codec.py", "pairs = zip(SIDES, value, strict=True)", "True → False"),
    ],
    "all values of a switch are of one type": [
        (
            "codec.py",
            "if values and isinstance(values[0], int) and not isinstance(values[0], bool):",
            "0 → 1",
        ),
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
        ("checks.py", "if declared.A and declared.B:", "And → Or"),
        ("checks.py", "_PASSED_OUT: Final = Hand(passed_out=True)", "True → False"),
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
        ("declarations.py", 'better: Side = "A" if ours > theirs else "B"', "Gt → GtE"),
        (
            "declarations.py",
            'return _ruling("A" if ours > theirs else "B",'
            ' "top" if ours[0] != theirs[0] else "trumps")',
            "Gt → GtE",
        ),
        (
            "scoring.py",
            "return (bidder if ours % 10 > theirs % 10 else OTHER[bidder]), False",
            "Gt → GtE",
        ),
        ("match.py", 'return "A" if totals.A > totals.B else "B"', "Gt → GtE"),
        ("model.js", "if (whole > LARGEST_NUMBER) return LARGEST_NUMBER;", "> → >="),
        (
            "model.js",
            "return whole < -LARGEST_NUMBER ? -LARGEST_NUMBER : whole;",
            "< → <=",
        ),
        (
            "scoring.js",
            'if (A % 10 !== B % 10) return { side: A % 10 > B % 10 ? "A" : "B", equal: false };',
            "> → >=",
        ),
        ("scoring.js", 'return { side: A > B ? "A" : "B", equal: true };', "> → >="),
        ("match.js", 'return totals.A > totals.B ? "A" : "B";', "> → >="),
    ],
    "the next value is 150": [
        (
            "declarations.js",
            "if (value > 100) return equal(hand, rules); // nines and jacks name their cards",
            "100 → 101",
        ),
        ("declarations.py", "if best.value > 100:", "100 → 101"),
    ],
}
EQUIVALENT = {name: reason for reason, names in _BECAUSE.items() for name in names}
"""Change → reason."""
