// The typed fields of a form stay in this tab until they are written. The way back, a reload or another
// language loses nothing. Only fields that differ from the page are kept, so that they never undo changes of
// others.

import { tab } from "./kept.js";

// --- the fields of a form, as people change them: what each one shows from the start, and says now ---

/** @param {Found} input */
const isTick = (input) => input.matches("[type=checkbox], [type=radio]");

/** @param {Found} input */
const nameOf = (input) => (isTick(input) ? `${input.name}=${input.value}` : input.name);

/** @param {Found} input */
const stateOf = (input) => (isTick(input) ? input.checked : input.value);

/** @param {Found} input */
function shownIn(input) {
  if (isTick(input)) return input.defaultChecked;
  if (!input.options) return input.defaultValue;
  const options = [...input.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

// The fields that differ from the form as it came, so that they never undo what others write meanwhile.
// A page that answers a form shows the typed texts as its own: `before` holds these.
/** @param {Found[]} inputs @param {Record<string, string | boolean>} [before] */
function changedIn(inputs, before = {}) {
  /** @type {Record<string, string | boolean>} */
  const values = {};
  for (const input of inputs) {
    const [name, value] = [nameOf(input), stateOf(input)];
    if (value !== shownIn(input) || before[name] === value) values[name] = value;
  }
  return values;
}

/** @param {Found} input @param {string} value */
const isOffered = ({ options }, value) =>
  !options || [...options].some((option) => option.value === value);

// Show the values. Gives the names of those that are not offered any more, which stay as they are.
/** @param {Found[]} inputs @param {Record<string, string | boolean>} values */
function showIn(inputs, values) {
  const unfit = [];
  for (const input of inputs) {
    const value = values[nameOf(input)];
    if (value === undefined || value === stateOf(input)) continue;
    if (typeof value === "boolean") input.checked = value;
    else if (isOffered(input, value)) input.value = value;
    if (stateOf(input) !== value) unfit.push(input.name);
    for (let part = input.closest("details"); part; part = part.parentElement.closest("details"))
      part.open = true;
  }
  return unfit;
}

// --- its draft ---

const SKIPPED = "[type=hidden], [type=file], button";
// In a form with `data-typed` these are chosen anew each time: a question is asked again, and other rules have
// other switches.
const CHOSEN_ANEW = "[name=preset], [name^=switch_], [name=confirm], [name=sure]";

/** @param {HTMLFormElement} form @returns {Found[]} */
function inputsOf({ elements, dataset }) {
  const skipped = dataset.typed ? `${SKIPPED}, ${CHOSEN_ANEW}` : SKIPPED;
  const inputs = /** @type {Found[]} */ ([...elements]);
  return inputs.filter((input) => input.name && !input.matches(skipped));
}

/** @param {HTMLFormElement} form */
const keyOf = ({ dataset }) => `draft:${dataset.typed ? `typed:${dataset.typed}` : dataset.draft}`;
/** @param {HTMLFormElement} form */
const draftOf = (form) => tab.get(keyOf(form));
/** @param {HTMLFormElement} form */
const forget = (form) => tab.remove(keyOf(form));

// --- a form of a match ---

// The draft outlives other acts, and ends once an operation of the form is written. An erasure of names
// removes it, for it may hold names (`data-erased`).

/** @param {HTMLFormElement} form */
const clearIn = (form) => /** @type {Found} */ (form.querySelector("[data-clear]"));

// Keep what is typed in the form from now on, and show what was.
/** @param {HTMLFormElement} form */
export function openForm(form) {
  form.addEventListener("input", () => keepForm(form));
  form.addEventListener("reset", () => {
    forget(form);
    clearIn(form).hidden = true;
    // The answer to a form has what was typed as its own.
    if (form.hasAttribute("action")) location.replace(form.action);
  });
  restoreForm(form);
}

/** @param {HTMLFormElement} form */
function keepForm(form) {
  /** @type {FormDraft | null} */
  const before = draftOf(form);
  const inputs = inputsOf(form);
  const names = new Set(inputs.map(({ name }) => name));
  // A form that changes an entry has fewer fields than one that writes a new one.
  const others = Object.entries(before?.values ?? {}).filter(
    ([name]) => !names.has(name.split("=")[0]),
  );
  const typed = new FormData(form);
  const ops = [...(before?.ops ?? []), typed.get("op_id") ?? ""];
  const { erased, number } = form.dataset;
  /** @type {FormDraft} */
  const draft = {
    ops: [...new Set(ops)],
    values: { ...Object.fromEntries(others), ...changedIn(inputs, before?.values) },
    why: typed.get("why") ?? before?.why,
    erased,
    number,
  };
  tab.set(keyOf(form), draft);
}

/** @param {HTMLFormElement} form */
function restoreForm(form) {
  /** @type {FormDraft | null} */
  const draft = draftOf(form);
  if (!draft?.values || Object.keys(draft.values).length === 0) return;
  if (draft.erased !== form.dataset.erased) {
    forget(form);
    return;
  }
  const unfit = showIn(inputsOf(form), draft.values);
  // The dealer was chosen for another hand number.
  if (draft.number !== form.dataset.number && takeBack(form, "dealer")) unfit.push("dealer");
  // A draft of an earlier version may have no kind: what it adds was a ruling.
  const why = form.querySelector(`[name=why][value=${draft.why ?? "ruling"}]`);
  if (why) why.checked = true;
  for (const name of unfit) {
    const told = form.querySelector(`[data-unfit=${name}]`);
    if (told) told.hidden = false;
  }
  clearIn(form).hidden = false;
  keepForm(form); // with the operation of this form
}

// Choose again what the form came with. Gives whether that is another choice.
/** @param {HTMLFormElement} form @param {string} name */
function takeBack(form, name) {
  const own = form.querySelector(`[name=${name}][checked]`);
  if (!own || own.checked) return false;
  own.checked = true;
  return true;
}

// Those of the server's pages; a form that the phone draws has no action, and the phone opens it.
for (const form of document.forms) {
  if (!form.matches("[data-draft][action]:not(#entry)")) continue;
  openForm(form);
  // Other rules have other switches: they are fetched, and what was turned in them is turned again.
  const chosen = /** @type {Found | null} */ (form.querySelector("[name=preset]:checked"));
  if (!chosen || chosen.defaultChecked) continue;
  form.addEventListener("htmx:afterSettle", () => restoreForm(form), { once: true });
  addEventListener("DOMContentLoaded", () => chosen.dispatchEvent(new Event("change")));
}

// --- a form with `data-typed` ---

// `data-mark` changes once the form was written. `data-unwritten` marks a form that was sent and came back.
// `data-once` marks a form whose sent fields must not come back: its answer is another page, or has all of
// them.

/** @typedef {{ mark: string, isSent: boolean, values: Record<string, string | boolean> }} Typed */

function keepTyped(form, isSent) {
  const values = changedIn(inputsOf(form), draftOf(form)?.values);
  tab.set(keyOf(form), { mark: form.dataset.mark, isSent, values });
}

function restoreTyped(form) {
  /** @type {Typed | null} */
  const draft = draftOf(form);
  if (!draft) return;
  const isBack = "unwritten" in form.dataset;
  if (draft.isSent && !isBack && draft.mark !== form.dataset.mark) {
    return forget(form); // it was written
  }
  showIn(inputsOf(form), draft.values);
  if (isBack) keepTyped(form, false);
}

const forms = () => [...document.forms].filter((form) => "typed" in form.dataset);
const followed = new WeakSet();

function follow() {
  for (const form of forms().filter((one) => !followed.has(one))) {
    followed.add(form);
    restoreTyped(form);
    form.addEventListener("input", () => keepTyped(form, false));
  }
}

follow();
document.addEventListener("htmx:afterSettle", follow); // a form's answer may come in its place

// Whichever form of the page it is: a sheet is typed in one, and written by another. Only a form with an
// operation, or with such a mark, writes. A form that asks for a page has its fields in that page's
// address.
document.addEventListener("submit", (event) => {
  const sent = /** @type {Found & HTMLFormElement} */ (event.target);
  const isWriting = sent.elements.namedItem("op_id") !== null || "writes" in sent.dataset;
  for (const form of forms()) {
    const isOnce = form.getAttribute("method") === "get" || "once" in form.dataset;
    if (form === sent && isOnce) forget(form);
    else if (draftOf(form)) keepTyped(form, isWriting);
  }
});
