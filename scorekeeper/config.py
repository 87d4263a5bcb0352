"""Settings and their defaults, and which of them the environment sets.

What each is for stands once, in the table of docs/operating.md, which the tests hold against this.
"""

import os
import re
import secrets
import sys
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypedDict, TypeVar, cast
from zoneinfo import ZoneInfo

from scorekeeper.operating.maintenance import flag_in

if TYPE_CHECKING:
    from flask import Flask
    from sqlalchemy.engine import URL

_PACKAGE: Final = Path(__file__).resolve().parent
PROJECT: Final = _PACKAGE.parent
"""The folder from which Python imports the package: a checkout, or the place of a wheel."""

_Number = TypeVar("_Number", int, float)
_SHORTEST_KEY: Final = 32
_HOST: Final = re.compile(r"\.?[\w-]+(\.[\w-]+)*(:\d+)?")
_A_CENTURY: Final = 36_525
"""Days."""
_MANY: Final = 1_000_000
"""The largest limit; it stands for no limit."""

_FILE: Final = "tefteri.sqlite3"
_MEGABYTE: Final = 1024 * 1024
_NAME: Final = "settings"
"""The key of the settings among an app's extensions."""


def is_installed() -> bool:
    """Was the program installed, from a wheel say? Else it runs from a checkout."""
    return (_PACKAGE / "templates").is_dir()


def resource(path: str) -> Path:
    """A file or folder below `templates/`, `static/` or `docs/`: a checkout has them beside the
    package, a wheel in it."""
    return (_PACKAGE if is_installed() else PROJECT) / path


def default_instance() -> Path:
    """The default instance folder: the checkout's, or the user's own."""
    if not is_installed():
        return PROJECT / "instance"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "Tefteri"
    data = Path(os.environ.get("XDG_DATA_HOME", ""))
    # As the XDG says: one that is no whole path counts for nothing.
    return (data if data.is_absolute() else Path.home() / ".local" / "share") / "tefteri"


class BadSetting(ValueError):
    """A setting with which no server may start. The text names it, in one line, and no secret."""


class Overrides(TypedDict, total=False):
    """Settings that go before the environment, under the names that Flask's would have."""

    INSTANCE: Path | str | None
    DATABASE_URL: str | None
    SECRET_KEY: str | None
    BUSY_SECONDS: float
    DEMO_PHONE: str
    TRUSTED_HOSTS: list[str] | None
    PROXY_HOPS: int
    CA_PORT: int
    BABEL_DEFAULT_TIMEZONE: str
    NEW_MATCHES: int
    PRINT_SECONDS: float
    PRINTS: int
    HAS_WORKER: bool
    JOINS_SCRIPTS: bool
    JOB_MEMORY: int
    BACKUPS: Path | None
    FAILED_SECRETS: int
    SLOW_SECONDS: float
    DRAIN_SECONDS: float
    METRICS_SECRET: str | None
    ERASE_AFTER_DAYS: int
    TESTING: bool


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of an app."""

    instance: Path
    database_file: Path | None
    """The SQLite file; None where PostgreSQL keeps the matches."""
    database_uri: "URL"
    is_database_lost: bool
    """The server ran here before, and its file is gone."""
    secret_key: str = field(repr=False)
    maintenance: str
    """The file that turns maintenance on by being there."""
    busy_seconds: float
    demo_phone: str | None = field(repr=False)
    trusted_hosts: list[str] | None
    proxy_hops: int
    ca_port: int
    address: str | None
    """The address at which other machines find the server; None where it is not set."""
    timezone: str
    new_matches: int
    print_seconds: float
    prints: int
    has_worker: bool
    """Does `serve` start a worker, too?"""
    joins_scripts: bool
    """Are scripts sent joined, where they were?"""
    job_memory: int
    """In bytes."""
    backups: Path | None
    failed_secrets: int
    slow_seconds: float
    drain_seconds: float
    metrics_secret: str | None = field(repr=False)
    erase_after_days: int
    is_testing: bool = False

    @property
    def zone(self) -> ZoneInfo:
        """The time zone of the server's clock."""
        return ZoneInfo(self.timezone)

    def for_flask(self) -> dict[str, object]:
        """The settings of Flask and its extensions, under their own names."""
        return {
            "TESTING": self.is_testing,
            "SECRET_KEY": self.secret_key,
            "SQLALCHEMY_DATABASE_URI": self.database_uri,
            "TRUSTED_HOSTS": self.trusted_hosts,
            "BABEL_DEFAULT_TIMEZONE": self.timezone,
            # Import files have their own limits; a hand is under 2 KiB.
            "MAX_CONTENT_LENGTH": 64 * 1024,
            "MAX_FORM_MEMORY_SIZE": 32 * 1024,
            "MAX_FORM_PARTS": 100,
            # A match lasts longer than Flask-WTF's hour.
            "WTF_CSRF_TIME_LIMIT": None,
            # Pages and files. PDFs and pictures are compressed already and go out as they are.
            "COMPRESS_ALGORITHM": ["br", "gzip"],
            "COMPRESS_STREAMS": False,
            "COMPRESS_MIN_SIZE": 1000,
            # Cookies know no ports: the demo must leave alone those of a server beside it.
            "SESSION_COOKIE_NAME": "tefteri_demo" if self.demo_phone else "tefteri_session",
        }


def read_settings(overrides: Overrides | None = None) -> Settings:
    """Read the settings of an app: `overrides`, then the environment, then defaults.

    :raises BadSetting: the secret key given is weak, or the environment makes no sense.
    """
    override_values: Overrides = overrides or {}
    instance = _instance(override_values.get("INSTANCE"))
    url = override_values.get("DATABASE_URL") or os.environ.get("DATABASE_URL", "").strip()
    file = None if url else instance / _FILE
    _check_sqlite()
    memory = _number("TEFTERI_JOB_MEMORY", 1024, least=512, most=_MANY) * _MEGABYTE
    read = Settings(
        instance=instance,
        database_file=file,
        database_uri=postgresql_address(url) if url else _address_of(instance / _FILE),
        # An older key means an older database, which is missing now.
        is_database_lost=bool(file and not file.exists() and (instance / "secret_key").exists()),
        secret_key="",
        maintenance=flag_in(instance),
        busy_seconds=_number("TEFTERI_BUSY_SECONDS", 8.0, least=0, most=600),
        demo_phone=os.environ.get("TEFTERI_DEMO_PHONE") or None,
        trusted_hosts=_hosts(),
        proxy_hops=_number("TEFTERI_PROXY_HOPS", 0, least=0, most=10),
        ca_port=_number("TEFTERI_CA_PORT", 0, least=0, most=65535),
        address=_address(),
        timezone=_timezone(),
        new_matches=_number("TEFTERI_NEW_MATCHES", 300, least=1, most=_MANY),
        print_seconds=_number("TEFTERI_PRINT_SECONDS", 8.0, least=1, most=600),
        prints=_number("TEFTERI_PRINTS", 600, least=1, most=_MANY),
        has_worker=_is_first("TEFTERI_WORKER", "own", "none"),
        joins_scripts=_is_first("TEFTERI_SCRIPTS", "joined", "modules"),
        job_memory=memory,
        backups=_backups(is_file=not url),
        failed_secrets=_number("TEFTERI_FAILED_SECRETS", 100, least=1, most=_MANY),
        slow_seconds=_number("TEFTERI_SLOW_SECONDS", 5.0, least=0, most=600),
        drain_seconds=_number("TEFTERI_DRAIN_SECONDS", 0.0, least=0, most=60),
        metrics_secret=_metrics_secret(),
        erase_after_days=_number("TEFTERI_ERASE_AFTER_DAYS", 0, least=0, most=_A_CENTURY),
    )
    settings = _with_overrides(read, override_values)
    return replace(settings, secret_key=_secret_key(override_values.get("SECRET_KEY"), instance))


def _with_overrides(read: Settings, override_values: Overrides) -> Settings:
    return replace(
        read,
        busy_seconds=override_values.get("BUSY_SECONDS", read.busy_seconds),
        demo_phone=override_values.get("DEMO_PHONE") or read.demo_phone,
        trusted_hosts=override_values.get("TRUSTED_HOSTS", read.trusted_hosts),
        proxy_hops=override_values.get("PROXY_HOPS", read.proxy_hops),
        ca_port=override_values.get("CA_PORT", read.ca_port),
        timezone=override_values.get("BABEL_DEFAULT_TIMEZONE", read.timezone),
        new_matches=override_values.get("NEW_MATCHES", read.new_matches),
        print_seconds=override_values.get("PRINT_SECONDS", read.print_seconds),
        prints=override_values.get("PRINTS", read.prints),
        has_worker=override_values.get("HAS_WORKER", read.has_worker),
        joins_scripts=override_values.get("JOINS_SCRIPTS", read.joins_scripts),
        job_memory=override_values.get("JOB_MEMORY", read.job_memory),
        backups=override_values.get("BACKUPS", read.backups),
        failed_secrets=override_values.get("FAILED_SECRETS", read.failed_secrets),
        slow_seconds=override_values.get("SLOW_SECONDS", read.slow_seconds),
        drain_seconds=override_values.get("DRAIN_SECONDS", read.drain_seconds),
        metrics_secret=override_values.get("METRICS_SECRET", read.metrics_secret),
        erase_after_days=override_values.get("ERASE_AFTER_DAYS", read.erase_after_days),
        is_testing=override_values.get("TESTING", False),
    )


def postgresql_address(url: str) -> "URL":
    """Read PostgreSQL's address.

    It is read here and nowhere else: the client library would read some otherwise.

    :raises BadSetting: it is the address of something else, or none.
    """
    from sqlalchemy.engine import make_url  # many commands need no database

    scheme, _, place = url.partition("://")
    if scheme not in ("postgresql", "postgres") or not place:
        raise BadSetting("DATABASE_URL: give PostgreSQL's address, such as postgresql:///tefteri")
    # The text behind the first @ would be taken for a host, whose name stands in the log.
    if place.count("@") > 1:
        raise BadSetting("DATABASE_URL: write each @ of the password as %40")
    try:
        return make_url(f"postgresql+psycopg://{place}")
    except ValueError:
        # Its own words have a piece of the address, which may be one of the password.
        raise BadSetting("DATABASE_URL: its port cannot be read: give one number") from None


def _address_of(file: Path) -> "URL":
    from sqlalchemy.engine import URL

    return URL.create("sqlite", database=str(file))


def use_settings(app: "Flask", settings: Settings) -> None:
    """Give the app its settings, and Flask those that are Flask's."""
    app.extensions[_NAME] = settings
    app.config.from_mapping(settings.for_flask())


def settings_of(app: "Flask") -> Settings:
    """The settings that the app has."""
    return cast(Settings, app.extensions[_NAME])


def current_settings() -> Settings:
    """The settings of the app in whose context this is called."""
    from flask import current_app  # the process that prints needs none of it

    return settings_of(current_app)


def _instance(path: Path | str | None) -> Path:
    folder = Path(path or os.environ.get("TEFTERI_INSTANCE") or default_instance()).resolve()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise BadSetting(f"TEFTERI_INSTANCE: {folder}: Not a directory") from error
    except OSError as error:
        raise BadSetting(f"TEFTERI_INSTANCE: {folder}: {error.strerror}") from error
    if not os.access(folder, os.X_OK):
        raise BadSetting(f"TEFTERI_INSTANCE: {folder}: Permission denied")
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
        expectation = "a whole number" if kind is int else "a number"
        raise BadSetting(f"{name} is {text!r}: give {expectation} from {least} to {most}")
    return number


def _is_first(name: str, first: str, other: str) -> bool:
    """Is this setting the first of its two words, which is the default?"""
    value = os.environ.get(name, "").strip() or first
    if value not in (first, other):
        raise BadSetting(f"{name} is {value!r}: give {first} or {other}")
    return value == first


def _check_sqlite() -> None:
    """See that the SQLite that was asked for is the one in use.

    :raises BadSetting: it is no known one, or not installed.
    """
    if _is_first("TEFTERI_SQLITE", "python", "pysqlite3"):
        return
    if sys.modules["sqlite3"].__name__ != "pysqlite3":
        raise BadSetting("TEFTERI_SQLITE: pysqlite3 is not installed: pip install pysqlite3")


def _backups(*, is_file: bool) -> Path | None:
    """The folder for a backup each night; None where it is not set."""
    value = os.environ.get("TEFTERI_BACKUPS", "").strip()
    if value and not is_file:
        raise BadSetting("TEFTERI_BACKUPS is for the file: PostgreSQL has pg_dump")
    return Path(value).resolve() if value else None


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


def _address() -> str | None:
    address = os.environ.get("TEFTERI_ADDRESS", "").strip()
    scheme, _, rest = address.partition("://")
    if address and not (scheme in ("http", "https") and _HOST.fullmatch(rest.rstrip("/"))):
        raise BadSetting(
            f"TEFTERI_ADDRESS is {address!r}: give an address such as http://192.168.1.7:8000/"
        )
    return address or None


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
    """The secret with which a program may read the metrics; None where none may."""
    secret = os.environ.get("TEFTERI_METRICS_SECRET", "").strip()
    if secret and len(secret) < _SHORTEST_KEY:
        raise BadSetting(
            f"TEFTERI_METRICS_SECRET is weak: give at least {_SHORTEST_KEY} random characters"
        )
    return secret or None


def _secret_key(override: str | None, instance: Path) -> str:
    key = override or os.environ.get("TEFTERI_SECRET_KEY")
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
    return key


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
