// Results by keyboard: Enter saves a row and goes to the next table without a result. The focus goes
// on before the answer is there; a question or a refusal calls it back while nothing is typed
// further on. An Enter too many neither says yes nor leaves a row that is not saved.

import { forgetTyped, keepTyped, restoreTyped } from "./grid_draft.js";
import {
  after,
  goBack,
  goOn,
  goTo,
  goToJump,
  isIdle,
  jump,
  jumpBack,
  jumpTo,
  move,
  nextOf,
} from "./grid_moves.js";
import { follow } from "./grid_news.js";
import {
  areNumbers,
  form,
  isAsking,
  isOpen,
  isSending,
  isTyped,
  rowOf,
  rows,
  setState,
  takeBack,
  totals,
} from "./grid_rows.js";
import { save } from "./grid_saving.js";

const DOUBLE_MS = 700; // an Enter so soon after the one that saved is no second wish
const NO_NUMBER = /[^\d\s−-]|^ $/;
const left = document.querySelector("#left");
let hasEscaped = false; // by the key before
let finishedAt = -DOUBLE_MS;

// Which row wants to be looked at; else how many tables have no result yet.
function tell() {
  const { left: some, none } = left.dataset;
  const asking = rows().find(isAsking);
  const count = rows().filter(isOpen).length;
  const counted = count ? some.replace("{count}", String(count)) : none;
  const words = asking ? form.dataset.looks.replace("{number}", asking.dataset.table) : counted;
  if (left.textContent !== words) left.textContent = words;
}

async function finish(row) {
  finishedAt = performance.now();
  const next = areNumbers(row) && nextOf(row);
  if (next) goOn(next);
  else goTo(totals(row)[1]); // until it is known how it stands
  const fresh = await save(row);
  if (isIdle(fresh)) {
    if (isAsking(fresh)) goBack(fresh);
    else if (!next) goOn(nextOf(fresh));
  }
  forgetTyped(fresh);
  tell();
}

function enter(field) {
  const row = rowOf(field);
  if (isSending(row)) return;
  const [a, b] = totals(row);
  const why = row.querySelector("input.why");
  if (field.matches(".sure") && !field.checked) return; // the space bar says yes
  if (field === a && a.value.trim()) goTo(b);
  else if (!isTyped(row)) passBy(row);
  else if (!a.value.trim() || !b.value.trim()) goTo(a.value.trim() ? b : a);
  else if (why && !why.value.trim()) goTo(why);
  else finish(row);
}

// A table that has no result yet.
function passBy(row) {
  if (performance.now() - finishedAt >= DOUBLE_MS) goOn(nextOf(row));
}

// A link that the focus came upon is not followed while something is unsaved.
function stay(event) {
  const row = rows().find(isTyped);
  if (event.key !== "Enter" || !row) return;
  event.preventDefault();
  goBack(row);
}

function giveUp(row) {
  takeBack(row);
  forgetTyped(row);
  tell();
  goTo(totals(row)[0]);
}

function leave(field) {
  const row = rowOf(field);
  if (hasEscaped) after.focus();
  else if (field === jump) jumpBack();
  else if (row && !isSending(row)) giveUp(row);
}

form.addEventListener("keydown", (event) => {
  const field = /** @type {Found & HTMLInputElement} */ (event.target);
  const row = rowOf(field);
  if (event.key === "*") {
    event.preventDefault();
    goToJump(field);
  } else if (event.key === "Enter" && field.matches("input")) {
    event.preventDefault();
    if (event.repeat) return; // the key is held down
    if (field === jump) jumpTo();
    else enter(field);
  } else if (event.key === "Escape") leave(field);
  else if (field.matches(".sure") && /^\d$/.test(event.key)) {
    goOn(nextOf(row) ?? row); // of the next table, and the question stays open; else mended
  } else if (field.matches("a")) stay(event);
  else if (field.matches(".total") && event.key.startsWith("Arrow")) move(event);
  hasEscaped = event.key === "Escape" && !hasEscaped;
});

// A letter is no result: a key of the desk that is pressed in a box types nothing.
form.addEventListener("beforeinput", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  if (field.matches(".total, #jump") && NO_NUMBER.test(event.data ?? "")) event.preventDefault();
});

form.addEventListener("input", ({ target }) => {
  const row = rowOf(target);
  if (!row) return;
  if (row.dataset.state === "saved" && isTyped(row)) setState(row, "");
  if (!isTyped(row)) row.querySelector(".unwritten")?.remove();
  keepTyped(row);
});

// The button saves all that is typed, row by row.
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  for (const row of rows().filter(isTyped)) {
    forgetTyped(await save(row));
    tell();
  }
});

after.addEventListener("keydown", stay);

form.classList.add("scripted");
jump.parentElement.hidden = false;
restoreTyped();
tell();
follow(tell);
