"""Makes the settings of an unpacked image's container those of deploy/compose/compose.yaml.

Usage: python -m scripts.shipping.image_config CONFIG VOLUME HEALTH

CONFIG is umoci's config.json, VOLUME the folder that is the container's volume. The health check is
written to HEALTH, each word ended by a zero byte. Prints the user's number.
"""

import json
import sys
from pathlib import Path

import yaml

from scripts.shipping.shipped import PROJECT

COMPOSE = PROJECT / "deploy/compose/compose.yaml"


def main(config_file: Path, volume: str, health_file: Path) -> int:
    """The user's number."""
    service = yaml.safe_load(COMPOSE.read_text(encoding="utf-8"))["services"]["tefteri"]
    config = json.loads(config_file.read_text(encoding="utf-8"))
    process = config["process"]
    process["terminal"] = False
    if service["cap_drop"] == ["ALL"]:
        process["capabilities"] = {}
    process["noNewPrivileges"] = "no-new-privileges:true" in service["security_opt"]
    config["root"]["readonly"] = service["read_only"]
    (inside,) = [one.split(":")[1] for one in service["volumes"]]
    # umoci knows no volume, and puts a memory there; this machine's groups are not read.
    kept = [one for one in config["mounts"] if one["destination"] not in (inside, "/sys/fs/cgroup")]
    for memory in service["tmpfs"]:
        kept.append(_mount(memory, "tmpfs", "tmpfs", "nosuid", "nodev", "mode=1777"))
    kept.append(_mount(inside, "bind", volume, "bind", "rw", "nosuid", "nodev"))
    config["mounts"] = kept
    config["linux"].pop("resources", None)
    config_file.write_text(json.dumps(config), encoding="utf-8")
    how, *words = service["healthcheck"]["test"]
    assert how == "CMD", how
    health_file.write_text("".join(f"{word}\0" for word in words), encoding="utf-8")
    return int(process["user"]["uid"])


def _mount(inside: str, kind: str, source: str, *options: str) -> dict[str, object]:
    return {"destination": inside, "type": kind, "source": source, "options": options}


if __name__ == "__main__":
    print(main(Path(sys.argv[1]), sys.argv[2], Path(sys.argv[3])))
