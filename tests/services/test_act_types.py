"""The types that the scripts are checked by have the acts' fields (types/acts.d.ts)."""

import re

import pytest

from scorekeeper.config import PROJECT
from scorekeeper.services.match_acts.registry import BODIES

TYPES = (PROJECT / "types" / "acts.d.ts").read_text(encoding="utf-8")
ASKED_FOR = [body for body in BODIES.values() if body.operation]


def told_in(interface):
    """What an interface says of each of its fields."""
    told = re.search(rf"^interface {interface} \{{\n(.*?)^\}}", TYPES, re.S | re.M)[1]
    told = re.sub(r"^  /\*\*.*\n", "", told, flags=re.M)
    return dict(re.findall(r"^  (\w+): (.*?)(?=^  \w|\Z)", told, re.S | re.M))


def fields_in(told):
    """The fields of a type, where each may also be one that is never there."""
    return set(re.findall(r"(?<=[{;|])\s*(\w+)\??:", told))


@pytest.mark.parametrize("body", ASKED_FOR, ids=lambda body: body.kind)
def test_an_operation_has_the_fields_that_the_server_reads(body):
    told = told_in("ActData")[body.kind].strip().removesuffix(";")
    if told in ("Claim",):
        rules = (PROJECT / "types" / "rules.d.ts").read_text(encoding="utf-8")
        told = re.search(rf"^interface {told} (\{{.*?\}})", rules, re.S | re.M)[1]
    known = {field for form in body.forms for field in (*form.needed, *form.optional)}
    assert fields_in(told) == known


def test_every_operation_is_called_the_same():
    told = {name: kind.strip(' ";\n') for name, kind in told_in("ActKinds").items()}
    assert told == {body.operation: body.kind for body in ASKED_FOR}
