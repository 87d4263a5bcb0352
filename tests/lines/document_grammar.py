"""The meaning of a line by the grammar of docs/rules.md, and by that page alone.

Slow and simple: it tries every way in which the grammar fits, so that a line with two meanings
would be found.
"""

from functools import cache

from tests.lines.document import DIGITS, LONGEST, folded, phrases, pieces
from tests.lines.document_hand import hand_of


@cache
def _by_first(word):
    table = {}
    for phrase in phrases():
        if phrase.word == word:
            words = tuple(folded(one) for one in phrase.words)
            table.setdefault(words[0], []).append((words, phrase.means))
    return table


def means(line):
    """Every hand that the grammar lets the line mean: none or one, else the page has a fault."""
    read = pieces(line) if len(line) <= LONGEST else None
    if not read:
        return []
    found = []
    for facts in _Grammar(read).lines():
        hand = hand_of(facts)
        if hand is not None and hand not in found:
            found.append(hand)
    return found


class _Grammar:
    """The grammar's rows; each gives where it ends and the facts, for every way that it fits."""

    def __init__(self, read):
        self.read = read

    def word(self, word, at):
        """The longest phrase of this word here: (end, what it means), or nothing."""
        if at >= len(self.read):
            return []
        texts = [piece.text for piece in self.read[at : at + 4]]
        if word == "SIDE" and self.is_article(at):
            return []
        fits = [
            (at + len(words), meant)
            for words, meant in _by_first(word).get(texts[0], ())
            if tuple(texts[: len(words)]) == words
        ]
        return [max(fits)] if fits else []

    def is_article(self, at):
        is_a = self.read[at].text == "a" and self.goes_on(at + 1)
        return is_a and self.read[at + 1].text in ("hundred", "thousand")

    def maybe(self, word, at):
        return [*self.word(word, at), (at, None)]

    # --- numbers ---

    def number(self, at):
        """The number here: (end, value, its fact), or nothing."""
        if at >= len(self.read):
            return []
        text, sign = self.read[at]
        if DIGITS.fullmatch(text):
            if (text[0] == "0" and text != "0") or int(text) > 1000:
                return []
            return [(at + 1, int(text), ("number", at, at + 1, True, sign))]
        longest = max(self.in_words(at), default=None)
        if longest is None:
            return []
        end, value = longest
        return [(end, value, ("number", at, end, False, sign))]

    def in_words(self, at):
        yield from self.below_100(at)
        for end, value in self.hundreds(at):
            yield end, value
            for behind in (end, *self.literal("and", end)):
                if self.goes_on(behind):
                    yield from (
                        (last, value + less) for last, less in self.below_100(behind) if less
                    )
        yield from self.named(at, 1000, 1000)
        for end in self.literal("one", at, first=True):
            yield from ((last, 1000) for last in self.literal("thousand", end))

    def below_100(self, at):
        yield from self.named(at, 0, 19)
        for end, ten in self.named(at, 20, 90):
            yield end, ten
            if self.goes_on(end):
                yield from ((last, ten + one) for last, one in self.named(end, 1, 9))

    def hundreds(self, at):
        yield from self.named(at, 100, 900)
        for end, count in self.named(at, 1, 9):
            yield from ((last, 100 * count) for last in self.literal("hundred", end))

    def named(self, at, low, high):
        return [
            (end, int(value)) for end, value in self.word("NUMBER", at) if low <= int(value) <= high
        ]

    def goes_on(self, at):
        return at < len(self.read) and self.read[at].sign in ("", "-")

    def literal(self, text, at, first=False):
        fits = at < len(self.read) and self.read[at].text == text and (first or self.goes_on(at))
        return [at + 1] if fits else []

    # --- the rows ---

    def lines(self):
        if any(end == len(self.read) for end, _ in self.word("PASSED", 0)):
            yield (("passed",),)
        for at, side in self.maybe("SIDE", 0):
            for told, bid in self.bid(at):
                for contract, more in self.trump_and_doubled(told):
                    for result, points in self.result(contract):
                        for extras in self.extras(result):
                            yield (("bidder", side), *bid, *more, *points, *extras)

    def bid(self, at):
        for end, _ in self.word("KAPO", at):
            yield end, (("bid", "kapo"),)
        for end, value, fact in self.number(at):
            if 8 <= value <= 40 or 80 <= value <= 400:
                yield end, (fact, ("bid", value * 10 if value <= 40 else value))

    def trump_and_doubled(self, at):
        for first, second in (("SUIT", "DOUBLED"), ("DOUBLED", "SUIT")):
            for end, one in self.maybe(first, at):
                for last, other in self.maybe(second, end):
                    told = {first: one, second: other}
                    trump = (("trump", told["SUIT"]),) if told["SUIT"] else ()
                    doubled = (("doubled", int(told["DOUBLED"])),) if told["DOUBLED"] else ()
                    yield last, trump + doubled

    def result(self, at):
        yield at, ()
        for end, _ in self.word("REVERSED", at):
            yield end, (("reversed",),)
        for start, side in self.maybe("SIDE", at):
            for end, _ in self.word("KAPO", start):
                yield end, (("kapo", side),)
        for end, first in self.points(at):
            yield end, first
            for last, second in self.points(end):
                yield last, first + second

    def points(self, at):
        for start, side in self.maybe("SIDE", at):
            for took, who in self.maybe("TOOK", start):
                for told, value, fact in self.number(took):
                    if value == 4 and self.word("RANKS", told):
                        continue
                    for end, _ in self.maybe("POINTS", told):
                        yield end, (fact, ("points", side, value, who))

    def extras(self, at):
        if at == len(self.read):
            yield ()
        for start, _ in self.maybe("AND", at):
            for end, facts in (*self.what_a_side_has(start), *self.ruling(start)):
                for more in self.extras(end):
                    yield (*facts, *more)

    def what_a_side_has(self, at):
        for start, side in self.maybe("SIDE", at):
            for end, _ in self.word("PILOTTA", start):
                yield end, (("pilotta", side),)
            for lost, _ in self.word("LOST", start):
                for end, _ in self.word("PILOTTA", lost):
                    yield end, (("pilotta_failed", side),)
            for end, facts, code in (*self.run(start), *self.four(start)):
                yield end, (*facts, ("declares", side, code))

    def run(self, at):
        for run, _ in self.word("RUN", at):
            for of, _ in self.maybe("OF", run):
                for told, length, fact in self.number(of):
                    if 3 <= length <= 8:
                        for end, top, more in self.top(told):
                            yield end, (fact, *more), f"run{length}{top}"

    def four(self, at):
        for four, _ in self.word("FOUR", at):
            for end, rank in self.maybe("RANKS", four):
                yield end, (), _four(rank)
        for told, value, fact in self.number(at):
            if value == 4:
                for end, rank in self.word("RANKS", told):
                    yield end, (fact,), _four(rank)

    def top(self, at):
        yield at, "", ()
        for to, _ in self.word("TO", at):
            for start, _ in self.maybe("THE", to):
                tops = [(end, top, ()) for end, top in self.word("TOP", start)]
                tops += [
                    (end, str(n), (fact,)) for end, n, fact in self.number(start) if 7 <= n <= 10
                ]
                for told, top, facts in tops:
                    for end, trumps in self.maybe("IN TRUMPS", told):
                        yield end, f":{top}:t" if trumps is not None else f":{top}", facts

    def ruling(self, at):
        for start, _ in self.word("DECLARATIONS", at):
            for end, side in self.word("SIDE", start):
                yield end, (("declarations_to", side),)
            for end, _ in self.word("NOBODY", start):
                yield end, (("nobody",),)
        for word, field in (("LED", "leader"), ("MISSING", "tie_point")):
            for start, _ in self.word(word, at):
                for end, side in self.word("SIDE", start):
                    yield end, ((field, side),)


def _four(rank):
    return {"9": "nines", "J": "jacks", None: "four"}.get(rank, f"four:{rank}")
