// The entry of a hand among the phone's views: a new hand, a forgotten one, or a correction.

import { openEntry } from "../entry.js";
import { keep } from "../hand_form/hand_draft.js";
import { newId } from "../outbox.js";
import { writeHand } from "../rules.js";
import { entryValues } from "../view_values/entry_values.js";
import { namesIn } from "../view_values/shared.js";
import { propose, proposeTyped } from "./change_view.js";
import { idNow, isAlone, isBehind, revisionNow, rowAt } from "./current_match.js";
import { draw, find, offerPreferences, template, warn } from "./drawing.js";
import { addressOf, draftName, entryPlace, servedPlace, wordsOf } from "./entry_place.js";
import { leave } from "./leaving.js";
import { turnHome, views } from "./navigation.js";
import { match, screen } from "./state.js";
import { arrive } from "./views.js";
import { write } from "./writing.js";

const form = () => find("#entry");

/** @type {Record<string, ShowView>} */
const own = {
  entry(view) {
    const place = entryPlace(view);
    if (!place) return turnHome();
    draw("entry", { ...entryValues(match.ledger, place), ...wordsOf(place), ...auctionOf(place) });
    document.body.classList.toggle("correction", place.kind === "correct");
    const { dataset, elements } = form();
    dataset.draft = draftName(place);
    elements.op_id.value = newId();
    elements.contract_op_id.value = newId();
    elements.revision.value = String(revisionNow());
    if (!isAlone()) offerPreferences(find("#looks"), addressOf(place));
    openEntry(formContext(place));
    arrive();
  },
};
Object.assign(views, own);

/** @param {Place} place */
function auctionOf({ kind, dealer }) {
  const { auction = screen.auction } = document.querySelector("[data-auction]")?.dataset ?? {};
  screen.auction = auction;
  if (!auction || kind !== "new" || match.ledger.open) return {};
  const url = new URL(auction, location.href);
  url.searchParams.set("dealer", String(dealer));
  return { auction: url.pathname + url.search };
}

// Tell the entry form what it has to know, and where what is entered goes.
/** @param {Place} place */
function formContext(place) {
  const { ledger } = match;
  return {
    rules: ledger.rules,
    names: namesIn(ledger),
    dealer: place.dealer,
    hand: place.hand,
    isChange: place.kind !== "new",
    was: place.kind === "correct" ? rowAt(place.ref)?.score : null,
    isOwnView: screen.isOwn,
    template,
    isNow,
    /** @param {Hand} hand @param {string} op_id */
    save: (hand, op_id) => saveHand(place, hand, op_id),
    /** @param {PartialHand} contract @param {string} op_id */
    saveContract: (contract, op_id) => writeNext({ op: "contract", contract }, op_id),
  };
}

// Is it the revision of the match as it stands?
/** @param {string} revision */
const isNow = (revision) => String(idNow(revision)) === String(revisionNow());

/** @param {Place} place @param {Hand} hand @param {string} op_id */
function saveHand({ kind, ref, hand: before, isSaved }, hand, op_id) {
  if (kind === "new") return writeNext({ op: "record", hand }, op_id);
  if (kind === "insert") return proposeTyped({ op: "insert", hand, before: idNow(ref) });
  if (isSaved && JSON.stringify(hand) === JSON.stringify(writeHand(before ?? {}))) return leave();
  return proposeTyped({ op: "correct", hand_id: idNow(ref), hand });
}

// Write the next hand, or its contract. If the match went on, keep what is typed for the hand that is
// next now.
/** @param {Operation} op @param {string} op_id */
function writeNext(op, op_id) {
  const isWritten = match.ledger.acts.some((act) => act.op_id === op_id);
  if (!isBehind() || isWritten || match.ledger.end) return write(op, op_id, correct);
  form().elements.revision.value = String(revisionNow());
  keep();
  screen.isOwn = true;
  own.entry({ name: "entry", kind: "new" }, {});
  warn("view-entry", match.ledger.number);
  return [];

  /** @param {NamedAct} act */
  function correct({ id }) {
    return propose({ op: "correct", hand_id: id, hand: /** @type {Hand} */ (op.hand) });
  }
}

// Open the form of the server's page.
export function openServed() {
  const place = servedPlace();
  if (place) openEntry(formContext(place));
}
