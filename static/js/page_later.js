// Parts of every page that come a moment later.

import { device, tab } from "./kept.js";

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

// --- the worker that opens pages without a network, and its update ---

const LOOKS = "kept-looks"; // the language, colours, letters and entry of the pages that the worker keeps
const { documentElement: root } = document;

// The worker's registration; null where the browser gives no registration.
export const registered = register();

async function register() {
  if (!isSecureContext || !("serviceWorker" in navigator)) return null;
  try {
    // A browser that refuses it may answer with nothing at all.
    return (await navigator.serviceWorker.register(root.dataset.worker)) ?? null;
  } catch {
    return null;
  }
}

async function start() {
  const isFirst = !navigator.serviceWorker?.controller;
  const registration = await registered;
  if (!registration) return;
  offerUpdate(registration);
  const hear = () =>
    registration.installing?.addEventListener("statechange", () => offerUpdate(registration));
  hear(); // the browser may have found it before this script was there
  registration.addEventListener("updatefound", hear);
  const { active } = await navigator.serviceWorker.ready;
  active.postMessage(isFirst ? "keep" : "fill");
  if (hasNewLooks() && !isFirst) active.postMessage("refresh");
}

// Without storage the kept pages stay in the first language.
function hasNewLooks() {
  const { theme, letters, entry } = root.dataset;
  const looks = [root.lang, theme, letters, entry].join(" ");
  const isNew = device.get(LOOKS) !== looks;
  device.set(LOOKS, looks);
  return isNew && device.has(LOOKS);
}

// Only where no hand is being written, and while nothing waits to be sent.
async function offerUpdate(registration) {
  const offer = document.querySelector("#update");
  const isUpdate = registration.waiting && navigator.serviceWorker.controller;
  if (!offer) return;
  offer.hidden = true;
  if (!isUpdate) return;
  // Not every page has it; where this one is left meanwhile, the next one offers.
  const outbox = await import("./outbox.js").catch(() => null);
  offer.hidden = !outbox || (await outbox.hasUnsent());
}

document.querySelector("#update button")?.addEventListener("click", async () => {
  const registration = await registered;
  await offerUpdate(registration);
  if (document.querySelector("#update").hidden) return;
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  registration.waiting.postMessage("update");
});

// The pages of a scorer have the list of what waits, and send it.
if (!document.querySelector("#outbox-badge")) {
  import("./waiting.js").catch(() => {}); // where it does not come, the next page sends
}

start();
stayAwake();
