"""`python -m scorekeeper`: see `cli`."""

import sys

from scorekeeper.cli import main


def _create_app() -> object:
    """The web app; a setting that makes no sense ends the command with one line and status 2."""
    from scorekeeper.app import create_app  # Flask is loaded only where a command needs it
    from scorekeeper.config import BadSetting

    try:
        return create_app()
    except BadSetting as bad:
        print(bad, file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    sys.exit(main(_create_app))
