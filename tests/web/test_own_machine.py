"""The backup in the menu: for a browser on the server's own machine alone."""

import os
import signal
import sqlite3
import subprocess
import sys

import pytest

from scorekeeper.cli import server
from scorekeeper.config import settings_of
from scorekeeper.work import worker
from tests.databases import KEY
from tests.phone import Phone
from tests.processes import PROJECT
from tests.table import MADE


@pytest.fixture
def phone(app):
    return Phone(app)


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


def test_the_menu_has_it_on_the_machine_itself_alone(phone):
    assert "/backup" in phone.get("/").links()
    away = phone.client.get("/", environ_overrides={"REMOTE_ADDR": "192.0.2.7"})
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
def test_nobody_else_is_given_it(phone, more):
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
from tests.phone import Phone
from tests.web.test_own_machine import FROM_HERE

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
