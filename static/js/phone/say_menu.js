// “Say it” in the menu of a scorer's page. The server's page comes without the switch, which does nothing
// there before this is loaded: it takes that of the phone's own view.

import { offerVoice } from "../say_switch.js";
import { copyOf, template } from "./drawing.js";

function placeSwitch() {
  const menu = document.querySelector("#menu");
  const own = template("view-match").content.querySelector("[data-say]");
  if (!own || !menu || menu.querySelector("[data-say]")) return;
  // An open menu does not move below a finger.
  if (menu.matches(":is(:popover-open)"))
    menu.addEventListener("toggle", placeSwitch, { once: true });
  else menu.querySelector("[data-outbox]")?.before(copyOf(own));
}

placeSwitch();
document.addEventListener("drawn", placeSwitch);
offerVoice({
  event: "drawn",
  read: async (words) => (await import("./say_ledger.js")).readLedger(words),
});
