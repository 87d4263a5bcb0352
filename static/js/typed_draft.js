// What is typed or ticked in a form of a tournament or a club stays in this tab until it is written:
// back, a reload, a link lose nothing. Only what differs from the page as it came is kept, so that what
// others write meanwhile is not undone by it. `data-mark` is another one once the form was written;
// `data-unwritten` stands where it was sent and came back; `data-once` where nothing that was sent is
// to come back: its answer is another page, or has all of it.

import { tab } from "./kept.js";

/** @typedef {{ mark: string, isSent: boolean, values: Record<string, string | boolean> }} Typed */

const SKIPPED =
  "[type=hidden], [type=file], button, [name=preset], [name^=switch_], [name=confirm], [name=sure]";
const isTick = (input) => input.matches("[type=checkbox], [type=radio]");
const nameOf = (input) => (isTick(input) ? `${input.name}=${input.value}` : input.name);
const inputsOf = (form) =>
  [...form.elements].filter((input) => input.name && !input.matches(SKIPPED));

const stateOf = (input) => (isTick(input) ? input.checked : input.value);
const keyOf = (form) => `draft:typed:${form.dataset.typed}`;
/** @returns {Typed | null} */
const kept = (form) => tab.get(keyOf(form));
const forget = (form) => tab.remove(keyOf(form));

function shownIn(input) {
  if (isTick(input)) return input.defaultChecked;
  if (!input.options) return input.defaultValue;
  const options = [...input.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

// A page that answers a form shows what was typed as its own: that is still to be kept.
function keep(form, isSent) {
  const before = kept(form)?.values ?? {};
  const values = {};
  for (const input of inputsOf(form)) {
    const [name, value] = [nameOf(input), stateOf(input)];
    if (value !== shownIn(input) || before[name] === value) values[name] = value;
  }
  tab.set(keyOf(form), { mark: form.dataset.mark, isSent, values });
}

function restore(form) {
  const draft = kept(form);
  if (!draft) return;
  const isBack = "unwritten" in form.dataset;
  if (draft.isSent && !isBack && draft.mark !== form.dataset.mark) {
    return forget(form); // it was written
  }
  for (const input of inputsOf(form)) {
    const value = draft.values[nameOf(input)];
    if (value === undefined || value === stateOf(input)) continue;
    if (isTick(input)) input.checked = value;
    else input.value = value;
    input.closest("details")?.setAttribute("open", "");
  }
  if (isBack) keep(form, false);
}

const forms = [...document.querySelectorAll("form[data-typed]")];

for (const form of forms) {
  restore(form);
  form.addEventListener("input", () => keep(form, false));
}

// Whichever form of the page it is: a sheet is typed in one, and written by another. Only one with an
// operation, or that says so, writes; one that asks for a page has its fields in the address of that.
document.addEventListener("submit", (event) => {
  const sent = /** @type {Found & HTMLFormElement} */ (event.target);
  const isWriting = sent.elements.namedItem("op_id") !== null || "writes" in sent.dataset;
  for (const form of forms) {
    const isOnce = form.getAttribute("method") === "get" || "once" in form.dataset;
    if (form === sent && isOnce) forget(form);
    else if (kept(form)) keep(form, isWriting);
  }
});
