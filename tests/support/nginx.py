"""An nginx of the tests' own by the project's very configuration, with servers behind it."""

import re
import shutil
import socket
import subprocess
import weakref

from tests.support.processes import PATIENCE, PROJECT, beginning, make_folder, wait_until
from tests.support.server import HOST, reserve_port

FILES = PROJECT / "deploy" / "nginx"
CONFIGURATION = FILES / "tefteri.conf"
AROUND = """
daemon off;
worker_processes 2;
pid {folder}/pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    types {{ text/html html; text/css css; }}
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/tefteri.conf;
}}
"""
"""The surroundings of the project's configuration, as Debian's own has them."""


class Nginx:
    """Passes requests on to two servers; to a client it has a port, as a server has."""

    def __init__(self, *servers):
        self.folder = make_folder("nginx")
        reserved, plain = reserve_port(), reserve_port()
        weakref.finalize(self, reserved.close)
        weakref.finalize(self, plain.close)
        self.port, self.plain_port = (one.getsockname()[1] for one in (reserved, plain))
        shutil.copytree(FILES / "away", self.folder / "away")
        (self.folder / "tefteri.conf").write_text(self._configuration(*servers))
        (self.folder / "nginx.conf").write_text(AROUND.format(folder=self.folder))
        self._process = None

    @property
    def url(self):
        return f"http://{HOST}:{self.port}"

    def start(self):
        """Start it, and wait until it listens."""
        with (self.folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [*beginning("TERM"), _program(), "-p", self.folder, "-c", "nginx.conf",
                 "-e", self.folder / "error.log"],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=self.folder,
            )  # fmt: skip
        try:
            wait_until(self._listens, "nginx does not listen")
        except BaseException:
            self.remove()
            raise
        return self

    def remove(self):
        """Stop it and forget what it wrote."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE)
            self._process = None
        shutil.rmtree(self.folder)

    @property
    def log(self):
        """The log for the operator."""
        return "".join((self.folder / name).read_text() for name in ("log", "error.log"))

    def asked(self, part):
        """The ports of the servers that were asked for addresses with this in them, in order."""
        lines = (self.folder / "tefteri.log").read_text().splitlines()
        lines = [line for line in lines if part in line]
        return [int(port) for line in lines for port in re.findall(rf"{HOST}:(\d+)", line)]

    def _configuration(self, first, second):
        """The project's, but for where it listens, and for its certificate."""
        here = {
            "listen 443 ssl http2;": f"listen {HOST}:{self.port};",
            "listen 80;": f"listen {HOST}:{self.plain_port};",
            "listen [::]:443 ssl http2;": "",
            "listen [::]:80;": "",
            "127.0.0.1:8001": f"{HOST}:{first.port}",
            "127.0.0.1:8002": f"{HOST}:{second.port}",
            "/usr/local/share/tefteri": str(self.folder),
            "/var/log/nginx": str(self.folder),
        }
        text = re.sub("ssl_certificate.*;", "", CONFIGURATION.read_text())
        for there, instead in here.items():
            assert text.count(there) == 1, there
            text = text.replace(there, instead)
        return text

    def _listens(self):
        assert self._process.poll() is None, self.log
        with socket.socket() as probe:
            return probe.connect_ex((HOST, self.port)) == 0


def _program():
    """Return the path of nginx; Debian installs it outside of many users' PATH."""
    path = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin:/sbin")
    assert path, "no nginx here: scripts/setup test"
    return path
