"""`python -m scorekeeper export` and `import`: matches as files, on the command line."""

import sys
from datetime import datetime
from pathlib import Path
from typing import Literal

from scorekeeper.cli.backups import Failed, in_words
from scorekeeper.cli.erasure import damage_text, print_link, public_id_in, refuse
from scorekeeper.explain.problems import file_problem_text, import_problems, undecided_texts
from scorekeeper.export.spreadsheet import ledger_csv
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.json_parts import NameTwice
from scorekeeper.match import import_export
from scorekeeper.match.agreement import answers_in_order
from scorekeeper.match.import_export import TooMuch, Undecided, Unfit
from scorekeeper.match.ledger import Ledger
from scorekeeper.match.matches import (
    DamagedEvent,
    DatabaseUnavailable,
    find_match,
    find_match_until,
)
from scorekeeper.printing.pdf import (
    PICTURE_STYLESHEET_URL,
    STYLESHEET_URL,
    PdfUnavailable,
    refuse_long,
    render_pdf,
    render_png,
)
from scorekeeper.printing.picture import picture_of, render_picture, render_sheet
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.rules.match_file import (
    LARGEST_FILE,
    LONGEST_MATCH,
    FileProblem,
    decode_match_file,
    read_match,
)
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import is_up_to_date


def print_match_file(path: Path, out: Path, language: str) -> list[str]:
    """Write the sheet of the match file at `path` to `out`.

    Returns the problems that prevent it, in words, one a text; empty where the PDF was written.
    """
    with use_locale(language):
        try:
            data = _read(path)
            match, problems = read_match(data)
            if match is None:
                return [file_problem_text(problem, data) for problem in problems]
            if out.exists() and out.samefile(path):
                return [gettext("%(file)s is the match itself: name another file.", file=str(out))]
            refuse_long(match)
            sheet = sheet_of(match, datetime.now())
            out.write_bytes(render_pdf(render_sheet(sheet, STYLESHEET_URL)))
        except Unreadable as error:
            return [str(error)]
        except PdfUnavailable as error:
            return [unavailable(error)]
        except OSError:
            return [unwritable(out)]
    return []


class Unreadable(Exception):
    """The file is no match file; the text says why."""


def read_content(path: Path) -> bytes:
    """The content of a match file.

    :raises Unreadable: there is no such file, it cannot be read, or it is too large.
    """
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except FileNotFoundError as error:
        raise Unreadable(gettext("There is no file %(file)s.", file=str(path))) from error
    except OSError as error:
        raise Unreadable(gettext("%(file)s cannot be read.", file=str(path))) from error
    if len(content) > LARGEST_FILE:
        text = gettext("%(file)s is too large for a match file.", file=str(path))
        raise Unreadable(text)
    return content


def unwritable(path: Path) -> str:
    """The message that the file cannot be written."""
    return gettext("%(file)s cannot be written.", file=str(path))


def unavailable(error: PdfUnavailable) -> str:
    """The message why nothing can be printed or drawn."""
    if error.reason == "missing":
        return gettext("PDFs cannot be made here: %(missing)s is missing.", missing=error.detail)
    if error.reason == "long":
        return gettext("A match of more than %(rows)s rows is not printed.", rows=LONGEST_MATCH)
    return gettext("The PDF could not be made: %(why)s.", why=error.detail)


def _read(path: Path) -> object:
    content = read_content(path)
    try:
        return decode_match_file(content)
    except NameTwice as twice:
        problem = FileProblem(None, "not_json", twice.name)
        raise Unreadable(f"{path}: {file_problem_text(problem)}") from twice
    except ValueError as error:
        text = gettext("%(file)s is not JSON.", file=str(path))
        raise Unreadable(text) from error


FileFormat = Literal["json", "csv", "png"]


def export_match(
    address: str, file_format: FileFormat, out: Path | None, language: str, until: int | None = None
) -> int:
    """Write the match to `out`, or to standard output; the exit status. Needs an app context.

    `until` is the seq of the last event that counts, of a match that is damaged behind it. It only
    reads: a server of another version may be running on this database.
    """
    with use_locale(language):
        if not is_up_to_date():
            return refuse(gettext("No matches of this version are here: start the server once."))
        try:
            public_id = public_id_in(address)
            loaded_match = find_match_until(public_id, until) if until else find_match(public_id)
            content = _content(loaded_match.ledger, file_format)
        except DamagedEvent as error:
            return refuse(damage_text(error))
        except DatabaseUnavailable:
            return refuse(gettext("The server is busy"))
        except NotFound:
            return refuse(gettext("There is no match %(match)s here.", match=address))
        except Undecided as error:
            return refuse(*undecided_texts(error))
        except PdfUnavailable as error:
            return refuse(unavailable(error))
        if out is not None:
            return _save(content, out)
    sys.stdout.buffer.write(content)
    sys.stdout.buffer.flush()
    return 0


def import_match(path: Path, language: str) -> int:
    """Take the match file in, print the match's path and its scorer's link; the exit status.

    No phone is its scorer yet. Needs an app context.
    """
    with use_locale(language):
        try:
            with in_words():
                bring_up_to_date()
                match = import_export.read_file(read_content(path))
                loaded_match, _new = import_export.import_match(match, None, new_operation_id())
                print(f"/m/{loaded_match.public_id}/")
                print_link(loaded_match.public_id)
        except (Failed, Unreadable) as error:
            return refuse(str(error))
        except (Unfit, TooMuch) as error:
            return refuse(*import_problems(error))
        print(gettext("Whoever opens this link may write in the match."))
    return 0


def _content(ledger: Ledger, file_format: FileFormat) -> bytes:
    match = ledger.match
    if file_format == "csv":
        return ledger_csv(match, ledger.players, answers_in_order(ledger))
    if file_format == "png":
        refuse_long(match)
        picture = picture_of(match, ledger.players)
        return render_png(render_picture(picture, PICTURE_STYLESHEET_URL))
    return import_export.file_content(import_export.match_file_of(ledger))


def _save(content: bytes, out: Path) -> int:
    try:
        out.write_bytes(content)
    except OSError:
        return refuse(unwritable(out))
    return 0
