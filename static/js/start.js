// A new match is the server's to start. Where the server cannot be reached it is started here, and
// there as soon as it can be.

import { isServerThere } from "./reach.js";

const form = document.querySelector("form[data-says]");

form.addEventListener("submit", async (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (await isServerThere()) form.submit();
  else await startWithout();
});

async function startWithout() {
  let here = null;
  try {
    here = await import("./start_here.js");
  } catch {
    form.submit(); // no page is kept over plain HTTP: the browser says that there is no network
    return;
  }
  await here.startHere(new FormData(form));
}
