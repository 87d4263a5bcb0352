"""Bodies of acts: a change as a record, with the conditions for it and its effect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field, replace
from types import ModuleType
from typing import (
    Annotated,
    ClassVar,
    Final,
    Generic,
    Literal,
    Self,
    TypeVar,
    dataclass_transform,
)

from scorekeeper.journal.fields import Form, OperationField
from scorekeeper.journal.json_values import Json, JsonValue
from scorekeeper.journal.record import Codec, Record, as_it_is

ERASED: Final = "erased"
"""The mark in an act's data that it had names once."""
By = Literal["scorer", "organiser", "operator", "age"]
"""The one who erases names: `operator` on the command line, `age` because they have become old."""

S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)


class StoredBody(Record):
    """The body of an act of one kind, whatever its acts fold to."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {}
    """The forms in which a program may ask for it, by operation; empty: no program may."""
    kind: ClassVar[str]
    is_erasing: ClassVar[bool] = False
    """Does it take something out of earlier acts?"""
    changes: ClassVar[Iterable[str]] = ()
    """The names of the things that it changes, with its fields in them: `pair {self.pair}`."""
    rests: ClassVar[Iterable[str] | None] = None
    """The names of the things that it rests on; None: those that it changes."""

    erased: Annotated[bool, Codec(bool, as_it_is)] = False
    """Had it names once?"""

    @property
    def data(self) -> Json:
        """The JSON that is stored of the body."""
        return self.fields()

    def redacted(self) -> Self:
        """The body without the names in it; itself where it has none."""
        stored = self.fields()
        redacted = self.redacted_data(stored)
        return self if redacted == stored else replace(self.read(redacted), erased=True)

    def typed_texts(self) -> Iterator[str]:
        """The texts of the body that redaction would blank."""
        if self.texts:
            stored = self.fields()
            yield from _blanked(stored, self.redacted_data(stored))

    def without_engine(self) -> Self:
        """The body without the version of the engine that showed a score of it."""
        return self

    @property
    def undoes(self) -> int | None:
        """The seq of the act that it undoes, if it undoes one."""
        return None

    @property
    def is_by_phone(self) -> bool:
        """Did a phone do it, and not the operator or a deadline?"""
        return True

    def writes(self) -> frozenset[str]:
        """The names of the things that it changes; a later act on one of them is stale."""
        return self._named(self.changes)

    def rests_on(self) -> frozenset[str]:
        """The names of the things that must not have changed since it was decided."""
        return self.writes() if self.rests is None else self._named(self.rests)

    def _named(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(name.format(self=self) for name in names)


class ErasedBy(StoredBody):
    """The body of an erasure of names, with the role that erased them."""

    by: By

    @property
    def is_by_phone(self) -> bool:
        return self.by not in ("operator", "age")


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class DeclaredBody(StoredBody, Generic[S, A_contra]):
    """The body of one kind of act of an owner, declared by the keywords of its class."""

    def __init_subclass__(
        cls,
        kind: str = "",
        op: str = "",
        form: str = "",
        beside: tuple[OperationField, ...] = (),
        **marks: object,
    ) -> None:
        """Make it a record, with these marks of its kind.

        The operation `op` takes all fields that have a reader. It also takes the fields `beside`
        them, which are not stored. `form` is the name of its schema.
        """
        super().__init_subclass__()
        if kind:
            cls.kind = kind
        for name, value in marks.items():
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} has no mark {name}")
            setattr(cls, name, value)
        if op:
            cls.operations = {op: (cls.form(form, beside),)}
        elif "operations" not in vars(cls):
            cls.operations = {}

    def check(self, state: S, /) -> None:
        """See whether it is possible as things stand; raise a refusal where it is not."""

    def apply(self, state: S, act: A_contra, /) -> S:
        """The state after the act that has this body, which was checked when it was written."""
        return state


_Body = TypeVar("_Body", bound=StoredBody)


def kinds_in(base: type[_Body], modules: Iterable[ModuleType]) -> dict[str, type[_Body]]:
    """The kinds of acts that these modules define below the base, by their names."""
    return {
        found.kind: found
        for module in modules
        for found in vars(module).values()
        if isinstance(found, type) and issubclass(found, base)
        if found.__module__ == module.__name__ and "kind" in vars(found)
    }


def _blanked(stored: JsonValue, redacted: JsonValue) -> Iterator[str]:
    """The texts that stand in the first, and are blank in the other."""
    if isinstance(stored, dict) and isinstance(redacted, dict):
        for key, value in stored.items():
            yield from _blanked(value, redacted[key])
    elif isinstance(stored, list) and isinstance(redacted, list):
        for value, other in zip(stored, redacted, strict=True):
            yield from _blanked(value, other)
    elif isinstance(stored, str) and stored != redacted:
        yield stored
