"""The pencil: shown by a link, taken on another phone, asked for by both sides."""

import pytest
from sqlalchemy import text

from scorekeeper.store.db import db
from tests.support.phone import Scorer
from tests.support.program import Program
from tests.support.table import FAILED, MADE

NOW_WATCHES = "The pencil is with another phone now; this one watches."


@pytest.fixture
def scorer(keep):
    return keep(MADE)


def phone_at(app, scorer):
    """Another phone at the scorer's match."""
    phone = Scorer(app)
    phone.url = scorer.url
    return phone


@pytest.fixture
def other(app, scorer):
    return phone_at(app, scorer)


def shown_link(scorer, button):
    """The link that the scorer's phone shows once this button was pressed."""
    page = scorer.press(scorer.get(f"{scorer.url}pencil/"), button)
    assert page.status == 200
    return page.words(".//*[@id='address']")


def open_link(phone, link, button):
    """Open the link as a phone does that scanned it or was sent it."""
    looked = phone.press(phone.get("/s"), "Go on", secret=link)
    opened = phone.press(looked, button)
    assert (opened.status, opened.goes_to) == (303, phone.url)
    return looked


def take_pencil(scorer, other):
    open_link(other, shown_link(scorer, "Hand over to another phone"), "Take the pencil")


def answering(app, scorer, side):
    """A phone that answers for the side."""
    phone = phone_at(app, scorer)
    open_link(phone, shown_link(scorer, f"Code for: {side}"), f"Answer for: {side}")
    return phone


# --- handing over ---


def test_the_link_is_an_address_of_this_site_with_its_secret_in_the_fragment(scorer):
    link = shown_link(scorer, "Hand over to another phone")
    assert link.startswith("http://localhost/s#")
    assert len(link.partition("#")[2]) == 43


def test_the_other_phone_writes_and_the_old_one_watches(scorer, other):
    take_pencil(scorer, other)
    assert NOW_WATCHES in scorer.page().words()
    assert scorer.get(f"{scorer.url}hand", follow=True).status == 403
    assert NOW_WATCHES not in other.page().words()
    other.save("B:100", 120, trump="spades")


def test_it_is_still_among_the_old_phones_matches(scorer, other):
    take_pencil(scorer, other)
    assert scorer.url in scorer.get("/").links()
    assert other.url in other.get("/").links()


def test_it_is_not_handed_over_before_it_is_taken(scorer, other):
    link = shown_link(scorer, "Hand over to another phone")
    looked = other.press(other.get("/s"), "Go on", secret=link)
    assert "Take the pencil" in looked.buttons()
    scorer.save("B:100", 120, trump="spades")


def test_a_double_tap_takes_it_once(scorer, other):
    link = shown_link(scorer, "Hand over to another phone")
    looked = other.press(other.get("/s"), "Go on", secret=link)
    places = [other.press(looked, "Take the pencil").goes_to for _ in range(2)]
    assert places == [scorer.url] * 2
    assert [act.kind for act in scorer.ledger().acts][-2:] == ["recorded", "joined"]


def test_a_used_link_opens_nothing(app, scorer, other):
    link = shown_link(scorer, "Hand over to another phone")
    open_link(other, link, "Take the pencil")
    late = phone_at(app, scorer)
    page = late.press(late.get("/s"), "Go on", secret=link)
    assert page.status == 422
    assert "This link is good no more" in page.words(".//*[@role='alert']")
    assert other.page().words().count("New hand") == 1


def test_a_second_phone_writes_too_until_it_is_sent_away(scorer, other):
    open_link(other, shown_link(scorer, "Write on a second phone, too"), "Write on this phone, too")
    other.save("B:100", 120, trump="spades")
    scorer.save("A:90", 97, trump="hearts")
    page = scorer.get(f"{scorer.url}pencil/")
    assert "Writes: phone 1 (this one), phone 2" in page.words()
    assert scorer.press(page, "Only this phone writes").status == 303
    assert NOW_WATCHES in other.page().words()


@pytest.mark.parametrize("secret", ["", "made up", "#", "x" * 300, "α" * 43])
def test_a_wrong_link_says_so_and_asks_again(app, secret):
    phone = Scorer(app)
    page = phone.press(phone.get("/s"), "Go on", secret=secret)
    assert page.status == 422
    assert "No match has this link" in page.words(".//*[@role='alert']")
    assert page.form_of("Go on").value("secret") == ""


def test_the_page_with_the_link_learns_that_it_was_opened(scorer, other):
    shown = scorer.press(scorer.get(f"{scorer.url}pencil/"), "Hand over to another phone")
    asks = shown.find(".//*[@hx-trigger='every 2s']").get("hx-get")
    assert scorer.get(asks, htmx=True).status == 204
    open_link(other, shown.words(".//*[@id='address']"), "Take the pencil")
    assert scorer.get(asks, htmx=True).goes_to == scorer.url


def test_the_link_is_shown_once(scorer):
    link = shown_link(scorer, "Write on a second phone, too")
    assert scorer.get(f"{scorer.url}pencil/link").goes_to == f"{scorer.url}pencil/"
    secret = link.partition("#")[2]
    for path in ("", "pencil/", "history/", "share"):
        assert secret not in scorer.get(scorer.url + path).html


def test_a_hand_that_the_old_phone_had_saved_is_told_so_again(scorer, other):
    entry = scorer.entry()
    typed = {"contract": "B:100", "points_B": "120", "trump": "spades"}
    assert scorer.press(entry, "Save hand", **typed).status == 303
    take_pencil(scorer, other)
    assert scorer.press(entry, "Save hand", **typed).goes_to == scorer.url
    other_hand = scorer.press(entry, "Save hand", **{**typed, "points_B": "121"})
    assert other_hand.status == 403, "that was never written"
    assert len(scorer.ledger().hand_ids) == 2


def test_a_rematch_is_begun_by_the_phone_that_writes_and_offered_to_no_other(scorer, other):
    scorer.do("Yes, stop")
    before = scorer.get("/")
    take_pencil(scorer, other)
    assert "Rematch" not in scorer.get("/").buttons()
    assert scorer.press(before, "Rematch").status == 403
    assert other.press(other.get("/"), "Rematch").status == 303


# --- both sides ---


def test_both_sides_answer_and_everybody_sees_it(app, scorer, stranger):
    ours, theirs = (answering(app, scorer, side) for side in ("Ours", "Theirs"))
    assert "This phone answers for: Ours." in ours.page().words()
    assert ours.press(ours.page(), "✓ Hand 1: 19 – 6").status == 303
    page = theirs.get(f"{scorer.url}hands/2")
    assert theirs.press(page, "⚑ Flag the hand", reason=" we  counted 66 ").status == 303
    for phone in (scorer, ours, theirs, stranger):
        words = phone.get(scorer.url).words()
        assert "⚑ Hand 1, Theirs : “ we counted 66 ”" in words
        assert "agreed by: Ours" in words
        assert "flagged by: Theirs" in words


def test_a_flag_holds_nothing_up_and_is_settled_by_agreeing(app, scorer):
    theirs, entry = answering(app, scorer, "Theirs"), scorer.entry()
    theirs.press(theirs.get(f"{scorer.url}hands/2"), "⚑ Flag the hand", reason="66")
    typed = {"contract": "B:100", "points_B": "120", "trump": "spades"}
    assert scorer.press(entry, "Save hand", **typed).goes_to == scorer.url
    page = theirs.get(f"{scorer.url}hands/2")
    assert "“ 66 ” — open" in page.words()
    theirs.press(page, "✓ We agree")
    assert "“ 66 ” — settled" in scorer.get(f"{scorer.url}hands/2").words()
    assert "⚑" not in scorer.page().words()


def test_a_tick_for_a_score_that_is_another_by_now_is_not_written(app, scorer):
    theirs = answering(app, scorer, "Theirs")
    page, before = theirs.page(), theirs.get(f"{scorer.url}hands/2")
    correct = scorer.press(
        scorer.get(f"{scorer.url}hands/2/correct"), "See what changes", points_A="120", points_B=""
    )
    scorer.press(correct, "Write the correction")
    ticked = theirs.press(page, "✓ Hand 1: 19 – 6")
    assert ticked.status == 409
    assert "The match went on meanwhile" in ticked.words(".//*[@id='message']")
    flagged = theirs.press(before, "⚑ Flag the hand", reason="66")
    assert flagged.status == 409
    assert "The hand was corrected meanwhile" in flagged.words(".//*[@id='wrong-reason']")
    assert flagged.form("flag").value("reason") == "66", "nothing that was typed is lost"


@pytest.mark.parametrize("reason", ["", "   ", "\u202e66", "66\x00", "x" * 81])
def test_a_reason_that_is_none_is_asked_for_beside_its_field(app, scorer, reason):
    theirs = answering(app, scorer, "Theirs")
    page = theirs.press(theirs.get(f"{scorer.url}hands/2"), "⚑ Flag the hand", reason=reason)
    assert page.status == 422
    assert "Say in at most 80 characters" in page.words(".//*[@id='wrong-reason']")


def test_several_hands_are_agreed_to_at_once(app, keep):
    scorer = keep(MADE, FAILED, MADE)
    theirs = answering(app, scorer, "Theirs")
    theirs.press(theirs.page(), "✓ All 3 hands")
    assert "Theirs: ✓ hands 1–3" in scorer.get(f"{scorer.url}history/").words()


@pytest.mark.parametrize("hand", ["", "2", "2:x:6", "2:19:6:1", "-2:19:6", f"2:{10**30}:6"])
def test_malformed_hand_is_refused_and_writes_nothing(app, scorer, hand):
    theirs, ledger = answering(app, scorer, "Theirs"), scorer.ledger()
    fields = [
        ("csrf_token", theirs.token()),
        ("op_id", "0" * 32),
        ("revision", "2"),
        ("hand", hand),
        ("reason", "66"),
    ]
    for path in ("agree", "hands/2/flag"):
        assert theirs.post(scorer.url + path, fields).status == 400
    assert scorer.ledger() == ledger


def test_one_phone_does_not_answer_for_both(app, scorer):
    ours = answering(app, scorer, "Ours")
    link = shown_link(scorer, "Code for: Theirs")
    looked = ours.press(ours.get("/s"), "Go on", secret=link)
    refused = ours.press(looked, "Answer for: Theirs")
    assert refused.status == 409
    assert "answers for the other side" in refused.words(".//*[@role='alert']")


def test_both_sides_give_the_pencil_to_one_of_them(app, scorer):
    ours, theirs = (answering(app, scorer, side) for side in ("Ours", "Theirs"))
    theirs.press(theirs.get(f"{scorer.url}pencil/"), "Ask for the pencil")
    asked = "Theirs: phone 3 asks for the pencil"
    assert asked in scorer.page().words()
    assert "Agree" not in theirs.page().buttons()
    assert "Agree" not in scorer.page().buttons()
    page = ours.page()
    assert ours.press(page, "Agree").status == 303
    assert asked not in scorer.page().words()
    assert NOW_WATCHES in scorer.page().words()
    theirs.save("B:100", 120, trump="spades")
    assert ours.press(page, "No").status == 409


def test_only_the_last_phone_answers_for_a_side(app, scorer):
    first, second = (answering(app, scorer, "Ours") for _ in range(2))
    assert "This phone answers for: Ours." not in first.page().words()
    assert "This phone answers for: Ours." in second.page().words()


def test_no_link_outlives_the_hand_over(app, scorer, other):
    links = {
        button: shown_link(scorer, button)
        for button in ("Code for: Ours", "Code for: Theirs", "Write on a second phone, too")
    }
    take_pencil(scorer, other)
    for link in links.values():
        page = scorer.press(scorer.get("/s"), "Go on", secret=link)
        assert "This link is good no more" in page.words(".//*[@role='alert']")


def test_a_used_link_leads_who_used_it_to_the_match(app, scorer, other):
    link = shown_link(scorer, "Hand over to another phone")
    open_link(other, link, "Take the pencil")
    assert other.press(other.get("/s"), "Go on", secret=link).goes_to == scorer.url


def test_first_page_offers_to_watch_where_another_phone_has_the_pencil(scorer, other):
    card = ".//a[@class='match-card']//span[@class='primary']"
    assert scorer.get("/").words(card) == "Continue"
    take_pencil(scorer, other)
    assert (scorer.get("/").words(card), other.get("/").words(card)) == ("Watch", "Continue")


def test_phone_with_the_pencil_says_so_until_its_first_hand(scorer, other):
    take_pencil(scorer, other)
    assert "This phone writes now." in other.page().words()
    assert "This phone writes now." not in scorer.page().words()
    other.save("B:100", 120, trump="spades")
    assert "This phone writes now." not in other.page().words()


def test_second_phone_is_told_that_it_writes_too(scorer, other):
    link = shown_link(scorer, "Write on a second phone, too")
    open_link(other, link, "Write on this phone, too")
    assert "This phone writes now, too." in other.page().words()


def test_the_question_is_answered_on_the_page_of_the_pencil_too(app, scorer):
    ours, theirs = (answering(app, scorer, side) for side in ("Ours", "Theirs"))
    theirs.press(theirs.get(f"{scorer.url}pencil/"), "Ask for the pencil")
    page = ours.get(f"{scorer.url}pencil/")
    assert "Ask for the pencil" not in page.buttons()
    ours.press(page, "No")
    said = "The other side said no: the pencil stays where it is."
    assert said in theirs.page().words()
    assert said in theirs.get(f"{scorer.url}pencil/").words()
    assert said not in ours.page().words()


def test_a_link_is_found_in_a_message_around_it(scorer, other):
    link = shown_link(scorer, "Hand over to another phone")
    looked = other.press(other.get("/s"), "Go on", secret=f"here: {link} 😀")
    assert "Take the pencil" in looked.buttons()


def test_asking_is_taken_back_or_declined(app, scorer):
    ours, theirs = (answering(app, scorer, side) for side in ("Ours", "Theirs"))
    theirs.press(theirs.get(f"{scorer.url}pencil/"), "Ask for the pencil")
    theirs.press(theirs.get(f"{scorer.url}pencil/"), "Take the question back")
    theirs.press(theirs.get(f"{scorer.url}pencil/"), "Ask for the pencil")
    ours.press(ours.page(), "No")
    words = scorer.get(f"{scorer.url}history/").words()
    assert "Ours: no, the pencil stays where it is" in words
    assert "Theirs: asks that phone 3 gets the pencil" in words
    assert "asks for the pencil" not in scorer.page().words()
    scorer.save("B:100", 120, trump="spades")


def test_the_history_says_which_phone_did_what(app, scorer, other, stranger):
    take_pencil(scorer, other)
    other.save("B:100", 120, trump="spades")
    words = stranger.get(f"{scorer.url}history/").words()
    assert "phone 1" in words
    assert "Phone 2 holds the pencil; no other writes" in words
    assert "(this one)" not in words
    assert "phone 2 (this one)" in other.get(f"{scorer.url}history/").words()


# --- programs ---


def test_a_scorers_link_is_a_programs_secret_too(app, scorer):
    link = shown_link(scorer, "Write on a second phone, too")
    program = Program(app, link.partition("#")[2], scorer.public_id)
    assert program.do("record", hand=FAILED).status == 201
    assert "Writes: phone 1 (this one), phone 2" in scorer.get(f"{scorer.url}pencil/").words()
    scorer.press(scorer.get(f"{scorer.url}pencil/"), "Only this phone writes")
    assert program.do("record", hand=FAILED).status == 401


def test_a_replaced_link_is_no_programs_secret_any_more(app, scorer):
    secret = shown_link(scorer, "Write on a second phone, too").partition("#")[2]
    program = Program(app, secret, scorer.public_id)
    assert program.do("record", hand=FAILED).status == 201
    shown_link(scorer, "Write on a second phone, too")
    assert program.do("record", hand=FAILED).status == 401
    phone = phone_at(app, scorer)
    phone.client.set_cookie("phone", secret)
    assert "New hand" not in phone.page().words()


@pytest.mark.parametrize("kind", ["joined", "flagged", "agreed"])
def test_act_beside_the_game_cannot_be_undone(app, scorer, kind):
    theirs = answering(app, scorer, "Theirs")
    theirs.press(theirs.get(f"{scorer.url}hands/2"), "⚑ Flag the hand", reason="66")
    theirs.press(theirs.get(f"{scorer.url}hands/2"), "✓ We agree")
    seq = next(act.seq for act in scorer.ledger().acts if act.kind == kind)
    for path in ("undo", "bring-back"):
        assert scorer.get(f"{scorer.url}history/{seq}/{path}").status == 404


def test_saying_the_same_again_is_nothing_new(app, scorer):
    theirs = answering(app, scorer, "Theirs")
    for button, typed in (("⚑ Flag the hand", {"reason": "66"}), ("✓ We agree", {})):
        pages = [theirs.get(f"{scorer.url}hands/2") for _ in range(2)]
        assert theirs.press(pages[0], button, **typed).status == 303
        said = scorer.ledger()
        assert theirs.press(pages[1], button, **typed).status == 303
        assert scorer.ledger() == said


def test_an_operation_id_of_another_act_is_refused_in_words(app, scorer):
    used = scorer.ledger().acts[1].op_id
    fields = [("csrf_token", scorer.token()), ("op_id", used), ("revision", "2")]
    answer = scorer.post(f"{scorer.url}pencil/alone", fields)
    assert answer.status == 409
    assert "The match went on meanwhile" in answer.words()


def test_made_up_secrets_enrol_no_phone(app):
    phone = Scorer(app)
    form = [("csrf_token", phone.token()), ("secret", "made up")]
    for _ in range(3):
        assert phone.post("/s/open", form).status == 422
    with app.app_context():
        assert db.session.execute(text("SELECT count(*) FROM phone")).scalar_one() == 0


@pytest.mark.parametrize("button", ["Hand over to another phone", "Code for: Theirs"])
def test_other_links_are_not(app, scorer, button):
    program = Program(app, shown_link(scorer, button).partition("#")[2], scorer.public_id)
    assert program.do("record", hand=FAILED).status == 401


def test_a_program_reads_what_the_sides_say(app, scorer):
    ours, theirs = (answering(app, scorer, side) for side in ("Ours", "Theirs"))
    ours.press(ours.page(), "✓ Hand 1: 19 – 6")
    theirs.press(theirs.get(f"{scorer.url}hands/2"), "⚑ Flag the hand", reason="66")
    match = Program(app, None, scorer.public_id).match()
    assert match["answers"] == {"2": {"A": "agreed", "B": "flagged"}}
    assert match["flags"] == [
        {"hand_id": 2, "side": "B", "reason": "66", "open": True, "here": False}
    ]


def test_a_link_opens_no_other_match_to_a_program(app, scorer, stranger):
    link = shown_link(scorer, "Write on a second phone, too")
    program = Program(app, link.partition("#")[2], stranger.public_id)
    assert program.do("record", hand=FAILED).status == 401


def test_at_home_each_phone_reads_the_words_of_its_side(keep, other, scorer):
    other.url = (
        of_four := keep(MADE, then=lambda t: t.do("changed", names={"A": "", "B": ""}))
    ).url
    open_link(other, shown_link(of_four, "Code for them"), "Answer for: Eleni – Andreas")
    for path in ("/", "/phone/"):
        ours, theirs = (one.get(path).words(".//main") for one in (of_four, other))
        assert ours.index("Us") < ours.index("Them")
        assert theirs.index("Them") < theirs.index("Us")
        pairs = "Maria, Giorgos – Eleni, Andreas"
        assert (pairs in ours) == (pairs in theirs) == (path == "/")
