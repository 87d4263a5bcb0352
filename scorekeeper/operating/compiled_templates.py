"""Compiled templates, kept as Python keeps its modules: every server process has each page at once,
also after a start."""

import sys
from contextlib import suppress
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket


class _TemplateCache(FileSystemBytecodeCache):
    def __init__(self, folder: Path, pattern: str, configured_by: str) -> None:
        super().__init__(str(folder), pattern)
        self._configured_by = configured_by

    def get_source_checksum(self, source: str) -> str:
        """The checksum of a template and of what decides how it is compiled."""
        return super().get_source_checksum(self._configured_by + source)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, where this process may write and there is room."""
        if not sys.dont_write_bytecode:
            with suppress(OSError):
                super().dump_bytecode(bucket)


def keep_compiled(environment: Environment, module: str) -> None:
    """Let the environment keep what it compiles in the `__pycache__` of the module that sets it up.

    :param module: the module's file. Where it has changed, all is compiled anew.
    """
    path = Path(module)
    folder = path.parent / "__pycache__" / "templates"
    with suppress(OSError):  # it keeps nothing then
        folder.mkdir(exist_ok=True)
    pattern = f"%s.{sys.implementation.cache_tag}"
    environment.bytecode_cache = _TemplateCache(folder, pattern, path.read_text("utf-8"))
