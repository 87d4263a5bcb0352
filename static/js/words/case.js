// A scored hand with all that its explanation needs (scorekeeper/i18n/case.py).

import {
  cardPoints,
  compareDeclarations,
  contractPoints,
  KAPO,
  OTHER,
  scoreOfDeclarations,
} from "../rules.js";
import { doubledName } from "./labels.js";
import { say } from "./say.js";

// Between two reasons; a semicolon would be a question mark in Greek.
export const AND_ALSO = " · ";

export function caseOf(hand, score, rules, names) {
  const { bidder, doubled = 1 } = hand;
  return {
    hand,
    score,
    rules,
    names,
    bidder,
    defence: OTHER[bidder],
    doubled,
    winnerTakesAll: doubled > 1 && rules.doubling === "stake",
    ruling: compareDeclarations(hand, rules),
  };
}

// A side's raw card points, a kapo's bonus not included.
export const pointsOf = ({ hand, rules }, side) => cardPoints(hand, side, rules);

// The bidder's points against the bid: `97 ≥ 90`, `92 + 20 ≥ 110`.
export function comparison(one, { withSum = false } = {}) {
  const { hand, score, rules, bidder } = one;
  if (hand.kapo === one.defence) return say("case", "no_trick");
  if (hand.bid === KAPO) return say("case", score.made ? "all_tricks" : "no_kapo");
  const points = contractPoints(hand, rules, scoreOfDeclarations(hand, rules));
  // What the bidder has without declarations and pilotta.
  const cards = pointsOf(one, bidder) + (hand.kapo === bidder ? rules.kapo_bonus : 0);
  const extras = points - cards;
  let parts = extras ? `${cards} + ${extras}` : `${cards}`;
  if (withSum && extras) parts += ` = ${points}`;
  return `${parts} ${score.made ? "≥" : "<"} ${hand.bid}`;
}

// Why the other side's part goes to the winner, under rule 5.
export const takesEverything = ({ doubled }) =>
  say("case", "winner_takes_all", { doubled: doubledName(doubled) });
