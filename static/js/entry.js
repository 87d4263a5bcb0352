// The entry of a hand: own keypad, chips that come off again, the other side filled in, what it is
// worth so far, a draft. phone.js opens it, and is given what is to be written.

import { liveValues, topsValues } from "./board.js";
import { fill } from "./fill.js";
import { asKept, contractData, fields, lookAt } from "./look.js";
import { total } from "./rules.js";
import { closePanelOf, showChosen } from "./selected_chips.js";
import { problemText, question } from "./words.js";

const TAP_MS = 400;
const TYPING_MS = 1200; // after which a number that could go on is taken to be whole
const NOT_TYPED = new Set([
  "csrf_token",
  "op_id",
  "contract_op_id",
  "revision",
  "after",
  "hand_id",
  "before",
]);
const OTHER = { A: "B", B: "A" };

let desk = null; // the rules, the dealer and the names; where a hand goes
let active = null; // the side whose points are typed; null: the bidder's
let typing = null; // the time out of the digit just typed, which more may follow
const lastRadio = new Map(); // name → [value, time] of the radio button tapped last

// Controls that come with what the entry is worth: answers to its questions, top cards.
const COME_LATER = ":is(#live, #tops) :is([type=radio], [type=checkbox])";
const held = new Map(); // name → values, to be chosen among them once they have come

const form = () => document.querySelector("#entry");
const checked = (name) => form().elements.namedItem(name) && new FormData(form()).get(name);
const trump = () => /** @type {Trump} */ (checked("trump"));
const step = () => form().querySelector("#step"); // are the points there, where it takes two steps?
const box = (side) => form().elements.namedItem(`points_${side}`);

function activeSide() {
  return active ?? checked("contract")?.split(":")[0] ?? "A";
}

// --- points ---

function fillOther() {
  if (!desk) return;
  const side = activeSide();
  const points = box(side).value;
  const rest = total(desk.rules, trump()) - Number(points);
  box(OTHER[side]).value = points === "" || rest < 0 ? "" : String(rest);
}

function setPoints(text) {
  box(activeSide()).value = text;
  fillOther();
  changed();
}

function typeDigit(digit) {
  const before = box(activeSide()).value;
  if (before.length < 3) setPoints(before === "0" ? digit : before + digit);
}

function chooseSide(side) {
  if (side === activeSide()) return;
  active = side;
  // The number on the screen becomes the typed one; the next digit begins anew.
  box(side).dataset.fresh = "";
  show();
}

// --- chips ---

function bringOff(radio, time) {
  const [value, then] = lastRadio.get(radio.name) ?? [];
  if (value !== radio.value) {
    lastRadio.set(radio.name, [radio.value, time]);
  } else if (time - then > TAP_MS) {
    radio.checked = false;
    lastRadio.delete(radio.name);
    radio.dispatchEvent(new Event("change", { bubbles: true }));
  }
}

function keepOne(box_) {
  if (!box_.checked) return;
  for (const other of form().querySelectorAll(`[name="${box_.name}"]`)) {
    if (other !== box_) other.checked = false;
  }
}

function onChange(event) {
  const input = event.target;
  stopTyping();
  if (input.matches("[data-one]")) keepOne(input);
  if (input.name === "kapo" && input.checked) {
    box("A").value = box("B").value = "";
  }
  if (input.name === "contract" && box("A").value + box("B").value === "") {
    active = null; // nothing is typed: the points are the bidder's
  } else if (input.name === "contract" && active === null) {
    // The points are on the screen already: they stay whose they are.
    active = box("A").matches(".filled input") ? "B" : "A";
  }
  if (input.name === "trump" && box(activeSide()).value !== "") fillOther();
  closePanelOf(input);
  changed();
}

// --- what is shown besides the server's words ---

// A second declaration of a kind comes after the first.
function showAgain() {
  for (const chip of form().querySelectorAll("[data-after]")) {
    const { name, value, checked: isChosen } = chip.control;
    const alike = form().querySelectorAll(`[name=${name}][value=${value}]:checked`).length;
    chip.hidden = !isChosen && alike < Number(chip.dataset.after);
  }
}

function show() {
  const side = activeSide();
  showAgain();
  for (const label of form().querySelectorAll(".box")) {
    label.classList.toggle("active", label.dataset.side === side);
    label.classList.toggle("filled", label.dataset.side !== side);
  }
  // Said as soon as it is another; before anything was typed nobody asks.
  const typedSide = document.querySelector("#typed-side");
  const told = typedSide.dataset[side.toLowerCase()];
  if (typedSide.textContent !== told) typedSide.textContent = told;
  showChosen(form());
  // No trump, a failed pilotta, a ruling: chosen behind ⋯, and not to be forgotten there.
  const rare = [...form().elements].filter((one) => one.checked && one.closest("#menu"));
  const menu = document.querySelector("[popovertarget=menu]");
  menu.classList.toggle("on", rare.length > 0);
  menu.ariaDescription = rare
    .map((one) => one.ariaLabel ?? one.parentElement.textContent)
    .join(", ");
}

function changed() {
  document.querySelector("#live").classList.remove("refused");
  show();
  keep();
  if (!desk) return; // on its way; what is typed stays
  held.clear();
  showLive();
}

// --- what it is worth so far ---

function glance({ typing, swept = checked("swept") ?? held.get("swept")?.at(0) }) {
  const typed = new FormData(form());
  if (swept) typed.set("swept", swept);
  return lookAt(typed, desk, { typing });
}

// The 9 of 97 is no verdict yet: it waits for the next digit, or for a pause.
const mayGoOn = (points) => points > 0 && points * 10 <= total(desk.rules, trump());

function startTyping() {
  clearTimeout(typing);
  typing = setTimeout(() => {
    typing = null;
    if (form() && desk && document.querySelector("#live [data-so-far]")) showLive();
  }, TYPING_MS);
}

function stopTyping() {
  clearTimeout(typing);
  typing = null;
}

const isHalfTyped = () => typing !== null && mayGoOn(Number(box(activeSide()).value));

// What 162–0 comes to, either way.
function sweptScores({ asks, isAnswered }) {
  if (asks !== "swept" || isAnswered) return null;
  const scoreIf = (swept) => glance({ typing: true, swept }).score;
  return { kapo: scoreIf("kapo"), tricks: scoreIf("tricks") };
}

/** @param {{hand: PartialHand, wrong: Problem[], asks: string | null, missing: Set<string>}} look */
function toMendIn({ hand, wrong: [first], asks, missing }) {
  return first ? problemText(first, hand, desk.rules) : question({ asks, missing });
}

function showLive(look = glance({ typing: true })) {
  const focused = document.activeElement?.id;
  holdChosen();
  const values = liveValues(look, {
    ...desk,
    ruling: checked("ruling"),
    toMend: toMendIn(look),
    isHalfTyped: isHalfTyped(),
    swept: sweptScores(look),
  });
  put("#live", "live-view", values);
  const only = document.querySelector("#save-bid");
  if (only) only.hidden = !values.contract_only;
  put("#tops", "tops-view", topsValues(look, desk));
  chooseHeld();
  if (focused) document.getElementById(focused)?.focus();
  return look;
}

// An answer brings the next question: what was chosen is chosen again as far as it is asked.
function showRestored() {
  const rounds = [...held.keys()];
  for (const _ of rounds) showLive();
  held.clear();
  showLive();
}

function put(place, template, values) {
  document.querySelector(place).replaceChildren(fill(desk.template(template), values));
}

// --- saving ---

// Gives false where the form is not ours yet.
export async function saveEntry(submitter) {
  if (!desk) return false;
  const { op_id, contract_op_id } = form().elements;
  const act = submitter?.name === "act" ? submitter.value : "";
  stopTyping();
  if (submitter?.name === "swept") answerSwept(submitter.value);
  const typed = new FormData(form());
  if (act === "passed_out") {
    told(await desk.save({ passed_out: true }, op_id.value));
  } else if (act === "contract") {
    told(await desk.saveContract(contractData(typed), contract_op_id.value));
  } else {
    const look = glance({ typing: false });
    if (!look.isReady) refuse(showLive(look));
    else told(await desk.save(asKept(typed, look.hand, desk.rules), op_id.value));
  }
  return true;
}

// The answer stands in the form from now on, whatever becomes of the save.
function answerSwept(value) {
  const told = { type: "hidden", name: "swept", value };
  document
    .querySelector("#live")
    .replaceChildren(Object.assign(document.createElement("input"), told));
  held.set("swept", [value]);
  showLive();
}

function told(problems) {
  if (problems.length > 0) refuse(showLive({ ...glance({ typing: false }), wrong: problems }));
}

function refuse(look) {
  document.querySelector("#live").classList.add("refused");
  const isPoints = look.wrong[0]?.field === "points";
  for (const side of ["A", "B"]) box(side).ariaInvalid = isPoints ? "true" : null;
  const message = document.querySelector("#message");
  message.className = "message sr"; // it stands in the live result, in sight
  message.textContent = `${form().dataset.notSaved} ${toMendIn(look)}`;
}

// --- the draft ---

function drawer() {
  return form().dataset.draft.endsWith(":new") ? localStorage : sessionStorage;
}

export function keep() {
  const typed = [...new FormData(form())].filter(([name]) => !NOT_TYPED.has(name));
  for (const [name, values] of held) typed.push(...values.map((value) => [name, value]));
  const ops = [form().elements.op_id.value, form().elements.contract_op_id.value];
  const revision = form().elements.revision.value;
  const draft = JSON.stringify({ ops, typed, active, revision, step: step().checked });
  try {
    drawer().setItem(`draft:${form().dataset.draft}`, draft);
  } catch {
    // Storage full or refused: a reload would lose what is typed, a save would not.
  }
}

function forget() {
  try {
    drawer().removeItem(`draft:${form().dataset.draft}`);
  } catch {
    // There was none.
  }
}

// What was typed to change a hand, which was left or is written.
export function forgetChanges(match) {
  try {
    for (const key of Object.keys(sessionStorage)) {
      if (key.startsWith(`draft:${match}:`)) sessionStorage.removeItem(key);
    }
  } catch {
    // There was none.
  }
}

function restore() {
  if (form().dataset.notice === "saved") return forget();
  if (form().dataset.notice !== "") return;
  let draft = null;
  try {
    draft = JSON.parse(drawer().getItem(`draft:${form().dataset.draft}`) ?? "null");
  } catch {
    return;
  }
  // The match went on since: this was typed for a hand that is written, or another contract.
  if (!draft || !isNow(draft.revision)) return;
  clear();
  choose(draft.typed);
  active = draft.active;
  step().checked = draft.step ?? step().checked;
}

const isNow = (revision) => desk?.isNow(revision) ?? revision === form().elements.revision.value;

function choose(typed) {
  for (const [name, value] of typed) chooseOne(name, value);
}

function clear() {
  for (const input of form().elements) {
    if (input.name && input.matches("[type=radio], [type=checkbox]")) input.checked = false;
  }
  box("A").value = box("B").value = "";
}

function chooseOne(name, value) {
  const inputs = [...form().elements].filter((input) => input.name === name);
  if (inputs.length === 0) held.set(name, [...(held.get(name) ?? []), value]);
  const same = inputs.find((input) => input.value === value && !input.checked);
  if (same?.matches("[type=radio], [type=checkbox]")) same.checked = true;
  else if (inputs[0]?.matches("[type=text], :not([type])")) inputs[0].value = value;
}

// --- what is chosen outlives the answer that replaces its controls ---

function holdChosen() {
  for (const input of form().querySelectorAll(COME_LATER)) held.set(input.name, []);
  for (const input of form().querySelectorAll(COME_LATER)) {
    if (input.checked) held.get(input.name).push(input.value);
  }
}

function chooseHeld() {
  for (const input of form().querySelectorAll(COME_LATER)) {
    if (held.has(input.name)) input.checked = held.get(input.name).includes(input.value);
  }
  noteRadios();
}

// --- events ---

function onClick(event) {
  if (!form()) return;
  const key = /** @type {Found} */ (event.target).closest(
    "[data-digit], [data-delete], [data-switch], .box",
  );
  if (/** @type {Found} */ (event.target).matches("[type=radio][data-off]"))
    bringOff(event.target, event.timeStamp);
  if (!key || !form().contains(key)) return;
  if (key.matches("[data-digit]")) press(key.dataset.digit);
  else if (key.matches("[data-delete]")) press("Backspace");
  else chooseSide(key.matches(".box") ? key.dataset.side : OTHER[activeSide()]);
}

function press(key) {
  form().querySelector(".over:is(:popover-open)")?.hidePopover();
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

function onKey(event) {
  const inWords = /** @type {Found} */ (event.target).matches(
    "input[type=text]:not([readonly]), textarea, select",
  );
  if (!form()) return;
  if (event.ctrlKey || event.metaKey || event.altKey || inWords) return;
  if (/^[0-9]$/.test(event.key) || event.key === "Backspace") {
    event.preventDefault();
    press(event.key);
  } else if (
    event.key === "Enter" &&
    !(/** @type {Found} */ (event.target).closest("button, a, summary"))
  ) {
    event.preventDefault();
    form().querySelector("[data-save]").click();
  } else if (event.key === "Escape" && !document.querySelector(":is(:popover-open)")) {
    document.querySelector(".bar .back").click();
  }
}

function setUp() {
  for (const side of ["A", "B"]) {
    box(side).readOnly = true; // the phone's keyboard would cover the result
    box(side).inputMode = "none";
    if (desk?.isChange && desk.hand) box(side).dataset.fresh = ""; // a correction begins anew
  }
  lastRadio.clear();
  noteRadios();
  show();
}

function noteRadios() {
  for (const radio of form().elements) {
    if (!radio.matches("[type=radio]:checked")) continue;
    if (lastRadio.get(radio.name)?.[0] === radio.value) continue;
    lastRadio.set(radio.name, [radio.value, Number.NEGATIVE_INFINITY]);
  }
}

document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("change", (event) => {
  if (form() && /** @type {Found} */ (event.target).form === form()) onChange(event);
});
document.addEventListener("reset", (event) => {
  if (event.target !== form()) return;
  // Else the next tap, meant for a bid, would choose what the menu has there.
  document.querySelector("#menu").hidePopover?.();
  setTimeout(() => {
    // After a refusal the form's own defaults are what was typed.
    if (form().dataset.notice !== "") {
      clear();
      step().checked = false;
    }
    active = null;
    forget();
    setUp();
    showLive();
  });
});
// On this phone: a reload need not bring it back.
document.addEventListener("kept", () => {
  if (!form()) return;
  forget();
  form().querySelector("[data-save]").textContent = form().dataset.kept;
  navigator.vibrate?.(30);
});
// As far as it goes without the rules; before anything is tapped, which would become the draft.
if (form()) {
  setUp();
  restore();
  noteRadios();
  show();
}

// Shows the entry that is in the page: what of the hand is known, what was typed before, its worth.
export function openEntry(own) {
  desk = own;
  active = null;
  held.clear();
  if (desk.isOwnView && desk.hand) choose(fields(desk.hand, desk.rules));
  if (desk.isOwnView) step().checked = Boolean(desk.hand);
  setUp();
  restore();
  noteRadios();
  show();
  showRestored();
  requestAnimationFrame(focusFirst);
}

// Where a view has just come and nobody has gone on in it, the focus stands on the bids.
function focusFirst() {
  if (!form() || document.activeElement?.id !== "heading") return;
  const bids = [...form().querySelectorAll("[name=contract]")].filter(
    (bid) => bid.getClientRects().length > 0,
  );
  (bids.find((bid) => bid.checked) ?? bids[0])?.focus({ preventScroll: true });
}
