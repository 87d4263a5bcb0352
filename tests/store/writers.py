"""A server's worth of writers, for test_writing: `writers.py FOLDER THREADS HANDS`.

Prints a line for each thread: the match's address, the moment of its start, and the moments of its
hands. They are in seconds, by a clock that all processes share.
"""

import sys
import threading
import time

from scorekeeper.app import create_app
from tests.support.databases import SETTINGS
from tests.support.table import MADE, Table


def write(app, hands, barrier, results):
    with app.app_context():
        table = Table()
        barrier.wait(30)
        moments = [time.monotonic()]
        for _ in range(hands):
            table.play(MADE).void(1)
            moments.append(time.monotonic())
        results.append((table.kept.public_id, moments))


def main(folder, threads, hands):
    app = create_app({"INSTANCE": folder, **SETTINGS})
    barrier, results = threading.Barrier(threads), []
    started = [
        threading.Thread(target=write, args=(app, hands, barrier, results)) for _ in range(threads)
    ]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    for public_id, moments in results:
        print(public_id, *moments)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
