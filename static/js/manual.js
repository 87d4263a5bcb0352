// The way back from the manual leads to the page that opened it.

const back = /** @type {Found & { href: string }} */ (document.querySelector(".bar .back"));
const { referrer } = document;
const steps = history.length; // more, once a chapter is tapped
const isOpenedHere =
  referrer.startsWith(`${location.origin}/`) && new URL(referrer).pathname !== location.pathname;
if (isOpenedHere) {
  back.href = referrer;
  back.addEventListener("click", (event) => {
    if (steps === 1 || history.length > steps) return;
    event.preventDefault();
    history.back();
  });
}
