"""Tournaments that are drawn and played, round after round, as the command line would."""

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
