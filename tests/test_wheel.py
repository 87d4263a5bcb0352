"""The wheel: all that the program reads is in it, and two builds of one commit are the same bytes.

`make try-wheel` installs one and plays a match with it.
"""

import os
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes

import pytest
from packaging.requirements import Requirement

from scorekeeper import __version__
from tests.processes import PROJECT

SOURCES = "scorekeeper", "templates", "static", "docs", "scripts"
FILES = "pyproject.toml", "requirements.in", "README.md", "LICENSE", "NOTICE", ".gitignore"


def build(checkout, folder):
    """Build it there; the wheel."""
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "--target=wheel", f"--directory={folder}"],
        cwd=checkout,
        env={**os.environ, "SOURCE_DATE_EPOCH": "1795671354"},
        check=True,
        capture_output=True,
    )
    (wheel,) = folder.glob("*.whl")
    return wheel


def copied(checkout):
    """A checkout with files of other times and rights."""
    unwanted = shutil.ignore_patterns("__pycache__", "node_modules", "built")
    for name in SOURCES:
        shutil.copytree(
            PROJECT / name, checkout / name, ignore=unwanted, copy_function=shutil.copyfile
        )
    for name in FILES:
        shutil.copyfile(PROJECT / name, checkout / name)
    return checkout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    return build(copied(tmp_path_factory.mktemp("checkout")), tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def names(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {*archive.namelist()}


@pytest.mark.slow
def test_two_builds_are_the_same_bytes(wheel, tmp_path):
    checkout = copied(tmp_path / "other")
    for file in checkout.rglob("*.*"):
        os.utime(file, (1, 1))
        if file.is_file():
            file.chmod(0o600)
    assert build(checkout, tmp_path / "dist").read_bytes() == wheel.read_bytes()


def test_templates_static_files_translations_and_the_manual_are_in_it(names):
    wanted = [*(PROJECT / "templates").rglob("*.html"), *(PROJECT / "docs").glob("manual*.md")]
    static = PROJECT / "static"
    wanted += [
        one for one in static.rglob("*.*") if one.is_file() and static / "built" not in one.parents
    ]
    assert len(wanted) > 200
    inside = {f"scorekeeper/{one.relative_to(PROJECT).as_posix()}" for one in wanted}
    assert inside - names == set()
    assert "scorekeeper/translations/el/LC_MESSAGES/messages.po" in names


def test_every_file_of_the_package_is_in_it_and_nothing_else(names):
    package = PROJECT / "scorekeeper"
    own = {
        one.relative_to(PROJECT).as_posix()
        for one in package.rglob("*.*")
        if one.is_file() and "__pycache__" not in one.parts and one.suffix != ".pot"
    }
    others = "scorekeeper/templates/", "scorekeeper/static/", "scorekeeper/docs/"
    info = f"tefteri-{__version__}.dist-info/"
    assert own == {name for name in names if not name.startswith((*others, info))}


def test_it_asks_for_what_requirements_in_has_and_brings_the_licences(wheel, names):
    info = f"tefteri-{__version__}.dist-info"
    with zipfile.ZipFile(wheel) as archive:
        metadata = message_from_bytes(archive.read(f"{info}/METADATA"))
        commands = archive.read(f"{info}/entry_points.txt").decode()
    lines = (PROJECT / "requirements.in").read_text().splitlines()
    wanted = {Requirement(line) for line in lines if line and not line.startswith("#")}
    asked = {Requirement(line) for line in metadata.get_all("Requires-Dist")}
    extra = {one for one in asked if one.marker and 'extra == "sqlite"' in str(one.marker)}
    assert (asked - extra, {one.name for one in extra}) == (wanted, {"pysqlite3"})
    assert (metadata["Name"], metadata["Version"]) == ("tefteri", __version__)
    assert "tefteri = scorekeeper.__main__:run" in commands
    licences = {name for name in names if name.startswith(f"{info}/licenses/")}
    assert {one.rsplit("/", 1)[1] for one in licences} == {
        *("LICENSE", "NOTICE", "OFL.txt", "htmx-LICENSE")
    }
