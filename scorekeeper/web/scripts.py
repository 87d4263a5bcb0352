"""The scripts of a page: joined ones where they were made, else its modules and what they import.

`scripts/bundle` joins the modules of a kind of page into few files below `static/built/`. They are
served only while they match the present scripts, so that a change is seen at once.
"""

import hashlib
import json
import posixpath
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple, TypedDict

from flask import Flask, current_app

from scorekeeper.config import settings_of

BUNDLE_FOLDER: Final = "built/"
"""The folder of the joined scripts, below `static/`."""
EVERY_PAGE: Final = ("js/page.js",)
"""The modules of every page."""
_LIST: Final = f"{BUNDLE_FOLDER}bundles.json"
_IMPORTS: Final = re.compile(r'^(?:im|ex)port\b(?:[^;]*?\bfrom)? "(\.[^"]+)"', re.MULTILINE)
"""Not those that a script asks for only when it needs them, by `import()`."""
_LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
"""Those."""
_BUNDLES: Final = "bundles"
"""The key of the bundles among an app's extensions."""


class Scripts(NamedTuple):
    """The static files that a page names."""

    modules: list[str]
    imports: list[str]
    """The modules that these import, to be fetched at the same time."""


class _Bundles(TypedDict):
    sources: str
    """The digest of the scripts that it is made of."""
    modules: dict[str, str]
    """The file in which each module is that a page names."""
    imports: dict[str, list[str]]
    """The files that each of these files imports at once."""
    later: dict[str, list[str]]
    """The files that each of them imports when it needs them."""


def init_app(app: Flask) -> None:
    """Take the joined scripts as they are now, if they are of the scripts as they are."""
    folder = Path(str(app.static_folder))
    bundles: _Bundles | None = None
    if (folder / _LIST).exists() and settings_of(app).joins_scripts:
        bundles = json.loads((folder / _LIST).read_text(encoding="utf-8"))
    is_of_these = bundles is not None and bundles["sources"] == _digest_of_sources(folder)
    app.extensions[_BUNDLES] = bundles if is_of_these else None


def has_bundles(app: Flask) -> bool:
    """Are the scripts sent joined?"""
    return app.extensions[_BUNDLES] is not None


def scripts_of(names: str) -> Scripts:
    """The files of a page with these modules beside those of every page; `names` has blanks."""
    modules = [*EVERY_PAGE, *names.split()]
    bundles: _Bundles | None = current_app.extensions[_BUNDLES]
    if bundles is None or not bundles["modules"].keys() >= {*modules}:
        # Also where a page names another module than it did when they were joined.
        return Scripts(modules, _imported_by(modules, _imports_of))
    files = list(dict.fromkeys(bundles["modules"][name] for name in modules))
    imports = _imported_by(files, bundles["imports"].__getitem__)
    return Scripts(
        [BUNDLE_FOLDER + name for name in files], [BUNDLE_FOLDER + name for name in imports]
    )


def scripts_with_all_of(names: str) -> list[str]:
    """The files of pages with these modules, and all that they may import later."""
    modules = scripts_of(names).modules
    bundles: _Bundles | None = current_app.extensions[_BUNDLES]
    if bundles is None or not modules[0].startswith(BUNDLE_FOLDER):
        both = _imported_by(modules, lambda name: [*_imports_of(name), *_later_of(name)])
        return [*modules, *both]
    files = [name.removeprefix(BUNDLE_FOLDER) for name in modules]
    later, at_once = bundles["later"], bundles["imports"]
    both = _imported_by(files, lambda name: [*at_once[name], *later[name]])
    return [BUNDLE_FOLDER + name for name in [*files, *both]]


def _imported_by(names: list[str], imports_of: Callable[[str], list[str]]) -> list[str]:
    """Return the modules that these import, and those that they import in turn."""
    found = dict.fromkeys(names)
    waiting = list(names)
    while waiting:
        new = [name for name in imports_of(waiting.pop(0)) if name not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)[len(names) :]


@cache
def _imports_of(name: str) -> list[str]:
    """Read once: a running server has one version of its files."""
    return _paths_in(name, _IMPORTS)


@cache
def _later_of(name: str) -> list[str]:
    return _paths_in(name, _LATER)


def _paths_in(name: str, imports: re.Pattern[str]) -> list[str]:
    script = Path(str(current_app.static_folder), name).read_text(encoding="utf-8")
    paths = imports.findall(script)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in paths]


def _digest_of_sources(folder: Path) -> str:
    """The digest of all scripts, as `scripts/bundle/bundle.mjs` takes it."""
    digest = hashlib.sha256()
    for name in sorted(file.relative_to(folder).as_posix() for file in folder.glob("js/**/*.js")):
        digest.update(f"{name}\0".encode())
        digest.update((folder / name).read_bytes())
    return digest.hexdigest()
