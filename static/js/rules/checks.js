// The problems that prevent a hand's score, as scorekeeper/rules/checks.py.

import {
  areImpossible,
  bothDeclare,
  compareDeclarations,
  scoreOfDeclarations,
  trumpsDeclaredBy,
} from "./declarations.js";
import {
  exact,
  HIGHEST_BID,
  inOrder,
  isWithoutSuit,
  KAPO,
  LOWEST_BID,
  OTHER,
  problem,
  SIDES,
  total,
} from "./model.js";
import { isMade, missingPoint, winnerTakesAll } from "./scoring.js";

/** @type {<T>(value: T | undefined | null) => value is T} */
const isTold = (value) => value !== undefined && value !== null;
/** @param {PartialHand} hand */
const pointsTold = (hand) => SIDES.map((side) => hand.points?.[side]).filter(isTold);

// A hand that `isKept` may have a pilotta that cannot be, which earlier versions took.
/** @param {PartialHand} hand @param {Rules} rules @param {string[]} [unread] @param {boolean} [isKept] */
export function problems(hand, rules, unread = [], isKept = false) {
  if (hand.passed_out) return besidePassedOut(hand);
  const pack = unread.includes("trump") ? null : total(rules, hand.trump);
  const found = inOrder([
    ...unknown(unread),
    ...contract(hand, rules, unread),
    ...(pack === null ? [] : cards(hand, pack)),
    ...(hand.kapo ? kapo(hand.kapo, hand, pack) : withoutKapo(hand, unread)),
    ...extras(hand, rules, isKept),
  ]);
  return found.length > 0 ? found : question(hand, rules);
}

/** @param {PartialHand} hand @param {Rules} rules @param {string[]} [unread] */
export function contractProblems(hand, rules, unread = []) {
  const result = [];
  if (hand.passed_out) result.push("passed_out");
  if (pointsTold(hand).length > 0) result.push("points");
  if (hand.kapo) result.push("kapo");
  return inOrder([
    ...unknown([...unread, ...result]),
    ...contract(hand, rules, unread),
    ...extras(hand, rules),
  ]);
}

/** @param {string[]} fields */
const unknown = (fields) => fields.map((field) => problem("unknown", field));

/** @param {PartialHand} hand */
function besidePassedOut(hand) {
  const others = Object.entries(hand).filter(
    ([field, value]) => field !== "passed_out" && isTold(value),
  );
  return inOrder(unknown(others.map(([field]) => field)));
}

/** @param {PartialHand} hand @param {Rules} rules @param {string[]} unread */
function contract(hand, rules, unread) {
  const found = [];
  /** @param {"bid" | "bidder"} field */
  const isMissing = (field) => !isTold(hand[field]) && !unread.includes(field);
  if (isMissing("bid")) found.push(problem("missing", "bid"));
  if (hand.bid === KAPO) {
    if (!rules.kapo_bid) found.push(problem("kapo_bid_not_played", "bid"));
  } else if (isTold(hand.bid)) {
    if (hand.bid < LOWEST_BID || hand.bid > HIGHEST_BID) found.push(problem("bid_range", "bid"));
    if (exact(hand.bid) % BigInt(rules.bid_step) !== 0n) found.push(problem("bid_step", "bid"));
  }
  if (isMissing("bidder")) found.push(problem("missing", "bidder"));
  if (rules.trumps === "suits" && isWithoutSuit(hand.trump)) {
    found.push(problem("trump_not_played", "trump"));
  }
  if ((hand.doubled ?? 1) > 1 && rules.doubling === "off") {
    found.push(problem("doubling_not_played", "doubled"));
  }
  return found;
}

/** @param {PartialHand} hand @param {number} pack */
function cards(hand, pack) {
  const found = [];
  const told = pointsTold(hand);
  if (told.some((points) => points < 0 || points > pack)) {
    found.push(problem("points_range", "points"));
  }
  if (!isWithoutSuit(hand.trump) && told.some((points) => points === 1 || points === 161)) {
    found.push(problem("points_impossible", "points"));
  }
  if (told.length === 2 && exact(told[0]) + exact(told[1]) !== BigInt(pack)) {
    found.push(problem("points_sum", "points"));
  }
  return found;
}

/** @param {Side} side @param {PartialHand} hand @param {number | null} pack */
function kapo(side, hand, pack) {
  const swept = hand.points?.[side];
  const others = hand.points?.[OTHER[side]];
  const offTotal = isTold(swept) && pack !== null && swept !== pack;
  return offTotal || (isTold(others) && others !== 0) ? [problem("kapo_points", "points")] : [];
}

/** @param {PartialHand} hand @param {string[]} unread */
function withoutKapo(hand, unread) {
  const isMissing =
    pointsTold(hand).length === 0 && !unread.includes("points") && !unread.includes("kapo");
  return isMissing ? [problem("missing", "points")] : [];
}

/** @param {PartialHand} hand @param {Rules} rules @param {boolean} [isKept] */
function extras(hand, rules, isKept) {
  const found = [];
  if (hand.declarations && areImpossible(hand, rules)) {
    found.push(problem("declarations_impossible", "declarations"));
  }
  for (const field of PILOTTAS) {
    const holder = hand[field];
    if (!holder) continue;
    if (isWithoutSuit(hand.trump)) found.push(problem("pilotta_trump", field));
    else if (!isKept && trumpsDeclaredBy(hand, OTHER[holder], rules).some(isOfPilotta)) {
      found.push(problem("pilotta_impossible", field));
    }
  }
  if (hand.pilotta && hand.pilotta_failed) found.push(problem("pilotta_twice", "pilotta_failed"));
  return found;
}

/** @type {("pilotta" | "pilotta_failed")[]} */
const PILOTTAS = ["pilotta", "pilotta_failed"];
/** @param {string | null} rank */
const isOfPilotta = (rank) => rank === "K" || rank === "Q";

/** @param {PartialHand} hand @param {Rules} rules */
function question(hand, rules) {
  if (bothDeclare(hand)) {
    const { reason } = compareDeclarations(hand, rules);
    if (reason === "undecided") return [problem("declarations_undecided", "declarations")];
    if (reason === "leader_needed") return [problem("leader_needed", "leader")];
  }
  return asksTiePoint(hand, rules) ? [problem("tie_point_needed", "tie_point")] : [];
}

/** @param {PartialHand} entered @param {Rules} rules */
function asksTiePoint(entered, rules) {
  const hand = /** @type {PlayedHand} */ (entered); // no problem was found in it
  const { side, equal } = missingPoint(hand, rules);
  if (side !== null || !equal) return false;
  if (winnerTakesAll(hand, rules)) return false;
  return isMade(hand, rules, scoreOfDeclarations(hand, rules));
}
