// Saving an entered hand: it is written, or its changes are shown first; else the form says what is wrong.

import { box, find, form, isAsked, keep, state } from "../hand_form/form.js";
import { stopTyping } from "../hand_form/keypad.js";
import { context, preview, showLive, toMendIn } from "../hand_form/live.js";
import { contractData, handToSave } from "../hand_preview.js";
import { writeHand } from "../rules.js";
import { propose, proposeTyped } from "./change_view.js";
import { idNow, isBehind } from "./current_match.js";
import { warn } from "./drawing.js";
import { leave, show } from "./navigation.js";
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

// --- the entry form: a hand, its contract alone, or that all passed ---

// Gives false where the form is not ours yet.
/** @param {Found | HTMLElement | null} submitter */
export async function saveEntry(submitter) {
  if (!state.context) return false;
  const { save, saveContract, checkDraft } = state.context;
  if (state.old) await checkDraft();
  if (isAsked()) return showQuestion();
  const { op_id, contract_op_id } = form().elements;
  const { name = "", value = "" } = /** @type {Found} */ (submitter ?? {});
  const act = name === "act" ? value : "";
  stopTyping();
  if (name === "swept") answerSwept(value);
  const typed = new FormData(form());
  if (act === "passed_out") {
    showProblems(await save({ passed_out: true }, op_id.value));
  } else if (act === "contract") {
    showProblems(await saveContract(contractData(typed), contract_op_id.value));
  } else {
    const shown = preview({ typing: false });
    if (!shown.isReady) refuse(showLive(shown));
    else showProblems(await save(handIn(typed, shown), op_id.value));
  }
  return true;
}

function showQuestion() {
  find("#menu").hidePopover?.();
  find("[data-question]").focus();
  return true;
}

/** @param {FormData} typed @param {HandPreview} shown */
const handIn = (typed, { hand }) => /** @type {Hand} */ (handToSave(typed, hand, context().rules));

// The answer stands in the form from now on, whatever becomes of the save.
/** @param {string} value */
function answerSwept(value) {
  const answer = { type: "hidden", name: "swept", value };
  find("#live").replaceChildren(Object.assign(document.createElement("input"), answer));
  state.chosen.set("swept", [value]);
  showLive();
}

/** @param {Problem[] | void} problems */
function showProblems(problems) {
  if (!problems || problems.length === 0) return;
  refuse(showLive({ ...preview({ typing: false }), wrong: problems }));
}

/** @param {HandPreview} shown */
function refuse(shown) {
  find("#live").classList.add("refused");
  const isPoints = shown.wrong[0]?.field === "points";
  box("A").ariaInvalid = box("B").ariaInvalid = isPoints ? "true" : null;
  const message = find("#message");
  message.className = "message sr"; // it stands in the live result, in sight
  message.textContent = `${form().dataset.notSaved} ${toMendIn(shown)}`;
}
