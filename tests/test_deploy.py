"""The units of systemd, and what docs/operating.md and operating-many.md say of them."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from typing import NamedTuple

import pytest

from scorekeeper.cli.server import TOO_OLD
from scorekeeper.printing.printer import SHEET_NICENESS
from tests.support.nginx import Nginx
from tests.support.processes import PROJECT, children_of
from tests.support.server import HOST, Server, reserve_port
from tests.test_config import table_of_settings

DEPLOY = PROJECT / "deploy"
UNITS = sorted((DEPLOY / "systemd").iterdir())
SERVICES = [unit for unit in UNITS if unit.suffix == ".service"]
OWN = {
    *("Type", "ExecStart", "KillMode", "TimeoutStartSec", "TimeoutStopSec"),
    *("Restart", "RestartSec", "RestartPreventExitStatus"),
    *("ReadWritePaths", "ExecStartPre", "ExecStartPost"),
}
"""The settings in which services may differ; in all others they are alike."""


@pytest.fixture
def here(tmp_path):
    """The units as they would be where this checkout is the one in /opt."""
    for checkout in ("tefteri", "tefteri-1"):
        (tmp_path / checkout).mkdir()
        for part in (".venv", "deploy"):
            (tmp_path / checkout / part).symlink_to(PROJECT / part)
    for unit in UNITS:
        text = unit.read_text().replace("/opt/", f"{tmp_path}/")
        (tmp_path / name_of(unit)).write_text(text)
    return tmp_path


def name_of(unit):
    """Return the name of a unit; for a template, that of the first of its units."""
    return unit.name.replace("@", "@1")


def analyze(*arguments):
    """Return the report of systemd."""
    program = shutil.which("systemd-analyze")
    assert program, "Missing: apt-get install systemd (scripts/setup test does)"
    return subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)


def test_systemd_finds_no_fault_in_the_units(here):
    done = analyze("verify", "--man=no", *(here / name_of(unit) for unit in UNITS))
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_systemd_finds_a_fault_where_there_is_one(here):
    unit = here / "tefteri.service"
    unit.write_text(unit.read_text().replace("python -m", "pyton -m"))
    assert "is not executable" in analyze("verify", "--man=no", unit).stderr


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_may_do_little(here, unit):
    done = analyze("security", "--offline=yes", "--threshold=14", here / name_of(unit))
    assert done.returncode == 0, done.stdout


HARDENED = {
    "PrivateUsers": "true",
    "ProcSubset": "pid",
    "RemoveIPC": "true",
    "MemoryMax": "2G",
    "SystemCallErrorNumber": "EPERM",
}


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_is_hardened_where_that_is_free(unit):
    told = dict(re.findall(r"^(\w+)=(.*)$", unit.read_text(), re.MULTILINE))
    assert {name: told.get(name) for name in HARDENED} == HARDENED
    [checkout] = re.findall(r"^WorkingDirectory=(.*)$", unit.read_text(), re.MULTILINE)
    assert told["InaccessiblePaths"] == f"-{checkout}/.git"
    refused = members("@privileged") | members("@resources") - {"setpriority"}
    assert not refused & allowed_calls(unit)


def allowed_calls(unit):
    """The system calls that a service may make."""
    allowed = set()
    for told in re.findall(r"^SystemCallFilter=(.*)$", unit.read_text(), re.MULTILINE):
        calls = set().union(*(members(name) for name in told.lstrip("~").split()))
        allowed = allowed - calls if told.startswith("~") else allowed | calls
    return allowed | members("@default")  # systemd's always


def members(name):
    """The calls of a group; of a call, itself."""
    if not name.startswith("@"):
        return {name}
    _head, *lines = analyze("syscall-filter", name).stdout.splitlines()
    names = [line.strip() for line in lines if not line.strip().startswith("#")]
    return set().union(*(members(one) for one in filter(None, names)))


@pytest.fixture(scope="module")
def inside():
    """The beginning of a command line that runs a program as a service may run."""
    calls = allowed_calls(DEPLOY / "systemd/tefteri.service")
    if os.geteuid() == 0:
        calls.add("fchown")  # SQLite's, of root alone, which no service is
    return [sys.executable, str(PROJECT / "tests/support/few_calls.py"), ",".join(sorted(calls))]


@pytest.fixture
def as_a_service(tmp_path, inside):
    server = Server(tmp_path / "instance", inside=inside)
    yield server.start()
    server.kill()


def ask(server, method, path, body=None):
    connection = HTTPConnection(HOST, server.port, timeout=60)
    told = {"Content-Type": "application/json"} if body else {}
    connection.request(method, path, json.dumps(body) if body else None, told)
    answer = connection.getresponse()
    data = answer.read()
    connection.close()
    return answer.status, data


def niceness_below(pid):
    children = children_of(pid)
    return {os.getpriority(os.PRIO_PROCESS, one) for one in children}.union(
        *(niceness_below(one) for one in children)
    )


@pytest.mark.slow
def test_a_service_does_all_that_it_does_with_few_calls(as_a_service, inside, tmp_path):
    own = os.getpriority(os.PRIO_PROCESS, as_a_service.pid)
    assert ask(as_a_service, "POST", "/api/v1/matches", {"rules": "cafe"})[0] == 201
    status, data = ask(as_a_service, "GET", "/sheets/blank.pdf")
    assert (status, data[:5]) == (200, b"%PDF-")
    assert niceness_below(as_a_service.pid) == {own, min(own + SHEET_NICENESS, 19)}
    program = [sys.executable, "-m", "scorekeeper", "backup", str(tmp_path / "copies")]
    done = subprocess.run(
        [*inside, *program],
        cwd=PROJECT,
        env={**os.environ, "TEFTERI_INSTANCE": str(as_a_service.folder)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr


def test_forbidden_call_ends_a_service(inside):
    done = subprocess.run([*inside, sys.executable, "-c", "import os; os.chown('/', 0, 0)"])
    assert done.returncode < 0


def what_it_does(unit):
    """The part of a service; of a template without what makes it one of several."""
    text = unit.read_text().split("[Service]")[1].split("[Install]")[0]
    return text.replace("-%i", "").replace("HOST=127.0.0.1 ", "")


def test_all_services_may_do_the_same():
    told = [re.findall(r"^(\w+)=(.*)$", what_it_does(unit), re.MULTILINE) for unit in SERVICES]
    alike = [[pair for pair in pairs if pair[0] not in OWN] for pairs in told]
    assert len(alike) >= 3
    assert all(pairs == alike[0] for pairs in alike)


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_only_a_services_first_process_is_told_to_end(unit):
    """A server tells its processes itself; a worker gives its job back, which is still printed."""
    told = what_it_does(unit)
    assert "Restart=" not in told or "KillMode=mixed" in told.splitlines()


@pytest.mark.parametrize("unit", SERVICES, ids=lambda unit: unit.stem)
def test_a_service_is_never_given_up(unit):
    """As systemd does where it was started five times within ten seconds: its socket ends, too."""
    told = dict(re.findall(r"^(\w+)=(.*)$", what_it_does(unit), re.MULTILINE))
    assert told.get("Type") == "oneshot" or 5 * int(told["RestartSec"]) > 10


def test_service_without_a_socket_does_not_restart_on_newer_tables():
    """A socket would start it for each who asks, without a pause, and systemd give up both."""
    ended = {
        unit.stem: re.findall(r"^RestartPreventExitStatus=(\d+)$", unit.read_text(), re.MULTILINE)
        for unit in SERVICES
        if "Restart=" in unit.read_text()
    }
    once = [str(TOO_OLD)]
    assert ended == {"tefteri": [], "tefteri@": once, "tefteri-worker": once}


def test_a_server_has_started_only_when_nginx_asks_it_again():
    """Or nginx knows of none, if the other is stopped next."""
    text = (DEPLOY / "systemd/tefteri@.service").read_text()
    [waited] = re.findall(r"^ExecStartPost=sleep (\d+)$", text, re.MULTILINE)
    timeouts = re.findall(r"fail_timeout=(\d+)s", (DEPLOY / "nginx/tefteri.conf").read_text())
    assert len(timeouts) == 2
    assert int(waited) > max(map(int, timeouts))


@contextmanager
def nginx_before(server):
    """nginx with this server as its first, and none as its second."""
    with closing(reserve_port()) as reserved:
        nginx = Nginx(server, Elsewhere(reserved.getsockname()[1])).start()
        try:
            yield nginx
        finally:
            nginx.remove()


class Elsewhere(NamedTuple):
    """A port at which no server listens."""

    port: int


def headers_of(port, path, method="GET", **headers):
    """The status of the answer to this request, and its headers."""
    with closing(HTTPConnection(HOST, port, timeout=30)) as connection:
        connection.request(method, path, headers=headers)
        answer = connection.getresponse()
        answer.read()
        return answer.status, answer.headers


OF_NGINX = {
    "no server, to a person": (502, "/", {}),
    "no server, to a script": (502, "/", {"HX-Request": "true"}),
    "no server, to a program": (503, "/api/v1/matches/x", {}),
    "no server, a style": (200, "/away/page.css", {}),
    "nothing there": (404, "/metrics", {}),
    "no request": (400, "/%", {}),
    "a long line": (414, f"/{'x' * 40_000}", {}),
    "a large body": (413, "/", {"Content-Length": str(40 * 1024 * 1024)}),
}


def test_nginx_guards_the_answers_of_its_own():
    with nginx_before(Elsewhere(1)) as nginx:
        for case, (status, path, headers) in OF_NGINX.items():
            told, answer = headers_of(nginx.port, path, **headers)
            assert told == status, case
            assert answer["X-Content-Type-Options"] == "nosniff", case
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"], case
            assert answer["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
            is_text = answer["Content-Type"].startswith("text/")
            assert not is_text or answer["Content-Type"].endswith("; charset=utf-8"), case
        for path, status in (("/", 301), ("/api/v1/matches/x", 403)):
            told, answer = headers_of(nginx.plain_port, path)
            assert told == status
            assert answer["X-Content-Type-Options"] == "nosniff"
            assert "frame-ancestors 'none'" in answer["Content-Security-Policy"]
            assert "Strict-Transport-Security" not in answer, "browsers heed it over HTTPS alone"


@pytest.mark.slow
def test_nginx_leaves_the_headers_of_a_server_as_they_are(tmp_path):
    server = Server(tmp_path, PROXY_HOPS=1).start()
    try:
        with nginx_before(server) as nginx:
            for path in ("/", "/static/css/base.css", "/static/icon.svg", "/nowhere"):
                own = headers_of(server.port, path)[1]
                told = headers_of(nginx.port, path)[1]
                for name in ("X-Content-Type-Options", "Content-Security-Policy", "Content-Type"):
                    assert told.get_all(name) == own.get_all(name), (path, name)
    finally:
        server.kill()


def test_without_its_disk_a_backup_has_failed_and_says_why(tmp_path):
    """A condition of systemd's would leave it out every night, without a message."""
    text = (DEPLOY / "systemd/tefteri-backup.service").read_text()
    [check] = re.findall(r"^ExecStartPre=(.*)$", text, re.MULTILINE)
    assert not re.search(r"^Condition", text, re.MULTILINE)
    program, place = check.split()
    done = subprocess.run([program, tmp_path], capture_output=True, text=True)
    assert (done.returncode != 0, done.stdout) == (True, f"{tmp_path} is not a mountpoint\n")
    assert subprocess.run([program, "/proc"], stdout=subprocess.DEVNULL).returncode == 0
    [folder] = re.findall(r"^ReadWritePaths=-(.*)$", text, re.MULTILINE)
    [written] = re.findall(r"^ExecStart=\S+ (.*)$", text, re.MULTILINE)
    assert (folder, folder.rpartition("/")[0]) == (written, place)


def test_every_unit_is_told_of_and_every_file_that_is_told_of_is_there():
    pages = [PROJECT / "docs" / name for name in ("operating.md", "operating-many.md")]
    text = "\n".join(page.read_text() for page in pages)
    named = set(re.findall(r"\btefteri(?:-\w+|@)?\.(?:service|socket|timer)\b", text))
    assert named == {unit.name for unit in UNITS}
    assert all((PROJECT / path).exists() for path in re.findall(r"\bdeploy/[\w./@-]*\w", text))


def test_the_services_settings_are_in_the_table():
    lines = (DEPLOY / "tefteri.env").read_text().splitlines()
    named = {line.partition("=")[0] for line in lines if not line.startswith("#")}
    assert named
    assert named <= table_of_settings().keys()


def test_the_socket_is_where_the_proxies_of_the_document_ask():
    [address] = re.findall(r"ListenStream=(.*)", (DEPLOY / "systemd/tefteri.socket").read_text())
    text = (PROJECT / "docs" / "operating.md").read_text()
    assert set(re.findall(r"(?:reverse_proxy|proxy_pass) (?:http://)?([\d.:]+)", text)) == {address}
