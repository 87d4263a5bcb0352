"""Static files, under an address that changes when any of them does.

The version stands in the path, before the file's name: a module that imports `./rules.js` then has
the one that belongs to it, and a browser may keep them all for a year.
"""

import hashlib
from pathlib import Path
from typing import Final

from flask import Flask, Response, current_app, request, send_from_directory

A_YEAR: Final = 365 * 24 * 3600
ENDPOINTS: Final = frozenset({"static", "versioned", "shell.views", "vocabulary.show"})
"""What answers with a file that is the same for everybody."""


def init_app(app: Flask) -> None:
    """Serve the static files under their version besides their plain address."""
    app.extensions["static_version"] = version_of(Path(app.static_folder or ""))
    app.add_url_rule("/static/v/<version>/<path:filename>", "versioned", _versioned)


def version_of(folder: Path) -> str:
    """The version of the files in the folder: ten hex digits, others when one of them changes."""
    digest = hashlib.sha256()
    for file in sorted(path for path in folder.rglob("*") if path.is_file()):
        digest.update(f"{file.relative_to(folder)}\0".encode() + file.read_bytes())
    return digest.hexdigest()[:10]


def static_url(name: str) -> str:
    """The address of a static file, in the version that this server has."""
    version = current_app.extensions["static_version"]
    return f"{request.script_root}/static/v/{version}/{name}"


def keep(response: Response, *, is_ours: bool) -> Response:
    """The answer, to be kept for a year if it was asked for in the version that this server has.

    A page of another version gets it as it is now, and asks again the next time.
    """
    kept = f"public, max-age={A_YEAR}, immutable" if is_ours else "no-cache"
    response.headers["Cache-Control"] = kept
    response.add_etag()
    response.make_conditional(request)
    return response


def _versioned(version: str, filename: str) -> Response:
    response = send_from_directory(str(current_app.static_folder), filename)
    return keep(response, is_ours=version == current_app.extensions["static_version"])
