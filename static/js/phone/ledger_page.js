// The page of the ledger: the server's, into which the phone draws what it knows better, or the
// phone's own. The server's is kept aside while another view is in its place.

import { SIDES } from "../rules.js";
import { lastRowOf } from "../view_values/latest_act.js";
import { become, becomeAll } from "./become.js";
import {
  copyOf,
  filled,
  find,
  nodesIn,
  noteShown,
  put,
  servedLedger,
  template,
} from "./drawing.js";
import { isAlone, lastIn, match, screen } from "./state.js";

// Draw into the server's page, where there is one and the phone does not do without the server.
/** @param {ViewValues} values @param {string} title */
export function drawLedger(values, title) {
  const { page, part } = filled("match", values);
  const isHere = document.querySelector("#ledger") !== null;
  if (!isHere && screen.servedPage && !isAlone()) putBack(screen.servedPage, page);
  if (servedLedger() && !isAlone()) {
    inPlace(() => drawParts(part));
  } else if (isHere) {
    if (servedLedger()) screen.servedPage = { nodes: nodesIn(document.body).map(copyOf) };
    inPlace(() => becomePage(part));
  } else put([...part.children], page);
  drawRace();
  noteShown(title);
}

/** @param {ServedPage} aside @param {string} [page] */
function putBack({ nodes, scrollTop = 0, shows }, page) {
  put(nodes, page);
  // If nothing was written meanwhile, the page keeps its place.
  const isSame = shows === lastIn(match.ledger);
  find(".scroll").scrollTop = isSame ? scrollTop : 0;
  screen.servedPage = null;
}

// Change the page so that a reader of older hands stays at the row they read.
/** @param {() => void} change */
function inPlace(change) {
  const scroller = document.querySelector(".scroll");
  const topNow = () => find("#ledger").getBoundingClientRect().top;
  const top = scroller && scroller.scrollTop < -1 ? topNow() : null; // 0: at the newest hand
  change();
  if (top !== null && scroller?.isConnected) scroller.scrollTop += topNow() - top;
}

/** @param {DocumentFragment} part */
function drawParts(part) {
  find("main[data-match]").dataset.drawn = "";
  keepRows(part);
  for (const fresh of part.querySelectorAll("[data-part]")) {
    const old = document.querySelector(`[data-part="${fresh.dataset.part}"]`);
    if (old) become(old, fresh);
  }
}

// A row of the server's that says the same stays: what the sides said to it stands there alone.
/** @param {DocumentFragment} part */
function keepRows(part) {
  const links = [...part.querySelectorAll("#ledger a")];
  const rows = new Map(links.map((link) => [link.getAttribute("href"), link.closest("tr")]));
  for (const row of document.querySelectorAll("#ledger tr:has(a)")) {
    const fresh = rows.get(row.querySelector("a")?.getAttribute("href") ?? null);
    if (fresh && saidIn(fresh) === saidIn(row)) fresh.replaceWith(row.cloneNode(true));
  }
}

/** @param {Element} row */
function saidIn(row) {
  const cells = row.querySelectorAll("th, td b, td small, .contract, bdi");
  return [row.className, ...[...cells].map(textOf)].join();
}

/** @param {Node | null} node */
const textOf = (node) => (node?.textContent ?? "").replace(/\s+/g, " ").trim();

/** @param {Document | DocumentFragment} fresh */
function becomePage(fresh) {
  const [here, there] = [document, fresh].map((one) => one.querySelector("#message"));
  if (here && textOf(here) && !textOf(there)) there?.replaceWith(here.cloneNode(true));
  becomeAll(document.body, nodesIn(document.body), nodesIn(fresh.body ?? fresh));
}

function drawRace() {
  const { totals, rules } = match.ledger;
  // In a match of a fixed number of hands it is the race for the lead.
  const isLimited = document.querySelector(".target .limit") !== null;
  const full = isLimited ? Math.max(1, totals.A, totals.B) : rules.target;
  for (const side of SIDES) {
    const run = side === "A" ? ".run-us" : ".run-them";
    const part = Math.max(0, Math.min((100 * totals[side]) / full, 99));
    const bar = find(`.race ${run}`);
    bar.setAttribute("width", part.toFixed(1));
    if (side === "A") bar.setAttribute("x", (99 - part).toFixed(1));
  }
}

// The server's page as it is now, in place of the one that is there.
/** @param {Document} page */
export function drawServed(page) {
  for (const way of page.querySelectorAll("[data-outbox]")) way.disabled = false;
  inPlace(() => becomePage(page));
  document.body.className = page.body.className;
  delete document.documentElement.dataset.kept;
  screen.servedPage = null;
  noteShown(page.title, false);
}

// --- one second for what a table calls out: a stamp across the ledger that nobody can tap, and a buzz ---

// Stamp the ledger in which a hand or a claim was just written, if it is one of these.
/** @param {Ledger} ledger */
export function stampLedger(ledger) {
  const word = template("view-match").dataset[occasionIn(ledger)];
  if (!word || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const stamp = document.createElement("p");
  Object.assign(stamp, { className: "stamp", textContent: word, ariaHidden: "true" });
  stamp.dataset.stays = "";
  stamp.addEventListener("animationend", () => stamp.remove());
  document.body.append(stamp);
  navigator.vibrate?.([30, 80, 120]);
}

/** @param {Ledger} ledger */
function occasionIn(ledger) {
  if (ledger.winner) return "won";
  const { kapo, bidder } = lastRowOf(ledger)?.scored ?? {};
  if (!kapo) return "";
  return kapo === bidder ? "kapo" : "reversed";
}
