"""The command line; scoring and printing are tested in tests/rules and tests/printing."""

import os
import socket
import subprocess
import sys

import pytest

from scorekeeper import __version__
from scorekeeper.cli import https, main, server
from tests.support.processes import PROJECT


def refuse_app():
    raise AssertionError("no app is needed for this")


HOST = "127.0.0.2"
"""Of this machine, and nobody else's who tests meanwhile: the ports beside one are free."""


@pytest.fixture
def taken():
    """A port of `HOST` that somebody listens on."""
    with socket.socket() as other:
        other.bind((HOST, 0))
        other.listen()
        yield other.getsockname()[1]


def test_it_tells_its_version(capsys):
    with pytest.raises(SystemExit) as ended:
        main(refuse_app, ["--version"])
    assert (ended.value.code, capsys.readouterr().out.strip()) == (0, __version__)


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["serve", "--port", "x"], ["serve", "--port", "70000"], ["sheet", "m.json"]],
)
def test_it_says_how_it_is_used(capsys, arguments):
    with pytest.raises(SystemExit) as ended:
        main(refuse_app, arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


@pytest.mark.slow
def test_it_says_that_a_port_is_taken_and_what_to_do(capsys, taken):
    status = main(refuse_app, ["serve", "--host", HOST, "--port", str(taken)])
    told = capsys.readouterr().err
    assert status == 1
    assert f"Port {taken} is taken" in told
    assert f"make run PORT={taken + 1}" in told


def test_https_needs_two_ports_side_by_side(capsys, taken):
    for port in (taken, taken - 1):
        assert main(refuse_app, ["serve-https", "--host", HOST, "--port", str(port)]) == 1
        assert f"Port {taken} is taken" in capsys.readouterr().err


def test_beyond_the_last_port_it_names_one_that_has_a_neighbour(capsys, monkeypatch):
    free = range(server.LAST_PORT + 1)
    monkeypatch.setattr(server, "is_free", lambda _host, port: port in free)
    assert main(refuse_app, ["serve-https", "--port", "65535"]) == 1
    told = capsys.readouterr().err
    assert told == "Port 65536 does not exist. Choose another: make run-https PORT=65534\n"


@pytest.mark.parametrize(("port", "other"), [(8000, 8001), (65534, 65532), (65535, 65533)])
def test_the_other_port_exists_and_so_does_its_neighbour(port, other):
    assert server.port_in_use_text(port, "run").endswith(f"PORT={other}")


def test_https_leaves_the_name_of_a_folder_as_it_is(tmp_path):
    folder = tmp_path / "a    b"
    values = {"name": "x", "host": "127.0.0.1", "port": 8443, "socket": tmp_path / "socket"}
    file = https._write_caddyfile(folder, **values)
    assert f'root "{folder}"' in file.read_text()
    assert "    " not in file.read_text().replace(str(folder), "")


def test_https_says_what_it_lacks(capsys, monkeypatch):
    monkeypatch.setenv("PATH", "")
    assert main(refuse_app, ["serve-https"]) == 1
    assert capsys.readouterr().err == "HTTPS needs Caddy: apt-get install caddy, as root\n"


@pytest.mark.slow
def test_it_takes_the_port_from_the_environment(capsys, taken, monkeypatch):
    monkeypatch.setenv("PORT", str(taken))
    monkeypatch.setenv("HOST", HOST)
    assert main(refuse_app, ["serve"]) == 1
    assert f"Port {taken} is taken" in capsys.readouterr().err


def test_it_migrates_before_it_serves(monkeypatch, make_app, tmp_path):
    app = make_app(INSTANCE=tmp_path / "new")
    served = []
    monkeypatch.setattr(server, "start", lambda *told: served.append(told))
    monkeypatch.setattr(server, "is_free", lambda _host, _port: True)
    main(lambda: app, ["serve", "--host", "127.0.0.1", "--port", "8123"])
    assert served == [(app, "127.0.0.1:8123")]
    assert app.test_client().get("/healthz").get_json()["ok"]


def test_only_where_no_systemd_waits_for_it_it_shows_an_address(capsys, monkeypatch, app):
    monkeypatch.setattr(server, "start", lambda *_told: None)
    monkeypatch.setattr(server, "is_free", lambda _host, _port: True)
    main(lambda: app, ["serve"])
    assert "Tefteri: http://" in capsys.readouterr().out
    monkeypatch.setenv("NOTIFY_SOCKET", "/run/systemd/notify")
    main(lambda: app, ["serve"])
    assert capsys.readouterr().out == ""


def test_it_prints_the_address_that_a_phone_can_reach(capsys, app):
    server.announce(app, "0.0.0.0", 8123)
    told = capsys.readouterr().out
    assert "Tefteri: http://" in told
    assert ":8123/" in told
    assert "http://0.0.0.0" not in told


def test_it_prints_the_host_it_was_given(capsys, app):
    server.announce(app, "192.168.1.7", 8123)
    assert "Tefteri: http://192.168.1.7:8123/" in capsys.readouterr().out


def test_it_knows_a_port_that_is_free(taken):
    assert not server.is_free(HOST, taken)
    assert server.is_free("127.0.0.1", 0)


@pytest.mark.parametrize(
    ("host", "bound", "printed"),
    [
        ("127.0.0.1", "127.0.0.1:8123", "http://127.0.0.1:8123/"),
        ("::1", "[::1]:8123", "http://[::1]:8123/"),
        ("[::1]", "[::1]:8123", "http://[::1]:8123/"),
        ("localhost", "127.0.0.1:8123", "http://localhost:8123/"),
        ("::", "[::]:8123", ""),
        ("", "0.0.0.0:8123", ""),
    ],
)
def test_every_host_is_bound_and_printed(capsys, monkeypatch, app, host, bound, printed):
    served = []
    monkeypatch.setenv("HOST", host)
    monkeypatch.setattr(server, "start", lambda _app, bind: served.append(bind))
    monkeypatch.setattr(server, "is_free", lambda _host, _port: True)
    main(lambda: app, ["serve", "--port", "8123"])
    told = capsys.readouterr().out
    assert served == [bound]
    own = f"http://{server.reachable('0.0.0.0')}:8123/"
    assert f"Tefteri: {printed or own}\n" in told


@pytest.mark.parametrize(
    ("host", "fault"),
    [
        ("192.0.2.1", "Cannot assign requested address"),
        ("2001:db8::1", "Cannot assign requested address"),
        ("no name", "Name or service not known"),
    ],
)
@pytest.mark.parametrize("command", ["serve", "demo"])
def test_address_that_is_not_here_is_named_and_no_port(capsys, host, fault, command):
    assert main(refuse_app, [command, "--host", host, "--port", "8123"]) == 1
    assert capsys.readouterr().err == (
        f"HOST is {host!r}: {fault}. Give an address or a name of this machine, or 0.0.0.0 for "
        "all\n"
    )


def test_taken_port_of_ipv6_is_named(capsys):
    with socket.socket(socket.AF_INET6) as other:
        other.bind(("::1", 0))
        other.listen()
        port = other.getsockname()[1]
        assert main(refuse_app, ["demo", "--host", "::1", "--port", str(port)]) == 1
    assert capsys.readouterr().err.startswith(f"Port {port} is taken. ")


@pytest.mark.slow
def test_app_loaded_at_the_start_is_not_looked_through_by_the_collector(tmp_path):
    """And what comes after it is."""
    code = (
        "import gc; from scorekeeper.__main__ import _create_app; app = _create_app();"
        "print(gc.isenabled(), any(one is app for one in gc.get_objects()))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT,
        env={"TEFTERI_INSTANCE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True False\n"


@pytest.mark.slow
@pytest.mark.parametrize("is_first", [True, False])
def test_every_command_takes_the_folder_of_the_matches(tmp_path, is_first):
    where = ["--instance", "here"]
    words = [*where, "migrate"] if is_first else ["migrate", *where]
    done = subprocess.run(
        [sys.executable, "-m", "scorekeeper", *words],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PROJECT), "TEFTERI_INSTANCE": str(tmp_path / "other")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert [one.name for one in tmp_path.iterdir()] == ["here"]
    assert (tmp_path / "here" / "tefteri.sqlite3").exists()
