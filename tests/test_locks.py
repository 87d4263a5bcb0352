"""The locked packages go together under every Python that the project is for, without a network."""

import re
from importlib.metadata import distribution

import pytest
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import canonicalize_name

from tests.processes import PROJECT

VERSIONS = "3.11", "3.12", "3.13", "3.14"
LOCKS = "requirements.lock", "requirements-dev.lock"
_PIN = re.compile(r"^(\S+==\S+)(?: ; (.+?))?((?: \\\n    --hash=sha256:[0-9a-f]{64})+)$", re.M)


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
