// `node tests/js/views.mjs`: the values of the views of a match, a line a match: `{"speak": WORDS}`, or
// the acts of one and the act that is proposed.

import { ledgerOf } from "../../static/js/ledger.js";
import { changeValues } from "../../static/js/view_values/change_values.js";
import { adjustFormValues, claimValues } from "../../static/js/view_values/form_values.js";
import { adjustmentValues, handValues } from "../../static/js/view_values/hand_values.js";
import { matchValues } from "../../static/js/view_values/ledger_values.js";
import { speak } from "../../static/js/words.js";
import { answerLines } from "./lines.mjs";

function valuesOf({ acts, proposed, claim, kinds }) {
  const ledger = ledgerOf(acts);
  const pages = ledger.rows.map((row) => [
    row.number === null ? "adjustment" : "hand",
    row.number === null ? adjustmentValues(ledger, row, "") : handValues(ledger, row, ""),
  ]);
  const typed = { side: claim.side, points: String(claim.points) };
  return [
    ["ledger", matchValues(ledger, "", null)],
    ["totals", matchValues(ledger, "", null)],
    ["verdict", matchValues(ledger, "", null)],
    ...pages,
    ["claim", claimValues(ledger, typed, {}, claim)],
    ["adjust", adjustFormValues(ledger, undefined, kinds)],
    ...(proposed ? [["change", changeValues(ledger, proposed)]] : []),
  ];
}

await answerLines((line) => {
  const asked = JSON.parse(line);
  return JSON.stringify(asked.speak ? (speak(asked.speak) ?? null) : valuesOf(asked));
});
