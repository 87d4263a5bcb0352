// All that a scorer's page does beside the entry of a hand: write, show what is written, ask the server.

export { saveContract, saveHand } from "./entry_saving.js";
export { takeForm } from "./forms.js";
export { checkDraft } from "./kept_hand.js";
export { askServer } from "./server.js";

import "./change_view.js"; // these put their views where `show` finds them
import "./say_menu.js";
import "./turned_view.js";
import "./views.js";
