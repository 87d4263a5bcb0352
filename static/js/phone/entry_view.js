// The entry of a hand among the phone's views: a new hand, a forgotten one, or a correction.

import { openEntry } from "../entry.js";
import { placeOf } from "../ledger.js";
import { newId } from "../outbox.js";
import { entryValues } from "../view_values/entry_values.js";
import { namesIn } from "../view_values/shared.js";
import { arrive, draw, find, template } from "./drawing.js";
import { turnHome, views } from "./navigation.js";
import { idNow, lastIn, match, revisionNow, rowAt, screen, state } from "./state.js";

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
    totals: ledger.totals,
    dealer: place.dealer,
    hand: place.hand,
    isChange: place.kind !== "new",
    was: place.kind === "correct" ? rowAt(place.ref)?.score : null,
    isOwnView: screen.isOwn,
    template,
    now: { revision: String(revisionNow()), after: lastIn(ledger) },
    isNow,
    checkDraft: () =>
      state.navigation.bringRest().then(
        (all) => all.checkDraft(place),
        () => {},
      ),
    /** @param {Hand} hand @param {string} op_id */
    save: async (hand, op_id) => (await state.navigation.bringRest()).saveHand(place, hand, op_id),
    /** @param {PartialHand} contract @param {string} op_id */
    saveContract: async (contract, op_id) =>
      (await state.navigation.bringRest()).saveContract(contract, op_id),
  };
}

// Was it typed for the match as it stands?
/** @param {HandDraft} draft */
const isNow = ({ revision, after }) =>
  after ? after === lastIn(match.ledger) : revision === String(revisionNow());

// Open the form of the server's page.
export function openServed() {
  const place = servedPlace();
  if (place) openEntry(formContext(place));
}

// --- the entered hand: its address, its draft and its heading ---

// The hand that a view enters: its number, who deals it, and what of it is known.
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
  if (row.number === null) return null;
  return { kind, ref, number: row.number, dealer: row.dealer, hand: row.entry };
}

/** @param {{number: number, dealer: Seat}} place */
const numberAndDealer = ({ number, dealer }) => ({ number, dealer });

// The heading of the entry, and the words on its button.
/** @param {Place} place */
function wordsOf({ kind, number }) {
  const { dataset } = template("view-entry");
  const heading = { new: dataset.hand, insert: dataset.forgotten, correct: dataset.correct }[kind];
  return {
    heading: heading?.replace("⟦number⟧", String(number)),
    save: kind === "new" ? dataset.save : dataset.see,
  };
}

// The name of the draft by the kind of entry, as in web/match/hand_form_page.py.
/** @type {Record<Place["kind"], (ref?: Ref) => Ref | undefined>} */
const DRAFT_NAMES = { new: () => "new", correct: (ref) => ref, insert: (ref) => `before-${ref}` };

/** @param {Place} place */
const draftName = ({ kind, ref }) => `${match.id}:${DRAFT_NAMES[kind](idNow(ref))}`;

// The hand that the form of the server's page enters; one that is saved already is corrected in it.
function servedPlace() {
  const { hand_id, op_id } = find("#entry").elements;
  const saved = match.ledger.acts.find((act) => act.op_id === op_id.value);
  if (!saved)
    return entryPlace(hand_id ? { kind: "correct", ref: Number(hand_id.value) } : screen.view);
  const place = entryPlace({ kind: "correct", ref: saved.id });
  return place ? { ...place, isSaved: true } : entryPlace({ kind: "new" }); // undone since
}
