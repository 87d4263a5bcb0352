// Send the waiting operations from pages without their list, too. The bar of the page says that some wait.
// A phone on which nothing waits is not given the outbox.

import { store } from "./store.js";

const place = document.querySelector("#waits");
let outbox = null;

// This phone sees the page for watchers of a match in which it wrote: it lost its cookie.
async function lookAgain() {
  const match = document.querySelector("main[data-match]")?.dataset.match;
  // Invited when it was last asked, the phone may have a secret by now, and keeps its proof.
  const isInvited = ((await store.get("matches", "phone"))?.invited ?? []).length > 0;
  const isFirst = isInvited || document.querySelector("[data-unknown]") !== null;
  if (!isFirst && !(match && (await isOurs(match)))) return;
  const { comeBack } = await import("./phone_recovery.js");
  if ((await comeBack({ match, isFirst })) && match) location.reload();
}

async function isOurs(match) {
  const kept = await store.get("matches", match);
  return kept?.acts || (await store.all("ops")).some((op) => op.match === match);
}

async function look() {
  // A transaction begun while a page is left holds on to the database: WebKit keeps both for the way back.
  if (document.visibilityState !== "visible") return;
  const hasAny = outbox || (await store.all("ops")).some(({ state }) => state !== "aside");
  if (!hasAny) return;
  if (!outbox) {
    outbox = await import("./outbox.js");
    outbox.subscribe(() => show().catch(() => {}));
  }
  await show();
}

async function show() {
  const { length } = await outbox.unsent();
  place.hidden = length === 0;
  if (length > 0) place.querySelector("[data-count]").textContent = length;
}

// Ignore failures: where the page is left, or a file does not come, the next page sends.
const lookIfAble = () => look().catch(() => {});

lookAgain().catch(() => {});
lookIfAble();
// Another tab may have written meanwhile, and been closed over it.
addEventListener("online", lookIfAble);
addEventListener("pageshow", lookIfAble);
document.addEventListener("visibilitychange", lookIfAble);
