"""Declared bodies: the consequences of their fields' types."""

from typing import Annotated, Literal

import pytest

from scorekeeper.journal.body import DeclaredBody
from scorekeeper.journal.fields import OperationField, text, whole
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.record import Always, Codec, Identifier, Inlined, Record, StoredAs

Seats = Annotated[
    frozenset[str], Codec(lambda value: frozenset(str(value)), lambda seats: "".join(sorted(seats)))
]


COINS, NOTES, TIP = (OperationField(name, whole()) for name in ("coins", "notes", "tip"))


class Guest(Record):
    name: str
    drinks: Annotated[int, whole(0)] = 0


class OfTable(DeclaredBody[int, object]):
    table: Annotated[int, whole(1), StoredAs("at")]

    def check(self, state):
        assert state

    def apply(self, state, act):
        return state + self.table


class Served(
    OfTable,
    kind="served",
    op="serve",
    form="Serve",
    changes=("table {self.table}",),
):
    note: Always[Annotated[str, text(9)]] = ""
    by: Literal["owner", "waiter"] = "waiter"
    guests: tuple[Guest, ...] = ()
    seats: Seats = frozenset()
    bill: Identifier = ""
    last: tuple[int, bool] | None = None


FULL = {
    "at": 3,
    "note": "late",
    "by": "owner",
    "guests": [{"name": "Maria", "drinks": 2}, {"name": "Minos"}],
    "seats": "NS",
    "bill": "A7",
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
    [(op, (form,))] = Served.operations.items()
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
    served = Served(table=1, note="Maria", guests=(Guest(name="Minos", drinks=3),))
    unnamed = (Guest(name="", drinks=3),)
    assert served.redacted() == Served(table=1, note="", guests=unnamed, erased=True)
    assert [*served.typed_texts()] == ["Maria", "Minos"]
    assert Served.texts == ("note", "guests")


def test_redaction_keeps_a_key_and_numbers():
    served = Served(table=1, bill="A7", last=(5, True))
    assert served.redacted() is served


def test_mark_of_what_was_erased_is_read_and_stored():
    data = {"at": 1, "note": "", "erased": True}
    assert Served.read(data) == Served(table=1, erased=True)
    assert Served.read(data).fields() == data


class Paid(OfTable, kind="paid", op="pay", form="Pay", beside=(TIP,)):
    coins: Annotated[
        tuple[str, ...],
        Inlined(tuple, dict.fromkeys, needed=(COINS,), optional=(NOTES,), texts=("owed by",)),
    ]


def test_inlined_value_takes_what_no_other_field_takes():
    data = {"at": 3, "two": None, "five": None}
    paid = Paid.read({**data, "erased": True})
    assert paid == Paid(table=3, coins=("two", "five"), erased=True)
    assert paid.fields() == {**data, "erased": True}


def test_inlined_value_is_sent_and_redacted_by_its_own_fields():
    [(_, (form,))] = Paid.operations.items()
    assert [one.name for one in form.needed] == ["at", "coins"]
    assert form.optional == (NOTES, TIP)
    assert Paid.redacted_data({"at": 3, "owed by": "Maria"}) == {"at": 3, "owed by": ""}


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
