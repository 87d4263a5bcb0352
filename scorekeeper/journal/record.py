"""Records: the types of their fields say how they are stored, sent, described and redacted.

The type of a field decides how it is read and written. A type that JSON does not have stands beside
its `Codec`. A field that a program may send stands beside its `Reader`: `Annotated[str, PAIR]`. A
field with its default is not stored, unless it is `Always[…]`; `StoredAs` gives it another name in
JSON. A text may name somebody, and redaction blanks it, unless it is an `Identifier`.
"""

from __future__ import annotations

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

from scorekeeper.journal.fields import Form, OperationField, Reader, several
from scorekeeper.journal.json_values import Json, JsonValue, blank, list_of, object_of

V = TypeVar("V")
Redaction = Callable[[JsonValue], JsonValue]
"""Gives stored JSON back with nothing in its texts."""


class Codec(Generic[V]):
    """How a value is read from JSON, and written to it."""

    def __init__(self, load: Callable[[JsonValue], V], dump: Callable[[V], JsonValue]) -> None:
        """Take both ways.

        `load` raises `TypeError`, `KeyError` or `ValueError` for what cannot be such a value.
        """
        self.load: Final = load
        self.dump: Final = dump


class Inlined(Codec[V]):
    """How a value is read from all that no other field of its record takes, and written there."""

    def __init__(
        self,
        load: Callable[[Json], V],
        dump: Callable[[V], Json],
        *,
        needed: tuple[OperationField, ...] = (),
        optional: tuple[OperationField, ...] = (),
        texts: tuple[str, ...] = (),
    ) -> None:
        """Take both ways, the fields by which it is sent, and those that redaction blanks."""
        super().__init__(cast(Callable[[JsonValue], V], load), dump)
        self.needed: Final = needed
        self.optional: Final = optional
        self.texts: Final = texts


class StoredAs(NamedTuple):
    """The name under which a field is stored, where it is not the field's own."""

    name: str


_ALWAYS: Final = object()
Always = Annotated[V, _ALWAYS]
"""The type of a field that is stored even where it has its default."""
_KEY: Final = object()
Identifier = Annotated[str, _KEY]
"""The type of a text without a person's name: a number, a code, an address."""


class _Slot(NamedTuple):
    """A field of a record."""

    attribute: str
    name: str
    """Empty where its value is inlined."""
    codec: Codec[object]
    default: object
    """`MISSING` where the field is needed."""
    is_always: bool
    reader: Reader | None
    redactions: Mapping[str, Redaction]
    """By the names of the stored fields that have texts."""


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Record:
    """Something that is stored as an object, field by field."""

    texts: ClassVar[tuple[str, ...]] = ()
    """The stored fields that redaction blanks."""
    _slots: ClassVar[tuple[_Slot, ...]] = ()
    _names: ClassVar[frozenset[str]] = frozenset()
    """Of the stored fields, but for what is inlined."""
    _loads: ClassVar[tuple[tuple[str, str, Callable[[JsonValue], object], bool], ...]] = ()
    """The attribute of each field, its name, how it is read, and whether it is needed."""
    _redactions: ClassVar[Mapping[str, Redaction]] = {}

    def __init_subclass__(cls) -> None:
        """Make it a dataclass of the fields that it declares."""
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=True)(cls)
        # JSON is defined by itself, under this name.
        hints = get_type_hints(cls, localns={"JsonValue": JsonValue}, include_extras=True)
        declared: tuple[Field[object], ...] = fields_of(cls)  # type: ignore[arg-type]  # by now
        cls._slots = tuple(_slot(one, hints[one.name]) for one in declared)
        cls._names = frozenset(slot.name for slot in cls._slots)
        cls._loads = tuple(
            (slot.attribute, slot.name, slot.codec.load, slot.default is MISSING)
            for slot in cls._slots
        )
        cls._redactions = {
            name: redact for slot in cls._slots for name, redact in slot.redactions.items()
        }
        cls.texts = (*cls._redactions,)

    @classmethod
    def read(cls, data: Json) -> Self:
        """Read stored or sent data. A value that cannot be read may stay in it for a later check.

        :raises KeyError, TypeError, ValueError: a field is missing or something else.
        """
        values: dict[str, object] = {}
        for attribute, name, load, is_needed in cls._loads:
            if not name:
                names = cls._names
                values[attribute] = load({key: data[key] for key in data if key not in names})
            elif name in data:
                values[attribute] = load(data[name])
            elif is_needed:
                raise KeyError(name)
        made: Callable[..., Self] = cls
        return made(**values)

    def fields(self) -> Json:
        """The object that is stored; `read` gives it back."""
        found: Json = {}
        for slot in self._slots:
            value = getattr(self, slot.attribute)
            if not slot.name:
                found |= object_of(slot.codec.dump(value))
            elif slot.is_always or value != slot.default:  # nothing equals `MISSING`
                found[slot.name] = slot.codec.dump(value)
        return found

    def all_fields(self) -> Json:
        """The object with every field, those with their defaults, too; nothing is inlined in it."""
        return {slot.name: slot.codec.dump(getattr(self, slot.attribute)) for slot in self._slots}

    @classmethod
    def redacted_data(cls, data: Json) -> Json:
        """Stored JSON of this kind with nothing in its texts."""
        redactions = cls._redactions
        return {
            name: redactions[name](value) if name in redactions else value
            for name, value in data.items()
        }

    @classmethod
    def form(cls, schema: str, beside: tuple[OperationField, ...] = ()) -> Form:
        """The form of an operation: the fields that may be sent, and those that must be.

        `beside` may be sent, too, and are not stored.
        """
        needed: list[OperationField] = []
        optional: list[OperationField] = []
        for slot in cls._slots:
            if isinstance(slot.codec, Inlined):
                needed += slot.codec.needed
                optional += slot.codec.optional
            elif slot.reader is not None:
                fields = needed if slot.default is MISSING else optional
                fields.append(OperationField(slot.name, slot.reader))
        return Form(schema, tuple(needed), (*optional, *beside))


def _slot(one: Field[object], hint: object) -> _Slot:
    extras = get_args(hint)[1:] if get_origin(hint) is Annotated else ()
    name = next((extra.name for extra in extras if isinstance(extra, StoredAs)), one.name)
    codec = _codec_of(hint)
    redact: Redaction | None = _redaction_of(hint)
    texts: tuple[str, ...] = (name,) if redact else ()
    if isinstance(codec, Inlined):
        name, redact, texts = "", blank, codec.texts
    return _Slot(
        attribute=one.name,
        name=name,
        codec=codec,
        default=one.default if one.default_factory is MISSING else one.default_factory(),
        is_always=_ALWAYS in extras,
        reader=_reader_of(hint),
        redactions=dict.fromkeys(texts, redact or blank),
    )


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


def _redaction_of(hint: object) -> Redaction | None:
    """How the texts of such a value are blanked; None where it has none."""
    origin, args = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return None if _KEY in args else _redaction_of(args[0])
    if isinstance(hint, type) and issubclass(hint, Record):
        return _redaction_in(hint) if hint.texts else None
    if origin is tuple or origin in (Union, UnionType):
        found = next(filter(None, map(_redaction_of, args)), None)
        return _redaction_of_each(found) if found and origin is tuple else found
    if origin is Mapping:
        return blank if _redaction_of(args[1]) else None
    return blank if hint is str else None


def _redaction_in(kind: type[Record]) -> Redaction:
    return lambda value: kind.redacted_data(object_of(value))


def _redaction_of_each(redact: Redaction) -> Redaction:
    return lambda value: [*map(redact, value)] if isinstance(value, list) else blank(value)


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
        return Codec(object_of, as_it_is)
    if origin is Literal:
        return Codec(_one_of(args), as_it_is)
    if isinstance(hint, type) and issubclass(hint, Record):
        return Codec(_reading(hint), lambda value: cast(Record, value).fields())
    if isinstance(hint, type) and hint in (int, str, bool):
        return Codec(_of_type(hint), as_it_is)
    raise TypeError(f"{hint} has no codec")


def _tuple_codec(args: tuple[object, ...]) -> Codec[object]:
    if args[-1] is ...:
        one = _codec_of(args[0])
        return Codec(
            lambda value: tuple(map(one.load, list_of(value))),
            lambda value: [*map(one.dump, cast(Iterable[object], value))],
        )
    codecs = [_codec_of(one) for one in args]
    return Codec(
        lambda value: tuple(
            codec.load(part) for codec, part in zip(codecs, list_of(value), strict=True)
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


def as_it_is(value: object) -> JsonValue:
    """The value, which is JSON."""
    return cast(JsonValue, value)


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
