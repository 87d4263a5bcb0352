"""Operations of a phone reach the server once and in order, whatever the network does."""

import pytest

from scorekeeper.journal.identifiers import new_operation_id
from tests.browser.outbox import Outbox, hand, head

SCRIPTS = "modules"


@pytest.fixture
def outbox(phone, server):
    """The outbox of a phone whose match was just started, on a separate page."""
    public_id = phone.begin_match().split("/")[-2]
    return Outbox(phone, server, public_id).hold_time().open().open_match()


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


def test_it_survives_the_page(outbox):
    outbox.on_write(lambda route: route.abort())
    ids = outbox.add_hands(97, 100)
    outbox.open(at="/matches/new")
    assert [op["op_id"] for op in outbox.unsent()] == ids
    outbox.online()
    outbox.wait_until_sent()
    assert outbox.wrote() == ids


# --- the network ---


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


NO_ANSWERS = (say(200, PORTAL), say(302, "", Location="/"), problem(500))
"""Node asks about more of them (tests/js/phone/outbox.test.mjs)."""


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
