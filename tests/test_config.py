"""Settings: their defaults, the environment, the secret key."""

import os
import re
import stat
import subprocess
import sys

import pytest

from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.config import PROJECT, BadSetting, settings
from tests.conftest import KEY
from tests.phone import Phone
from tests.server import HOST, reserve_port

WEAK = ["", "dev", "secret", "changeme", "x" * 31, "x" * 64, "abcabc" * 10, "password" * 4]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    for name in [name for name in os.environ if name.startswith("TEFTERI_")]:
        monkeypatch.delenv(name)


def made(folder, **given):
    return settings({"INSTANCE": folder, **given})


def test_it_makes_a_secret_key_once_for_all_that_start(tmp_path):
    first, second = made(tmp_path), made(tmp_path)
    assert first["SECRET_KEY"] == second["SECRET_KEY"]
    assert len(first["SECRET_KEY"]) == 64
    assert made(tmp_path / "other")["SECRET_KEY"] != first["SECRET_KEY"]


def test_it_keeps_the_key_from_everybody_else(tmp_path):
    folder = tmp_path / "instance"
    made(folder)
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [file.name for file in folder.iterdir()] == ["secret_key"]


def test_it_makes_one_key_where_two_servers_start_at_once(tmp_path):
    code = "import sys; from scorekeeper.config import settings; print(settings()['SECRET_KEY'])"
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=PROJECT,
            env={"TEFTERI_INSTANCE": str(tmp_path)},
            stdout=subprocess.PIPE,
        )
        for _ in range(4)
    ]
    keys = {process.communicate()[0] for process in running}
    assert len(keys) == 1
    assert [file.name for file in tmp_path.iterdir()] == ["secret_key"]


@pytest.mark.parametrize("key", WEAK)
def test_it_refuses_a_weak_key(tmp_path, monkeypatch, key):
    monkeypatch.setenv("TEFTERI_SECRET_KEY", key)
    with pytest.raises(ValueError, match="TEFTERI_SECRET_KEY is weak"):
        made(tmp_path)


@pytest.mark.parametrize("key", WEAK)
def test_it_refuses_a_weak_key_in_its_own_file(tmp_path, key):
    (tmp_path / "secret_key").write_text(key)
    with pytest.raises(ValueError, match="weak"):
        made(tmp_path)


def test_it_starts_no_app_with_a_weak_key(tmp_path):
    with pytest.raises(ValueError, match="weak"):
        create_app({"INSTANCE": tmp_path, "SECRET_KEY": "dev"})


def test_it_takes_a_strong_key_from_the_environment_and_writes_none(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_SECRET_KEY", KEY)
    assert made(tmp_path)["SECRET_KEY"] == KEY
    assert not (tmp_path / "secret_key").exists()


def test_it_tells_no_key_in_its_refusal(tmp_path):
    with pytest.raises(ValueError, match="weak") as refused:
        made(tmp_path, SECRET_KEY="hunter2")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "setting", "value"),
    [
        ("BUSY_SECONDS", "1.5", "BUSY_SECONDS", 1.5),
        ("TRUSTED_HOSTS", " a.example, .b.example ,", "TRUSTED_HOSTS", ["a.example", ".b.example"]),
        ("TRUSTED_HOSTS", "", "TRUSTED_HOSTS", None),
        ("TRUSTED_HOSTS", " , ", "TRUSTED_HOSTS", None),
        ("PROXY_HOPS", "2", "PROXY_HOPS", 2),
        ("PROXY_HOPS", "", "PROXY_HOPS", 0),
        ("TIMEZONE", "Europe/London", "BABEL_DEFAULT_TIMEZONE", "Europe/London"),
        ("TIMEZONE", "", "BABEL_DEFAULT_TIMEZONE", "Asia/Nicosia"),
        ("NEW_MATCHES", "5", "NEW_MATCHES", 5),
        ("PRINTS", "6", "PRINTS", 6),
        ("FAILED_SECRETS", "7", "FAILED_SECRETS", 7),
    ],
)
def test_it_reads_the_environment(tmp_path, monkeypatch, name, text, setting, value):
    monkeypatch.setenv(f"TEFTERI_{name}", text)
    assert made(tmp_path)[setting] == value


NONSENSE = [
    ("PROXY_HOPS", "abc"),
    ("PROXY_HOPS", "1.5"),
    ("PROXY_HOPS", "-1"),
    ("BUSY_SECONDS", "x"),
    ("BUSY_SECONDS", "nan"),
    ("BUSY_SECONDS", "inf"),
    ("TIMEZONE", "Nicosia"),
    ("TIMEZONE", "Asia"),
    ("TIMEZONE", "../../etc/passwd"),
    ("TRUSTED_HOSTS", "a.example b.example"),
    ("TRUSTED_HOSTS", "https://a.example"),
    ("TRUSTED_HOSTS", "a.example,*.b.example"),
    ("NEW_MATCHES", "0"),
    ("PRINTS", "many"),
    ("FAILED_SECRETS", "-5"),
    ("SECRET_KEY", "dev"),
    ("INSTANCE", "/dev/null/tefteri"),
]


@pytest.mark.parametrize(("name", "text"), NONSENSE)
def test_it_names_the_setting_that_makes_no_sense(tmp_path, monkeypatch, name, text):
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path))
    monkeypatch.setenv(f"TEFTERI_{name}", text)
    with pytest.raises(BadSetting, match=f"TEFTERI_{name}") as refused:
        settings()
    assert "\n" not in str(refused.value)


def test_it_says_that_its_key_cannot_be_read(tmp_path):
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(BadSetting, match="secret_key: Is a directory"):
        made(tmp_path)


@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("serve", "PROXY_HOPS", "abc"),
        ("serve", "SECRET_KEY", "dev"),
        ("export abc", "TIMEZONE", "Asia"),
    ],
)
def test_it_ends_with_one_line_and_status_2_and_no_traceback(tmp_path, command, name, text):
    own = {key: value for key, value in os.environ.items() if not key.startswith("TEFTERI_")}
    port = reserve_port()
    ended = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *command.split()],
        cwd=PROJECT,
        env={
            **own,
            "HOST": HOST,
            "PORT": str(port.getsockname()[1]),
            "TEFTERI_INSTANCE": str(tmp_path),
            f"TEFTERI_{name}": text,
        },
        capture_output=True,
        text=True,
    )
    port.close()
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(f"TEFTERI_{name}")
    assert not (tmp_path / "tefteri.sqlite3").exists()


def test_it_takes_what_it_is_given_before_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_BUSY_SECONDS", "1")
    assert made(tmp_path, BUSY_SECONDS=2.0)["BUSY_SECONDS"] == 2.0


def test_it_keeps_its_database_in_the_instance_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path / "a" / "b"))
    values = settings()
    assert values["DATABASE_FILE"].parent == values["INSTANCE"] == tmp_path / "a" / "b"
    assert str(values["DATABASE_FILE"]) in values["SQLALCHEMY_DATABASE_URI"]


def test_it_has_safe_defaults(tmp_path):
    values = made(tmp_path)
    assert (values["MAX_CONTENT_LENGTH"], values["MAX_FORM_PARTS"]) == (64 * 1024, 100)
    assert values["MAX_FORM_MEMORY_SIZE"] == 32 * 1024
    assert values["WTF_CSRF_TIME_LIMIT"] is None, "a match lasts longer than an hour"
    assert (values["PROXY_HOPS"], values.get("DEBUG"), values.get("TESTING")) == (0, None, None)
    assert values["SESSION_COOKIE_HTTPONLY"]


def test_it_keeps_old_forms_good_after_a_restart(tmp_path, make_app):
    """The token is bound to the key, and the key outlives the server."""
    first, second = make_app(SECRET_KEY=None), make_app(SECRET_KEY=None)
    phone = Phone(first)
    form = phone.get("/").form("/preferences")
    phone.client.application = second
    answer = phone.post("/preferences", [*form.filled, ("theme", "dark")])
    assert answer.status == 303


def table_of_settings(text):
    return re.findall(r"^\| (TEFTERI_\w+) \| ([^|]+) \| ([^|]+) \|$", text, re.MULTILINE)


def test_every_setting_of_the_environment_is_in_both_tables():
    code = "".join(file.read_text() for file in (PROJECT / "scorekeeper").rglob("*.py"))
    read = set(re.findall(r"\"(TEFTERI_[A-Z_]+)\"", code))
    table = table_of_settings(config.__doc__)
    assert {name for name, *_ in table} == read
    assert table_of_settings((PROJECT / "docs" / "operating.md").read_text()) == table


def test_the_tables_tell_the_true_defaults(monkeypatch, tmp_path):
    told = {name: default for name, default, _ in table_of_settings(config.__doc__)}
    monkeypatch.setattr(config, "PROJECT", tmp_path)
    values = settings()
    assert values["INSTANCE"] == tmp_path / told["TEFTERI_INSTANCE"]
    assert values["BUSY_SECONDS"] == float(told["TEFTERI_BUSY_SECONDS"])
    for name in ("NEW_MATCHES", "PRINTS", "FAILED_SECRETS"):
        assert values[name] == int(told[f"TEFTERI_{name}"])
    assert values["PROXY_HOPS"] == int(told["TEFTERI_PROXY_HOPS"])
    assert values["BABEL_DEFAULT_TIMEZONE"] == told["TEFTERI_TIMEZONE"]
    assert (values["TRUSTED_HOSTS"], told["TEFTERI_TRUSTED_HOSTS"]) == (None, "any")
    assert (values["DEMO_PHONE"], told["TEFTERI_DEMO_PHONE"]) == (None, "none")
