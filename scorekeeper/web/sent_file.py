"""A file that a form sends to be opened: a tournament's or a club's."""

from hashlib import sha256

from flask import request

from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.owner import part_op_id


def sent_file() -> tuple[bytes, str]:
    """The bytes, none where no file was chosen, and the id of the operation that opens them.

    The same form sent again is the same operation; with another file in it, it is another one.
    """
    upload = request.files.get("file")
    content = upload.read() if upload else b""
    op_id = request.form.get("op_id", "")
    op_id = op_id if is_operation_id(op_id) else new_operation_id()
    return content, part_op_id(op_id, sha256(content).hexdigest())
