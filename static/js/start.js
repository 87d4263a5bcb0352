// A new match is the server's to start. Where the server cannot be reached it is started here, and
// there as soon as it can be.

import { isServerThere } from "./connectivity.js";

const form = document.querySelector("form[data-says]");
const button = form.querySelector(".start button");
const words = button.textContent;

form.addEventListener("submit", (event) => {
  if (event.defaultPrevented || event.submitter?.getAttribute("name") === "enter") return;
  event.preventDefault();
  if (!button.disabled) start();
});

// A page that was left comes back as it was, and may start again.
addEventListener("pageshow", (event) => {
  if (event.persisted) setStarting(false);
});

async function start() {
  setStarting(true);
  if (await isServerThere()) send();
  else if (!(await startWithout())) setStarting(false);
}

function setStarting(isStarting) {
  button.disabled = isStarting;
  button.textContent = isStarting ? form.dataset.starting : words;
}

function send() {
  import("./way_back.js").then(
    ({ sendForm }) => sendForm(form),
    () => form.submit(),
  );
}

// Start the match on this phone. Gives whether it is under way; else the form is wrong.
async function startWithout() {
  let here = null;
  try {
    here = await import("./offline_start.js");
  } catch {
    form.submit(); // no page is kept over plain HTTP: the browser says that there is no network
    return true;
  }
  return here.startHere(new FormData(form));
}
