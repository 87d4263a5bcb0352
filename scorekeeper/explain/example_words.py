"""The examples of the rules pages in words: the hand, and its result."""

from typing import Final

from scorekeeper.explain.explained_hand import AND_ALSO
from scorekeeper.explain.labels import cards_text, contract_words, declaration_name, own_side_names
from scorekeeper.explain.problems import problem_text
from scorekeeper.explain.ruling import headline, summary
from scorekeeper.explain.switch_words import switch_title, switch_value
from scorekeeper.i18n.language import Sentences, _l, ngettext
from scorekeeper.rules.checks import Outcome
from scorekeeper.rules.examples import Example, Moment, TableAnswer, needed
from scorekeeper.rules.model import Hand, RuleSet

PLAYED: Final = Sentences(
    {
        "bid": _l("We bid %(contract)s and take %(points)s."),
        "kapo": _l("We bid %(contract)s and make kapo."),
        "reversed": _l("We bid %(contract)s and they make kapo."),
        "ours": _l("We declare: %(declarations)s."),
        "theirs": _l("They declare: %(declarations)s."),
        "pilotta": _l("The pilotta is ours."),
        "pilotta_failed": _l("We announce pilotta and do not play its second card."),
        "A": _l("We led to the first trick."),
        "B": _l("They led to the first trick."),
    }
)
QUESTIONS_OF_EXAMPLES: Final = Sentences(
    {
        "target": _l("In every hand we bid 90 and make it with 97. When have we won?"),
        "both_over": _l(
            "We made our bid, and with this hand both sides are over the target; they have more. "
            "Who has won?"
        ),
        "claim": _l(
            "We lack 10 and have taken as much in this hand already. We stop and claim the match."
        ),
        "plays": _l("You deal. Who speaks first?"),
        "deal_passes": _l("You dealt this hand. Who deals the next?"),
        "pass_out": _l("You dealt and all four passed. Who deals now?"),
        "leads": _l("You dealt and your partner won the auction. Who leads?"),
        "pass_is_final": _l("You passed, the others bid on, and it is your turn again."),
        "overtrump": _l(
            "Hearts are trumps. In the trick: %(trick)s. You hold: %(hand)s. What may you play?"
        ),
    }
)
"""The question about a moment at the table, by switch."""
ANSWERS_OF_EXAMPLES: Final[Sentences[TableAnswer]] = Sentences(
    {
        "you": _l("you again"),
        "right": _l("the player on your right"),
        "partner": _l("your partner"),
        "left": _l("the player on your left"),
        "may": _l("you may bid"),
        "may_not": _l("you may not bid"),
        "A": _l("we have won"),
        "B": _l("they have won"),
        "play_on": _l("play goes on"),
    }
)


def played(hand: Hand, rules: RuleSet) -> str:
    """Describe the hand of the example: bid, cards and all else that it has."""
    if hand.kapo:
        sentence = PLAYED.say(
            "kapo" if hand.kapo == hand.bidder else "reversed", contract=_contract(hand, rules)
        )
    else:
        sentence = PLAYED.say("bid", contract=_contract(hand, rules), points=hand.points.A)
    sentences = [sentence]
    for key, declared in zip(("ours", "theirs"), hand.declarations, strict=True):
        if declared:
            names = ", ".join(declaration_name(one) for one in declared)
            sentences.append(PLAYED.say(key, declarations=names))
    if hand.pilotta:
        sentences.append(PLAYED.say("pilotta"))
    if hand.pilotta_failed:
        sentences.append(PLAYED.say("pilotta_failed"))
    if hand.leader:
        sentences.append(PLAYED.say(hand.leader))
    return " ".join(sentences)


def _contract(hand: Hand, rules: RuleSet) -> str:
    """Return the contract without the kapo, which stands elsewhere in the sentence."""
    bare = Hand(bidder=hand.bidder, bid=hand.bid, trump=hand.trump, doubled=hand.doubled)
    return contract_words(bare, rules)


def moment(at: Moment) -> str:
    """Return the trick, the hand and the question."""
    trick = " ".join(cards_text([card]) for card in at.trick)
    return QUESTIONS_OF_EXAMPLES.say("overtrump", trick=trick, hand=cards_text(at.hand))


def after_hands(count: int) -> str:
    """When a match is over."""
    return ngettext("after %(num)s hand", "after %(num)s hands", count)


def needed_switch_texts(example: Example, rules: RuleSet) -> list[str]:
    """The switches that are turned for the example alone, with their values."""
    return [
        f"{switch_title(field)}: {switch_value(field, value)}"
        for field, value in needed(example, rules).items()
    ]


def score_words(outcome: Outcome) -> str:
    """`19 – 6`, or a dash where there is no score."""
    score = outcome.score
    return f"{score.A} – {score.B}" if score else "–"


def reason_words(hand: Hand, outcome: Outcome, rules: RuleSet) -> str:
    """Return the reason in one line: the result of the bid and the parts of the score."""
    score = outcome.score
    if score is None:
        return problem_text(outcome.problems[0], hand, rules)
    names = own_side_names("A")
    sentences = headline(hand, score, rules, names), summary(hand, score, rules, names)
    return AND_ALSO.join(sentences)
