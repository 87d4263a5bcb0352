// Show the server's present page of the ledger in place of the phone's. This happens once the server has
// all acts of this phone, and whenever the match went on.

import { keepMatch, savesIn } from "../outbox.js";
import { isOurs, within } from "../requests.js";
import { mustWait } from "./drawing.js";
import { drawServed } from "./ledger_page.js";
import { atHome, show } from "./navigation.js";
import { isRefused, lastIn, loadMatch, match, screen, state } from "./state.js";

const EVERY_MS = 4000;
const SEATS_EVERY_MS = 20_000;
const PATIENCE_MS = 30_000; // two answers, where each takes seconds
// The styles and scripts by which a page is drawn and run.
const MADE_BY = "link[rel=stylesheet], link#views, script[src]";

const { server } = state;

const isLedgerShown = () => screen.view?.name === "match" && !mustWait();
const isSettled = () => match.waiting.length === 0 && match.difference === null;

// Ask the server for its page, where that is another than the one on the screen.
export async function askServer() {
  const isSeen = document.visibilityState === "visible";
  if (!isSeen || !match.ledger || !isLedgerShown() || !isSettled()) return;
  server.isAskedAgain = server.isAsking;
  if (server.isAsking) return;
  server.isAsking = true;
  try {
    await ask();
  } finally {
    server.isAsking = false;
  }
  if (server.isAskedAgain) askServer();
}

async function ask() {
  const mark = screen.isOwn ? "" : document.querySelector("#mark")?.value;
  const saves = await savesIn(match.id);
  /** @type {{status?: number, html?: string}} */
  const { status, html = "" } = await within(PATIENCE_MS, async (options) => {
    const answer = await fetch(`${match.home}live?part=scorer&mark=${mark ?? ""}`, options);
    match.isStrange = !isOurs(answer);
    match.isReachable = !match.isStrange && answer.status < 500;
    return match.isStrange ? {} : { status: answer.status, html: await answer.text() };
  }).catch(() => {
    match.isReachable = false;
    return {};
  });
  if (status === 404) await takeLost(saves);
  else if (status === 200) await take(new DOMParser().parseFromString(html, "text/html"), saves);
}

/** @param {Document} page @param {number} saves */
async function take(page, saves) {
  const ledger = page.querySelector("main[data-match]");
  if (ledger?.dataset.match !== match.id) return;
  const served = JSON.parse(page.querySelector("#acts")?.textContent ?? "null");
  // Another phone writes now, or the server has a new version. An open entry is never replaced.
  if (!served || madeBy(page) !== madeBy(document)) {
    if (isLedgerShown() && isSettled()) location.replace(match.home);
    return;
  }
  await keepMatch(served, { saves });
  await loadMatch();
  if (isRefused()) return showLost();
  if (!isLedgerShown() || !isSettled() || lastIn(match.ledger) !== served.acts.at(-1).op_id) return;
  drawServed(page);
  atHome(); // it may have been the answer to a form
}

// Note that the server lacks the match: a backup from before it was restored.
/** @param {number} saves */
async function takeLost(saves) {
  await keepMatch({ id: match.id, acts: [], revision: 0 }, { saves });
  await loadMatch();
  showLost();
}

function showLost() {
  if (isLedgerShown()) show(screen.view, { isNew: false });
}

/** @param {Document} page */
const madeBy = (page) =>
  [...page.head.querySelectorAll(MADE_BY)]
    .map((one) => one.getAttribute("href") ?? one.getAttribute("src"))
    .join();

// Once the desk has drawn the next round, the server sends the seats of both pairs.
async function askSeats() {
  const waiting = document.querySelector("[data-waits]");
  if (!waiting || document.visibilityState !== "visible") return;
  const html = await within(PATIENCE_MS, async (options) => {
    const answer = await fetch(waiting.dataset.waits ?? "", options);
    return isOurs(answer) && answer.status === 200 ? answer.text() : "";
  }).catch(() => "");
  const { body } = new DOMParser().parseFromString(html, "text/html");
  if (html) waiting.replaceWith(...body.childNodes);
}

setInterval(askSeats, SEATS_EVERY_MS);
document.addEventListener("visibilitychange", askSeats);
setInterval(() => {
  const isOver = document.querySelector("#mark[data-over]") && !screen.isOwn;
  if (!isOver) askServer();
}, EVERY_MS);
// Also when it is over: another phone may have gone on with it.
document.addEventListener("visibilitychange", askServer);
addEventListener("online", askServer);
