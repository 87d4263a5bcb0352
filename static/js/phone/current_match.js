// Questions about the match of this page: the server's acts, and after them the waiting ones.

import { actOf, ledgerOf } from "../ledger.js";
import { stateOf, subscribe } from "../outbox.js";
import { readFor } from "../words.js";
import { match } from "./state.js";

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

// Wait until the server answers what waits here, cannot be reached, or takes longer than this.
/** @param {number} patienceMs @returns {Promise<void>} */
export function answered(patienceMs) {
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
