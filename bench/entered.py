"""The road of one saved hand: `python -m bench.entered` lists the files that it enters, in order.

A file counts where a function of it is entered in one warm request to the API. The last line has
the number of files and of functions.
"""

import sys
import tempfile
from pathlib import Path
from types import CodeType, FrameType
from typing import Final

from flask.testing import FlaskClient

from bench.flows import TOLD, Played
from bench.seeding import House
from scorekeeper.config import PROJECT
from scorekeeper.journal.identifiers import new_operation_id

_PROGRAM: Final = f"{PROJECT / 'scorekeeper'}/"
_WARM: Final = 5
"""Hands that are saved before."""


def main() -> None:
    """Print the files, and how many there are."""
    with tempfile.TemporaryDirectory() as folder:
        house = House(Path(folder) / "house")
        match, entered = house.play(_WARM), []
        for _ in range(_WARM):
            match, entered = _save(house.app.test_client(), match)
        house.close()
    files = dict.fromkeys(code.co_filename.removeprefix(_PROGRAM) for code in entered)
    print(*files, f"{len(files)} files, {len(entered)} functions", sep="\n")


def _save(client: FlaskClient, match: Played) -> tuple[Played, list[CodeType]]:
    """The match after one more hand, and the functions that it entered, each once, in order."""
    entered: dict[CodeType, None] = {}

    def note(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call" and frame.f_code.co_filename.startswith(_PROGRAM):
            entered.setdefault(frame.f_code)

    path = f"/api/v1/matches/{match.public_id}/ops/{new_operation_id()}"
    hand = TOLD[match.revision % len(TOLD)]
    body = {"op": "record", "revision": match.revision, "hand": hand}
    sys.setprofile(note)
    try:
        answer = client.put(path, json=body, headers={"Authorization": f"Bearer {match.secret}"})
    finally:
        sys.setprofile(None)
    assert answer.status_code == 201, answer.text
    return match._replace(revision=match.revision + 1), list(entered)


if __name__ == "__main__":
    main()
