"""Chance that falls the same each time, in each Python."""

import random


class Chance:
    """Choices that follow from a word."""

    def __init__(self, word):
        self._random = random.Random(word).random  # all that Python promises to keep

    def one_of(self, things):
        return things[int(self._random() * len(things))]

    def number(self, first, last):
        return first + int(self._random() * (last - first + 1))

    def is_so(self, share):
        return self._random() < share
