// Values of three views: the entry of a hand (templates/phone/_entry.html), its score so far
// (templates/views/live.html), and the top cards that may decide (templates/views/tops.html).

import { cardPoints, compareDeclarations, winnerAt } from "../rules.js";
import * as words from "../words.js";
import {
  bySide,
  calledValues,
  dealsIn,
  handWords,
  namesIn,
  suitParts,
  withFigures,
} from "./shared.js";

/** @param {Ledger} ledger @param {Place} place */
export function entryValues(ledger, place) {
  const { rules } = ledger;
  const names = namesIn(ledger);
  /** @type {ViewValues} */
  const bids = {};
  for (let bid = 80; bid <= 400; bid += 10) bids[`bid:${bid}`] = words.bidText(bid, rules);
  bids["bid:kapo"] = words.bidText("kapo", rules);
  /** @type {ViewValues} */
  const ones = {};
  for (let one = 0; one < 10; one += 1) ones[`ones:${one}`] = one % rules.bid_step === 0;
  return {
    ...names,
    ...bids,
    ...ones,
    kapo_bid: rules.kapo_bid,
    doubling: rules.doubling !== "off",
    by_points: rules.bid_step < 10,
    with_none_all: rules.trumps === "with_none_all",
    pilotta_failed: rules.pilotta_failed_penalty > 0,
    claim: rules.claim && place.kind === "new",
    is_new: place.kind === "new",
    number: place.number,
    deals: dealsIn(ledger, place.dealer),
    is_dealt: place.kind !== "correct",
    was:
      place.kind === "correct" &&
      suitParts(handWords(/** @type {Hand} */ (place.hand), rules, names)),
  };
}

// The score of the entry so far, in words.
/** @param {HandPreview} shown @param {LiveContext} context @returns {ViewValues} */
export function liveValues(
  shown,
  { rules, names, isChange, totals, ruling, toMend, isHalfTyped, swept, was },
) {
  const { hand, score, asks, missing, wrong } = shown;
  if (isHalfTyped && wrong.length === 0 && missing.size === 0 && asks !== "declarations") {
    const whole = /** @type {PlayedHand} */ (hand); // its contract and points, at least
    const typed = bySide("typed", (side) => String(cardPoints(whole, side, rules)));
    return { ...names, ...calledValues(hand, rules, names), so_far: true, ...typed };
  }
  /** @type {ViewValues} */
  const values = { ...names };
  if (wrong.length > 0) values.wrong = toMend;
  else if (asks) values.asked = toMend;
  else if (hand.passed_out) values.is_passed = true;
  else if (score) {
    values.headline = withFigures(words.headline(hand, score, rules, names));
    values.verdict = score.made ? "made" : "failed";
    values.summary = withFigures(words.summary(hand, score, rules, names));
  } else if (missing.has("bid") || missing.has("bidder")) values.asked = toMend;
  else {
    Object.assign(values, calledValues(hand, rules, names));
    values.summary = toMend;
  }
  const only = [...missing].join() === "points";
  return {
    ...values,
    ruled: (asks === "swept" || asks === "tie_point") && !ruling && hand.declarations_to,
    tied: asks === "declarations" && hand.tie_point,
    asks_swept: Boolean(swept),
    answered_swept: asks === "swept" && !swept,
    ...bySide("kapo", (side) => swept && words.numberText(swept.kapo[side])),
    ...bySide("tricks", (side) => swept && words.numberText(swept.tricks[side])),
    asks_tie_point: asks === "tie_point",
    asks_declarations: asks === "declarations",
    tops_decide: shown.tops.length > 0,
    contract_only: !asks && only && wrong.length === 0 && !isChange,
    is_scored: score && shown.isAnswered && !hand.passed_out,
    note:
      score &&
      shown.isAnswered &&
      !hand.passed_out &&
      noteOn(hand, isChange ? null : totals, score, { rules, names }),
    was: was && score && shown.isAnswered && differs(was, score) && words.scoresText(was),
    ...(score ? bySide("score", (side) => words.numberText(score[side])) : {}),
    between: score && words.between(score),
  };
}

// The end of the match by this hand, else why nobody's declarations score.
/**
 * @param {PartialHand} hand @param {BySide<number> | null} totals @param {Score} score
 * @param {Pick<FormContext, "rules" | "names">} context
 */
function noteOn(hand, totals, score, { rules, names }) {
  const after = totals && { A: totals.A + score.A, B: totals.B + score.B };
  const winner = after && winnerAt(after, hand.bidder, rules);
  if (winner) return words.endsText(names[winner]);
  const isEqual = compareDeclarations(hand, rules).reason === "equal";
  return isEqual ? words.say("label", "equal_declarations") : "";
}

/** @param {BySide<number>} was @param {Score} score */
const differs = (was, score) => was.A !== score.A || was.B !== score.B;

/** @param {HandPreview} shown @param {Pick<FormContext, "rules" | "names">} context @returns {ViewValues} */
export function topsValues({ tops, hand }, { rules, names }) {
  const hasTrump = hand.trump !== "none" && hand.trump !== "all";
  return {
    tops: tops.map(({ slot, side, declaration, ranks }) => ({
      slot,
      side: names[side],
      kind: words.kindName(declaration.kind),
      ranks: ranks.map((rank) => ({ rank, rank_name: words.rankName(rank) })),
      may_be_trumps: declaration.kind !== "four" && rules.trump_breaks_tie && hasTrump,
    })),
    no_top: tops.length === 0,
  };
}
