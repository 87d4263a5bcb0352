"""HTTPS in the local network: the server behind Caddy, which has its own CA.

Caddy and gunicorn are children of this command, and end with it.
"""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

from flask import Flask

from scorekeeper.cli import server
from scorekeeper.config import PROJECT, settings_of

PATIENCE: Final = 20.0
"""Seconds that a child has to end in by itself: gunicorn lets requests finish for ten."""
_CADDYFILE: Final = """\
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
    default_sni {name}
    storage file_system {{
        root "{folder}"
    }}
    pki {{
        ca local {{
            name "Tefteri"
            root_cn "Tefteri, {name}"
        }}
    }}
    ocsp_stapling off
    log {{
        level ERROR
    }}
    servers {{
        protocols h1 h2
    }}
}}

https://{name}:{port}, https://localhost:{port} {{
    bind {host}
    tls internal
    reverse_proxy "unix/{socket}" {{
        header_up X-Request-Id {{http.request.uuid}}
    }}
}}

http://:{ca_port} {{
    bind {host}
    handle /ca.crt {{
        root * "{folder}/pki/authorities/local"
        rewrite * /root.crt
        header Content-Type application/x-x509-ca-cert
        header Content-Disposition `attachment; filename="tefteri-ca.crt"`
        file_server
    }}
    rewrite / /help/certificate
    @page path /help/certificate /preferences /manifest.webmanifest /static/*
    handle @page {{
        reverse_proxy "unix/{socket}" {{
            header_up X-Request-Id {{http.request.uuid}}
        }}
    }}
    respond 404
}}
"""


def show(create_app: Callable[[], Flask], host: str, port: int, language: str) -> int:
    """Serve until a signal to stop, or until one of the two ends; return the exit status."""
    if shutil.which("caddy") is None:
        print("HTTPS needs Caddy: apt-get install caddy, as root", file=sys.stderr)
        return 1
    for needed_port in (port, port + 1):
        if not server.is_free(host, needed_port):
            print(server.unbound_text(host, needed_port, "run-https"), file=sys.stderr)
            return 1
    name = server.reachable(host)
    if ":" in name:
        print("HTTPS needs a name, or an address of IPv4: set HOST", file=sys.stderr)
        return 1
    _tell_the_app(name, port)
    app = create_app()
    if refusal := server.make_ready(app, language):
        return refusal
    with TemporaryDirectory(prefix="tefteri-") as private:
        socket = Path(private) / "socket"
        folder = settings_of(app).instance / "https"
        caddyfile = _write_caddyfile(folder, name=name, host=host, port=port, socket=socket)
        _stop_on_signals()
        with _running(server.server(f"unix:{socket}"), _caddy(caddyfile)):
            _announce(name, port)
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)  # neither is any use alone
    return 1


def _tell_the_app(name: str, port: int) -> None:
    trusted_hosts = os.environ.get("TEFTERI_TRUSTED_HOSTS", "")
    os.environ.update(
        TEFTERI_PROXY_HOPS="1",
        TEFTERI_ADDRESS=os.environ.get("TEFTERI_ADDRESS") or f"https://{name}:{port}/",
        TEFTERI_CA_PORT=str(port + 1),
        TEFTERI_TRUSTED_HOSTS=",".join(filter(None, (name, "localhost", trusted_hosts))),
    )


def _write_caddyfile(folder: Path, *, name: str, host: str, port: int, socket: Path) -> Path:
    folder.mkdir(mode=0o700, exist_ok=True)
    file = folder / "Caddyfile"
    values = {"name": name, "host": host, "port": port, "folder": folder, "socket": socket}
    settings = _CADDYFILE.replace("    ", "\t")  # or Caddy says that it would like tabs
    file.write_text(settings.format(**values, ca_port=port + 1))
    return file


def _caddy(caddyfile: Path) -> list[str]:
    # It keeps a copy of its settings, and would do so in the home folder.
    own = [f"{name}={caddyfile.parent}" for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME")]
    run = ["caddy", "run", "--config", str(caddyfile), "--adapter", "caddyfile"]
    return ["env", *own, *run]


@contextmanager
def _running(*commands: list[str]) -> Iterator[None]:
    """The commands run; whatever happens, all of them have ended afterwards."""
    children: list[subprocess.Popen[bytes]] = []
    try:
        for command in commands:
            children.append(_start(command))
        yield
    finally:
        for child in children:
            child.terminate()
        for child in children:
            _wait_for(child)


def _start(command: list[str]) -> subprocess.Popen[bytes]:
    # A child must not outlive this process, even if that is killed.
    bound_command = ["setpriv", "--pdeathsig", "TERM", "--", *command]
    return subprocess.Popen(bound_command, cwd=PROJECT, stdin=subprocess.DEVNULL)


def _wait_for(child: subprocess.Popen[bytes]) -> None:
    try:
        child.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        child.kill()
        child.wait()


def _stop_on_signals() -> None:
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)

    def stop(_signal: int, _frame: object) -> NoReturn:
        for again in signals:
            signal.signal(again, signal.SIG_IGN)  # the children are being ended in order
        sys.exit(0)

    for signal_number in signals:
        signal.signal(signal_number, stop)


def _announce(name: str, port: int) -> None:
    url, ca_url = f"https://{name}:{port}/", f"http://{name}:{port + 1}/"
    print(f"\nTefteri: {url}\n(on this machine: https://localhost:{port}/)\n", flush=True)
    server.show_code(url)
    print(f"\nOnce on each phone, so that it trusts this server: {ca_url}\n", flush=True)
    server.show_code(ca_url)
