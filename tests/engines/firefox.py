"""Debian's Firefox, driven by Marionette, its own form of WebDriver: JSON over a socket."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
from contextlib import suppress
from pathlib import Path

from tests.engines.browser import HEIGHT, PATIENCE, WIDTH, Lost, WebDriver
from tests.support.processes import family_of, wait_until

PROGRAM = "firefox-esr"
# Quiet: nothing that would ask another host for something. Fast: one process for all pages.
_PREFERENCES = {
    "marionette.port": 0,  # a free one, written into the profile
    # On a busy machine a finger is off late: that is a tap all the same, no long press.
    "apz.max_tap_time": 10_000,
    "ui.click_hold_context_menus.delay": 10_000,
    "app.normandy.enabled": False,
    "app.update.enabled": False,
    "browser.aboutwelcome.enabled": False,
    "browser.newtabpage.enabled": False,
    "browser.startup.page": 0,
    "browser.topsites.contile.enabled": False,
    "captivedetect.canonicalURL": "",
    "datareporting.healthreport.uploadEnabled": False,
    "datareporting.policy.dataSubmissionEnabled": False,
    "dom.disable_beforeunload": True,
    "dom.ipc.processCount": 1,
    "dom.w3c_touch_events.enabled": 1,
    "extensions.getAddons.cache.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,",
    "toolkit.legacyUserProfileCustomizations.stylesheets": True,
    "toolkit.telemetry.enabled": False,
    "ui.useOverlayScrollbars": 1,  # which take no room, as on a phone
}
# A window of the desktop's may not be as narrow as a phone.
_WINDOW = ":root, #main-window { min-width: 300px !important; min-height: 300px !important; }"
_FORGET = """
const [language, scheme, done] = arguments;
Services.prefs.setStringPref("intl.accept_languages", language);
Services.prefs.setIntPref("layout.css.prefers-color-scheme.content-override", scheme);
Services.console.reset();
Services.clearData.deleteData(Ci.nsIClearDataService.CLEAR_ALL, () => done(true));
"""
_ERRORS = """
return Services.console.getMessageArray()
  .filter((one) => one instanceof Ci.nsIScriptError && one.category === "content javascript")
  .filter((one) => one.flags === Ci.nsIScriptError.errorFlag)
  .map((one) => `${one.errorMessage} (${one.sourceName}:${one.lineNumber})`);
"""
_DARK, _LIGHT = 0, 1


class Firefox(WebDriver):
    """One process, which lives on; `fresh` clears what it keeps."""

    name = "firefox"

    def __init__(self, folder):
        assert shutil.which(PROGRAM), f"Missing: apt-get install {PROGRAM} (scripts/setup test)"
        self._profile = Path(folder) / "profile"
        (self._profile / "chrome").mkdir(parents=True)
        (self._profile / "chrome" / "userChrome.css").write_text(_WINDOW)
        lines = [f'user_pref("{key}", {json.dumps(to)});' for key, to in _PREFERENCES.items()]
        (self._profile / "user.js").write_text("\n".join(lines))
        self._log = Path(folder) / "firefox.log"
        self._before = []  # what was thrown before it was killed
        self._start()

    def _start(self):
        port = self._profile / "MarionetteActivePort"
        port.unlink(missing_ok=True)
        how = ["--headless", "--marionette", "--remote-allow-system-access", "--no-remote"]
        command = [PROGRAM, *how, "--profile", self._profile]
        size = {"MOZ_HEADLESS_WIDTH": str(WIDTH), "MOZ_HEADLESS_HEIGHT": str(HEIGHT)}
        home = {"HOME": str(self._profile), "MOZ_DISABLE_AUTO_SAFE_MODE": "1"}
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command, stdout=log, stderr=log, env={**os.environ, **size, **home}
            )
        wait_until(lambda: port.exists() and port.read_text(), f"no Firefox; its log: {self._log}")
        self._socket = socket.create_connection(("127.0.0.1", int(port.read_text())), PATIENCE * 2)
        self._heard, self._number = b"", 0
        self._read()  # its name
        self.command("NewSession")
        self.command("SetTimeouts", script=int(PATIENCE * 1000), pageLoad=int(PATIENCE * 1000))
        self.resize(*self._size)

    def fresh(self, language="en", *, dark=False):
        languages = {"en": "en-GB, en", "el": "el-GR, el"}[language]
        self._before = []
        self.goto("about:blank")
        self._in_chrome("ExecuteAsyncScript", _FORGET, languages, _DARK if dark else _LIGHT)
        self.resize(*self._size)

    def errors(self):
        return [*self._before, *self._in_chrome("ExecuteScript", _ERRORS)]

    def _in_chrome(self, how, script, *given):
        """Run it as the browser's own."""
        self.command("Marionette:SetContext", value="chrome")
        try:
            return self.command(how, script=script, args=list(given))
        finally:
            self.command("Marionette:SetContext", value="content")

    def kill(self):
        self._before = self.errors()
        self._end()

    def _end(self):
        for pid in family_of(self._process.pid):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        self._process.wait(PATIENCE)
        self._socket.close()

    def revive(self):
        self._start()

    def close(self):
        self._end()

    def command(self, name, **given):
        self._number += 1
        name = name if ":" in name else f"WebDriver:{name}"
        message = json.dumps([0, self._number, name, given]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        if error:
            raise Lost(f"{error['error']}: {error['message'][:300]}")
        return result.get("value", result)

    def _read(self):
        """A message: its length, a colon, JSON."""
        deadline = time.monotonic() + 2 * PATIENCE
        while True:
            length, colon, begun = self._heard.partition(b":")
            if colon and len(begun) >= int(length):
                self._heard = begun[int(length) :]
                return json.loads(begun[: int(length)])
            assert time.monotonic() < deadline, "Firefox does not answer"
            more = self._socket.recv(1 << 16)
            if not more:
                raise Lost("Firefox is gone")
            self._heard += more
