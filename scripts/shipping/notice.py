"""Writes NOTICE: whose the files and packages are that come with the program.

Usage: python -m scripts.shipping.notice
"""

from scripts.shipping.shipped import PROJECT, VENDORED, packages

NOTICE = PROJECT / "NOTICE"
_HEAD = """\
Tefteri
Copyright (c) 2026 the Tefteri maintainers

Tefteri is under the MIT License (LICENSE). `make generated` writes this file.

These files in it are other people's and keep their own licences:
"""
_PACKAGES = """\
These packages are installed beside it, and are in the Debian package with their
licence files. Each is under the licence that it tells of itself:
"""


def notice() -> str:
    """The text."""
    parts = [_HEAD]
    for one in VENDORED:
        files = "\n".join(one.files)
        told = f"{one.name} {one.version}. {one.copyright}."
        parts.append(f"{files}\n    {told}\n    {one.licence}: {one.text}\n")
    parts.append(_PACKAGES)
    parts.append("\n".join(f"{one.name} {one.version}: {one.licence}" for one in packages()) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    NOTICE.write_text(notice(), encoding="utf-8")
