// “Say it”: off until it is tapped on this phone. The module that speaks is loaded once it is on.

import { device } from "./kept.js";
import { once } from "./loading.js";

const KEY = "says";
const load = once(() => import("./say_it.js"));

// A page's source of words: the function that reads them, and the event after which they may differ.
/** @typedef {{read: (words: any) => Promise<any>, event: string}} Source */

/** @param {Source} source */
export function offerVoice(source) {
  const canSpeak = "speechSynthesis" in globalThis;
  const show = () => {
    for (const button of document.querySelectorAll("[data-say]")) {
      button.disabled = false;
      button.hidden = !canSpeak;
    }
  };
  show();
  document.addEventListener("drawn", show); // another view, in the page
  if (!canSpeak) return;
  document.addEventListener("click", async (event) => {
    const button = /** @type {Found} */ (event.target).closest("[data-say]");
    if (!button) return;
    const { turn } = await load();
    if (await turn(button, source)) device.set(KEY, 1);
    else device.remove(KEY);
  });
  if (device.has(KEY))
    load().then(
      ({ begin }) => begin(source),
      () => {},
    ); // the next page tries again
}

// The voice of the big screen: it reads its words from the page.
if (document.querySelector("#boards"))
  offerVoice({
    event: "htmx:afterSettle",
    async read() {
      const board = /** @type {Found} */ (document.querySelector("#boards"));
      const { entries, whole, total } = board.dataset;
      return { entries: Number(entries), whole, total };
    },
  });
