"""The command line. Heavy imports wait until a command needs them."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from scorekeeper import __version__

CreateApp = Callable[[], Any]


def main(create_app: CreateApp, arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. `create_app` makes the web app where one is needed."""
    parser = argparse.ArgumentParser(prog="scorekeeper", description="Keep the score of Pilotta.")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    serve = commands.add_parser("serve", help="migrate the database and start the server")
    serve.add_argument("--port", type=int, default=os.environ.get("PORT", "8000"))
    serve.add_argument("--host", default=os.environ.get("HOST", "0.0.0.0"))
    serve.set_defaults(run=lambda options: _serve(create_app, options))
    score = commands.add_parser("score", help="score hands: JSON Lines in, JSON Lines out")
    score.set_defaults(run=_score)
    sheet = commands.add_parser("sheet", help="print the scoresheet of a match file as a PDF")
    sheet.add_argument("match_file", type=Path, metavar="MATCH.json")
    sheet.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    sheet.add_argument("--lang", choices=("el", "en"), default=_language())
    sheet.set_defaults(run=_sheet)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


def _score(_options: argparse.Namespace) -> int:
    from scorekeeper.cli.scoring import score_lines

    return score_lines(sys.stdin.buffer, sys.stdout.buffer)


def _sheet(options: argparse.Namespace) -> int:
    from scorekeeper.printing.files import print_match_file

    problems = print_match_file(options.match_file, options.output, options.lang)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _serve(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import serving
    from scorekeeper.store.migrating import bring_up_to_date

    if not serving.is_free(options.host, options.port):
        other = f"make run PORT={options.port + 1}"
        print(f"Port {options.port} is taken. Choose another: {other}", file=sys.stderr)
        return 1
    with create_app().app_context():
        bring_up_to_date()
    serving.announce(options.host, options.port)
    serving.start(options.host, options.port)


def _language() -> str:
    return "el" if os.environ.get("LANG", "").startswith("el") else "en"
