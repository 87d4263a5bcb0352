"""Draws every round of an exported tournament again, and says whether it is as it was played."""

from collections.abc import Iterable, Iterator

from scorekeeper.draws.codec import answer


def redraw(exported: object) -> Iterator[dict[str, object]]:
    """Each round in order: as it is drawn from what was known, and with the swaps by hand.

    :raises KeyError, TypeError, ValueError: it is no exported tournament.
    """
    if not isinstance(exported, dict):
        raise TypeError("an exported tournament is an object")
    for played in exported["drawn"]:
        reply = answer(played["draw"])
        if not reply["ok"]:
            yield {"round": played["round"], "alike": False, **reply}
            continue
        tables, byes = _changed(reply, played.get("swaps", []))
        yield {
            "round": played["round"],
            "seed": played["draw"]["seed"],
            "tables": tables,
            "byes": byes,
            "alike": tables == [[one["table"], one["a"], one["b"]] for one in played["tables"]]
            and byes == played["byes"],
        }


def _changed(
    reply: dict[str, object], swaps: Iterable[tuple[str, str]]
) -> tuple[list[list[object]], list[str]]:
    """The tables with their numbers, and the byes, after pairs changed places."""
    tables, byes = reply["tables"], reply["byes"]
    assert isinstance(tables, list)
    assert isinstance(byes, list)
    numbers = reply.get("numbers") or range(1, len(tables) + 1)
    assert isinstance(numbers, list | range)
    names = {pair: pair for table in tables for pair in table} | {pair: pair for pair in byes}
    for one, other in swaps:
        # Who sits in the place of whom, by who was drawn there.
        there = {pair: place for place, pair in names.items()}
        names[there[one]], names[there[other]] = other, one
    return (
        [[number, names[a], names[b]] for number, (a, b) in zip(numbers, tables, strict=True)],
        [names[pair] for pair in byes],
    )
