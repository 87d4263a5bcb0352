// What every page does: stay awake, send once, tell the truth about the connection.

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

// The second tap of a double tap on a save comes when the next page is there, and another button
// may lie where the first one lay; so it is in the same page where a tap opens or closes a panel.
const NEAR_PX = 24;
const SAVES = "[data-save], .plus, .change .primary, .claim .primary, .asked .primary";
const TURNS = "[data-clear], [data-asks], [data-undo], [data-act]";
const pageBefore = remember("page", performance.timeOrigin);
document.addEventListener(
  "click",
  (event) => {
    if (event.detail === 0) return; // by keyboard
    const tap = { page: performance.timeOrigin, x: event.clientX, y: event.clientY };
    tap.time = performance.timeOrigin + event.timeStamp;
    tap.saves = event.target.closest(SAVES) !== null;
    tap.turns = event.target.closest(TURNS) !== null;
    tap.view = document.body.className;
    const last = remember("tap", tap);
    if (!hasJustTurned(last) || tap.time - last.time >= TAP_MS) return;
    if (Math.hypot(tap.x - last.x, tap.y - last.y) < NEAR_PX) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  },
  true,
);

// Is what lies there now the work of that tap?
function hasJustTurned(tap) {
  if (!tap) return false;
  const isHere = tap.page === performance.timeOrigin;
  if (tap.saves) return tap.page === pageBefore || (isHere && tap.view !== document.body.className);
  return tap.turns && isHere;
}

// Keeps a value for the next page of this tab, and gives the one that was kept before.
function remember(key, value) {
  try {
    const before = JSON.parse(sessionStorage.getItem(key) ?? "null");
    sessionStorage.setItem(key, JSON.stringify(value));
    return before;
  } catch {
    return null; // no storage: a double tap is two taps
  }
}

// Back to the answer of a form asks for the page again, not for the form to be sent again.
history.replaceState(history.state, "", location.href);

for (const failed of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(failed, (event) => {
    const message = document.querySelector("#message");
    const words = event.target.closest("[data-offline]")?.dataset.offline;
    if (message && words) {
      message.textContent = words;
      message.classList.add("bad");
    }
  });
}

// A page from the back-forward cache shows the match as it was then.
window.addEventListener("pageshow", (event) => {
  if (event.persisted && document.querySelector("[data-match]")) location.reload();
});

async function stayAwake() {
  if (document.visibilityState !== "visible" || !document.querySelector("[data-awake]")) return;
  try {
    await navigator.wakeLock?.request("screen");
  } catch {
    // Refused, by a low battery say: the screen goes dark as on any page.
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

// Entries that the server has need not be kept here any more.
const match = document.querySelector("[data-match]");
if (match) {
  const saved = match.dataset.lastOps.split(" ");
  const key = `draft:${match.dataset.match}:new`;
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null");
    if (draft?.ops.some((op) => saved.includes(op))) localStorage.removeItem(key);
    for (const other of Object.keys(sessionStorage)) {
      if (other.startsWith(`draft:${match.dataset.match}:`)) sessionStorage.removeItem(other);
    }
  } catch {
    // No storage in this browser: nothing was kept either.
  }
}
