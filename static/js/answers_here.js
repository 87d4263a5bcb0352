// The sides' answers to hands on the scorer's phone, as match/agreement.py. Answers from the sides'
// phones are not among the acts that a phone keeps.

import { isAnswer } from "./ledger.js";
import { SIDES } from "./rules.js";

/** @typedef {NamedAct<"agreed_here" | "flagged_here">} Answering */

// Each side's answer to each hand that has one, by the hand's id.
/** @param {Ledger} ledger @returns {Map<Ref, BySide<AnswerHere | null>>} */
export function answersHere(ledger) {
  /** @type {Map<Ref, BySide<AnswerHere | null>>} */
  const found = new Map();
  for (const act of ledger.acts) {
    const isReply = isAnswer(act);
    if (!(isReply || act.kind === "corrected") || ledger.undone.has(act.id)) continue;
    const row = ledger.rows.find(({ id }) => id === act.data.hand_id);
    if (!row?.score) continue;
    const answers = found.get(row.id) ?? { A: null, B: null };
    if (isReply) {
      answer(answers, /** @type {Answering} */ (act), row.score);
      found.set(row.id, answers);
    } else markChanged(answers);
  }
  return found;
}

/** @param {BySide<AnswerHere | null>} answers */
function markChanged(answers) {
  for (const side of SIDES) {
    const flag = answers[side]?.flag;
    if (flag) flag.isChanged = true;
  }
}

/** @param {BySide<AnswerHere | null>} answers @param {Answering} act @param {BySide<number>} now */
function answer(answers, { id, kind, data }, now) {
  const { side, score, reason = "" } = data;
  const isSo = SIDES.every((one) => score[one] === now[one]);
  const flag = answers[side]?.flag;
  const ticked = flag ? "settled_here" : "agreed_here";
  answers[side] =
    kind === "flagged_here"
      ? { says: kind, flag: { id, reason, isChanged: !isSo } }
      : { says: isSo ? ticked : "", flag };
}
