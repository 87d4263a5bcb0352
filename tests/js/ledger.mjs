// `node tests/js/ledger.mjs`: what a scorer tried in a match, a line a match: what is refused, and the
// ledger that all the rest makes. The twin of tests/services/wild_acts.py.

import { checkAct } from "../../static/js/acting.js";
import { actOf, ledgerOf, placeOf } from "../../static/js/ledger.js";
import { answerLines } from "./lines.mjs";

function answerLine(bytes) {
  const acts = [];
  const refused = [];
  let ledger = null;
  for (const { act, operation, seq, isChecked = true } of JSON.parse(bytes.toString())) {
    const found = act || !ledger || !isChecked ? [] : checkAct(ledger, operation);
    refused.push(found);
    if (found.length > 0) continue;
    acts.push({ ...(act ?? actOf(operation)), seq });
    ledger = ledgerOf(acts);
  }
  return JSON.stringify({ refused, ledger: told(ledger) });
}

function told(ledger) {
  const { acts, undone, last, undoing, wrong, rows } = ledger;
  return {
    ...ledger,
    acts: acts.map(({ id }) => id),
    undone: acts.map(({ id }) => id).filter((id) => undone.has(id)),
    last: last?.id ?? null,
    undoing: undoing?.id ?? null,
    wrong: rows
      .map(({ id }) => id)
      .filter((id) => wrong.has(id))
      .map((id) => [id, wrong.get(id)]),
    places: rows.map(({ id }) => placeAt(ledger, id)),
  };
}

function placeAt(ledger, id) {
  const { dealer, number } = placeOf(ledger, id);
  return { dealer, number };
}

await answerLines(answerLine);
