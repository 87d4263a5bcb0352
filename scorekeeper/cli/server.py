"""Starting the server: its address for the phones, and gunicorn in this process; the demo."""

import errno
import os
import socket
import sys
import time
from collections.abc import Callable, Iterable, Iterator, MutableMapping
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path
from typing import Final, NoReturn, cast

import segno
from flask import Flask
from gunicorn.app.base import Application

from scorekeeper.cli.arbiter import JobsArbiter
from scorekeeper.cli.backups import Failed, in_words, look_at_database, refuse
from scorekeeper.config import default_instance, is_installed, settings_of, use_settings
from scorekeeper.demo.all_stories import tell_evening
from scorekeeper.demo.organised_evenings import tell_club, tell_tournament
from scorekeeper.i18n import gettext, use_locale
from scorekeeper.journal.identifiers import new_secret
from scorekeeper.keeping.backup import NotWritable, remove_killed_downloads
from scorekeeper.keeping.health import prove_saving
from scorekeeper.match.erasure import remove_old_papers
from scorekeeper.match.matches import ConnectionLost, DatabaseUnavailable
from scorekeeper.match.phones import enrol_phone
from scorekeeper.store.job_store import look_at_job_store
from scorekeeper.store.migrator import Ahead, bring_up_to_date
from scorekeeper.store.schema import close_connections, has_other_key

_StartResponse = Callable[[str, Iterable[tuple[str, str]]], None]
_WsgiApp = Callable[[MutableMapping[str, object], _StartResponse], Iterable[bytes]]

_SETTINGS: Final = "python:scorekeeper.cli.gunicorn_settings"

TOO_OLD: Final = 3
"""The exit status where the database is a newer version's: trying again is no use."""
LAST_PORT: Final = 65535
_LAST_WORDS: Final = 3.0
"""Seconds in which the processes of a server that is gone end, too."""


def make_ready(app: Flask, language: str, *, only_jobs: bool = False) -> int:
    """Migrate the stored data to this version; return 0, or print why no server may start.

    Reasons: the database does not answer, is locked too long, is damaged, or is a newer version's.
    Or it cannot be written, or belongs to a server with another secret key. A server that can show
    matches but not save says so. With `only_jobs` an unusable job store is a reason, too.
    """
    with app.app_context(), use_locale(language):
        try:
            with in_words(), _in_its_own_words():
                look_at_database("writes")
                if settings_of(app).is_database_lost:
                    _tell_of_lost_database(app)
                if has_other_key():
                    raise Failed(
                        gettext(
                            "Another server of this database has another secret key: give all the "
                            "same TEFTERI_SECRET_KEY"
                        )
                    )
                bring_up_to_date()
                remove_old_papers()
                with suppress(NotWritable):  # the worker's turn, which says so in the log
                    remove_killed_downloads()
                if only_jobs:
                    look_at_job_store()
                else:
                    _tell_where_nothing_is_saved()
        except Failed as error:
            status = refuse(error)
            return TOO_OLD if isinstance(error.__cause__, Ahead) else status
    return 0


def _tell_where_nothing_is_saved() -> None:
    for look in (prove_saving, look_at_job_store):
        try:
            with in_words():
                look()
        except Failed as error:
            with suppress(OSError):  # a log on a disk that is full takes no word
                refuse(error)


def _tell_of_lost_database(app: Flask) -> None:
    text = gettext(
        "There is a secret key and no database: a new one is made. If there was one, stop the "
        "server and bring it back: %(file)s",
        file=str(settings_of(app).database_file),
    )
    print(text, file=sys.stderr)


@contextmanager
def _in_its_own_words() -> Iterator[None]:
    """Turn a database that does not answer into one line with its own words."""
    try:
        yield
    except DatabaseUnavailable as error:
        what = " ".join(str(error).split())
        if isinstance(error, ConnectionLost):
            text = gettext("The database does not answer: %(what)s", what=what)
        else:
            text = gettext("The database is busy: %(what)s", what=what)
        raise Failed(text) from error


def is_given_a_socket() -> bool:
    """Does systemd, or another parent process, listen already and hand the socket over?

    It then outlives the server: a request during a restart waits, and is not refused.
    """
    return os.environ.get("LISTEN_PID") == str(os.getpid())


def is_a_service() -> bool:
    """Does systemd wait for this server to be there? Then it prints no address to scan."""
    return bool(os.environ.get("NOTIFY_SOCKET"))


def binding(host: str, port: int) -> str:
    """The host's first address with the port, as gunicorn takes it; IPv4 goes before IPv6.

    :raises OSError: the host has no address.
    """
    _family, address = _place_of(host)
    return f"{in_url(address)}:{port}"


def in_url(host: str) -> str:
    """The host as it stands in an address: IPv6 in brackets.

    >>> in_url("::1"), in_url("192.168.1.7")
    ('[::1]', '192.168.1.7')
    """
    return f"[{host}]" if ":" in host else host


def _place_of(host: str) -> tuple[int, str]:
    try:
        found = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError as error:
        raise OSError(str(error)) from error
    family, _type, _protocol, _name, place = min(found, key=lambda one: one[0] != socket.AF_INET)
    return family, str(place[0])


def bind_fault(host: str, port: int) -> OSError | None:
    """The system's reason why nothing can listen there; None where something can."""
    try:
        family, address = _place_of(host)
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((address, port))
    except OSError as error:
        return error
    return None


def is_free(host: str, port: int) -> bool:
    """Can the port be listened on?"""
    return port <= LAST_PORT and bind_fault(host, port) is None


def comes_free(host: str, port: int) -> bool:
    """Can the port be listened on, now or soon?

    The processes of a server that was killed see a moment later that it is gone, and listen until
    then.
    """
    until = time.monotonic() + _LAST_WORDS
    while port <= LAST_PORT:
        fault = bind_fault(host, port)
        if fault is None:
            return True
        if time.monotonic() > until or not _is_of_port(fault):
            break
        time.sleep(0.1)
    return False


def unbound_text(host: str, port: int, target: str) -> str:
    """Explain what to do where nothing can listen: the address is at fault, or the port."""
    fault = bind_fault(host, port) if port <= LAST_PORT else None
    if fault and not _is_of_port(fault):
        return (
            f"HOST is {host!r}: {fault.strerror or fault}. Give an address or a name of this "
            "machine, or 0.0.0.0 for all"
        )
    return port_in_use_text(port, target, is_allowed=not fault or fault.errno != errno.EACCES)


def _is_of_port(fault: OSError) -> bool:
    return fault.errno in (errno.EADDRINUSE, errno.EACCES)


def port_in_use_text(port: int, target: str, *, is_allowed: bool = True) -> str:
    """Explain what to do about a port that is not free, not allowed or not valid."""
    fault = "is taken" if is_allowed else "is for root alone"
    if port > LAST_PORT:
        fault = "does not exist"
    other = port + 1 if port + 1 < LAST_PORT else port - 2  # HTTPS needs the neighbour, too
    other = other if is_allowed else 8000
    again = f"make {target} PORT={other}"
    if is_installed():
        again = f"tefteri {target.replace('run', 'serve')} --port {other}"
    return f"Port {port} {fault}. Choose another: {again}"


def reachable(host: str) -> str:
    """The name by which a phone in the same network finds what listens there."""
    return _own_address() if host in ("0.0.0.0", "::") else host


def announce(app: Flask, host: str, port: int) -> None:
    """Print the address and its QR code, and let the app know it."""
    url = f"http://{in_url(reachable(host))}:{port}/"
    if not settings_of(app).address:
        use_settings(app, replace(settings_of(app), address=url))
    print(f"\nTefteri: {url}\n(on this machine: http://localhost:{port}/)\n", flush=True)
    show_code(url)


def show_code(url: str) -> None:
    """Print the address's QR code, where the terminal has the signs for it."""
    if sys.stdout.encoding.lower().startswith("utf"):
        segno.make(url).terminal(compact=True)
    sys.stdout.flush()


def start(app: Flask, bind: str) -> NoReturn:
    """Be gunicorn, with the app that is loaded already, at a given socket or else there.

    Does not return.
    """
    with app.app_context():
        close_connections()
    _Server(app, bind).run()
    sys.exit()  # an arbiter that ends by a signal exits by itself


def server(bind: str) -> list[str]:
    """The command line of a server that listens there and announces nothing."""
    return [sys.executable, "-m", "scorekeeper", "serve", "--bind", bind]


class _Server(Application):
    def __init__(self, app: Flask, bind: str) -> None:
        self._app = app
        self._bind = bind
        super().__init__()

    def load_config(self) -> None:
        self.load_config_from_module_name_or_filename(_SETTINGS)
        self.cfg.set("bind", self._bind)
        # Gunicorn takes a socket that it is given only without it.
        self.cfg.set("reuse_port", not (self._bind.startswith("unix:") or is_given_a_socket()))

    def run(self) -> None:
        settings = settings_of(self._app)
        JobsArbiter(self, settings.drain_seconds, has_worker=settings.has_worker).run()

    def load(self) -> _WsgiApp:
        # Flask wants a dict as the environment, and gunicorn gives one, as PEP 3333 says.
        return cast(_WsgiApp, self._app)


def _own_address() -> str:
    # Connecting a UDP socket sends nothing; it asks the system which of its addresses it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def show(create_app: Callable[[], Flask], host: str, port: int) -> int:
    """Make the demo afresh and serve it. Returns only where the port is taken."""
    if not is_free(host, port):
        print(unbound_text(host, port, "demo"), file=sys.stderr)
        return 1
    folder = fresh_folder(port)
    secret = new_secret()
    for name in ("DATABASE_URL", "TEFTERI_BACKUPS"):  # those of the matches, which are elsewhere
        os.environ.pop(name, None)
    os.environ.update(TEFTERI_INSTANCE=str(folder), TEFTERI_DEMO_PHONE=secret)
    app = create_app()
    with app.app_context():
        bring_up_to_date()
        phone_id, _secret = enrol_phone(secret)
        addresses = tell_evening(phone_id)
        tell_tournament(phone_id)
        tell_club(phone_id)
    summary = f"{len(addresses)} matches of an evening, a tournament and a club"
    print(f"{summary} in {folder}; your own are left alone.")
    print("Whoever opens the demo may write in it. The next demo makes it afresh.")
    announce(app, host, port)
    start(app, binding(host, port))


def fresh_folder(port: int) -> Path:
    """The demo's own folder, without an earlier demo's evening.

    One for each port: another demo may be running.
    """
    instance = Path(os.environ.get("TEFTERI_INSTANCE") or default_instance())
    folder = instance.resolve() / "demo" / str(port)
    for file in folder.glob("tefteri*"):  # the database and what SQLite and the lock lay beside it
        file.unlink()
    return folder
