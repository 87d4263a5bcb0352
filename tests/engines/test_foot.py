"""The foot of the ledger at a match's end: no row is squeezed, and what comes next is in sight."""

import pytest

from scorekeeper.app import create_app
from scorekeeper.store.migrator import bring_up_to_date
from scorekeeper.store.schema import close_connections
from tests.conftest import SETTINGS
from tests.server import Server
from tests.services.test_agreement import Answering
from tests.table import SWEPT, Table

SIZES = ((360, 640), (320, 568), (640, 360))
LETTERS = (100, 130, 200)
REASON = "εμείς μετρήσαμε εξήντα έξι πόντους"
_LETTERS = "document.documentElement.style.fontSize = arguments[0]"
# The next step stays in sight; on a low screen the rest of the foot is scrolled beneath it.
_FAULTS = """
const foot = document.querySelector("#thumb");
const box = (one) => one.getBoundingClientRect();
const shown = [...foot.querySelectorAll("a, button")].filter((one) => one.checkVisibility());
const rows = [...foot.querySelectorAll(".flagged, .doings a, .doings button, .round")];
const low = rows.filter((one) => box(one).height < 43.9).map((one) => `low: ${told(one)}`);
const over = [":scope > *", ".doings a, .doings button"].flatMap((which) => {
  const all = [...foot.querySelectorAll(which)].filter((one) => !one.matches(".doings"));
  return all.flatMap((one, place) => all.slice(place + 1)
    .filter((other) => box(one).bottom > box(other).top + 1
      && box(other).bottom > box(one).top + 1
      && box(one).right > box(other).left + 1 && box(other).right > box(one).left + 1)
    .map((other) => `${told(one)} lies over ${told(other)}`));
});
const seen = Math.min(innerHeight, box(foot).bottom);
const needed = [...foot.querySelectorAll(".doings .primary, .doings a[href$='/share']")];
const away = needed.filter((one) => box(one).bottom > seen + 0.5 || box(one).top < box(foot).top)
  .map((one) => `out of sight: ${told(one)}`);
const wide = shown.filter((one) => box(one).left < 0 || box(one).right > innerWidth)
  .map((one) => `beyond the edge: ${told(one)}`);
return [...low, ...over, ...away, ...wide, ...(needed.length === 2 ? [] : ["something is gone"])];
"""


@pytest.fixture(scope="module")
def ended(tmp_path_factory):
    """A match that is won, with an open flag. Whoever opens it is its scorer."""
    folder = tmp_path_factory.mktemp("ended")
    app = create_app({"INSTANCE": folder, **SETTINGS})
    with app.app_context():
        bring_up_to_date()
        table = Table(target=351).play(SWEPT, SWEPT, SWEPT)
        Answering(table, "B").flag(2, REASON)
        close_connections()
    server = Server(folder, SCRIPTS="joined", DEMO_PHONE=table.secret).start()
    yield server, f"/m/{table.kept.public_id}/"
    server.kill()


def test_no_row_of_the_foot_is_squeezed_and_the_next_act_is_in_sight(open_phone, ended):
    server, path = ended
    phone = open_phone("el", at=server)
    phone.goto(path)
    phone.sees(REASON, ".flagged")
    found = {}
    for size in SIZES:
        for letters in LETTERS:
            phone.browser.resize(*size)
            phone.browser.run(_LETTERS, f"{letters}%")
            phone.browser.wait_painted()
            found[size, letters] = phone.browser.ask(_FAULTS)
    assert not any(found.values()), found
