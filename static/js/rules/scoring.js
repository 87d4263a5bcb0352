// Scoring one hand, as scorekeeper/rules/scoring.py. The rule numbers are those of "Scoring one hand" in
// docs/rules.md; `declared` is what `scoreOfDeclarations` gives.

import { scoreOfDeclarations } from "./declarations.js";
import { divisorOf, isWithoutSuit, KAPO, KAPO_BID_POINTS, OTHER, PILOTTA, total } from "./model.js";

/** @param {Side} side @param {number} points @param {string} rule @returns {ScoreLine} */
const line = (side, points, rule) => ({ side, points, rule });
/** @param {number} raw @param {Rules} rules */
const inUnit = (raw, rules) => Math.floor(raw / divisorOf(rules));
/** @param {PlayedHand} hand */
const timesOf = (hand) => hand.doubled ?? 1;
/** @param {PlayedHand} hand */
const isDoubled = (hand) => timesOf(hand) > 1;
/** @param {PlayedHand} hand @param {Rules} rules */
export const winnerTakesAll = (hand, rules) => isDoubled(hand) && rules.doubling === "stake";

/** @param {Hand} hand @param {Rules} rules @returns {Score} */
export function scoreHand(hand, rules) {
  if (hand.passed_out) return { made: null, A: 0, B: 0, lines: [] };
  const declared = scoreOfDeclarations(hand, rules);
  const made = isMade(hand, rules, declared);
  let lines;
  if (winnerTakesAll(hand, rules)) {
    lines = winnerTakesEverything(hand, rules, made, declared);
  } else {
    lines = made ? linesOfMade(hand, rules, declared) : linesOfFailed(hand, rules, declared);
  }
  addRarities(lines, hand, rules, made);
  return { made, A: sumOf(lines, "A"), B: sumOf(lines, "B"), lines };
}

/** @param {ScoreLine[]} lines @param {Side} side */
function sumOf(lines, side) {
  return lines.reduce((sum, one) => (one.side === side ? sum + one.points : sum), 0);
}

/** @param {PlayedHand} hand @param {Side} side @param {Rules} rules */
export function cardPoints(hand, side, rules) {
  const pack = total(rules, hand.trump);
  if (hand.kapo) return hand.kapo === side ? pack : 0;
  const points = /** @type {BySide<number>} */ (hand.points); // of one side at least
  return points[side] ?? pack - points[OTHER[side]];
}

/** @param {PlayedHand} hand @param {Rules} rules @param {Declared} declared */
export function contractPoints(hand, rules, declared) {
  const { bidder } = hand;
  let points = cardPoints(hand, bidder, rules);
  if (hand.kapo === bidder) points += rules.kapo_bonus;
  if (rules.extras_count) {
    if (declared.side === bidder) points += declared.points;
    if (hand.pilotta === bidder) points += PILOTTA;
  }
  return points;
}

// Rule 1.
/** @param {PlayedHand} hand @param {Rules} rules @param {Declared} declared */
export function isMade(hand, rules, declared) {
  if (hand.bid === KAPO) return hand.kapo === hand.bidder;
  if (hand.kapo && hand.kapo !== hand.bidder) return false;
  return contractPoints(hand, rules, declared) >= hand.bid;
}

// Rule 2.
/** @param {PlayedHand} hand @param {Rules} rules */
export function stakeOf(hand, rules) {
  if (!rules.stake) return 0;
  const points = hand.bid === KAPO ? KAPO_BID_POINTS : hand.bid;
  if (rules.unit === "points") return points;
  return Math.floor(points / 10) + (points % 10 >= 6 ? 1 : 0);
}

// The side that gets the missing point, and whether the last digits are equal.
/**
 * @param {PlayedHand} hand @param {Rules} rules
 * @returns {{side: Side | null, equal: boolean}}
 */
export function missingPoint(hand, rules) {
  const nobody = { side: null, equal: false };
  if (rules.unit === "points" || hand.kapo) return nobody;
  const points = { A: cardPoints(hand, "A", rules), B: cardPoints(hand, "B", rules) };
  return missingPointOf(points, { ...rules, ...hand });
}

/**
 * @param {BySide<number>} points
 * @param {{bidder: Side | null, six_six: string, tie_point?: Side | null}} by
 * @returns {{side: Side | null, equal: boolean}}
 */
export function missingPointOf({ A, B }, { bidder, six_six, tie_point }) {
  if (Math.floor(A / 10) + Math.floor(B / 10) === Math.floor((A + B) / 10)) {
    return { side: null, equal: false };
  }
  if (A % 10 !== B % 10) return { side: A % 10 > B % 10 ? "A" : "B", equal: false };
  if (six_six === "ask") return { side: tie_point ?? null, equal: true };
  if (six_six === "bidder" || A === B) return { side: bidder, equal: true };
  return { side: A > B ? "A" : "B", equal: true };
}

// Rule 3.
/** @param {PlayedHand} hand @param {Rules} rules @param {Declared} declared */
function linesOfMade(hand, rules, declared) {
  const { bidder } = hand;
  const defence = OTHER[bidder];
  const ours = cardPoints(hand, bidder, rules);
  const theirs = cardPoints(hand, defence, rules);
  const lines = hand.kapo
    ? sweptCards(hand, rules)
    : [
        line(bidder, inUnit(ours, rules), "cards"),
        line(defence, inUnit(theirs, rules), "cards"),
        ...lineTo(missingPoint(hand, rules).side, 1, "missing_point"),
      ];
  const toBidder = rules.stake_to === "contract" || ours >= theirs;
  return [
    ...lines,
    ...lineTo(toBidder ? bidder : defence, stakeOf(hand, rules), "stake"),
    ...lineTo(declared.side, inUnit(declared.points, rules), "declarations"),
    ...lineTo(hand.pilotta, inUnit(PILOTTA, rules), "pilotta"),
  ];
}

// The line, or none for no side or 0 points.
/** @param {Side | null | undefined} side @param {number} points @param {string} rule */
const lineTo = (side, points, rule) => (side && points ? [line(side, points, rule)] : []);

/** @param {PlayedHand} hand @param {Rules} rules */
function sweptCards(hand, rules) {
  const pack = packTo(hand.bidder, hand, rules, "cards");
  const none = line(OTHER[hand.bidder], 0, "cards");
  return pack.rule === "kapo" ? [none, pack] : [pack, none];
}

/**
 * @param {Side} side @param {PlayedHand} hand @param {Rules} rules
 * @param {string} plainRule @param {boolean} [withBonus]
 */
function packTo(side, hand, rules, plainRule, withBonus = true) {
  const pack = total(rules, hand.trump);
  if (hand.kapo === side && withBonus && rules.kapo_bonus) {
    return line(side, inUnit(pack + rules.kapo_bonus, rules), "kapo");
  }
  return line(side, inUnit(pack, rules), plainRule);
}

// Rule 4.
/** @param {PlayedHand} hand @param {Rules} rules @param {Declared} declared */
function linesOfFailed(hand, rules, declared) {
  const { bidder } = hand;
  const defence = OTHER[bidder];
  const lost = hand.kapo === defence && rules.reversed_extras === "nobody";
  /** @type {Record<string, Side>} */
  const keepers = { defence, bidder, holder: bidder };
  /** @param {Side | null | undefined} holder @param {"defence" | "bidder" | "nobody" | "holder"} kept */
  const heir = (holder, kept) => {
    if (holder !== bidder) return holder;
    return lost ? null : keepers[kept];
  };
  const declarationsTo = heir(declared.side, rules.failed_declarations);
  const pilottaTo = heir(hand.pilotta, rules.failed_pilotta);
  return [
    packTo(defence, hand, rules, "all_cards"),
    ...lineTo(defence, stakeOf(hand, rules), "stake"),
    ...lineTo(declarationsTo, inUnit(declared.points, rules), "declarations"),
    ...lineTo(pilottaTo, inUnit(PILOTTA, rules), "pilotta"),
  ];
}

// Rule 5.
/**
 * @param {PlayedHand} hand
 * @param {Rules} rules
 * @param {boolean} made
 * @param {Declared} declared
 */
function winnerTakesEverything(hand, rules, made, declared) {
  const winner = winnerOf(hand, made);
  const withBonus = rules.kapo_when_doubled === "full";
  return [
    packTo(winner, hand, rules, "all_cards", withBonus),
    ...lineTo(winner, stakeOf(hand, rules) * timesOf(hand), "stake"),
    ...lineTo(winner, inUnit(declared.points, rules), "declarations"),
    ...lineTo(winner, hand.pilotta ? inUnit(PILOTTA, rules) : 0, "pilotta"),
  ];
}

/** @param {PlayedHand} hand @param {boolean} made */
const winnerOf = (hand, made) => (made ? hand.bidder : OTHER[hand.bidder]);

// Rules 6 and 7.
/**
 * @param {ScoreLine[]} lines
 * @param {PlayedHand} hand
 * @param {Rules} rules
 * @param {boolean} made
 */
function addRarities(lines, hand, rules, made) {
  if (isWithoutSuit(hand.trump)) {
    const bonus = inUnit(rules.none_all_bonus, rules);
    lines.push(...lineTo(winnerOf(hand, made), bonus, "none_all_bonus"));
  }
  if (isDoubled(hand) && rules.doubling === "all") {
    const bidderFirst = [hand.bidder, OTHER[hand.bidder]];
    const scores = bidderFirst.map((side) => ({ side, score: sumOf(lines, side) }));
    for (const { side, score } of scores) {
      lines.push(...lineTo(side, score * (timesOf(hand) - 1), "doubled"));
    }
  }
  const penalty = inUnit(rules.pilotta_failed_penalty, rules);
  lines.push(...lineTo(hand.pilotta_failed, -penalty, "pilotta_failed"));
}
