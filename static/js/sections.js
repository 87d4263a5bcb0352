// The desk of a tournament: the row of its parts, the numbers that are typed, and its keys.

import { device } from "./kept.js";

// A part that htmx brought may run the round's clock, which keeps the screen awake (page_later.js).
document.addEventListener("htmx:afterSettle", () => document.dispatchEvent(new Event("drawn")));

// The server answers it as without scripts: with a page, of which the part is taken.
document.addEventListener("htmx:configRequest", ({ detail }) => {
  if (detail.target.id === "stays") detail.headers["HX-Request"] = "false";
});

// The answer to a form comes into its page. Any other answer, or none, is a whole page.
for (const name of ["htmx:beforeSwap", "htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(name, ({ detail }) => {
    const isPart = detail.serverResponse?.includes('id="stays"');
    if (detail.target?.id !== "stays" || isPart) return;
    detail.shouldSwap = false;
    sendWhole(detail.requestConfig);
  });
}

// A button that says something by its name says it again.
function sendWhole({ elt, triggeringEvent }) {
  const { name = "", value = "" } = triggeringEvent?.submitter ?? {};
  const said = Object.assign(document.createElement("input"), { type: "hidden", name, value });
  if (name) elt.append(said);
  elt.submit();
  said.remove(); // the page may be shown again
}

// An amount is typed in the place of the one that stands there.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.inputMode === "decimal") target.select();
});

// The parts are one row, which is wider than a phone: what is shown stands in sight.
const here = document.querySelector(".sections [aria-current]");
if (here) {
  const row = here.parentElement;
  row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}

// --- a key for the minus, which an iPhone's numbers lack ---

const keyAt = ({ target }) => target instanceof Element && target.closest(".minus-key");

// The field keeps the focus, and the keyboard stays.
document.addEventListener("mousedown", (event) => {
  if (keyAt(event)) event.preventDefault();
});

document.addEventListener("click", (event) => {
  const key = keyAt(event);
  if (!key) return;
  const field = /** @type {HTMLInputElement} */ (
    document.getElementById(key.getAttribute("aria-controls"))
  );
  field.focus();
  if (field.readOnly) return; // it is being sent
  field.value = /^[-−]/.test(field.value) ? field.value.slice(1) : `-${field.value}`;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- a known name that may be meant ---

// Its field takes it, and is typed in from there; without scripts the server takes what is ticked.
document.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement) || !target.dataset.fills) return;
  const field = /** @type {HTMLInputElement} */ (
    target.form.elements.namedItem(target.dataset.fills)
  );
  field.value = target.value;
  target.checked = false;
  target.closest("label").hidden = true;
  field.dispatchEvent(new Event("input", { bubbles: true }));
});

// --- keys: a letter for each part, / for the seat of a pair, ? for all of them ---

// The keys do nothing while a field has the focus, or once they were switched off.

const OFF = "no-keys";
const keysDialog = document.querySelector("#keys");

// The letter on the key, on a Greek keyboard too.
function letterOf(event) {
  if (/^[a-z]$/i.test(event.key)) return event.key.toLowerCase();
  return event.code.match(/^Key([A-Z])$/)?.[1].toLowerCase() ?? "";
}

// A letter is no total: in a box for one in which nothing is typed, it leads on, too.
function isForAField({ target }) {
  if (!(target instanceof Element)) return false;
  if (target instanceof HTMLInputElement && target.matches(".total, #jump"))
    return target.value !== target.defaultValue;
  return target.closest("input, select, textarea, [contenteditable]");
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
  if (key === "?") keysDialog.togglePopover();
  else if (key === "/") findSeat();
  else if (key === "*")
    document.querySelector("#jump")?.select(); // the grid's, from outside of it
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

if (keysDialog) start();
