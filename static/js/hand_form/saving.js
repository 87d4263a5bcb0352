// Save what is entered: a hand, its contract alone, or that all passed.

import { contractData, handToSave } from "../hand_preview.js";
import { box, find, form, isAsked, state } from "./form.js";
import { stopTyping } from "./keypad.js";
import { context, preview, showLive, toMendIn } from "./live.js";

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
