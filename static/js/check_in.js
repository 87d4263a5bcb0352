// Attendance: each tick is sent at once and alone, and other phones' ticks appear. Without
// this script the ticks are saved by a button. While a name is typed, the list shows the pairs
// that have it; Enter leads to the first of them.

import { isOurs, newId, within } from "./requests.js";

const PATIENCE_MS = 10_000;
const LOOK_MS = 5000;
const form = /** @type {Found & HTMLFormElement} */ (document.querySelector("#attend"));
const sending = new Set();

const boxes = () => [...form.querySelectorAll("[name=present]")];

function say(box, words, isBad) {
  const place = box.closest("li").querySelector(".ticked");
  place.textContent = words;
  place.classList.toggle("bad", isBad);
}

// The keys that are present, or nothing where that is not known.
async function asked(address, options) {
  const answer = await fetch(address, options);
  if (answer.status !== 200 || !isOurs(answer)) throw new Error("no answer");
  return (await answer.json()).present;
}

function show(present) {
  for (const box of boxes()) {
    if (sending.has(box)) continue;
    const isHere = present.includes(box.value);
    if (box.checked !== isHere) say(box, "", false);
    box.checked = isHere;
  }
}

async function send(box) {
  const fields = new FormData(form);
  const body = new URLSearchParams({ op_id: newId(), present: box.checked ? "1" : "0" });
  for (const name of ["csrf_token", "revision", "after"]) body.set(name, String(fields.get(name)));
  sending.add(box);
  box.disabled = true;
  const present = await within(PATIENCE_MS, (options) =>
    asked(box.dataset.tick, { method: "POST", body, ...options }),
  ).catch(() => null);
  box.disabled = false;
  if (document.activeElement === document.body) box.focus();
  sending.delete(box);
  if (present) show(present);
  else box.checked = !box.checked;
  say(box, present ? form.dataset.saved : form.dataset.unsaved, !present);
}

async function look() {
  if (document.hidden || sending.size) return;
  const present = await within(LOOK_MS, (options) => asked(form.dataset.ticks, options)).catch(
    () => null,
  );
  if (present && !sending.size) show(present);
}

const plain = (text) =>
  ` ${text
    .normalize("NFD")
    .replace(/[\p{M}\u00ad\u200b]/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ")}`.replace(/\s+/g, " ");

function find(text) {
  for (const row of form.querySelectorAll(".pairs > li"))
    row.hidden = !plain(row.querySelector(".here").textContent).includes(plain(text).trimEnd());
}

if (form) {
  const asks = /** @type {Found & HTMLInputElement} */ (document.querySelector("#find"));
  asks.addEventListener("input", () => find(asks.value));
  asks.form.addEventListener("submit", (event) => {
    const first = boxes().find((box) => !box.closest("li").hidden);
    if (first) event.preventDefault();
    first?.focus();
  });
  document.querySelector("#save-ticks").hidden = true;
  form.addEventListener("change", ({ target }) => {
    const box = /** @type {HTMLInputElement} */ (target);
    if (box.name === "present") send(box);
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  setInterval(look, LOOK_MS);
}
