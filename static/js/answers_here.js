// What the sides answered to the hands on the scorer's phone, as services/agreement.py. What their own
// phones answered is not among the acts that a phone keeps.

import { isAnswer } from "./ledger.js";
import { SIDES } from "./rules.js";

/** @typedef {NamedAct<"agreed_here" | "flagged_here">} Answering */

// Each side's answer to each hand that has one, by the hand's id.
/** @param {Ledger} ledger @returns {Map<Ref, BySide<AnswerHere | null>>} */
export function answersHere(ledger) {
  /** @type {Map<Ref, BySide<AnswerHere | null>>} */
  const found = new Map();
  for (const act of ledger.acts.filter(({ id }) => !ledger.undone.has(id))) {
    const row = ledger.rows.find(({ id }) => id === act.data.hand_id);
    if (!row?.score) continue;
    const both = found.get(row.id) ?? { A: null, B: null };
    if (act.kind === "corrected") markChanged(both);
    if (!isAnswer(act)) continue;
    const { side } = /** @type {Answering} */ (act).data;
    both[side] = answerAfter(both[side], /** @type {Answering} */ (act), row.score);
    found.set(row.id, both);
  }
  return found;
}

/** @param {BySide<AnswerHere | null>} answers */
function markChanged({ A, B }) {
  for (const answer of [A, B]) {
    if (answer?.flag) answer.flag.isChanged = true;
  }
}

/** @param {AnswerHere | null} before @param {Answering} act @param {BySide<number>} now @returns {AnswerHere} */
function answerAfter(before, { id, kind, data }, now) {
  const { score, reason = "" } = data;
  const isSo = SIDES.every((side) => score[side] === now[side]);
  if (kind === "flagged_here") {
    return { says: "flagged_here", flag: { id, reason, isChanged: !isSo } };
  }
  const ticked = before?.flag ? "settled_here" : "agreed_here";
  return { says: isSo ? ticked : "", flag: before?.flag };
}
