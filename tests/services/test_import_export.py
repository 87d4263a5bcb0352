"""Matches out of here and in again: Import reads every file of Export."""

import json
from dataclasses import replace

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scorekeeper.explain.problems import MOST_PROBLEMS, import_problems
from scorekeeper.export.spreadsheet import ledger_csv
from scorekeeper.i18n import use_locale
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.journal.owner import NotFound
from scorekeeper.match import import_export, links, matches, pencil_passing
from scorekeeper.match.acts.body import Refused
from scorekeeper.match.import_export import TooMuch, Undecided, Unfit
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import OperationIdReused, find_match
from scorekeeper.match.phones import enrol_phone
from scorekeeper.rules.match import Party
from scorekeeper.rules.match_file import LARGEST_FILE, read_match
from scorekeeper.rules.model import BySide
from scorekeeper.store.streams import MATCH_EVENTS
from tests.rules.strategies import hands, house_rules
from tests.rules.table import MADE as HAND
from tests.rules.table import match_file, sound_file
from tests.support.examples import share_of
from tests.support.table import FAILED, KAPO, MADE, OPEN, PASSED_OUT, SWEPT, Table, do

LATE = {"adjust": {"A": -12, "B": 5}, "reason": "=late"}
UNDECIDED = {**MADE, "bid": 80, "points": {"A": 86}}
"""76 and 86: who gets the missing point is asked where the rules ask."""


def take(file, phone=None, op_id=None):
    content = file if isinstance(file, bytes) else json.dumps(file).encode()
    return import_export.import_match(
        import_export.read_file(content), phone, op_id or new_operation_id()
    )


def test_a_name_that_an_earlier_version_took_is_in_the_file_as_it_may_be(context):
    table = Table()
    started = table.ledger.acts[0].body
    sides = BySide(Party("Mar\u200dia", ("Anna", "Zoe👩\u200d🦰")), Party("", ()))
    head = replace(started.head, sides=sides)
    kept, _ = matches.start_match(head, table.phone, new_operation_id())
    file = import_export.export_match(kept.public_id)
    assert file["sides"]["A"] == {"name": "Maria", "players": ["Anna", "Zoe👩\u200d🦰"]}
    assert take(file)
    changed, _ = do(
        kept.public_id, table.phone, new_operation_id(), 1, "changed", {"rules": {"target": 251}}
    )
    assert changed.ledger.match.rules.target == 251
    names = {"names": {"B": "El\u200deni"}}
    with pytest.raises(Refused, match="sides"):
        do(kept.public_id, table.phone, new_operation_id(), 2, "changed", names)


def carried(table):
    """The table's match, exported and taken in again by another phone."""
    phone, _ = enrol_phone()
    file = import_export.export_match(table.kept.public_id)
    kept, is_new = take(import_export.file_content(file), phone)
    assert is_new
    assert kept.ledger == find_match(kept.public_id).ledger
    return kept


def shown(ledger):
    """The ledger as it counts, without ids and acts."""
    rows = tuple(row for row in ledger.standing.rows if row.counts)
    standing = ledger.standing
    return rows, standing.totals, standing.winner, standing.end, ledger.match.open


@pytest.mark.parametrize(
    "acts",
    [
        [],
        [("recorded", {"hand": MADE}), ("adjusted", LATE), ("recorded", {"hand": PASSED_OUT})],
        [("recorded", {"hand": KAPO}), ("contract", {"contract": OPEN})],
        [("recorded", {"hand": MADE}), ("contract", {"contract": OPEN}), ("stopped", {})],
        [("recorded", {"hand": MADE}), ("claimed", {"side": "B", "points": 400})],
        [("recorded", {"hand": SWEPT})] * 3,
    ],
)
def test_a_match_comes_back_to_the_last_line(context, acts):
    table = Table(claim=True)
    for kind, data in acts:
        table.do(kind, **data)
    kept = carried(table)
    assert shown(kept.ledger) == shown(table.ledger)
    assert kept.ledger.match == table.ledger.match
    assert ledger_csv(kept.ledger.match) == ledger_csv(table.ledger.match)
    assert import_export.export_match(kept.public_id) == import_export.export_match(
        table.kept.public_id
    )


def test_it_is_written_as_if_it_had_been_kept_here(table):
    table.play(MADE).do("adjusted", **LATE).do("contract", contract=OPEN)
    kept = carried(table)
    kinds = [act.kind for act in kept.ledger.acts]
    assert kinds == ["started", "recorded", "adjusted", "contract"]
    phone, _ = enrol_phone()
    assert not matches.is_scorer(kept.public_id, phone)


def test_the_phone_that_takes_it_in_goes_on_with_it(table):
    phone, _ = enrol_phone()
    kept, _ = take(import_export.export_match(table.play(MADE).kept.public_id), phone)
    assert matches.is_scorer(kept.public_id, phone)
    assert [one.public_id for one in matches.matches_of(phone)] == [kept.public_id]
    op_id = new_operation_id()
    data = {"hand": FAILED}
    more, _ = do(kept.public_id, phone, op_id, kept.revision, "recorded", data)
    assert tuple(more.ledger.standing.totals) == (45, 6)


def test_without_a_phone_it_can_be_read(context):
    kept, _ = take(match_file())
    assert tuple(find_match(kept.public_id).ledger.standing.totals) == (18, 6)
    assert pencil_passing.scorers_of(kept.public_id) == []
    phone, _ = enrol_phone()
    links.open_link(links.scorers_link(kept.public_id), phone, new_operation_id())
    assert pencil_passing.scorers_of(kept.public_id) == [2], (
        "the first is the file's own, that nobody has"
    )


@pytest.mark.parametrize("started", ["", "2026-11-20", "2026-11-20T19:30:00+02:00"])
def test_it_keeps_the_files_own_start(context, started):
    kept, _ = take(match_file(started=started))
    assert kept.ledger.match.started == started


def test_hands_behind_the_end_stay_behind(context):
    table = Table().play(SWEPT, SWEPT, MADE, MADE, MADE)
    table.correct(3, SWEPT)
    assert table.counting() == [True, True, True, False, False]
    file = import_export.export_match(table.kept.public_id)
    assert len(file["hands"]) == 3
    assert shown(carried(table).ledger) == shown(table.ledger)


def test_a_stop_before_the_target_was_reached_is_void(context):
    table = Table().play(SWEPT, SWEPT, MADE).do("stopped").correct(3, SWEPT)
    file = import_export.export_match(table.kept.public_id)
    assert (file["open"], file["ended"]) == (None, None)
    assert shown(carried(table).ledger) == shown(table.ledger)


def test_a_match_with_a_hand_to_decide_is_no_file_yet(context):
    table = Table().do("adjusted", **LATE).play(MADE, UNDECIDED)
    table.do("changed", rules={"six_six": "ask"})
    assert table.ledger.wrong
    with pytest.raises(Undecided) as refused:
        import_export.export_match(table.kept.public_id)
    assert refused.value.hands == [2]
    table.correct(3, {**UNDECIDED, "tie_point": "A"})
    assert shown(carried(table).ledger) == shown(table.ledger)


def test_there_must_be_such_a_match(context):
    with pytest.raises(NotFound):
        import_export.export_match("nowhere")


# --- what is refused ---


@pytest.mark.parametrize(
    "content",
    [b"", b"[]", b"\xff", b"{", b'{"format": NaN}', b"[" * 100_000, b"9" * 5000, b"null"],
)
def test_content_other_than_a_json_object_is_refused(context, content):
    with pytest.raises(Unfit) as refused:
        take(content)
    assert [problem.code for problem in refused.value.problems] == ["not_json"]


def test_every_problem_is_told_with_its_row(context):
    rows = [HAND, {**HAND, "bid": 95}, LATE | {"reason": 1}, {**HAND, "points": {"A": 1}}]
    with pytest.raises(Unfit) as refused:
        take(match_file(hands=rows, started="2026-13-45"))
    assert [(p.row, p.code, p.field) for p in refused.value.problems] == [
        (None, "unknown", "started"),
        (2, "bid_step", "bid"),
        (3, "unknown", "reason"),
        (4, "points_impossible", "points"),
    ]


@pytest.mark.parametrize(
    ("content", "what"),
    [
        (b" " * (LARGEST_FILE + 1), "bytes"),
        (json.dumps(match_file(hands=[PASSED_OUT] * 481)).encode(), "rows"),
    ],
)
def test_too_much_is_not_taken(context, content, what):
    with pytest.raises(TooMuch) as refused:
        take(content)
    assert refused.value.what == what


def test_the_longest_match_fits_into_a_file(context):
    declared = {side: ["run3:10:t", "run4:10:t", "four:10"] for side in "AB"}
    longest = {**KAPO, "bid": 80, "declarations": declared, "declarations_to": "nobody"}
    rules = {"preset": "cafe", "target": 5000}
    late = {"adjust": {"A": -9999, "B": -9999}, "reason": "ώ" * 80}
    rows = [late, {**longest, "declarations": {"A": declared["A"]}}] * 240
    phone, _ = enrol_phone()
    kept, _ = take(match_file(rules=rules, hands=rows, started="2026-11-20"), phone)
    content = import_export.file_content(import_export.export_match(kept.public_id))
    assert len(content) < LARGEST_FILE
    assert import_export.read_file(content) == kept.ledger.match


# --- once ---


def test_the_same_operation_takes_it_in_once(context):
    phone, _ = enrol_phone()
    op_id = new_operation_id()
    first, was_new = take(match_file(hands=[HAND, LATE]), phone, op_id)
    data = {"hand": MADE}
    do(first.public_id, phone, new_operation_id(), first.revision, "recorded", data)
    again, is_new = take(match_file(hands=[HAND, LATE]), phone, op_id)
    assert (was_new, is_new) == (True, False)
    assert again.public_id == first.public_id
    assert again.revision == first.revision + 1


@pytest.mark.parametrize("change", [{"hands": [HAND, HAND]}, {"hands": []}, {"place": "elsewhere"}])
def test_the_same_operation_takes_in_nothing_else(context, change):
    phone, _ = enrol_phone()
    op_id = new_operation_id()
    first, _ = take(match_file(), phone, op_id)
    with pytest.raises(OperationIdReused) as used:
        take(match_file(**change), phone, op_id)
    assert used.value.loaded_match.public_id == first.public_id


def test_an_operation_is_one_phones_own(context):
    (phone, _), (other, _) = enrol_phone(), enrol_phone()
    op_id = new_operation_id()
    take(match_file(), phone, op_id)
    with pytest.raises(OperationIdReused):
        take(match_file(), other, op_id)


def test_an_operation_of_a_hand_is_none_of_a_file(table):
    op_id = new_operation_id()
    table.do("recorded", op_id=op_id, hand=MADE)
    with pytest.raises(OperationIdReused):
        take(match_file(), table.phone, op_id)


def test_nothing_of_it_is_kept_if_anything_fails(context, monkeypatch):
    phone, _ = enrol_phone()
    append, added = MATCH_EVENTS.append, []

    def fail(*events):
        append(*events)
        added.extend(event.seq for event in events)
        raise ZeroDivisionError

    monkeypatch.setattr(MATCH_EVENTS, "append", fail)
    with pytest.raises(ZeroDivisionError):
        take(match_file(), phone)
    assert added[:2] == [1, 2]
    assert matches.matches_of(phone) == []


# --- whatever the rules ---


@settings(max_examples=share_of(80), deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), house_rules())
def test_the_events_of_a_file_make_its_match(data, rules):
    adjust = {"adjust": {"A": -20, "B": 7}, "reason": ""}
    rows = data.draw(st.lists(hands(rules) | st.just(adjust) | st.just({"passed_out": True})))
    ended = data.draw(st.sampled_from([None, {"by": "hand"}]))
    file = sound_file(rules, rows, ended=ended)
    match, _ = read_match(file)
    ledger = replay(import_export.acts_of_match(match, "0" * 32))
    assert ledger.match == match
    again = import_export.match_file_of(ledger)
    assert import_export.read_file(import_export.file_content(again)).standing() == match.standing()


def test_a_file_of_too_many_rows_is_refused_before_they_are_read(monkeypatch):
    monkeypatch.setattr(import_export, "read_match", lambda _file: pytest.fail("it was read"))
    with pytest.raises(import_export.TooMuch):
        import_export.read_file(b'{"hands": [' + b"0," * 100_000 + b"0]}")


def test_of_a_hostile_file_only_the_first_problems_are_told():
    row = ", ".join(f'"x{number}": 1' for number in range(3000))
    head = '"format": 1, "rules": "cafe", "first_dealer": "A1", "sides": {}'
    file = f'{{{head}, "hands": [{{{row}}}]}}'
    with pytest.raises(import_export.Unfit) as refused:
        import_export.read_file(file.encode())
    assert len(refused.value.problems) > 3000
    with use_locale("en"):
        told = import_problems(refused.value)
    assert len(told) == MOST_PROBLEMS + 1
    assert told[-1].startswith("And 29")


def test_numbers_beyond_all_scores_are_none():
    points = '{"A": ' + "9" * 4300 + ', "B": 1}'
    file = (
        '{"format": 1, "rules": "cafe", "first_dealer": "A1", "sides": {}, "hands": '
        f'[{{"bidder": "A", "bid": 90, "points": {points}}}]}}'
    )
    with pytest.raises(import_export.Unfit) as refused:
        import_export.read_file(file.encode())
    assert import_problems(refused.value)
