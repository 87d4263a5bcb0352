"""Read what every form carries: numbers as people type them, the operation id, the revision."""

from flask import abort, request

from scorekeeper.journal.act import Revision
from scorekeeper.journal.identifiers import is_operation_id


def whole_number(text: str | None, digits: int = 60) -> int | None:
    """The number, or None: it is none, or longer than any that makes sense here."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def clamp_page(page: int, count: int, size: int) -> tuple[int, int]:
    """The page, the last one at most, of so many rows, and how many pages of this size they are."""
    pages_there = max(-(-count // size), 1)
    return min(page, pages_there), pages_there


def operation() -> tuple[str, Revision]:
    """The operation id and the revision that a form carries; 400 where it carries none.

    A form of an older page carries its number alone.
    """
    op_id, revision = request.form.get("op_id", ""), whole_number(request.form.get("revision"))
    if not is_operation_id(op_id) or revision is None:
        abort(400)
    return op_id, Revision(revision, request.form.get("after") or None)
