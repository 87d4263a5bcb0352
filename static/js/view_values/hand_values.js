// The values of a hand, or of an adjustment, in its view (templates/phone/_hand.html).

import { cardPoints, SIDES } from "../rules.js";
import { explainInRows, unscored } from "../words/explanation.js";
import * as words from "../words.js";
import { doubtIn } from "./ledger_values.js";
import { bySide, calledValues, dealerIn, namesIn, unsentIn, withFigures } from "./shared.js";
import { answerValues } from "./turned_values.js";

/** @param {Ledger} ledger @param {LedgerHandRow} row @param {string} home */
export function handValues(ledger, row, home) {
  const names = namesIn(ledger);
  const { scored, score, rules, number } = row;
  const doubt = doubtIn(row);
  const wrong = ledger.wrong.get(row.id);
  const points = scored.passed_out ? [] : SIDES.map((side) => cardPoints(scored, side, rules));
  return {
    ...names,
    id: row.id,
    number,
    ...bySide("score", (side) => words.numberText(score[side])),
    score: words.scoresText(score),
    ...calledValues(scored, rules, names), // the headline says whether it failed
    headline: withFigures(words.headline(scored, score, rules, names)),
    rules: words.rulesName(rules),
    points: points.join(" – "),
    dealer: dealerIn(ledger, row.dealer),
    is_unsent: unsentIn(ledger).has(row.id),
    ...waysOf(row, home),
    lines: explainInRows(scored, score, rules, names).map(({ points: own, ...line }, place) => ({
      ...line,
      ...bySide("points", (side) => partText(own[side], place)),
    })),
    unscored: unscored(scored, score, rules, names).map((text) => ({ text })),
    doubt: doubt && words.problemText(doubt, scored, rules),
    wrong: wrong && words.problemText(wrong[0], row.entry, ledger.rules),
    after_end: !row.counts,
    ...answerValues(ledger, row),
  };
}

// The points of a line for a side; a plus stands before those that are added to the first.
/** @param {number | null} points @param {number} place */
const partText = (points, place) =>
  points === null ? "" : `${place && points > 0 ? "+" : ""}${words.numberText(points)}`;

// The addresses where the scorer changes the ledger at an entry.
/** @param {LedgerRow} row @param {string} home */
const waysOf = ({ id }, home) => ({
  insert_href: `${home}hand#insert=${id}`,
  void_href: `${home}#void=${id}`,
});

/** @param {Ledger} ledger @param {LedgerAdjustmentRow} row @param {string} home */
export function adjustmentValues(ledger, row, home) {
  const { adjust, reason } = row.entry;
  return {
    ...namesIn(ledger),
    id: row.id,
    reason,
    is_nameless: !reason,
    ...bySide("score", (side) => words.scoreText(adjust[side] ?? 0)),
    ...bySide("total", (side) => words.numberText(row.totals[side])),
    after_end: !row.counts,
    is_unsent: unsentIn(ledger).has(row.id),
    ...waysOf(row, home),
  };
}
