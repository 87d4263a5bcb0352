"""One address sets up no flood of tournaments, and guesses no link."""

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
