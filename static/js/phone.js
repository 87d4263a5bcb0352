// A scorer's pages: whatever is written goes to this phone first, then to the server. A hand is
// entered and the ledger is back in the same page, whether there is a network or not.

import { once, whenIdle } from "./loading.js";
import { keepMatch, subscribe } from "./outbox.js";
import { loadList } from "./outbox_later.js";
import { fetchViews, mustWait, template, warn } from "./phone/drawing.js";
import { openServed } from "./phone/entry_view.js";
import { follow, goTo, hold, show, showHere, tapState } from "./phone/navigation.js";
import {
  fingerprint,
  lastIn,
  loadMatch,
  match,
  screen,
  servedMatch,
  state,
} from "./phone/state.js";
import { isServerThere, sendAsItIs } from "./requests.js";
import { decide, viewAt } from "./routes.js";
import * as words from "./words.js";

const { navigation, start, writing } = state;

// --- what the first touch does not need: it comes once the page is idle, or earlier on demand ---

const fetchLaterViews = once(() => fetchViews("match"));

const rest = once(async () => {
  // First: without a network this fails, and an import that failed once may fail until a reload.
  await fetchLaterViews();
  // Its import is fetched with it, not after it.
  const values = import("./view_values/ledger_values.js");
  const [own] = await Promise.all([import("./phone/rest.js"), values]);
  return own;
});

navigation.bringRest = rest;

// --- taps: forms that write, and links ---

const AGAIN_MS = 2000;
const POSTED = /\/(undo|stop|reopen|turned)(\/[AB])?$/;
/** @param {HTMLFormElement} form */
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits. If the modules never come, the server takes the form.
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
  await start.done;
  const all = match.ledger && (await restFor(form));
  const isTaken = await all?.takeForm(form, submitter, posted);
  if (!isTaken && form.isConnected) sendAsItIs(form, submitter);
}

// The module that handles the form. Null if it cannot be fetched and the server can take the form. A form
// that only the phone draws waits for the module until the reader leaves it.
/** @param {HTMLFormElement} form */
async function restFor(form) {
  while (form.isConnected) {
    try {
      return await rest();
    } catch {
      if (!screen.isOwn) break;
      // The views are there, so an import failed. Perhaps only a reload fetches it.
      const isSpoiled = template("view-match") && form.matches("#entry");
      if (isSpoiled && (await isServerThere())) return reload();
    }
    warn("view-entry", match.ledger.number, "offline");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}

// The page comes again with the entry's draft, and nothing of this one is done any more.
/** @returns {Promise<never>} */
function reload() {
  location.reload();
  return new Promise(() => {});
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const link = /** @type {Found} */ (event.target).closest("a[href]");
  if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  const decision = decide(url, tapState());
  if (decision === "browser") return;
  event.preventDefault();
  if (decision === "wait") writing.nextUrl = url;
  else if (decision === "show") goTo(url);
  else follow(url);
});

// --- what comes meanwhile ---

subscribe(async (event) => {
  if ((event.match ?? event.op?.match) !== match.id) return;
  if (event.type !== "changed") {
    match.isReachable = event.type !== "unreachable";
    match.isStrange = event.isStrange ?? false;
  }
  if (event.answer?.scored?.differs) {
    match.difference = { differs: event.op.says, server: words.scoresText(event.answer.scored) };
  }
  if (!start.isReady) return; // it is looked at anyway
  await loadMatch();
  screen.isOld ||= fingerprint() !== screen.shows;
  refresh();
});

// Show what came, unless something is open: then once it is closed.
function refresh() {
  if (!match.ledger || mustWait()) return;
  if (screen.isOwn && screen.isOld) show(screen.view, { isNew: false });
  // A module that failed while the page was idle is fetched again.
  if (start.isReady && (screen.isOwn || start.hasIdled)) rest().then(ask, refreshAtTap);
}

// A network that is there again says so only at times.
const refreshAtTap = () => addEventListener("pointerup", refresh, { once: true });

/** @param {Awaited<ReturnType<typeof rest>>} all */
const ask = ({ askServer }) => askServer();

document.addEventListener("toggle", refresh, true);
document.addEventListener("released", refresh);
document.addEventListener("visibilitychange", refresh);
addEventListener("online", refresh);
// The page slept in the browser's memory, and the match may have gone on.
addEventListener("pageshow", async ({ persisted }) => {
  if (!persisted || !start.isReady) return;
  await loadMatch();
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
    fetchViews("entry"),
    words.loadWords(/** @type {Found} */ (document.querySelector("#words")).href),
    servedMatch && keepMatch(servedMatch),
  ]);
  await loadMatch();
  if (!match.ledger) return;
  start.isReady = true;
  const isAsServed = servedMatch?.acts.at(-1)?.op_id === lastIn(match.ledger);
  match.seen = lastIn(match.ledger);
  if (view) screen.view = view;
  if (view && !isAsServed) show(view);
  else if (document.querySelector("#entry")) openServed();
  showHere(); // the browser may have gone back meanwhile
}

// Fetch what the first touch did not need: from now on the page works without the server.
async function fetchRest() {
  await whenIdle();
  start.hasIdled = true;
  await Promise.all([match.id && rest(), loadList()]);
}

// Keep what proves which phone this is, for when its cookie is lost. Last: taps work already.
async function keepProof() {
  if (!servedMatch) return;
  const again = await import("./phone_recovery.js");
  await again.keepProof(match.id);
}

start.done = begin().catch(() => {
  // Without its views and words the page is the server's, as it is without scripts.
});
start.done.then(fetchRest).catch(refreshAtTap);
start.done.then(keepProof).catch(() => {});
