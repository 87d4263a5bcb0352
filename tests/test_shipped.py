"""The list of packages and files that come along: NOTICE, and the SBOM of a release."""

import hashlib
import json
import re
from datetime import UTC, datetime

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from scripts.shipping.notice import NOTICE, notice
from scripts.shipping.sbom import sbom
from tests.processes import PROJECT

MADE_AT = datetime(2026, 11, 26, tzinfo=UTC)


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
