// Moves of the focus in the grid: to the next table without a result, by arrows, to a table's number.

import { isNumber, isOpen, isSending, isTyped, rowOf, rows, totals } from "./grid_rows.js";

export const after = document.querySelector("#after");
export const jump = document.querySelector("#jump");
const nowhere = document.querySelector("#nowhere");
let before = ""; // the id of the field from which it was jumped

export function goTo(field) {
  field.focus();
  field.select?.();
}

// The next table without a result, from this one on and then from the first.
export function nextOf(row) {
  const all = rows();
  const at = all.indexOf(row);
  const order = [...all.slice(at + 1), ...all.slice(0, at)];
  return order.find((one) => isOpen(one) && !isSending(one)) ?? null;
}

// Without one to the box for a table's number: a digit typed on goes to no result.
export const goOn = (row) => goTo(row ? totals(row)[0] : jump);

// To what is to be done in a row that is not saved: its question, what is no number, the last total.
export function goBack(row) {
  const fields = totals(row);
  goTo(row.querySelector(".sure") ?? fields.find((field) => !isNumber(field)) ?? fields[1]);
}

// Does the focus stand where nothing is typed, or still in this row?
export function isIdle(row) {
  const { activeElement } = document;
  const here = rowOf(activeElement);
  if (here) return here === row || !isTyped(here);
  return activeElement === after || (activeElement === jump && !jump.value);
}

// Up and down in the same column, left and right where the text ends.
export function move(event) {
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

export function goToJump(from) {
  if (from !== jump) before = from.id;
  goTo(jump);
}

// Out of the box again, to where one was.
export function jumpBack() {
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

export function jumpTo() {
  const number = jump.value.trim();
  const row = /^\d+$/.test(number) ? document.getElementById(`row-${Number(number)}`) : null;
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
  else after.focus();
}
