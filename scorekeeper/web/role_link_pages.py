"""Links that make a phone an organiser's or a helper's: made here, opened here."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic

from flask import Blueprint, Response, abort, make_response, render_template, request
from werkzeug.wrappers import Response as BaseResponse

from scorekeeper.journal.organised import OA, OB
from scorekeeper.journal.owner import ActRefused, Conflict, L, S
from scorekeeper.rules.names import LONGEST_NAME, tidy_name
from scorekeeper.tournament.role_links import LINK_ROLES, RoleLinks, UnknownLink
from scorekeeper.web import limits
from scorekeeper.web.forms import operation, whole_number
from scorekeeper.web.fragments import go_to, is_htmx
from scorekeeper.web.match.pencil import given_secret
from scorekeeper.web.phone_identity import invite_phone, known_phone, phone_id
from scorekeeper.web.printing import outside_url, shown_address


@dataclass(frozen=True)
class RoleLinkPages(Generic[L, S, OB, OA]):
    """The pages of the helpers and links of one kind of owner."""

    links: RoleLinks[L, S, OB, OA]
    folder: str
    """Of the templates, and the name of the blueprint: `clubs`."""
    key: str
    """The name of the owner's part of an address: `club_id`."""
    organised: Callable[[str], L]
    """Finds one, for its organiser."""
    context_of: Callable[[L], dict[str, object]]
    """The variables that every page of it has."""
    refusal_text: Callable[[ActRefused], str]
    """Says why an act is refused."""

    def add_to(self, blueprint: Blueprint, path: str) -> None:
        """Add the pages below the path of an owner (`/c/`) and of its kind (`/clubs/`)."""
        one, all_of = f"{path}<{self.key}>", f"/{self.folder}/link"
        add = blueprint.add_url_rule
        add(f"{one}/links", "helpers", self.helpers)
        add(f"{one}/links", "make_link", self.make_link, methods=["POST"])
        remove = f"{one}/helpers/<int:helper>/remove"
        add(remove, "remove_helper", self.remove_helper, methods=["POST"])
        add(all_of, "ask", self.ask)
        add(all_of, "look", self.look, methods=["POST"])
        add(f"{all_of}/open", "open_link", self.open_link, methods=["POST"])

    def address(self, secret: str) -> str:
        """The whole address of an organiser's or a helpers' link."""
        return f"{outside_url(f'{self.folder}.ask')}#{secret}"

    def helpers(self, **key: str) -> Response:
        """Show who helps, and the links that can be made."""
        return self._helpers(self.organised(key[self.key]))

    def make_link(self, **key: str) -> Response:
        """A new link, as a QR code and an address, shown this once; a helper's under a name."""
        public_id = key[self.key]
        role = next((one for one in LINK_ROLES if one == request.form.get("role")), None)
        loaded = self.organised(public_id)
        if role is None:
            abort(400)
        number = whole_number(request.form.get("helper"), 2) or 0
        name = tidy_name(request.form.get("called", ""))
        try:
            if role == "helper" and not number:
                number, secret = self.links.name_helper(public_id, phone_id(), name)
            else:
                secret = self.links.make(public_id, phone_id(), role, number)
        except ActRefused as refusal:
            return self._helpers(loaded, 422, called=name, wrong=self.refusal_text(refusal))
        loaded = self.organised(public_id)
        page = render_template(
            f"{self.folder}/link.html",
            **self.context_of(loaded),
            helper=self.links.helper(loaded, number) if number else None,
            **shown_address(self.address(secret)),
        )
        return make_response(page)

    def remove_helper(self, helper: int, **key: str) -> BaseResponse:
        """Let this helper help no more."""
        public_id = key[self.key]
        self.organised(public_id)
        try:
            self.links.remove_helper(public_id, phone_id(), *operation(), helper)
        except (Conflict, ActRefused):  # removed or named by another organiser meanwhile
            return self._helpers(self.organised(public_id), 409, is_stale=True)
        return go_to(".helpers", **key)

    def ask(self) -> Response:
        """The page that hands the fragment over; without scripts the link is put in by hand."""
        return self._page()

    def look(self) -> BaseResponse:
        """Show what the link is for, with a button that opens it."""
        secret = given_secret()
        try:
            opened_link = self.links.look_up(secret)
        except UnknownLink:
            return self._refuse()
        return self._page(opened=opened_link, secret=secret)

    def open_link(self) -> BaseResponse:
        """Make this phone what the link says, and show what it opens."""
        secret = given_secret()
        try:
            self.links.look_up(secret)  # before a phone is enrolled for it
            opened_link = self.links.open(secret, known_phone(secret))
        except UnknownLink:
            return self._refuse()
        return go_to(".show", **{self.key: opened_link.loaded.public_id})

    def _helpers(self, loaded: L, status: int = 200, **context: object) -> Response:
        defaults: dict[str, object] = {"called": "", "wrong": "", "is_stale": False}
        page = render_template(
            f"{self.folder}/links.html",
            **self.context_of(loaded),
            longest_name=LONGEST_NAME,
            **{**defaults, **context},
        )
        return make_response(page, status)

    def _refuse(self) -> Response:
        limits.count_failed_secret()
        return self._page(422, is_wrong=True)

    def _page(self, status: int = 200, **context: object) -> Response:
        invite_phone()  # two taps are of one phone
        template = f"{self.folder}/{'_opened' if is_htmx() else 'open'}.html"
        context = {"opened": None, "is_wrong": False, **context}
        return make_response(render_template(template, **context), status)
