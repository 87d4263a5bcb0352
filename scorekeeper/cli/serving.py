"""Starting the server: its address for the phones, and gunicorn in place of this process."""

import os
import socket
import sys
from typing import Final, NoReturn

import segno

WORKERS: Final = 2
THREADS: Final = 4
"""Threads a worker; measured as the safe choice for two cores (docs/decisions.md)."""

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


def start(host: str, port: int) -> NoReturn:
    """Become gunicorn. Does not return."""
    os.execv(sys.executable, [*server(f"{host}:{port}"), "--reuse-port"])


def server(bind: str) -> list[str]:
    """The command line of gunicorn, listening there."""
    return [
        *(sys.executable, "-m", "gunicorn", "scorekeeper.app:create_app()"),
        *("--bind", bind, "--workers", str(WORKERS)),
        *("--worker-class", "gthread", "--threads", str(THREADS)),
        # Loaded once, before the workers: one more is there at once, and the machine starts sooner.
        *("--preload", "--graceful-timeout", "10", "--log-level", "warning", "--no-control-socket"),
    ]


def _own_address() -> str:
    # Connecting a UDP socket sends nothing; it asks the system which of its addresses it would use.
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"
