"""Bodies that are declared: their fields say how they are stored, sent and described.

The type of a field decides how it is read and written; its `Codec` stands beside one that JSON does
not have. A field that a program may send has its `Reader` there: `Annotated[str, PAIR]`. A field
with its default is not stored, unless it is `Always[…]`; `StoredAs` gives it another name in JSON.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, Field, dataclass, field
from dataclasses import fields as fields_of
from types import NoneType, UnionType
from typing import (
    Annotated,
    ClassVar,
    Final,
    Generic,
    Literal,
    NamedTuple,
    Self,
    TypeVar,
    Union,
    cast,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from scorekeeper.journal.body import Json, JsonValue, StoredBody, object_of
from scorekeeper.journal.fields import Form, OperationField, Reader, several

V = TypeVar("V")
S = TypeVar("S")
A_contra = TypeVar("A_contra", contravariant=True)


class Codec(Generic[V]):
    """How a value is read from JSON, and written to it."""

    def __init__(self, load: Callable[[JsonValue], V], dump: Callable[[V], JsonValue]) -> None:
        """Take both ways.

        `load` raises `TypeError`, `KeyError` or `ValueError` for what cannot be such a value.
        """
        self.load: Final = load
        self.dump: Final = dump


class StoredAs(NamedTuple):
    """The name under which a field is stored, where it is not the field's own."""

    name: str


_ALWAYS: Final = object()
Always = Annotated[V, _ALWAYS]
"""The type of a field that is stored even where it has its default."""


class _Slot(NamedTuple):
    """A field of a declared class."""

    attribute: str
    name: str
    codec: Codec[object]
    default: object
    """`MISSING` where the field is needed."""
    is_always: bool
    reader: Reader | None


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Record:
    """A part of a body that is stored as an object."""

    _slots: ClassVar[tuple[_Slot, ...]]

    def __init_subclass__(cls) -> None:
        """Make it a dataclass of the fields that it declares."""
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)
        cls._slots = _slots_of(cls)

    @classmethod
    def read(cls, data: Json) -> Self:
        """Read what `fields` wrote.

        :raises KeyError, TypeError, ValueError: a field is missing or something else.
        """
        return cast(Callable[..., Self], cls)(**_load(cls._slots, data))

    def fields(self) -> Json:
        """The object that is stored."""
        return _dump(self._slots, self)


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class DeclaredBody(StoredBody, Generic[S, A_contra]):
    """The body of an act of one kind, of what its acts fold to, and how they stand there."""

    operations: ClassVar[Mapping[str, Form]] = {}
    """The ways to ask for it, by what each is called while a program asks; none: none can."""
    changes: ClassVar[Iterable[str]] = ()
    """The names of what it changes, with its fields in them: `pair {self.pair}`."""
    rests: ClassVar[Iterable[str] | None] = None
    """The names of what it rests on; None: what it changes."""
    _slots: ClassVar[tuple[_Slot, ...]] = ()

    def __init_subclass__(
        cls, kind: str = "", op: str = "", form: str = "", **marks: object
    ) -> None:
        """Make it a dataclass of the fields that it declares, with these marks of its kind.

        The operation `op` asks for it by all fields that have a reader; `form` is the name of its
        schema.
        """
        super().__init_subclass__()
        if kind:
            cls.kind = kind
        for name, value in marks.items():
            if not hasattr(cls, name):
                raise TypeError(f"{cls.__name__} has no mark {name}")
            setattr(cls, name, value)
        dataclass(frozen=True, kw_only=True)(cls)
        cls._slots = _slots_of(cls)
        if op:
            cls.operations = {op: _form_of(cls._slots, form)}
        elif "operations" not in vars(cls):
            cls.operations = {}

    @classmethod
    def read(cls, data: Json) -> Self:
        return cast(Callable[..., Self], cls)(**_load(cls._slots, data))

    def fields(self) -> Json:
        return _dump(self._slots, self)

    def writes(self) -> frozenset[str]:
        """The names of what it changes; another act is stale that rests on one of them."""
        return self._named(self.changes)

    def rests_on(self) -> frozenset[str]:
        """The names of what must not have changed since it was decided."""
        return self.writes() if self.rests is None else self._named(self.rests)

    def _named(self, names: Iterable[str]) -> frozenset[str]:
        return frozenset(name.format(self=self) for name in names)

    @abstractmethod
    def check(self, state: S, /) -> None:
        """See whether it is possible as things stand; raise a refusal where it is not."""

    @abstractmethod
    def apply(self, state: S, act: A_contra, /) -> S:
        """The state after the act that has this body, which was checked when it was written."""


def _load(slots: Iterable[_Slot], data: Json) -> dict[str, object]:
    """The values of the slots that are there.

    :raises KeyError: a needed one is missing.
    """
    return {
        slot.attribute: slot.codec.load(data[slot.name])
        for slot in slots
        if slot.default is MISSING or slot.name in data
    }


def _dump(slots: Iterable[_Slot], one: object) -> Json:
    found: Json = {}
    for slot in slots:
        value = getattr(one, slot.attribute)
        if slot.is_always or value != slot.default:  # nothing equals `MISSING`
            found[slot.name] = slot.codec.dump(value)
    return found


def _slots_of(cls: type) -> tuple[_Slot, ...]:
    """The fields of a dataclass, but for the mark of what was erased."""
    # JSON is defined by itself, under this name.
    hints = get_type_hints(cls, localns={"JsonValue": JsonValue}, include_extras=True)
    return tuple(_slot(one, hints[one.name]) for one in fields_of(cls) if one.name != "erased")


def _slot(one: Field[object], hint: object) -> _Slot:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    return _Slot(
        attribute=one.name,
        name=next((extra.name for extra in extras if isinstance(extra, StoredAs)), one.name),
        codec=_codec_of(hint),
        default=one.default if one.default_factory is MISSING else one.default_factory(),
        is_always=_ALWAYS in extras,
        reader=_reader_of(hint),
    )


def _form_of(slots: Iterable[_Slot], schema: str) -> Form:
    """The form of an operation: the fields that may be sent, and those that must be."""
    sent = [
        (slot.default is MISSING, OperationField(slot.name, slot.reader))
        for slot in slots
        if slot.reader is not None
    ]
    needed = tuple(one for is_needed, one in sent if is_needed)
    return Form(schema, needed, tuple(one for is_needed, one in sent if not is_needed))


def _reader_of(hint: object) -> Reader | None:
    """The reader beside a type; None where no program may send such a value."""
    args = get_args(hint)
    if get_origin(hint) is Annotated:
        found = next((one for one in args if isinstance(one, Reader)), None)
        return found or _reader_of(args[0])
    if get_origin(hint) in (Union, UnionType):
        return _reader_of(args[0])
    one = _reader_of(args[0]) if get_origin(hint) is tuple else None
    return several(one) if one else None


def _codec_of(hint: object) -> Codec[object]:
    """How values of this type are read and written.

    :raises TypeError: that is not known; the type needs a `Codec` beside it.
    """
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        own = next((one for one in args if isinstance(one, Codec)), None)
        return own or _codec_of(args[0])
    if origin in (Union, UnionType):
        (inner,) = (one for one in args if one is not NoneType)
        return _or_none(_codec_of(inner))
    if origin is tuple:
        return _tuple_codec(args)
    if origin is dict:
        return Codec(object_of, _as_it_is)
    if origin is Literal:
        return Codec(_one_of(args), _as_it_is)
    if isinstance(hint, type) and issubclass(hint, Record):
        return Codec(_reading(hint), lambda value: cast(Record, value).fields())
    if isinstance(hint, type) and hint in (int, str, bool):
        return Codec(_of_type(hint), _as_it_is)
    raise TypeError(f"{hint} has no codec")


def _tuple_codec(args: tuple[object, ...]) -> Codec[object]:
    if args[-1] is ...:
        one = _codec_of(args[0])
        return Codec(
            lambda value: tuple(map(one.load, _list_of(value))),
            lambda value: [*map(one.dump, cast(Iterable[object], value))],
        )
    codecs = [_codec_of(one) for one in args]
    return Codec(
        lambda value: tuple(
            codec.load(part) for codec, part in zip(codecs, _list_of(value), strict=True)
        ),
        lambda value: [
            codec.dump(part)
            for codec, part in zip(codecs, cast(Iterable[object], value), strict=True)
        ],
    )


def _or_none(inner: Codec[object]) -> Codec[object]:
    return Codec(
        lambda value: None if value is None else inner.load(value),
        lambda value: None if value is None else inner.dump(value),
    )


def _as_it_is(value: object) -> JsonValue:
    return cast(JsonValue, value)


def _list_of(value: JsonValue) -> list[JsonValue]:
    if not isinstance(value, list):
        raise TypeError("this is no list")
    return value


def _reading(kind: type[Record]) -> Callable[[JsonValue], object]:
    return lambda value: kind.read(object_of(value))


def _one_of(words: tuple[object, ...]) -> Callable[[JsonValue], object]:
    def load(value: JsonValue) -> object:
        if value not in words:
            raise TypeError(f"this is none of {', '.join(map(str, words))}")
        return value

    return load


def _of_type(kind: type) -> Callable[[JsonValue], object]:
    def load(value: JsonValue) -> object:
        # A bool is an int to Python; a revision is one, too.
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise TypeError(f"this is no {kind.__name__}")
        return value

    return load
