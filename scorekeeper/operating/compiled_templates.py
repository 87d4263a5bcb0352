"""Compiled templates, kept on the disk as Python keeps its modules. If a server process may write
there, all processes have each page at once, also after a start."""

import hashlib
import sys
from contextlib import suppress
from importlib.metadata import version
from importlib.util import cache_from_source
from pathlib import Path

from jinja2 import Environment, FileSystemBytecodeCache
from jinja2.bccache import Bucket


class _TemplateCache(FileSystemBytecodeCache):
    def __init__(self, folder: Path, pattern: str, compiler: str) -> None:
        super().__init__(str(folder), pattern)
        self._compiler = compiler

    def get_source_checksum(self, source: str) -> str:
        """The checksum of a template and of what decides how it is compiled."""
        return super().get_source_checksum(self._compiler + source)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it, where this process may write and there is room."""
        if sys.dont_write_bytecode:
            return
        with suppress(OSError):
            super().dump_bytecode(bucket)
            # Others may read what they may run, as with Python's own; a temporary file is private.
            (Path(self.directory) / (self.pattern % bucket.key)).chmod(0o644)


def keep_compiled(environment: Environment, module: str) -> None:
    """Let the environment keep what it compiles where Python keeps the module that sets it up.

    :param module: the module's file. Where it has changed, or Jinja has, all is compiled anew.
    """
    folder = Path(cache_from_source(module)).parent / "templates"
    if not sys.dont_write_bytecode:
        with suppress(OSError):  # it keeps nothing then
            folder.mkdir(exist_ok=True)
    compiler = version("jinja2") + hashlib.sha256(Path(module).read_bytes()).hexdigest()
    pattern = f"%s.{sys.implementation.cache_tag}"
    environment.bytecode_cache = _TemplateCache(folder, pattern, compiler)
