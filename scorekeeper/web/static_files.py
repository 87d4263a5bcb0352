"""Static files. Each address has the version of them all in it, and changes when one of them does.

In the path and not in the query: a module that imports its neighbour gets it in its own version.
"""

import hashlib
from pathlib import Path
from typing import Final

from flask import Blueprint, Flask, Response, current_app, request, send_from_directory

from scorekeeper.web.packing import minify, pack
from scorekeeper.web.scripts import BUNDLE_FOLDER, has_bundles

pages = Blueprint("files", __name__)

_A_YEAR: Final = 365 * 24 * 3600
_FILE_TYPES: Final = (".css", ".js", ".svg")
_VERSION: Final = "files_version"
"""The key of the files' version among an app's extensions."""
_ALL: Final = "all"
_MORE_CONTRAST: Final = "css/contrast.css"
"""In the sheet of every page for whoever asks for it; with Big letters for everybody, by itself."""
_SHEETS: Final = {
    f"sheets/{name}.css": tuple(f"css/{part}.css" for part in parts)
    for name, parts in {
        _ALL: ("tokens", "base", "app"),
        "home": ("home", "phone"),
        "new": ("setup", "seats"),
        # Of every view of a match, for the page may become another one without a network.
        "scorer": ("match", "entry", "phone"),
    }.items()
}
"""Style sheets that are sent as one: on a slow network a request costs as much as its bytes."""
JOINED_SHEETS: Final = tuple(_SHEETS)
FILES: Final = frozenset(
    {"static", "files.show", "shell.views", "vocabulary.show", "vocabulary.show_spoken"}
)
"""The endpoints whose answers are the same for everybody."""


def init_app(app: Flask) -> None:
    """Take the version of the files as they are now: a running server has one."""
    digest = hashlib.sha256()
    for name in static_files(app):
        digest.update(f"{name}\0".encode())
        digest.update((_folder(app) / name).read_bytes())
    app.extensions[_VERSION] = digest.hexdigest()[:10]


@pages.get("/static/-<version>/<path:filename>")
def show(version: str, filename: str) -> Response:
    """The file as it is now; another version's address, of a page from before, keeps nothing."""
    if filename in _SHEETS:
        response = Response(_sheet(filename), mimetype="text/css")
    else:
        # Its tag is that of what is sent, packed or not: `keep` gives it.
        response = send_from_directory(
            _folder(current_app), filename, conditional=False, etag=False
        )
        del response.headers["Content-Disposition"]  # its name is in the address
        del response.headers["Last-Modified"]  # its version is, too
    # Joined scripts are small already; rjsmin takes a blank in a nested template for none.
    if not current_app.debug and not filename.startswith(BUNDLE_FOLDER):
        minify(response)
    return keep(response, is_ours=version == files_version())


def _sheet(name: str) -> str:
    parts = [_text(part) for part in _SHEETS[name]]
    if name == f"sheets/{_ALL}.css":
        parts.append(f"@media (prefers-contrast: more) {{\n{_text(_MORE_CONTRAST)}}}\n")
    return "\n".join(parts)


def _text(name: str) -> str:
    return (_folder(current_app) / name).read_text(encoding="utf-8")


def keep(response: Response, *, is_ours: bool) -> Response:
    """The answer, to be kept for a year if it was asked for in the version that this server has.

    A page of another version gets it as it is now, and asks again the next time.
    """
    cache_control = f"public, max-age={_A_YEAR}, immutable" if is_ours else "no-cache"
    response.headers["Cache-Control"] = cache_control
    # Files one by one are many, and for who debugs or tests.
    pack(response, is_smallest=has_bundles(current_app))
    response.add_etag()
    response.make_conditional(request)
    return response


def is_file() -> bool:
    """Is a file asked for, which is the same for everybody?"""
    return request.endpoint in FILES


def static_files(app: Flask) -> list[str]:
    """The names of all files below `static/`, in order."""
    folder = _folder(app)
    return sorted(
        file.relative_to(folder).as_posix() for file in folder.rglob("*") if file.is_file()
    )


def page_files(app: Flask) -> list[str]:
    """The names of all styles, scripts and drawings that pages name, without what others stand for.

    Scripts are the joined ones where there are such.
    """
    joined_names = _SHEETS[f"sheets/{_ALL}.css"]
    other = "js/" if has_bundles(app) else BUNDLE_FOLDER
    names = [
        name
        for name in static_files(app)
        if name.endswith(_FILE_TYPES) and name not in joined_names and not name.startswith(other)
    ]
    return [*names, *_SHEETS]


def static_url(name: str) -> str:
    """The address of a static file in this version."""
    return f"{request.script_root}{current_app.static_url_path}/-{files_version()}/{name}"


def files_version() -> str:
    """The version of the static files that this server has."""
    return str(current_app.extensions[_VERSION])


def _folder(app: Flask) -> Path:
    return Path(str(app.static_folder))
