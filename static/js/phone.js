// A scorer's pages: whatever is written goes to this phone first, then to the server. A hand is
// entered and the ledger is back in the same page, whether there is a network or not.

import { whenIdle } from "./loading.js";
import { keepMatch, subscribe } from "./outbox.js";
import { loadList } from "./outbox_later.js";
import { fingerprint, lastIn, loadMatch } from "./phone/current_match.js";
import { fetchViews, isOpen } from "./phone/drawing.js";
import { openServed } from "./phone/entry_view.js";
import { rest } from "./phone/later.js";
import { show, showHere } from "./phone/navigation.js";
import { match, screen, servedMatch, state } from "./phone/state.js";
import "./phone/taps.js"; // listens to them
import { viewAt } from "./routes.js";
import * as words from "./words.js";

const { start } = state;

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
  if (!match.ledger || isOpen()) return;
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
