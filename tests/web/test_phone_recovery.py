"""A phone that lost its cookie shows which one it was: it gets what it still may, no more."""

import json

import pytest

from scorekeeper.journal.identifiers import hash_of
from tests.support.phone import Phone, Scorer
from tests.support.table import MADE
from tests.web.test_pencil import phone_at, take_pencil

PATH = "/phone/again"


def show(phone, *proofs, **more):
    return json.loads(phone.send("POST", PATH, {"proofs": [*proofs], **more}).html)


def proof_of(phone):
    """Return the proof that the phone keeps for its recovery."""
    return show(phone)["proof"]


def come_back(phone, proof, **more):
    """Invited first, then asked again; what a phone that is known already does at once."""
    told = show(phone, proof, **more)
    return show(phone, proof, **more) if told.get("is_invited") else told


def may_write(phone, url):
    return phone.get(f"{url}hands/2/correct").status == 200


@pytest.fixture
def scorer(keep):
    return keep(MADE)


@pytest.fixture
def lost(app):
    """A phone without a cookie."""
    return Scorer(app)


def test_it_is_the_same_phone_again_with_all_its_matches(app, scorer, lost):
    proof = proof_of(scorer)
    assert not may_write(lost, scorer.url)
    assert come_back(lost, proof)["is_back"]
    assert may_write(lost, scorer.url)
    assert scorer.url in lost.get("/").html
    assert not may_write(scorer, scorer.url), "its old cookie opens nothing any more"


def test_a_lost_answer_loses_nothing(scorer, lost):
    proof = proof_of(scorer)
    invited = show(lost, proof)
    assert invited["is_invited"]
    invitation = lost.cookie("phone").value
    unheard = show(lost, invited["proof"], proof)
    lost.client.set_cookie("phone", invitation)
    assert show(lost, invited["proof"], proof) == unheard
    assert may_write(lost, scorer.url)
    lost.client.delete_cookie("phone")
    assert come_back(lost, unheard["proof"])["is_back"], "and its new cookie is lost, too"
    assert may_write(lost, scorer.url)


def test_lost_answer_and_lost_invitation_lose_nothing(scorer, lost):
    proof = proof_of(scorer)
    invited = show(lost, proof)
    show(lost, invited["proof"], proof)  # the answer is lost
    lost.client.delete_cookie("phone")
    again = show(lost, invited["proof"], proof)
    assert show(lost, again["proof"], invited["proof"], proof)["is_back"]
    assert may_write(lost, scorer.url)


@pytest.mark.parametrize("is_form", [True, False])
def test_lost_answer_to_a_start_loses_no_match(app, lost, is_form):
    phone, public_id = Scorer(app), "c2" * 11
    invited = show(phone)
    if is_form:
        public_id = phone.start().public_id
    else:
        assert phone.send("PUT", f"/api/v1/matches/{public_id}", {"rules": "cafe"}).status == 201
    again = show(lost)
    proofs = again["proof"], invited["proof"]
    assert not show(lost, *proofs)["is_back"], "the invitation alone is nobody's secret"
    assert show(lost, *proofs, match=public_id)["is_back"]
    lost.url = f"/m/{public_id}/"
    assert lost.entry().status == 200


def test_a_proof_is_good_once(app, scorer, lost):
    proof = proof_of(scorer)
    come_back(lost, proof)
    thief = Phone(app)
    assert not come_back(thief, proof)["is_back"]
    assert not may_write(thief, scorer.url)


def test_it_cannot_be_made_of_what_is_known(app, scorer, lost):
    secret = scorer.cookie("phone").value
    digest = hash_of(secret)
    for made in (digest, secret, f"{digest}.{'A' * 43}", scorer.public_id, ""):
        assert not come_back(lost, made)["is_back"]
    assert not may_write(lost, scorer.url)


def test_an_invitation_is_no_proof_of_a_phone(app, lost):
    lost.get("/matches/new")
    invitation = lost.cookie("phone").value
    assert not come_back(Phone(app), invitation)["is_back"]


def test_wrong_ones_are_counted(make_app):
    lost = Phone(make_app(FAILED_SECRETS=2))
    show(lost)
    statuses = [lost.send("POST", PATH, {"proofs": ["made.up"]}).status for _ in range(4)]
    assert statuses[-1] == 429


@pytest.mark.parametrize(
    "body",
    [None, [], {}, {"proofs": "x"}, {"proofs": [1]}, {"proofs": ["x"] * 11}, {"proofs": ["έ"]},
     {"proofs": [], "match": 1}],
)  # fmt: skip
def test_malformed_proofs_are_refused(lost, body):
    assert lost.send("POST", PATH, body).status == 400


def test_another_phone_by_now_gets_the_match_and_the_table_sees_it(scorer, stranger):
    proof = proof_of(scorer)
    assert show(stranger, proof, match=scorer.public_id)["is_back"]
    assert may_write(stranger, scorer.url)
    assert stranger.entry().status == 200, "and keeps its own"
    assert not may_write(scorer, scorer.url), "there is one of them"
    assert scorer.ledger().acts[-1].kind == "joined"
    assert not show(stranger, proof, match=scorer.public_id)["is_back"]


def test_another_phone_gets_no_match_that_is_not_there(scorer, stranger):
    assert not show(stranger, proof_of(scorer), match="nowhere")["is_back"]


def test_a_phone_that_was_shut_out_gets_nothing_back(app, scorer, stranger, lost):
    """As itself it comes back, without the pencil; as another one not at all."""
    proof = proof_of(scorer)
    new = phone_at(app, scorer)
    take_pencil(scorer, new)
    assert may_write(new, scorer.url)
    assert not show(stranger, proof, match=scorer.public_id)["is_back"]
    come_back(lost, proof)
    for phone in (stranger, lost, scorer):
        assert not may_write(phone, scorer.url)
    assert may_write(new, scorer.url)


def test_a_match_is_begun_once_by_a_phone_that_is_another_by_now(app, scorer, stranger):
    path = f"/api/v1/matches/{'b1' * 11}"
    first = Scorer(app).start()
    proof = proof_of(first)
    assert first.send("PUT", path, {"rules": "cafe"}).status == 201
    assert stranger.send("PUT", path, {"rules": "cafe"}).status == 409
    assert show(stranger, proof, match="b1" * 11)["is_back"]
    assert stranger.send("PUT", path, {"rules": "cafe"}).status == 200
