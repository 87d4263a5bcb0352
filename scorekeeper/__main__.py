"""`python -m scorekeeper`: see `cli`."""

import sys

from scorekeeper.cli import main


def _create_app() -> object:
    from scorekeeper.app import create_app  # Flask is loaded only where a command needs it

    return create_app()


if __name__ == "__main__":
    sys.exit(main(_create_app))
