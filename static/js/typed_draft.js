// The typed and ticked fields of a tournament's or a club's form stay in this tab until they are written.
// The way back, a reload or a link loses nothing. Only fields that differ from the page are kept, so that
// they never undo what others write meanwhile. `data-mark` changes once the form was written.
// `data-unwritten` marks a form that was sent and came back. `data-once` marks a form whose sent fields
// must not come back: its answer is another page, or has all of them.

import { tab } from "./kept.js";
import { changedIn, showIn } from "./typed_fields.js";

/** @typedef {{ mark: string, isSent: boolean, values: Record<string, string | boolean> }} Typed */

const SKIPPED =
  "[type=hidden], [type=file], button, [name=preset], [name^=switch_], [name=confirm], [name=sure]";
const inputsOf = (form) =>
  [...form.elements].filter((input) => input.name && !input.matches(SKIPPED));
const keyOf = (form) => `draft:typed:${form.dataset.typed}`;
/** @returns {Typed | null} */
const kept = (form) => tab.get(keyOf(form));
const forget = (form) => tab.remove(keyOf(form));

function keep(form, isSent) {
  const values = changedIn(inputsOf(form), kept(form)?.values);
  tab.set(keyOf(form), { mark: form.dataset.mark, isSent, values });
}

function restore(form) {
  const draft = kept(form);
  if (!draft) return;
  const isBack = "unwritten" in form.dataset;
  if (draft.isSent && !isBack && draft.mark !== form.dataset.mark) {
    return forget(form); // it was written
  }
  showIn(inputsOf(form), draft.values);
  if (isBack) keep(form, false);
}

const forms = () => [...document.querySelectorAll("form[data-typed]")];
const followed = new WeakSet();

function follow() {
  for (const form of forms().filter((one) => !followed.has(one))) {
    followed.add(form);
    restore(form);
    form.addEventListener("input", () => keep(form, false));
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
    else if (kept(form)) keep(form, isWriting);
  }
});
