"""The hidden fields of every form, and the operation that it asks for, as a program does."""

from collections.abc import Callable, Collection
from hashlib import sha256
from typing import Final, Generic, TypeAlias

from flask import Blueprint, Response, abort, request
from markupsafe import Markup
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.journal.act import Revision
from scorekeeper.journal.identifiers import is_operation_id, new_operation_id
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.organised import OA, OB, Role
from scorekeeper.journal.owner import ActRefused, Conflict, L, S, part_op_id
from scorekeeper.web.fragments import go_to
from scorekeeper.web.operation_table import OperationRequest, Operations
from scorekeeper.web.phone_identity import phone_id


def whole_number(text: str | None, digits: int = 60) -> int | None:
    """Return the number, or None where the text is no number or has too many digits."""
    text = (text or "").strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= digits else None


def clamp_page(page: int, count: int, size: int) -> tuple[int, int]:
    """Return the page, the last one at most, and the number of pages of this size."""
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

    The form may hold names: the key has to change when names are erased. A form that was sent but
    not written says so: another phone may have changed its mark.
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


Fields: TypeAlias = Callable[[L], Json]
"""Gives the fields of an operation in an owner, as the form says them."""


class Mistyped(Exception):
    """The typed text is no possible request; the message says why."""


class OperationForms(Generic[L, S, OB, OA]):
    """The forms of one kind of owner, each of which asks for an operation as a program does."""

    def __init__(
        self,
        pages: Blueprint,
        key: str,
        operations: Operations[L, S, OB, OA],
        organised: Callable[[str], L],
        role_in: Callable[[str], Role],
        refusal_text: Callable[[ActRefused], str],
    ) -> None:
        """Take the blueprint, and the name that its addresses have for an owner.

        `organised` finds an owner for its organiser. `role_in` gives this phone's role in it, and
        `refusal_text` the reason of a refusal.
        """
        self._key: Final = key
        self._pages: Final = pages
        self._operations: Final = operations
        self._organised: Final = organised
        self._role_in: Final = role_in
        self._refusal_text: Final = refusal_text

    def perform(self, loaded: L, op: str, fields: Json, part: str = "") -> L:
        """The owner after the operation that the form asks for, or after one part of many.

        :raises NotAllowed, ActRefused, Conflict: as of `Operations.perform`.
        """
        op_id, revision = operation()
        part_id = part_op_id(op_id, part) if part else op_id
        role = self._role_in(loaded.public_id)
        return self._operations.perform(
            OperationRequest(loaded, phone_id(), role, part_id, op, revision, fields)
        )

    def form(
        self,
        path: str,
        op: str,
        page: Callable[[L, int, str], Response],
        to: str,
        fold: str = "",
        keeps: Collection[str] = (),
    ) -> Callable[[Fields[L]], Fields[L]]:
        """Register an organiser's form by the function that gives the operation's fields.

        Once the operation is done, the browser is sent to the page `to`, with this fold open. The
        parameters `keeps` of the form's address go along. A refusal shows `page` with the owner as
        it was loaded, 422 and the reason. If another phone was faster, `page` is shown with the
        owner as it is now, 409 and no text.
        """

        opened = {"open": fold, "_anchor": fold} if fold else {}

        def register(fields: Fields[L]) -> Fields[L]:
            def send(**address: str) -> BaseResponse:
                loaded = self._organised(address[self._key])
                operation()  # a form that carries none is answered by 400 before all else
                try:
                    self.perform(loaded, op, fields(loaded))
                except Mistyped as mistyped:
                    return page(loaded, 422, str(mistyped))
                except ActRefused as refusal:
                    return page(loaded, 422, self._refusal_text(refusal))
                except Conflict as conflict:
                    return page(self._operations.owner.find(conflict.public_id), 409, "")
                kept = {name: told for name in keeps if (told := request.args.get(name))}
                return go_to(to, **address, **opened, **kept)

            self._pages.add_url_rule(path, fields.__name__, send, methods=["POST"])
            return fields

        return register
