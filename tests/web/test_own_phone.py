"""A phone's rights, its signing out, and the backup for the server's own machine."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from scorekeeper.cli import server
from scorekeeper.config import settings_of
from scorekeeper.work import worker
from tests.support.databases import KEY
from tests.support.phone import Phone, Scorer
from tests.support.processes import PROJECT
from tests.support.table import MADE
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


def test_it_is_a_whole_database_and_nothing_of_it_stays(app, phone, tmp_path, keep):
    keep(MADE)
    before = sorted(tmp_path.rglob("backup-*"))
    form = phone.get("/backup").form_of("Download the backup")
    answer = phone.client.post(form.action, data=dict(form.filled), headers=FROM_HERE)
    assert answer.status_code == 200
    file = tmp_path / "downloaded.sqlite3"
    file.write_bytes(answer.data)
    answer.close()
    with sqlite3.connect(file) as database:
        assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert database.execute("SELECT count(*) FROM match").fetchone()[0] >= 1
    assert sorted(tmp_path.rglob("backup-*")) == before


FROM_HERE = {"Sec-Fetch-Site": "same-origin", "Origin": "http://localhost"}


def asked(phone, *, address="127.0.0.1", host="http://localhost", **headers):
    told = {name.replace("_", "-"): value for name, value in headers.items()}
    environ = {"REMOTE_ADDR": address}
    return phone.client.get("/backup", base_url=host, headers=told, environ_overrides=environ)


def test_the_settings_have_it_on_the_machine_itself_alone(phone):
    assert "/backup" in phone.get("/settings").links()
    away = phone.client.get("/settings", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
    assert b'href="/backup"' not in away.data


@pytest.mark.parametrize(
    "more",
    [
        {"address": "192.0.2.7"},
        {"address": ""},
        {"host": "http://attacker.example"},
        {"host": "http://localhost.attacker.example"},
        {"X_Forwarded_For": "192.0.2.7"},
        {"X_Forwarded_Host": "tefteri.example"},
        {"Forwarded": "for=192.0.2.7"},
        {"Via": "1.1 proxy"},
        {"X_Real_IP": "192.0.2.7"},
        {"CF_Connecting_IP": "192.0.2.7"},
        {"Tailscale_User_Login": "somebody"},
        {"Connection": "close"},
        {"Sec_Fetch_Site": "cross-site"},
        {"Origin": "https://tefteri.example"},
        {"Origin": "null"},
        {"Origin": "http://[:::]"},
    ],
)
def test_backup_is_refused_to_other_machines(phone, more):
    assert asked(phone).status_code == 200
    assert asked(phone, **more).status_code == 404


def test_a_proxy_that_speaks_http_1_0_is_not_the_machine(phone):
    environ = {"REMOTE_ADDR": "127.0.0.1", "SERVER_PROTOCOL": "HTTP/1.0"}
    assert phone.client.get("/backup", environ_overrides=environ).status_code == 404


@pytest.mark.parametrize("host", ["http://127.0.0.1:8000", "http://[::1]:8000"])
def test_its_other_names_are_its_own(phone, host):
    assert asked(phone, address="::1", host=host).status_code == 200


KILLED_WHILE_IT_IS_PROVED = """
import os, signal
from scorekeeper.app import create_app
from scorekeeper.store import copies
from tests.support.phone import Phone
from tests.web.test_own_phone import FROM_HERE

copies.check = lambda part: os.kill(os.getpid(), signal.SIGKILL)
phone = Phone(create_app())
form = phone.get("/backup").form_of("Download the backup")
phone.client.post(form.action, data=dict(form.filled), headers=FROM_HERE)
"""


def tended_by_the_worker(app):
    """Do the minute's work of the worker now."""
    with app.app_context():
        worker._tend()


def started(app):
    assert server.make_ready(app, "en") == 0


@pytest.mark.slow
@pytest.mark.parametrize("tend", [started, tended_by_the_worker])
def test_file_of_a_killed_download_is_deleted_a_day_later(app, keep, tend):
    """It has names that may be erased since. What a running download has is not touched."""
    keep(MADE)
    instance = settings_of(app).instance
    own = {"TEFTERI_INSTANCE": str(instance), "TEFTERI_SECRET_KEY": KEY}
    ended = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_IT_IS_PROVED], cwd=PROJECT, env=own, check=False
    )
    assert ended.returncode == -signal.SIGKILL
    (left,) = (part.parent for part in instance.rglob("tefteri-*.part"))
    tend(app)
    assert left.exists(), "it may be a running one's"
    os.utime(left, (0, 0))
    tend(app)
    assert not left.exists()


def test_start_deletes_old_leftovers_but_no_folder_of_the_operator(app):
    instance = settings_of(app).instance
    left = instance / "backup-abcd_123" / "tefteri-20260401-120000.part"
    own = instance / "backup-20260401" / "tefteri-20260401-120000.sqlite3"
    for file in (left, own):
        file.parent.mkdir()
        file.touch()
        os.utime(file, (0, 0))
        os.utime(file.parent, (0, 0))
    started(app)
    assert (left.exists(), own.exists()) == (False, True)
