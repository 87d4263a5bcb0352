"""`python -m bench.lighthouse`: what Lighthouse says of the pages, on its own slow mobile phone."""

import json
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Final

from bench.seeding import House
from bench.serving import tefteri
from bench.wire import HOST
from scorekeeper.config import PROJECT
from scorekeeper.journal.identifiers import new_operation_id

_CATEGORIES: Final = ("performance", "accessibility", "best-practices")
_HANDS: Final = 30


def main() -> None:
    """Print the scores of each page, and behind them what costs points."""
    with tempfile.TemporaryDirectory(prefix="lighthouse-", dir="/var/tmp") as place:
        house = House(Path(place) / "house")
        played = house.play(_HANDS)
        house.close()
        match = f"/m/{played.public_id}/"
        pages = {
            "home": "/",
            "new match": "/matches/new",
            "match": match,
            "entry": f"{match}hand?op={new_operation_id()}",
            "help": "/help/offline",
        }
        print(f"| page | {' | '.join(_CATEGORIES)} | what costs points |\n|---|---|---|---|---|")
        with tefteri(house.folder) as server:
            for name, path in pages.items():
                told = _ask(f"http://{HOST}:{server.port}{path}", played.secret, Path(place))
                print(f"| {name} | {_row(told)} |", flush=True)


def _ask(address: str, secret: str, folder: Path) -> dict:
    report = folder / "report.json"
    headers = json.dumps({"Cookie": f"phone={secret}"})
    command = [
        PROJECT / "bench/node/node_modules/.bin/lighthouse",
        address,
        f"--only-categories={','.join(_CATEGORIES)}",
        f"--extra-headers={headers}",
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
        "--output=json",
        f"--output-path={report}",
        "--no-enable-error-reporting",
        "--quiet",
    ]
    chrome = os.environ.get("CHROME_PATH") or shutil.which("chromium-headless-shell") or ""
    for is_last in (False, False, True):  # on a busy machine it may ask to be run again
        if not subprocess.run(
            command, check=is_last, env=os.environ | {"CHROME_PATH": chrome}
        ).returncode:
            break
    told: dict = json.loads(report.read_text())
    return told


def _row(told: dict) -> str:
    scores = [f"{100 * told['categories'][name]['score']:.0f}" for name in _CATEGORIES]
    return " | ".join([*scores, ", ".join(_faults(told))])


def _faults(told: dict) -> list[str]:
    weighed = {
        one["id"]
        for name in _CATEGORIES
        for one in told["categories"][name]["auditRefs"]
        if one["weight"]
    }
    return [
        f"{audit['title']} ({audit.get('displayValue') or 'failed'})"
        for name, audit in told["audits"].items()
        if name in weighed and audit["score"] is not None and audit["score"] < 0.9
    ]


if __name__ == "__main__":
    main()
