"""Other projects' work that comes with the program: packages, fonts, htmx, and their licences."""

import hashlib
import re
from importlib.metadata import distribution
from pathlib import Path
from typing import NamedTuple

from packaging.requirements import Requirement

PROJECT = Path(__file__).resolve().parents[2]
_PIN = re.compile(r"^(\S+)==(\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.M)
_CPYTHON = {"python_version": "3.11", "python_full_version": "3.11.0"}
"""The oldest that the program is for: it needs every package that a newer one does."""
_IN_ITS_LICENCE_FILE = {"flask-wtf": "BSD-3-Clause", "wtforms": "BSD-3-Clause"}
"""The licences of packages whose metadata names none in a few words."""


class Package(NamedTuple):
    """A package of the lock, which the .deb brings along and a wheel asks for."""

    name: str
    version: str
    licence: str
    hashes: tuple[str, ...]
    """SHA-256 of each file that it may be installed from."""


class Vendored(NamedTuple):
    """Other people's files in this repository."""

    name: str
    version: str
    licence: str
    """Its short name, as SPDX has it."""
    purl: str
    copyright: str
    files: tuple[str, ...]
    text: str
    """The file of the licence."""

    def digests(self) -> dict[str, str]:
        """SHA-256 of each file."""
        return {
            name: hashlib.sha256((PROJECT / name).read_bytes()).hexdigest() for name in self.files
        }


VENDORED = (
    Vendored(
        "Noto Sans",
        "2.004",
        "OFL-1.1",
        "pkg:github/notofonts/latin-greek-cyrillic",
        "Copyright 2015 Google LLC. A subset",
        ("static/fonts/NotoSans-Regular.ttf", "static/fonts/NotoSans-Bold.ttf"),
        "static/fonts/OFL.txt",
    ),
    Vendored(
        "Noto Sans Symbols2",
        "2.003",
        "OFL-1.1",
        "pkg:github/notofonts/symbols",
        "Copyright 2017 Google Inc. A subset",
        ("static/fonts/NotoSansSymbols2-Regular.ttf",),
        "static/fonts/OFL.txt",
    ),
    Vendored(
        "htmx.org",
        "2.0.11",
        "0BSD",
        "pkg:npm/htmx.org@2.0.11",
        "Unchanged",
        ("static/vendor/htmx-2.0.11.min.js",),
        "static/vendor/htmx-LICENSE",
    ),
)


def packages() -> list[Package]:
    """The packages of requirements.lock for CPython; they must be installed."""
    text = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    found = []
    for name, version, marker, hashes in _PIN.findall(text):
        wanted = Requirement(f"{name}; {marker}" if marker else name)
        if wanted.marker and not wanted.marker.evaluate(_CPYTHON):
            continue
        digests = tuple(re.findall(r"sha256:(\w+)", hashes))
        found.append(Package(name, version, _licence_of(name), digests))
    return found


def _licence_of(name: str) -> str:
    """As the package itself tells it."""
    told = distribution(name).metadata
    if expression := told["License-Expression"]:
        return str(expression)
    text = " ".join((told["License"] or "").split())
    if text and len(text) < 60:
        return text
    classifiers = [one for one in told.get_all("Classifier") or [] if one.startswith("License")]
    if name in _IN_ITS_LICENCE_FILE:
        return _IN_ITS_LICENCE_FILE[name]
    if not classifiers:
        raise ValueError(f"{name} does not tell its licence: look, and write it down here")
    return " or ".join(one.rsplit(" :: ", 1)[1] for one in classifiers)
