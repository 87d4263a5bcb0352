// Matches of which something is still on this phone, above those that the server lists. On a copy of the
// page also those that the phone has and the copy lacks.

import { fill } from "./fill.js";
import { actOf, ledgerOf } from "./ledger.js";
import { keptMatches, stateOf, subscribe, unsent } from "./outbox.js";
import { matchValues } from "./view_values/ledger_values.js";
import { loadWords, readAs } from "./words.js";

const section = document.querySelector("#unsent");
let isShown = false;
const template = section.querySelector("template");

async function cardOf(match) {
  const { acts, ops, side } = await stateOf(match);
  const all = [...acts, ...ops.map(actOf)];
  if (all[0]?.kind !== "started") return []; // kept without its beginning: the list shows it
  try {
    return [{ match, waiting: ops.length, ...readAs(side, () => matchValues(ledgerOf(all))) }];
  } catch (error) {
    reportError(error); // what a file brought in may be no match: the others are shown
    return [];
  }
}

// The phone's matches that a copy of the page does not list, the newest first.
async function notInCopy() {
  if (!document.documentElement.dataset.kept) return [];
  const kept = (await keptMatches()).sort((one, other) => (other.toldAt ?? 0) - (one.toldAt ?? 0));
  const ids = kept.map(({ id }) => id);
  return ids.filter((id) => !document.querySelector(`a[href$="/m/${id}/"]:not(#unsent a)`));
}

async function show() {
  const matches = [...new Set((await unsent()).map(({ match }) => match))];
  const shown = new Set([...matches, ...(await notInCopy())]);
  const cards = (await Promise.all([...shown].map(cardOf))).flat();
  // Of one match the button above says it.
  if (cards.length === 1) cards[0].waiting = 0;
  section.hidden = cards.length === 0;
  section.querySelector("ul").replaceChildren(fill(template, { cards }));
  hideOlder(cards);
  // The server's list is from before it had them.
  if (isShown && matches.length === 0 && !document.querySelector(":is(:popover-open)"))
    location.reload();
  isShown = matches.length > 0;
}

// The server's card of the same match has less in it.
function hideOlder(cards) {
  const ours = cards.map(({ match }) => `/m/${match}/`);
  for (const link of document.querySelectorAll(".match-card")) {
    if (!section.contains(link)) link.closest("li, .current").hidden = ours.includes(link.pathname);
  }
}

await loadWords(section.dataset.words);
subscribe(show);
show();
