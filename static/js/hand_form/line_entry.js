// A hand as a typed or spoken line, over the entry. It is read and put into the form, where the scorer
// checks it before saving. It is fetched when it is opened.

import { fields, readMatchHand } from "../hand_preview.js";
import { faultText, readLine } from "../lines/reader.js";
import { match } from "../phone/state.js";
import { noteChosen } from "../selected_chips.js";
import { problemText, readerSide } from "../words.js";
import { choose, clear, find, form, keep, showChoices, state, step } from "./form.js";
import { stopTyping } from "./keypad.js";
import { context, showRestored } from "./live.js";

// The problems that the form itself asks about.
const ASKED_LATER = ["missing", "declarations_undecided", "leader_needed", "tie_point_needed"];
const PATIENCE_MS = 3000;
const STEP_MS = 100;

/** @type {Found | null} */
let panel = null;

// Opens it, and once it is closed a hand stands in the form, or what stood there.
/** @param {string} address */
export async function openLine(address) {
  panel ??= await fetchPanel(address);
  document.querySelector(".line-above")?.remove(); // the server's
  if (!document.contains(panel)) document.body.append(panel);
  const input = lineInput();
  input.value = "";
  say("");
  panel.showPopover?.();
  input.focus();
}

/** @param {string} address @returns {Promise<Found>} */
async function fetchPanel(address) {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const found = /** @type {Found | null} */ (page.querySelector("#line"));
  if (!found) throw new Error(`no line: ${answer.status}`);
  found.addEventListener("submit", (event) => {
    event.preventDefault();
    read();
  });
  found.addEventListener("input", () => say(""));
  return found;
}

const lineInput = () => find("#line [name=line]");
const passButton = () => find("#line [data-pass]");

/** @param {string} text */
function say(text) {
  find("#line-says").textContent = text;
  lineInput().ariaInvalid = text ? "true" : null;
  passButton().hidden = true;
}

// Say what is wrong. A finger that pressed the button took the focus from the line.
/** @param {string} text */
function refuse(text) {
  say(text);
  lineInput().focus();
}

// If the page cannot get its match, the server reads the line.
async function read() {
  const line = lineInput().value;
  for (let left = PATIENCE_MS / STEP_MS; left > 0 && !state.context; left--) {
    await new Promise((resolve) => setTimeout(resolve, STEP_MS));
  }
  if (!state.context) return location.assign(`?${new URLSearchParams({ line })}`);
  const found = readLine(line, readerSide(), matchNames());
  if ("fault" in found)
    return refuse(faultText(JSON.parse(find("#line").dataset.words ?? ""), found.fault));
  const { rules, dealer } = context();
  const { hand, problems } = readMatchHand(found.hand, rules, dealer);
  const wrong = problems.find(({ code }) => !ASKED_LATER.includes(code));
  if (wrong) return refuse(problemText(wrong, hand, rules));
  if (hand.passed_out) {
    passButton().hidden = false;
    return passButton().focus();
  }
  putIn(hand);
}

// The names of the sides and their players are words of a line, too.
function matchNames() {
  const { A, B } = match.ledger.head.sides;
  return { A: [A.name, ...A.players], B: [B.name, ...B.players] };
}

/** @param {PartialHand} hand */
function putIn(hand) {
  stopTyping();
  clear();
  state.active = null;
  const { rules } = context();
  // A line says kapo, or the form asks.
  choose(fields(hand, rules).filter(([name]) => name !== "swept"));
  tellLeader(hand.leader);
  step().checked = Boolean(hand.points ?? hand.kapo);
  noteChosen(form());
  showChoices();
  keep();
  showRestored();
  find("#line").hidePopover?.();
  find("#save").focus({ preventScroll: true });
}

// There is no control for who led: it follows from the dealer, unless a hand says so.
/** @param {Side | null | undefined} leader */
function tellLeader(leader) {
  for (const told of form().querySelectorAll("[name=leader]")) told.remove();
  if (!leader) return;
  const told = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: "leader",
    value: leader,
  });
  form().append(told);
  form().addEventListener("reset", () => told.remove(), { once: true });
}
