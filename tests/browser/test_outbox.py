"""Operations of a phone reach the server once and in order, whatever the network does."""

from contextlib import suppress

import pytest
from playwright.sync_api import Error

from scorekeeper.journal.identifiers import new_operation_id, new_public_id
from tests.browser.outbox import Outbox, hand, head

SCRIPTS = "modules"


@pytest.fixture
def outbox(phone, server):
    """The outbox of a phone whose match was just started, on a separate page."""
    public_id = phone.begin_match().split("/")[-2]
    return Outbox(phone, server, public_id).hold_time().open().open_match()


def lose(route):
    """The server does it, and its answer goes astray."""
    with suppress(Error):  # the page may have given up meanwhile
        route.fetch()
        route.abort()


def say(status, body="", content_type="text/html", **headers):
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda route: route.fulfill(
        status=status, body=body, content_type=content_type, headers=told
    )


def problem(status, name="", **headers):
    """An answer as the server gives it."""
    body = f'{{"type": "/api/v1/#problem-{name}", "status": {status}, "request_id": "1"}}'
    return say(status, body, "application/problem+json", Tefteri="1", **headers)


# --- once and in order ---


@pytest.mark.smoke
def test_a_hand_is_kept_and_sent_and_is_then_an_act_of_the_match(outbox):
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until_sent()
    assert outbox.written() == [(op_id, "recorded")]
    (saved,) = outbox.heard("saved")
    assert (saved["op"]["op_id"], saved["seq"]) == (op_id, 2)
    assert saved["answer"]["match"]["standing"]["totals"] == {"A": 18, "B": 6}
    assert [(act["seq"], act["kind"]) for act in outbox.acts()] == [(1, "started"), (2, "recorded")]
    assert outbox.acts()[1]["data"]["hand"]["points"] == {"A": 97}


def test_many_hands_written_offline_come_in_order_each_once(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(*[97, 100, 120, 89] * 3)
    assert outbox.states() == ["waiting"] * 12
    assert outbox.page.evaluate("outbox.hasUnsent()")
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids
    assert [act["op_id"] for act in outbox.acts()][1:] == ids
    assert not outbox.page.evaluate("outbox.hasUnsent()")


def test_it_survives_the_page(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(97, 100)
    outbox.open(at="/matches/new")
    assert [op["op_id"] for op in outbox.unsent()] == ids
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids


def test_adding_it_again_changes_nothing_also_when_it_is_saved(outbox):
    op_id = outbox.add(hand(97), 1)
    outbox.add(hand(120), 1, op_id=op_id)
    outbox.wait_until_sent()
    outbox.add(hand(120), 1, op_id=op_id)
    assert outbox.unsent() == []
    assert outbox.acts()[1]["data"]["hand"]["points"] == {"A": 97}


def test_the_match_is_whole_at_every_moment_while_it_is_sent(outbox):
    outbox.on_write(lambda route: route.abort())
    outbox.add_hands(*[97, 100, 120] * 2)
    outbox.online()
    lengths = outbox.page.evaluate(
        """async (match) => {
          const lengths = new Set();
          let state;
          outbox.sendNow();
          do {
            state = await outbox.stateOf(match);
            lengths.add(state.acts.length + state.ops.length);
          } while (state.ops.length > 0);
          return [...lengths];
        }""",
        outbox.match,
    )
    assert lengths == [7], "the start and six hands"


def test_operation_on_an_unsent_hand_is_sent_with_its_number(outbox):
    outbox.on_write(lambda route: route.abort())
    (first,) = outbox.add_hands(97)
    mend = {"op": "correct", "hand_id": f"op:{first}", "hand": hand(100)["hand"]}
    second = outbox.add(mend, f"op:{first}")
    third = outbox.add({"op": "undo", "seq": f"op:{second}"}, f"op:{second}")
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == [first, second, third]
    assert outbox.acts()[2]["data"]["hand_id"] == 2
    assert outbox.acts()[3]["data"]["seq"] == 3


def test_one_match_does_not_wait_for_another(outbox):
    blocked = outbox.match
    outbox.on_write(
        lambda route: route.abort() if f"/{blocked}/" in route.request.url else route.continue_()
    )
    outbox.add_hands(97)
    other = new_public_id()
    create = outbox.add({"create": head()}, match=other)
    outbox.add(hand(97), f"op:{create}", match=other)
    outbox.wait_until(lambda: len(outbox.call("unsent")) == 1)
    assert outbox.unsent()


# --- the network ---


def test_an_answer_that_is_lost_is_asked_for_again_and_nothing_is_doubled(outbox):
    outbox.on_write(lose)
    ids = outbox.add_hands(97, 100)
    outbox.wait_until(lambda: len(outbox.asked) > 3)
    assert outbox.states() == ["waiting", "waiting"]
    assert outbox.heard("unreachable")
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids


def test_a_request_that_hangs_is_given_up_and_sent_again(outbox):
    hung = []
    outbox.on_write(hung.append)
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until(lambda: len(hung) > 2)
    assert outbox.states() == ["waiting"]
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == [op_id]


def test_a_request_that_hangs_is_not_waited_for_once_the_network_is_back(outbox):
    hung = []
    outbox.on_write(hung.append)
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until(lambda: hung)
    outbox.online()
    outbox.page.evaluate("dispatchEvent(new Event('online'))")
    assert outbox.is_sent_soon()
    assert outbox.wrote() == [op_id]


PORTAL = "<!doctype html><title>Free Wi-Fi</title><p>Accept our terms"


NO_ANSWERS = (
    say(200, PORTAL),
    say(200, "{}", "application/json"),
    say(200, '{"op_id": "another", "seq": 2}', "application/json"),
    say(302, "", Location="/"),
    say(401, PORTAL),
    say(404, PORTAL),
    say(409, "[]", "application/json"),
    say(422, '{"status": 422}', "application/json"),
    say(511, PORTAL),
    say(500, PORTAL),
    problem(500),
    say(204),
)


def test_foreign_answer_counts_as_no_answer(outbox):
    outbox.on_write(NO_ANSWERS[0])
    (op_id,) = outbox.add_hands(97)
    for number, answer in enumerate(NO_ANSWERS):
        outbox.on_write(answer)
        asked = len(outbox.asked)
        outbox.wait_until(lambda asked=asked: len(outbox.asked) > asked + 1)
        assert outbox.states() == ["waiting"], number
        assert not outbox.heard("saved"), number
        assert not outbox.heard("refused"), number
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == [op_id]


@pytest.mark.parametrize(
    "answer",
    [
        problem(429, Retry_After="120"),
        problem(503, Retry_After="120"),
        say(503, PORTAL, Retry_After="120"),
    ],
    ids=["429", "503", "a proxy's 503"],
)
def test_it_waits_as_long_as_the_server_says(outbox, answer):
    outbox.on_write(answer)
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until(lambda: outbox.heard("unreachable"))
    tried = len(outbox.asked)
    outbox.page.clock.run_for(110_000)
    outbox.call("sendNow")
    assert len(outbox.asked) == tried, "also when it is asked to send now"
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == [op_id]


def test_it_tries_again_as_soon_as_it_is_asked_to(outbox):
    outbox.on_write(lambda route: route.abort())
    outbox.add_hands(97)
    outbox.wait_until(lambda: len(outbox.heard("unreachable")) > 4)
    outbox.online()
    outbox.page.evaluate("dispatchEvent(new Event('online'))")
    assert outbox.is_sent_soon()


# --- refusals ---


def record_elsewhere(outbox, points, revision):
    """Another phone of the same scorer was faster; its operation id."""
    op_id = new_operation_id()
    page = outbox.phone.page.context.new_page()
    page.goto("/healthz")  # a page without an outbox
    body = {**hand(points), "revision": revision}
    status = page.evaluate(
        """async ([path, body]) => {
          const headers = { "Content-Type": "application/json" };
          return (await fetch(path, { method: "PUT", headers, body: JSON.stringify(body) })).status;
        }""",
        [f"/api/v1/matches/{outbox.match}/ops/{op_id}", body],
    )
    assert status == 201
    page.close()
    return op_id


@pytest.fixture
def stale(outbox):
    """Two hands, of which another phone has written the first meanwhile."""
    outbox.on_write(lambda route: route.abort())
    outbox.ids = outbox.add_hands(97, 100)
    outbox.theirs = record_elsewhere(outbox, 120, 1)
    outbox.online()
    outbox.wait_until(lambda: outbox.heard("refused"))
    return outbox


def test_a_hand_that_another_phone_wrote_first_is_kept_with_both_versions(stale):
    first, second = stale.unsent()
    assert (first["state"], first["answer"]["status"]) == ("refused", 409)
    assert first["op"]["hand"]["points"] == {"A": 97}
    theirs = first["answer"]["acts"][-1]
    assert (theirs["data"]["hand"]["points"], first["answer"]["revision"]) == ({"A": 120}, 2)
    assert second["state"] == "waiting", "what follows waits for it"
    assert stale.wrote() == [stale.theirs]


def test_the_scorer_may_write_it_too(stale):
    stale.call("sendAgain", stale.ids[0], 2)
    stale.wait_until_sent()
    assert stale.wrote() == [stale.theirs, *stale.ids]
    assert [act["op_id"] for act in stale.acts()][1:] == stale.wrote(), "theirs is there as well"


def test_the_scorer_may_keep_the_others_and_what_was_built_on_it_is_asked_about(stale):
    stale.call("setAside", stale.ids[0])
    stale.wait_until(lambda: stale.states() == ["refused"])
    assert [op["op_id"] for op in stale.aside()] == [stale.ids[0]]
    stale.call("sendAgain", stale.ids[1], 2)
    stale.wait_until_sent()
    assert stale.wrote() == [stale.theirs, stale.ids[1]]
    stale.call("forget", stale.ids[0])
    assert stale.aside() == []
    assert [act["op_id"] for act in stale.acts()][1:] == stale.wrote()


def test_only_what_was_set_aside_is_forgotten(stale):
    for op_id in stale.ids:
        stale.call("forget", op_id)
    assert len(stale.unsent()) == 2


def test_a_hand_that_the_rules_refuse_is_kept_with_the_reasons(outbox):
    outbox.add_hands(300, 97)
    outbox.wait_until(lambda: outbox.heard("refused"))
    (refused,) = outbox.heard("refused")
    assert refused["status"] == 422
    assert refused["problem"]["problems"][0]["code"] == "points_range"
    assert outbox.states() == ["refused", "waiting"]
    assert outbox.wrote() == []


def test_after_the_pencil_went_on_the_hands_stay_here_and_say_why(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(97, 100)
    outbox.page.context.clear_cookies()
    outbox.page.evaluate("store.change((tables) => tables.remove('matches', 'phone'))")
    outbox.online()
    outbox.wait_until(lambda: outbox.heard("refused"))
    assert [op["op_id"] for op in outbox.unsent()] == ids
    (refused,) = outbox.heard("refused")
    assert (refused["status"], refused["problem"]["status"]) == (401, 401)
    assert outbox.wrote() == []


# --- the match that is kept here ---


def seqs(acts):
    return [act["seq"] for act in acts]


def test_a_kept_copy_of_an_older_page_takes_no_act_away(outbox):
    record_elsewhere(outbox, 120, 1)
    older = {"id": outbox.match, "acts": outbox.acts()}
    outbox.open_match().call("keepMatch", older)
    assert seqs(outbox.acts()) == [1, 2]


def test_a_clock_that_is_set_back_while_a_page_loads_forgets_no_saved_hand(outbox):
    """The page is of before the hand, which the clock says was saved an hour before the page."""
    older = {"id": outbox.match, "acts": outbox.acts()}
    outbox.page.evaluate("const now = Date.now; Date.now = () => now() - 3_600_000")
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until_sent()
    outbox.call("keepMatch", older)
    assert seqs(outbox.acts()) == [1, 2]
    assert outbox.call("savedIn", outbox.match) == {op_id: 2}


def test_setting_aside_a_refused_hand_keeps_the_later_acts_in_the_ledger(stale):
    record_elsewhere(stale, 89, 2)
    stale.open_match().call("setAside", stale.ids[0])
    assert seqs(stale.acts()) == [1, 2, 3]


def test_acts_that_a_restored_server_does_not_have_are_asked_about_and_written_again(outbox):
    """Before what waits, which was decided on them."""
    lost = {"seq": 2, "kind": "recorded", "data": hand(97), "op_id": new_operation_id()}
    outbox.call("keepMatch", {"id": outbox.match, "acts": [*outbox.acts(), lost]})
    own = outbox.add(hand(100), 2)
    outbox.wait_until(lambda: outbox.heard("refused"))
    assert seqs(outbox.acts()) == [1]
    assert [op["op_id"] for op in outbox.unsent()] == [lost["op_id"], own]
    assert outbox.states() == ["refused", "waiting"]
    outbox.call("sendAgain", lost["op_id"])
    outbox.wait_until_sent()
    assert outbox.wrote() == [lost["op_id"], own]


@pytest.mark.parametrize("back", [pytest.param(0, id="on time"), pytest.param(20, id="set back")])
def test_of_many_matches_the_newest_are_kept_and_those_with_something_unsent(outbox, back):
    """Also where the phone's clock is set back by years before the last match is kept."""
    outbox.on_write(lambda route: route.abort())
    outbox.add_hands(97)
    kept = outbox.page.evaluate(
        """async ([acts, back]) => {
          let now = Date.now();
          Date.now = () => ++now;
          for (const number of Array.from({ length: 51 }).keys()) {
            if (number === 50) now -= back * 365 * 86_400_000;
            await outbox.keepMatch({ id: `match ${number}`, acts });
          }
          const kept = await store.all("matches");
          return kept.filter(({ acts }) => acts).map(({ id }) => id);
        }""",
        [outbox.acts(), back],
    )
    assert set(kept) == {outbox.match, *(f"match {number}" for number in range(1, 51))}


# --- two tabs ---


def test_two_tabs_send_the_same_hands_and_each_is_written_once(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(97, 100, 120)
    other = outbox.tab()
    other.on_write(lambda route: route.abort())
    other.open()
    for tab in (outbox, other):
        tab.online()
    for tab in (outbox, other):
        tab.call("sendNow")
    outbox.wait_until_sent()
    assert other.unsent() == []
    assert outbox.wrote() == ids
    for tab in (outbox, other):
        assert [told["op"]["op_id"] for told in tab.heard("saved")] == ids
        assert tab.heard("refused") == []


def test_a_tab_whose_hand_another_one_saved_reports_nothing_wrong(outbox):
    """Its own answer comes late, and is a refusal."""
    held = []
    outbox.on_write(held.append)
    (op_id,) = outbox.add_hands(97)
    outbox.wait_until(lambda: held)
    outbox.tab().open().wait_until_sent()
    problem(401, "unauthorized")(held[0])
    outbox.wait_until(lambda: outbox.heard("saved"))
    assert outbox.wrote() == [op_id]
    assert outbox.heard("refused") == []


def test_a_tab_sends_what_another_one_left_when_it_was_closed(outbox):
    other = outbox.tab().open()
    other.on_write(lambda route: route.abort())
    ids = other.add_hands(97, 100)
    other.page.close()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids


# --- a match that was started here ---


@pytest.fixture
def newcomer(open_phone, server):
    """A phone that has no cookie yet."""
    return Outbox(open_phone(), server, "a1" * 11).hold_time().open()


def test_a_match_started_offline_comes_to_the_server_with_its_hands(newcomer):
    newcomer.on_write(lambda route: route.abort())
    create = newcomer.add({"create": head(first_dealer="B2")})
    record = newcomer.add(hand(97), f"op:{create}")
    newcomer.online()
    newcomer.wait_until_sent()
    assert newcomer.wrote() == [record]
    assert [act["op_id"] for act in newcomer.acts()] == [create, record]
    assert newcomer.acts()[0]["data"]["first_dealer"] == "B2"
    assert newcomer.acts()[0]["data"]["started"] > "2020"


def test_also_where_every_answer_is_lost_for_a_while(open_phone, server):
    newcomer = Outbox(open_phone(), server, "a2" * 11).hold_time().open()
    newcomer.on_write(lose)
    create = newcomer.add({"create": head()})
    record = newcomer.add(hand(97), f"op:{create}")
    newcomer.wait_until(lambda: len(newcomer.asked) > 3)
    newcomer.online()
    newcomer.wait_until_sent()
    assert newcomer.wrote() == [record]


def test_browser_without_cookies_has_its_match_refused_and_kept(open_phone, server):
    newcomer = Outbox(open_phone(), server, "a3" * 11).hold_time().open()
    newcomer.on_write(problem(401, "invited"))
    newcomer.add({"create": head()})
    newcomer.wait_until(lambda: newcomer.heard("refused"))
    assert newcomer.states() == ["refused"]
    assert len(newcomer.asked) == 2


# --- the phone's storage ---


def test_page_without_storage_keeps_its_hands_and_sends_them(match, server):
    refused = Outbox(match, server, match.match_url.split("/")[-2]).hold_time()
    refused.page.add_init_script("Object.defineProperty(window, 'indexedDB', { value: undefined })")
    refused.open().open_match()
    assert refused.page.evaluate("store.isKept"), "the server tells a match again"
    refused.on_write(lambda route: route.abort())
    ids = refused.add_hands(97, 100)
    assert not refused.kept
    assert not refused.page.evaluate("store.isKept")
    assert [op["op_id"] for op in refused.unsent()] == ids
    refused.online()
    refused.wait_until_sent()
    assert refused.wrote() == ids
    assert refused.page.evaluate("store.isKept"), "nothing is left to keep"


NEVER_OPENS = "IDBFactory.prototype.open = () => ({})"
NEVER_ANSWERS = """
for (const name of ["get", "getAll", "put"]) {
  const ask = IDBObjectStore.prototype[name];
  IDBObjectStore.prototype[name] = function (...given) {
    return window.isSilent ? {} : ask.apply(this, given);
  };
}
"""


@pytest.mark.parametrize("silence", [NEVER_OPENS, NEVER_ANSWERS], ids=["open", "answer"])
def test_hand_is_sent_soon_when_storage_never_answers(match, server, silence):
    silent = Outbox(match, server, match.match_url.split("/")[-2])
    silent.page.add_init_script(silence)
    silent.open()
    silent.page.evaluate("window.isSilent = true")
    op_id = new_operation_id()
    told, waited = silent.page.evaluate(
        """async (op) => {
          const since = performance.now();
          return [await outbox.add(op), performance.now() - since];
        }""",
        {"op_id": op_id, "match": silent.match, "op": hand(97), "revision": 1},
    )
    assert told == {"isKept": False, "isNew": True}
    assert waited < 2500
    assert silent.is_sent_soon()
    assert silent.wrote() == [op_id]


def test_storage_that_answers_again_is_brought_what_it_missed(match, server):
    silent = Outbox(match, server, match.match_url.split("/")[-2]).hold_time()
    silent.page.add_init_script(NEVER_ANSWERS)
    silent.open().open_match().on_write(lambda route: route.abort())
    op_id = new_operation_id()
    silent.page.evaluate("window.isSilent = true")
    silent.page.evaluate(
        "(op) => { outbox.add(op) }",
        {"op_id": op_id, "match": silent.match, "op": hand(97), "revision": 1},
    )
    silent.wait_until(lambda: not silent.page.evaluate("store.isKept"))
    silent.page.evaluate("window.isSilent = false")
    silent.wait_until(lambda: silent.page.evaluate("store.isKept"))
    silent.open()
    assert [op["op_id"] for op in silent.unsent()] == [op_id]


ROOM = 100_000
"""Bytes."""


@pytest.fixture
def cramped(open_phone, server):
    """A phone with room for a match, and for nothing as long as `LONG`."""
    phone = open_phone()
    disk = phone.page.context.new_cdp_session(phone.page)
    origin = {"origin": server.url}
    # Before the first use: the browser remembers how much room there is.
    disk.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": ROOM})
    phone.start_match()
    outbox = Outbox(phone, server, phone.match_url.split("/")[-2])
    outbox.make_room = lambda: disk.send("Storage.overrideQuotaForOrigin", origin)
    return outbox.hold_time().open().open_match()


LONG = "x" * 5 * ROOM


def test_full_storage_is_reported_and_the_hand_stored_once_there_is_room(cramped):
    cramped.on_write(lambda route: route.abort())
    (first,) = cramped.add_hands(97)
    assert cramped.kept
    second = cramped.add(hand(100), f"op:{first}", says=LONG)
    assert not cramped.kept
    assert [op["op_id"] for op in cramped.unsent()] == [first, second]
    cramped.make_room()
    third = cramped.add(hand(120), f"op:{second}")
    assert cramped.kept, "with the one that had no room"
    cramped.open()
    assert [op["op_id"] for op in cramped.unsent()] == [first, second, third]
    cramped.online()
    cramped.wait_until_sent()
    assert cramped.wrote() == [first, second, third]


def test_hand_too_large_for_the_storage_is_still_sent(cramped):
    first = cramped.add(hand(97), 1, says=LONG)
    second = cramped.add(hand(100), f"op:{first}")
    cramped.wait_until_sent()
    assert cramped.wrote() == [first, second]
    assert cramped.page.evaluate("store.isKept"), "what was too long is gone from here"


def test_open_page_keeps_and_sends_its_hands_after_the_storage_is_deleted(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(97, 100)
    outbox.unsent()
    outbox.page.evaluate(
        """() => new Promise((resolve) => {
          indexedDB.deleteDatabase("tefteri").onsuccess = resolve;
        })"""
    )
    assert [op["op_id"] for op in outbox.unsent()] == ids
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids


def test_a_newer_page_upgrades_under_an_older_one_which_goes_on(outbox):
    outbox.on_write(lambda route: route.abort())
    (first,) = outbox.add_hands(97)
    outbox.page.evaluate(
        """() => new Promise((resolve) => {
          indexedDB.open("tefteri", 2).onsuccess = ({ target }) => resolve(target.result.close());
        })"""
    )
    second = outbox.add(hand(100), f"op:{first}")
    assert [op["op_id"] for op in outbox.unsent()] == [first, second]
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == [first, second]


LOSES_CONNECTIONS = """
const transact = IDBDatabase.prototype.transaction;
const lost = new WeakSet();
const opened = new Set();
window.loseConnections = () => opened.forEach((one) => lost.add(one));
IDBDatabase.prototype.transaction = function (...given) {
  opened.add(this);
  if (window.isLosing) lost.add(this);
  if (!lost.has(this)) return transact.apply(this, given);
  throw new DOMException("The database connection is closing.", "InvalidStateError");
};
"""
"""As iOS does it in the background: no `close` event, and everything that is asked throws."""

BREAKS_OFF = """
window.loseConnections = () => {
  const ask = IDBObjectStore.prototype.get;
  IDBObjectStore.prototype.get = function (key) {
    IDBObjectStore.prototype.get = ask;
    this.transaction.db.close();
    this.transaction.abort();
    throw new DOMException("Connection to Indexed Database server lost.", "UnknownError");
  };
};
"""
"""As WebKit does it in the middle of a transaction."""


@pytest.mark.parametrize("loss", [LOSES_CONNECTIONS, BREAKS_OFF], ids=["closed", "broken off"])
def test_connection_lost_in_silence_is_opened_again_at_once(outbox, loss):
    outbox.on_write(lambda route: route.abort())
    outbox.page.add_init_script(loss)
    outbox.open().open_match()
    (first,) = outbox.add_hands(97)
    outbox.page.evaluate("loseConnections()")
    (second,) = outbox.add_hands(100, after=first)
    assert outbox.kept
    outbox.open()
    assert [op["op_id"] for op in outbox.unsent()] == [first, second]


def test_connection_lost_in_silence_is_opened_again_for_a_reader(outbox):
    outbox.on_write(lambda route: route.abort())
    outbox.page.add_init_script(LOSES_CONNECTIONS)
    outbox.open().open_match()
    tab = outbox.tab().open()
    tab.on_write(lambda route: route.abort())
    outbox.page.evaluate("loseConnections()")
    (first,) = tab.add_hands(97)
    assert [op["op_id"] for op in outbox.unsent()] == [first], "what this page never saw"


def test_hand_that_no_connection_took_is_written_by_a_later_one(outbox):
    outbox.on_write(lambda route: route.abort())
    outbox.page.add_init_script(LOSES_CONNECTIONS)
    outbox.open().open_match()
    outbox.page.evaluate("window.isLosing = true")
    (first,) = outbox.add_hands(97)
    assert not outbox.kept
    outbox.page.evaluate("window.isLosing = false")
    (second,) = outbox.add_hands(100, after=first)
    assert outbox.kept
    outbox.open()
    assert [op["op_id"] for op in outbox.unsent()] == [first, second]


def test_database_that_did_not_open_is_asked_again(match, server):
    refused = Outbox(match, server, match.match_url.split("/")[-2]).hold_time()
    refused.page.add_init_script(
        """
        const open = IDBFactory.prototype.open;
        window.isRefusing = true;
        IDBFactory.prototype.open = function (...given) {
          if (!window.isRefusing) return open.apply(this, given);
          throw new DOMException("An internal error was encountered.", "UnknownError");
        };
        """
    )
    refused.open().open_match().on_write(lambda route: route.abort())
    (first,) = refused.add_hands(97)
    assert not refused.kept
    refused.page.evaluate("window.isRefusing = false")
    refused.wait_until(lambda: refused.page.evaluate("store.isKept"))
    refused.page.evaluate("window.isRefusing = true")
    refused.add(hand(100), f"op:{first}")
    assert refused.kept, "the connection that was had stays"


def test_the_browser_is_asked_once_to_drop_nothing(outbox):
    outbox.page.evaluate(
        """() => {
          window.askings = 0;
          navigator.storage.persist = async () => { askings += 1; };
        }"""
    )
    assert outbox.page.evaluate("askings") == 0
    outbox.add_hands(97, 100)
    assert outbox.page.evaluate("askings") == 1
