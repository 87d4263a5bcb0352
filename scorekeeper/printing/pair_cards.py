"""Prints a card for each pair: its number and both names, to stand at its table. Pure."""

from collections.abc import Sequence
from typing import Final

from scorekeeper.printing.pdf import STYLES_URL
from scorekeeper.printing.picture import render
from scorekeeper.printing.printed_names import PairNames, TournamentHead
from scorekeeper.printing.stamps import Layouts

CARDS_A_PAGE: Final = 8


def pair_cards(head: TournamentHead, pairs: Sequence[PairNames]) -> Layouts:
    """Pages of cards to cut; cards that are left on the last one are empty, for latecomers."""
    html = render("lists/cards.html", head=head, count=CARDS_A_PAGE, styles=STYLES_URL)
    begins = range(0, max(len(pairs), 1), CARDS_A_PAGE)
    return Layouts(html, tuple((0, _texts(pairs[at : at + CARDS_A_PAGE])) for at in begins))


def _texts(pairs: Sequence[PairNames]) -> dict[str, str]:
    return {
        f"{at}.{name}": text
        for at, pair in enumerate(pairs)
        for name, text in zip(
            ("number", "first", "second", "club"),
            (pair.number, *pair.players, pair.club),
            strict=True,
        )
        if text
    }
