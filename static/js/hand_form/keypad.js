// The form's own keypad: the points of one side are typed, those of the other follow.

import { OTHER, total } from "../rules.js";
import { activeSide, box, isThere, showChoices, state, trump } from "./form.js";
import { changed, showLive } from "./live.js";

const TYPING_MS = 1200; // after which a number that could go on is taken to be whole

export function fillOther() {
  if (!state.context) return;
  const side = activeSide();
  const points = box(side).value;
  const rest = total(state.context.rules, trump()) - Number(points);
  box(OTHER[side]).value = points === "" || rest < 0 ? "" : String(rest);
}

/** @param {Side} side */
export function chooseSide(side) {
  if (side === activeSide()) return;
  state.active = side;
  // The number on the screen becomes the typed one; the next digit begins anew.
  box(side).dataset.fresh = "";
  showChoices();
}

// A digit, or "Backspace".
/** @param {string} key */
export function press(key) {
  document.querySelector("#entry .over:is(:popover-open)")?.hidePopover();
  const input = box(activeSide());
  const before = input.value;
  if ("fresh" in input.dataset) {
    delete input.dataset.fresh;
    if (key !== "Backspace") input.value = "";
  }
  if (key === "Backspace") {
    stopTyping();
    return setPoints(before.slice(0, -1));
  }
  startTyping();
  typeDigit(key);
}

/** @param {string} digit */
function typeDigit(digit) {
  const before = box(activeSide()).value;
  if (before.length < 3) setPoints(before === "0" ? digit : before + digit);
}

/** @param {string} text */
function setPoints(text) {
  box(activeSide()).value = text;
  fillOther();
  changed();
}

function startTyping() {
  clearTimeout(state.typing ?? undefined);
  state.typing = setTimeout(() => {
    state.typing = null;
    const isOpen = isThere() && state.context !== null;
    if (isOpen && document.querySelector("#live [data-so-far]")) showLive();
  }, TYPING_MS);
}

export function stopTyping() {
  clearTimeout(state.typing ?? undefined);
  state.typing = null;
}
