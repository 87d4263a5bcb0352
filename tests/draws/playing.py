"""Tournaments drawn and played, round after round, and random requests for a draw.

A seed gives the same request on every machine.
"""

from random import Random

from scorekeeper.draws.codec import answer
from scorekeeper.draws.model import draw_lot


def names(count):
    """Pairs in seeding order: "1", "2" and so on."""
    return [str(number) for number in range(1, count + 1)]


def request(format_, pairs, results=(), **more):
    """A tournament as JSON; `pairs` may be their number."""
    named = names(pairs) if isinstance(pairs, int) else pairs
    return {"format": format_, "pairs": named, "seed": 7, "results": list(results), **more}


def drawn(format_, pairs, results=(), **more):
    """The next round of a tournament without a problem."""
    reply = answer(request(format_, pairs, results, **more))
    assert reply["ok"], reply
    return reply


def problems(tournament):
    """The problems of a tournament, each as `code field round pair`; [] if it can be drawn."""
    told = answer(tournament).get("problems", [])
    return [" ".join(str(value) for value in problem.values()) for problem in told]


def rules_broken(reply):
    """The rules that a draw says it breaks, each as `rule pair pair`."""
    return [" ".join((one["rule"], *one["pairs"])) for one in reply.get("broken", [])]


def played(reply, luck=0):
    """The round with a result at each table, by luck and never drawn."""
    tables = [
        {"a": a, "b": b, "score": [351, low] if draw_lot(luck, a, b) % 2 else [low, 351]}
        for a, b in reply["tables"]
        for low in [draw_lot(luck, b, a) % 351]
    ]
    return tables + [{"bye": pair} for pair in reply["byes"]]


def rounds_of(format_, pairs, count, luck=0, **more):
    """Return rounds, each drawn after those before it were played."""
    replies, results = [], []
    for _ in range(count):
        reply = drawn(format_, pairs, results, **more)
        replies.append(reply)
        results.append(played(reply, luck))
    return replies


def results_of(format_, pairs, count, luck=0, **more):
    """Return the results of these rounds."""
    return [played(reply, luck) for reply in rounds_of(format_, pairs, count, luck, **more)]


def meetings(replies):
    """Everyone who met, each two as often as they did."""
    return [frozenset(table) for reply in replies for table in reply["tables"]]


def seated(reply):
    """Everyone in a round, each as often as there."""
    return sorted([pair for table in reply["tables"] for pair in table] + reply["byes"])


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
