"""The command line. Heavy imports wait until a command needs them."""

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scorekeeper import __version__

if TYPE_CHECKING:
    _Commands = argparse._SubParsersAction[argparse.ArgumentParser]
    from flask import Flask

    from scorekeeper.cli.backups import Needs
    from scorekeeper.cli.json_lines import AnswerOne


class CreateApp(Protocol):
    """Makes the app of a command."""

    def __call__(self, *, has_pages: bool = True) -> "Flask": ...


def main(create_app: CreateApp, arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status. `create_app` makes the web app where one is needed."""
    where = _instance_option()
    found, arguments = where.parse_known_args(arguments)
    if found.instance:
        os.environ.update(TEFTERI_INSTANCE=str(found.instance.absolute()))
    what = "Keep the score of Pilotta."
    parser = argparse.ArgumentParser(prog="tefteri", description=what, parents=[where])
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    _add_servers(commands, create_app)
    _add_pure(commands)
    _add_files(commands, create_app)
    _add_link(commands, create_app)
    _add_erasing(commands, create_app)
    _add_backups(commands, create_app)
    _add_upkeep(commands, create_app)
    options = parser.parse_args(arguments)
    status: int = options.run(options)
    return status


def _instance_option() -> argparse.ArgumentParser:
    """Of every command, behind it or before it."""
    where = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    text = "where matches are kept; goes before TEFTERI_INSTANCE"
    where.add_argument("--instance", type=Path, metavar="DIR", help=text)
    return where


def _add_pure(commands: "_Commands") -> None:
    for name, answers, what in (
        ("score", _score, "score hands: JSON Lines in, JSON Lines out"),
        ("advance", _advance, "lead a tournament through its phases: JSON Lines in and out"),
        ("season", _season, "rank a season of tournaments: JSON Lines in, JSON Lines out"),
        ("record", _record, "tell how persons and pairs played: JSON Lines in, JSON Lines out"),
        ("sheet-check", _sheet_check, "find slips in sheets: JSON Lines in, JSON Lines out"),
    ):
        commands.add_parser(name, help=what).set_defaults(run=answers)
    _add_draw(commands)
    read = commands.add_parser("read", help="read hands typed as lines: `90κ 97`")
    read.add_argument("lines", nargs="*", metavar="LINE", help="else those of standard input")
    read.add_argument("--rules", default="cafe", metavar="PRESET", help="by which it is scored")
    read.add_argument("--json", action="store_true", help="an object a line")
    _add_language(read)
    read.set_defaults(run=_read_lines)


def _add_files(commands: "_Commands", create_app: CreateApp) -> None:
    sheet = commands.add_parser("sheet", help="print the scoresheet of a match file as a PDF")
    sheet.add_argument("match_file", type=Path, metavar="MATCH.json")
    sheet.add_argument("-o", "--output", type=Path, required=True, metavar="OUT.pdf")
    _add_language(sheet)
    sheet.set_defaults(run=_sheet)
    export = commands.add_parser("export", help="write a match that is kept here to a file")
    export.add_argument("match", metavar="ID", help="its id, or its whole address")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="not standard output")
    export.add_argument(
        "--until", type=_at_least_one, metavar="N", help="not what came after event N"
    )
    kinds = export.add_mutually_exclusive_group()
    for kind, what in (("csv", "the ledger for a spreadsheet"), ("png", "a picture of the ledger")):
        kinds.add_argument(f"--{kind}", dest="kind", action="store_const", const=kind, help=what)
    _add_language(export)
    export.set_defaults(kind="json", run=lambda options: _export(create_app, options))
    import_command = commands.add_parser(
        "import", help="keep the match of a match file; prints its path and its scorer's link"
    )
    import_command.add_argument("match_file", type=Path, metavar="FILE")
    _add_language(import_command)
    import_command.set_defaults(run=lambda options: _import(create_app, options))


def _add_servers(commands: "_Commands", create_app: CreateApp) -> None:
    for name, run, port, what in (
        ("serve", _serve, "8000", "migrate the database and start the server"),
        ("serve-https", _serve_https, "8443", "the same over HTTPS, by Caddy and a CA of its own"),
        ("demo", _demo, "8000", "start a server on a café evening in instance/demo, made afresh"),
    ):
        server = commands.add_parser(name, help=what)
        server.add_argument("--port", type=_port, default=os.environ.get("PORT", port))
        server.add_argument("--host", type=_host, default=os.environ.get("HOST", ""))
        # For `serve-https`, whose server only Caddy reaches.
        server.add_argument("--bind", help=argparse.SUPPRESS)
        server.set_defaults(run=partial(run, create_app))
    work = commands.add_parser("work", help="do the jobs, where `serve` starts no worker for them")
    # For the one that `serve` starts: it ends where its parent is another process.
    work.add_argument("--parent", type=int, default=0, help=argparse.SUPPRESS)
    work.set_defaults(run=lambda options: _work(create_app, options.parent))


def _add_draw(commands: "_Commands") -> None:
    draw = commands.add_parser("draw", help="draw rounds of tournaments: JSON Lines in and out")
    draw.add_argument(
        "tournament_file",
        nargs="?",
        type=Path,
        metavar="TOURNAMENT.json",
        help="draw each round of an exported tournament again",
    )
    draw.set_defaults(run=_draw)


def _add_link(commands: "_Commands", create_app: CreateApp) -> None:
    link = commands.add_parser("link", help="print a new scorer's link for a match")
    link.add_argument("match", metavar="ID", help="its id, or its whole address")
    link.add_argument("--site", metavar="URL", help="the server's address, to begin the link with")
    _add_language(link)
    link.set_defaults(run=lambda options: _link(create_app, options))


def _add_erasing(commands: "_Commands", create_app: CreateApp) -> None:
    erase = commands.add_parser("erase", help="erase names; what was played stays")
    kinds = erase.add_subparsers(required=True, metavar="WHAT")
    for name, what in (
        ("match", "of a match"),
        ("tournament", "of a tournament, its matches and its final"),
        ("pair", "of one pair of a tournament"),
        ("club", "of a club; not those in its tournaments"),
        ("person", "of one person of a club"),
    ):
        kind = kinds.add_parser(name, help=what)
        kind.add_argument("address", metavar="ID", help="its id, or its whole address")
        if name in ("pair", "person"):
            kind.add_argument("number", metavar="NUMBER", help=f"the {name}'s")
        _add_language(kind)
        kind.set_defaults(what=name, number="")
    old = kinds.add_parser("old", help="where nothing was written for so many days")
    old.add_argument("--days", type=_at_least_one, metavar="N", help="not those of the settings")
    _add_language(old)
    old.set_defaults(what="old")
    erase.set_defaults(run=lambda options: _erase(create_app, options))


def _add_backups(commands: "_Commands", create_app: CreateApp) -> None:
    backup = commands.add_parser("backup", help="copy the database while the server runs")
    backup.add_argument("folder", type=Path, metavar="DIR", help="on another disk; made if need be")
    backup.add_argument("--keep", type=_at_least_one, metavar="N", help="the newest 14")
    _add_language(backup)
    backup.set_defaults(run=lambda options: _back_up(create_app, options))
    restore = commands.add_parser("restore", help="put a backup in place of what is there")
    restore.add_argument("file", type=Path, metavar="FILE")
    restore.add_argument("--yes", action="store_true", help="do it; without, it only says what")
    restore.add_argument("--damaged", action="store_true", help="also with damaged matches in it")
    _add_language(restore)
    restore.set_defaults(run=lambda options: _restore(create_app, options))
    move = commands.add_parser("move", help="copy the database into an empty one of PostgreSQL")
    move.add_argument("--to", required=True, metavar="URL", help="such as postgresql:///tefteri")
    _add_language(move)
    move.set_defaults(run=lambda options: _move(create_app, options))


def _add_upkeep(commands: "_Commands", create_app: CreateApp) -> None:
    upkeep = commands.add_parser("maintenance", help="let phones wait while the server is mended")
    upkeep.add_argument("switch", choices=("on", "off"))
    upkeep.add_argument("--minutes", type=_at_least_one, metavar="N", help="as long as it may take")
    _add_language(upkeep)
    upkeep.set_defaults(run=lambda options: _maintain(create_app, options))
    migrate = commands.add_parser("migrate", help="bring the database to a version's tables")
    migrate.add_argument("migration", nargs="?", metavar="MIGRATION", help="not the newest")
    migrate.add_argument("--yes", action="store_true", help="also where something is lost by it")
    _add_language(migrate)
    migrate.set_defaults(run=lambda options: _migrate(create_app, options))


def _host(text: str) -> str:
    """An address or a name; brackets may stand around IPv6, and nothing is all of IPv4."""
    return text.strip().removeprefix("[").removesuffix("]") or "0.0.0.0"


def _port(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= 65535:
        raise argparse.ArgumentTypeError(f"{text} is no port: give one from 1 to 65535")
    return int(text)


def _at_least_one(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text} is no number from 1 on")
    return int(text)


def _answer_lines(answer: "AnswerOne") -> int:
    """Answer each line of standard input at once; the exit status is always 0."""
    from scorekeeper.cli.json_lines import answer_lines

    return answer_lines(answer, sys.stdin.buffer, sys.stdout.buffer)


def _score(_options: argparse.Namespace) -> int:
    from scorekeeper.rules.codec import answer

    return _answer_lines(answer)


def _draw(options: argparse.Namespace) -> int:
    if options.tournament_file:
        from scorekeeper.cli.draw_command import redraw_file

        return redraw_file(options.tournament_file)
    from scorekeeper.draws.codec import answer

    return _answer_lines(answer)


def _advance(_options: argparse.Namespace) -> int:
    from scorekeeper.phases.advance_codec import answer

    return _answer_lines(answer)


def _season(_options: argparse.Namespace) -> int:
    from scorekeeper.club.seasons.season_reader import answer

    return _answer_lines(answer)


def _record(_options: argparse.Namespace) -> int:
    from scorekeeper.club.seasons.record_codec import answer

    return _answer_lines(answer)


def _sheet_check(_options: argparse.Namespace) -> int:
    from scorekeeper.tournament.sheets.sheet_codec import answer

    return _answer_lines(answer)


def _read_lines(options: argparse.Namespace) -> int:
    from scorekeeper.cli.read_command import read_lines
    from scorekeeper.rules.presets import PRESETS, find_preset

    rules = find_preset(options.rules)
    if rules is None:
        print(f"no such rules: choose from {', '.join(PRESETS)}", file=sys.stderr)
        return 2
    given = (line.decode(errors="replace").rstrip("\r\n") for line in sys.stdin.buffer)
    lines = options.lines or given
    return read_lines(lines, rules, options.lang, as_json=options.json)


def _sheet(options: argparse.Namespace) -> int:
    from scorekeeper.cli.import_export import print_match_file

    problems = print_match_file(options.match_file, options.output, options.lang)
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


def _on_database(
    create_app: CreateApp, options: argparse.Namespace, command: Callable[[], int], needs: "Needs"
) -> int:
    from scorekeeper.cli.backups import run_on_database

    return run_on_database(create_app(), options.lang, command, needs)


def _export(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.import_export import export_match

    return _on_database(
        create_app,
        options,
        lambda: export_match(
            options.match, options.kind, options.output, options.lang, options.until
        ),
        "reads",
    )


def _import(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.import_export import import_match

    return _on_database(
        create_app,
        options,
        lambda: import_match(options.match_file, options.lang),
        "writes",
    )


def _link(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.erasure import link_match

    return _on_database(
        create_app,
        options,
        lambda: link_match(options.match, options.site, options.lang),
        "writes",
    )


def _erase(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import erasure

    def erase() -> int:
        if options.what == "old":
            return erasure.erase_what_is_old(options.days, options.lang)
        return erasure.erase_names(options.what, options.address, options.number, options.lang)

    return _on_database(create_app, options, erase, "writes")


def _back_up(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.backups import back_up
    from scorekeeper.keeping.backup import BACKUPS_TO_KEEP

    return _on_database(
        create_app,
        options,
        lambda: back_up(options.folder, options.keep or BACKUPS_TO_KEEP, options.lang),
        "reads",
    )


def _restore(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.backups import restore

    return _on_database(
        create_app,
        options,
        lambda: restore(options.file, options.lang, sure=options.yes, even_damaged=options.damaged),
        "replaces",
    )


def _move(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli.upkeep import move

    return _on_database(
        create_app,
        options,
        lambda: move(options.to, options.lang),
        "writes",
    )


def _maintain(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import upkeep

    with create_app().app_context():
        if options.switch == "on":
            return upkeep.begin(options.minutes, options.lang)
        return upkeep.end(options.lang)


def _migrate(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import upkeep

    return _on_database(
        create_app,
        options,
        lambda: upkeep.migrate(options.migration, options.lang, sure=options.yes),
        "writes",
    )


def _serve(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import server

    is_told_where = options.bind or server.is_given_a_socket()
    if not is_told_where and not server.comes_free(options.host, options.port):
        print(server.unbound_text(options.host, options.port, "run"), file=sys.stderr)
        return 1
    app = create_app()
    if refusal := server.make_ready(app, _language()):
        return refusal
    if not (is_told_where or server.is_a_service()):
        with suppress(OSError):  # a log on a disk that is full takes no word
            server.announce(app, options.host, options.port)
    server.start(app, options.bind or server.binding(options.host, options.port))


def _work(create_app: CreateApp, parent: int) -> int:
    from scorekeeper.cli import server
    from scorekeeper.work.worker import work

    app = create_app(has_pages=False)
    if refusal := server.make_ready(app, _language(), only_jobs=True):
        return refusal
    work(app, parent)
    return 0


def _serve_https(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import https

    return https.show(create_app, options.host, options.port, _language())


def _demo(create_app: CreateApp, options: argparse.Namespace) -> int:
    from scorekeeper.cli import server

    return server.show(create_app, options.host, options.port)


def _add_language(command: argparse.ArgumentParser) -> None:
    # The default is read by `_read_language` too, but only where this command is the one to run.
    command.add_argument("--lang", type=_read_language, default="", metavar="LANGUAGE")


def _read_language(text: str) -> str:
    from scorekeeper.i18n import LANGUAGES

    if text and text not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"choose from {', '.join(LANGUAGES)}")
    return text or _language()


def _language() -> str:
    from scorekeeper.i18n.language import SOURCE_LANGUAGE, find_language

    return find_language(os.environ.get("LANG", "")) or SOURCE_LANGUAGE
