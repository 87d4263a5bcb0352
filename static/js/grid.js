// Results by keyboard: Enter saves a row and goes to the next table without a result. The focus goes on
// before the answer is there. A question or a refusal calls it back, unless the next row is being typed. An
// Enter too many neither says yes nor leaves a row that is not saved.

import {
  areNumbers,
  conflict,
  follow,
  form,
  isAsking,
  isNumber,
  isOpen,
  isSending,
  isTyped,
  rowOf,
  rows,
  save,
  sayUnwritten,
  setState,
  takeBack,
  totals,
} from "./grid_rows.js";
import { tab } from "./kept.js";

// --- moves of the focus: to the next table, by arrows, to a table's number ---

const after = document.querySelector("#after");
const nextStep = () => document.querySelector("#next[data-draws]"); // above, once it is known there
const jump = document.querySelector("#jump");
const nowhere = document.querySelector("#nowhere");
let before = ""; // the id of the field from which it was jumped

function goTo(field) {
  field.focus();
  field.select?.();
}

// The next table without a result, from this one on and then from the first.
function nextOf(row) {
  const all = rows();
  const at = all.indexOf(row);
  const order = [...all.slice(at + 1), ...all.slice(0, at)];
  return order.find((one) => isOpen(one) && !isSending(one)) ?? null;
}

// Without one to the box for a table's number: a digit typed on goes to no result.
const goOn = (row) => goTo(row ? totals(row)[0] : jump);

// Move the focus to the open task in a row that is not saved: its question, a wrong number, or the last
// total.
function goBack(row) {
  const fields = totals(row);
  goTo(row.querySelector(".sure") ?? fields.find((field) => !isNumber(field)) ?? fields[1]);
  row.querySelector(".state").scrollIntoView({ block: "nearest" }); // the reason with its answer
}

// Does the focus stand where nothing is typed, or still in this row?
function isIdle(row) {
  const { activeElement } = document;
  const here = rowOf(activeElement);
  if (here) return here === row || !isTyped(here);
  const isOnward = activeElement === after || activeElement === nextStep();
  return isOnward || (activeElement === jump && !jump.value);
}

// Up and down in the same column, left and right where the text ends.
function move(event) {
  const field = event.target;
  const row = rowOf(field);
  const all = rows();
  const at = totals(row).indexOf(field);
  const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  const to = step ? all[all.indexOf(row) + step] : row;
  const there = to && totals(to)[step ? at : at + side];
  if (!there || (side && !isAtEdge(field, side))) return;
  event.preventDefault();
  goTo(there);
}

function isAtEdge({ selectionStart, selectionEnd, value }, side) {
  const isAll = selectionStart === 0 && selectionEnd === value.length;
  return isAll || (side < 0 ? selectionStart === 0 : selectionEnd === value.length);
}

function goToJump(from) {
  if (from !== jump) before = from.id;
  goTo(jump);
}

// Out of the box again, to where one was.
function jumpBack() {
  jump.value = "";
  sayNowhere("");
  const field = before && document.getElementById(before);
  if (field) goTo(field);
  else jumpOn();
}

function sayNowhere(number) {
  nowhere.textContent = number && nowhere.dataset.words.replace("{number}", number);
  jump.setAttribute("aria-invalid", String(Boolean(number)));
}

function jumpTo() {
  const number = jump.value.trim();
  const row = /^\d+$/.test(number) ? document.getElementById(`table-${Number(number)}`) : null;
  const isNowhere = Boolean(number) && !row;
  sayNowhere(isNowhere ? number : "");
  if (isNowhere) return jump.select();
  jump.value = "";
  if (row) goTo(totals(row)[0]);
  else jumpOn();
}

// Enter in the empty box: to what has no result yet, and at last to where it goes on.
function jumpOn() {
  const open = rows().find(isOpen);
  if (open) goOn(open);
  else (nextStep() ?? after).focus();
}

// --- unsaved texts stay in this tab: back, a reload, a link lose nothing ---

const key = `draft:grid:${form.dataset.draft}`;
const kept = () => tab.get(key) ?? {};

function keepTyped(row) {
  const { table, seq } = row.dataset;
  if (!isTyped(row)) return forgetTyped(row);
  const values = totals(row).map(({ value }) => value);
  tab.set(key, { ...kept(), [table]: { seq, values } });
}

// It is written, or was taken back.
function forgetTyped(row) {
  if (isTyped(row)) return;
  const { [row.dataset.table]: _, ...others } = kept();
  tab.set(key, others);
}

function restoreTyped() {
  const drafts = kept();
  for (const row of rows()) {
    const draft = drafts[row.dataset.table];
    if (!draft) continue;
    for (const [at, field] of totals(row).entries()) field.value = draft.values[at];
    if (!isTyped(row)) forgetTyped(row);
    else if (draft.seq !== row.dataset.seq) conflict(row);
    else sayUnwritten(row);
  }
  // A browser that goes to the table in the address takes the focus away once it is loaded.
  if (location.hash) addEventListener("load", () => requestAnimationFrame(begin));
  else begin();
}

// The first table without a result has the focus, where no keyboard comes up over the page for it.
function begin() {
  const { activeElement, body } = document;
  const open = rows().find(isOpen);
  if (activeElement !== body || !open || !matchMedia("(hover: hover)").matches) return;
  const [field] = totals(open);
  field.focus({ preventScroll: true });
  field.select();
}

// --- keys, and rows that are finished ---

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
  if (!rows().some(isOpen)) lookNow(); // the round summed up says what comes next
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
  row.classList.add("given-up"); // nothing is corrected, and no reason is asked for
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

// A key of the desk that is pressed in a box types nothing, and leads on. Behind a digit a letter stands:
// without it 24o would be 24, and saved.
form.addEventListener("beforeinput", (event) => {
  const field = /** @type {HTMLInputElement} */ (event.target);
  const isUntyped = field.matches(".total") && field.value === field.defaultValue;
  const isKey = field.matches("#jump") || isUntyped;
  if (isKey && NO_NUMBER.test(event.data ?? "")) event.preventDefault();
});

form.addEventListener("input", ({ target }) => {
  const row = rowOf(target);
  if (!row) return;
  row.classList.remove("given-up");
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
document.addEventListener("keydown", (event) => {
  if (event.target === nextStep()) stay(event);
});

form.classList.add("scripted");
jump.parentElement.hidden = false;
restoreTyped();
tell();
const lookNow = follow(tell);
