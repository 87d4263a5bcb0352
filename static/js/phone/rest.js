// All that a scorer's page does beside the entry of a hand: write, show what is written, ask the server.

import { offerVoice } from "../say_switch.js";
import { pointsOf } from "../view_values/shared.js";
import { sendWaiting } from "../whole_entry.js";
import { sideNames } from "../words.js";
import { template } from "./drawing.js";
import { match } from "./state.js";
import "./views.js"; // puts its views where `show` finds them

export { saveContract, saveHand, takeForm } from "./forms.js";
export { checkDraft } from "./kept_hand.js";
export { askServer } from "./server.js";

// The entry may have been chosen without a network.
sendWaiting(template("view-match").dataset.settings ?? "", match.id);

// “Say it” in the menu, which can be tapped from here on.
offerVoice({ event: "drawn", read: readLedger });

// The voice's words about the match as this phone has it.
/** @param {import("../words/spoken.js").SpokenWords} words */
async function readLedger(words) {
  if (!match.ledger) return null;
  const { rows, totals, winner, head } = match.ledger;
  const entries = rows
    .filter(({ counts }) => counts)
    .map((row) => ({
      points: /** @type {BySide<number>} */ (pointsOf(row)),
      passedOut: row.number !== null && Boolean(row.entry.passed_out),
    }));
  const { spokenScore } = await import("../words/spoken.js");
  return spokenScore({ entries, totals, winner, names: sideNames(head.sides) }, words);
}
