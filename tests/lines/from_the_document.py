"""Random lines with the facts of each, from docs/rules.md and its table of words alone."""

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
        self.points_told = {}
        self.bidder = "A"
        self.sideless_end = None
        self.had_sideless = False
        self.declared = set()

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
        self.who_bids()
        self.bid()
        is_doubled = self.odds(0.25)
        is_late = is_doubled and self.odds(0.4)
        parts = [self.trump] * self.odds(0.8) + [self.doubled] * (is_doubled and not is_late)
        self.chance.shuffle(parts)
        for part in parts:
            part()
        if self.odds(0.9):
            self.say_and()
            self.result()
        kinds = self.extras()
        if is_late:
            kinds.insert(self.chance.randint(0, len(kinds)), self.doubled)
        for kind in kinds:
            self.kind_is_joined = self.odds(0.3)
            if self.kind_is_joined:
                self.say("AND")
            kind()

    def who_bids(self):
        side = self.side() if self.odds(0.6) else None
        if side:
            self.say("SIDE", side)
        is_word = side is not None and len(self.words[-1].text) > 1
        said = None
        if self.odds(0.2):
            said = self.chance.choice((side, "") if side else ("A", "B"))
            self.say("SAID", said)
        self.facts.append(("bidder", side, is_word, said))
        self.bidder = side or said or "A"
        self.is_bidder_said = is_word or said is not None

    def say_and(self):
        """Before a result: no AND between two numbers."""
        if not self.words[-1].number:
            self.say_maybe("AND", 0.1)

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
        self.say_maybe("IN", 0.1)
        self.say("SUIT", trump)
        self.facts.append(("trump", trump))

    def doubled(self):
        doubled = self.chance.choice(_meanings("DOUBLED"))
        self.say("DOUBLED", doubled)
        self.facts.append(("doubled", int(doubled)))

    def result(self):
        if self.odds(0.06):
            self.say("REVERSED")
            self.facts.append(("reversed",))
            return
        side = self.side() if self.odds(0.4) else None
        if side:
            self.say("SIDE", side)
            self.named = True
        if self.odds(0.1):
            self.say("KAPO")
            self.facts.append(("kapo", side))
        elif self.odds(0.15):
            self.pair(side)
        else:
            owner = self.points(side)
            if self.odds(0.3):
                self.say_and()
                self.say("SIDE", OTHER[owner])
                self.named = True
                self.points(OTHER[owner])

    def who_took(self, side):
        """Write a TOOK or none; whose the points are."""
        owner = side or self.bidder
        who_took = self.chance.choice(("", owner)) if self.odds(0.3) else None
        if not side and self.is_bidder_said and self.odds(0.1):
            who_took = OTHER[owner]
        if who_took is not None:
            self.say("TOOK", who_took)
        owner = who_took or owner
        self.named = self.named or owner != (side or self.bidder)
        return who_took, owner

    def points(self, side):
        who_took, owner = self.who_took(side)
        value = self.chance.choice((*range(163), *range(163), *range(1001)))
        self.number(value)
        if value == 20:
            self.end_of_points = len(self.words)
        self.say_maybe("POINTS", 0.2)
        self.facts.append(("points", side, value, who_took))
        return owner

    def pair(self, side):
        """Points of both sides in digits, with the word that decides their order where one must."""
        before = len(self.words)
        who_took, owner = self.who_took(side)
        first = self.chance.randint(0, 162)
        start = len(self.words)
        if self.odds(0.5):
            self.words.append(Word(f"{first}{self.chance.choice('-–—/')}{162 - first}"))
        else:
            self.words += [Word(str(first)), Word(str(162 - first))]
        self.words[-1].number = "digits"
        if start and self.needs_sign(start, in_digits=True):
            self.words[start].hangs = "sign"
        self.say_maybe("POINTS", 0.2)
        self.facts.append(("pair", side, first, 162 - first, who_took))
        if not (side or who_took) and owner == "B" and first != 81:
            bid = next(fact[1] for fact in self.facts if fact[0] == "bid")
            verdict = self.chance.choice(("made", "failed"))
            if bid == "kapo" or (first >= bid) == (162 - first >= bid):
                self.words[before:before] = [Word("B")]
                self.facts[-1] = ("pair", "B", *self.facts[-1][2:])
                self.named = True
            else:
                self.say("VERDICT", verdict)
                self.facts.append(("verdict", None, verdict))

    def extras(self):
        once = [self.pilotta, self.lost_pilotta, self.declarations_to, self.led, self.missing]
        shares = (0.25, 0.05, 0.1, 0.08, 0.08)
        if any(fact[0] == "verdict" for fact in self.facts):
            shares = (0, 0.05, 0, 0.08, 0.08)
            return self.mixed(
                kind for kind, odds in zip(once, shares, strict=True) if self.odds(odds)
            )
        kinds = [kind for kind, share in zip(once, shares, strict=True) if self.odds(share)]
        kinds += [self.declaration] * self.chance.choice((0, 0, 0, 0, 1, 1, 2, 3))
        return self.mixed(kinds)

    def mixed(self, kinds):
        kinds = [*kinds]
        self.chance.shuffle(kinds)
        if self.declarations_to in kinds:  # whose they are is known behind them
            kinds.remove(self.declarations_to)
            kinds.append(self.declarations_to)
        return kinds

    def of_a_side(self, say):
        """Write what `say` writes, with the side before it, behind it or with none."""
        side = self.side() if self.named or self.odds(0.4) else None
        is_behind = self.odds(0.3) and (side == self.bidder or not self.had_sideless)
        start = len(self.words)
        if side and not is_behind:
            self.say("SIDE", side)
            is_behind_sideless = self.sideless_end == start
            if is_behind_sideless:
                self.words[start].hangs = "sign"
            what = len(self.words)
            facts = say()
            self.words[what].hangs = "tight"
            mark = ("before", start, is_behind_sideless, False, self.kind_is_joined)
            self.sideless_end = None
        elif side:
            facts = say()
            behind = len(self.words)
            if self.is_behind_end == start:
                self.words[start].hangs = "sign"
            self.say("SIDE", side)
            self.words[behind].hangs = "tight"
            self.is_behind_end = len(self.words)
            self.sideless_end = None
            mark = ("behind", side)
        else:
            facts = say()
            self.sideless_end, self.had_sideless = len(self.words), True
            mark = ("sideless", len(self.words))
        self.named = self.named or side is not None
        self.facts += [mark, (facts[0], side, *facts[1:])]
        return side or self.bidder

    is_behind_end = None
    end_of_points = None

    def pilotta(self):
        self.of_a_side(self.say_pilotta)

    def say_pilotta(self):
        start = len(self.words)
        self.say("PILOTTA")
        if start == self.end_of_points:  # 20 may be the pilotta's
            self.words[start].hangs = "sign"
        return ("pilotta",)

    def lost_pilotta(self):
        self.of_a_side(self.say_lost)

    def say_lost(self):
        self.say("LOST")
        if self.words[-1].text == "failed":  # which may be of the bid
            self.words[-1].text = "lost"
        self.say("PILOTTA")
        return ("pilotta_failed",)

    def declaration(self):
        self.declared.add(self.of_a_side(self.say_declaration))

    def say_declaration(self):
        kind = self.chance.randrange(3)
        return "declares", (self.run, self.four, self.four_of)[kind]()

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
        if not self.declared or self.odds(0.3):
            self.say("NOBODY")
            self.facts.append(("nobody",))
        else:
            self.ruled("declarations_to", self.chance.choice(sorted(self.declared)))

    def led(self):
        self.say("LED")
        self.ruled("leader")

    def missing(self):
        self.say("MISSING")
        self.ruled("tie_point")

    def ruled(self, field, side=None):
        side = side or self.side()
        self.say("SIDE", side)
        self.named = True
        self.facts.append((field, side))
