// A scorer's pages: whatever is written goes to this phone first, then to the server. A hand is
// entered and the ledger is back in the same page, whether there is a network or not.

import { saveEntry } from "./entry.js";
import { keepMatch, newId, subscribe } from "./outbox.js";
import { sendAsItIs } from "./page.js";
import { fetchViews } from "./phone/drawing.js";
import { openServed } from "./phone/entry.js";
import { goTo, screen, show, showHere } from "./phone/going.js";
import { idOf, lastIn, look, match, rowAt, stateNow, told } from "./phone/match.js";
import { askServer, isOpen } from "./phone/server.js";
import "./phone/views.js"; // puts its views where `show` finds them
import {
  follow,
  hold,
  isHeld,
  isLeft,
  staysHere,
  want,
  write,
  writeOrSay,
} from "./phone/writing.js";
import { viewAt } from "./routes.js";
import { adjustmentIn, claimIn } from "./telling.js";
import * as words from "./words.js";

let isReady = false; // is the ledger there, and what it takes to show it?
/** @type {Promise<void> | null} */
let begun = null; // settled once all is there that the page needs, or cannot come

// --- what is tapped ---

const POSTED = /\/(undo|stop|reopen)$/;
/** @param {HTMLFormElement} form */
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits; where it never comes, the server takes it as it is.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = event;
  const posted = actPosted(form);
  if (event.defaultPrevented || !(posted || form.matches("#entry, [data-act]"))) return;
  event.preventDefault();
  hold(take(form, submitter, posted));
});

/**
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 * @param {string | undefined} posted
 */
async function take(form, submitter, posted) {
  await begun;
  if (!match.ledger) sendAsItIs(form, submitter);
  else if (posted) await writePosted(form, posted);
  else if (form.matches("[data-act]")) await writeForm(form);
  else if (!(await saveEntry(submitter))) sendAsItIs(form, submitter);
}

/** @param {HTMLFormElement} form @param {string} op */
function writePosted({ elements: { seq, op_id } }, op) {
  const told = { op, ...(seq && { seq: idOf(seq.value) }) };
  return writeOrSay(/** @type {Operation} */ (told), op_id.value || newId());
}

/** @param {HTMLFormElement} form */
async function writeForm(form) {
  const typed = new FormData(form);
  const op = form.dataset.act === "claim" ? claimIn(typed) : adjusting(typed, form);
  const [wrong] = await write(/** @type {Operation} */ (op));
  if (!wrong) return;
  const own =
    form.dataset[`${wrong.code}${wrong.field?.replace(/^./, (one) => one.toUpperCase())}`];
  const text = own ?? words.claimProblemText(wrong, {}, match.ledger.rules);
  /** @type {Found} */ (form.querySelector(".wrong")).textContent = text;
}

/** @param {FormData} typed @param {HTMLFormElement} form @returns {Operation} */
function adjusting(typed, form) {
  const adjustment = adjustmentIn(typed, form.dataset.reason);
  const row = rowAt(screen.view.ref);
  return row?.entry.adjust
    ? { op: "correct", hand_id: row.id, ...adjustment }
    : { op: "adjust", ...adjustment };
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const link = /** @type {Found} */ (event.target).closest("a[href]");
  if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  if (isHeld()) want(url);
  else if (!match.ledger) return;
  else if (staysHere(url)) goTo(url);
  else if (isLeft(url)) return;
  else follow(url);
  event.preventDefault();
});

// --- what comes meanwhile ---

subscribe(async (event) => {
  if ((event.match ?? event.op?.match) !== match.id) return;
  if (event.type !== "changed") {
    match.isReachable = event.type !== "unreachable";
    match.isStrange = event.isStrange ?? false;
  }
  if (event.answer?.scored?.differs) {
    const { A, B } = event.answer.scored;
    match.difference = { differs: event.op.says, server_A: String(A), server_B: String(B) };
  }
  if (!isReady) return; // it is looked at anyway
  await look();
  screen.isOld ||= stateNow() !== screen.shows;
  refresh();
});

// Shows what came, unless something is open: then once it is closed.
function refresh() {
  if (!match.ledger || isOpen()) return;
  if (screen.isOwn && screen.isOld) show(screen.view, { isNew: false });
  if (screen.isOwn) askServer();
}

document.addEventListener("toggle", refresh, true);
document.addEventListener("released", refresh);
document.addEventListener("visibilitychange", refresh);
addEventListener("online", refresh);
// The page slept in the browser's memory, and the match may have gone on.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !isReady) return;
  await look();
  screen.isOld = true;
  refresh();
});

// --- the beginning ---

async function begin() {
  if (!match.id) return;
  // Of the ledger also where it is the answer to a form.
  const isLedger = document.querySelector("main[data-match]") !== null;
  const view = viewAt(match.home, location) ?? (isLedger ? { name: "match" } : null);
  await Promise.all([
    fetchViews(),
    words.loadWords(/** @type {Found} */ (document.querySelector("#words")).href),
    told && keepMatch(told),
  ]);
  await look();
  if (!match.ledger) return;
  isReady = true;
  const isAsTold = told?.acts.at(-1)?.op_id === lastIn(match.ledger);
  match.seen = lastIn(match.ledger);
  if (view) screen.view = view;
  if (view && !isAsTold) show(view);
  else if (document.querySelector("#entry")) openServed();
  showHere(); // the browser may have gone back meanwhile
}

// Once all that is tapped works: what shows this phone where its cookie is lost.
async function keepProof() {
  if (!told) return;
  const again = await import("./phone_recovery.js");
  await again.keepProof(match.id);
}

begun = begin().catch(() => {
  // Without its views and words the page is the server's, as it is without scripts.
});
begun.then(keepProof).catch(() => {});
