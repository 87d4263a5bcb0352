"""Settings and their defaults, and which of them the environment sets.

| variable | default | |
|---|---|---|
| TEFTERI_INSTANCE | instance/ | where database, lock, sheets and secret key lie |
| TEFTERI_SECRET_KEY | made at the first start | signs the session; at least 32 characters |
| TEFTERI_BUSY_SECONDS | 8 | how long a save waits for the database |
| TEFTERI_TRUSTED_HOSTS | any | names that the server answers to, with commas |
| TEFTERI_PROXY_HOPS | 0 | reverse proxies in front whose headers are believed |
| TEFTERI_TIMEZONE | Asia/Nicosia | of the times on screen and paper |
| TEFTERI_DEMO_PHONE | none | secret of the one phone that every browser is; `make demo` sets it |
"""

import os
import secrets
from pathlib import Path
from typing import Any, Final

PROJECT: Final = Path(__file__).resolve().parent.parent
"""The checkout: templates, static files and, unless told otherwise, the instance folder."""

_SHORTEST_KEY: Final = 32


def settings(overrides: dict[str, Any] | None = None) -> dict[str, Any]:
    """The settings of an app: defaults, then the environment, then `overrides`.

    :raises ValueError: the secret key given is weak.
    """
    given = dict(overrides or {})
    instance = Path(
        given.pop("INSTANCE", None) or os.environ.get("TEFTERI_INSTANCE") or PROJECT / "instance"
    )
    instance = instance.resolve()
    instance.mkdir(mode=0o700, parents=True, exist_ok=True)
    hosts = os.environ.get("TEFTERI_TRUSTED_HOSTS", "")
    demo = given.pop("DEMO_PHONE", None) or os.environ.get("TEFTERI_DEMO_PHONE") or None
    values: dict[str, Any] = {
        "INSTANCE": instance,
        "DATABASE_FILE": instance / "tefteri.sqlite3",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance / 'tefteri.sqlite3'}",
        "BUSY_SECONDS": float(os.environ.get("TEFTERI_BUSY_SECONDS", "8")),
        # Import files have limits of their own; a hand is under 2 KiB.
        "MAX_CONTENT_LENGTH": 64 * 1024,
        "MAX_FORM_MEMORY_SIZE": 32 * 1024,
        "MAX_FORM_PARTS": 100,
        # A match lasts longer than Flask-WTF's hour.
        "WTF_CSRF_TIME_LIMIT": None,
        "DEMO_PHONE": demo,
        # Pages and files. PDFs and pictures are compressed already and go out as they are.
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "COMPRESS_STREAMS": False,
        "COMPRESS_MIN_SIZE": 1000,
        # Cookies know no ports: the demo must leave alone those of a server beside it.
        "SESSION_COOKIE_NAME": "tefteri_demo" if demo else "tefteri_session",
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "TRUSTED_HOSTS": [host.strip() for host in hosts.split(",") if host.strip()] or None,
        "PROXY_HOPS": int(os.environ.get("TEFTERI_PROXY_HOPS", "0")),
        "BABEL_DEFAULT_TIMEZONE": os.environ.get("TEFTERI_TIMEZONE", "Asia/Nicosia"),
        **given,
    }
    values["SECRET_KEY"] = _secret_key(values, instance)
    return values


def _secret_key(values: dict[str, Any], instance: Path) -> str:
    key = values.get("SECRET_KEY") or os.environ.get("TEFTERI_SECRET_KEY")
    source = "TEFTERI_SECRET_KEY"
    if key is None:
        source = str(instance / "secret_key")
        key = _kept_key(Path(source))
    if len(key) < _SHORTEST_KEY or len(set(key)) < 8:
        raise ValueError(
            f"{source} is weak: give at least {_SHORTEST_KEY} random characters, "
            "or none and one is made in the instance folder"
        )
    return str(key)


def _kept_key(file: Path) -> str:
    """The key in the file, made at the first start; two servers starting at once agree on one."""
    fresh = file.with_name(f"{file.name}.{os.getpid()}")
    if not file.exists():
        fresh.touch(mode=0o600)
        fresh.write_text(secrets.token_urlsafe(48))
        try:
            os.link(fresh, file)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return file.read_text().strip()
