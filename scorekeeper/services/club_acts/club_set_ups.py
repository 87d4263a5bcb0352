"""A club is begun, and becomes another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, ClassVar, Self

from scorekeeper.journal.body import Json, object_in, text_in
from scorekeeper.journal.fields import Form
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services.club_acts.body import ClubBody, check_texts, without_names
from scorekeeper.services.club_acts.club_fields import CLUB_HEAD
from scorekeeper.services.club_acts.refusals import ClubFault, ClubRefused

if TYPE_CHECKING:
    from scorekeeper.services.clubs.club_state import Club


@dataclass(frozen=True, kw_only=True)
class _ClubHead(ClubBody):
    """What is known of a club beside its persons and its tournaments."""

    texts: ClassVar[tuple[str, ...]] = ("name", "place")

    name: str
    place: str = ""
    rules: Json = field(default_factory=dict)
    """The rules that are played there, with their target; empty for those of the café."""

    @classmethod
    def read(cls, data: Json) -> Self:
        return cls(
            name=text_in(data, "name"),
            place=text_in(data, "place"),
            rules=object_in(data, "rules"),
        )

    def fields(self) -> Json:
        rules: Json = {"rules": self.rules} if self.rules else {}
        return {"name": self.name, "place": self.place, **rules}

    def check_head(self) -> None:
        """See whether a club can be called so.

        :raises ClubRefused: its name is missing, or a text of it is unfit.
        """
        if not self.name:
            raise ClubRefused(ClubFault("no_name", "name"))
        check_texts(name=self.name, place=self.place)
        if self.rules and read_rules(self.rules)[1]:
            raise ClubRefused(ClubFault("unfit_rules", "rules"))

    def writes(self) -> frozenset[str]:
        return frozenset({"setup"})

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        """A club is called after somebody, or meets at somebody's place."""
        name, place = without_names(names, self.name, self.place)
        if (name, place) == (self.name, self.place):
            return None
        return replace(self, name=name, place=place, erased=True)


@dataclass(frozen=True, kw_only=True)
class ClubCreated(_ClubHead):
    """The first act: a club is there."""

    kind: ClassVar[str] = "created"


@dataclass(frozen=True, kw_only=True)
class ClubChanged(_ClubHead):
    """The club's name or place is another."""

    kind: ClassVar[str] = "changed"
    operations: ClassVar[Mapping[str, Form]] = {"change": Form("ChangeClub", CLUB_HEAD)}

    def check(self, club: Club) -> None:
        self.check_head()
        new = self.name, self.place, rules_of(self)
        if new == (club.name, club.place, club.rules):
            raise ClubRefused(ClubFault("nothing_new", "name"))

    def apply(self, club: Club) -> Club:
        return replace(club, name=self.name, place=self.place, rules=rules_of(self))


def rules_of(head: ClubCreated | ClubChanged) -> RuleSet:
    """The rules that a club with this head plays by."""
    return read_rules(head.rules)[0] if head.rules else PRESETS["cafe"]


def stored_rules(rules: RuleSet) -> Json:
    """These rules as a club's head has them."""
    return {} if rules == PRESETS["cafe"] else write_rules(rules)
