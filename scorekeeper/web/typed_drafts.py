"""Marks the forms whose typed fields the tab keeps until they are written (`typed_draft.js`)."""

from markupsafe import Markup


def draft_attributes(*key: str | int, mark: int, is_unwritten: bool = False) -> Markup:
    """The attributes of such a form: `key` tells it from others, `mark` changes once it is written.

    Names may stand in it: the key has to change when some were erased. One that was sent and is not
    written says so: its mark may have changed by what somebody else wrote.
    """
    unwritten = " data-unwritten" if is_unwritten else ""
    return Markup('data-typed="{}" data-mark="{}"{}').format(
        "-".join(map(str, key)), mark, unwritten
    )
