"""Random lines with the hands that they mean, from docs/rules.md and its table of words alone."""

import random
import re

from scorekeeper.lines.line_words import LINE_WORDS

_CAPITALS = str.maketrans("άέήίόύώϊϋΐΰς", "αεηιουωιυιυσ")


def words_of_the_table():
    """(role, value, column) → phrases; the columns are Greek, Greeklish and English."""
    return {
        (row.role.upper().replace("_", " "), row.value, place): list(filter(None, cell.split(", ")))
        for row in LINE_WORDS
        for place, cell in enumerate((row.greek, row.greeklish, row.other))
    }


WORDS = words_of_the_table()
VALUES = {role: [v for r, v, place in WORDS if r == role and not place] for role, _, _ in WORDS}

RULINGS = {"declarations_to": "DECLARATIONS", "leader": "LED", "tie_point": "MISSING"}


class WildLines:
    """Makes one line after another; the same seed, the same lines."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def line(self):
        """A line and its hand."""
        self.pieces = []
        if self.chance.random() < 0.03:
            self.say("PASSED")
            return self.written(), {"passed_out": True}
        self.named = False
        self.hand = {"bidder": "A"}
        if self.chance.random() < 0.8:
            self.hand["bidder"] = self.side()
        self.bid()
        self.suit_and_doubling()
        if self.chance.random() < 0.9:
            self.result()
        for _ in range(self.chance.choice((0, 0, 0, 1, 1, 2, 3))):
            self.extra()
        return self.written(), self.hand

    def written(self):
        """The pieces as one of many would type them."""
        text = ""
        for piece in self.pieces:
            is_glued = text[-1:].isdigit() != piece[:1].isdigit() and piece[0] not in ", "
            text += piece if is_glued and self.chance.random() < 0.2 else f" {piece}"
        text = text.strip().replace(" ,", ",")
        how = self.chance.random()
        if how < 0.2:
            return text.upper().translate(str.maketrans("ΆΈΉΊΌΎΏ", "ΑΕΗΙΟΥΩ"))
        if how < 0.4:
            return text.translate(_CAPITALS)
        return text + self.chance.choice(("", "", ".", "!"))

    def words(self, role, value=""):
        columns = [WORDS[role, value, place] for place in range(3)]
        return self.chance.choice(self.chance.choice([column for column in columns if column]))

    def say(self, role, value=""):
        self.pieces += self.words(role, value).split()

    def side(self):
        side = self.chance.choice("AB")
        self.say("SIDE", side)
        return side

    def owner(self):
        """The side of what comes, said or left out where it may be."""
        if self.named or self.chance.random() < 0.3:
            self.named = True
            if self.after_sideless and not self.joined:
                self.pieces.append(",")
            self.after_sideless = False
            return self.side()
        return self.hand["bidder"]

    def number(self, value):
        """In digits or in words; a comma where another number stood before."""
        after = self.after_number
        if self.chance.random() < 0.6:
            if after == "words":
                self.pieces.append(",")
            self.pieces.append(str(value))
            self.ends_in_number("digits")
            return
        spelt = self.spelt(value)
        is_article = self.pieces[-1:] == ["a"] and spelt[0] in ("hundred", "thousand")
        if after or is_article:
            self.pieces.append(",")
        self.pieces += spelt
        self.ends_in_number("words")

    @property
    def after_number(self):
        """How the number just before is written, if nothing else stands between."""
        size, how = self.number_end
        return how if size == len(self.pieces) else None

    after_sideless = False
    joined = False
    number_end = (0, None)

    def ends_in_number(self, how):
        self.number_end = (len(self.pieces), how)

    def spelt(self, value):
        if value == 1000:
            own = [self.words("NUMBER", "1000")]
            return ["one", "thousand"] if self.chance.random() < 0.3 else own
        hundreds, rest = value // 100 * 100, value % 100
        words = self.hundreds(hundreds) if hundreds else []
        if hundreds and rest and self.chance.random() < 0.3:
            words.append("and")
        return words if hundreds and not rest else [*words, *self.below_100(rest)]

    def hundreds(self, value):
        is_english = not WORDS["NUMBER", str(value), 2] or self.chance.random() < 0.4
        if is_english and (value > 100 or self.chance.random() < 0.7):
            return [self.words("NUMBER", str(value // 100)), "hundred"]
        return [self.words("NUMBER", str(value))]

    def below_100(self, value):
        if value < 20:
            return [self.words("NUMBER", str(value))]
        ten = self.words("NUMBER", str(value // 10 * 10))
        if not value % 10:
            return [ten]
        unit = self.words("NUMBER", str(value % 10))
        return [f"{ten}-{unit}"] if self.chance.random() < 0.3 else [ten, unit]

    def bid(self):
        if self.chance.random() < 0.05:
            self.say("KAPO")
            self.hand["bid"] = "kapo"
        elif self.chance.random() < 0.5:
            tenths = self.chance.randint(8, 40)
            self.number(tenths)
            self.hand["bid"] = tenths * 10
        else:
            self.hand["bid"] = self.chance.randint(80, 400)
            self.number(self.hand["bid"])

    def suit_and_doubling(self):
        told = []
        if self.chance.random() < 0.7:
            told.append(("SUIT", self.chance.choice(VALUES["SUIT"])))
        if self.chance.random() < 0.25:
            told.append(("DOUBLED", self.chance.choice(VALUES["DOUBLED"])))
        self.chance.shuffle(told)
        for role, value in told:
            self.say(role, value)
            if value in ("2", "4"):
                self.hand["doubled"] = int(value)
                if self.pieces[-1].isdigit():
                    self.ends_in_number(None)
            else:
                self.hand["trump"] = value

    def result(self):
        what = self.chance.random()
        if what < 0.05:
            self.say("REVERSED")
            self.hand["kapo"] = "B" if self.hand["bidder"] == "A" else "A"
            return
        if what < 0.1 and self.hand["bid"] != "kapo":
            self.hand["kapo"] = self.owner()
            self.say("KAPO")
            return
        owner = self.owner()
        self.hand["points"] = {owner: self.points(owner)}
        if self.chance.random() < 0.15:
            other = "B" if owner == "A" else "A"
            self.say("SIDE", other)
            self.named = True
            self.hand["points"][other] = self.points(other)

    def points(self, owner):
        if self.chance.random() < 0.2:
            self.say("TOOK", self.chance.choice(("", owner)))
        points = self.chance.choice((self.chance.randint(0, 162), self.chance.randint(0, 1000)))
        self.number(points)
        if self.chance.random() < 0.2:
            self.say("POINTS")
        return points

    def extra(self):
        kinds = [self.run, self.run, self.four, self.pilotta, self.lost, self.ruling]
        kind = self.chance.choice(kinds)
        field = {self.pilotta: "pilotta", self.lost: "pilotta_failed"}.get(kind)
        if kind == self.ruling:
            field = self.chance.choice([*RULINGS])
        if field in self.hand:
            return
        if field == "declarations_to" and not self.hand.get("declarations"):
            return
        self.joined = self.chance.random() < 0.2
        if self.joined:
            self.say("AND")
        if kind == self.ruling:
            kind(field)
        else:
            named, owner = self.named, self.owner()
            kind(owner)
            self.after_sideless = not (named or self.named)

    def declare(self, owner, code):
        self.hand.setdefault("declarations", {}).setdefault(owner, []).append(code)

    def pilotta(self, owner):
        if self.after_number and 20 in self.hand.get("points", {}).values():
            self.pieces.append(",")
        self.say("PILOTTA")
        self.hand["pilotta"] = owner

    def lost(self, owner):
        self.say("LOST")
        self.pieces[-1] = self.pieces[-1].replace("failed", "lost")  # it may be of the bid
        self.say("PILOTTA")
        self.hand["pilotta_failed"] = owner

    def run(self, owner):
        self.say("RUN")
        if self.chance.random() < 0.3:
            self.say("OF")
        length = self.chance.randint(3, 8)
        self.number(length)
        code = f"run{length}"
        if self.chance.random() < 0.5:
            self.say("TO")
            if self.chance.random() < 0.3:
                self.say("THE")
            top = self.chance.choice(["7", "8", "9", "10", *VALUES["TOP"]])
            code += f":{top}"
            if top.isdigit():
                self.number(int(top))
            else:
                self.say("TOP", top)
            if self.chance.random() < 0.4:
                self.say("IN TRUMPS")
                code += ":t"
        self.declare(owner, code)

    def four(self, owner):
        ranks = self.chance.choice(VALUES["RANKS"])
        code = {"9": "nines", "J": "jacks"}.get(ranks, f"four:{ranks}")
        if self.chance.random() < 0.4:
            self.number(4)
            self.say("RANKS", ranks)
        else:
            self.say("FOUR")
            if self.chance.random() < 0.5:
                self.say("RANKS", ranks)
            else:
                code = "four"
        self.declare(owner, code)

    def ruling(self, field):
        self.say(RULINGS[field])
        self.named = True
        if field == "declarations_to" and self.chance.random() < 0.3:
            self.say("NOBODY")
            self.hand[field] = "nobody"
        else:
            sides = [*self.hand.get("declarations", "AB")]
            side = self.chance.choice(sides if field == "declarations_to" else "AB")
            self.say("SIDE", side)
            self.hand[field] = side


def one_word_changed(line, chance):
    """The line with one of its words another, and whether that is a word of the tables."""
    words = line.split(" ")
    place = chance.randrange(len(words))
    if chance.random() < 0.5:
        other = "".join(
            chance.choice("αβγδεικλμνοπρστabcdefgiklmnoprst0123456789,-") for _ in range(5)
        )
    else:
        phrases = [p for own in WORDS.values() for p in own if " " not in p]
        other = chance.choice([*phrases, str(chance.randint(0, 300))])
    words[place] = other
    bare = re.sub(r"[.,!]+$", "", other)
    return " ".join(words), bare.isdigit() or any(bare in own for own in WORDS.values())
