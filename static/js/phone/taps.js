// Listen to taps on a scorer's page: forms that write, and links.

import { adjustmentIn, claimIn } from "../adjustment_form.js";
import { saveEntry } from "../hand_form/saving.js";
import { newId } from "../outbox.js";
import { sendAsItIs } from "../page.js";
import * as words from "../words.js";
import { idOf, rowAt } from "./current_match.js";
import { follow, hold, isBusy, isLeft, leaveLater, staysHere } from "./leaving.js";
import { goTo } from "./navigation.js";
import { match, screen, state } from "./state.js";
import { write, writeOrSay } from "./writing.js";

const { start } = state;

const POSTED = /\/(undo|stop|reopen)$/;
/** @param {HTMLFormElement} form */
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits. Where it never comes, the server takes the form.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = event;
  const posted = actPosted(form);
  if (event.defaultPrevented || !(posted || form.matches("#entry, [data-act]"))) return;
  event.preventDefault();
  hold(take(form, submitter, posted));
});

/**
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 * @param {string | undefined} posted
 */
async function take(form, submitter, posted) {
  await start.done;
  if (!match.ledger) sendAsItIs(form, submitter);
  else if (posted) await writePosted(form, posted);
  else if (form.matches("[data-act]")) await writeForm(form);
  else if (!(await saveEntry(submitter))) sendAsItIs(form, submitter);
}

/** @param {HTMLFormElement} form @param {string} op */
function writePosted({ elements: { seq, op_id } }, op) {
  const operation = { op, ...(seq && { seq: idOf(seq.value) }) };
  return writeOrSay(/** @type {Operation} */ (operation), op_id.value || newId());
}

/** @param {HTMLFormElement} form */
async function writeForm(form) {
  const typed = new FormData(form);
  const op = form.dataset.act === "claim" ? claimIn(typed) : adjusting(typed, form);
  const [wrong] = await write(/** @type {Operation} */ (op));
  if (!wrong) return;
  const own =
    form.dataset[`${wrong.code}${wrong.field?.replace(/^./, (one) => one.toUpperCase())}`];
  const text = own ?? words.claimProblemText(wrong, {}, match.ledger.rules);
  /** @type {Found} */ (form.querySelector(".wrong")).textContent = text;
}

/** @param {FormData} typed @param {HTMLFormElement} form @returns {Operation} */
function adjusting(typed, form) {
  const adjustment = adjustmentIn(typed, form.dataset.reason);
  const row = rowAt(screen.view.ref);
  return row?.entry.adjust
    ? { op: "correct", hand_id: row.id, ...adjustment }
    : { op: "adjust", ...adjustment };
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const link = /** @type {Found} */ (event.target).closest("a[href]");
  if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  if (isBusy()) leaveLater(url);
  else if (!match.ledger) return;
  else if (staysHere(url)) goTo(url);
  else if (isLeft(url)) return;
  else follow(url);
  event.preventDefault();
});
