"""Acts of an owner's roles: the named helpers, and the phones that took a role."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import Field, replace
from datetime import datetime
from typing import Annotated, Any, ClassVar, Final, Literal, NamedTuple, Protocol, TypeVar

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import StoredBody
from scorekeeper.journal.record import StoredAs
from scorekeeper.rules.names import is_fit_name

MOST_HELPERS: Final = 99
TakenRole = Literal["organiser", "helper"]
HelperCode = Literal["too_many_helpers", "unfit_name", "helper_there", "no_helper"]


class Helper(NamedTuple):
    """A person who enters results, or keeps the roster."""

    number: int
    """From 1; 0 stands for all helpers without a name."""
    name: str
    phones: frozenset[int]
    """The phones that help in this name now."""
    is_removed: bool
    since: datetime | None
    """When the helper was named or removed last."""


class Helped(Protocol):
    """The state of an owner that has helpers."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def helpers(self) -> tuple[Helper, ...]:
        """The helpers who ever had a name, by number, behind those without one, if there are."""

    def helper(self, number: int) -> Helper | None:
        """The helper with this number."""


H = TypeVar("H", bound=Helped)


class AboutHelper(StoredBody):
    """The body of an act about a helper."""

    changes = ("helper {self.helper}",)
    refuse_if: ClassVar[Callable[[object, HelperCode, str], None]]
    """How its owner refuses what is wrong."""

    helper: int
    """The number, from 1; 0 are all who help without a name."""


class NamesHelper(AboutHelper):
    """A helper comes, or one who was removed comes again."""

    least: ClassVar[int] = 0
    """The lowest number that is taken."""

    name: str

    def check(self, state: Helped, /) -> None:
        refuse_if = type(self).refuse_if
        refuse_if(not self.least <= self.helper <= MOST_HELPERS, "too_many_helpers", "name")
        refuse_if(not is_fit_name(self.name), "unfit_name", "name")
        others = (one for one in state.helpers if one.number != self.helper)
        is_there = any(one.name.casefold() == self.name.casefold() for one in others)
        refuse_if(self.name and is_there, "helper_there", "name")

    def apply(self, state: H, act: Act[StoredBody], /) -> H:
        old = state.helper(self.helper)
        phones = old.phones if old else frozenset()
        return _with_helpers(state, Helper(self.helper, self.name, phones, False, act.at))


class RemovesHelper(AboutHelper):
    """A helper helps no more: the link is ended, and the phones that opened it only read."""

    def check(self, state: Helped, /) -> None:
        helper = state.helper(self.helper)
        type(self).refuse_if(helper is None or helper.is_removed, "no_helper", "helper")

    def apply(self, state: H, act: Act[StoredBody], /) -> H:
        helper = state.helper(self.helper)
        if helper is None:
            return state
        gone = helper._replace(phones=frozenset(), is_removed=True, since=act.at)
        return _with_helpers(state, gone)


class TakesRole(StoredBody):
    """A phone organises, or helps."""

    role: Annotated[TakenRole, StoredAs("as")]
    helper: int = 0
    """The number of the helper whose link it opened; 0 where the link has no name."""

    def take_role(self, state: H, act: Act[StoredBody]) -> H:
        """The state in which the phone has the role."""
        phone = act.phone
        if phone is None:
            return state
        helpers = [one._replace(phones=one.phones - {phone}) for one in state.helpers]
        if self.role == "helper":
            new = Helper(self.helper, "", frozenset(), is_removed=False, since=act.at)
            old = state.helper(self.helper) or new
            helpers.append(old._replace(phones=old.phones | {phone}, is_removed=False))
        return _with_helpers(state, *helpers)


def _with_helpers(state: H, *new: Helper) -> H:
    helpers = {one.number: one for one in (*state.helpers, *new)}
    return replace(state, helpers=tuple(helpers[number] for number in sorted(helpers)))
