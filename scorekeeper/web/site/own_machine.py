"""A backup for a user at the server's own machine: a café's laptop, with a USB stick in it.

The file holds everything, so only a request from the machine itself gets it, by its address. A
request with traces of a proxy is refused.
"""

import shutil
from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from flask import Blueprint, Response, abort, make_response, render_template, request, send_file

from scorekeeper.config import current_settings
from scorekeeper.i18n import gettext as _
from scorekeeper.keeping import backup
from scorekeeper.keeping.backup import (
    Damaged,
    DatabaseUnavailable,
    Differs,
    NoDatabase,
    NoFile,
    NotWritable,
)

pages = Blueprint("own_machine", __name__)

_OF_BROWSERS: Final = frozenset(
    {
        "accept",
        "accept-encoding",
        "accept-language",
        "cache-control",
        "connection",
        "content-length",
        "content-type",
        "cookie",
        "dnt",
        "host",
        "if-modified-since",
        "if-none-match",
        "origin",
        "pragma",
        "priority",
        "referer",
        "save-data",
        "te",
        "upgrade-insecure-requests",
        "user-agent",
    }
)
"""The headers that browsers send, beside those that begin with `sec-`."""
OWN_NAMES: Final = frozenset({"localhost", "127.0.0.1", "::1"})
"""The names of the server's own machine, which a browser there trusts over plain HTTP, too."""


@pages.app_template_global()
def is_own_machine() -> bool:
    """Does a browser on the server's own machine ask, under one of its names and through no proxy?

    Another name that leads here belongs to a stranger's page (DNS rebinding). A proxy adds a header
    that no browser sends, asks by HTTP/1.0, or closes the connection behind each request. Bytes
    that are only handed on (`ssh -R`, `socat`) look like this machine's: their operator has to set
    `TEFTERI_PROXY_HOPS`.
    """
    if current_settings().proxy_hops or request.environ.get("SERVER_PROTOCOL") != "HTTP/1.1":
        return False
    names = {
        name.lower() for name, _value in request.headers if not name.lower().startswith("sec-")
    }
    if names - _OF_BROWSERS or "close" in request.headers.get("Connection", "").lower():
        return False
    if request.headers.get("Sec-Fetch-Site", "none") not in ("none", "same-origin"):
        return False
    asked = {request.host_url, request.headers.get("Origin") or request.host_url}
    return _is_loopback(request.remote_addr) and all(map(_is_own_address, asked))


def _is_own_address(address: str) -> bool:
    try:
        return urlsplit(address).hostname in OWN_NAMES
    except ValueError:  # no address at all
        return False


def _is_loopback(address: str | None) -> bool:
    try:
        return ip_address(address or "").is_loopback
    except ValueError:  # a socket has none
        return False


@pages.before_request
def _refuse_others() -> None:
    if not is_own_machine():
        abort(404)


@pages.get("/backup")
def show() -> Response:
    """Explain the backup, with a button."""
    return _page()


@pages.post("/backup")
def download() -> Response:
    """Send a backup, made and proved now; no file of it stays here."""
    folder = backup.make_download_folder()
    try:
        made = backup.back_up(folder)
        content = made.file.open("rb")  # which can be read once its name is gone
    except NoFile:
        return _page(422, _("The database is PostgreSQL's: use its pg_dump and pg_restore."))
    except (Damaged, Differs, NoDatabase):
        return _page(500, _("No backup was made: the database is damaged, or there is none."))
    except (DatabaseUnavailable, NotWritable):
        return _page(503, _("No backup was made: the server is busy, or its disk is full."))
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    response = send_file(
        content,
        mimetype="application/vnd.sqlite3",
        as_attachment=True,
        download_name=made.file.name,
    )
    response.headers["Cache-Control"] = "no-store"
    return response


def _page(status: int = 200, wrong: str = "") -> Response:
    return make_response(render_template("own_machine/backup.html", wrong=wrong), status)
