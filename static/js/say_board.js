// The voice of the big screen: it reads its words from the page.

import { offerVoice } from "./say_switch.js";

offerVoice({
  event: "htmx:afterSettle",
  async read() {
    const board = /** @type {Found} */ (document.querySelector("#boards"));
    const { entries, whole, total } = board.dataset;
    return { entries: Number(entries), whole, total };
  },
});
