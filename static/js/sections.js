/* The parts of a tournament are one row, which is wider than a phone: what is shown stands in sight. */
import "./section_keys.js";

const here = document.querySelector(".sections [aria-current]");
if (here) {
  const row = here.parentElement;
  row.scrollLeft = here.offsetLeft - (row.clientWidth - here.offsetWidth) / 2;
}
