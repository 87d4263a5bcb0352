// The entry of a hand among the phone's views: a new hand, a forgotten one, or a correction.

import { openEntry } from "../entry.js";
import { newId } from "../outbox.js";
import { entryValues } from "../view_values/entry_values.js";
import { namesIn } from "../view_values/shared.js";
import { isAlone, lastIn, revisionNow, rowAt } from "./current_match.js";
import { arrive, draw, find, offerPreferences, template } from "./drawing.js";
import { addressOf, draftName, entryPlace, servedPlace, wordsOf } from "./entry_place.js";
import { rest } from "./later.js";
import { turnHome, views } from "./navigation.js";
import { match, screen } from "./state.js";

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
    now: { revision: String(revisionNow()), after: lastIn(ledger) },
    isNow,
    checkDraft: () =>
      rest().then(
        (all) => all.checkDraft(place),
        () => {},
      ),
    /** @param {Hand} hand @param {string} op_id */
    save: async (hand, op_id) => (await rest()).saveHand(place, hand, op_id),
    /** @param {PartialHand} contract @param {string} op_id */
    saveContract: async (contract, op_id) => (await rest()).saveContract(contract, op_id),
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
