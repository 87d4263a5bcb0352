"""A phone without a network folds the acts of a match as the server does (static/js/ledger.js)."""

import pytest

from scorekeeper.web.api.acts import KINDS
from tests.node import ROOT, answers, difference
from tests.services.wild_acts import WildTable, as_the_phone_has_it, ledger_told

MATCHES = 2000
LONGEST = 30


@pytest.fixture(scope="module")
def matches():
    """What scorers tried in many matches, and the ledgers that it made."""
    tables = [WildTable(seed) for seed in range(MATCHES)]
    return [(table, *table.tries(table.chance.randint(1, LONGEST))) for table in tables]


def assert_told_alike(matches, unsent):
    """Node tells of every match what Python tells; else where it does not, of three at most."""
    asked = [
        as_the_phone_has_it(tries, unsent(table, tries), lambda table=table: table.happens(0.2))
        for table, tries, _ in matches
    ]
    given = answers("ledger.mjs", [told for told, _ in asked])
    found = []
    for (_, tries, ledger), (told, named), answer in zip(matches, asked, given, strict=True):
        refused = [one.problems for one in tries if one.act.is_play]
        expected = {"refused": refused, "ledger": ledger_told(ledger, named)}
        if where := difference(expected, answer):
            found.append(f"{where}\nin {told}")
    assert not found, "\n\n".join(found[:3])


def test_the_phone_tells_what_the_server_tells(matches):
    assert_told_alike(matches, lambda _table, _tries: 0)


def test_it_tells_the_same_while_the_last_acts_wait_to_be_sent(matches):
    def some(table, tries):
        # A change of names or rules is never made without the server.
        kinds = [one.act.kind for one in tries if one.act.is_play]
        last = kinds[::-1].index("changed") if "changed" in kinds else len(kinds)
        return table.chance.randint(0, last)

    assert_told_alike(matches, some)


def test_the_matches_have_all_that_a_match_can_have(matches):
    """The two tests above could not fail where nothing ever happens."""
    codes = {(p["code"], p["field"]) for _, tries, _ in matches for t in tries for p in t.problems}
    assert codes >= {
        ("missing", "seq"), ("unknown", "seq"), ("missing", "hand"), ("missing", "before"),
        ("after_end", "hands"), ("unknown", "adjust"), ("missing", "adjust"), ("unknown", "reason"),
        ("missing", "reason"), ("claim_not_played", "ended"), ("unknown", "points"),
        ("unknown", "ended"), ("tie_point_needed", "tie_point"),
    }  # fmt: skip
    ledgers = [ledger for *_, ledger in matches]
    assert {ledger.standing.end for ledger in ledgers} == {None, "target", "claim", "hand"}
    assert any(ledger.wrong for ledger in ledgers)
    assert any(ledger.match.open for ledger in ledgers)
    assert any(ledger.last_undoing() for ledger in ledgers)


def test_it_calls_each_operation_by_the_name_that_the_server_knows():
    program = (ROOT / "static/js/ledger.js").read_text(encoding="utf-8")
    table = program.partition("export const KINDS = {")[2].partition("}")[0]
    pairs = [line.strip(" ,").split(": ") for line in table.strip().splitlines()]
    assert {op: kind.strip('"') for op, kind in pairs} == KINDS
