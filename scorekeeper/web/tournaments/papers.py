"""Print a tournament's papers: a job makes them, its page says how far it is, the file stays."""

import json
import re
from typing import Any, Final, NamedTuple

from flask import Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.explain import paper_words
from scorekeeper.explain.paper_words import OF_A_ROUND, PAPERS, Paper
from scorekeeper.jobs import payloads
from scorekeeper.jobs.payloads import is_worker_there
from scorekeeper.jobs.queue import (
    MOST_OF_A_TOURNAMENT,
    JobRequest,
    NotWritable,
    TooMany,
    cancel,
    find_job,
    is_requested,
    request_job,
)
from scorekeeper.printing.jobs import job_name_of
from scorekeeper.printing.papers import Address, print_paper
from scorekeeper.printing.stamps import Layouts
from scorekeeper.tournament.acts.registry import ERASING
from scorekeeper.tournament.drawn_rounds import DrawnRound
from scorekeeper.tournament.service import LoadedTournament
from scorekeeper.web.forms import whole_number
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.limits import prints
from scorekeeper.web.match.pencil import scorer_address
from scorekeeper.web.printing import OPENED_HERE, is_of_this_machine
from scorekeeper.web.tournaments.rights import context_of, organised, pages

_NAME: Final = re.compile("[0-9a-f]{64}")
"""The name of a job, as `job_name_of` makes it."""


class PaperRequest(NamedTuple):
    """A paper as the request asks for it."""

    loaded_tournament: LoadedTournament
    paper: Paper
    drawn_round: DrawnRound | None
    """The round, if the paper is of one."""
    table: int | None = None
    """The table, if the sheet is of one alone."""

    def layouts(self) -> Layouts:
        """The pages of the paper, as they are now."""
        return print_paper(
            self.loaded_tournament, self.paper, self.drawn_round, _printed_address(), self.table
        )

    def job(self) -> JobRequest:
        """The job that makes it, as it is now."""
        layouts = self.layouts()
        pages, content = len(layouts.pages), json.dumps(layouts).encode()
        loaded_tournament = self.loaded_tournament
        return JobRequest(
            job_name_of(layouts, loaded_tournament.public_id),
            "paper",
            loaded_tournament.id,
            pages,
            content,
            loaded_tournament.revision,
            ERASING,
        )

    def context(self) -> dict[str, object]:
        """The variables of its page, except how far it is."""
        return {
            **context_of(self.loaded_tournament),
            "paper": self.paper,
            "words": paper_words,
            "drawn_round": self.drawn_round,
            "round": self.drawn_round.number if self.drawn_round else None,
            "table": self.table,
            "is_worker_there": is_worker_there,
            **OPENED_HERE,
        }


def _printed_address() -> Address:
    """Make the function for scorers' links: empty ones where no other phone could open them."""
    start = scorer_address("")
    return (lambda _secret: "") if is_of_this_machine(start) else (lambda secret: start + secret)


@pages.get("/t/<tournament_id>/papers")
def papers(tournament_id: str) -> str:
    """Show what can be printed of a round, and of the whole tournament."""
    loaded_tournament = organised(tournament_id)
    drawn_round = _round_in_address(loaded_tournament)
    return render_template(
        "tournaments/papers.html",
        **context_of(loaded_tournament),
        drawn_round=drawn_round,
        words=paper_words,
        papers=[paper for paper in PAPERS if drawn_round or paper not in OF_A_ROUND],
        of_a_round=OF_A_ROUND,
        **OPENED_HERE,
    )


@pages.get("/t/<tournament_id>/papers/<paper>")
def paper(tournament_id: str, paper: str) -> str:
    """Show one paper: to be made, in progress, or ready."""
    paper_request = _read_request(tournament_id, paper)
    job_request = paper_request.job()
    return _page(paper_request, job_request, _job_in_address(paper_request) or job_request.name)


def _page(
    paper_request: PaperRequest, job_request: JobRequest, name: str, refusal: str = ""
) -> str:
    """The page of the job with this name; `refusal` is why the job was not asked for.

    For a page of the desk that stays it is the part about the file alone.
    """
    state = _state_of(name, refusal)
    if is_htmx():
        return _part(paper_request, state)
    return render_template(
        "tournaments/paper.html",
        **paper_request.context(),
        **state,
        pages=state["job"].pages if state["job"] else job_request.pages,
        is_as_now=name == job_request.name,
        is_beside=False,
    )


def _state_of(name: str, refusal: str = "") -> dict[str, Any]:
    job = find_job(name)
    return {
        "name": name,
        "job": job,
        "is_ready": job is not None and job.state == "done" and is_requested(name),
        "refused": refusal,
        "most": MOST_OF_A_TOURNAMENT,
    }


def _part(paper_request: PaperRequest, state: dict[str, Any]) -> str:
    context = {**paper_request.context(), **state}
    return render_template("tournaments/_printing.html", **context, is_beside=True)


@pages.post("/t/<tournament_id>/papers/<paper>")
@prints
def make_paper(tournament_id: str, paper: str) -> BaseResponse:
    """Let it be made."""
    paper_request = _read_request(tournament_id, paper)
    job_request = paper_request.job()
    try:
        request_job(job_request)
    except NotWritable:
        return make_response(_page(paper_request, job_request, job_request.name, "unkept"), 503)
    except TooMany:
        return make_response(_page(paper_request, job_request, job_request.name, "many"), 429)
    if is_htmx():
        return make_response(_page(paper_request, job_request, job_request.name))
    return _to_its_page(paper_request, job_request.name)


@pages.post("/t/<tournament_id>/papers/<paper>/cancel")
def cancel_paper(tournament_id: str, paper: str) -> BaseResponse:
    """End it between two pages."""
    paper_request = _read_request(tournament_id, paper)
    name = _job_in_address(paper_request) or paper_request.job().name
    cancel(name)
    return _to_its_page(paper_request, name)


@pages.get("/t/<tournament_id>/papers/<paper>/progress")
def paper_progress(tournament_id: str, paper: str) -> BaseResponse:
    """How far the job is that the page knows by its name; once it is over, the page anew.

    A page of the desk, which has the paper beside other things, gets its file instead.
    """
    paper_request = _read_request(tournament_id, paper)
    name = _job_in_address(paper_request)
    state = _state_of(name)
    if "beside" in request.args:
        return make_response(_part(paper_request, state))
    if state["job"] is None or not state["job"].is_under_way:
        return _to_its_page(paper_request, name)
    context = {**paper_request.context(), **state}
    return make_response(render_template("tournaments/_progress.html", **context, is_beside=False))


@pages.get("/t/<tournament_id>/papers/<paper>.pdf")
def paper_pdf(tournament_id: str, paper: str) -> BaseResponse:
    """Send the file of the job in the address, or as it would be now; else the page."""
    paper_request = _read_request(tournament_id, paper)
    content = payloads.output_of(_job_in_address(paper_request) or paper_request.job().name)
    if content is None:
        return _to_its_page(paper_request)
    of_round = f"-{paper_request.drawn_round.number}" if paper_request.drawn_round else ""
    of_round += f"-{paper_request.table}" if paper_request.table else ""
    response = Response(content, mimetype="application/pdf")
    name = f"tefteri-{paper}{of_round}.pdf"
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _read_request(tournament_id: str, name: str) -> PaperRequest:
    loaded_tournament = organised(tournament_id)
    paper = next((one for one in PAPERS if one == name), None)
    if paper is None:
        abort(404)
    if paper not in OF_A_ROUND:
        return PaperRequest(loaded_tournament, paper, None)
    drawn_round = _round_in_address(loaded_tournament)
    if drawn_round is None:
        abort(404)
    return PaperRequest(
        loaded_tournament, paper, drawn_round, _table_in_address(paper, drawn_round)
    )


def _table_in_address(paper: Paper, drawn_round: DrawnRound) -> int | None:
    """The table in the address, whose sheet alone is printed."""
    if paper != "sheets" or "table" not in request.args:
        return None
    table = drawn_round.table(whole_number(request.args["table"], digits=4) or 0)
    if table is None:
        abort(404)
    return table.number


def _job_in_address(paper_request: PaperRequest) -> str:
    """The job in the address, made as the paper was when it was asked for; empty without one."""
    name = request.args.get("job", "")
    if not _NAME.fullmatch(name):
        return ""
    job = find_job(name)
    return name if job and job.tournament_id == paper_request.loaded_tournament.id else ""


def _round_in_address(loaded_tournament: LoadedTournament) -> DrawnRound | None:
    """The round in the address, or without one the last."""
    if "round" not in request.args:
        return loaded_tournament.tournament.last_round
    return loaded_tournament.tournament.round(whole_number(request.args["round"], digits=4) or 0)


def _to_its_page(paper_request: PaperRequest, job: str = "") -> BaseResponse:
    return go_to(
        ".paper",
        tournament_id=paper_request.loaded_tournament.public_id,
        paper=paper_request.paper,
        round=paper_request.drawn_round.number if paper_request.drawn_round else None,
        table=paper_request.table,
        job=job or None,
    )
