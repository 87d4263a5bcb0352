// A sheet from paper gets one more row once something stands in the last one, and those of its draft
// before that is shown in them.

import { tab } from "./kept.js";

const body = document.querySelector(".typed tbody");
const pattern = document.querySelector("#sheet-row");
const form = body.closest("form");
const most = Number(pattern.dataset.most);

const numberOf = (name) => Number(name.match(/\d+$/)?.[0] ?? 0);
const count = () => body.querySelectorAll("th").length;

function rowOf(number) {
  const row = pattern.content.cloneNode(true);
  row.querySelector("th").textContent = String(number);
  for (const input of row.querySelectorAll("[name]")) {
    for (const name of ["name", "aria-label"]) {
      input.setAttribute(name, input.getAttribute(name).replace("{n}", String(number)));
    }
  }
  return row;
}

function fillUpTo(number) {
  while (count() < Math.min(number, most)) body.append(rowOf(count() + 1));
}

const draft = tab.get(`draft:typed:${form.dataset.typed}`)?.values ?? {};
for (const [name, value] of Object.entries(draft)) if (value) fillUpTo(numberOf(name) + 1);

body.addEventListener("input", (event) => {
  const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  if (target.value) fillUpTo(numberOf(target.name) + 1);
});
