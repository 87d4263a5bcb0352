"""Debian's WebKit, the engine of every iPhone: WebKitWebDriver, a screen in memory, a window."""

import json
import os
import re
import shutil
import signal
import subprocess
from contextlib import suppress
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from tests.engines.browser import PATIENCE, Lost, WebDriver
from tests.support.processes import children_of, family_of, wait_until
from tests.support.server import reserve_port

WINDOW = Path(__file__).parent / "webkit_window.py"
PYTHON = "/usr/bin/python3"  # python3-gi is Debian's, and no environment has it
PACKAGES = {"WebKitWebDriver": "webkit2gtk-driver", "Xvfb": "xvfb"}
_COMMANDS = {
    "Navigate": ("POST", "/url"),
    "Back": ("POST", "/back"),
    "ExecuteScript": ("POST", "/execute/sync"),
    "PerformActions": ("POST", "/actions"),
    "ReleaseActions": ("DELETE", "/actions"),
    "SetWindowRect": ("POST", "/window/rect"),
    "TakeScreenshot": ("GET", "/screenshot"),
    "SetTimeouts": ("POST", "/timeouts"),
}
# Failed fetches stand there, too.
_ERROR = re.compile(
    r"CONSOLE JS ERROR (?!Fetch API cannot load|XMLHttpRequest cannot load|Cannot load)(.*)"
)


class WebKit(WebDriver):
    """The driver and the screen live on; `fresh` is a new window with a new folder."""

    name = "webkit"

    def __init__(self, folder):
        for program, package in PACKAGES.items():
            assert shutil.which(program), f"Missing: apt-get install {package} (scripts/setup test)"
        self._folder = Path(folder)
        self._log = self._folder / "webkit.log"
        self._screen, display = _open_screen()
        self._reserved = reserve_port()
        self._port = self._reserved.getsockname()[1]
        # A machine without a graphics card, a desktop and its services.
        plain = {"GDK_BACKEND": "x11", "NO_AT_BRIDGE": "1", "GSETTINGS_BACKEND": "memory"}
        with self._log.open("wb") as log:
            self._driver = subprocess.Popen(
                ["WebKitWebDriver", f"--port={self._port}"],
                stdout=log, stderr=log, env={**os.environ, **plain, "DISPLAY": display},
            )  # fmt: skip
        wait_until(self._answers, f"no WebKitWebDriver; its log: {self._log}")
        self._session = None
        self._number = 0
        self.fresh()

    def _answers(self):
        try:
            return self._ask("GET", "/status")["ready"]
        except (OSError, HTTPException):
            return False

    def fresh(self, language="en", *, dark=False):
        self._end_session()
        self._number += 1
        shutil.rmtree(self._folder / f"profile-{self._number - 1}", ignore_errors=True)
        self._log_read = self._log.stat().st_size
        self._spoken = {"en": "en-GB", "el": "el-GR"}[language], "dark" if dark else "light"
        self._start()

    def _start(self):
        profile = self._folder / f"profile-{self._number}"
        language, scheme = self._spoken
        size = map(str, self._size)
        about = {"binary": PYTHON, "args": [str(WINDOW), str(profile), language, *size, scheme]}
        wanted = {"alwaysMatch": {"webkitgtk:browserOptions": about}}
        self._session = self._ask("POST", "/session", {"capabilities": wanted})["sessionId"]
        self.command("SetTimeouts", script=int(PATIENCE * 1000), pageLoad=int(PATIENCE * 1000))

    def errors(self):
        with self._log.open("rb") as log:
            log.seek(self._log_read)
            return _ERROR.findall(log.read().decode(errors="replace"))

    def kill(self):
        for window in children_of(self._driver.pid):
            for pid in family_of(window):
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGKILL)
        self._end_session()

    def revive(self):
        self._start()

    def _end_session(self):
        if self._session:
            with suppress(Lost, OSError, HTTPException):
                self._ask("DELETE", f"/session/{self._session}")
        self._session = None

    def close(self):
        self._end_session()
        for process in (self._driver, self._screen):
            process.terminate()
            process.wait(PATIENCE)
        self._reserved.close()

    def command(self, name, **given):
        method, path = _COMMANDS[name]
        return self._ask(
            method, f"/session/{self._session}{path}", given if method == "POST" else None
        )

    def _ask(self, method, path, given=None):
        connection = HTTPConnection("127.0.0.1", self._port, timeout=2 * PATIENCE)
        try:
            connection.request(method, path, None if given is None else json.dumps(given))
            answer = connection.getresponse()
            value = json.loads(answer.read())["value"]
        finally:
            connection.close()
        if answer.status != 200:
            raise Lost(f"{value['error']}: {value['message'][:300]}")
        return value


def _open_screen():
    """An X server without a screen, and the name of its display, a free one."""
    told, tells = os.pipe()
    command = ["Xvfb", "-displayfd", str(tells), "-screen", "0", "1400x1400x24", "-nolisten", "tcp"]
    screen = subprocess.Popen(
        command, pass_fds=[tells], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    os.close(tells)
    with os.fdopen(told) as answer:
        return screen, f":{answer.readline().strip()}"
