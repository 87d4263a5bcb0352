// What of a hand, or of an adjustment, stands where in its view (templates/phone/_hand.html).

import { cardPoints, SIDES } from "../rules.js";
import * as words from "../words.js";
import { bySide, contractValues, dealerIn, namesIn, sendingState, unsentIn } from "./shared.js";

/** @param {Ledger} ledger @param {LedgerHandRow} row */
export function handValues(ledger, row) {
  const names = namesIn(ledger);
  const { scored, score, rules, number } = row;
  const wrong = ledger.wrong.get(row.id);
  const points = scored.passed_out ? [] : SIDES.map((side) => cardPoints(scored, side, rules));
  return {
    ...names,
    id: row.id,
    number,
    ...bySide("score", (side) => words.numberText(score[side])),
    bidder: scored.bidder && names[scored.bidder],
    ...contractValues(scored, rules, null), // the headline says whether it failed
    headline: words.headline(scored, score, rules, names),
    rules: words.rulesName(rules),
    points: points.length > 0 ? ` · ${points.join(" – ")}` : "",
    dealer: dealerIn(ledger, row.dealer),
    ...sendingState(unsentIn(ledger).has(row.id) ? "" : row.id),
    lines: words.explainInRows(scored, score, rules, names).map(({ points: own, ...line }) => ({
      ...line,
      ...bySide("points", (side) => (own[side] === null ? "" : words.numberText(own[side]))),
    })),
    unscored: words.unscored(scored, score, rules, names).map((text) => ({ text })),
    wrong: wrong && words.problemText(wrong[0], row.entry, ledger.rules),
    after_end: !row.counts,
  };
}

/** @param {Ledger} ledger @param {LedgerAdjustmentRow} row */
export function adjustmentValues(ledger, row) {
  const { adjust, reason } = row.entry;
  return {
    ...namesIn(ledger),
    id: row.id,
    reason,
    ...bySide("score", (side) => words.scoreText(adjust[side] ?? 0)),
    ...bySide("total", (side) => words.numberText(row.totals[side])),
    ...sendingState(unsentIn(ledger).has(row.id) ? "" : row.id),
  };
}
