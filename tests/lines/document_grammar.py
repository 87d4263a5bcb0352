"""The meaning of a line by the grammar of docs/rules.md and its table of words alone.

It is slow and simple: it tries every way in which the grammar fits. So a line with two meanings
would be found.
"""

from functools import cache

from tests.lines.document import DIGITS, LONGEST, PAIR, folded, phrases, pieces
from tests.lines.document_hand import hand_of


@cache
def _by_first(word):
    table = {}
    for phrase in phrases():
        if phrase.word == word:
            words = tuple(folded(one) for one in phrase.words)
            table.setdefault(words[0], []).append((words, phrase.means))
    return table


@cache
def numbers():
    """The words of numbers, folded."""
    return {words[0]: int(means) for words, means in _all_of("NUMBER")}


def _all_of(word):
    return [pair for pairs in _by_first(word).values() for pair in pairs]


@cache
def _together(text):
    for cut in range(1, len(text)):
        first, end = numbers().get(text[:cut], 0), text[cut:]
        rests = [numbers().get(end, 0), *_together(end)]
        if first in range(20, 100, 10) and 1 <= rests[0] <= 9:
            return (first + rests[0],)
        if first in range(100, 1000, 100):
            return tuple(first + rest for rest in rests if 1 <= rest < 100)[:1]
    return ()


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
        yield from ((at + 1, value) for value in self.together(at) if value >= 100)
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
        yield from ((at + 1, value) for value in self.together(at) if value < 100)
        for end, ten in self.named(at, 20, 90):
            yield end, ten
            if self.goes_on(end):
                yield from ((last, ten + one) for last, one in self.named(end, 1, 9))

    def hundreds(self, at):
        yield from self.named(at, 100, 900)
        for end, count in self.named(at, 1, 9):
            yield from ((last, 100 * count) for last in self.literal("hundred", end))

    def together(self, at):
        """The number of two words that are written together."""
        text = self.read[at].text if at < len(self.read) else ""
        return () if text in numbers() else _together(text)

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
            is_word = side is not None and len(self.read[at - 1].text) > 1
            for start, said in self.maybe("SAID", at):
                for told, bid in self.bid(start):
                    for contract, more in self.trump_and_doubled(told):
                        for parts in self.parts(contract):
                            yield (("bidder", side, is_word, said), *bid, *more, *parts)

    def bid(self, at):
        for end, _ in self.word("KAPO", at):
            yield end, (("bid", "kapo"),)
        for end, value, fact in self.number(at):
            if 8 <= value <= 40 or 80 <= value <= 400:
                yield end, (fact, ("bid", value * 10 if value <= 40 else value))

    def trump_and_doubled(self, at):
        for first, second in ((self.suit, self.doubled), (self.doubled, self.suit)):
            for end, one in (*first(at), (at, ())):
                for last, other in (*second(end), (end, ())):
                    yield last, one + other

    def suit(self, at):
        for start, _ in self.maybe("IN", at):
            for end, trump in self.word("SUIT", start):
                yield end, (("trump", trump),)

    def doubled(self, at):
        for end, doubled in self.word("DOUBLED", at):
            yield end, (("doubled", int(doubled)),)

    def parts(self, at):
        """All that stands behind the contract; the facts know which order is allowed."""
        if at == len(self.read):
            yield ()
        for start, joined in self.maybe("AND", at):
            is_joined = joined is not None
            found = (
                *self.doubled(start),
                *self.verdict(start),
                *self.result(start, at if is_joined else None),
                *self.extra(start, is_joined),
                *self.ruling(start),
            )
            for end, facts in found:
                for more in self.parts(end):
                    yield (*facts, *more)

    def verdict(self, at):
        for start, side in self.maybe("SIDE", at):
            for end, verdict in self.word("VERDICT", start):
                yield end, (("verdict", side, *verdict.split()),)

    def result(self, at, and_at):
        for end, _ in self.word("REVERSED", at):
            yield end, (("reversed",),)
        for start, side in self.maybe("SIDE", at):
            for end, _ in self.word("KAPO", start):
                yield end, (("kapo", side),)
            for took, who in self.maybe("TOOK", start):
                is_sum = and_at if took == at else None
                yield from self.pair(took, side, who, is_sum)
                for end, number, value in self.points(took):
                    yield end, (("sum", is_sum), number, ("points", side, value, who))

    def points(self, at):
        for told, value, fact in self.number(at):
            if value == 4 and self.word("RANKS", told):
                continue
            for end, _ in self.maybe("POINTS", told):
                is_plain = end == told and not self.is_cut(told)
                if not (is_plain and value == 20 and self.word("PILOTTA", told)):
                    yield end, fact, value

    def pair(self, at, side, who, is_sum):
        if at >= len(self.read):
            return
        dashed = PAIR.fullmatch(self.read[at].text)
        if dashed:
            texts, size, is_sum = dashed.groups(), 1, None
        else:
            texts, size = [piece.text for piece in self.read[at : at + 2]], 2
        if len(texts) < 2 or not all(map(_is_number, texts)) or sum(map(int, texts)) != 162:
            return
        if size == 2 and texts[1] == "4" and self.word("RANKS", at + 2):
            return
        sign = "," if dashed else self.read[at].sign  # a pair may stand beside any number
        number = ("number", at, at + size, True, sign)
        for end, _ in self.maybe("POINTS", at + size):
            yield end, (("sum", is_sum), number, ("pair", side, *map(int, texts), who))

    def extra(self, at, is_joined):
        for start, side in self.maybe("SIDE", at):
            for end, facts in self.what_a_side_has(start):
                if side is not None:
                    signs = self.is_cut(at) and not is_joined, self.is_cut(start), is_joined
                    yield end, (*facts[:-1], ("before", at, *signs), _of(side, facts[-1]))
                    continue
                yield end, (*facts[:-1], ("sideless", end), _of(None, facts[-1]))
                for last, behind in self.word("SIDE", end):
                    if self.is_behind(end, last):
                        yield last, (*facts[:-1], ("behind", behind), _of(behind, facts[-1]))

    def is_behind(self, start, end):
        """Does the side from here to there belong to the extra before it?"""
        if end == len(self.read):
            return True
        signs = self.is_cut(start), self.is_cut(end)
        return signs == (False, True) if self.begins_extra(end) else signs != (True, False)

    def begins_extra(self, at):
        if any(self.word(word, at) for word in ("PILOTTA", "LOST", "RUN", "FOUR")):
            return True
        return any(value == 4 and self.word("RANKS", told) for told, value, _ in self.number(at))

    def is_cut(self, at):
        return at < len(self.read) and self.read[at].sign == ","

    def what_a_side_has(self, at):
        """Each with its last fact still without a side."""
        for end, _ in self.word("PILOTTA", at):
            yield end, (("pilotta",),)
        for lost, _ in self.word("LOST", at):
            for end, _ in self.word("PILOTTA", lost):
                is_failed = self.read[at].text == "failed"
                yield end, (("failed", is_failed), ("pilotta_failed",))
        for end, facts, code in (*self.run(at), *self.four(at)):
            yield end, (*facts, ("declares", code))

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
                    yield end, ((*fact[:3], True, fact[4]),), _four(rank)

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


def _is_number(text):
    return DIGITS.fullmatch(text) and (text == "0" or text[0] != "0") and int(text) <= 9999


def _of(side, fact):
    """The fact of what a side has, with the side."""
    return (fact[0], side, *fact[1:])


def _four(rank):
    return {"9": "nines", "J": "jacks", None: "four"}.get(rank, f"four:{rank}")
