// The entry of a hand: keypad, chips that can be untapped, the other side filled in, the score so far, a
// draft. The phone opens it (phone/entry_view.js), and is given what is to be written.

import {
  activeSide,
  box,
  choose,
  clear,
  find,
  findAll,
  forget,
  form,
  isThere,
  restore,
  showChoices,
  state,
  step,
} from "./hand_form/form.js";
import { chooseSide, fillOther, press, stopTyping } from "./hand_form/keypad.js";
import { changed, showLive, showRestored } from "./hand_form/live.js";
import { fields } from "./hand_preview.js";
import { OTHER } from "./rules.js";
import {
  closePanelOf,
  forgetTaps,
  keepOne,
  noteChosen,
  uncheckOnSecondTap,
} from "./selected_chips.js";

const KEYS = "[data-digit], [data-delete], [data-switch], .box";
const WORDS = "input[type=text]:not([readonly]), textarea, select";

// Show the entry that is in the page: what of the hand is known, what was typed before, its worth.
/** @param {FormContext} context */
export function openEntry(context) {
  const { hand, rules, isOwnView } = context;
  Object.assign(state, { context, active: null });
  state.chosen.clear();
  if (isOwnView && hand) choose(fields(hand, rules));
  if (isOwnView) step().checked = Boolean(hand);
  setUp();
  restoreAll();
  showRestored();
  if (state.old) context.checkDraft();
  requestAnimationFrame(focusFirst);
}

function setUp() {
  for (const input of [box("A"), box("B")]) {
    input.readOnly = true; // the phone's keyboard would cover the result
    input.inputMode = "none";
    // A correction begins anew.
    if (state.context?.isChange && state.context.hand) input.dataset.fresh = "";
  }
  forgetTaps();
  noteChosen(form());
  showChoices();
}

function restoreAll() {
  restore();
  noteChosen(form());
  showChoices();
}

// In a view that has just come, before any tap, the focus stands on the bids.
function focusFirst() {
  if (!isThere() || document.activeElement?.id !== "heading") return;
  const bids = findAll("[name=contract]").filter((bid) => bid.getClientRects().length > 0);
  (bids.find((bid) => bid.checked) ?? bids[0])?.focus({ preventScroll: true });
}

// --- events ---

document.addEventListener("click", (event) => {
  const { target, timeStamp } = event;
  if (!isThere()) return;
  const tapped = /** @type {Found} */ (target);
  const line = tapped.closest("[data-line]")?.dataset.line;
  if (line) openLine(event, line);
  const key = tapped.closest(KEYS);
  if (tapped.matches("[type=radio][data-off]")) uncheckOnSecondTap(tapped, timeStamp, "change");
  if (!key || !form().contains(key)) return;
  const { digit, side } = key.dataset;
  if (digit) press(digit);
  else if (key.matches("[data-delete]")) press("Backspace");
  else chooseSide(key.matches(".box") ? /** @type {Side} */ (side) : OTHER[activeSide()]);
});

document.addEventListener("keydown", (event) => {
  const target = /** @type {Found} */ (event.target);
  if (!isThere() || event.ctrlKey || event.metaKey || event.altKey || target.matches(WORDS)) return;
  if (/^[0-9]$/.test(event.key) || event.key === "Backspace") {
    event.preventDefault();
    press(event.key);
  } else if (event.key === "Enter" && !target.closest("button, a, summary")) {
    event.preventDefault();
    find("#entry [data-save]").click();
  } else if (event.key === "Escape" && !document.querySelector(":is(:popover-open)")) {
    find(".bar .back").click();
  }
});

document.addEventListener("change", ({ target }) => {
  const input = /** @type {Found} */ (target);
  if (!isThere() || input.form !== form()) return;
  stopTyping();
  if (input === step()) find(".keypad").scrollIntoView({ block: "nearest" });
  if (input.matches("[data-one]")) keepOne(input);
  if (input.name === "kapo" && input.checked) box("A").value = box("B").value = "";
  if (input.name === "contract") chooseActive();
  if (input.name === "trump" && box(activeSide()).value !== "") fillOther();
  closePanelOf(input);
  changed();
});

// If the module that reads a line cannot be fetched, the server reads it.
/** @param {Event} event @param {string} address */
function openLine(event, address) {
  event.preventDefault();
  import("./hand_form/line_entry.js")
    .then((own) => own.openLine(address))
    .catch(() => location.assign("?line="));
}

function chooseActive() {
  const isTyped = box("A").value + box("B").value !== "";
  if (!isTyped)
    state.active = null; // the points are the bidder's
  // The points are on the screen already: they stay whose they are.
  else state.active ??= box("A").matches(".filled input") ? "B" : "A";
}

document.addEventListener("reset", ({ target }) => {
  if (!isThere() || target !== form()) return;
  // Else the next tap, meant for a bid, would choose what the menu has there.
  find("#menu").hidePopover?.();
  setTimeout(() => {
    // After a refusal the form's own defaults are what was typed.
    if (form().dataset.notice !== "") {
      clear();
      step().checked = false;
    }
    state.active = null;
    forget();
    setUp();
    showLive();
  });
});

document.addEventListener("click", async (event) => {
  const way = /** @type {Found} */ (event.target).closest("[data-bring]");
  if (!way) return;
  event.preventDefault();
  const { showEntry } = await import("./whole_entry.js");
  await showEntry(way.href, "").catch(() => {});
});

// It is kept on this phone: a reload need not bring it back.
document.addEventListener("kept", () => {
  if (!isThere()) return;
  forget();
  find("#entry [data-save]").textContent = form().dataset.kept ?? "";
  navigator.vibrate?.(30);
});

// As far as it goes without the rules; before anything is tapped, which would become the draft.
if (isThere()) {
  setUp();
  restoreAll();
}
