"""What a page's scripts import, to be told in the page, so that no import waits for another one."""

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from flask import current_app

_IMPORTED: Final = re.compile(r'^(?:im|ex)port\b(?:[^;]*?\bfrom)? "(\.[^"]+)"', re.MULTILINE)
"""Not those that a script asks for only when it needs them, by `import()`."""


def imported_by(*names: str) -> list[str]:
    """The modules that these static files import, and those that these import in turn."""
    found = dict.fromkeys(names)
    waiting = list(names)
    while waiting:
        new = [name for name in _imports_of(waiting.pop(0)) if name not in found]
        found |= dict.fromkeys(new)
        waiting += new
    return list(found)[len(names) :]


@cache
def _imports_of(name: str) -> list[str]:
    """Read once: a running server has one version of its files."""
    script = Path(str(current_app.static_folder), name).read_text(encoding="utf-8")
    paths = _IMPORTED.findall(script)
    return [posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) for path in paths]
