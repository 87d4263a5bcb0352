"""The scripts have the operations of a match as the acts ask for them.

`python -m tests.services.test_act_types` writes `static/js/kinds.js` and `types/operations.d.ts`.
"""

import re
from typing import get_args, get_type_hints

import pytest

from scorekeeper.club.acts.registry import BODIES as CLUB_BODIES
from scorekeeper.journal.json_values import JsonValue
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.acts.registry import BODIES
from scorekeeper.store.models import ClubEvent, Event, TournamentEvent
from scorekeeper.tournament.acts.registry import BODIES as TOURNAMENT_BODIES
from tests.support.processes import PROJECT

ALL_BODIES = [*BODIES.values(), *TOURNAMENT_BODIES.values(), *CLUB_BODIES.values()]
"""Some kinds have one name in two of them."""
KEYS = {
    *("absent", "addresses", "byes", "changes", "club", "lots", "other", "pair", "pairs"),
    *("person", "present", "rematch_of", "rules", "seats", "to", "tournament"),
}
"""Stored fields of text that hold only ids and codes, and never a name."""
PERSONS = {kind: {"players"} for kind in ("players_known", "new_players_known")}
"""Fields that are texts elsewhere, and hold keys of persons in these kinds."""
ASKED_FOR = [(op, body) for body in BODIES.values() for op in body.operations]
WRITTEN = (
    "// Written by `python -m tests.services.test_act_types` from scorekeeper/match/acts."
    " Do not edit.\n\n"
)
NOTHING = "Record<never, never>"


def kinds_js():
    """Return the JavaScript that maps each operation to its kind of act."""
    rows = [f'  {op}: "{body.kind}",\n' for op, body in ASKED_FOR]
    readers = [
        name for op, body in ASKED_FOR for form in body.operations[op] for name in form.readers
    ]
    fields = "".join(f'  "{name}",\n' for name in dict.fromkeys(readers))
    return (
        f"{WRITTEN}/** @type {{ActKinds}} */\nexport const KINDS = {{\n{''.join(rows)}}};\n\n"
        f"// Of all operations.\nexport const FIELDS = [\n{fields}];\n"
    )


def operations_d_ts():
    """The same as a type, and the fields of each act by its kind."""
    rows = [f"  {body.kind}: {type_of(body.operations[op])};\n" for op, body in ASKED_FOR]
    names = [f'  {op}: "{body.kind}";\n' for op, body in ASKED_FOR]
    return (
        f"{WRITTEN}/** The fields of an act that are sent and stored, beside its kind. */\n"
        f"interface OperationData {{\n{''.join(rows)}}}\n\n"
        "/** The kind of act that an operation writes. */\n"
        f"interface ActKinds {{\n{''.join(names)}}}\n"
    )


def type_of(forms):
    """The fields of an operation; of more than one form each without those of the others."""
    told = [form_type(form) for form in forms]
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
def test_redaction_spares_no_text_but_known_keys(body):
    """A new `Identifier` is named above, too: a name declared as one would never be erased."""
    hints = get_type_hints(body, localns={"JsonValue": JsonValue})
    with_text = {name for name, hint in hints.items() if has_text(hint)}
    stored_names = {slot.attribute: slot.name for slot in body._slots}
    spared = {stored_names.get(name) for name in with_text} - {None, "", *body.texts}
    assert spared - KEYS <= PERSONS.get(body.kind, set())


def has_text(hint):
    return hint is str or any(map(has_text, get_args(hint)))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_the_scripts_have_the_operations_of_the_acts(file):
    told = file.read_text(encoding="utf-8")
    assert told == FILES[file](), "python -m tests.services.test_act_types"


def test_a_lost_start_is_given_back_with_its_head_alone():
    script = (PROJECT / "static" / "js" / "lost_operations.js").read_text(encoding="utf-8")
    (left_out,) = re.findall(r"const \{ (.*), \.\.\.head \} =", script)
    assert {*left_out.split(", ")} == {"format", *Started._names} - {""}


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
