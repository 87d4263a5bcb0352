// All that a scorer's page does beside the entry of a hand: write, show what is written, ask the server.

import { offerVoice } from "../say_switch.js";
import "./change_view.js"; // these put their views where `show` finds them
import "./turned_view.js";
import "./views.js";

export { saveContract, saveHand } from "./entry_saving.js";
export { takeForm } from "./forms.js";
export { checkDraft } from "./kept_hand.js";
export { askServer } from "./server.js";

// “Say it” in the menu, which can be tapped from here on.
offerVoice({
  event: "drawn",
  read: async (words) => (await import("./say_ledger.js")).readLedger(words),
});
