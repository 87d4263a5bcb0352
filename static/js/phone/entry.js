// The entry of a hand among the phone's views, and what it changes in what is written: first that is
// shown, then it is written.

import { checkAct } from "../acting.js";
import { changeValues, entryValues, namesIn } from "../board.js";
import { keep, openEntry } from "../entry.js";
import { actOf, placeOf } from "../ledger.js";
import { newId } from "../outbox.js";
import { writeHand } from "../rules.js";
import { draw, find, offerLooks, template, warn } from "./drawing.js";
import { goTo, push, screen, turnHome, views } from "./going.js";
import { idNow, isAlone, isBehind, match, revisionNow, rowAt } from "./match.js";
import { arrive } from "./views.js";
import { leave, write } from "./writing.js";

const form = () => find("#entry");
/** @type {string | null} */
let auction = null; // where that of a hand is settled, as the server's page says it of one dealer

/** @type {Record<string, ShowView>} */
const own = {
  entry(view) {
    const place = entryPlace(view);
    if (!place) return turnHome();
    draw("entry", { ...entryValues(match.ledger, place), ...wordsOf(place), ...auctionOf(place) });
    document.body.classList.toggle("correction", place.kind === "correct");
    const { dataset, elements } = form();
    dataset.draft = `${match.id}:${DRAFTS[place.kind](place.ref)}`;
    elements.op_id.value = newId();
    elements.contract_op_id.value = newId();
    elements.revision.value = String(revisionNow());
    if (!isAlone()) offerLooks(find("#looks"), addressOf(place));
    openEntry(deskAt(place));
    arrive();
  },
  void({ ref }) {
    const row = rowAt(ref);
    if (!row || propose({ op: "void", hand_id: row.id }).length > 0) turnHome();
  },
};
Object.assign(views, own);

// --- the entry ---

// Under which name what is typed is kept, as in web/hand_form_page.py.
/** @type {Record<Place["kind"], (ref?: Ref) => Ref | undefined>} */
const DRAFTS = { new: () => "new", correct: (ref) => ref, insert: (ref) => `before-${ref}` };

// Of the server's page that has the same form.
/** @param {Place} place */
const addressOf = ({ kind, ref }) =>
  match.home + (kind === "new" ? "hand" : `hands/${ref}/${kind}`);

/** @param {Place} place */
function auctionOf({ kind, dealer }) {
  auction = document.querySelector("[data-auction]")?.dataset.auction ?? auction;
  if (!auction || kind !== "new" || match.ledger.open) return {};
  const url = new URL(auction, location.href);
  url.searchParams.set("dealer", String(dealer));
  return { auction: url.pathname + url.search };
}

// Which hand is entered: who deals it, its number, and what of it is known.
/** @param {Omit<View, "name">} view @returns {Place | null} */
function entryPlace({ kind, ref = "" }) {
  const { ledger } = match;
  if (!kind) return null;
  if (kind === "new") {
    if (ledger.end) return null;
    return { kind, ref, number: ledger.number, dealer: ledger.dealer, hand: ledger.open };
  }
  const row = rowAt(ref);
  if (!row) return null;
  if (kind === "insert") return { kind, ref, ...numberAndDealer(placeOf(ledger, ref)) };
  if (row.entry.adjust) return null;
  return { kind, ref, number: row.number, dealer: row.dealer, hand: row.entry };
}

/** @param {{number: number, dealer: Seat}} place */
const numberAndDealer = ({ number, dealer }) => ({ number, dealer });

/** @param {Place} place */
function wordsOf({ kind, number }) {
  const { dataset } = template("view-entry");
  const heading = { new: dataset.hand, insert: dataset.forgotten, correct: dataset.correct }[kind];
  return {
    heading: heading?.replace("⟦number⟧", String(number)),
    save: kind === "new" ? dataset.save : dataset.see,
  };
}

// What the entry form has to know, and where what is entered goes.
/** @param {Place} place */
function deskAt(place) {
  const { ledger } = match;
  return {
    rules: ledger.rules,
    names: namesIn(ledger),
    dealer: place.dealer,
    hand: place.hand,
    isChange: place.kind !== "new",
    was: place.kind === "correct" && rowAt(place.ref)?.score,
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

// The next hand, or its contract; if the match went on, what is typed is kept for the hand that is.
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

// The form of the server's page, and a hand that is saved already is corrected in it.
export function openServed() {
  const place = servedPlace();
  if (place) openEntry(deskAt(place));
}

function servedPlace() {
  const { hand_id, op_id } = form().elements;
  const saved = match.ledger.acts.find((act) => act.op_id === op_id.value);
  if (!saved)
    return entryPlace(hand_id ? { kind: "correct", ref: Number(hand_id.value) } : screen.view);
  const place = entryPlace({ kind: "correct", ref: saved.id });
  return place ? { ...place, isSaved: true } : entryPlace({ kind: "new" }); // undone since
}

// --- what changes something that is written ---

// Back leads to the form, with what was typed.
/** @param {Operation} op */
function proposeTyped(op) {
  const found = propose(op);
  if (found.length === 0) push(location.href);
  return found;
}

/** @param {Operation} op @returns {Problem[]} */
function propose(op) {
  const op_id = newId();
  const found = checkAct(match.ledger, { op_id, op });
  if (found.length > 0) return found;
  const values = changeValues(match.ledger, actOf({ op_id, op }));
  const title = template("view-change").dataset[op.op ?? ""] ?? "";
  draw("change", { ...values, title: title.replace("⟦number⟧", values.number) });
  screen.view = { name: "change" };
  find("[data-confirm]").addEventListener("click", () => confirm(op, op_id));
  find(".bar .back").addEventListener("click", (event) => {
    event.preventDefault();
    history.back();
  });
  arrive();
  return [];
}

// Writes it; where the match went on, what it changes now is to be seen first.
/** @param {Operation} op @param {string} op_id */
function confirm(op, op_id) {
  if (!isBehind()) return write(op, op_id);
  if (propose(op).length > 0) goTo(new URL(match.home, location.href));
  return warn(document.querySelector("[data-confirm]") ? "view-change" : "view-match");
}
