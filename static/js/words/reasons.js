// Why a score is what it is: as a headline, and in one line. `names` is `{A, B}`.

import { shorten } from "../names.js";
import {
  cardPoints,
  compareDeclarations,
  contractPoints,
  KAPO,
  OTHER,
  scoreOfDeclarations,
  winnerTakesAll,
} from "../rules.js";
import { doubledText, kapoWord, numberText, say } from "./labels.js";

const LONGEST_NAME = 10;
// Between two reasons; a semicolon would be a question mark in Greek.
export const AND_ALSO = " · ";

// A hand that was played, with all that its explanation needs.
export function caseOf(hand, score, rules, names) {
  return {
    hand,
    score,
    rules,
    names,
    defence: OTHER[hand.bidder],
    winnerTakesAll: winnerTakesAll(hand, rules),
    ruling: compareDeclarations(hand, rules),
  };
}

// The bidder's points against the bid: `97 ≥ 90`, `92 + 20 ≥ 110`.
export function comparison(one, withSum = false) {
  const { hand, score, rules } = one;
  if (hand.kapo === one.defence) return say("case", "no_trick");
  if (hand.bid === KAPO) return say("case", score.made ? "all_tricks" : "no_kapo");
  const points = contractPoints(hand, rules, scoreOfDeclarations(hand, rules));
  // The bidder's points without declarations and pilotta.
  const cards = cardPoints(hand, hand.bidder, rules) + (hand.kapo ? rules.kapo_bonus : 0);
  const sum = withSum ? ` = ${points}` : "";
  const parts = points === cards ? cards : `${cards} + ${points - cards}${sum}`;
  return `${parts} ${score.made ? "≥" : "<"} ${hand.bid}`;
}

export function headline(hand, score, rules, names) {
  if (score.made === null) return say("headline", "passed_out");
  const verdict = [say("headline", score.made ? "made" : "failed"), doubledText(hand.doubled)];
  const outcome = outcomeOf(caseOf(hand, score, rules, names));
  return `${verdict.filter(Boolean).join(" ")}: ${outcome}`;
}

function outcomeOf(one) {
  const { hand, score } = one;
  if (hand.kapo === one.defence) return say("headline", "by_defence");
  if (hand.bid === KAPO) return score.made ? kapoWord() : say("case", "no_kapo");
  return (hand.kapo ? `${kapoWord()}, ` : "") + comparison(one);
}

export function summary(hand, { made, lines }, rules, names) {
  if (made === null) return say("part", "nothing");
  const winner = made ? hand.bidder : OTHER[hand.bidder];
  const loser = OTHER[winner];
  const texts = [partsOf(lines, winner, rules)];
  if (lines.some(({ side, rule }) => side === loser && rule !== "cards" && rule !== "doubled")) {
    texts.push(`${shorten(names[loser], LONGEST_NAME)}: ${partsOf(lines, loser, rules)}`);
  }
  if (lines.some(({ rule }) => rule === "doubled")) {
    texts.push(say("part", "doubled", { times: hand.doubled }));
  }
  return texts.filter(Boolean).join(AND_ALSO);
}

function partsOf(lines, own, rules) {
  const all = lines.filter(({ side, rule }) => side === own && rule !== "doubled");
  const told = all.filter(({ points }) => points || all.length === 1);
  return told.reduce((text, { rule, points }) => {
    // Without a stake the card points may stand alone.
    const key = rule === "cards" && !rules.stake ? "lone_cards" : rule;
    const part = say("part", key, { points: numberText(points) });
    return text ? text + (points < 0 ? ", " : " + ") + part : part;
  }, "");
}
