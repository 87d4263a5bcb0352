/* The parts of a tournament are one row, which is wider than a phone: what is shown stands in sight. */
import "./minus_key.js";
import "./section_keys.js";

// A clock that another device started keeps this screen awake, too (wake_lock.js).
document.addEventListener("htmx:afterSettle", () => document.dispatchEvent(new Event("drawn")));

// An amount is typed in the place of the one that stands there.
document.addEventListener("focusin", ({ target }) => {
  if (target instanceof HTMLInputElement && target.inputMode === "decimal") target.select();
});

const here = document.querySelector(".sections [aria-current]");
if (here) {
  const row = here.parentElement;
  row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
