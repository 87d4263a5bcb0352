"""A backup is put back while a phone has what came after it: nothing is lost."""

import subprocess
import sys

import pytest
from playwright.sync_api import expect

from scorekeeper.journal.identifiers import new_operation_id
from tests.browser.outbox import hand
from tests.support.processes import PROJECT, environment_for
from tests.support.truth import events

SCRIPTS = "modules"

SAYS = "The server was set back to a backup"
WRITE = """
async ([path, body]) => {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(path, { method: "PUT", headers, body: JSON.stringify(body) })).status;
}
"""
FIRST = ["1", "+19 19", "‹ 9 ♥", "6 +6"]


@pytest.fixture
def server(fragile):
    return fragile


@pytest.fixture
def backup(server, tmp_path):
    """Makes one, and puts it back."""

    class Backup:
        file = None

        def run(self, *words):
            done = subprocess.run(
                [sys.executable, "-m", "scorekeeper", *words], cwd=PROJECT, text=True,
                env=environment_for(server.folder), capture_output=True,
            )  # fmt: skip
            assert done.returncode == 0, done.stderr
            return done.stdout.splitlines()

        def make(self):
            self.file = self.run("backup", str(tmp_path))[0]

        def put_back(self):
            self.run("restore", self.file, "--yes")

    return Backup()


@pytest.fixture
def phone(open_phone, server):
    phone = open_phone(at=server)
    phone.watch.expect("status of", "htmx:", "Error Code", "ERR_FAILED")
    return phone


def written(phone, server):
    return events(server, phone.match_url.split("/")[-2])


def write_all_again(phone, count):
    expect(phone.page.locator("#thumb")).to_contain_text(SAYS)
    phone.touch(f"Not sent: {count}")
    first = phone.page.locator("#outbox [role=listitem]").first
    expect(first).to_contain_text(SAYS)
    first.get_by_role("button", name="Write it again").tap()
    expect(first.get_by_role("button", name="Write it again")).to_be_hidden()


def test_hands_that_the_server_lost_are_written_again_in_order(phone, server, backup):
    phone.start_match()
    phone.write("A", 9, 97, "hearts")
    backup.make()
    phone.write("B", 8, 97)
    phone.write("A", 8, 100)
    rows, before = phone.ledger(), written(phone, server)
    backup.put_back()
    assert len(written(phone, server)) == 2
    write_all_again(phone, 2)
    expect(phone.page.locator("#outbox")).to_be_hidden()  # nothing is left to decide
    phone.sees_saved(*rows)
    assert [row[:3] for row in written(phone, server)] == [row[:3] for row in before]


def test_also_a_match_that_is_gone(phone, server, backup):
    backup.make()
    phone.start_match()
    phone.write("A", 9, 97, "hearts")
    before = written(phone, server)
    backup.put_back()
    assert written(phone, server) == []
    write_all_again(phone, 2)
    expect(phone.page.locator("#outbox")).to_be_hidden()  # nothing is left to decide
    phone.sees_saved(FIRST)
    assert [row[:3] for row in written(phone, server)] == [row[:3] for row in before]


def test_nothing_is_written_over_what_others_wrote_since(phone, server, backup):
    phone.start_match()
    backup.make()
    phone.write("A", 9, 97, "hearts")
    phone.page.goto("/healthz")  # which has no outbox
    backup.put_back()
    match = phone.match_url.split("/")[-2]
    path = f"/api/v1/matches/{match}/ops/{new_operation_id()}"
    assert phone.page.evaluate(WRITE, [path, {**hand(120), "revision": 1}]) == 201
    phone.open_ledger()
    write_all_again(phone, 1)
    first = phone.page.locator("#outbox [role=listitem]").first
    expect(first).to_contain_text("Another phone has written meanwhile")
    assert len(written(phone, server)) == 2


def test_a_correction_made_before_corrects_no_other_hand_of_the_same_number(phone, server, backup):
    """It waits on a phone that was cut off; another hand has the number of the one that is gone."""
    phone.start_match()
    backup.make()
    phone.write("A", 9, 97, "hearts")
    phone.page.route("**/api/v1/**", lambda route: route.abort())
    phone.page.route("**/live?*", lambda route: route.abort())
    phone.open_hand(1)
    phone.tap("Correct the hand")
    phone.page.wait_for_timeout(450)
    phone.tap("Delete digit")
    phone.type_points(0)
    phone.confirm("Write the correction")
    expect(phone.control("Not sent: 1")).to_be_visible()
    phone.page.goto("/healthz")
    phone.page.unroute("**/api/v1/**")
    backup.put_back()
    match = phone.match_url.split("/")[-2]
    path = f"/api/v1/matches/{match}/ops/{new_operation_id()}"
    assert phone.page.evaluate(WRITE, [path, {**hand(120), "revision": 1}]) == 201
    phone.page.unroute("**/live?*")
    phone.open_ledger()
    expect(phone.page.locator("#thumb")).to_contain_text(SAYS)
    assert [kind for _, _, kind, _ in written(phone, server)] == ["started", "recorded"]
