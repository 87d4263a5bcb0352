// Leave what is on the screen: for the ledger, or for where a link that was tapped leads.

import { isServerThere } from "../connectivity.js";
import { viewAt } from "../routes.js";
import { answered, isAlone, knowsMore, loadMatch } from "./current_match.js";
import { goTo } from "./navigation.js";
import { match, screen, state } from "./state.js";

const { writing } = state;
const PATIENCE_MS = 500; // to wait for the server's answer, before a page is requested from it

export const isBusy = () => Boolean(writing.form || writing.current);
/** @param {URL} url */
export function leaveLater(url) {
  writing.nextUrl = url;
}

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

// Does the phone show in this page what the link leads to?
/** @param {URL} url */
export function staysHere(url) {
  const view = viewAt(match.home, url);
  if (!view || isAlone()) return view !== null;
  if (view.name === "match") return screen.isOwn;
  // A bid that was settled elsewhere comes along in the address: the server reads it.
  const isPlain = [...url.searchParams.keys()].every((key) => key === "op");
  return isPlain && ["entry", "void", "turned"].includes(view.name);
}

// With the worker a page comes in any case; without it a tap could lead to the browser's error page.
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

// May the browser follow the link by itself?
/** @param {URL} url */
export function isLeft(url) {
  const isAnswered = match.waiting.length === 0 || isAlone();
  return isAnswered && (hasWorker() || viewAt(match.home, url) === null);
}

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
