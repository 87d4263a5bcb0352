"""Seeded chance at an entry form: typed soundly, typed in part, typed as no browser sends it."""

from scorekeeper.match.acts.body import MatchAct
from scorekeeper.match.acts.head_acts import Started
from scorekeeper.match.match_journal import replay
from scorekeeper.match.matches import LoadedMatch
from scorekeeper.rules.codec import read_fields, read_rules, write_hand, write_score
from scorekeeper.rules.match import Match, Party
from scorekeeper.rules.model import SIDES, BySide
from scorekeeper.web.match.entry import KIND_CHIPS, EntryForm
from scorekeeper.web.match.hand_form_page import HandFormPage, hand_to_save
from tests.rules.wild import SEATS, Wild

SMALL = {
    "act": ["", "passed_out", "contract"],
    "contract": ["A:90", "B:80", "A:kapo", "B:400", "A:95", "C:90", "A", "", "A:x", "A:90:1"],
    "ones": ["", "0", "5", "7", "x"],
    "trump": ["hearts", "clubs", "none", "all", "", "Hearts"],
    "doubled": ["2", "4", "3", "0", "x"],
    "pilotta": ["A", "B", "C"],
    "pilotta_failed": ["A", "B", ""],
    "kapo": ["A", "B", ""],
    "swept": ["kapo", "tricks", ""],
    "tie_point": ["A", "B", "C"],
    "leader": ["A", "B", "C"],
    "declarations_to": ["A", "B", "nobody", "C"],
    "ruling": ["A", "B", "nobody", ""],
    "declarations_A": [*KIND_CHIPS, "run3", "run3", "run9"],
    "declarations_B": [*KIND_CHIPS, "run3", "run3", "run9"],
    "points_A": ["0", "1", "97", "162", " 86 ", "161", "130", "258", "x", "999999", "-1", ""],
    "points_B": ["0", "1", "65", "162", "76", "161", "130", "258", "9 7", ""],
}
"""The texts that may be typed, field by field."""
TOPS = ["A", "K", "Q", "J", "10", "9", "7", "C", ""]


class WildForm(Wild):
    """A scorer with an entry form, at a table with any rules."""

    def __init__(self, seed):
        super().__init__(seed)
        self.rules_told = self.rules() | self.one_of([{}, {"six_six": "ask"}])
        self.rule_set, _ = read_rules(self.rules_told)
        self.dealer = self.one_of(SEATS)
        self.typing = self.happens(0.5)

    def hand_shown(self):
        """A hand, or a contract whose points are still to come."""
        hand = self.sound_hand(self.rules_told)
        if self.happens(0.2):
            hand = {name: told for name, told in hand.items() if name not in ("points", "kapo")}
        return read_fields(hand)[0]

    def filled(self):
        """The names and values of a form with a hand in it, which may be none by the rules."""
        hand = (
            self.hand_shown() if self.happens(0.3) else read_fields(self.hand(self.rules_told))[0]
        )
        return fields_of(shown(hand, self.rule_set))

    def typed(self, filled):
        """The same, once more is typed and some of it lost."""
        asking = self.asking() if self.happens(0.5) else {}
        typed = [one for one in filled if one[0] not in asking]
        typed += [(name, value) for name, value in asking.items() if value]
        self.mend(typed)
        for _ in range(self.one_of([0, 0, 0, 1, 1, 2, 5])):
            name = self.one_of(list(SMALL))
            if self.happens(0.5):
                typed = [one for one in typed if one[0] != name]
            typed.append((name, self.one_of(SMALL[name])))
        return typed

    def asking(self):
        """Return fields that make the form ask the table; None takes a field out."""
        kind = self.one_of(["run3", "run4", "run5", "four", "nines"])
        both = {"declarations_A": kind, "declarations_B": kind}
        answer = self.one_of([None, None, "A", "nobody"])
        swept = {"swept": self.one_of([None, "kapo", "tricks"]), "kapo": None}
        return self.one_of([
            {**both, "declarations_to": answer, "ruling": None},
            {**both, "declarations_to": None, "ruling": answer},
            {"points_A": "162", "points_B": self.one_of([None, "0"]), **swept},
            {"points_A": self.one_of([None, "162"]), "points_B": "0", **swept},
            {"points_A": "86", "points_B": "76", "kapo": None, "tie_point": answer},
        ])  # fmt: skip

    def mend(self, typed):
        """Lose some of it, and name the top cards of some declarations."""
        if self.happens(0.2):
            lost = self.one_of([name for name, _ in typed] or [""])
            typed[:] = [one for one in typed if one[0] != lost]
        for side in SIDES:
            kind = self.one_of(["run3", "run4", "four"])
            if self.happens(0.3):
                typed.append((f"top_{side}_{kind}_0", self.one_of(TOPS)))
            if self.happens(0.2):
                typed.append((f"trumps_{side}_{kind}_0", "t"))

    def page(self, form):
        """The page of the form in a match that has just begun."""
        parties = BySide(Party("Ours"), Party("Theirs"))
        match = Match(sides=parties, rules=self.rule_set, first_dealer=self.dealer)
        return HandFormPage(LoadedMatch("", replay([MatchAct(1, Started.of(match))])), form)


def new_form(sent=None):
    return EntryForm(sent)


def shown(hand, rules):
    """The form that shows the hand."""
    form = new_form()
    form.fill(hand, rules)
    return form


def fields_of(form):
    """The names and values of a form that shows a hand, those of its top cards among them."""
    found = []
    for name, field in vars(form).items():
        if name not in ("tops", "in_trumps"):
            values = field.data if isinstance(field.data, list) else [field.data]
            found += [(name, value) for value in values if value]
    for slot, code in form.tops.items():
        top, _, trumps = code.partition(":")
        found.append((f"top_{slot}", top))
        found += [(f"trumps_{slot}", trumps)] if trumps else []
    return found


def preview_data(wild, form):
    """The preview of a form that was sent, in the words of tests/js/hand_preview.mjs."""
    page = wild.page(form)
    preview = page.make_preview(typing=wild.typing)
    score = write_score(preview.score) if preview.score else None
    hand = hand_to_save(page)
    return {
        "contract": form.contract_data(),
        "data": form.hand_data(wild.rule_set),
        "hand": write_hand(preview.hand),
        "missing": sorted(preview.missing),
        "wrong": [problem._asdict() for problem in preview.wrong],
        "asks": preview.asks,
        "isAnswered": preview.is_answered,
        "score": {part: score[part] for part in ("made", "A", "B", "lines")} if score else None,
        "tops": [
            {
                "slot": row.slot,
                "side": row.side,
                "declaration": row.declaration._asdict(),
                "ranks": list(row.ranks),
            }
            for row in preview.tops
        ],
        "isReady": preview.is_ready,
        "kept": hand and write_hand(hand),
    }
