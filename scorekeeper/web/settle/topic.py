"""The interface between a topic and the pages that show it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from werkzeug.datastructures import MultiDict

from scorekeeper.explain.ruling import Ruling, topic_note, topic_title
from scorekeeper.web.settle.settle_table import SettleTable

AddressParameters = MultiDict[str, str]
"""The parameters of an address."""


class TopicQuestion(Protocol):
    """The question in an address, as far as it could be read."""

    @property
    def table(self) -> SettleTable:
        """The rules that are played and the sides' names."""

    @property
    def wrong(self) -> Mapping[str, str]:
        """What is wrong, by field: a sentence each."""

    @property
    def lacks(self) -> str:
        """What is still to be said, as a question to the table; nothing where all is said."""


def _as_is(query: AddressParameters) -> AddressParameters:
    return query


@dataclass(frozen=True)
class Topic:
    """A kind of dispute. The package's docstring says how to add one."""

    key: str
    """Its part of the address."""
    read: Callable[[AddressParameters], TopicQuestion]
    """The question of an address. Never raises."""
    rule: Callable[[Any], Ruling | None]
    """The ruling, or None while something of the question is wrong or lacking. Where its table is
    wrong nobody asks for one."""
    fields: tuple[str, ...]
    """The fields beside which a problem may be shown."""
    has_more: bool = False
    """Has it controls that come and go with the answers?"""
    styles: tuple[str, ...] = ()
    """Its own style sheets."""
    scripts: tuple[str, ...] = ()
    """Its own modules."""
    stays_open: bool = False
    """Is the question seen beside its ruling, for what it draws?"""
    tidy: Callable[[AddressParameters], AddressParameters] = _as_is
    """The parameters as the address has them after a button was pressed."""
    controls: str = ""
    """Whose templates it has, where it asks for the same as another topic."""

    @property
    def template(self) -> str:
        """The name of its controls' templates, without what they end in."""
        return f"settle/{self.controls or self.key}"

    @property
    def title(self) -> str:
        """What it is called, as a question."""
        return topic_title(self.key)

    @property
    def note(self) -> str:
        """What it is for, in a line."""
        return topic_note(self.key)
