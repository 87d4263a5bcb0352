// Tefteri on the phone itself: the worker that opens it without a network, and its update.

import { device } from "./kept.js";

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
