"""Declared bodies: what follows from the types of their fields."""

from typing import Annotated, ClassVar, Literal

import pytest

from scorekeeper.journal.body import Json
from scorekeeper.journal.declared_body import Always, Codec, DeclaredBody, Record, StoredAs
from scorekeeper.journal.fields import text, whole

Seats = Annotated[
    frozenset[str], Codec(lambda value: frozenset(str(value)), lambda seats: "".join(sorted(seats)))
]


class Guest(Record):
    name: str
    drinks: Annotated[int, whole(0)] = 0


class Served(
    DeclaredBody[int, object],
    kind="served",
    op="serve",
    form="Serve",
    changes=("table {self.table}",),
):
    texts: ClassVar[tuple[str, ...]] = ("note",)

    table: Annotated[int, whole(1), StoredAs("at")]
    note: Always[Annotated[str, text(9)]] = ""
    by: Literal["owner", "waiter"] = "waiter"
    guests: tuple[Guest, ...] = ()
    seats: Seats = frozenset()
    last: tuple[int, bool] | None = None

    def check(self, state):
        assert state

    def apply(self, state, act):
        return state + self.table


FULL = {
    "at": 3,
    "note": "late",
    "by": "owner",
    "guests": [{"name": "Maria", "drinks": 2}, {"name": "Minos"}],
    "seats": "NS",
    "last": [5, True],
}


def test_body_gives_back_what_it_was_read_from():
    body = Served.read(FULL)
    assert body.guests == (Guest(name="Maria", drinks=2), Guest(name="Minos"))
    assert (body.table, body.seats, body.last) == (3, {"N", "S"}, (5, True))
    assert body.fields() == FULL


def test_default_is_stored_only_where_the_field_is_always_stored():
    assert Served(table=1).fields() == {"at": 1, "note": ""}
    assert Served.read({"at": 1}) == Served(table=1)


def test_null_is_no_value_of_a_field_but_of_one_that_may_have_none():
    assert Served.read({"at": 1, "last": None}).last is None
    with pytest.raises(TypeError):
        Served.read({"at": 1, "note": None})


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("at", "3"),
        ("at", True),
        ("at", 1.5),
        ("note", 3),
        ("by", "guest"),
        ("by", ["owner"]),
        ("guests", {}),
        ("guests", [["Maria"]]),
        ("guests", [{"name": "Maria", "drinks": "2"}]),
        ("last", [5]),
        ("last", [5, 1]),
    ],
)
def test_value_of_another_type_is_refused(field, value):
    with pytest.raises((TypeError, ValueError)):
        Served.read({**FULL, field: value})


def test_missing_field_without_a_default_is_refused():
    with pytest.raises(KeyError):
        Served.read({"note": ""})
    with pytest.raises(KeyError):
        Served.read({"at": 1, "guests": [{}]})


def test_operation_asks_for_the_fields_that_have_a_reader():
    [(op, form)] = Served.operations.items()
    assert (op, form.schema) == ("serve", "Serve")
    assert [one.name for one in form.needed] == ["at"]
    assert [one.name for one in form.optional] == ["note"]


def test_subclass_has_no_operation_of_its_base():
    class Again(Served, kind="again"):
        pass

    assert Again.operations == {}
    assert Again(table=2).fields() == {"at": 2, "note": ""}


def test_names_of_changes_have_the_fields_in_them_and_act_rests_on_them():
    assert Served(table=4).writes() == Served(table=4).rests_on() == {"table 4"}


def test_redaction_blanks_the_texts():
    assert Served(table=1, note="Maria").redacted() == Served(table=1, note="", erased=True)


def test_type_without_a_codec_is_refused_when_the_class_is_made():
    with pytest.raises(TypeError, match="no codec"):

        class _Unknown(Record):
            seats: frozenset[str]


def test_unknown_mark_is_refused_when_the_class_is_made():
    with pytest.raises(TypeError, match="no mark"):

        class _Marked(Served, kind="marked", undoabel=True):
            pass


def test_json_is_kept_as_it_is():
    class Kept(Record):
        rules: Json

    assert Kept.read({"rules": {"a": [1, {}]}}).fields() == {"rules": {"a": [1, {}]}}
    with pytest.raises(TypeError):
        Kept.read({"rules": []})
