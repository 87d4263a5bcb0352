// Keys of a tournament's desk: a letter for each of its parts, / for the seat of a pair, ? for all
// of them. None while a field has the focus, and none where they were switched off.

import { device } from "./kept.js";

const OFF = "no-keys";
const sheet = document.querySelector("#keys");

// The letter on the key, on a Greek keyboard too.
function letterOf(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return event.code.match(/^Key([A-Z])$/)?.[1].toLowerCase() ?? "";
}

function isForAField({ target }) {
  return target instanceof Element && target.closest("input, select, textarea, [contenteditable]");
}

const isOff = () => device.has(OFF);

function goTo(link) {
  if (link) link.click();
}

function press(event) {
  const { key } = event;
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || event.repeat) return;
  if (isForAField(event) || isOff()) return;
  const letter = letterOf(event);
  if (key === "?") sheet.togglePopover();
  else if (key === "/") findSeat();
  else if (key === "*")
    document.querySelector("#jump")?.select(); // the grid's, from outside of it
  else if (letter === "g" && sheet.dataset.grid) location.assign(sheet.dataset.grid);
  else if (letter) goTo(document.querySelector(`.sections [aria-keyshortcuts="${letter}"]`));
  else return;
  if ("/?*".includes(key)) event.preventDefault(); // it is not typed, and opens no search
}

function findSeat() {
  const field = document.querySelector("#seat");
  if (field) field.select();
  else goTo(document.querySelector("#seat-of"));
}

function start() {
  const works = document.querySelector("#keys-work");
  works.checked = !isOff();
  works.addEventListener("change", () => {
    if (works.checked) device.remove(OFF);
    else device.set(OFF, true);
  });
  document.addEventListener("keydown", press);
  if (location.hash === "#seat") findSeat();
}

if (sheet) start();
