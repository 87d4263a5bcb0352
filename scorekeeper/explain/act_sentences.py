"""Tables of acts in words: from the class of an act's body to its sentence."""

from collections.abc import Callable, Mapping
from typing import Generic, TypeAlias, TypeVar, cast

from flask_babel.speaklater import LazyString

from scorekeeper.journal.act import Act
from scorekeeper.journal.body import StoredBody

B = TypeVar("B", bound=StoredBody)
A = TypeVar("A", bound=Act[StoredBody])
S = TypeVar("S")

SentenceText: TypeAlias = str | LazyString
"""A sentence, or a text with values of the act in it."""
Saying: TypeAlias = Callable[[B, A, S], SentenceText]
ActSentence: TypeAlias = LazyString | Saying[StoredBody, A, S]
SentenceRow: TypeAlias = tuple[type[StoredBody], ActSentence[A, S]]
Values = Callable[[StoredBody, A, S], Mapping[str, object]]


class ActSentences(dict[type[StoredBody], ActSentence[A, S]], Generic[A, S]):
    """The sentences for the acts of one kind of owner."""

    def __init__(self, values: Values[A, S], *rows: SentenceRow[A, S]) -> None:
        """Take the rows; `values` are those that a text may name."""
        super().__init__(rows)
        self._values = values

    def say(self, body: StoredBody, act: A, state: S) -> str:
        """The sentence in the reader's language; `body` is the act's, or a part of it.

        :raises KeyError: the table has no sentence for that kind.
        """
        sentence = self[type(body)]
        text = sentence if isinstance(sentence, LazyString) else sentence(body, act, state)
        return str(text) % self._values(body, act, state) if isinstance(text, LazyString) else text


def row(kind: type[B], sentence: LazyString | Saying[B, A, S]) -> SentenceRow[A, S]:
    """Pair a kind of act with its sentence: a text, or a function that picks or makes it."""
    return kind, cast(ActSentence[A, S], sentence)
