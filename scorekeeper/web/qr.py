"""Addresses as QR codes, for other people's phones."""

from ipaddress import ip_address
from urllib.parse import urlsplit

import segno
from markupsafe import Markup


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


def is_of_this_machine(address: str) -> bool:
    """Does no other machine get to this address?"""
    host = urlsplit(address).hostname or ""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
