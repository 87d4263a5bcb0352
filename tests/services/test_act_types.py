"""The scripts have the operations of a match as the acts ask for them.

`python -m tests.services.test_act_types` writes `static/js/kinds.js` and `types/operations.d.ts`.
"""

import dataclasses

import pytest

from scorekeeper.services.club_acts.registry import BODIES as CLUB_BODIES
from scorekeeper.services.match_acts.registry import BODIES
from scorekeeper.services.tournament_acts.registry import BODIES as TOURNAMENT_BODIES
from scorekeeper.store.models import ClubEvent, Event, TournamentEvent
from tests.processes import PROJECT

ALL_BODIES = [*BODIES.values(), *TOURNAMENT_BODIES.values(), *CLUB_BODIES.values()]
"""Some kinds have one name in two of them."""
NO_PROSE = {
    *("absent", "addresses", "byes", "changed", "club", "lots", "other", "pair", "pairs"),
    *("person", "present", "rematch_of", "rules", "to", "tournament"),
}
"""Fields of text that hold ids and codes alone: nobody's name comes into them."""
ASKED_FOR = [body for body in BODIES.values() if body.operation]
WRITTEN = (
    "// Written by `python -m tests.services.test_act_types` from scorekeeper/services/match_acts."
    " Do not edit.\n\n"
)
NOTHING = "Record<never, never>"


def kinds_js():
    """What an operation is called while it is asked for, and as an act."""
    rows = [f'  {body.operation}: "{body.kind}",\n' for body in ASKED_FOR]
    readers = [name for body in ASKED_FOR for form in body.forms for name in form.readers]
    fields = "".join(f'  "{name}",\n' for name in dict.fromkeys(readers))
    return (
        f"{WRITTEN}/** @type {{ActKinds}} */\nexport const KINDS = {{\n{''.join(rows)}}};\n\n"
        f"// Of all operations.\nexport const FIELDS = [\n{fields}];\n"
    )


def operations_d_ts():
    """The same as a type, and the fields of each act by its kind."""
    rows = [f"  {body.kind}: {type_of(body)};\n" for body in ASKED_FOR]
    names = [f'  {body.operation}: "{body.kind}";\n' for body in ASKED_FOR]
    return (
        f"{WRITTEN}/** What is sent of an act, and stored of it, beside its kind. */\n"
        f"interface OperationData {{\n{''.join(rows)}}}\n\n"
        "/** What an operation is called as an act. */\n"
        f"interface ActKinds {{\n{''.join(names)}}}\n"
    )


def type_of(body):
    """The fields of an operation; of more than one form each without those of the others."""
    told = [form_type(form) for form in body.forms]
    return told[0] if len(told) == 1 else f"Whole<{' | '.join(told)}>"


def form_type(form):
    """The fields of an operation, each in its line."""
    needed = [f"    {name}: {reader.type};\n" for name, reader in form.needed]
    optional = [f"    {name}?: {reader.type};\n" for name, reader in form.optional]
    return f"{{\n{''.join(needed + optional)}  }}" if form.readers else NOTHING


FILES = {
    PROJECT / "static" / "js" / "kinds.js": kinds_js,
    PROJECT / "types" / "operations.d.ts": operations_d_ts,
}


@pytest.mark.parametrize("body", ALL_BODIES, ids=lambda body: body.__name__)
def test_what_is_typed_freely_is_erased_with_names(body):
    """It is one of the body's `texts`, or holds no prose."""
    fields = {field.name for field in dataclasses.fields(body) if "str" in str(field.type)}
    assert fields - {*body.texts} <= NO_PROSE


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_scripts_have_the_operations_of_the_acts(file):
    told = file.read_text(encoding="utf-8")
    assert told == FILES[file](), "python -m tests.services.test_act_types"


if __name__ == "__main__":
    for written, content in FILES.items():
        written.write_text(content(), encoding="utf-8")


@pytest.mark.parametrize(
    ("bodies", "events"),
    [(BODIES, Event), (TOURNAMENT_BODIES, TournamentEvent), (CLUB_BODIES, ClubEvent)],
)
def test_every_kind_fits_the_column_that_it_is_stored_in(bodies, events):
    """PostgreSQL refuses what is longer; SQLite takes it."""
    assert all(len(kind) <= events.__table__.c.kind.type.length for kind in bodies)
