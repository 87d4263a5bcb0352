// “Say it” in the menu of a scorer's page, which can be tapped from here on.

import { offerVoice } from "../say_switch.js";

offerVoice({
  event: "drawn",
  read: async (words) => (await import("./say_ledger.js")).readLedger(words),
});
