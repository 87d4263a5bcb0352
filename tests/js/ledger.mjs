// `node tests/js/ledger.mjs`: what a scorer tried in a match, a line a match: what is refused, and the
// ledger that all the rest makes. The twin of tests/services/wild_acts.py.

import { checkAct } from "../../static/js/acting.js";
import { actOf, ledgerOf, placeOf } from "../../static/js/ledger.js";
import { tidyName } from "../../static/js/names.js";
import { SIDES } from "../../static/js/rules.js";
import { answersHere } from "../../static/js/view_values/turned_values.js";
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
  return JSON.stringify({ refused, ledger: told(ledger), here: here(ledger) });
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

// The answers, and the flags: whether each is open, and whether its hand is another one since.
function here(ledger) {
  const answers = [...answersHere(ledger)].map(([id, sides]) => [
    id,
    SIDES.map((side) => sides[side]?.says ?? ""),
    SIDES.map((side) => flagIn(sides[side])),
  ]);
  const ids = ledger.rows.map(({ id }) => id);
  return answers.sort(([one], [other]) => ids.indexOf(one) - ids.indexOf(other));
}

function flagIn(answer) {
  if (!answer?.flag) return null;
  const isOpen = answer.says === "flagged_here";
  return [tidyName(answer.flag.reason), isOpen, isOpen && answer.flag.isChanged];
}

function placeAt(ledger, id) {
  const { dealer, number } = placeOf(ledger, id);
  return { dealer, number };
}

await answerLines(answerLine);
