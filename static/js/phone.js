// A scorer's pages: whatever is written goes to this phone first, then to the server. While the
// server has not all of it, or there is no network, the match goes on in the phone's own views.

import { checkAct } from "./acting.js";
import {
  adjustmentValues,
  changeValues,
  entryValues,
  handValues,
  lastRowOf,
  matchValues,
  namesIn,
  saysOf,
} from "./board.js";
import { keep, openEntry, saveEntry } from "./entry.js";
import { fill } from "./fill.js";
import { actOf, ledgerOf, placeOf } from "./ledger.js";
import { add, keepMatch, newId, stateOf, subscribe } from "./outbox.js";
import { isServerThere } from "./reach.js";
import { viewAt } from "./routes.js";
import { VERSION, writeHand } from "./rules.js";
import { adjustmentIn, claimIn, fillAdjustment } from "./telling.js";
import * as words from "./words.js";

// What a reader has open, and would miss if the page were drawn anew.
const OPEN = "#entry, [data-confirm], form[data-act], :popover-open";
const PATIENCE_MS = 500; // for the server's word, before the match goes on without it
const LEAVING_MS = 1000; // in which the page of a link comes, or its network is slow

const told = JSON.parse(document.querySelector("#acts")?.textContent ?? "null");
const id = told?.id ?? location.pathname.match(/^\/m\/([\w-]{22})(?:\/|$)/)?.[1];
const home = `/m/${id}/`;
let views = null; // the templates
let ledger = null; // the match with what waits here
let toldRevision = 0; // of the match as the server told it last
let waiting = []; // the operations that the server has not
let seen = null; // the operation of the last act that is on the screen
let taking = null; // the form that is being taken, from the tap on
let writing = null; // what is being written
let wanted = null; // the link that was tapped meanwhile
let isOwnView = false; // does the phone show the match, or the server's page
let isReachable = true;
let begun = null; // settled once all is there that the page needs, or cannot come
let isOld = false; // does the view lack what came since
let difference = null; // a hand that the server scored otherwise than this phone
let isReplaced = false; // by a page of the match, which is on its way
let leftAt = -Infinity; // when a link was tapped that leads away

// --- the match ---

async function look() {
  const { acts, ops, revision } = await stateOf(id);
  waiting = ops;
  toldRevision = revision;
  ledger = foldOf([...acts, ...waiting.map(actOf)]) ?? foldOf(acts);
}

// Null where there is nothing to fold, or where what another phone handed over is no operation.
function foldOf(acts) {
  try {
    return acts.length > 0 ? ledgerOf(acts) : null;
  } catch {
    return null;
  }
}

// What an act is decided on: the last one, or the erasing of names after it, which is none of play.
const revisionNow = () =>
  Number.isInteger(ledger.played) ? Math.max(ledger.played, toldRevision) : ledger.played;

const lastIn = ({ acts }) => acts.at(-1).op_id;
// Has the match gone on since what is on the screen, by another tab or phone?
const isBehind = () => seen !== lastIn(ledger);

// Is it better to stay in this page than to ask the server for another one?
const goesAlone = () =>
  waiting.length > 0 || difference !== null || !navigator.onLine || !isReachable;

// Keeps the operation and sends it. Gives the problems that keep it from being written.
function write(op, op_id = newId()) {
  const wish = JSON.stringify(op);
  if (writing?.wish === wish) return writing.done; // the second of two taps is no second wish
  const before = writing?.done;
  const own = { wish, done: Promise.resolve(before).then(() => writeOnce(op, op_id)) };
  writing = own;
  own.done.finally(() => {
    if (writing !== own) return;
    writing = null;
    wanted = null;
  });
  return own.done;
}

async function writeOnce(op, op_id) {
  const done = ledger.acts.find((act) => act.op_id === op_id);
  if (done) return writeAgain(done, op);
  if (isBehind()) {
    goTo(home);
    warn("#view-match");
    return [];
  }
  const found = checkAct(ledger, { op_id, op });
  if (found.length > 0) return found;
  const answered = answerTo(op_id);
  const after = ledgerOf([...ledger.acts, actOf({ op_id, op })]);
  const score = lastRowOf(after)?.score;
  const scored = score && { engine: VERSION, A: score.A, B: score.B };
  const { isKept } = await add({
    op_id,
    match: id,
    op: scored ? { ...op, scored } : op,
    revision: revisionNow(),
    at: Date.now(),
    engine: VERSION,
    says: saysOf(after, views.querySelector("#view-match").dataset.undone),
  });
  if (isKept) document.dispatchEvent(new Event("kept"));
  await Promise.race([answered, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  await look();
  leave();
  return [];
}

// It is written; if by another tab and with something else in it, it is corrected.
function writeAgain({ kind, data, id: hand_id }, op) {
  const told = (hand) => JSON.stringify(writeHand(hand));
  if (kind === "recorded" && op.hand && told(data.hand) !== told(op.hand)) {
    return propose({ op: "correct", hand_id, hand: op.hand });
  }
  leave();
  return [];
}

// Settled when the server has answered, or cannot be asked.
function answerTo(op_id) {
  return new Promise((resolve) => {
    const end = subscribe((event) => {
      if (event.type !== "unreachable" && event.op?.op_id !== op_id) return;
      end();
      resolve();
    });
  });
}

function leave() {
  const url = wanted ?? new URL(home, location);
  if (goesAlone() && viewAt(home, url)) goTo(url);
  else leaveFor(url);
}

// What is tapped until the page comes goes the same way: asking first, it would come too late.
function leaveFor(url) {
  isReplaced = Boolean(viewAt(home, url));
  location.assign(url);
}

function goTo(url) {
  history.pushState(null, "", url);
  showHere();
}

// Of an address with nothing behind it any more; the way back goes past it.
function turnHome() {
  history.replaceState(null, "", home);
  showHere();
}

// --- the views ---

const viewNow = () => viewAt(home, location);
// What waited here when the address was made may be saved by now.
const idNow = (ref) => ledger.acts.find(({ op_id }) => ref === `op:${op_id}`)?.id ?? ref;
const idOf = (text) => idNow(/^\d+$/.test(text) ? Number(text) : text);
const rowAt = (ref) => ledger.rows.find(({ id }) => id === idNow(ref));

function showHere({ isNew = true } = {}) {
  const view = ledger && viewNow();
  if (!view) return;
  const top = document.querySelector(".scroll")?.scrollTop;
  isOwnView = true;
  SHOW[view.name](view);
  if (isNew) return arrive();
  const scroller = document.querySelector(".scroll");
  if (scroller) scroller.scrollTop = top;
}

// What had the focus is gone.
function arrive() {
  const heading = document.querySelector("#heading");
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  scrollTo(0, 0);
}

const SHOW = {
  match() {
    const isRefused = waiting.some(({ state }) => state === "refused");
    const more = { waiting: waiting.length, is_refused: isRefused, ...difference };
    show("match", { ...matchValues(ledger), ...more });
    const { totals, rules } = ledger;
    for (const [side, run] of [
      ["A", ".run-us"],
      ["B", ".run-them"],
    ]) {
      const part = Math.max(0, Math.min((100 * totals[side]) / rules.target, 99));
      const bar = document.querySelector(`.race ${run}`);
      bar.setAttribute("width", part);
      if (side === "A") bar.setAttribute("x", 99 - part);
    }
    document.title = `${totals.A} – ${totals.B}`;
  },
  hand({ ref }) {
    const row = rowAt(ref);
    if (!row) return turnHome();
    if (row.number) show("hand", handValues(ledger, row));
    else show("adjustment", adjustmentValues(ledger, row));
  },
  void({ ref }) {
    const row = rowAt(ref);
    if (!row || propose({ op: "void", hand_id: row.id }).length > 0) turnHome();
  },
  entry(view) {
    const place = entryPlace(view);
    if (!place) return turnHome();
    show("entry", { ...entryValues(ledger, place), ...entryWords(place) });
    const form = document.querySelector("#entry");
    form.dataset.draft = `${id}:${DRAFTS[place.kind](place.ref)}`;
    form.elements.op_id.value = newId();
    form.elements.contract_op_id.value = newId();
    form.elements.revision.value = revisionNow();
    openEntry(deskAt(place));
  },
  claim: () => show("claim", matchValues(ledger)),
  adjust({ ref }) {
    show("adjust", matchValues(ledger));
    const row = rowAt(ref);
    if (row?.entry.adjust) fillAdjustment(document.querySelector("[data-act=adjust]"), row.entry);
  },
};

function show(name, values) {
  const template = views.querySelector(`#view-${name}`);
  const stays = [...document.querySelectorAll("body > [data-stays]")];
  document.body.className = template.dataset.page;
  document.body.replaceChildren(fill(template, { match: id, ...values }), ...stays);
  seen = lastIn(ledger);
  isOld = false;
  document.title = document.querySelector("#heading").textContent;
}

// Says that the match went on, and that what was tapped is not written.
function warn(view, number) {
  const message = document.querySelector("#message");
  message.className = "message bad";
  message.textContent = views.querySelector(view).dataset.stale.replace("⟦number⟧", number);
}

// --- the entry ---

// Under which name what is typed is kept, as in web/desk.py.
const DRAFTS = { new: () => "new", correct: (ref) => ref, insert: (ref) => `before-${ref}` };

// Which hand is entered: who deals it, its number, and what of it is known.
function entryPlace({ kind, ref }) {
  if (kind === "new") {
    if (ledger.end) return null;
    return { kind, number: ledger.number, dealer: ledger.dealer, hand: ledger.open };
  }
  const row = rowAt(ref);
  if (!row) return null;
  if (kind === "insert") return { kind, ref, ...numberAndDealer(placeOf(ledger, ref)) };
  if (row.entry.adjust) return null;
  return { kind, ref, number: row.number, dealer: row.dealer, hand: row.entry };
}

const numberAndDealer = ({ number, dealer }) => ({ number, dealer });

function entryWords({ kind, number }) {
  const { dataset } = views.querySelector("#view-entry");
  const heading = kind === "insert" ? dataset.forgotten : dataset.hand;
  return {
    heading: heading.replace("⟦number⟧", number),
    save: kind === "new" ? dataset.save : dataset.see,
  };
}

// What the entry form has to know, and where what is entered goes.
function deskAt(place) {
  return {
    rules: ledger.rules,
    names: namesIn(ledger),
    dealer: place.dealer,
    hand: place.hand,
    isChange: place.kind !== "new",
    isOwnView,
    template: (name) => views.querySelector(`#${name}`),
    isNow,
    save: (hand, op_id) => saveHand(place, hand, op_id),
    saveContract: (contract, op_id) => writeNext({ op: "contract", contract }, op_id),
  };
}

// Is it the revision of the match as it stands?
const isNow = (revision) => String(idNow(revision)) === String(revisionNow());

function saveHand({ kind, ref, hand: before, isSaved }, hand, op_id) {
  if (kind === "new") return writeNext({ op: "record", hand }, op_id);
  if (kind === "insert") return proposeTyped({ op: "insert", hand, before: idNow(ref) });
  if (isSaved && JSON.stringify(hand) === JSON.stringify(writeHand(before))) {
    leave();
    return [];
  }
  return proposeTyped({ op: "correct", hand_id: idNow(ref), hand });
}

// The next hand, or its contract; if the match went on, what is typed is kept for the hand that is.
function writeNext(op, op_id) {
  const isWritten = ledger.acts.some((act) => act.op_id === op_id);
  if (!isBehind() || isWritten || ledger.end) return write(op, op_id);
  document.querySelector("#entry").elements.revision.value = revisionNow();
  keep();
  isOwnView = true;
  SHOW.entry({ kind: "new" });
  warn("#view-entry", ledger.number);
  return [];
}

// Of the server's page: a hand that is saved already is corrected in it.
function servedPlace() {
  const { hand_id, op_id } = document.querySelector("#entry").elements;
  const saved = ledger.acts.find((act) => act.op_id === op_id.value);
  if (!saved)
    return entryPlace(hand_id ? { kind: "correct", ref: Number(hand_id.value) } : viewNow());
  const place = entryPlace({ kind: "correct", ref: saved.id });
  return place ? { ...place, isSaved: true } : entryPlace({ kind: "new" }); // undone since
}

// --- what changes something that is written: first what it does, then the change ---

// Back leads to the form, with what was typed.
function proposeTyped(op) {
  const found = propose(op);
  if (found.length === 0) history.pushState(null, "", location.href);
  return found;
}

function propose(op) {
  const op_id = newId();
  const found = checkAct(ledger, { op_id, op });
  if (found.length > 0) return found;
  const values = changeValues(ledger, actOf({ op_id, op }));
  const title = views.querySelector("#view-change").dataset[op.op];
  show("change", { ...values, title: title.replace("⟦number⟧", values.number) });
  isOwnView = true;
  document.querySelector("[data-confirm]").addEventListener("click", () => confirm(op, op_id));
  document.querySelector(".bar .back").addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
  return [];
}

// Writes it; where the match went on, what it changes now is to be seen first.
function confirm(op, op_id) {
  if (!isBehind()) return write(op, op_id);
  if (propose(op).length > 0) goTo(home);
  return warn(document.querySelector("[data-confirm]") ? "#view-change" : "#view-match");
}

// --- what is tapped ---

const POSTED = /\/(undo|stop|reopen)$/;
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits; where it never comes, the server takes it as it is.
document.addEventListener("submit", (event) => {
  const { target: form, submitter } = event;
  const posted = actPosted(form);
  if (event.defaultPrevented || !(posted || form.matches("#entry, [data-act]"))) return;
  event.preventDefault();
  const own = take(form, submitter, posted);
  taking = own;
  own.finally(() => {
    if (taking !== own) return;
    taking = null;
    wanted = null;
  });
});

async function take(form, submitter, posted) {
  await begun;
  if (!ledger) sendAsItIs(form, submitter);
  else if (posted) await writePosted(form, posted);
  else if (form.matches("[data-act]")) await writeForm(form);
  else if (!(await saveEntry(submitter))) sendAsItIs(form, submitter);
}

function sendAsItIs(form, submitter) {
  if (submitter?.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}

function writePosted({ elements: { seq, op_id } }, op) {
  return writeOrSay({ op, ...(seq && { seq: Number(seq.value) }) }, op_id.value);
}

// What cannot be done is said beside the match as it stands.
async function writeOrSay(op, op_id) {
  if ((await write(op, op_id)).length === 0) return;
  goTo(home);
  warn("#view-match");
}

async function writeForm(form) {
  const typed = new FormData(form);
  const [wrong] = await write(
    form.dataset.act === "claim" ? claimIn(typed) : adjusting(typed, form),
  );
  if (!wrong) return;
  const own = form.dataset[`${wrong.code}${wrong.field.replace(/^./, (one) => one.toUpperCase())}`];
  const text = own ?? words.claimProblemText(wrong, {}, ledger.rules);
  form.querySelector(".wrong").textContent = text;
}

function adjusting(typed, form) {
  const adjustment = adjustmentIn(typed, form.dataset.reason);
  const row = rowAt(viewNow().ref);
  return row?.entry.adjust
    ? { op: "correct", hand_id: row.id, ...adjustment }
    : { op: "adjust", ...adjustment };
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const button = event.target.closest("[data-undo], [data-act]:not(form)");
  if (button && ledger) {
    const { undo, act } = button.dataset;
    writeOrSay(undo ? { op: "undo", seq: idOf(undo) } : { op: act });
    return;
  }
  const link = event.target.closest("a[href]");
  if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  leftAt = performance.now();
  const isHeld = Boolean(taking || writing);
  if (!isHeld && (!ledger || !viewAt(home, url) || isPageSure())) return;
  event.preventDefault();
  if (isHeld) wanted = url;
  else follow(url);
});

// With the worker a page comes in any case; without it a tap could lead to the browser's error page.
const isPageSure = () =>
  isReplaced || (!goesAlone() && Boolean(navigator.serviceWorker?.controller));

async function follow(url) {
  if (goesAlone() || !(await isServerThere())) {
    leftAt = -Infinity;
    goTo(url);
  } else leaveFor(url);
}

// The page's own polls tell whether there is a server, before anything is written.
for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, () => {
    isReachable = false;
  });
}
document.addEventListener("htmx:afterOnLoad", () => {
  isReachable = true;
});

addEventListener("popstate", () => {
  if (!isOwnView) return;
  if (viewNow()) showHere();
  else location.reload(); // a page of the server's alone
});

// --- the beginning ---

subscribe(async (event) => {
  const match = event.match ?? event.op?.match;
  if (match !== id) return;
  if (event.type !== "changed") isReachable = event.type !== "unreachable";
  if (event.answer?.scored?.differs) {
    const { A, B } = event.answer.scored;
    difference = { differs: event.op.says, server_A: String(A), server_B: String(B) };
  }
  await look();
  isOld ||= event.type !== "unreachable";
  refresh();
});

// A link that was tapped goes before what came: its page is on its way.
const isLeaving = () => performance.now() - leftAt < LEAVING_MS;

// Shows what came, unless something is open: then once it is closed.
async function refresh() {
  if (!isOwnView || document.querySelector(OPEN)) return;
  // Where the ledger lies there, the server's page shows more.
  const isLedger = viewNow()?.name === "match";
  if (isLedger && !goesAlone() && (await isServerThere())) {
    if (isLeaving()) return setTimeout(refresh, LEAVING_MS); // who stayed after all sees it then
    isReplaced = true;
    location.replace(home);
  } else if (isOld) showHere({ isNew: false });
}

document.addEventListener("toggle", refresh, true);
document.addEventListener("visibilitychange", refresh);
addEventListener("online", refresh);

async function fetchViews() {
  const answer = await fetch(document.querySelector("#views").href);
  if (!answer.ok) throw new Error(`no views: ${answer.status}`);
  views = new DOMParser().parseFromString(await answer.text(), "text/html");
}

async function begin() {
  if (!id) return;
  await Promise.all([
    fetchViews(),
    words.loadWords(document.querySelector("#words").href),
    told && keepMatch(told, { isCopy: "kept" in document.documentElement.dataset }),
  ]);
  await look();
  if (!ledger) return;
  const isShell = !told;
  const hasMore = ledger.acts.length > (told?.acts.length ?? 0);
  seen = lastIn(ledger);
  if (isShell || hasMore) return showHere();
  const place = document.querySelector("#entry") && servedPlace();
  if (place) openEntry(deskAt(place));
}

begun = begin().catch(() => {
  // Without its views and words the page is the server's, as it is without scripts.
});
