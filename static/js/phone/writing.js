// Whatever is written goes to this phone first, by the outbox, then to the server. Once it is here
// the ledger shows it; what the server says to it is shown when it says it.

import { checkAct } from "../acting.js";
import { lastRowOf, saysOf } from "../board.js";
import { isServerThere } from "../connectivity.js";
import { actOf, ledgerOf } from "../ledger.js";
import { add, newId } from "../outbox.js";
import { viewAt } from "../routes.js";
import { VERSION, writeHand } from "../rules.js";
import { template, warn } from "./drawing.js";
import { goTo, screen } from "./going.js";
import {
  answered,
  isAlone,
  isBehind,
  knowsMore,
  lastIn,
  look,
  match,
  revisionNow,
} from "./match.js";

const PATIENCE_MS = 500; // for the server's word, before a page of the server's is asked for

/** @type {{wish: string, done: Promise<Problem[]>} | null} */
let writing = null; // what is being written
/** @type {Promise<unknown> | null} */
let taking = null; // the form that is being taken, from the tap on
/** @type {URL | null} */
let wanted = null; // the link that was tapped meanwhile

export const isHeld = () => Boolean(taking || writing);
/** @param {URL} url */
export function want(url) {
  wanted = url;
}

// A tap on a link goes nowhere before what it follows is written.
/** @param {Promise<unknown>} own */
export function hold(own) {
  taking = own;
  own.finally(() => {
    if (taking !== own) return;
    taking = null;
    wanted = null;
  });
}

// Keeps the operation and sends it. Gives the problems that keep it from being written. `otherwise`
// is called where another tab wrote it, with something else in it.
/** @param {Operation} op @param {string} [op_id] @param {Otherwise} [otherwise] */
export function write(op, op_id = newId(), otherwise = leave) {
  const wish = JSON.stringify(op);
  if (writing?.wish === wish) return writing.done; // the second of two taps is no second wish
  const before = writing?.done;
  const own = { wish, done: Promise.resolve(before).then(() => writeOnce(op, op_id, otherwise)) };
  writing = own;
  own.done.finally(() => {
    if (writing !== own) return;
    writing = null;
    wanted = null;
  });
  return own.done;
}

/** @param {Operation} op @param {string} op_id @param {Otherwise} otherwise @returns {Promise<Problem[]>} */
async function writeOnce(op, op_id, otherwise) {
  const done = actDone(op_id);
  if (done) return isOtherwise(done, op) ? otherwise(done) : leave();
  if (isBehind()) {
    goTo(homeUrl());
    warn("view-match");
    return [];
  }
  const found = checkAct(match.ledger, { op_id, op });
  if (found.length > 0) return found;
  const after = ledgerOf([...match.ledger.acts, actOf({ op_id, op })]);
  const own = operation(op, op_id, after);
  const { isKept, isNew } = await add(own);
  if (!isNew) {
    // Another tab had the same form, and was faster by so little that nobody heard of it.
    await look();
    const theirs = actDone(op_id);
    return theirs && isOtherwise(theirs, op) ? otherwise(theirs) : leave();
  }
  if (isKept) document.dispatchEvent(new Event("kept"));
  // As it will be read again: the ledger need not wait for that.
  match.ledger = after;
  const waiting = { ...own, state: "waiting" };
  match.waiting = [...match.waiting, /** @type {Waiting} */ (waiting)];
  return leave();
}

/** @param {Operation} op @param {string} op_id @param {Ledger} after */
function operation(op, op_id, after) {
  const score = lastRowOf(after)?.score;
  const scored = score && { engine: VERSION, A: score.A, B: score.B };
  /** @type {Shown} */
  const shown = {
    ...(scored && { scored }),
    ...(op.reason && match.revision && { known_revision: match.revision }),
  };
  return {
    op_id,
    match: match.id,
    op: /** @type {Operation} */ ({ ...op, ...shown }),
    revision: revisionNow(),
    after: lastIn(match.ledger),
    at: Date.now(),
    engine: VERSION,
    says: saysOf(after, template("view-match").dataset.undone),
  };
}

/** @param {string} op_id */
const actDone = (op_id) => match.ledger.acts.find((act) => act.op_id === op_id);

/** @param {NamedAct} act @param {Operation} op */
function isOtherwise({ kind, data }, op) {
  /** @param {PartialHand} hand */
  const told = (hand) => JSON.stringify(writeHand(hand));
  return kind === "recorded" && op.hand && told(data.hand) !== told(op.hand);
}

// What cannot be done is said beside the match as it stands.
/** @param {Operation} op @param {string} op_id */
export async function writeOrSay(op, op_id) {
  if ((await write(op, op_id)).length === 0) return;
  goTo(homeUrl());
  warn("view-match");
}

// --- on to the ledger, or where a tap leads ---

const homeUrl = () => new URL(match.home, location.href);

export function leave() {
  const url = wanted;
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
  return isPlain && (view.name === "entry" || view.name === "void");
}

// With the worker a page comes in any case; without it a tap could lead to the browser's error page.
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

// Is the browser to follow the link as it would?
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
    await look();
  }
  const isView = viewAt(match.home, url) !== null;
  if (isView && (knowsMore() || !(hasWorker() || (await isServerThere())))) goTo(url);
  else location.assign(url);
}
