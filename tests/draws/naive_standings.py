"""The standings and a knockout's places once more: long, slow, without cleverness."""

from fractions import Fraction


def seen_by(pair, results, rules):
    """The pair's own score, the other's, and the hands that it won, match by match."""
    seen = []
    for played in results:
        for one in played:
            if getattr(one, "pair", None) == pair:
                seen.append((*bye_score(played, rules), 0, "won"))
            elif pair in (getattr(one, "a", None), getattr(one, "b", None)) and is_nobodys(one):
                seen.append((*rules.forfeit[::-1], 0, "lost"))
            elif getattr(one, "a", None) == pair:
                seen.append((*one.score, one.hands and one.hands[0], outcome(*one.score)))
            elif getattr(one, "b", None) == pair:
                ours, theirs = one.score[1], one.score[0]
                seen.append((ours, theirs, one.hands and one.hands[1], outcome(ours, theirs)))
    return seen


def bye_score(played, rules):
    """Return the score of a bye of this round; the pair that has it gets the larger number."""
    if rules.bye != "mean":
        return rules.bye
    tables = [one.score for one in played if hasattr(one, "a") and not is_forfeited(one)]
    return mean([max(one) for one in tables]), mean([min(one) for one in tables])


def mean(numbers):
    """As a whole number: of two that are as near the one that is farther from zero."""
    exact = Fraction(sum(numbers), len(numbers) or 1)
    return int(abs(exact) + Fraction(1, 2)) * (1 if exact > 0 else -1)


def is_forfeited(one):
    """Was a pair not at the table?"""
    return getattr(one, "forfeit", None) is not None


def is_nobodys(one):
    """Was neither pair at the table?"""
    return getattr(one, "forfeit", None) == "both"


def outcome(ours, theirs):
    if ours == theirs:
        return "drawn"
    return "won" if ours > theirs else "lost"


def numbers(pair, results, rules, adjustments, name):
    """One of a pair's numbers."""
    total = sum(one.points for one in adjustments if (one.pair, one.to) == (pair, name))
    for ours, theirs, hands, won in seen_by(pair, results, rules):
        total += {
            "wins": {"won": 2, "drawn": 1, "lost": 0}[won],
            "match_points": rules.match_points[["won", "drawn", "lost"].index(won)],
            "difference": ours - theirs,
            "total": ours,
            "hands_won": hands or 0,
        }[name]
    return total


def opponents(pair, results):
    """Return the pair's opponents, in order; None for a bye."""
    met = []
    for played in results:
        for one in played:
            if hasattr(one, "pair"):
                met += [None] if one.pair == pair else []
            elif pair in (one.a, one.b):
                met.append(one.b if pair == one.a else one.a)
    return met


def tie_break(name, pair, tied, results, rules, adjustments):
    """Return a pair's figure in a tie-break against the pairs that it is tied with."""
    if name == "hands_won":
        if any(hands is None for one in tied for _, _, hands, _ in seen_by(one, results, rules)):
            return 0
        return numbers(pair, results, rules, adjustments, "hands_won")
    if name == "lots":
        return -rules.lots.index(pair) if pair in rules.lots else -len(rules.lots)
    if name == "buchholz":
        met = [other or pair for other in opponents(pair, results)]
        return sum(numbers(other, results, rules, (), rules.by) for other in met)
    times = [opponents(one, results).count(other) for one in tied for other in tied if one != other]
    if min(times) != max(times):
        return 0
    among = [
        [one for one in played if hasattr(one, "a") and one.a in tied and one.b in tied]
        for played in results
    ]
    return numbers(pair, among, rules, (), "wins")


FIRST = {"wins": ["wins", "difference"], "match_points": ["match_points"], "total": ["total"]}


def asked(pairs, results, rules, adjustments):
    """Yield each tie-break between pairs that are still level: its name, and each pair's figure."""
    ties = [list(pairs)]
    for name in [*FIRST[rules.by], *rules.tie_breaks]:
        apart = []
        for tied in ties:
            if len(tied) == 1:
                continue
            if name in FIRST[rules.by]:
                value = {one: numbers(one, results, rules, adjustments, name) for one in tied}
            else:
                value = {
                    one: tie_break(name, one, tied, results, rules, adjustments) for one in tied
                }
            yield name, value
            apart += [
                [one for one in tied if value[one] == points] for points in set(value.values())
            ]
        ties = apart


def places(pairs, results, rules, adjustments):
    """The place of each pair: one more than the number of those before it."""
    before = {pair: set() for pair in pairs}
    for _name, value in asked(pairs, results, rules, adjustments):
        for one in value:
            before[one] |= {other for other in value if value[other] > value[one]}
    return {pair: len(before[pair]) + 1 for pair in pairs}


def first_tree(pairs):
    """The places of the first round from top to bottom, None for an empty one."""
    tree = [1]
    while len(tree) < len(pairs):
        size = 2 * len(tree)
        tree = [seed for one in tree for seed in (one, size + 1 - one)]
    return [pairs[seed - 1] if seed <= len(pairs) else None for seed in tree]


def halves(tree, played):
    """The trees of those who go on and of those who lost."""
    won, lost = set(), set()
    for one in played:
        if "bye" in one:
            won.add(one["bye"])
        else:
            a_wins = one["score"][0] > one["score"][1]
            won.add(one["a" if a_wins else "b"])
            lost.add(one["b" if a_wins else "a"])
    through, out = [], []
    for a, b in zip(tree[0::2], tree[1::2], strict=True):
        beside_nobody = [pair for pair in (a, b) if pair] if None in (a, b) else []
        through.append(next((pair for pair in (a, b) if pair in won), (*beside_nobody, None)[0]))
        out.append(next((pair for pair in (a, b) if pair in lost), None))
    return through, out


def trees_after(pairs, results):
    """Every tree after these rounds, the one for the best places first."""
    trees = [first_tree(pairs)]
    for played in results:
        trees = [half for tree in trees for half in halves(tree, played)]
    return trees


def next_round(pairs, results, absent=()):
    """The tables and the byes."""
    tables, byes = [], []
    for tree in trees_after(pairs, results):
        for a, b in zip(tree[0::2], tree[1::2], strict=len(tree) > 1):
            there = [pair for pair in (a, b) if pair and pair not in absent]
            if len(there) == 2:
                tables.append(there)
            byes += there if len(there) == 1 else []
    return tables, sorted(byes, key=pairs.index)
