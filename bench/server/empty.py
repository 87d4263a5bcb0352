"""The limit of an answer: an app on the same gunicorn that does nothing."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from bench.serving import Server, under_gunicorn


def app(_environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Nothing, to everybody."""
    start_response("200 OK", [("Content-Length", "0")])
    return []


def empty(folder: Path) -> Server:
    """Its server, which logs into a new folder."""
    folder.mkdir()
    return under_gunicorn("bench.server.empty:app", folder)
