// What stands on the screen: the server's page, or a view of the phone in its place. The server's page
// of the ledger is kept aside meanwhile; once it is back the phone draws into it what it knows better.

import { fill } from "../fill.js";
import { SIDES } from "../rules.js";
import { become, becomeAll } from "./become.js";
import { screen } from "./going.js";
import { isAlone, lastIn, match, stateNow, told } from "./match.js";

/** @type {Document | null} */
let templates = null; // of the phone's views
/** @type {ServedPage | null} */
let served = null; // the server's page of the ledger, while another view is in its place
/** @type {Element[]} */
const looks = []; // its choices of language, colours and letters, which views have not

export async function fetchViews() {
  const answer = await fetch(/** @type {Found} */ (document.querySelector("#views")).href);
  templates = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (!template("view-match")) throw new Error(`no views: ${answer.status}`);
  if (told) looks.push(...[...document.querySelectorAll("[data-look]")].map(copyOf));
}

/** @param {string} name */
export const template = (name) => /** @type {Found} */ (templates?.querySelector(`#${name}`));

/** @param {string} name @param {ViewValues} values */
function filled(name, values) {
  const { page } = template(`view-${name}`).dataset;
  return { page, part: fill(template(`view-${name}`), { match: match.id, ...values }) };
}

// All that is not in every page of the match.
/** @param {Element | DocumentFragment} body @returns {Element[]} */
const nodesIn = (body) =>
  [...body.children].filter((node) => !node.matches("[data-stays], script"));

/** @param {Element} node */
const copyOf = (node) => node.cloneNode(true);

/** @param {string} selector */
export const find = (selector) => /** @type {Found} */ (document.querySelector(selector));

const ledgerOfServer = () => document.querySelector("main[data-match]");

/** @param {string} name @param {ViewValues} values */
export function draw(name, values) {
  if (ledgerOfServer()) {
    const { scrollTop } = find(".scroll");
    served = { nodes: nodesIn(document.body), scrollTop, shows: match.seen };
  }
  const { page, part } = filled(name, values);
  put([...part.children], page);
  const heading = find("#heading");
  shown((heading.querySelector("[aria-hidden]") ?? heading).textContent ?? "");
}

/** @param {Element[]} nodes @param {string} [page] */
function put(nodes, page) {
  for (const node of nodesIn(document.body)) node.remove();
  document.body.prepend(...nodes);
  document.body.className = page ?? "";
}

/** @param {string} title @param {boolean} [isOwn] */
function shown(title, isOwn = true) {
  match.seen = lastIn(match.ledger);
  screen.isOwn = isOwn;
  screen.shows = stateNow();
  screen.isOld = false;
  document.title = title;
  document.dispatchEvent(new Event("drawn"));
}

// What the server's page has to choose its looks by, to come back to this address.
/** @param {Element} place @param {string} address */
export function offerLooks(place, address) {
  place.replaceChildren(...looks.map(copyOf));
  for (const next of place.querySelectorAll("[name=next]")) next.value = address;
}

// --- the ledger ---

// In the server's page, where there is one and the phone has not to do without the server.
/** @param {ViewValues} values @param {string} title */
export function drawLedger(values, title) {
  const { page, part } = filled("match", values);
  const isHere = document.querySelector("#ledger") !== null;
  if (!isHere && served && !isAlone()) putBack(served, page);
  if (ledgerOfServer() && !isAlone()) {
    inPlace(() => drawParts(part));
  } else if (isHere) {
    if (ledgerOfServer()) served = { nodes: nodesIn(document.body).map(copyOf) };
    inPlace(() => becomePage(part));
  } else put([...part.children], page);
  drawRace();
  shown(title);
}

/** @param {ServedPage} aside @param {string} [page] */
function putBack({ nodes, scrollTop = 0, shows }, page) {
  put(nodes, page);
  // Where nothing was written meanwhile, the reader goes on where they were.
  const isSame = shows === lastIn(match.ledger);
  find(".scroll").scrollTop = isSame ? scrollTop : 0;
  served = null;
}

// Whoever reads older hands stays where they read.
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
  // At a table that plays so many hands it is the race for the lead.
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
  for (const way of page.querySelectorAll("[data-outbox]")) way.hidden = false;
  inPlace(() => becomePage(page));
  document.body.className = page.body.className;
  delete document.documentElement.dataset.kept;
  served = null;
  shown(page.title, false);
}

// Says that the match went on, and that what was tapped is not written.
/** @param {string} view @param {number} [number] */
export function warn(view, number) {
  const message = find("#message");
  message.className = "message bad";
  message.textContent = template(view).dataset.stale?.replace("⟦number⟧", String(number)) ?? "";
}
