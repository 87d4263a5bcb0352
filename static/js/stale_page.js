// A page that is a copy, kept by the worker, says of when it is.

import { newId } from "./requests.js";

const { kept, strange } = document.documentElement.dataset;
const place = document.querySelector("#kept");

function sayWhen() {
  const then = new Date(Number(kept));
  const twoDigits = (number) => String(number).padStart(2, "0");
  const [day, month, hour, minute] = [
    then.getDate(),
    then.getMonth() + 1,
    then.getHours(),
    then.getMinutes(),
  ].map(twoDigits);
  // As the server writes it (`short_moment`).
  const time = `${day}.${month}.${then.getFullYear()} ${hour}:${minute}`;
  place.textContent = place.dataset.words.replace("{time}", time);
  place.hidden = false;
}

// The copy's forms may have been sent since: under their old ids nothing new would be written. A
// hand's id is in its address, and stays the same until the server has it.
function renewOperations() {
  if (new URLSearchParams(location.search).has("op")) return;
  for (const input of document.querySelectorAll("[name=op_id]")) input.value = newId();
}

if (kept) {
  sayWhen();
  renewOperations();
}
if (strange !== undefined) {
  // A portal, a proxy: it is no lack of a network.
  place.textContent = [place.dataset.strange, kept && place.textContent].filter(Boolean).join(" ");
  place.hidden = false;
}
