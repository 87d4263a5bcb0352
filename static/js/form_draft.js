// The typed fields of a match's form stay in this tab until they are written. They survive the page of
// changes, the way back, a reload, another language, and other acts. An erasure of names removes them, for
// they may hold names (`data-erased`).

import { tab } from "./kept.js";
import { changedIn, showIn } from "./typed_fields.js";

/** @param {HTMLFormElement} form */
const keyOf = (form) => `draft:${form.dataset.draft}`;
/** @param {HTMLFormElement} form */
const inputsOf = (form) =>
  /** @type {Found[]} */ ([...form.elements]).filter(({ name, type }) => name && type !== "hidden");
/** @param {HTMLFormElement} form */
const clearIn = (form) => /** @type {Found} */ (form.querySelector("[data-clear]"));

// Keep what is typed in the form from now on, and show what was. Gives the draft that it shows.
/** @param {HTMLFormElement} form @returns {FormDraft | null} */
export function openForm(form) {
  form.addEventListener("input", () => keepForm(form));
  form.addEventListener("reset", () => {
    tab.remove(keyOf(form));
    clearIn(form).hidden = true;
    // The answer to a form has what was typed as its own.
    if (form.hasAttribute("action")) location.replace(form.action);
  });
  return restoreForm(form);
}

/** @param {HTMLFormElement} form */
export function keepForm(form) {
  /** @type {FormDraft | null} */
  const before = tab.get(keyOf(form));
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

/** @param {HTMLFormElement} form @returns {FormDraft | null} */
export function restoreForm(form) {
  /** @type {FormDraft | null} */
  const draft = tab.get(keyOf(form));
  if (!draft?.values || Object.keys(draft.values).length === 0) return null;
  if (draft.erased !== form.dataset.erased) {
    tab.remove(keyOf(form));
    return null;
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
  return draft;
}

// Choose again what the form came with. Gives whether that is another choice.
/** @param {HTMLFormElement} form @param {string} name */
function takeBack(form, name) {
  const own = form.querySelector(`[name=${name}][checked]`);
  if (!own || own.checked) return false;
  own.checked = true;
  return true;
}
