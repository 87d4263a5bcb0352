"""A file with a list of pairs: its text, or why it has none. Pure."""

import codecs
from typing import Final

from scorekeeper.services.tournaments.list_rows import PasteCode

_BEGINNINGS: Final[tuple[tuple[bytes, PasteCode], ...]] = (
    (b"PK\x03\x04", "workbook"),
    (b"\xd0\xcf\x11\xe0", "workbook"),
    (b"{\\rtf", "workbook"),
    (b"%PDF", "pdf"),
)
"""The first bytes of files that programs save unless they are asked for text."""


class NotAList(ValueError):
    """The file has no lines to be read; `code` says what it is."""

    def __init__(self, code: PasteCode) -> None:
        super().__init__(code)
        self.code = code


def decode_list(content: bytes) -> str:
    """A file's text: UTF-8, UTF-16 by its mark, or what a Greek Excel saves as CSV.

    What none has stands as U+FFFD, which no pair may have.

    :raises NotAList: it is no text.
    """
    for beginning, code in _BEGINNINGS:
        if content.startswith(beginning):
            raise NotAList(code)
    return checked_text(_decode(content))


def checked_text(text: str) -> str:
    """The text of a list.

    :raises NotAList: it has what no text has.
    """
    if "\0" in text:
        raise NotAList("not_text")
    return text


def _decode(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return content.decode("utf-16", "replace")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1253", "replace")
