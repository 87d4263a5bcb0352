// What is typed or ticked in a form of a tournament or a club stays in this tab until it is written:
// back, a reload, a link lose nothing. Only what differs from the page as it came is kept, so that what
// others write meanwhile is not undone by it. `data-mark` is another one once the form was written;
// `data-unwritten` stands where it was sent and came back; `data-once` where nothing that was sent is
// to come back: its answer is another page, or has all of it.

/** @typedef {{ mark: string, isSent: boolean, values: Record<string, string | boolean> }} Typed */

const SKIPPED =
  "[type=hidden], [type=file], button, [name=preset], [name^=switch_], [name=confirm], [name=sure]";
const isTick = (input) => input.matches("[type=checkbox], [type=radio]");
const nameOf = (input) => (isTick(input) ? `${input.name}=${input.value}` : input.name);
const inputsOf = (form) =>
  [...form.elements].filter((input) => input.name && !input.matches(SKIPPED));

const stateOf = (input) => (isTick(input) ? input.checked : input.value);

function shownIn(input) {
  if (isTick(input)) return input.defaultChecked;
  if (!input.options) return input.defaultValue;
  const options = [...input.options];
  return (options.find(({ defaultSelected }) => defaultSelected) ?? options[0])?.value;
}

/** @returns {Typed | null} */
function kept(key) {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null");
  } catch {
    return null;
  }
}

// A page that answers a form shows what was typed as its own: that is still to be kept.
function keep(form, key, isSent) {
  const before = kept(key)?.values ?? {};
  const values = {};
  for (const input of inputsOf(form)) {
    const [name, value] = [nameOf(input), stateOf(input)];
    if (value !== shownIn(input) || before[name] === value) values[name] = value;
  }
  try {
    sessionStorage.setItem(key, JSON.stringify({ mark: form.dataset.mark, isSent, values }));
  } catch {
    // Storage full or refused: what is typed is lost on the way back, and typed again.
  }
}

function forget(form) {
  try {
    sessionStorage.removeItem(keyOf(form));
  } catch {
    // No storage in this browser: nothing was kept either.
  }
}

function restore(form, key) {
  const draft = kept(key);
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
  if (isBack) keep(form, key, false);
}

const forms = [...document.querySelectorAll("form[data-typed]")];
const keyOf = (form) => `draft:typed:${form.dataset.typed}`;

for (const form of forms) {
  restore(form, keyOf(form));
  form.addEventListener("input", () => keep(form, keyOf(form), false));
}

// Whichever form of the page it is: a sheet is typed in one, and written by another. Only one with an
// operation, or that says so, writes; one that asks for a page has its fields in the address of that.
document.addEventListener("submit", (event) => {
  const sent = /** @type {Found & HTMLFormElement} */ (event.target);
  const isWriting = sent.elements.namedItem("op_id") !== null || "writes" in sent.dataset;
  for (const form of forms) {
    const isOnce = form.getAttribute("method") === "get" || "once" in form.dataset;
    if (form === sent && isOnce) forget(form);
    else if (kept(keyOf(form))) keep(form, keyOf(form), isWriting);
  }
});
