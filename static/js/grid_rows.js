// Rows of the grid of results: their typed and written numbers, their sending, and the results of other
// desks.

import { isOurs, newId, within } from "./requests.js";

const OPEN = ["asks", "wrong", "conflict"];

export const form = /** @type {HTMLFormElement} */ (document.getElementById("grid"));
export const rows = () => [...form.querySelectorAll("[data-table]")];
export const rowOf = (field) => field.closest("[data-table]");
export const totals = (row) => [...row.querySelectorAll(".total")];
const valuesIn = (row) => totals(row).map(({ value }) => value.trim());

// A number as the server reads one; else it will be refused.
export const isNumber = ({ value }) => /^[-−]?\d+$/.test(value.trim());
export const areNumbers = (row) => totals(row).every(isNumber);

// Both totals as they stand in the fields, and as they are written.
const typedIn = (row) => valuesIn(row).join(":");
const writtenIn = (row) => row.querySelector("[name^=was]")?.value ?? ":";

export const isTyped = (row) => typedIn(row) !== writtenIn(row);
export const isAsking = (row) => OPEN.includes(row.dataset.state);
export const isOpen = (row) => !("done" in row.dataset) || isAsking(row);
export const isSending = (row) => row.classList.contains("sending");

export function setState(row, state) {
  row.classList.remove(...OPEN, "saved");
  if (state) row.classList.add(state);
  row.dataset.state = state;
}

// A word beside the row, in the place of what was said there.
function say(row, words, isWrong) {
  row.querySelector(".state").replaceChildren(word(words, isWrong));
}

function word(words, isWrong) {
  const said = Object.assign(document.createElement("span"), { textContent: words });
  said.className = isWrong ? "wrong" : "muted";
  return said;
}

export function takeBack(row) {
  const written = writtenIn(row).split(":");
  for (const [at, field] of totals(row).entries()) {
    field.value = written[at];
    field.removeAttribute("aria-invalid");
  }
  const why = row.querySelector("input.why");
  if (why) why.value = "";
  for (const said of row.querySelectorAll(".state :is(.wrong, .option, .there)")) said.remove();
  setState(row, "");
}

// The typed text stands there again, and the row's words are about the written result.
export function sayUnwritten(row) {
  const said = word(form.dataset.unwritten, true);
  said.classList.add("unwritten");
  row.querySelector(".state").prepend(said);
}

// Somebody else wrote there: what is typed stands beside what is written now.
export function conflict(row) {
  row.querySelector(".state").prepend(word(form.dataset.meanwhile, true), " ");
  setState(row, "conflict");
}

// Put the row in the place of another row of its table. Focus in the old row goes to the same
// field of the new one, whose number is selected so that typing replaces it.
function replace(old, fresh) {
  const { activeElement } = document;
  const id = old.contains(activeElement) ? activeElement.id : "";
  old.replaceWith(fresh);
  const field = id && /** @type {Found & HTMLInputElement} */ (document.getElementById(id));
  if (field) field.focus();
  if (field && !isTyped(fresh)) field.select?.();
  return fresh;
}

const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const rowsIn = (page) => [...page.querySelectorAll("[data-table]")];

// --- a row is sent alone, and comes back as the server says it is then ---

const PATIENCE_MS = 10_000;

// Sent again without an answer it is the same operation, and written once.
function operationOf(row, sent) {
  if (row.dataset.sent !== sent) {
    row.dataset.sent = sent;
    row.dataset.op = newId();
  }
  return row.dataset.op;
}

function bodyOf(row) {
  const fields = new FormData(form);
  const own = [...fields].filter(([name]) => row.querySelector(`[name="${name}"]`));
  const body = new URLSearchParams(/** @type {[string, string][]} */ (own));
  body.set("op_id", operationOf(row, body.toString()));
  body.set("csrf_token", String(fields.get("csrf_token")));
  body.set("only", row.dataset.table);
  body.set("revision", row.dataset.revision);
  body.set("after", row.dataset.after);
  return body;
}

// Text typed after the sending would go with the answer: until then the fields take none.
function setSending(row, isOn) {
  row.classList.toggle("sending", isOn);
  for (const field of row.querySelectorAll(".total, input.why")) field.readOnly = isOn;
}

export async function save(row) {
  const body = bodyOf(row);
  setSending(row, true);
  say(row, form.dataset.sending, false);
  const fresh = await answerTo(body).catch(() => null);
  setSending(row, false);
  if (fresh) return replace(row, fresh);
  setState(row, "wrong");
  say(row, fresh === undefined ? form.dataset.refused : form.dataset.unsent, true);
  return row;
}

// The row in the answer; nothing in an answer that is another page.
function answerTo(body) {
  return within(PATIENCE_MS, async (options) => {
    const action = form.getAttribute("action"); // `form.action` may be a field of it
    const answer = await fetch(action, { method: "POST", body, ...options });
    if (!isOurs(answer)) throw new Error("somebody else answers");
    return rowsIn(parsed(await answer.text()))[0];
  });
}

// --- results of other desks; texts typed here stay beside them ---

const LOOK_MS = 5000;

// A look that was asked before this row was saved, and answered after it, knows less.
const isOlder = (fresh, old) => Number(fresh.dataset.revision) < Number(old.dataset.revision);

function merge(old, fresh) {
  const isSame = old.dataset.seq === fresh.dataset.seq;
  if (isTyped(old) && typedIn(old) !== writtenIn(fresh)) {
    if (!isSame) conflict(replaceTyped(old, fresh));
  } else if (isSame && old.dataset.state === "saved") {
    old.dataset.revision = fresh.dataset.revision; // it goes on saying so
    old.dataset.after = fresh.dataset.after;
  } else replace(old, fresh);
}

function replaceTyped(old, fresh) {
  const values = valuesIn(old);
  for (const [at, field] of totals(fresh).entries()) field.value = values[at];
  return replace(old, fresh);
}

// The round summed up, unless the focus is in it.
function sumUp(fresh) {
  const old = document.querySelector("#round-summary");
  if (!fresh || !old || old.contains(document.activeElement)) return;
  old.replaceWith(fresh);
  htmx.process(fresh); // its papers are made without leaving the page
  document.dispatchEvent(new Event("drawn"));
}

async function look(list, tell) {
  if (document.hidden) return;
  const address = `${form.dataset.live}?mark=${encodeURIComponent(list.dataset.mark)}`;
  const html = await within(LOOK_MS, async (options) => {
    const answer = await fetch(address, options);
    return answer.status === 200 && isOurs(answer) ? answer.text() : "";
  }).catch(() => "");
  const mark = html.match(/data-mark=\x22([^\x22]*)\x22/);
  if (!mark) return;
  list.dataset.mark = mark[1];
  if (html.includes("data-closed")) document.querySelector("#closed").hidden = false;
  const news = parsed(html);
  sumUp(news.querySelector("#round-summary"));
  for (const fresh of rowsIn(news)) {
    const old = document.getElementById(fresh.id);
    if (old && !isSending(old) && !isOlder(fresh, old)) merge(old, fresh);
  }
  tell();
}

// Gives what looks at once.
export function follow(tell) {
  const list = document.querySelector("#rows");
  const now = () => look(list, tell);
  setInterval(now, LOOK_MS);
  return now;
}
