// What is typed in a form stays in this tab until it is written: through the page that shows what it
// changes and back, a reload, another language. The match page forgets it; once names were erased, which
// may stand in it, the form has another key.

import { tab } from "./kept.js";

const form = document.querySelector("form[data-draft]");
const key = `draft:${form.dataset.draft}`;

const isTyped = (input) => input.name && input.type !== "hidden";

function keep() {
  const names = new Set([...form.elements].filter(isTyped).map((input) => input.name));
  tab.set(
    key,
    [...new FormData(form)].filter(([name]) => names.has(name)),
  );
}

function restore() {
  const typed = tab.get(key);
  if (!typed) return;
  for (const input of form.elements) {
    const values = typed.filter(([name]) => name === input.name).map(([, value]) => value);
    if (isTyped(input)) put(input, values);
  }
}

function put(input, values) {
  if (input.matches("[type=radio], [type=checkbox]")) {
    input.checked = values.includes(input.value);
    return;
  }
  // A hand that was to choose may be gone since.
  const isOffered = (value) => [...input.options].some((option) => option.value === value);
  if (values.length > 0 && (!input.options || isOffered(values[0]))) input.value = values[0];
}

form.addEventListener("input", keep);
restore();

// Other rules have other switches: they are fetched, and what was turned in them is turned again.
const chosen = form.querySelector("[name=preset]:checked");
if (chosen && !chosen.defaultChecked) {
  form.addEventListener("htmx:afterSettle", restore, { once: true });
  addEventListener("DOMContentLoaded", () => chosen.dispatchEvent(new Event("change")));
}
