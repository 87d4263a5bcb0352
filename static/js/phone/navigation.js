// From view to view within the page, and out of it. A view over the ledger is one step of the browser's
// history, which goes when the view closes. So going back from the ledger leads to the matches.

import { tab } from "../kept.js";
import { subscribe } from "../outbox.js";
import { isServerThere } from "../requests.js";
import { decide, viewAt } from "../routes.js";
import { isAlone, knowsMore, loadMatch, match, screen, state } from "./state.js";

const { navigation } = state;
const STEP_MS = 3000; // for a busy phone, to take a step back

// The function that shows each view, by the view's name. The modules of the views add theirs.
/** @type {Record<string, ShowView>} */
export const views = {};

const viewHere = () => viewAt(match.home, location);
/** @param {View} view */
const isShown = (view) => JSON.stringify(view) === JSON.stringify(screen.view);

/** @param {URL} url */
export function goTo(url) {
  show(/** @type {View} */ (viewAt(match.home, url)));
  // Also where there was nothing to show, and the view turned home.
  if (screen.view.name === "match") goHome();
  else push(url);
}

// Push the address of something that is shown over what is there already.
/** @param {URL | string} url */
export function push(url) {
  const step = { depth: (history.state?.depth ?? 0) + 1 };
  if (!navigation.returning) history.pushState(step, "", url);
  else navigation.returning.then(() => history.pushState({ depth: 1 }, "", url));
}

// Go to the ledger from an address that leads to nothing any more.
export function turnHome() {
  show({ name: "match" });
  goHome();
}

function goHome() {
  if (navigation.returning) return;
  const depth = history.state?.depth ?? 0;
  if (depth === 0) return atHome();
  navigation.returning = new Promise((resolve) => {
    const timer = setTimeout(done, STEP_MS);
    addEventListener("popstate", done, { once: true });
    function done() {
      clearTimeout(timer);
      removeEventListener("popstate", done);
      navigation.returning = null;
      atHome();
      resolve();
    }
  });
  history.go(-depth);
}

// If the ledger is one step back already, page_later.js goes past that one.
export function atHome() {
  if (location.pathname + location.search + location.hash === match.home) return;
  const home = location.origin + match.home;
  if (document.referrer !== home) return history.replaceState(null, "", home);
  const again = { home, times: (tab.get("again")?.times ?? 0) + 1 };
  tab.set("again", again);
  history.replaceState(again, "", home);
}

// Are the modules that show the view there?
/** @param {View} view */
const isThere = ({ name }) => name in views;

// Show the view, as soon as what that takes is there.
/** @param {View} view @param {{isNew?: boolean}} [how] */
export function show(view, { isNew = true } = {}) {
  const before = screen.view;
  screen.view = view;
  if (isThere(view)) views[view.name](view, { isNew });
  else showLater(view, before, { isNew });
}

/** @param {View} view @param {typeof screen.view} before @param {{isNew: boolean}} how */
async function showLater(view, before, how) {
  await navigation.bringRest().catch(() => {}); // out of reach: what is on the screen stays
  if (screen.view !== view) return;
  if (isThere(view)) show(view, how);
  else screen.view = before;
}

addEventListener("popstate", () => {
  if (navigation.returning) return;
  const view = viewHere();
  if (!view || isThere(view)) showHere();
  else navigation.bringRest().then(showHere, () => location.reload());
});

// Show the view of the address, where it is another than the one on the screen.
export function showHere() {
  const view = match.ledger && viewHere();
  if (view && !isShown(view)) show(view);
  else if (!view && screen.isOwn) location.reload(); // a page of the server's alone
}

// --- out of the page, or to the ledger ---

const { writing } = state;
const ANSWER_MS = 500; // to wait for the server's answer, before a page is requested from it

// With the worker a page comes in any case; without it a tap could lead to the browser's error page.
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

// All that decides what a tap on a link does.
/** @returns {TapState} */
export const tapState = () => ({
  ...state,
  views,
  isAlone: isAlone(),
  hasWorker: hasWorker(),
});

// Note that a form is being taken: a tap on a link goes nowhere before what it follows is written.
/** @param {Promise<unknown>} own */
export function hold(own) {
  writing.form = own;
  own.finally(() => {
    if (writing.form !== own) return;
    writing.form = null;
    writing.nextUrl = null;
  });
}

export const homeUrl = () => new URL(match.home, location.href);

export function leave() {
  const url = writing.nextUrl;
  goTo(url && staysHere(url) ? url : homeUrl());
  if (url && !staysHere(url)) follow(url);
  return [];
}

// Does the phone show what the link leads to, once the form is written?
/** @param {URL} url */
const staysHere = (url) => decide(url, { ...tapState(), writing: {} }) === "show";

// The server's page has what was just written, where the server takes it soon.
/** @param {URL} url */
export async function follow(url) {
  if (match.waiting.length > 0 && !isAlone()) {
    await answered(ANSWER_MS);
    await loadMatch();
  }
  const isView = viewAt(match.home, url) !== null;
  if (isView && (knowsMore() || !(hasWorker() || (await isServerThere())))) goTo(url);
  else location.assign(url);
}

// Wait until the server answers what waits here, cannot be reached, or takes longer than this.
/** @param {number} patienceMs @returns {Promise<void>} */
function answered(patienceMs) {
  return new Promise((resolve) => {
    const end = subscribe((event) => {
      if ((event.match ?? event.op?.match) === match.id && event.type !== "changed") done();
    });
    const timer = setTimeout(done, patienceMs);
    function done() {
      end();
      clearTimeout(timer);
      resolve();
    }
  });
}
