// All that the phone's own views remember while the page is open, and what follows from it. Nothing of it
// stands in another module; what outlives the page is the outbox's.

import { actOf, ledgerOf } from "../ledger.js";
import { stateOf } from "../outbox.js";
import { readFor } from "../words.js";

const acts = document.querySelector("#acts");
// The match as the server wrote it into the page, where the page has one.
/** @type {ToldMatch | null} */
export const servedMatch = JSON.parse(acts?.textContent ?? "null");
/** @type {string} */
const id = servedMatch?.id ?? location.pathname.match(/^\/m\/([\w-]{22})(?:\/|$)/)?.[1] ?? "";

/** @type {PhoneState} */
export const state = {
  match: {
    id,
    home: `/m/${id}/`,
    evening: "", // which match of it this is and how it stands, in words; empty for the first
    side: null, // that this phone is on, where that is known
    ledger: /** @type {Ledger} */ (/** @type {unknown} */ (null)), // with what waits here; null before it is known
    revision: 0, // as the server sent it last
    waiting: [], // the operations that the server has not
    seen: null, // the operation of the last act that is on the screen
    isReachable: true,
    isStrange: false, // does a foreign network answer for the server?
    difference: null, // a hand that the server scored otherwise than this phone
  },
  screen: {
    view: /** @type {View} */ (/** @type {unknown} */ (null)), // what is on the screen, as `viewAt` has it
    isOwn: false, // did the phone draw it, or is it the server's page?
    shows: "", // the state of the match that it shows, as `fingerprint` has it
    isOld: false, // does it lack what came since?
    templates: new DocumentFragment(), // of the phone's views, as far as they have come
    servedPage: null, // the server's page of the ledger, while another view is in its place
    auction: null, // where that of a hand is settled, as the server's page says it of one dealer
    nextHand: null, // the button for it as the ledger has it, while it says that a hand is half typed
  },
  navigation: {
    returning: null, // settled once the browser is back at the ledger's address
    bringRest: () => Promise.reject(), // fetches what is not in the page from the start
  },
  writing: {
    current: null, // what is being written
    form: null, // the form that is being taken, from the tap on
    nextUrl: null, // the link that was tapped meanwhile
  },
  server: {
    isAsking: false,
    isAskedAgain: false,
  },
  start: {
    isReady: false, // is the ledger there, and what it takes to show it?
    done: null, // settled once all is there that the page needs, or cannot come
    hasIdled: false, // was the page idle since?
  },
};

export const match = state.match;
export const screen = state.screen;

// --- the match: the server's acts, and after them the waiting ones ---

// Read the match again, from what this phone keeps of it.
export async function loadMatch() {
  const { acts, ops, revision, side, deals, evening } = await stateOf(match.id);
  readFor(side, deals);
  match.side = /** @type {Side | null} */ (side ?? null);
  match.evening = evening ?? "";
  match.waiting = ops;
  match.revision = revision;
  match.ledger = /** @type {Ledger} */ (foldOf([...acts, ...ops.map(actOf)]) ?? foldOf(acts));
}

// A text that changes with all that the views show of the match.
export const fingerprint = () =>
  JSON.stringify([
    match.ledger?.acts.map(({ id, data }) => [id, data.erased]),
    match.waiting.map(({ op_id, state }) => [op_id, state]),
    [match.difference, isAlone(), match.isStrange],
  ]);

// Fold the acts. Null without acts, or where another phone handed over an act that is no operation.
/** @param {Act[]} acts */
function foldOf(acts) {
  try {
    return acts.length > 0 ? ledgerOf(acts) : null;
  } catch {
    return null;
  }
}

// The revision that an operation names: the last act's, or that of an erasing of names after it.
export function revisionNow() {
  const { played } = match.ledger;
  return typeof played === "number" ? Math.max(played, match.revision) : played;
}

/** @param {Ledger} ledger */
export const lastIn = ({ acts }) => acts[acts.length - 1].op_id;
// Has the match gone on since what is on the screen, by another tab or phone?
export const isBehind = () => match.seen !== lastIn(match.ledger);

export const isLost = () =>
  match.waiting.some(({ answer }) => answer?.problem.type === "#problem-lost");
export const isRefused = () => match.waiting.some(({ state }) => state === "refused");

// Does the phone have to work without the server, or to show another state than its page?
export const isAlone = () =>
  isRefused() || match.difference !== null || !navigator.onLine || !match.isReachable;

// Does the phone know more than the server's pages, or cannot ask for them?
export const knowsMore = () => match.waiting.length > 0 || isAlone();

// The id that an act has now: what waited when an address was made may be saved since.
/** @type {<R extends Ref | undefined>(ref: R) => R | Ref} */
export const idNow = (ref) =>
  match.ledger.acts.find(({ op_id }) => ref === `op:${op_id}`)?.id ?? ref;
/** @param {string} text */
export const idOf = (text) => idNow(/^\d+$/.test(text) ? Number(text) : text);
/** @param {Ref | undefined} ref */
export const rowAt = (ref) => match.ledger.rows.find(({ id }) => id === idNow(ref));
