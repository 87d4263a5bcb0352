"""Runs the program with a clock that is wrong: `python tests/support/wrong_clock.py DAYS COMMAND…`.

Only calls that ask for the date are shifted. Timers of the server and its workers use a clock that
only goes forward. libfaketime shifts both, and gunicorn's sleeps fail under it.
"""

import datetime
import runpy
import sys
import time
from pathlib import Path


def clock_off_by(days):
    """Return the beginning of a server's command line whose clock is wrong by `days`."""
    return (sys.executable, str(Path(__file__).resolve()), str(days))


def _shift(off):
    right = time.time
    time.time = lambda: right() + off.total_seconds()

    class Shifted(datetime.datetime):
        """A date that knows only the wrong moment."""

        @classmethod
        def now(cls, tz=None):
            return datetime.datetime.now(tz) + off

    import flask.sessions

    from scorekeeper.journal import clock

    for module in (flask.sessions, clock):
        module.datetime = Shifted


def main():
    """Shift the clock, and run the module that the rest of the command line names."""
    days, _python, _m, module, *arguments = sys.argv[1:]
    sys.path.insert(0, str(Path.cwd()))
    sys.argv = [module, *arguments]
    _shift(datetime.timedelta(days=float(days)))
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
