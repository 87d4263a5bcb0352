// The work of every page at once: send each form once, and show the state of the connection.

import { device, forgetWritten, tab } from "./kept.js";
import { whenLoaded } from "./loading.js";

const TAP_MS = 400; // a second tap within this is a trembling thumb, not a second wish
const sent = new WeakMap();

document.addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    const before = sent.get(form) ?? Number.NEGATIVE_INFINITY;
    if (event.timeStamp - before < TAP_MS) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    sent.set(form, event.timeStamp);
  },
  true,
);

// The second tap of a double tap on a save may fall on another button of the next page. The same happens in
// one page when a tap opens or closes a panel.
const NEAR_PX = 24;
const SAVES =
  "[data-save], [name=swept], .plus, .below a, .change .primary, .claim .primary, .asked .primary";
const TURNS = "[data-clear], [data-asks], [data-does], .round";
const pageBefore = remember("page", performance.timeOrigin);
document.addEventListener(
  "click",
  (event) => {
    const isByKey = event.detail === 0;
    const tap = { page: performance.timeOrigin, x: event.clientX, y: event.clientY };
    tap.time = performance.timeOrigin + event.timeStamp;
    tap.saves = /** @type {Found} */ (event.target).closest(SAVES) !== null;
    tap.turns = /** @type {Found} */ (event.target).closest(TURNS) !== null;
    tap.view = document.body.className;
    if (isByKey && !tap.saves) return;
    const last = remember("tap", tap);
    if (!hasJustTurned(last) || tap.time - last.time >= TAP_MS) return;
    // Among keys only a second Enter is stopped, which would open the next hand.
    if (
      isByKey
        ? /** @type {Found} */ (event.target).closest(".plus")
        : Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR_PX
    ) {
      event.preventDefault();
      event.stopImmediatePropagation();
      remember("tap", { ...last, time: tap.time }); // a third is no wish either
    }
  },
  true,
);

// Did that tap put there what lies under the finger now?
function hasJustTurned(tap) {
  if (!tap) return false;
  const isHere = tap.page === performance.timeOrigin;
  if (tap.saves) return tap.page === pageBefore || (isHere && tap.view !== document.body.className);
  return tap.turns && isHere;
}

// For a reader with a keyboard the focus stands on the next control: a hand, its bid, a name.
const NEXT = ".plus, #entry [name=contract], .add-person [name=name]";
const isByKeys = remember("keys", false);
document.addEventListener("keydown", () => remember("keys", true), true);
document.addEventListener("pointerdown", () => remember("keys", false), true);
if (isByKeys) document.querySelector(NEXT)?.focus({ preventScroll: true });

// Keep a value for the next page of this tab; gives the one before. Without storage a double tap is two.
function remember(key, value) {
  const before = tab.get(key);
  tab.set(key, value);
  return before;
}

// Back to the answer of a form asks for the page again, not for the form to be sent again.
history.replaceState(history.state, "", location.href);

// A page from the back-forward cache shows the match, and the looks, of then.
window.addEventListener("pageshow", (event) => {
  const looked = device.get("looked"); // of a clock that was ahead it says nothing
  const isOld =
    document.querySelector("[data-match], #flag") ||
    (looked > performance.timeOrigin && looked <= Date.now());
  if (event.persisted && isOld) location.reload();
});

// The browser may say it before the worker's script is there.
addEventListener("beforeinstallprompt", (event) => {
  const button = document.querySelector("#install");
  if (!button) return;
  event.preventDefault();
  button.hidden = false;
  button.addEventListener("click", () => event.prompt?.());
});
// The worker fetches what this page fetches: it is to wait for it, and take nothing from it. Without this
// module the screen goes dark, and a failed request says nothing. The next page tries again.
whenLoaded()
  .then(() => import("./page_later.js"))
  .catch(() => {});
// The worker marks a copy; what stands in it may be old.
const { kept, strange } = document.documentElement.dataset;
if (kept !== undefined || strange !== undefined) import("./stale_page.js").catch(() => {});

// Entries that the server has need not be kept here any more.
const match = document.querySelector("[data-match]");
if (match) forgetWritten(match.dataset.match, match.dataset.lastOps.split(" "));
