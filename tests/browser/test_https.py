"""`serve-https`: its own CA, which a phone can come to trust, and nothing left behind."""

import os
import signal
import ssl
import subprocess
import sys
import time
from contextlib import closing, suppress
from http.client import HTTPSConnection
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OPTIONS
from tests.browser.test_installed import READY
from tests.support.processes import PROJECT, children_of, environment_for
from tests.support.server import HOST, PATIENCE, reserve_port


class Secure:
    """`python -m scorekeeper serve-https` on a new folder."""

    def __init__(self, folder):
        self.folder = folder
        self._reserved = reserve_neighbours()
        self.port = self._reserved[0].getsockname()[1]
        folder.mkdir()
        self.log = folder / "log"
        self.start()

    def start(self):
        command = [sys.executable, "-m", "scorekeeper", "serve-https", "--host", HOST]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*command, "--port", str(self.port)],
                cwd=PROJECT,
                env=environment_for(self.folder),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )

    @property
    def url(self):
        return f"https://{HOST}:{self.port}"

    @property
    def ca_url(self):
        return f"http://{HOST}:{self.port + 1}"

    def ca(self):
        """The CA's certificate, as a phone gets it."""
        file = self.folder / "ca-of-the-phone.crt"
        with urlopen(f"{self.ca_url}/ca.crt") as answer:
            file.write_bytes(answer.read())
        return file

    def get(self, path):
        """The answer, to one who trusts that CA and no other."""
        trust = ssl.create_default_context(cafile=str(self.ca()))
        with closing(HTTPSConnection(HOST, self.port, context=trust, timeout=10)) as connection:
            connection.request("GET", path)
            answer = connection.getresponse()
            answer.words = answer.read().decode()
            return answer

    def answers(self):
        assert self.process.poll() is None, self.log.read_text()
        try:
            return self.get("/healthz").status == 200
        except OSError:
            return False

    def children(self):
        """Caddy, gunicorn, and gunicorn's workers."""
        own = children_of(self.process.pid)
        return own + [worker for child in own for worker in children_of(child)]

    def end(self):
        for pid in (*self.children(), self.process.pid):
            with suppress(ProcessLookupError):  # it may have ended by itself meanwhile
                os.kill(pid, signal.SIGKILL)
        self.process.wait(PATIENCE)
        for one in self._reserved:
            one.close()


@pytest.fixture
def secure(tmp_path):
    server = Secure(tmp_path / "instance")
    try:
        wait(server.answers)
        yield server
    finally:
        server.end()


def reserve_neighbours():
    """Two ports side by side."""
    while True:
        first = reserve_port()
        try:
            return first, reserve_port(first.getsockname()[1] + 1)
        except OSError:
            first.close()


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait(condition):
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, condition
        time.sleep(0.05)


def status_of(url, data=None):
    try:
        with urlopen(url, data) as answer:
            return answer.status
    except HTTPError as error:
        return error.code


def test_client_that_trusts_the_ca_gets_cookies_for_this_host_only(secure):
    answer = secure.get("/settings")
    assert answer.status == 200
    assert "<h1" in answer.words
    cookies = answer.headers.get_all("Set-Cookie")
    assert cookies
    for cookie in cookies:
        assert cookie.startswith("__Host-")
        assert "; Secure" in cookie
    assert "Strict-Transport-Security" not in answer.headers
    assert f"{secure.ca_url}/" in secure.get("/help/offline").words


def test_client_that_does_not_trust_the_ca_refuses_the_connection(secure):
    fooled = HTTPSConnection(HOST, secure.port, timeout=10)
    with closing(fooled), pytest.raises(ssl.SSLCertVerificationError):
        fooled.request("GET", "/")


def test_the_certificate_is_offered_over_plain_http_and_nothing_else_is(secure):
    with urlopen(f"{secure.ca_url}/ca.crt") as answer:
        assert answer.headers["Content-Type"] == "application/x-x509-ca-cert"
        assert b"PRIVATE" not in answer.read()
    with urlopen(f"{secure.ca_url}/") as answer:
        assert f"{secure.url}/" in answer.read().decode()
    for path in ("/matches/new", "/healthz", "/api/v1/", "/m/x/", "/root.key", "/ca.crt/root.key"):
        assert status_of(secure.ca_url + path) == 404, path
    assert status_of(f"{secure.ca_url}/matches/", b"x=1") == 404


def test_no_request_brings_its_own_number(secure):
    asked = Request(f"{secure.ca_url}/", headers={"X-Request-Id": "chosen-by-a-stranger"})
    with urlopen(asked) as answer:
        assert answer.headers["X-Request-Id"] != "chosen-by-a-stranger"


@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGKILL, signal.SIGINT, signal.SIGHUP])
def test_nothing_of_it_outlives_it(secure, told):
    # It answers as soon as one of the workers does.
    wait(lambda: len(secure.children()) >= 4)
    children = secure.children()
    secure.process.send_signal(told)
    status = secure.process.wait(PATIENCE)
    assert status == (-told if told == signal.SIGKILL else 0)
    wait(lambda: not any(is_running(pid) for pid in children))


def test_it_ends_when_one_of_the_two_does(secure):
    children = secure.children()
    os.kill(children_of(secure.process.pid)[-1], signal.SIGKILL)
    assert secure.process.wait(PATIENCE) == 1
    wait(lambda: not any(is_running(pid) for pid in children))


def test_a_restart_has_the_same_ca_and_its_key_is_the_owners_alone(secure):
    before = secure.ca().read_bytes()
    assert (secure.folder / "https").stat().st_mode & 0o077 == 0
    secure.process.terminate()
    secure.process.wait(PATIENCE)
    secure.start()
    wait(secure.answers)
    assert secure.ca().read_bytes() == before


def test_a_browser_that_trusts_it_keeps_tefteri(secure, chromium, tmp_path):
    """With its own list of trusted CAs, as an owner who follows the help has."""
    trusted = tmp_path / "home/.pki/nssdb"
    trusted.mkdir(parents=True)
    certutil = ["certutil", "-d", f"sql:{trusted}"]
    subprocess.run([*certutil, "-N", "--empty-password"], check=True)
    add = [*certutil, "-A", "-t", "C,,", "-n", "tefteri", "-i", str(secure.ca())]
    subprocess.run(add, check=True)
    kind = chromium.browser_type
    browser = kind.launch(
        executable_path=chromium.program,
        args=OPTIONS,
        env={**os.environ, "HOME": str(tmp_path / "home")},
    )
    page = browser.new_page(base_url=secure.url, locale="en-GB")
    page.goto("/")
    page.evaluate(READY)
    secure.process.terminate()
    secure.process.wait(PATIENCE)
    page.reload()
    expect(page.locator("#kept")).to_be_visible()
    expect(page.get_by_role("link", name="New match")).to_be_visible()
    browser.close()
