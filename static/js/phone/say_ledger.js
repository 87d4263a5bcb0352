// The voice's words about the match as this phone has it.

import { pointsOf } from "../view_values/shared.js";
import { spokenScore } from "../words/spoken.js";
import { sideNames } from "../words.js";
import { match } from "./state.js";

/** @param {import("../words/spoken.js").SpokenWords} words */
export function readLedger(words) {
  if (!match.ledger) return null;
  const { rows, totals, winner, head } = match.ledger;
  const entries = rows
    .filter(({ counts }) => counts)
    .map((row) => ({
      points: /** @type {BySide<number>} */ (pointsOf(row)),
      passedOut: row.number !== null && Boolean(row.entry.passed_out),
    }));
  return spokenScore({ entries, totals, winner, names: sideNames(head.sides) }, words);
}
