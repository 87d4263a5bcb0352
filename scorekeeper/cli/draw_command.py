"""`python -m scorekeeper draw FILE`: the rounds of an exported tournament, drawn again."""

import json
import sys
from pathlib import Path

from scorekeeper.draws.codec import redraw


def redraw_file(file: Path) -> int:
    """Print each round of an exported tournament as it is drawn again.

    The exit status is 1 if a round is not as it was played, or for another file.
    """
    try:
        rounds = list(redraw(json.loads(file.read_text(encoding="utf-8"))))
    except (OSError, KeyError, TypeError, ValueError) as fault:
        print(f"{file}: no exported tournament ({fault})", file=sys.stderr)
        return 1
    for one in rounds:
        print(json.dumps(one))
    return 0 if all(one["alike"] for one in rounds) else 1
