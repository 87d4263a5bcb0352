// Saving an entered hand: it is written, or its changes are shown first.

import { keep } from "../hand_form/hand_draft.js";
import { writeHand } from "../rules.js";
import { propose, proposeTyped } from "./change_view.js";
import { idNow, isBehind } from "./current_match.js";
import { warn } from "./drawing.js";
import { leave } from "./leaving.js";
import { show } from "./navigation.js";
import { match, screen } from "./state.js";
import { write } from "./writing.js";

/** @param {Place} place @param {Hand} hand @param {string} op_id */
export function saveHand({ kind, ref, hand: before, isSaved }, hand, op_id) {
  if (kind === "new") return writeNext({ op: "record", hand }, op_id);
  if (kind === "insert") return proposeTyped({ op: "insert", hand, before: idNow(ref) });
  if (isSaved && JSON.stringify(hand) === JSON.stringify(writeHand(before ?? {}))) return leave();
  return proposeTyped({ op: "correct", hand_id: idNow(ref), hand });
}

/** @param {PartialHand} contract @param {string} op_id */
export const saveContract = (contract, op_id) => writeNext({ op: "contract", contract }, op_id);

// Write the next hand, or its contract. If the match went on, keep what is typed for the hand that is
// next now.
/** @param {Operation} op @param {string} op_id */
function writeNext(op, op_id) {
  const isWritten = match.ledger.acts.some((act) => act.op_id === op_id);
  if (!isBehind() || isWritten || match.ledger.end) return write(op, op_id, correct);
  keep();
  screen.isOwn = true;
  show({ name: "entry", kind: "new" });
  warn("view-entry", match.ledger.number);
  return [];

  /** @param {NamedAct} act */
  function correct({ id }) {
    return propose({ op: "correct", hand_id: id, hand: /** @type {Hand} */ (op.hand) });
  }
}
