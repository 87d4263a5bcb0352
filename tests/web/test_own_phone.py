"""The page of a phone's rights, and signing the phone out of all of them."""

import pytest

from tests.phone import Phone, Scorer
from tests.table import MADE
from tests.web.test_pencil import answering, open_link, phone_at, shown_link
from tests.web.test_phone_recovery import come_back, may_write, proof_of

SIGN_OUT = "Sign out of all of it"


@pytest.fixture
def scorer(keep):
    return keep(MADE)


def own(phone):
    return phone.get("/phone/")


def test_it_lists_where_the_phone_writes_and_for_whom_it_answers(app, scorer):
    words = own(scorer).words()
    assert "It writes here." in words
    assert scorer.url in own(scorer).html
    side = answering(app, scorer, "Ours")
    words = own(side).words()
    assert "This phone answers for: Ours." in words
    assert "It writes here." not in words


def test_it_lists_tournaments(app):
    phone = Scorer(app)
    made = phone.press(phone.get("/tournaments/new"), "Set it up", title="Cup")
    assert made.status == 303, made.words()
    words = own(phone).words()
    assert "Cup It organises this." in " ".join(words.split())
    assert "It organises this." in words
    out(phone)
    assert "Cup" not in own(phone).words()


def test_it_lists_clubs_and_names_those_that_it_alone_organises(app):
    phone = Scorer(app)
    phone.press(phone.get("/clubs/new"), "Begin the club", name="Larnaka")
    assert "Larnaka It organises this." in " ".join(own(phone).words().split())
    assert LEFT in own(phone).words()
    assert out(phone).status == 303
    assert "Larnaka" not in own(phone).words()


def test_a_phone_that_may_nothing_is_told_so(app):
    page = own(Phone(app))
    assert "It writes in no match" in page.words()
    assert SIGN_OUT not in page.words()


def out(phone, **typed):
    return phone.press(own(phone), SIGN_OUT, **{"sure": "1", **typed})


def test_signed_out_it_writes_nowhere(app, scorer):
    proof, secret = proof_of(scorer), scorer.cookie("phone").value
    done = out(scorer)
    assert done.status == 303
    assert scorer.cookie("phone") is None
    assert "This phone is signed out." in scorer.get(done.goes_to).words()
    assert not may_write(scorer, scorer.url)
    thief = Phone(app)
    thief.client.set_cookie("phone", secret)
    assert not may_write(thief, scorer.url), "nor does whoever kept its cookie"
    assert not come_back(Phone(app), proof)["is_back"], "or what it would have shown"
    assert "No phone here writes in this match." in scorer.get(f"{scorer.url}pencil/").words()


def test_signing_out_forgets_the_side_and_the_club(scorer):
    scorer.client.set_cookie("club", "x" * 22)
    scorer.press(scorer.get(f"{scorer.url}side/"), "Ours")
    assert scorer.cookie("sides").value
    out(scorer)
    assert (scorer.cookie("sides"), scorer.cookie("club")) == (None, None)


def test_nothing_is_done_without_the_tick(scorer):
    page = out(scorer, sure=None)
    assert page.status == 422
    assert "Nothing was done. Tick the box first." in page.words()
    assert may_write(scorer, scorer.url)


LEFT = "Only this phone writes in these."


def test_sign_out_page_names_a_match_that_would_have_no_scorer(app, scorer):
    assert LEFT in own(scorer).words()
    assert own(scorer).form_of(SIGN_OUT).values("left") == [scorer.public_id]
    other = phone_at(app, scorer)
    open_link(other, shown_link(scorer, "Write on a second phone, too"), "Write on this phone, too")
    assert LEFT not in own(scorer).words()
    unaware = own(scorer)
    assert out(other).status == 303
    page = scorer.press(unaware, SIGN_OUT, sure="1")
    assert page.status == 422, "nobody had said so when the page was opened"
    assert LEFT in page.words()
    assert may_write(scorer, scorer.url)
    assert scorer.press(page, SIGN_OUT, sure="1").status == 303


def test_stopped_match_does_not_hinder_the_sign_out(app, scorer):
    scorer.do("Yes, stop")
    assert LEFT not in own(scorer).words()
    assert out(scorer).status == 303


def test_other_phones_go_on(app, scorer):
    side = answering(app, scorer, "Ours")
    out(scorer)
    assert "This phone answers for: Ours." in own(side).words()


def test_in_the_demo_nobody_signs_it_out(make_app):
    phone = Phone(make_app(DEMO_PHONE="demo"))
    phone.get("/matches/new")
    form = [("csrf_token", phone.token()), ("sure", "1")]
    assert phone.post("/phone/sign-out", form).status == 403


def test_an_address_lets_no_phone_forget_what_it_keeps(app):
    """A phone that lost its cookie needs its proof: only its own signing out says so, once."""
    assert not Phone(app).get("/phone/?out=1").has(".//*[@data-signed-out]")
