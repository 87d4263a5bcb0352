"""Operations as a program or a page asks for them: read with every problem at once, and done."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Final, Generic, NamedTuple

from scorekeeper.journal.act import Revision
from scorekeeper.journal.fields import Form, OperationField, pattern, read_values, whole
from scorekeeper.journal.json_values import Json, number_in, text_in
from scorekeeper.journal.organised import OA, OB, Organised, Role
from scorekeeper.journal.owner import L, NotAllowed, S
from scorekeeper.rules.model import Problem, in_order

REVISION: Final = OperationField("revision", whole(1).named("Place"))
_AFTER: Final = pattern("[0-9a-f]{32}")
AFTER: Final = OperationField("after", _AFTER.named("After"))
"""The operation of the last act at that revision, by which it is known after a restored backup."""
AFTER_ACT: Final = OperationField("after", _AFTER.named("AfterAct"))
"""A tournament's or a club's last act at that revision, by its operation or its mark."""


class Unread(Exception):
    """The body's own fields are missing, or cannot be read."""

    def __init__(self, *problems: Problem) -> None:
        super().__init__(problems)
        self.problems = in_order([*problems])


class SentOperation(NamedTuple):
    """An operation in a tournament or a club, as it was sent and as it was read."""

    op: str
    revision: Revision
    sent: Json
    """Its own fields, as they were sent."""
    fields: Json
    """Its own fields, tidied."""


def without_nulls(body: Json) -> Json:
    """Return the fields that are there: null is absent."""
    return {field: value for field, value in body.items() if value is not None}


def read_fields(
    values: Json, mandatory: Iterable[OperationField], optional: Iterable[OperationField]
) -> tuple[Json, list[Problem]]:
    """Return the values that could be read, and a problem for each field that could not."""
    mandatory = [*mandatory]
    readers = dict((*mandatory, *optional))
    found = [Problem("missing", name) for name, _ in mandatory if name not in values]
    read, unread = read_values(values, readers)
    return read, [*found, *(Problem("unknown", name) for name in unread)]


def revision_in(read: Json) -> Revision:
    """The revision that was read, with the act by which it is known, if that was sent."""
    return Revision(number_in(read, REVISION.name), text_in(read, AFTER.name) or None)


def take_op(values: Json, forms: Mapping[str, Form]) -> str:
    """Take the operation out of the values.

    :raises Unread: it is not one of these forms.
    """
    op = values.pop("op", None)
    if not isinstance(op, str) or op not in forms:
        raise Unread(Problem("missing" if op is None else "unknown", "op"))
    return op


def read_named(body: Json, forms: Mapping[str, Form]) -> SentOperation:
    """Read an operation by the form with its name.

    :raises Unread: it is no operation; the error has every problem of its fields.
    """
    values = without_nulls(body)
    op = take_op(values, forms)
    form = forms[op]
    read, found = read_fields(values, (REVISION, *form.needed), (*form.optional, AFTER_ACT))
    if found:
        raise Unread(*found)
    sent, fields = (
        {name: value for name, value in told.items() if name in form.readers}
        for told in (values, read)
    )
    return SentOperation(op, revision_in(read), sent, fields)


@dataclass(frozen=True, slots=True)
class OperationRequest(Generic[L]):
    """An operation, the phone that asks for it, and its id."""

    loaded: L
    """The owner as it stood when the phone asked."""
    phone: int | None
    role: Role
    op_id: str
    op: str
    revision: Revision
    fields: Json
    """The operation's own fields, tidied."""
    sent: Json | None = None
    """The same as a program sent them; a page sends what its form says, and has none."""

    @property
    def asked(self) -> Json | None:
        """The fields by which a repeat is recognised; None: a repeat is compared with its act."""
        return None if self.sent is None else self.fields

    @property
    def who(self) -> tuple[str, int | None, str, Revision]:
        """The arguments that every use case begins with."""
        return self.loaded.public_id, self.phone, self.op_id, self.revision


class Operations(Generic[L, S, OB, OA]):
    """The operations of one kind of owner, for programs and pages alike."""

    def __init__(
        self,
        owner: Organised[L, S, OB, OA],
        bodies: Mapping[str, type[OB]],
        use_cases: Mapping[str, Callable[[OperationRequest[L]], L]],
    ) -> None:
        self.owner: Final = owner
        self.kinds: Final = {op: body for body in bodies.values() for op in body.operations}
        """The acts that can be asked for, by the names of their operations."""
        self.forms: Final = {
            op: form for body in bodies.values() for op, (form,) in body.operations.items()
        }
        self._use_cases: Final = use_cases

    def perform(self, request: OperationRequest[L]) -> L:
        """The owner after the operation; a repeat is answered as the first time.

        :raises NotAllowed: a helper asks for what the organiser alone may do.
        :raises ActRefused, Conflict: as of `Organised.write`, and what the use case raises.
        """
        if request.role == "helper" and not self.kinds[request.op].is_for_helpers:
            raise NotAllowed
        use_case = self._use_cases.get(request.op)
        if use_case:
            return use_case(request)
        return self.write(request, self.kinds[request.op].read(request.fields))

    def write(self, request: OperationRequest[L], body: OB) -> L:
        """The owner after the act that the operation asks for."""
        return self.owner.write(*request.who, body)
