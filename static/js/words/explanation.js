// Why a score is what it is, line by line. `names` is `{A, B}`.

import { reasonOf, titleOf, unscoredIn } from "./lines.js";
import { caseOf } from "./reasons.js";

// Every line of the score, with its title and reason.
export function explain(hand, score, rules, names) {
  const one = caseOf(hand, score, rules, names);
  return score.lines.map((line) => ({
    ...line,
    title: titleOf(one, line),
    reason: reasonOf(one, line),
  }));
}

// Explain a score with both sides' lines of a rule in one row; `points` is `{A, B}`, null where it
// has none.
export function explainInRows(...given) {
  const rows = [];
  for (const { side, points, ...words } of explain(...given)) {
    const last = rows.at(-1);
    if (last?.rule === words.rule && last.points[side] === null) last.points[side] = points;
    else rows.push({ ...words, points: { A: null, B: null, [side]: points } });
  }
  return rows;
}

// The reasons for announced extras without a line: they score for neither side.
export const unscored = (hand, score, rules, names) =>
  score.made === null ? [] : unscoredIn(caseOf(hand, score, rules, names));
