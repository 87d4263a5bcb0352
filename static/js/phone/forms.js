// Turns the forms of a scorer's page into operations.

import { adjustmentIn, claimIn } from "../adjustment_form.js";
import { saveEntry } from "../hand_form/saving.js";
import { newId } from "../outbox.js";
import { OTHER } from "../rules.js";
import { claimSum } from "../view_values/ledger_values.js";
import { namesIn } from "../view_values/shared.js";
import * as words from "../words.js";
import { idOf, rowAt } from "./current_match.js";
import { match, screen } from "./state.js";
import { answerIn } from "./turned_view.js";
import { forgetDraft, write, writeOrSay } from "./writing.js";

// Take a form that writes: an act of one button, which `posted` names, another act, or a hand. Gives
// false where the server is to take it.
/**
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 * @param {string | undefined} posted
 */
export async function takeForm(form, submitter, posted) {
  if (form.matches("[data-act]")) await writeForm(form, submitter);
  else if (posted) await writePosted(form, posted);
  else return saveEntry(submitter);
  return true;
}

/** @param {HTMLFormElement} form @param {string} op */
function writePosted(form, op) {
  const { seq, op_id } = form.elements;
  const isAnswer = op === "turned"; // to a flag in the ledger
  const operation = isAnswer
    ? answerIn(new FormData(form))
    : { op, ...(seq && { seq: idOf(seq.value) }) };
  return writeOrSay(/** @type {Operation} */ (operation), op_id.value || newId());
}

/** @type {Record<string, (typed: FormData, form: HTMLFormElement) => Operation>} */
const READ = {
  claim: (typed) => /** @type {Operation} */ (claimIn(typed)),
  adjust: adjusting,
  answer: answerIn,
};

/** @param {HTMLFormElement} form @param {HTMLElement | null} submitter */
async function writeForm(form, submitter) {
  const typed = new FormData(form, submitter);
  const op_id = newId();
  const op = READ[form.dataset.act ?? ""](typed, form);
  if (op.op === "claim" && hasAsked(form, op)) return;
  const [wrong] = await write(op, op_id);
  if (!wrong) return forgetDraft(form, op_id);
  const own =
    form.dataset[`${wrong.code}${wrong.field?.replace(/^./, (one) => one.toUpperCase())}`];
  const text = own ?? words.claimProblemText(wrong, {}, match.ledger.rules);
  /** @type {Found} */ (form.querySelector(".wrong")).textContent = text;
}

// A claim by which the other side wins is asked about once, in its own place.
/** @param {HTMLFormElement} form @param {ReturnType<typeof claimIn>} claim */
function hasAsked(form, { side, points }) {
  if ((side !== "A" && side !== "B") || points === "" || !Number.isInteger(points)) return false;
  const { sum, short } = claimSum({ side, points }, match.ledger);
  const { dataset } = form;
  const claim = `${side}:${points}`;
  if (short <= 0 || dataset.sure === claim) return false;
  dataset.sure = claim;
  const winner = namesIn(match.ledger)[OTHER[side]];
  /** @type {Record<string, string | number>} */
  const values = { sum, short, side: winner };
  const text = short === 1 ? dataset.one : dataset.many;
  /** @param {string | undefined} text */
  const filled = (text = "") => text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  const own = words.ownSide(winner) ?? "yes";
  /** @type {Found} */ (form.querySelector(".wrong")).textContent = filled(text);
  /** @type {Found} */ (form.querySelector(".primary")).textContent = filled(dataset[own]);
  return true;
}

/** @param {FormData} typed @param {HTMLFormElement} form @returns {Operation} */
function adjusting(typed, form) {
  const adjustment = adjustmentIn(typed, form.dataset.reason);
  const row = rowAt(screen.view.ref);
  return row?.entry.adjust
    ? { op: "correct", hand_id: row.id, ...adjustment }
    : { op: "adjust", ...adjustment };
}
