"""What the table does besides, by a rule set: it scores nothing, and differs by preset.

Where a source of the preset's own says it otherwise, that is told; else what most sources say.
"""

from typing import Final, NamedTuple

from flask_babel.speaklater import LazyString

from scorekeeper.i18n.labels import direction_name
from scorekeeper.i18n.language import _l
from scorekeeper.i18n.sources import named_sources
from scorekeeper.rules.model import RuleSet


class Custom(NamedTuple):
    """Something that the table does, and who says so."""

    what: str
    text: str
    source: str


class _Saying(NamedTuple):
    text: LazyString
    sources: tuple[str, ...]


_DEAL: Final = _Saying(
    _l("3, 2 and 3 cards %(direction)s; nothing is turned up."), ("cardrules", "wikipedia")
)
_AUCTION: Final = _Saying(
    _l(
        "It begins with the player after the dealer and ends after three passes in a row; "
        "after four there is no hand."
    ),
    ("cardrules", "kypros"),
)
_DOUBLING: Final = _Saying(
    _l("The defence doubles before the first card; the bidder's side may redouble in answer."),
    ("cardrules",),
)
_NAMED: Final = _Saying(
    _l("Each player names the value of the highest one in the first trick, before playing."),
    ("wikipedia", "gamerules", "kypros"),
)
_NAMED_BY: Final = {
    "cardrules": _Saying(
        _l("They may be named until the second trick is led."),
        ("cardrules",),
    )
}
_SHOWN: Final = _Saying(
    _l("They are shown in the second trick, before playing, or are lost."),
    ("wikipedia", "gamerules", "kypros"),
)
_PILOTTA: Final = _Saying(
    _l("It is announced whenever one of its two cards is played."), ("wikipedia",)
)
_PILOTTA_BY: Final = {
    "cardrules": _Saying(_l("It is announced with the first of its two cards."), ("cardrules",)),
    "simple": _Saying(_l("It is announced with the second of its two cards."), ("simple",)),
}
_EVERY_TRICK: Final = _l("Every trick")
_PLAY: Final = _Saying(
    _l("Follow suit; without the suit, trump; without a trump, anything."),
    ("cardrules", "simple", "wikipedia", "gamerules", "kypros"),
)


def every_trick() -> Custom:
    """Which cards may be played, as all sources have it."""
    return Custom(str(_EVERY_TRICK), str(_PLAY.text), named_sources(_PLAY.sources))


def customs(rules: RuleSet) -> tuple[Custom, ...]:
    """What the table does by these rules, in the order of a hand."""
    told = [
        (_l("Deal"), _DEAL),
        (_l("Auction"), _AUCTION),
        (_l("Doubling"), _DOUBLING),
        (_l("Declarations are named"), _NAMED_BY.get(rules.preset, _NAMED)),
        (_l("Declarations are shown"), _SHOWN),
        (_l("Pilotta"), _PILOTTA_BY.get(rules.preset, _PILOTTA)),
        (_EVERY_TRICK, _PLAY),
    ]
    direction = direction_name(rules.plays)
    return tuple(
        Custom(
            str(what), str(saying.text) % {"direction": direction}, named_sources(saying.sources)
        )
        for what, saying in told
        if saying is not _DOUBLING or rules.doubling != "off"
    )
