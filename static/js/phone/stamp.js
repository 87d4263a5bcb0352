// One second for what a table calls out: a stamp across the ledger that nobody can tap, and a buzz.

import { lastRowOf } from "../view_values/latest_act.js";
import { template } from "./drawing.js";

// Stamp the ledger in which a hand was just written, if the hand is one of these.
/** @param {Ledger} ledger */
export function stampLedger(ledger) {
  const word = template("view-match").dataset[occasionIn(ledger)];
  if (!word || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const stamp = document.createElement("p");
  Object.assign(stamp, { className: "stamp", textContent: word, ariaHidden: "true" });
  stamp.dataset.stays = "";
  stamp.addEventListener("animationend", () => stamp.remove());
  document.body.append(stamp);
  navigator.vibrate?.([30, 80, 120]);
}

/** @param {Ledger} ledger */
function occasionIn(ledger) {
  if (ledger.winner) return "won";
  const { kapo, bidder } = lastRowOf(ledger)?.scored ?? {};
  if (!kapo) return "";
  return kapo === bidder ? "kapo" : "reversed";
}
