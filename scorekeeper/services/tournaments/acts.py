"""A tournament's events. Pure.

| kind | data |
|---|---|
| set_up | `name`, `date`, `place`, `organiser`; `rules`; `length` and its `limit`; `rounds`;
  `format`; `standing`; of a final `final_of`, the address of the tournament before it |
| changed | of these what is new and no more |
| pairs_added | `pairs`: of each `players`, `club`, `seeding`, `paid`, `present` |
| pair_changed | `pair`; what is new of these; `withdrawn`; `from_now`: a substitute sits down, who
  did not play up to the round `until` |
| attended | `present`, `absent`: the pairs that came, and went |
| round_drawn | `request`, as `python -m scorekeeper draw` reads it; `tables`, `byes`, `broken` |
| tables_swapped | `round`; `pairs`, the two that change places; `tables`, where they sat;
  `broken` |
| undrawn | `round`: the last one is taken back |
| result | `round`, `table`, `score`, `hands`; `source`; `reason`, where it corrects another one;
  `sheet`, its hands, where a whole sheet was typed in (`sheets`) |
| adjusted | `pair`, `to`, `points`, `reason` |
| lots_drawn | `seed`, `lots`: all pairs, whoever was drawn first |
| clock_started | `round` |
| final_set_up | `count`: a final of so many; `tournament`: its address; `pairs`: who plays in it,
  the first of them as its pair 1 |
| joined | `as`: `organiser` or `helper` |
| erasing_begun | `by`: who erases all names, which takes some steps |
| names_erased | `by`: who erased all names before it |
| pair_erased | `by`; `pair`, whose names were erased |

A pair's number is its place among all that were ever added, from 1, and stays the same. In draws
and results it is a text.

An act whose names were erased says so in its data: `erased` (`nameless`).
"""

import hashlib
import json
from datetime import datetime
from typing import Any, Final, Literal, NamedTuple

Kind = Literal[
    "set_up",
    "changed",
    "pairs_added",
    "pair_changed",
    "attended",
    "round_drawn",
    "tables_swapped",
    "undrawn",
    "result",
    "adjusted",
    "lots_drawn",
    "clock_started",
    "final_set_up",
    "joined",
    "erasing_begun",
    "names_erased",
    "pair_erased",
]
Json = dict[str, Any]

ERASING: Final[frozenset[Kind]] = frozenset({"names_erased", "pair_erased"})
"""The kinds that take something out of the acts before them."""
HELPERS: Final[frozenset[Kind]] = frozenset({"result"})
"""What a helper may do; an organiser may do all."""


class Act(NamedTuple):
    """An event as the tournament sees it."""

    seq: int
    kind: Kind
    data: Json
    op_id: str = ""
    at: datetime | None = None
    phone: int | None = None
    """The phone that did it."""
    asked: str = ""
    """The mark of what it was asked by (`mark_of`); empty where names were erased."""


def mark_of(asked: Json) -> str:
    """A mark that tells what was asked from whatever else an operation id may be sent with."""
    text = json.dumps(asked, sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def writes(act: Act) -> frozenset[str]:
    """What the act changes, as names; another act is stale if it rests on one of them."""
    return frozenset(_NAMES[act.kind](act.data))


def rests_on(kind: Kind, data: Json) -> frozenset[str]:
    """What must not have changed since the act was decided.

    Two helpers who write at two tables, or two pairs that come at once, never disturb each other.
    """
    match kind:
        case "round_drawn":
            return frozenset({"setup", "pairs", "rounds", "results"})
        case "undrawn":
            return frozenset({"rounds", "results"})
        case "final_set_up":
            # Who stands where.
            return frozenset(
                {"setup", "pairs", "rounds", "results", "adjustments", "lots", "final"}
            )
        case "tables_swapped":
            return frozenset({"rounds"})
        case "result":
            texts = {"texts"} if data["reason"] else set()
            return frozenset({f"round {data['round']}", *_NAMES[kind](data), *texts}) - {"results"}
        case "pair_changed":
            return frozenset({f"pair {data['pair']}", "names"})
        case "pairs_added" | "adjusted" | "attended" | "joined":
            return frozenset({"texts"} if kind in ("pairs_added", "adjusted") else ())
        case _:
            return frozenset(_NAMES[kind](data))


def _pairs(data: Json) -> list[str]:
    changed = [data["pair"]] if "pair" in data else [*data["present"], *data["absent"]]
    return ["pairs", *(f"pair {pair}" for pair in changed)]


_NAMES: Final[dict[Kind, Any]] = {
    "set_up": lambda data: ["setup"],
    "changed": lambda data: ["setup"],
    "pairs_added": lambda data: ["pairs"],
    "pair_changed": _pairs,
    "attended": _pairs,
    "round_drawn": lambda data: ["rounds", f"round {len(data['request']['results']) + 1}"],
    "tables_swapped": lambda data: [
        "rounds",
        *(f"table {data['round']} {table}" for table in data["tables"]),
    ],
    "undrawn": lambda data: ["rounds", f"round {data['round']}"],
    "result": lambda data: ["results", f"table {data['round']} {data['table']}"],
    "adjusted": lambda data: ["adjustments"],
    "lots_drawn": lambda data: ["lots"],
    "clock_started": lambda data: [f"clock {data['round']}"],
    "final_set_up": lambda data: ["final"],
    "joined": lambda data: [],
    # A form that was opened before would write the names again, in a list or a reason, too.
    "erasing_begun": lambda data: [],
    "names_erased": lambda data: ["setup", "names", "texts"],
    "pair_erased": lambda data: [f"pair {data['pair']}", "texts"],
}
