"""What every form carries: numbers, the operation id, the revision, a file, its draft's mark."""

from hashlib import sha256

from flask import abort, request
from markupsafe import Markup

from scorekeeper.journal.act import Revision
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.owner import part_op_id


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


def draft_attributes(*key: str | int, mark: int, is_unwritten: bool = False) -> Markup:
    """The attributes of such a form: `key` tells it from others, `mark` changes once it is written.

    Names may stand in it: the key has to change when some were erased. One that was sent and is not
    written says so: its mark may have changed by what somebody else wrote.
    """
    unwritten = " data-unwritten" if is_unwritten else ""
    return Markup('data-typed="{}" data-mark="{}"{}').format(
        "-".join(map(str, key)), mark, unwritten
    )


def sent_file() -> tuple[bytes, str]:
    """The bytes, none where no file was chosen, and the id of the operation that opens them.

    The same form sent again is the same operation; with another file in it, it is another one.
    """
    upload = request.files.get("file")
    content = upload.read() if upload else b""
    op_id = request.form.get("op_id", "")
    op_id = op_id if is_operation_id(op_id) else new_operation_id()
    return content, part_op_id(op_id, sha256(content).hexdigest())
