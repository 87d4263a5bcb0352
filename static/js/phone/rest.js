// All that a scorer's page does beside the entry of a hand: write, show what is written, ask the server.

import { device } from "../kept.js";
import { offerVoice } from "../say_switch.js";
import { beginSimple, WAITS } from "../whole_entry.js";
import { template } from "./drawing.js";
import "./change_view.js"; // these put their views where `show` finds them
import "./turned_view.js";
import "./views.js";

export { saveContract, saveHand } from "./entry_saving.js";
export { takeForm } from "./forms.js";
export { checkDraft } from "./kept_hand.js";
export { askServer } from "./server.js";

// A first evening that began without a network.
if (device.has(WAITS)) {
  beginSimple(template("view-match").dataset.settings ?? "").catch(() => {});
}

// “Say it” in the menu, which can be tapped from here on.
offerVoice({
  event: "drawn",
  read: async (words) => (await import("./say_ledger.js")).readLedger(words),
});
