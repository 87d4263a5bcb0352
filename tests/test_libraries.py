"""Libraries: what is overridden is still there, locks go together, what comes along is listed."""

import hashlib
import inspect
import json
import re
from concurrent.futures import Executor
from datetime import UTC, datetime
from importlib.metadata import distribution

import flask_limiter
import pydyf
import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from flask import Flask
from gunicorn.arbiter import Arbiter
from gunicorn.workers.gthread import TConn, ThreadWorker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name
from weasyprint import HTML

from scorekeeper.cli.arbiter import JobsArbiter
from scorekeeper.cli.request_lanes import RequestLanes
from scorekeeper.cli.request_worker import Connection, RequestWorker
from scorekeeper.printing.stamps import _take_pages
from scripts.shipping.notice import NOTICE, notice
from scripts.shipping.sbom import sbom
from tests.support.processes import PROJECT

OVERRIDDEN = {
    (JobsArbiter, Arbiter): {"__init__", "handle_term", "manage_workers", "stop"},
    (RequestWorker, ThreadWorker): {
        *("_cap_keepalive", "_keepalive_after", "accept", "finish_request", "get_thread_pool"),
        *("handle", "handle_error", "init_process", "murder_keepalived"),
    },
    (Connection, TConn): {"__init__"},
}
VERSIONS = "3.11", "3.12", "3.13", "3.14"
LOCKS = "requirements.lock", "requirements-dev.lock"
_PIN = re.compile(r"^(\S+==\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.M)
MADE_AT = datetime(2026, 11, 26, tzinfo=UTC)


def methods_of(one):
    return {name for name, value in vars(one).items() if inspect.isfunction(value)}


def parameters_of(function):
    """Their names: a library may call by name."""
    return [name.lstrip("_") for name in inspect.signature(function).parameters]


@pytest.mark.parametrize(("ours", "theirs"), OVERRIDDEN, ids=lambda one: one.__name__)
def test_overridden_gunicorn_methods_exist_with_the_same_parameters(ours, theirs):
    both = {name for name in methods_of(ours) if hasattr(theirs, name) and name != "__repr__"}
    assert both == OVERRIDDEN[ours, theirs]
    for name in both - {"__init__"}:
        assert parameters_of(vars(ours)[name]) == parameters_of(getattr(theirs, name)), name


def test_gunicorn_calls_what_the_overrides_rely_on():
    loop = inspect.getsource(Arbiter.run)
    assert "self.manage_workers()" in loop
    assert "SIGTERM" in str(Arbiter.SIGNALS)
    assert "self.get_thread_pool()" in inspect.getsource(ThreadWorker.init_process)
    assert "self.tpool.submit(self.handle, conn)" in inspect.getsource(ThreadWorker.enqueue_req)
    assert "req = next(conn.parser)" in inspect.getsource(ThreadWorker.handle)
    assert "if self.initialized:" in inspect.getsource(TConn.init)
    assert issubclass(RequestLanes, Executor)


def test_flask_limiter_asks_before_each_request_in_a_hook_that_can_be_taken_away():
    app = Flask(__name__)
    limiter = flask_limiter.Limiter(lambda: "somebody", storage_uri="memory://")
    limiter.init_app(app)
    assert limiter._check_request_limit in app.before_request_funcs[None]


def test_weasyprint_hands_its_document_to_the_finisher_with_the_pages_in_it():
    seen = []

    def finish(document, pdf):
        assert isinstance(pdf, pydyf.PDF)
        pages = _take_pages(pdf)
        seen.extend(page["Type"] for page in pages)
        for page in pages:
            pdf.add_page(page)

    two = HTML(string="<p>1<p style='break-before: page'>2").render()
    made = two.write_pdf(finisher=finish)
    assert seen == ["/Page", "/Page"]
    assert made.startswith(b"%PDF-")


# --- the locked packages go together under every Python that the project is for ---


def pins_of(lock):
    """Return the locked requirements, by name."""
    text = (PROJECT / lock).read_text(encoding="utf-8")
    found = [
        Requirement(f"{pin}; {marker}" if marker else pin) for pin, marker, _ in _PIN.findall(text)
    ]
    assert len(found) == len(re.findall(r"^\S+==", text, re.M)), (
        "one has no hash, or is written in another way"
    )
    return {canonicalize_name(one.name): one for one in found}


@pytest.mark.parametrize("lock", LOCKS)
@pytest.mark.parametrize("version", VERSIONS)
def test_all_that_a_package_needs_is_locked_at_a_version_that_it_takes(lock, version):
    python = {"python_version": version, "python_full_version": f"{version}.0", "extra": ""}
    pins = {
        name: pin
        for name, pin in pins_of(lock).items()
        if not pin.marker or pin.marker.evaluate(python)
    }
    found = []
    for name, pin in pins.items():
        installed = distribution(name)
        assert pin.specifier.contains(installed.version), f"{name} is installed at another version"
        if version not in SpecifierSet(installed.metadata["Requires-Python"] or ""):
            found.append(f"{name} is not for Python {version}")
        for line in installed.requires or []:
            needed = Requirement(line)
            if needed.marker and not needed.marker.evaluate(python):
                continue
            other = pins.get(canonicalize_name(needed.name))
            if other is None or not needed.specifier.contains(
                str(other.specifier).removeprefix("==")
            ):
                found.append(f"{name} needs {line}, locked is {other}")
    assert not found, "\n".join(found)


# --- what comes along: NOTICE, and the SBOM of a release ---


@pytest.fixture(scope="module")
def document():
    return sbom(MADE_AT)


def test_the_notice_is_as_the_lock_and_the_packages_have_it():
    assert NOTICE.read_text(encoding="utf-8") == notice(), "make generated"


def test_the_sbom_is_one_by_its_schema(document):
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(document) is None


def test_the_sbom_names_every_pin_with_each_hash(document):
    told = {
        (one["name"], one["version"]): {
            digest["content"]
            for reference in one.get("externalReferences", [])
            for digest in reference["hashes"]
        }
        for one in json.loads(document)["components"]
    }
    lock = (PROJECT / "requirements.lock").read_text(encoding="utf-8")
    pins = re.split(r"^(?=\S+==)", lock, flags=re.MULTILINE)[1:]
    assert len(pins) > 40
    for pin in pins:
        name, version = re.match(r"(\S+?)==(\S+)", pin).groups()
        if name != "brotlicffi":  # for PyPy
            assert told[name, version] == set(re.findall(r"sha256:(\w+)", pin))


def test_the_sbom_has_the_files_that_are_somebody_elses(document):
    told = {
        file["name"]: file["hashes"][0]["content"]
        for one in json.loads(document)["components"]
        for file in one.get("components", [])
    }
    there = [
        file
        for ending in ("fonts/*.ttf", "vendor/*.js")
        for file in (PROJECT / "static").glob(ending)
    ]
    assert told == {
        file.relative_to(PROJECT).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in there
    }


def test_two_sboms_of_one_release_are_the_same(document):
    assert sbom(MADE_AT) == document
