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

// The keys that are present with their count in words, or nothing where that is not known.
async function asked(address, options) {
  const answer = await fetch(address, options);
  if (answer.status !== 200 || !isOurs(answer)) throw new Error("no answer");
  return answer.json();
}

function show({ present, there }) {
  const count = document.querySelector("#there"); // the door's news bring another one
  if (count.textContent !== there) count.textContent = there;
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
  const now = await within(PATIENCE_MS, (options) =>
    asked(box.dataset.tick, { method: "POST", body, ...options }),
  ).catch(() => null);
  box.disabled = false;
  if (document.activeElement === document.body) box.focus();
  sending.delete(box);
  if (now) show(now);
  else box.checked = !box.checked;
  say(box, now ? form.dataset.saved : form.dataset.unsaved, !now);
}

async function look() {
  if (document.hidden || sending.size) return;
  const now = await within(LOOK_MS, (options) => asked(form.dataset.ticks, options)).catch(
    () => null,
  );
  if (now && !sending.size) show(now);
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
