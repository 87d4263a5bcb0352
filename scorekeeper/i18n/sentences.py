"""Sentences under short keys, so that who picks one need not be the one who says it.

The texts stand in their tables once; `vocabulary.py` hands the tables to the phone.
"""

from collections.abc import Hashable
from typing import Generic, TypeVar

from flask_babel.speaklater import LazyString

Key = TypeVar("Key", bound=Hashable)


class Sentences(dict[Key, LazyString], Generic[Key]):
    """The sentences about one subject, by key."""

    def say(self, key: Key, /, **values: object) -> str:
        """The sentence in the reader's language, with the values that it names.

        :raises KeyError: there is none under that key.
        """
        text = str(self[key])
        return text % values if values else text
