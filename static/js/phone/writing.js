// Whatever is written goes to this phone first, by the outbox, then to the server. Once it is here
// the ledger shows it; what the server says to it is shown when it says it.

import { checkAct } from "../acting.js";
import { tab } from "../kept.js";
import { actOf, ledgerOf } from "../ledger.js";
import { add, newId } from "../outbox.js";
import { VERSION, writeHand } from "../rules.js";
import { lastRowOf, saysOf } from "../view_values/latest_act.js";
import { template, warn } from "./drawing.js";
import { stampLedger } from "./ledger_page.js";
import { goTo, homeUrl, leave } from "./navigation.js";
import { isBehind, lastIn, loadMatch, match, revisionNow, state } from "./state.js";

const { writing } = state;

// Keep the operation and send it. Gives the problems that prevent it. `otherwise` is called where
// another tab wrote the operation with other contents.
/** @param {Operation} op @param {string} [op_id] @param {Otherwise} [otherwise] */
export function write(op, op_id = newId(), otherwise = leave) {
  const wish = JSON.stringify(op);
  if (writing.current?.wish === wish) return writing.current.done; // the second of two taps is no second wish
  const before = writing.current?.done;
  const own = { wish, done: Promise.resolve(before).then(() => writeOnce(op, op_id, otherwise)) };
  writing.current = own;
  own.done.finally(() => {
    if (writing.current !== own) return;
    writing.current = null;
    writing.nextUrl = null;
  });
  return own.done;
}

/** @param {Operation} op @param {string} op_id @param {Otherwise} otherwise @returns {Promise<Problem[]>} */
async function writeOnce(op, op_id, otherwise) {
  const done = actDone(op_id);
  if (done) return hasOtherHand(done, op) ? otherwise(done) : leave();
  if (isBehind()) {
    goTo(homeUrl());
    warn("view-match");
    return [];
  }
  const found = checkAct(match.ledger, { op_id, op });
  if (found.length > 0) return found;
  const after = ledgerOf([...match.ledger.acts, actOf({ op_id, op })]);
  const own = outboxEntry(op, op_id, after);
  const { isKept, isNew } = await add(own);
  if (!isNew) {
    // Another tab had the same form, and was faster by a moment, before its message came.
    await loadMatch();
    const theirs = actDone(op_id);
    return theirs && hasOtherHand(theirs, op) ? otherwise(theirs) : leave();
  }
  if (isKept) document.dispatchEvent(new Event("kept"));
  // As it will be read again: the ledger need not wait for that.
  match.ledger = after;
  const waiting = { ...own, state: "waiting" };
  match.waiting = [...match.waiting, /** @type {Waiting} */ (waiting)];
  if (op.op === "record" || op.op === "claim") stampLedger(after);
  return leave();
}

/** @param {Operation} op @param {string} op_id @param {Ledger} after */
function outboxEntry(op, op_id, after) {
  const score = op.hand && lastRowOf(after)?.score;
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
    says: saysOf(after, template("view-match").dataset),
  };
}

// Forget what was typed in the form, once the operation has written it.
/** @param {HTMLElement | null} form @param {string} op_id */
export function forgetDraft(form, op_id) {
  if (form && actDone(op_id)) tab.remove(`draft:${form.dataset.draft}`);
}

/** @param {string} op_id */
const actDone = (op_id) => match.ledger.acts.find((act) => act.op_id === op_id);

/** @param {NamedAct} act @param {Operation} op */
function hasOtherHand({ kind, data }, op) {
  /** @param {PartialHand} hand */
  const textOf = (hand) => JSON.stringify(writeHand(hand));
  return kind === "recorded" && op.hand && textOf(data.hand) !== textOf(op.hand);
}

// Write the operation; where that cannot be done, say so beside the match as it stands.
/** @param {Operation} op @param {string} op_id */
export async function writeOrSay(op, op_id) {
  if ((await write(op, op_id)).length === 0) return;
  goTo(homeUrl());
  warn("view-match");
}
