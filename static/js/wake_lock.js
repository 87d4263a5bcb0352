// The screen stays awake on the page of a match.

/** @type {WakeLockSentinel | undefined} */
let lock;
let last = Promise.resolve();
async function hold() {
  const hasMatch = document.querySelector("[data-awake]") !== null;
  if (!hasMatch || document.visibilityState !== "visible") await lock?.release();
  else if (lock?.released !== false) lock = await navigator.wakeLock?.request("screen");
}
// One after the other; refused, by a low battery say, the screen goes dark as on any page.
function stayAwake() {
  last = last.then(hold).catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("drawn", stayAwake); // another view, in the page
stayAwake();
