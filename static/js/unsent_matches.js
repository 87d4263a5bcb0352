// Matches of which something is still on this phone, above those that the server lists.

import { fill } from "./fill.js";
import { actOf, ledgerOf } from "./ledger.js";
import { stateOf, subscribe, unsent } from "./outbox.js";
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

async function show() {
  const matches = [...new Set((await unsent()).map(({ match }) => match))];
  const cards = (await Promise.all(matches.map(cardOf))).flat();
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
