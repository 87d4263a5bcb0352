// A page asks for what is new. A watcher's page changes in place, and the reader stays at the same spot. A
// scorer's page is loaded anew, unless a part of it is open.

const EVERY_MS = 4000;
const asking = document.querySelector("#asking");
const lost = document.querySelector("#lost");
const scroller = document.querySelector(".scroll");
/** @type {Intl.DateTimeFormatOptions} */
const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const { kept } = document.documentElement.dataset; // of when this page is, if it is a copy
let seen = kept ? new Date(Number(kept)) : new Date(); // when the server last said how it stands
let place = null;

function ask() {
  if (!asking.isConnected) return; // the phone shows the match itself (phone.js)
  if (document.visibilityState !== "visible" || asking.matches(".htmx-request")) return;
  if (!lost && document.querySelector(".sheet:is(:popover-open)")) return;
  htmx.trigger(asking, "ask");
}

function isOver() {
  return document.querySelector("#mark")?.dataset.over !== undefined;
}

function isOurs(event) {
  return event.detail.requestConfig?.elt === asking;
}

setInterval(() => {
  if (!isOver() || lost?.textContent) ask();
}, EVERY_MS);
// Also when it is over: the scorer may have gone on with it. The page asks twice, for the first answer may be a
// second old (scorekeeper/web/match/polls.py). No other request follows once a match is over.
function askTwice() {
  ask();
  setTimeout(ask, EVERY_MS);
}

document.addEventListener("visibilitychange", askTwice);
window.addEventListener("online", askTwice);

// The reader's place: the ledger's distance from the window's top, and the link with the focus.
function placeNow() {
  const focused = document.activeElement?.closest("#scrolled a, #thumb a");
  return {
    top: scroller && scroller.scrollTop < -1 ? ledgerTop() : null, // 0: at the newest hand
    link: focused?.getAttribute("href"),
  };
}

function ledgerTop() {
  return document.querySelector("#ledger").getBoundingClientRect().top;
}

function goBackTo({ top, link }) {
  if (top !== null) scroller.scrollTop += ledgerTop() - top;
  if (link && document.activeElement === document.body) {
    document.querySelector(`main a[href="${link}"], #thumb a[href="${link}"]`)?.focus({
      preventScroll: true,
    });
  }
}

// Ignore errors here: a poll failed, and the reader did nothing.
asking.addEventListener("htmx:beforeOnLoad", (event) => {
  if (event.detail.xhr.status >= 400) event.preventDefault();
});

document.addEventListener("htmx:beforeSwap", (event) => {
  if (isOurs(event)) place = placeNow();
});

for (const step of ["htmx:afterSwap", "htmx:afterSettle"]) {
  document.addEventListener(step, (event) => {
    if (isOurs(event)) goBackTo(place);
  });
}

asking.addEventListener("htmx:afterRequest", (event) => {
  if (!lost) return; // a scorer notices at the next save
  if (event.detail.successful) {
    seen = new Date();
    lost.textContent = "";
  } else if (!lost.textContent) {
    const time = seen.toLocaleTimeString(document.documentElement.lang, CLOCK);
    lost.textContent = lost.dataset.words.replace("{time}", time);
  }
});
