"""Prints a tournament's papers as a job: layouts in, PDF out."""

import json
import time
from contextlib import closing
from typing import Final

from scorekeeper.jobs import payloads
from scorekeeper.jobs.claiming import JobFault
from scorekeeper.printing.jobs import JobPrinter, Steps
from scorekeeper.printing.layouts import Layouts
from scorekeeper.printing.pdf import PdfUnavailable
from scorekeeper.work.lease import LeasedJob, NotDone

LONGEST_SECONDS: Final = 600.0
"""A job may not keep the others waiting longer; two thousand results take two."""


class Papers:
    """Prints, in a child process that has so many bytes of memory at most."""

    def __init__(self, memory: int) -> None:
        self._printer = JobPrinter(memory=memory)

    def make(self, leased_job: LeasedJob) -> bytes:
        """The PDF of the job's pages.

        :raises NotDone: it cannot be made.
        """
        content = payloads.input_of(leased_job.job.name)
        if content is None:
            raise NotDone("lost", "what it is made of is gone")
        steps = self._printer.stamped(Layouts(*json.loads(content)))
        try:
            with closing(steps):
                return _follow(steps, leased_job)
        except PdfUnavailable as error:
            reason: JobFault = "failed" if error.reason == "long" else error.reason
            raise NotDone(reason, error.detail) from error


def _follow(steps: Steps, leased_job: LeasedJob) -> bytes:
    until = time.monotonic() + LONGEST_SECONDS
    while time.monotonic() < until:
        try:
            leased_job.report_progress(next(steps).page)
        except StopIteration as end:
            pdf: bytes = end.value
            return pdf
    raise NotDone("slow", f"not made within {LONGEST_SECONDS:g} s")
