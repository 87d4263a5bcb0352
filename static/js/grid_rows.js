// Rows of the grid of results: what is typed in one, what is written there, how it stands.

const OPEN = ["asks", "wrong", "conflict"];

export const form = /** @type {HTMLFormElement} */ (document.getElementById("grid"));
export const rows = () => [...form.querySelectorAll("[data-table]")];
export const rowOf = (field) => field.closest("[data-table]");
export const totals = (row) => [...row.querySelectorAll(".total")];
export const valuesIn = (row) => totals(row).map(({ value }) => value.trim());

// A number as the server reads one; else it will be refused.
export const isNumber = ({ value }) => /^[-−]?\d+$/.test(value.trim());
export const areNumbers = (row) => totals(row).every(isNumber);

// Both totals as they stand in the fields, and as they are written.
export const typedIn = (row) => valuesIn(row).join(":");
export const writtenIn = (row) => row.querySelector("[name^=was]")?.value ?? ":";

export const isTyped = (row) => typedIn(row) !== writtenIn(row);
export const isAsking = (row) => OPEN.includes(row.dataset.state);
export const isOpen = (row) => !("done" in row.dataset) || isAsking(row);
export const isSending = (row) => row.classList.contains("sending");

export function setState(row, state) {
  row.classList.remove(...OPEN, "saved");
  if (state) row.classList.add(state);
  row.dataset.state = state;
}

// A word beside the row, in the place of what was said there.
export function say(row, words, isWrong) {
  row.querySelector(".state").replaceChildren(word(words, isWrong));
}

function word(words, isWrong) {
  const said = Object.assign(document.createElement("span"), { textContent: words });
  said.className = isWrong ? "wrong" : "muted";
  return said;
}

export function takeBack(row) {
  const written = writtenIn(row).split(":");
  for (const [at, field] of totals(row).entries()) {
    field.value = written[at];
    field.removeAttribute("aria-invalid");
  }
  const why = row.querySelector("input.why");
  if (why) why.value = "";
  for (const said of row.querySelectorAll(".state :is(.wrong, .option)")) said.remove();
  setState(row, "");
}

// The typed text stands there again, and the row's words are about the written result.
export function sayUnwritten(row) {
  const said = word(form.dataset.unwritten, true);
  said.classList.add("unwritten");
  row.querySelector(".state").prepend(said);
}

// Somebody else wrote there: what is typed stands beside what is written now.
export function conflict(row) {
  row.querySelector(".state").prepend(word(form.dataset.meanwhile, true), " ");
  setState(row, "conflict");
}

// The row in the place of another of the same table; who stood in that stands in this, and types over
// what is written.
export function replace(old, fresh) {
  const { activeElement } = document;
  const id = old.contains(activeElement) ? activeElement.id : "";
  for (const field of totals(fresh)) field.removeAttribute("autofocus");
  old.replaceWith(fresh);
  const field = id && /** @type {Found & HTMLInputElement} */ (document.getElementById(id));
  if (field) field.focus();
  if (field && !isTyped(fresh)) field.select?.();
  return fresh;
}

export const rowsIn = (html) => [
  ...new DOMParser().parseFromString(html, "text/html").querySelectorAll("[data-table]"),
];
