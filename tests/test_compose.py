"""The Compose files: the image of this version, settings that there are, one way to run it.

`make try-image` runs the image as `compose.yaml` says.
"""

import re

import pytest
import yaml

from scorekeeper import __version__
from tests.processes import PROJECT

COMPOSE = PROJECT / "deploy/compose"
FILES = "compose.yaml", "two-servers.yaml"
ONLY_READ_WRITE = {"tmpfs": ["/tmp"], "read_only": True, "cap_drop": ["ALL"]}


def services(name):
    """Those of the file that are Tefteri's."""
    every = yaml.safe_load((COMPOSE / name).read_text())["services"]
    return {key: one for key, one in every.items() if "tefteri" in one["image"]}


@pytest.mark.parametrize("name", FILES)
def test_each_is_this_version_without_rights(name):
    for one in services(name).values():
        assert one["image"] == f"localhost/tefteri:{__version__}"
        assert ONLY_READ_WRITE.items() <= one.items()
        assert one["security_opt"] == ["no-new-privileges:true"]
        (volume,) = one["volumes"]
        assert volume.endswith(":/var/lib/tefteri")


@pytest.mark.parametrize("name", FILES)
def test_settings_are_those_of_the_table(name):
    told = re.findall(r"^\| ([A-Z_]+) \|", (PROJECT / "docs/operating.md").read_text(), re.M)
    for one in services(name).values():
        assert one["environment"].keys() <= set(told)


def test_every_server_has_the_same_health_check_and_the_worker_none():
    one, two = (services(name) for name in FILES)
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
