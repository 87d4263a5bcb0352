"""A club is begun, and becomes another."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import field, replace
from typing import ClassVar, Self

from scorekeeper.journal.fields import Form
from scorekeeper.journal.json_values import Json
from scorekeeper.journal.record import Always
from scorekeeper.rules.codec import read_rules, write_rules
from scorekeeper.rules.model import RuleSet
from scorekeeper.rules.presets import PRESETS
from scorekeeper.services.club_acts.body import (
    ClubAct,
    ClubBody,
    check_texts,
    refuse_in_club_if,
    without_names,
)
from scorekeeper.services.club_acts.club_fields import CLUB_HEAD
from scorekeeper.services.clubs.club_state import Club


class _ClubHead(ClubBody, changes=("setup",)):
    """What is known of a club beside its persons and its tournaments."""

    name: str
    place: Always[str] = ""
    rules: Json = field(default_factory=dict)
    """The rules that are played there, with their target; empty for those of the café."""

    def check_first(self) -> None:
        """See whether a club can be called so.

        :raises ClubRefused: its name is missing, or a text of it is unfit.
        """
        refuse_in_club_if(not self.name, "no_name", "name")
        check_texts(name=self.name, place=self.place)
        refuse_in_club_if(self.rules and read_rules(self.rules)[1], "unfit_rules", "rules")

    def without_person(self, person: str, names: Collection[str], before: Club) -> Self | None:
        """A club is called after somebody, or meets at somebody's place."""
        name, place = without_names(names, self.name, self.place)
        if (name, place) == (self.name, self.place):
            return None
        return replace(self, name=name, place=place, erased=True)


class ClubCreated(_ClubHead, kind="created"):
    """The first act: a club is there."""


class ClubChanged(_ClubHead, kind="changed"):
    """The club's name or place is another."""

    operations: ClassVar[Mapping[str, tuple[Form, ...]]] = {
        "change": (Form("ChangeClub", CLUB_HEAD),)
    }

    def check(self, club: Club) -> None:
        self.check_first()
        new = self.name, self.place, rules_of(self)
        refuse_in_club_if(new == (club.name, club.place, club.rules), "nothing_new", "name")

    def apply(self, club: Club, act: ClubAct) -> Club:
        return replace(club, name=self.name, place=self.place, rules=rules_of(self))


def rules_of(head: ClubCreated | ClubChanged) -> RuleSet:
    """The rules that a club with this head plays by."""
    return read_rules(head.rules)[0] if head.rules else PRESETS["cafe"]


def stored_rules(rules: RuleSet) -> Json:
    """These rules as a club's head has them."""
    return {} if rules == PRESETS["cafe"] else write_rules(rules)
