// Typed and chosen values appear at once in all places of the form: on the chairs, in its lines.

import { once, whenLoaded } from "./loading.js";
import { isServerThere } from "./requests.js";

const form = document.querySelector("form[data-says]"); // of a new match
const lines = document.querySelector(".lines-that-open")?.closest("form");
const field = (name) => document.querySelector(`[name=${name}]`);
const names = document.querySelector("[data-names]");

function nameChair(seat) {
  const chair = document.querySelector(`[data-seat=${seat}]`);
  const words = chair.dataset.side?.replace("{side}", nameOf(seat[0]));
  chair.dataset.empty ??= chair.textContent;
  const name = field(`player_${seat}`).value.trim() || (words ?? chair.dataset.empty);
  const option = document.querySelector(`[name=shuffler] [value=${seat}]`);
  for (const place of [chair, option]) if (place) place.textContent = name;
}

function nameOf(side) {
  const [us, them] = names.dataset.names.split("|");
  return field(`name_${side}`).value.trim() || (side === "A" ? us : them);
}

/** @param {Found} input */
function showName({ name }) {
  const [, what, which] = name?.match(/^(player|name)_(\w+)$/) ?? [];
  if (what === "player") nameChair(which);
  if (what !== "name" || !names) return;
  names.querySelector(which === "A" ? ".us" : ".them").textContent = nameOf(which);
  for (const place of ["1", "2"]) nameChair(which + place);
}

// A person chosen from a club's roster has the name there.
function callPerson({ name, value, dataset }) {
  const [, seat] = name?.match(/^person_(\w+)$/) ?? [];
  if (!seat || !value) return;
  const input = field(`player_${seat}`);
  input.value = dataset.name;
  showName(input);
}

document.addEventListener("change", ({ target }) => callPerson(/** @type {Found} */ (target)));
document.addEventListener("input", ({ target }) => showName(/** @type {Found} */ (target)));

function showNames() {
  for (const input of document.querySelectorAll("[name^=name_], [name^=player_]")) {
    if (input.value !== input.defaultValue) showName(input);
  }
}

showNames(); // on a slow network they are typed before this script is there

for (const button of document.querySelectorAll("[data-swap]")) {
  const [one, other] = ["1", "2"].map((place) => field(`player_${button.dataset.swap}${place}`));
  button.hidden = false;
  button.addEventListener("click", () => {
    [one.value, other.value] = [other.value, one.value];
    for (const input of [one, other]) input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

// Enter leads to the next name, and from the last one away. It begins nothing.
document.addEventListener("keydown", (event) => {
  const box = /** @type {Found} */ (event.target);
  if (event.key !== "Enter" || event.isComposing || !box.matches("input:not([type])")) return;
  event.preventDefault();
  const boxes = [...document.querySelectorAll("input:not([type])")];
  const later = boxes.slice(boxes.indexOf(box) + 1);
  const next = later.find((other) => other.getClientRects().length > 0);
  if (next) next.focus();
  else box.blur();
});

// The line of the rules says which are chosen, and how many switches are turned.
function nameRules() {
  const chosen = lines.querySelector("[name=preset]:checked");
  lines.querySelector("[data-rules]").textContent = chosen.parentElement.textContent;
  const turned = lines.querySelector("[data-turned]");
  const selects = [...lines.querySelectorAll("[name^=switch_]")];
  const count = selects.filter(({ value }) => value).length;
  turned.textContent = count ? `· ${turned.dataset.turned.replace("{count}", String(count))}` : "";
}

// The part behind a line is scrolled into sight once it opens, not below the bar.
function bringIn({ target }) {
  const line = target.closest(".lines-that-open > details");
  if (line) requestAnimationFrame(() => line.open && line.scrollIntoView({ block: "nearest" }));
}

// Most matches begin with the rules as they stand. So the code that asks the server for other rules comes
// once their line is opened.
async function askForRules() {
  if (!isMissing()) return;
  const came = await fetchHtmx().then(
    () => true,
    () => false,
  );
  if (came) askForPersons();
  const chosen = form.querySelector("[name=preset]:checked");
  if (chosen.value === form.elements.namedItem("rules_of").value) return;
  if (came) chosen.dispatchEvent(new Event("change", { bubbles: true }));
  else await showHere();
}

// Persons of a club are offered for what was typed before htmx came, too.
function askForPersons() {
  for (const input of /** @type {NodeListOf<Found>} */ (form.querySelectorAll("[name^=player_]"))) {
    if (input.value !== input.defaultValue)
      input.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

// The server is out of reach: what the form shows is what a match without it is begun with.
async function showHere() {
  const { showPreset } = await import("./start_form.js");
  showPreset(form);
  nameRules();
}

lines.addEventListener("click", bringIn);
for (const event of ["change", "htmx:afterSettle"]) lines.addEventListener(event, nameRules);

if (form) {
  // Texts from before a reload, or before a page about the rules; most matches have none.
  import("./typed_draft.js").then(showNames, () => {}); // the form may be sent before it is here
  form.addEventListener("toggle", askForRules, true);
  form.addEventListener("change", askForRules);
  for (const failed of ["htmx:sendError", "htmx:timeout", "htmx:responseError"]) {
    form.addEventListener(failed, showHere);
  }
}

// --- htmx, which most readers never need ---

const file = document.querySelector("meta[name=htmx-file]")?.getAttribute("content") ?? "";

// Is it still to come?
const isMissing = () => file !== "" && !("htmx" in globalThis);

// A part that comes between the events of reading and loading would wait for an event that has passed.
const fetchHtmx = once(() => whenLoaded().then(addScript));

function addScript() {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = resolve;
    script.onerror = () => {
      script.remove();
      reject(new Error("no htmx"));
    };
    document.querySelector("head").append(script);
  });
}

// --- the match is started by the server or, where that is out of reach, here ---

const button = form?.querySelector(".start button");
const startWords = button?.textContent;

async function start() {
  setStarting(true);
  if (await isServerThere()) send();
  else if (!(await startWithout())) setStarting(false);
}

function setStarting(isStarting) {
  button.disabled = isStarting;
  button.textContent = isStarting ? form.dataset.starting : startWords;
}

function send() {
  import("./way_back.js").then(
    ({ sendForm }) => sendForm(form),
    () => form.submit(),
  );
}

// Start the match on this phone. Gives whether it is under way; else the form is wrong.
async function startWithout() {
  let here = null;
  try {
    here = await import("./offline_start.js");
  } catch {
    form.submit(); // no page is kept over plain HTTP: the browser says that there is no network
    return true;
  }
  return here.startHere(new FormData(form));
}

if (button) {
  form.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.submitter?.getAttribute("name") === "enter") return;
    event.preventDefault();
    if (!button.disabled) start();
  });
  // A page that was left comes back as it was, and may start again.
  addEventListener("pageshow", (event) => {
    if (event.persisted) setStarting(false);
  });
}
