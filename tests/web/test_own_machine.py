"""The backup in the menu: for a browser on the server's own machine, and for nobody else."""

import sqlite3

import pytest

from tests.phone import Phone
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
