"""Starting the server: its address for the phones, and gunicorn in this process."""

import socket
import sys
from typing import Final, NoReturn

import segno
from flask import Flask
from gunicorn.app.base import Application

from scorekeeper.store.db import db

_SETTINGS: Final = "python:scorekeeper.cli.gunicorn_settings"

LAST_PORT: Final = 65535


def is_free(host: str, port: int) -> bool:
    """Can the port be listened on?"""
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except (OSError, OverflowError):  # the neighbour of the last port is none
            return False
    return True


def taken(port: int, target: str) -> str:
    """What to do about a port that is not free, or is none."""
    fault = "is taken" if port <= LAST_PORT else "does not exist"
    other = port + 1 if port + 1 < LAST_PORT else port - 2  # HTTPS needs the neighbour, too
    return f"Port {port} {fault}. Choose another: make {target} PORT={other}"


def reachable(host: str) -> str:
    """The name by which a phone in the same network finds what listens there."""
    return _own_address() if host in ("0.0.0.0", "::") else host


def announce(host: str, port: int) -> None:
    """Print the address and its QR code."""
    url = f"http://{reachable(host)}:{port}/"
    print(f"\nTefteri: {url}\n(on this machine: http://localhost:{port}/)\n", flush=True)
    show_code(url)


def show_code(url: str) -> None:
    """Print the address's QR code, where the terminal has the signs for it."""
    if sys.stdout.encoding.lower().startswith("utf"):
        segno.make(url).terminal(compact=True)
    sys.stdout.flush()


def start(app: Flask, host: str, port: int) -> NoReturn:
    """Be gunicorn, with the app that is loaded already. Does not return."""
    with app.app_context():
        db.engine.dispose()  # no connection goes on into two workers
    _Server(app, f"{host}:{port}").run()
    sys.exit()  # where the arbiter is told to end, it does so by itself


def server(bind: str) -> list[str]:
    """The command line of gunicorn as a process of its own, listening there."""
    run = [sys.executable, "-m", "gunicorn", "scorekeeper.app:create_app()"]
    return [*run, "--config", _SETTINGS, "--bind", bind]


class _Server(Application):  # type: ignore[misc]
    def __init__(self, app: Flask, bind: str) -> None:
        self._app = app
        self._bind = bind
        super().__init__()

    def load_config(self) -> None:
        self.load_config_from_module_name_or_filename(_SETTINGS)
        self.cfg.set("bind", self._bind)
        self.cfg.set("reuse_port", True)

    def load(self) -> Flask:
        return self._app


def _own_address() -> str:
    # Connecting a UDP socket sends nothing; it asks the system which of its addresses it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
