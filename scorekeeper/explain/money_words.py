"""Amounts of money, as they are shown and as people type them."""

import re
from typing import Final

from scorekeeper.i18n.language import decimal_mark

_AMOUNT: Final = re.compile(r"€?\s?(\d{1,5})(?:[.,](\d{1,2}))?\s?€?")


def amount_text(cents: int) -> str:
    """An amount as a field shows it: `12,50`, `10`."""
    euros, rest = divmod(abs(cents), 100)
    sign = "−" if cents < 0 else ""
    return f"{sign}{euros}{decimal_mark()}{rest:02}" if rest else f"{sign}{euros}"


def money_text(cents: int) -> str:
    """An amount with its currency: `12,50 €`."""
    return f"{amount_text(cents)}\u00a0€"


def read_amount(text: str) -> int | None:
    """The cents of an amount that was typed; None where it is none.

    >>> read_amount("12,5"), read_amount("€10"), read_amount("ten")
    (1250, 1000, None)
    """
    found = _AMOUNT.fullmatch(text.strip())
    return int(found[1]) * 100 + int((found[2] or "0").ljust(2, "0")) if found else None
