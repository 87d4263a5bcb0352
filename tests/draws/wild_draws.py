"""Random requests for a draw. A seed gives the same request on every machine."""

from random import Random

from tests.draws.playing import names


def wild_results(random, pairs, rounds):
    """Return rounds in which any of them met, some of them absent."""
    results = []
    for _ in range(rounds):
        there = random.sample(pairs, len(pairs) - random.choice([0, 0, 0, 1]))
        played = []
        while len(there) > 1:
            score = [random.randint(-2, 3), random.randint(-2, 3)]
            table = {"a": there.pop(), "b": there.pop(), "score": score}
            played.append(table | ({"forfeit": "both"} if random.random() < 0.1 else {}))
        results.append(played + [{"bye": pair} for pair in there])
    return results


def wild_ranking(seed, fewest=2, most=9):
    """A later round of a ranking, with wishes."""
    random = Random(seed)
    pairs = names(random.randint(fewest, most))
    random.shuffle(pairs)
    rounds = random.choice([1, 1, 2, 3, 4, 6, 9, 14, len(pairs)])
    line = {"format": "ranking", "pairs": pairs, "seed": random.randint(0, 99)}
    line["results"] = wild_results(random, pairs, rounds)
    if random.random() < 0.6:
        line["order"] = random.sample(pairs, len(pairs))
    left = random.sample(pairs, len(pairs))
    if random.random() < 0.3 and len(pairs) > 3:
        line["absent"] = [left.pop() for _ in range(random.randint(1, 2))]
    if random.random() < 0.3 and len(left) > 2:
        line["fixed"] = [[left.pop(), left.pop()]]
    if random.random() < 0.5:
        apart = (random.sample(pairs, 2) for _ in range(random.randint(1, 2 * len(pairs))))
        fixed = [set(table) for table in line.get("fixed", [])]
        line["forbidden"] = [two for two in apart if set(two) not in fixed]
    if random.random() < 0.3:
        keepers = zip(random.sample(pairs, 2), random.sample(range(1, 6), 2), strict=True)
        line["kept_tables"] = [list(kept) for kept in keepers]
    if random.random() < 0.2:
        line["clubs"] = [random.sample(pairs, 2)]
    return line


def wild_rounds_of_four(random, players, rounds):
    """Return rounds in which any of them sat together, some of them absent."""
    results = []
    for _ in range(rounds):
        there = random.sample(players, len(players) - random.choice([0, 0, 0, 1, 2]))
        played = []
        while len(there) > 3:
            a, b, c, d = (there.pop() for _ in range(4))
            played.append({"a": [a, b], "b": [c, d], "score": [random.randint(0, 9), 5]})
        results.append(played + [{"bye": player} for player in there])
    return results


def wild_individual(seed, fewest=4, most=12, rounds=12):
    """A round of players, with wishes."""
    random = Random(seed)
    players = names(random.randint(fewest, most))
    random.shuffle(players)
    line = {"format": "individual", "players": players, "seed": random.randint(0, 99)}
    line["results"] = wild_rounds_of_four(random, players, random.randint(0, rounds))
    if random.random() < 0.3:
        line["absent"] = random.sample(players, random.randint(1, 3))
    if random.random() < 0.4:
        apart = range(random.randint(1, 2 * len(players)))
        line["forbidden"] = [random.sample(players, 2) for _ in apart]
    if random.random() < 0.3:
        keepers = zip(random.sample(players, 2), random.sample(range(1, 6), 2), strict=True)
        line["kept_tables"] = [list(kept) for kept in keepers]
    return line
