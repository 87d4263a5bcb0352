"""The dependencies of the wheel: the packages of requirements.in, the lock's source, too."""

from pathlib import Path

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Dependencies(MetadataHookInterface):
    """Hatchling asks it for what pyproject.toml calls dynamic."""

    def update(self, metadata: dict) -> None:
        """Add the dependencies."""
        lines = (Path(self.root) / "requirements.in").read_text(encoding="utf-8").splitlines()
        metadata["dependencies"] = [line for line in lines if line and not line.startswith("#")]
