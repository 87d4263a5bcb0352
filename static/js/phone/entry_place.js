// Which hand is entered, and what follows from that: its address, its draft and its heading.

import { placeOf } from "../ledger.js";
import { idNow, rowAt } from "./current_match.js";
import { find, template } from "./drawing.js";
import { match, screen } from "./state.js";

// The hand that a view enters: its number, who deals it, and what of it is known.
/** @param {Omit<View, "name">} view @returns {Place | null} */
export function entryPlace({ kind, ref = "" }) {
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
export function wordsOf({ kind, number }) {
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
export const draftName = ({ kind, ref }) => `${match.id}:${DRAFT_NAMES[kind](idNow(ref))}`;

// The address of the server's page that has the same form.
/** @param {Place} place */
export const addressOf = ({ kind, ref }) =>
  match.home + (kind === "new" ? "hand" : `hands/${ref}/${kind}`);

// The hand that the form of the server's page enters; one that is saved already is corrected in it.
export function servedPlace() {
  const { hand_id, op_id } = find("#entry").elements;
  const saved = match.ledger.acts.find((act) => act.op_id === op_id.value);
  if (!saved)
    return entryPlace(hand_id ? { kind: "correct", ref: Number(hand_id.value) } : screen.view);
  const place = entryPlace({ kind: "correct", ref: saved.id });
  return place ? { ...place, isSaved: true } : entryPlace({ kind: "new" }); // undone since
}
