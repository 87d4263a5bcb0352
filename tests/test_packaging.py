"""The wheel has all that the program reads, twice the same; the Compose files run one way."""

import os
import re
import shutil
import subprocess
import sys
import zipfile
from email import message_from_bytes

import pytest
import yaml
from packaging.requirements import Requirement

from scorekeeper import __version__
from tests.support.processes import PROJECT

SOURCES = "scorekeeper", "templates", "static", "docs", "scripts"
FILES = "pyproject.toml", "requirements.in", "README.md", "LICENSE", "NOTICE", ".gitignore"
COMPOSE = PROJECT / "deploy/compose"
COMPOSE_FILES = "compose.yaml", "two-servers.yaml"
ONLY_READ_WRITE = {"tmpfs": ["/tmp"], "read_only": True, "cap_drop": ["ALL"]}


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


# --- the Compose files: the image of this version, settings that there are ---


def services(name):
    """Those of the file that are Tefteri's."""
    every = yaml.safe_load((COMPOSE / name).read_text())["services"]
    return {key: one for key, one in every.items() if "tefteri" in one["image"]}


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_each_is_this_version_without_rights(name):
    for one in services(name).values():
        assert one["image"] == f"localhost/tefteri:{__version__}"
        assert ONLY_READ_WRITE.items() <= one.items()
        assert one["security_opt"] == ["no-new-privileges:true"]
        (volume,) = one["volumes"]
        assert volume.endswith(":/var/lib/tefteri")


@pytest.mark.parametrize("name", COMPOSE_FILES)
def test_settings_are_those_of_the_table(name):
    told = re.findall(r"^\| ([A-Z_]+) \|", (PROJECT / "docs/operating.md").read_text(), re.M)
    for one in services(name).values():
        assert one["environment"].keys() <= set(told)


def test_every_server_has_the_same_health_check_and_the_worker_none():
    one, two = (services(name) for name in COMPOSE_FILES)
    servers = [one["tefteri"], two["first"], two["second"]]
    checks = [server["healthcheck"] for server in servers]
    assert checks == checks[:1] * 3
    assert "/readyz" in checks[0]["test"][-1]
    assert two["worker"]["command"] == ["work"]
    assert "healthcheck" not in two["worker"]


def test_two_answer_as_localhost_too_where_the_check_asks():
    for one in services("two-servers.yaml").values():
        assert one["environment"]["TEFTERI_TRUSTED_HOSTS"].endswith(",127.0.0.1")


@pytest.mark.parametrize("path", ["deploy/compose/Caddyfile", "docs/operating.md"])
def test_every_caddyfile_gives_each_request_a_number(path):
    text = (PROJECT / path).read_text()
    numbers = text.count("header_up X-Request-Id {http.request.uuid}\n")
    assert numbers == len(re.findall(r"^\s*reverse_proxy ", text, re.M)) > 0


def test_caddy_knows_the_servers():
    (upstreams,) = re.findall(r"reverse_proxy (.+) \{", (COMPOSE / "Caddyfile").read_text())
    servers = [name for name, one in services("two-servers.yaml").items() if "healthcheck" in one]
    assert upstreams.split() == [f"{name}:8000" for name in servers]
