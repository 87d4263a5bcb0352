"""Settings and their defaults, and which of them the environment sets.

What each is for stands once, in the table of docs/operating.md, which the tests hold against this.
"""

import os
import re
import secrets
from pathlib import Path
from typing import Any, Final, TypeVar
from zoneinfo import ZoneInfo

from scorekeeper.operating.maintenance import flag_in

PROJECT: Final = Path(__file__).resolve().parent.parent
"""The checkout: templates, static files and, unless told otherwise, the instance folder."""

_Number = TypeVar("_Number", int, float)
_SHORTEST_KEY: Final = 32
_HOST: Final = re.compile(r"\.?[\w-]+(\.[\w-]+)*(:\d+)?")
_A_CENTURY: Final = 36_525
"""Days."""
_MANY: Final = 1_000_000
"""More than a limit ever needs to be; who wants none says so with it."""

_MEGABYTE: Final = 1024 * 1024


class BadSetting(ValueError):
    """A setting with which no server may start. The text names it, in one line, and no secret."""


def settings(overrides: dict[str, Any] | None = None) -> dict[str, Any]:
    """The settings of an app: defaults, then the environment, then `overrides`.

    :raises BadSetting: the secret key given is weak, or the environment makes no sense.
    """
    given = dict(overrides or {})
    instance = _instance(given.pop("INSTANCE", None))
    url = given.pop("DATABASE_URL", None) or os.environ.get("DATABASE_URL", "").strip()
    demo = given.pop("DEMO_PHONE", None) or os.environ.get("TEFTERI_DEMO_PHONE") or None
    values: dict[str, Any] = {
        "INSTANCE": instance,
        "DATABASE_FILE": instance / "tefteri.sqlite3",
        "SQLALCHEMY_DATABASE_URI": f"sqlite:///{instance / 'tefteri.sqlite3'}",
        **(on_server(url) if url else {}),
        "MAINTENANCE": flag_in(instance),
        "BUSY_SECONDS": _number("TEFTERI_BUSY_SECONDS", 8.0, least=0, most=600),
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
        "TRUSTED_HOSTS": _hosts(),
        "PROXY_HOPS": _number("TEFTERI_PROXY_HOPS", 0, least=0, most=10),
        "CA_PORT": _number("TEFTERI_CA_PORT", 0, least=0, most=65535),
        "BABEL_DEFAULT_TIMEZONE": _timezone(),
        "NEW_MATCHES": _number("TEFTERI_NEW_MATCHES", 300, least=1, most=_MANY),
        "PRINT_SECONDS": _number("TEFTERI_PRINT_SECONDS", 8.0, least=1, most=600),
        "PRINTS": _number("TEFTERI_PRINTS", 600, least=1, most=_MANY),
        "HAS_WORKER": _has_worker(),
        "JOB_MEMORY": _number("TEFTERI_JOB_MEMORY", 1024, least=512, most=_MANY) * _MEGABYTE,
        "BACKUPS": _backups(is_file=not url),
        "FAILED_SECRETS": _number("TEFTERI_FAILED_SECRETS", 100, least=1, most=_MANY),
        "SLOW_SECONDS": _number("TEFTERI_SLOW_SECONDS", 5.0, least=0, most=600),
        "DRAIN_SECONDS": _number("TEFTERI_DRAIN_SECONDS", 0.0, least=0, most=60),
        "METRICS_SECRET": _metrics_secret(),
        "ERASE_AFTER_DAYS": _number("TEFTERI_ERASE_AFTER_DAYS", 0, least=0, most=_A_CENTURY),
        **given,
    }
    values["SECRET_KEY"] = _secret_key(values, instance)
    return values


def on_server(url: str) -> dict[str, Any]:
    """The settings by which matches are kept by PostgreSQL.

    The address is read here and nowhere else: the client library would read some otherwise.

    :raises BadSetting: it is the address of something else, or none.
    """
    from sqlalchemy.engine import make_url  # many commands need no database

    scheme, _, place = url.partition("://")
    if scheme not in ("postgresql", "postgres") or not place:
        raise BadSetting("DATABASE_URL: give PostgreSQL's address, such as postgresql:///tefteri")
    # What comes behind the first one would be taken for a host, and its name stands in the log.
    if place.count("@") > 1:
        raise BadSetting("DATABASE_URL: write each @ of the password as %40")
    try:
        address = make_url(f"postgresql+psycopg://{place}")
    except ValueError:
        # Its own words have a piece of the address, which may be one of the password.
        raise BadSetting("DATABASE_URL: its port cannot be read: give one number") from None
    return {"DATABASE_FILE": None, "SQLALCHEMY_DATABASE_URI": address}


def _instance(given: Path | str | None) -> Path:
    folder = Path(given or os.environ.get("TEFTERI_INSTANCE") or PROJECT / "instance").resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise BadSetting(f"TEFTERI_INSTANCE: {folder}: {error.strerror}") from error
    return folder


def _number(name: str, default: _Number, *, least: int, most: int) -> _Number:
    text = os.environ.get(name, "").strip()
    if not text:
        return default
    kind = type(default)
    try:
        number = kind(text)
    except ValueError:
        number = None
    if number is None or not least <= number <= most:
        wanted = "a whole number" if kind is int else "a number"
        raise BadSetting(f"{name} is {text!r}: give {wanted} from {least} to {most}")
    return number


def _has_worker() -> bool:
    """Does `serve` start a worker, too?"""
    told = os.environ.get("TEFTERI_WORKER", "").strip() or "own"
    if told not in ("own", "none"):
        raise BadSetting(f"TEFTERI_WORKER is {told!r}: give own or none")
    return told == "own"


def _backups(*, is_file: bool) -> Path | None:
    """The folder for a backup each night; None where nobody wants one."""
    told = os.environ.get("TEFTERI_BACKUPS", "").strip()
    if told and not is_file:
        raise BadSetting("TEFTERI_BACKUPS is for the file: PostgreSQL has pg_dump")
    return Path(told).resolve() if told else None


def _hosts() -> list[str] | None:
    """The names that the server answers to; None for any."""
    hosts = [host.strip() for host in os.environ.get("TEFTERI_TRUSTED_HOSTS", "").split(",")]
    for host in filter(None, hosts):
        if not _HOST.fullmatch(host):
            raise BadSetting(
                f"TEFTERI_TRUSTED_HOSTS: {host!r} is no host: give names with commas between them, "
                "such as score.example.org,.cafe.example.org"
            )
    return list(filter(None, hosts)) or None


def _timezone() -> str:
    name = os.environ.get("TEFTERI_TIMEZONE", "").strip() or "Asia/Nicosia"
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError) as error:
        raise BadSetting(
            f"TEFTERI_TIMEZONE is {name!r}: give a name such as Asia/Nicosia"
        ) from error
    return name


def _metrics_secret() -> str | None:
    """What a program must show to read the figures; None where none may."""
    secret = os.environ.get("TEFTERI_METRICS_SECRET", "").strip()
    if secret and len(secret) < _SHORTEST_KEY:
        raise BadSetting(
            f"TEFTERI_METRICS_SECRET is weak: give at least {_SHORTEST_KEY} random characters"
        )
    return secret or None


def _secret_key(values: dict[str, Any], instance: Path) -> str:
    key = values.get("SECRET_KEY") or os.environ.get("TEFTERI_SECRET_KEY")
    source = "TEFTERI_SECRET_KEY"
    if key is None:
        source = str(instance / "secret_key")
        try:
            key = _kept_key(Path(source))
        except OSError as error:
            raise BadSetting(f"{source}: {error.strerror}") from error
    if len(key) < _SHORTEST_KEY or len(set(key)) < 8:
        raise BadSetting(
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
