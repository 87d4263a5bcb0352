"""A second reading of a knockout that decides each place: trees, halved round by round."""


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
