"""Random lines with the facts of each, word by word: from docs/rules.md alone."""

from functools import cache

from tests.lines.document import LANGUAGES, folded, phrases
from tests.lines.document_hand import OTHER


@cache
def _table():
    table = {}
    for phrase in phrases():
        table.setdefault((phrase.word, phrase.means, phrase.language), []).append(phrase.words)
    return table


@cache
def _meanings(word):
    return tuple(dict.fromkeys(phrase.means for phrase in phrases() if phrase.word == word))


class Word:
    """A word of a line, and how it hangs on the one before: in a number, by a sign, or freely."""

    number = None
    """How the number is written that ends here."""

    def __init__(self, text):
        self.text = text
        self.hangs = "free"


class Lines:
    """Lines of one language, or of all at once."""

    def __init__(self, chance):
        self.chance = chance
        self.languages = LANGUAGES if chance.random() < 0.15 else (chance.choice(LANGUAGES),)
        self.words = []
        self.facts = []
        self.named = False

    def odds(self, share):
        return self.chance.random() < share

    def side(self):
        return self.chance.choice("AB")

    # --- words ---

    def say(self, word, means=""):
        """Write one of the phrases; in another language where the line's has none."""
        languages = self.languages if self.odds(0.97) else LANGUAGES
        fits = [words for one in languages for words in _table().get((word, means, one), ())]
        if not fits:
            fits = [words for one in LANGUAGES for words in _table().get((word, means, one), ())]
        self.words += map(Word, self.chance.choice(fits))

    def say_maybe(self, word, share=0.3):
        if self.odds(share):
            self.say(word)

    def number(self, value):
        """Write it in digits or in words."""
        start = len(self.words)
        in_digits = self.odds(0.5)
        if in_digits:
            self.words.append(Word(str(value)))
        else:
            self.number_in_words(value)
        self.words[-1].number = "digits" if in_digits else "words"
        if start and self.needs_sign(start, in_digits):
            self.words[start].hangs = "sign"

    def needs_sign(self, start, in_digits):
        """Would the number that starts here be another one, or none, without a sign before it?"""
        before = self.words[start - 1]
        if before.number:
            return not (in_digits and before.number == "digits")
        if in_digits:
            return False
        # "hundred and four" would be one number, and "a hundred" no player's.
        is_and = folded(before.text) == "and" and self.words[start - 2].number == "words"
        is_article = folded(before.text) == "a"
        return is_and or (is_article and self.words[start].text in ("hundred", "thousand"))

    def number_in_words(self, value):
        start = len(self.words)
        if value == 1000:
            if self.odds(0.3):
                self.words += [Word("one"), Word("thousand")]
            else:
                self.say("NUMBER", "1000")
        elif value >= 100:
            hundreds, rest = divmod(value, 100)
            english = self.languages == ("english",)
            if self.odds(0.1) or (english and (hundreds > 1 or self.odds(0.5))):
                self.say("NUMBER", str(hundreds))
                self.words.append(Word("hundred"))
            else:
                self.say("NUMBER", str(hundreds * 100))
            if rest:
                if self.odds(0.5 if english else 0.05):
                    self.words.append(Word("and"))
                self.below_100(rest)
        else:
            self.below_100(value)
        for word in self.words[start + 1 :]:
            word.hangs = "number"

    def below_100(self, value):
        if value < 20:
            self.say("NUMBER", str(value))
        else:
            self.say("NUMBER", str(value - value % 10))
            if value % 10:
                self.say("NUMBER", str(value % 10))

    # --- the rows of the grammar ---

    def line(self):
        if self.odds(0.02):
            self.say("PASSED")
            self.facts.append(("passed",))
            return
        bidder = self.side() if self.odds(0.6) else None
        if bidder:
            self.say("SIDE", bidder)
        self.facts.append(("bidder", bidder))
        self.bid()
        parts = [self.trump] * self.odds(0.8) + [self.doubled] * self.odds(0.25)
        self.chance.shuffle(parts)
        for part in parts:
            part()
        if self.odds(0.9):
            self.result(bidder or "A")
        for kind in self.extras():
            self.say_maybe("AND")
            kind()

    def bid(self):
        if self.odds(0.06):
            self.say("KAPO")
            self.facts.append(("bid", "kapo"))
        elif self.odds(0.5):
            tenths = self.chance.choice((*range(8, 16), *range(8, 41)))
            self.number(tenths)
            self.facts.append(("bid", tenths * 10))
        else:
            points = self.chance.choice((*range(80, 160, 10), *range(80, 401)))
            self.number(points)
            self.facts.append(("bid", points))

    def trump(self):
        trump = self.chance.choice(_meanings("SUIT"))
        self.say("SUIT", trump)
        self.facts.append(("trump", trump))

    def doubled(self):
        doubled = self.chance.choice(_meanings("DOUBLED"))
        self.say("DOUBLED", doubled)
        self.facts.append(("doubled", int(doubled)))

    def whose(self, must=False):
        """Write a SIDE, or none where none need stand."""
        if not (must or self.named or self.odds(0.4)):
            return None
        side = self.side()
        self.say("SIDE", side)
        self.named = True
        return side

    def result(self, bidder):
        if self.odds(0.06):
            self.say("REVERSED")
            self.facts.append(("reversed",))
        elif self.odds(0.1):
            side = self.whose()
            self.say("KAPO")
            self.facts.append(("kapo", side))
        else:
            side = self.whose()
            self.points(side, side or bidder)
            if self.odds(0.3):
                other = OTHER[side or bidder]
                self.say("SIDE", other)
                self.named = True
                self.points(other, other)

    def points(self, side, owner):
        who_took = self.chance.choice(("", owner)) if self.odds(0.3) else None
        if who_took is not None:
            self.say("TOOK", who_took)
        value = self.chance.choice((*range(163), *range(163), *range(1001)))
        self.number(value)
        self.say_maybe("POINTS", 0.2)
        self.facts.append(("points", side, value, who_took))

    def extras(self):
        once = [self.pilotta, self.lost_pilotta, self.declarations_to, self.led, self.missing]
        shares = (0.25, 0.05, 0.1, 0.08, 0.08)
        kinds = [kind for kind, share in zip(once, shares, strict=True) if self.odds(share)]
        kinds += [self.declaration] * self.chance.choice((0, 0, 0, 0, 1, 1, 2, 3))
        self.chance.shuffle(kinds)
        return kinds

    def pilotta(self):
        side = self.whose()
        self.say("PILOTTA")
        self.facts.append(("pilotta", side))

    def lost_pilotta(self):
        side = self.whose()
        self.say("LOST")
        self.say("PILOTTA")
        self.facts.append(("pilotta_failed", side))

    def declaration(self):
        side = self.whose()
        kind = self.chance.randrange(3)
        code = (self.run, self.four, self.four_of)[kind]()
        self.facts.append(("declares", side, code))

    def run(self):
        length = self.chance.randint(3, 8)
        self.say("RUN")
        self.say_maybe("OF", 0.2)
        self.number(length)
        if self.odds(0.4):
            return f"run{length}"
        self.say("TO")
        self.say_maybe("THE")
        top = self.chance.choice(("7", "8", "9", "10", *_meanings("TOP")))
        if top.isdigit():
            self.number(int(top))
        else:
            self.say("TOP", top)
        if self.odds(0.3):
            self.say("IN TRUMPS")
            return f"run{length}:{top}:t"
        return f"run{length}:{top}"

    def four(self):
        self.say("FOUR")
        if self.odds(0.3):
            return "four"
        return self.ranks()

    def four_of(self):
        self.number(4)
        return self.ranks()

    def ranks(self):
        rank = self.chance.choice(_meanings("RANKS"))
        self.say("RANKS", rank)
        return {"9": "nines", "J": "jacks"}.get(rank, f"four:{rank}")

    def declarations_to(self):
        self.say("DECLARATIONS")
        if self.odds(0.3):
            self.say("NOBODY")
            self.facts.append(("nobody",))
        else:
            self.ruled("declarations_to")

    def led(self):
        self.say("LED")
        self.ruled("leader")

    def missing(self):
        self.say("MISSING")
        self.ruled("tie_point")

    def ruled(self, field):
        side = self.side()
        self.say("SIDE", side)
        self.named = True
        self.facts.append((field, side))
