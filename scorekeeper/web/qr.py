"""Addresses as QR codes, for other people's phones."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

import segno
from flask import request, url_for
from markupsafe import Markup

from scorekeeper.config import current_settings


def qr_code(text: str) -> Markup:
    """A QR code as an SVG picture of paths, which is black on white wherever it stands."""
    code = segno.make(text, error="m", micro=False)
    return Markup(
        code.svg_inline(border=4, omitsize=True, svgclass="qr", lineclass=None, light="#fff")
    )


def shown_address(address: str) -> dict[str, object]:
    """The variables of `watching/_code.html`: the address, its code, whether others reach it."""
    return {
        "address": address,
        "code": qr_code(address),
        "stays_here": is_of_this_machine(address),
    }


def outside_url(endpoint: str, **values: str | int) -> str:
    """The whole address of a page as other machines find it.

    That is by the server's own address where this one was opened as localhost.
    """
    address = url_for(endpoint, _external=True, **values)  # type: ignore[arg-type]
    server = server_address()
    if not server:
        return address
    return server + address.removeprefix(request.host_url.rstrip("/"))


def is_opened_here() -> bool:
    """Was the server opened by an address that no other machine has?"""
    return is_of_this_machine(request.host_url)


def server_address() -> str:
    """The server's address for other machines, where it was opened as localhost; else empty.

    Also empty where nobody knows it.
    """
    server = (current_settings().address or "").rstrip("/")
    return server if is_opened_here() and not is_of_this_machine(server) else ""


OPENED_HERE: Final = {"is_opened_here": is_opened_here, "server_address": server_address}
"""The variables of `tournaments/_opened_here.html`."""


def is_of_this_machine(address: str) -> bool:
    """Does no other machine get to this address?"""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
