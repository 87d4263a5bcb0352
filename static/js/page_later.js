// Parts of every page that come a moment later.

import { tab } from "./kept.js";

// --- a ledger that was just shown ---

// If Back leads to it, go back once more. A page that became the ledger counts how many
// of its copies lie behind it in the history (phone/navigation.js).
const lastAgain = tab.get("again");
const times = history.state?.times ?? 0;
const isNew = performance.getEntriesByType("navigation")[0]?.toJSON().type === "navigate";
if (lastAgain?.home === location.href && lastAgain.times !== times) {
  if (isNew || times === 0) tab.remove("again");
  if (!isNew) history.back();
}

// --- requests that failed ---

// The page says them where it has words for them.
for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, (event) => {
    const message = document.querySelector("#message");
    const words = /** @type {Found} */ (event.target).closest("[data-offline]")?.dataset.offline;
    if (message && words) {
      message.textContent = words;
      message.classList.add("bad");
    }
  });
}

// --- what to send, and the way to the home screen ---

function offer() {
  if (!document.querySelector("[data-link], [data-share]")) return;
  import("./share.js").then((share) => share.offer()).catch(() => {}); // the page has the links
}
for (const event of ["drawn", "htmx:afterSettle"]) document.addEventListener(event, offer);
offer();

// --- the screen, which stays awake on the page of a match ---

/** @type {WakeLockSentinel | undefined} */
let lock;
let lastHold = Promise.resolve();
async function hold() {
  const hasMatch = document.querySelector("[data-awake]") !== null;
  if (!hasMatch || document.visibilityState !== "visible") await lock?.release();
  else if (lock?.released !== false) lock = await navigator.wakeLock?.request("screen");
}
// One after the other; refused, by a low battery say, the screen goes dark as on any page.
function stayAwake() {
  lastHold = lastHold.then(hold).catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("drawn", stayAwake); // another view, in the page
stayAwake();
