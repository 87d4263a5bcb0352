"""Reads match files for the command line, with words for what is wrong, and prints them."""

from datetime import datetime
from pathlib import Path

from scorekeeper.explain.problems import file_problem_text
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.json_parts import NameTwice
from scorekeeper.printing.html import render_sheet
from scorekeeper.printing.pdf import (
    STYLESHEET_URL,
    PdfUnavailable,
    refuse_long,
    render_pdf,
)
from scorekeeper.printing.sheet import sheet_of
from scorekeeper.rules.match_file import (
    LARGEST_FILE,
    LONGEST_MATCH,
    FileProblem,
    decode_match_file,
    read_match,
)


def print_match_file(path: Path, out: Path, language: str) -> list[str]:
    """Write the sheet of the match file at `path` to `out`.

    Returns what keeps it from being printed, in words, one problem a text; nothing where the PDF
    was written.
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
