"""One address sets up no flood of tournaments, and guesses no link."""

from threading import Event, Thread

from scorekeeper.tournament import draw_requests
from scorekeeper.tournament.draw_requests import _places
from tests.phone import Phone


def test_it_sets_up_no_more_than_its_limit(make_app):
    phone = Phone(make_app(NEW_MATCHES=2))
    pages = [phone.get("/tournaments/new") for _ in range(3)]
    answers = [phone.press(page, "Set it up", title="Cup").status for page in pages]
    assert answers == [303, 303, 429]


def test_it_lets_nobody_guess_a_link(make_app):
    phone = Phone(make_app(FAILED_SECRETS=2))
    page = phone.get("/tournaments/link")
    answers = [phone.press(page, "Go on", secret=f"guess {n}").status for n in range(3)]
    assert answers == [422, 422, 429]


def test_large_draws_are_made_one_at_a_time_and_take_no_third_thread(organise, monkeypatch):
    """Two of four threads are left for the hands; a small draw waits for none of it."""
    begun, go_on, drawn = Event(), Event(), []

    def slow(question):
        drawn.append(question.seed)
        begun.set()
        assert go_on.wait(30)
        return draw(question)

    draw = draw_requests.draw
    organiser, small = organise(6), organise(4)
    monkeypatch.setattr(draw_requests, "MANY_PAIRS", 5)
    monkeypatch.setattr(draw_requests, "draw", slow)
    statuses = []

    def ask():
        statuses.append(organiser.page("draw").status)

    threads = [Thread(target=ask) for _ in range(2)]
    for thread in threads:
        thread.start()
    assert begun.wait(30)
    while _places._value:
        pass
    refused = organiser.page("draw")
    assert (refused.status, refused.headers["Retry-After"]) == (503, "5")
    assert len(drawn) == 1
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert statuses == [200, 200]
    assert small.page("draw").status == 200


def test_large_draws_are_counted_where_they_are_only_shown(organise, monkeypatch):
    organiser = organise(6)
    monkeypatch.setattr(draw_requests, "MANY_PAIRS", 5)
    statuses = [organiser.page("draw").status for _ in range(61)]
    assert (set(statuses[:60]), statuses[60]) == ({200}, 429)
