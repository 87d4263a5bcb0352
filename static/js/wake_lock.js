// The screen stays awake on the page of a match.

let isAwake = false;
async function stayAwake() {
  const hasMatch = document.querySelector("[data-awake]") !== null;
  isAwake = hasMatch && document.visibilityState === "visible";
  if (!isAwake) return;
  const sleeps = () => {
    isAwake = false;
  };
  try {
    const lock = await navigator.wakeLock?.request("screen");
    lock?.addEventListener("release", sleeps);
  } catch {
    sleeps(); // refused, by a low battery say: the screen goes dark as on any page
  }
}
document.addEventListener("visibilitychange", stayAwake);
document.addEventListener("drawn", () => isAwake || stayAwake()); // another view, in the page
stayAwake();
