"""Many phones that open one link, for test_writing: `takers.py FOLDER PHONES SECRET`.

Prints a line for each phone: its row id, and whether the link made it the scorer's.
"""

import sys
import threading

from scorekeeper.app import create_app
from scorekeeper.journal.identifiers import new_operation_id
from scorekeeper.match.links import LinkEnded, open_link
from scorekeeper.match.phones import enrol_phone
from tests.support.databases import SETTINGS


def take(app, secret, barrier, results):
    with app.app_context():
        phone, _ = enrol_phone()
        barrier.wait(30)
        try:
            open_link(secret, phone, new_operation_id())
        except LinkEnded:
            results.append((phone, "ended"))
        else:
            results.append((phone, "opened"))


def main(folder, phones, secret):
    app = create_app({"INSTANCE": folder, **SETTINGS})
    barrier, results = threading.Barrier(phones), []
    started = [
        threading.Thread(target=take, args=(app, secret, barrier, results)) for _ in range(phones)
    ]
    for thread in started:
        thread.start()
    for thread in started:
        thread.join()
    for phone, outcome in results:
        print(phone, outcome)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), sys.argv[3])
