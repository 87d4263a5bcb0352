// A sheet from paper. It gets one more row once something stands in the last one, and is typed by columns.
// Of the card points one side's are enough: the other's stand there in grey.

import { tab } from "./kept.js";

const table = document.querySelector(".typed");
const body = table.querySelector("tbody");
const form = table.closest("form");
const pattern = document.querySelector("#sheet-row");
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

// The rows of the draft are there before that is shown in them (typed_draft.js).
const draft = tab.get(`draft:typed:${form.dataset.typed}`)?.values ?? {};
for (const [name, value] of Object.entries(draft)) if (value) fillUpTo(numberOf(name) + 1);

body.addEventListener("input", (event) => {
  const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
  if (target.value) fillUpTo(numberOf(target.name) + 1);
});

// --- keys: Enter goes down, and from the empty row behind the last hand to the next column ---

// In a column of scores the last hand is the last row.

const check = form.querySelector("button[type=submit]:not([name], [aria-hidden])");

const field = (column, number) => form.elements.namedItem(`${column}${number}`);
const pointsAt = (number) =>
  ["a", "b"].some((side) => field(side, number)?.value.trim()) ||
  Boolean(field("mark", number)?.value);

function lastHand() {
  let last = 0;
  for (let number = 1; field("a", number); number++) if (pointsAt(number)) last = number;
  return last;
}

function goTo(input) {
  input.focus();
  input.select?.();
}

function down(column, number) {
  const isOfPoints = column === "a" || column === "b";
  const last = lastHand();
  const isAtEnd = isOfPoints ? !pointsAt(number) && number > last : number >= last;
  const below = field(column, number + 1);
  if (!isAtEnd) return goTo(below ?? check);
  const next = isOfPoints ? "score_a" : { score_a: "score_b" }[column];
  goTo(next && last ? field(next, 1) : check);
}

table.addEventListener("keydown", (event) => {
  const target = /** @type {Found & HTMLInputElement} */ (event.target);
  if (event.key !== "Enter" || !target.matches("input")) return;
  event.preventDefault();
  const [, column, number] = target.name.match(/^(\D+?)(\d+)$/) ?? [];
  if (column) down(column, Number(number));
  else goTo(check);
});

// A browser goes from 3 to 33 and back again for the keys 33: the kapo would be another pair's.
let digits = { select: null, typed: "", at: 0 };

table.addEventListener("keydown", (event) => {
  const select = /** @type {Found & HTMLSelectElement} */ (event.target);
  if (!select.matches("select") || !/^\d$/.test(event.key)) return;
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const goesOn = digits.select === select && event.timeStamp - digits.at < 1000;
  const typed = (goesOn ? digits.typed : "") + event.key;
  const options = [...select.options].map((option) => option.text.replace("×", ""));
  const at = [typed, event.key].map((text) => options.indexOf(text)).find((place) => place >= 0);
  digits = { select, typed, at: event.timeStamp };
  event.preventDefault();
  if (at === undefined || at === select.selectedIndex) return;
  select.selectedIndex = at;
  select.dispatchEvent(new Event("input", { bubbles: true }));
});

function showOther(side, number) {
  const points = field(side, number).value.trim();
  const other = Number(form.dataset.total) - Number(points);
  const isPlain = points !== "" && other >= 0 && !field("mark", number)?.value;
  field(side === "a" ? "b" : "a", number).placeholder = isPlain ? String(other) : "";
}

function showOthers(number) {
  showOther("a", number);
  showOther("b", number);
}

if (form.dataset.total) {
  // Once the draft is there again.
  addEventListener("DOMContentLoaded", () => {
    for (let number = 1; field("a", number); number++) showOthers(number);
  });
  table.addEventListener("input", (event) => {
    const target = /** @type {HTMLInputElement | HTMLSelectElement} */ (event.target);
    const [number] = target.name.match(/\d+$/) ?? [];
    if (number) showOthers(number);
  });
}
