"""`python -m scorekeeper`, and `tefteri` where it is installed: see `cli`."""

import gc
import sys
from typing import TYPE_CHECKING

from scorekeeper.cli import main

if TYPE_CHECKING:
    from flask import Flask


def _create_app(*, has_pages: bool = True) -> "Flask":
    """The app; a setting that makes no sense ends the command with one line and status 2.

    The modules loaded here stay until the process ends. No garbage is collected in them, not even
    at the end: that would take a third of a command's time. The processes of a server go on sharing
    their memory, into which a collection would write.
    """
    from scorekeeper.config import BadSetting

    gc.disable()
    try:
        from scorekeeper.app import create_app  # Flask is loaded only where a command needs it

        return create_app(has_pages=has_pages)
    except BadSetting as bad:
        print(bad, file=sys.stderr)
        sys.exit(2)
    finally:
        gc.freeze()
        gc.enable()


def run() -> int:
    """Run the command that this process was started with; the exit status."""
    return main(_create_app)


if __name__ == "__main__":
    sys.exit(run())
