// Leave what is on the screen: for the ledger, or for where a link that was tapped leads.

import { isServerThere } from "../connectivity.js";
import { decide, viewAt } from "../routes.js";
import { answered, isAlone, knowsMore, loadMatch } from "./current_match.js";
import { goTo, views } from "./navigation.js";
import { match, state } from "./state.js";

const { writing } = state;
const PATIENCE_MS = 500; // to wait for the server's answer, before a page is requested from it

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
  goTo(url && isShown(url) ? url : homeUrl());
  if (url && !isShown(url)) follow(url);
  return [];
}

// Does the phone show what the link leads to, once the form is written?
/** @param {URL} url */
const isShown = (url) => decide(url, { ...tapState(), writing: {} }) === "show";

// The server's page has what was just written, where the server takes it soon.
/** @param {URL} url */
export async function follow(url) {
  if (match.waiting.length > 0 && !isAlone()) {
    await answered(PATIENCE_MS);
    await loadMatch();
  }
  const isView = viewAt(match.home, url) !== null;
  if (isView && (knowsMore() || !(hasWorker() || (await isServerThere())))) goTo(url);
  else location.assign(url);
}
