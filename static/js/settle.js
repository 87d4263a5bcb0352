// Settling a dispute: chips as in the entry of a hand, and a ruling is sent as an address.

import { willTellRelease } from "./press.js";
import {
  closePanelOf,
  keepOne,
  noteChosen,
  showChosen,
  uncheckOnSecondTap,
} from "./selected_chips.js";

const TAP_MS = 400;
const AGAIN_MS = 3000;
const form = document.querySelector("#question");
let height = 0; // of the ruling, before it is another
let isLate = false; // did an answer come below a finger? It is requested again
let again = 0; // the timer of a question that got no answer

noteChosen(form);
document.addEventListener("click", (event) => {
  const radio = /** @type {Found} */ (event.target).closest("input[data-off]");
  if (radio) uncheckOnSecondTap(radio, event.timeStamp, "input");
  const button = /** @type {Found} */ (event.target).closest("[data-address]");
  if (button) send(button.dataset);
});

// An answer to what was in the form before would put its controls in place of what is chosen now.
form.addEventListener("input", () => {
  form.dispatchEvent(new CustomEvent("htmx:abort", { bubbles: true, detail: { elt: form } }));
});

// Leave one box of a kind chosen: ×2 or ×4, and a pilotta is one side's.
document.addEventListener("input", (event) => {
  const target = /** @type {Found} */ (event.target);
  if (target.matches("[data-one]")) keepOne(target);
});

document.addEventListener("input", (event) => {
  const target = /** @type {Found} */ (event.target);
  if (target.checked) closePanelOf(target);
  showChosen(form);
});

/** @param {DOMStringMap} words */
async function send({ address, title, copied, failed }) {
  const message = document.querySelector("#sent");
  message.textContent = "";
  try {
    if (navigator.share) return await navigator.share({ title, text: title, url: address });
    await navigator.clipboard.writeText(address);
    message.textContent = copied;
  } catch (error) {
    if (error.name === "AbortError") return; // no receiver was chosen
    message.textContent = copyByHand() ? copied : failed;
  }
  document.querySelector("#address").scrollIntoView({ block: "nearest" });
}

// On plain HTTP a browser neither shares nor copies: the address stands there, selected.
function copyByHand() {
  const label = document.querySelector("#address");
  label.hidden = false;
  label.querySelector("input").select();
  return document.execCommand("copy");
}

// A ruling that has grown may cover the control that a finger is about to tap. It lets that tap through.
function letThrough() {
  const told = document.querySelector(".told");
  if (told.offsetHeight <= height) return;
  told.classList.add("grown");
  setTimeout(() => told.classList.remove("grown"), TAP_MS);
}

// Scroll to the newest question to the table: it may have come up behind the ruling.
function showQuestion() {
  const asked = [...document.querySelectorAll("#more :is(.answers, .top-row)")].at(-1);
  asked?.scrollIntoView({ block: "nearest" });
}

function showButtons() {
  for (const button of document.querySelectorAll("[data-address]")) button.hidden = false;
}

// Other rules have other controls, and names stand all over the page: the whole page is requested.
document.addEventListener("change", (event) => {
  if (/** @type {Found} */ (event.target).closest(".table")) form.requestSubmit();
});

// Without a network the page of an address is the empty one that the phone keeps. The address's values
// are filled in, and sent when there is a network.
function fillFromAddress() {
  for (const [name, value] of new URLSearchParams(location.search)) {
    for (const control of form.querySelectorAll(`[name="${CSS.escape(name)}"]`)) {
      if (control.value === value) control.checked = true;
      else if (!control.matches("[type=radio], [type=checkbox]")) control.value = value;
    }
  }
}

// A keyboard lies over the page and would cover the ruling. On a page that is zoomed in, even more is out of
// sight.
function liftRuling() {
  const { height, offsetTop, scale } = visualViewport;
  const covered = scale > 1 ? 0 : Math.max(0, innerHeight - height - offsetTop);
  document.documentElement.style.setProperty("--keyboard", `${covered}px`);
}

function ask() {
  form.dispatchEvent(new Event("input", { bubbles: true }));
}

document.addEventListener("htmx:beforeSwap", ({ detail }) => {
  height = document.querySelector(".told").offsetHeight;
  if (!willTellRelease()) return;
  detail.shouldSwap = false;
  isLate = true;
});
document.addEventListener("released", () => {
  if (isLate) ask();
  isLate = false;
});
document.addEventListener("htmx:afterSettle", () => {
  letThrough();
  if (document.querySelector(".verdict.lacks")) showQuestion();
  const message = document.querySelector("#message");
  message.textContent = "";
  message.classList.remove("bad");
  showButtons();
});
showButtons();
showChosen(form);

if (location.search && !("asked" in form.dataset)) {
  fillFromAddress();
  addEventListener("load", ask);
}
addEventListener("online", ask);
// A network that gives no answers sends no event when it is better.
for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  form.addEventListener(failed, () => {
    clearTimeout(again);
    again = setTimeout(ask, AGAIN_MS);
  });
}
form.addEventListener("htmx:beforeRequest", () => clearTimeout(again));
for (const moved of ["resize", "scroll"]) visualViewport.addEventListener(moved, liftRuling);

// --- the points left for the other side, pale while that field is empty ---

const hand = form.querySelector(".hand[data-totals]");

function showRest() {
  const totals = JSON.parse(hand.dataset.totals);
  const total = totals[new FormData(form).get("trump") ?? ""];
  const boxes = ["A", "B"].map((side) => form.elements[`points_${side}`]);
  boxes.forEach((box, i) => {
    const typed = boxes[1 - i].value.trim();
    box.placeholder = /^\d+$/.test(typed) && typed <= total ? total - typed : "";
  });
}

if (hand) {
  for (const told of ["input", "htmx:afterSettle"]) document.addEventListener(told, showRest);
  showRest();
}

// --- the suit that was led: that of the card that was tapped first, unless it is chosen ---

const trick = [...form.querySelectorAll("[name=trick]")];
const first = form.elements.namedItem("first");
const laid = () => trick.filter((box) => box.checked).map((box) => box.value);
const led = () => form.querySelector("[name=led]:checked");
let order = laid(); // as they were tapped: known of one card, or by its suit, when they come with the page

function noteFirst() {
  const cards = laid();
  const isKnown = first.value === (order[0] ?? "");
  order = order.filter((card) => cards.includes(card));
  order.push(...cards.filter((card) => !order.includes(card)));
  if (!isKnown || first.value === (order[0] ?? "")) return;
  first.value = order[0] ?? "";
  for (const suit of form.querySelectorAll("[name=led]")) suit.checked = false;
}

/** @param {string} card */
const isLed = (card) => Number(card.at(-1) === led().value[0]);

if (trick.length > 0) {
  if (led()) order.sort((one, other) => isLed(other) - isLed(one));
  if (led() || order.length === 1) first.value = order[0];
  trick[0].closest("[data-cards]").addEventListener("input", noteFirst);
}
