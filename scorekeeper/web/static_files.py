"""Static files, packed once: each address has their version and changes with any of them.

Scripts and styles are minified before that, because comments are a quarter of their bytes. So the
files in `static/` stay readable.

The version is in the path and not in the query. So a module imports its neighbours in the same
version.
"""

import gzip
import hashlib
import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Final

import brotli
import rjsmin
import zopfli.gzip
from flask import Blueprint, Flask, Response, current_app, request, send_from_directory

from scorekeeper.web.scripts import BUNDLE_FOLDER, has_bundles

_BEST_BROTLI: Final = 11
_PACKERS: Final[dict[str, Callable[[bytes], bytes]]] = {
    # In the order in which we like them; over plain HTTP browsers take no Brotli.
    "br": lambda content: brotli.compress(content, quality=_BEST_BROTLI),
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
_COMMENT_OR_BLANKS: Final = re.compile(r"/\*.*?\*/|\s+", re.DOTALL)
_TEXT_OR_SIGN: Final = re.compile(r"""("[^"]*")|;? ?(}) ?| ?([{;,]) ?|(:) """)


def _minify_style(style: str) -> str:
    """Leave out comments, and the blanks beside a brace, a semicolon or a comma, or behind a colon.

    Any other run of blanks becomes one: rcssmin takes that of `form :is(…)`, which chooses the
    form's children, for none.
    """
    plain = re.sub(r" +", " ", _COMMENT_OR_BLANKS.sub(" ", style)).strip()
    return _TEXT_OR_SIGN.sub(r"\1\2\3\4", plain)


_MINIFIERS: Final[dict[str, Callable[[str], str]]] = {
    "text/javascript": rjsmin.jsmin,
    "application/javascript": rjsmin.jsmin,
    "text/css": _minify_style,
}


def minify(response: Response) -> None:
    """Take comments and blanks out of a script or a style; anything else stays as it is."""
    if response.mimetype in _MINIFIERS:
        response.direct_passthrough = False
        response.set_data(_minify(response.get_data(), response.mimetype))


def pack(response: Response, *, is_smallest: bool) -> None:
    """Pack the answer as the reader takes it, if it becomes smaller by that.

    Only for what belongs to this version of the program: all of it is remembered. The smallest gzip
    takes a hundred times as long as a good one.
    """
    response.direct_passthrough = False
    content = response.get_data()
    response.vary.add("Accept-Encoding")
    encoding = request.accept_encodings.best_match(_PACKERS)
    if encoding and len(compressed := _compress(content, encoding, is_smallest)) < len(content):
        response.set_data(compressed)
        response.content_encoding = encoding


@cache
def _compress(content: bytes, encoding: str, is_smallest: bool) -> bytes:
    if encoding == "gzip" and is_smallest:
        return bytes(zopfli.gzip.compress(content))
    return _PACKERS[encoding](content)


@cache
def _minify(content: bytes, mimetype: str) -> bytes:
    return _MINIFIERS[mimetype](content.decode()).encode()


pages = Blueprint("files", __name__)

_A_YEAR: Final = 365 * 24 * 3600
_FILE_TYPES: Final = (".css", ".js", ".svg")
_VERSION: Final = "files_version"
"""The key of the files' version among an app's extensions."""
_ALL: Final = "all"
_MORE_CONTRAST: Final = "css/contrast.css"
"""In every page's sheet for readers who ask for it; with Big letters for everybody, by itself."""
_SHEETS: Final = {
    f"sheets/{name}.css": tuple(f"css/{part}.css" for part in parts)
    for name, parts in {
        _ALL: ("tokens", "base"),
        "home": ("home",),
        "new": ("setup",),
        # Of every view of a match, for the page may become another one without a network.
        "scorer": ("match", "entry"),
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
        # `keep` gives it the tag of the bytes that are sent, packed or not.
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
