"""Hypothesis strategies: rule sets with any switch, hands as JSON, sound and broken, any JSON."""

from hypothesis import strategies as st

from tests.rules.naive import CHOICES, PRESETS

SIDE = st.sampled_from(["A", "B"])


@st.composite
def house_rules(draw):
    """A preset with any of its switches replaced."""
    replaced = draw(st.lists(st.sampled_from(list(CHOICES)), unique=True))
    rules = {field: draw(st.sampled_from(CHOICES[field])) for field in replaced}
    return {"preset": draw(st.sampled_from(list(PRESETS))), **rules}


def switches(rules):
    """Every switch of the rule set with its value."""
    return PRESETS[rules["preset"]] | rules


RUNS = [
    f"run{length}:{top}{trumps}"
    for length in (3, 3, 3, 4, 4, 5, 6, 7, 8)
    for top in ("9", "10", "J", "Q", "K", "A", "K", "A")
    for trumps in ("", "", ":t")
]
UNNAMED = ["run3", "run4", "run5", "run6", "run7", "run8", "four"]
FOURS = ["four:A", "four:K", "four:Q", "four:10", "nines", "jacks"]
DECLARED = st.lists(
    st.sampled_from([*RUNS, *UNNAMED * 4, *FOURS * 4, "run3:7", "run8:8"]), max_size=3
)


@st.composite
def hands(draw, rules):
    """A hand that could be told at a table with these rules; its declarations may clash."""
    switch = switches(rules)
    hand = {"bidder": draw(SIDE)}
    bids = st.integers(80, 400) if draw(st.booleans()) else st.integers(80, 180)
    hand["bid"] = draw(bids.map(lambda bid: bid - bid % switch["bid_step"]))
    if switch["kapo_bid"] and draw(st.integers(0, 7)) == 0:
        hand["bid"] = "kapo"
    trumps = [None, "hearts", "clubs"]
    if switch["trumps"] == "with_none_all":
        trumps += ["none", "all"]
    hand["trump"] = draw(st.sampled_from(trumps))
    if switch["doubling"] != "off":
        hand["doubled"] = draw(st.sampled_from([1, 2, 4]))
    hand |= draw(results(total_of(switch, hand["trump"])))
    if draw(st.booleans()):
        hand["declarations"] = draw(
            st.fixed_dictionaries({}, optional={"A": DECLARED, "B": DECLARED})
        )
        hand["declarations_to"] = draw(st.sampled_from([None, None, None, "A", "B", "nobody"]))
        hand["leader"] = draw(st.none() | SIDE)
    if hand["trump"] not in ("none", "all"):
        hand |= draw(st.sampled_from([{}, {"pilotta": "A"}, {"pilotta": "B"}]))
        if "pilotta" not in hand:
            hand["pilotta_failed"] = draw(st.none() | SIDE)
    hand["tie_point"] = draw(st.none() | SIDE)
    return hand


def total_of(switch, trump):
    return {"none": switch["none_total"], "all": switch["all_total"]}.get(trump, 162)


@st.composite
def results(draw, total):
    """Card points of one side or both, often with equal last digits; or a kapo."""
    if draw(st.integers(0, 4)) == 0:
        return {"kapo": draw(SIDE)}
    points = draw(st.integers(0, total))
    if points in (1, total - 1):
        points = 86
    told = {"A": points, "B": total - points}
    return {"points": draw(st.sampled_from([told, {"A": points}, {"B": total - points}]))}


@st.composite
def tables(draw):
    """Rules and a hand told at a table with them."""
    rules = draw(house_rules())
    return rules, draw(hands(rules))


SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-5, 300),
    st.integers(),
    st.floats(allow_nan=False),
    st.sampled_from(["A", "B", "nobody", "kapo", "none", "all", "hearts", "cafe", "run3", "", "é"]),
    st.text(max_size=5),
)
ANY_JSON = st.recursive(
    SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.sampled_from(["A", "B", "preset", "bid"]) | st.text(), inner, max_size=3
        ),
    ),
    max_leaves=8,
)
FIELDS = [
    *("bidder", "bid", "trump", "doubled", "points", "kapo", "declarations", "declarations_to"),
    *("leader", "pilotta", "pilotta_failed", "tie_point", "passed_out", "colour", ""),
]
WRONG = {
    "bidder": st.sampled_from([None, "C", "", 1]),
    "bid": st.sampled_from([0, 75, 85, 86, 97.0, 90.5, 401, 405, -80, True, "90", None, 1e300]),
    "trump": st.sampled_from(["none", "all", "Hearts", 1, None]),
    "doubled": st.sampled_from([1, 2, 4, 2.0, 3, 0, "2", True]),
    "points": st.fixed_dictionaries(
        {}, optional={s: st.sampled_from([-1, 0, 1, 130, 161, 162, 163, 258, None]) for s in "AB"}
    )
    | st.sampled_from([97, {}, [97, 65], {"A": True}, {"A": 97.5}, {"C": 97}]),
    "kapo": st.sampled_from(["A", "B", "C", False]),
    "declarations": st.fixed_dictionaries({"A": DECLARED, "B": DECLARED})
    | st.sampled_from([[], {"A": "nines"}, {"A": ["run3:t"]}, {"C": []}, {"A": [None]}]),
    "pilotta": SIDE,
    "pilotta_failed": SIDE,
    "passed_out": st.sampled_from([True, False, 1, "yes"]),
}


@st.composite
def broken_tables(draw):
    """A hand told at a table, with some of its fields lost, spoilt or added; rules likewise."""
    rules, hand = draw(tables())
    for field in draw(st.lists(st.sampled_from(FIELDS), min_size=1, max_size=4)):
        if draw(st.integers(0, 3)) == 0:
            hand.pop(field, None)
        else:
            likely = WRONG.get(field, ANY_JSON)
            hand[field] = draw(likely if draw(st.integers(0, 7)) else ANY_JSON)
    if draw(st.integers(0, 9)) == 0:
        rules[draw(st.sampled_from([*CHOICES, "preset", "jokers"]))] = draw(ANY_JSON)
    return rules, hand
