"""Rule 8 of docs/rules.md, and declarations that are impossible, the slow way; see `naive`."""

OTHER = {"A": "B", "B": "A"}
VALUE = {
    "run3": 20,
    "run4": 50,
    "run5": 100,
    "run6": 100,
    "run7": 100,
    "run8": 100,
    "four": 100,
    "nines": 150,
    "jacks": 200,
}
STRENGTH = {
    "natural": ["7", "8", "9", "10", "J", "Q", "K", "A"],
    "cards": ["7", "8", "9", "J", "Q", "K", "10", "A"],
}


def is_suit_hand(hand):
    return hand.get("trump") not in ("none", "all")


def declared(hand, side):
    """The declarations of a side as (kind, top or None, in trumps)."""
    found = []
    for text in (hand.get("declarations") or {}).get(side) or []:
        words = text.split(":")
        top = words[1] if len(words) > 1 else None
        found.append((words[0], top, len(words) == 3 and is_suit_hand(hand)))
    return found


def length(kind):
    return int(kind[3:]) if kind.startswith("run") else 0


def rank_without_top(declaration):
    """Value; at 100 a four before a run; then the longer run."""
    kind = declaration[0]
    return (VALUE[kind], kind == "four", length(kind))


def bests(hand, side):
    """Return the side's best declarations as far as no top card (or trump) is compared."""
    all_of_them = declared(hand, side)
    highest = max(rank_without_top(one) for one in all_of_them)
    return [one for one in all_of_them if rank_without_top(one) == highest]


def full_rank(declaration, rules):
    _, top, in_trumps = declaration
    strength = STRENGTH[rules["declaration_order"]].index(top) if top else None
    return (strength, in_trumps and rules["trump_breaks_tie"])


def compare(hand, rules):
    """ "A" or "B" (the better best), "equal", or "undecided" for want of a top card."""
    best = {side: bests(hand, side) for side in "AB"}
    rank = {side: rank_without_top(best[side][0]) for side in "AB"}
    four_and_run = rank["A"][0] == rank["B"][0] == 100 and rank["A"][1] != rank["B"][1]
    if four_and_run and not rules["four_beats_run"]:
        return "equal"
    if rank["A"] != rank["B"]:
        return "A" if rank["A"] > rank["B"] else "B"
    if any(top is None for _, top, _ in best["A"] + best["B"]):
        return "undecided"
    highest = {side: max(full_rank(one, rules) for one in best[side]) for side in "AB"}
    if highest["A"] == highest["B"]:
        return "equal"
    return "A" if highest["A"] > highest["B"] else "B"


def both_declare(hand):
    return bool(declared(hand, "A") and declared(hand, "B"))


def declarations_go_to(hand, rules):
    """The one side whose declarations score, or None."""
    if "declarations_to" in hand:
        side = hand["declarations_to"]
        return side if side != "nobody" and declared(hand, side) else None
    if not both_declare(hand):
        return next((side for side in "AB" if declared(hand, side)), None)
    better = compare(hand, rules)
    if better == "equal":
        return hand["leader"] if rules["declaration_tie"] == "leader" else None
    return better


# Possible and impossible declarations


def is_declaration(text):
    if not isinstance(text, str):
        return False
    if text in ("nines", "jacks", "four", "four:A", "four:K", "four:Q", "four:10"):
        return True
    for cards in (3, 4, 5, 6, 7, 8):
        for top in STRENGTH["natural"]:
            if text in (f"run{cards}", f"run{cards}:{top}", f"run{cards}:{top}:t"):
                return True
    return False


def are_declarations(value):
    return isinstance(value, list) and all(is_declaration(text) for text in value)


def run_cards(declaration, rules):
    """The ranks of a run whose top card is named."""
    kind, top, _ = declaration
    strength = STRENGTH[rules["declaration_order"]]
    if not kind.startswith("run") or top is None:
        return []
    end = strength.index(top) + 1
    return strength[max(0, end - length(kind)) : end]


def rank_of_four(declaration):
    """The rank that a four, nines or jacks uses up, where it is named."""
    kind, top, _ = declaration
    return {"nines": "9", "jacks": "J", "four": top}.get(kind)


def impossible_declarations(hand, rules):
    by_side = {side: declared(hand, side) for side in "AB"}
    everything = by_side["A"] + by_side["B"]
    fours = [rank_of_four(one) for one in everything if rank_of_four(one)]
    the_same_twice = len(fours) != len(set(fours))
    too_long = any(one[1] and 0 < len(run_cards(one, rules)) < length(one[0]) for one in everything)
    if the_same_twice or too_long or cards_clash(by_side, rules):
        return [("declarations_impossible", "declarations")]
    return []


def cards_clash(by_side, rules):
    for side in "AB":
        for run in by_side[OTHER[side]]:
            for one in by_side[side]:
                if rank_of_four(one) in run_cards(run, rules):
                    return True
                both_in_trumps = one[2] and run[2]
                if both_in_trumps and set(run_cards(one, rules)) & set(run_cards(run, rules)):
                    return True
    return False


def impossible_pilottas(hand, rules):
    """The other side's four kings, four queens, or run in trumps through the king or the queen."""
    if not is_suit_hand(hand):
        return []
    found = []
    for field in ("pilotta", "pilotta_failed"):
        for one in declared(hand, OTHER.get(hand.get(field))):
            cards = run_cards(one, rules) if one[2] else [rank_of_four(one)]
            if "K" in cards or "Q" in cards:
                found.append(("pilotta_impossible", field))
    return found
