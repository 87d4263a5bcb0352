"""Settings: their defaults, the environment, the secret key."""

import ast
import os
import re
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from scorekeeper import config
from scorekeeper.app import create_app
from scorekeeper.cli import _language, main
from scorekeeper.config import BadSetting, Overrides, read_settings
from tests.support.databases import KEY
from tests.support.examples import rarely
from tests.support.phone import Phone
from tests.support.processes import PROJECT
from tests.support.server import HOST, reserve_port

WEAK = ["", "dev", "secret", "changeme", "x" * 31, "x" * 64, "abcabc" * 10, "password" * 4]


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch):
    own = "TEFTERI_", "DATABASE_URL"
    for name in [name for name in os.environ if name.startswith(own)]:
        monkeypatch.delenv(name)


def made(folder, **given):
    return read_settings({"INSTANCE": folder, **given})


def test_it_makes_a_secret_key_once_for_all_that_start(tmp_path):
    first, second = made(tmp_path), made(tmp_path)
    assert first.secret_key == second.secret_key
    assert len(first.secret_key) == 64
    assert made(tmp_path / "other").secret_key != first.secret_key


def test_it_keeps_the_key_from_everybody_else(tmp_path):
    folder = tmp_path / "instance"
    made(folder)
    assert stat.S_IMODE((folder / "secret_key").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert [file.name for file in folder.iterdir()] == ["secret_key"]


@pytest.mark.slow
def test_it_makes_one_key_where_two_servers_start_at_once(tmp_path):
    code = "from scorekeeper import config; print(config.read_settings().secret_key)"
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


def test_it_refuses_a_weak_secret_for_the_figures_and_does_not_tell_it(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_METRICS_SECRET", "hunter2")
    with pytest.raises(BadSetting, match="TEFTERI_METRICS_SECRET is weak") as refused:
        made(tmp_path)
    assert "hunter2" not in str(refused.value)


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
    assert made(tmp_path).secret_key == KEY
    assert not (tmp_path / "secret_key").exists()


def test_it_tells_no_key_in_its_refusal(tmp_path):
    with pytest.raises(ValueError, match="weak") as refused:
        made(tmp_path, SECRET_KEY="hunter2")
    assert "hunter2" not in str(refused.value)


@pytest.mark.parametrize(
    ("name", "text", "setting", "value"),
    [
        ("BUSY_SECONDS", "1.5", "busy_seconds", 1.5),
        ("TRUSTED_HOSTS", " a.example, .b.example ,", "trusted_hosts", ["a.example", ".b.example"]),
        ("TRUSTED_HOSTS", "", "trusted_hosts", None),
        ("TRUSTED_HOSTS", " , ", "trusted_hosts", None),
        ("PROXY_HOPS", "2", "proxy_hops", 2),
        ("PROXY_HOPS", "", "proxy_hops", 0),
        ("TIMEZONE", "Europe/London", "timezone", "Europe/London"),
        ("TIMEZONE", "", "timezone", "Asia/Nicosia"),
        ("NEW_MATCHES", "5", "new_matches", 5),
        ("PRINTS", "6", "prints", 6),
        ("FAILED_SECRETS", "7", "failed_secrets", 7),
        ("SLOW_SECONDS", "0.5", "slow_seconds", 0.5),
        ("DRAIN_SECONDS", "10", "drain_seconds", 10),
        ("METRICS_SECRET", f" {KEY} ", "metrics_secret", KEY),
        ("METRICS_SECRET", "", "metrics_secret", None),
        ("WORKER", "none", "has_worker", False),
        ("WORKER", "own", "has_worker", True),
        ("SCRIPTS", "modules", "joins_scripts", False),
        ("SCRIPTS", "joined", "joins_scripts", True),
        ("JOB_MEMORY", "512", "job_memory", 512 * 1024 * 1024),
        ("BACKUPS", "/mnt/backup/tefteri", "backups", Path("/mnt/backup/tefteri")),
        ("BACKUPS", "", "backups", None),
    ],
)
def test_it_reads_the_environment(tmp_path, monkeypatch, name, text, setting, value):
    monkeypatch.setenv(f"TEFTERI_{name}", text)
    assert getattr(made(tmp_path), setting) == value


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
    ("WORKER", "two"),
    ("SCRIPTS", "some"),
    ("JOB_MEMORY", "16"),
    ("SECRET_KEY", "dev"),
    ("INSTANCE", "/dev/null/tefteri"),
]


@pytest.mark.parametrize(("name", "text"), NONSENSE)
def test_it_names_the_setting_that_makes_no_sense(tmp_path, monkeypatch, name, text):
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path))
    monkeypatch.setenv(f"TEFTERI_{name}", text)
    with pytest.raises(BadSetting, match=f"TEFTERI_{name}") as refused:
        read_settings()
    assert "\n" not in str(refused.value)


def test_it_says_that_its_key_cannot_be_read(tmp_path):
    (tmp_path / "secret_key").mkdir()
    with pytest.raises(BadSetting, match="secret_key: Is a directory"):
        made(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "name", "text"),
    [
        ("serve", "TEFTERI_PROXY_HOPS", "abc"),
        rarely("serve", "TEFTERI_SECRET_KEY", "dev"),
        rarely("serve", "DATABASE_URL", "postgresql://me:hunter@h:54x/db"),
        rarely("work", "DATABASE_URL", "postgresql:///db?sslmod=require"),
        ("export abc", "TEFTERI_TIMEZONE", "Asia"),
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
            name: text,
        },
        capture_output=True,
        text=True,
    )
    port.close()
    assert (ended.returncode, ended.stdout) == (2, "")
    (line,) = ended.stderr.splitlines()
    assert line.startswith(name)
    assert "hunter" not in line
    assert not (tmp_path / "tefteri.sqlite3").exists()


def test_it_takes_what_it_is_given_before_the_environment(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_BUSY_SECONDS", "1")
    assert made(tmp_path, BUSY_SECONDS=2.0).busy_seconds == 2.0


def test_it_keeps_its_database_in_the_instance_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_INSTANCE", str(tmp_path / "a" / "b"))
    values = read_settings()
    assert values.database_file.parent == values.instance == tmp_path / "a" / "b"
    assert str(values.database_file) in str(values.database_uri)


@pytest.mark.parametrize("scheme", ["postgresql", "postgres"])
def test_it_keeps_it_on_a_server_where_it_is_told_so(tmp_path, monkeypatch, scheme):
    monkeypatch.setenv("DATABASE_URL", f" {scheme}://me@db.example/tefteri\n")
    values = made(tmp_path)
    assert values.database_file is None
    assert str(values.database_uri) == "postgresql+psycopg://me@db.example/tefteri"
    monkeypatch.setenv("DATABASE_URL", "")
    assert made(tmp_path).database_file == tmp_path / "tefteri.sqlite3"


@pytest.mark.parametrize("url", ["mysql://me:pass@db/t", "tefteri.sqlite3", "postgresql:t", "x://"])
def test_it_refuses_the_address_of_something_else_and_tells_no_password(tmp_path, url):
    with pytest.raises(BadSetting, match="DATABASE_URL: give PostgreSQL's address") as refused:
        made(tmp_path, DATABASE_URL=url)
    assert "pass" not in str(refused.value)


@pytest.mark.parametrize(
    ("place", "fault"),
    [
        ("h:54x/db", "its port cannot be read"),
        ("a:5432,b:5432/db", "its port cannot be read"),
        ("me:hunter@h:54x/db", "its port cannot be read"),
        ("me:x@hunter:2@h/db", "write each @ of the password as %40"),
        ("me:hunter@h/db?host=a:1&host=b:2&port=3", "Can't mix 'multihost' formats"),
        ("me:hunter@h/db?sslmod=require", 'invalid connection option "sslmod"'),
    ],
)
def test_it_says_in_one_line_what_is_wrong_with_an_address_and_tells_no_password(
    tmp_path, place, fault
):
    with pytest.raises(BadSetting) as refused:
        create_app({"INSTANCE": tmp_path, "DATABASE_URL": f"postgresql://{place}"})
    said = str(refused.value)
    assert said.startswith(f"DATABASE_URL: {fault}")
    assert "\n" not in said
    assert "hunter" not in said


def test_its_password_stands_nowhere_among_the_settings(tmp_path):
    values = made(tmp_path, DATABASE_URL="postgresql://me:hunter@db.example/tefteri")
    assert "hunter" not in repr(values)


def test_no_secret_stands_where_the_settings_are_shown(tmp_path):
    secrets = {"SECRET_KEY": KEY, "METRICS_SECRET": KEY[::-1], "DEMO_PHONE": "demo"}
    values = made(tmp_path, **secrets)
    assert {values.secret_key, values.metrics_secret, values.demo_phone} == {*secrets.values()}
    assert [secret for secret in secrets.values() if secret in repr(values)] == []


def test_each_setting_can_be_overridden(tmp_path):
    """Those that no other setting makes."""
    named = {"BABEL_DEFAULT_TIMEZONE": "timezone", "TESTING": "is_testing"}
    where = {"INSTANCE", "DATABASE_URL"}
    for name in Overrides.__annotations__.keys() - where:
        given = KEY if name == "SECRET_KEY" else object()
        values = made(tmp_path, **{name: given})
        assert getattr(values, named.get(name, name.lower())) is given


def test_it_makes_no_backup_of_a_database_that_is_no_file(tmp_path, monkeypatch):
    monkeypatch.setenv("TEFTERI_BACKUPS", "/mnt/backup")
    with pytest.raises(BadSetting, match="TEFTERI_BACKUPS is for the file: PostgreSQL has pg_dump"):
        made(tmp_path, DATABASE_URL="postgresql:///tefteri")


def test_it_has_safe_defaults(tmp_path):
    values = made(tmp_path)
    told = values.for_flask()
    assert (told["MAX_CONTENT_LENGTH"], told["MAX_FORM_PARTS"]) == (64 * 1024, 100)
    assert told["MAX_FORM_MEMORY_SIZE"] == 32 * 1024
    assert told["WTF_CSRF_TIME_LIMIT"] is None, "a match lasts longer than an hour"
    assert (values.proxy_hops, told.get("DEBUG"), told["TESTING"]) == (0, None, False)


def test_it_keeps_old_forms_good_after_a_restart(tmp_path, make_app):
    """The token is bound to the key, and the key outlives the server."""
    first, second = make_app(SECRET_KEY=None), make_app(SECRET_KEY=None)
    phone = Phone(first)
    form = phone.get("/settings").form("/preferences")
    phone.client.application = second
    answer = phone.post("/preferences", [*form.filled, ("theme", "dark")])
    assert answer.status == 303


def table_of_settings():
    """Return name and default of every setting, as the operator reads them."""
    text = (PROJECT / "docs" / "operating.md").read_text()
    rows = re.findall(r"^\| ([A-Z_]+) \| ([^|]+) \| [^|]+ \|$", text, re.MULTILINE)
    assert len(dict(rows)) == len(rows)
    return dict(rows)


def asked_for(*functions):
    """Return the first argument of each call of these functions."""
    trees = [ast.parse(file.read_text()) for file in (PROJECT / "scorekeeper").rglob("*.py")]
    calls = [node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Call)]
    return {ast.unparse(call.args[0]) for call in calls if ast.unparse(call.func) in functions}


def names_read():
    """Every variable that the program asks for."""
    asked = asked_for("os.environ.get", "_number", "_is_first")
    return {ast.literal_eval(name) for name in asked if name.startswith("'")}


@pytest.mark.slow
def test_every_variable_that_is_read_is_in_the_table_of_settings_and_no_other():
    assert set(table_of_settings()) == names_read() - OF_THE_SYSTEM


@pytest.mark.slow
def test_the_environment_is_asked_in_no_other_way():
    """Or the test before this one would not see it."""
    code = "".join(file.read_text() for file in (PROJECT / "scorekeeper").rglob("*.py"))
    assert not re.search(r"getenv|environb|from os import|in os\.environ\b(?!\.)", code)
    used = set(re.findall(r"os\.environ\b(\.\w+\(|.)", code))
    assert used == {".get(", ".update(", ".pop(", ".items("}
    assert {name for name in asked_for("os.environ.get") if not name.startswith("'")} == {"name"}


OF_COMMANDS = {"HOST", "PORT", "LANG"}
OF_THE_SYSTEM = {"LISTEN_PID", "NOTIFY_SOCKET", "XDG_DATA_HOME"}


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(table_of_settings().keys() - OF_COMMANDS))
def test_the_table_of_settings_tells_the_true_default(monkeypatch, tmp_path, name):
    monkeypatch.setattr(config, "PROJECT", tmp_path)
    told, values = table_of_settings()[name], read_settings()
    value = getattr(values, name.removeprefix("TEFTERI_").lower(), None)
    if name == "TEFTERI_INSTANCE":
        assert value == tmp_path / told
    elif name == "TEFTERI_SECRET_KEY":
        assert (told, value) == ("none", (tmp_path / "instance" / "secret_key").read_text())
    elif name == "TEFTERI_WORKER":
        assert (told, values.has_worker) == ("own", True)
    elif name == "TEFTERI_SQLITE":
        assert (told, chosen_sqlite()) == ("python", "sqlite3")
    elif name == "TEFTERI_SCRIPTS":
        assert (told, values.joins_scripts) == ("joined", True)
    elif name == "TEFTERI_JOB_MEMORY":
        assert value == int(told) * 1024 * 1024
    else:
        assert told == ("none" if value is None else f"{value:g}" if value != str(value) else value)


def chosen_sqlite(**environment):
    """Which module every library finds as `sqlite3`, by the table of settings or by these."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("TEFTERI_")}
    code = (
        "import scorekeeper.app, sqlite3, sqlalchemy.dialects.sqlite.pysqlite as of;"
        "print(*{sqlite3.__name__, of.dialect.import_dbapi().__name__.split('.')[0]})"
    )
    command = [sys.executable, "-c", code]
    ran = subprocess.run(command, env=own | environment, capture_output=True, text=True, check=True)
    return ran.stdout.strip()


@pytest.mark.slow
def test_the_newer_sqlite_is_for_every_library_of_the_process():
    assert chosen_sqlite(TEFTERI_SQLITE="pysqlite3") == "pysqlite3"


def test_a_sqlite_that_is_not_there_is_named(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "sqlite3", sys)
    monkeypatch.setenv("TEFTERI_SQLITE", "pysqlite3")
    with pytest.raises(BadSetting, match="not installed"):
        read_settings({"INSTANCE": tmp_path})


def test_early_import_of_pythons_sqlite3_is_refused():
    command = [sys.executable, "-c", "import sqlite3, scorekeeper"]
    environment = os.environ | {"TEFTERI_SQLITE": "pysqlite3"}
    ran = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert "Python's sqlite3 was imported before" in ran.stderr


@pytest.mark.parametrize(("command", "port"), [("serve", "8000"), ("serve-https", "8443")])
def test_the_table_of_settings_tells_where_a_server_listens(monkeypatch, command, port):
    for name in OF_COMMANDS:
        monkeypatch.delenv(name, raising=False)
    told = []
    monkeypatch.setattr("scorekeeper.cli._serve", lambda _app, options: told.append(options))
    monkeypatch.setattr("scorekeeper.cli._serve_https", lambda _app, options: told.append(options))
    main(lambda: None, [command])
    table = table_of_settings()
    assert (told[0].host, str(told[0].port)) == (table["HOST"], port)
    assert table["PORT"] == "8000"
    assert _language() == "en"
