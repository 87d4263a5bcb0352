// A new match is the server's to start. Where the server cannot be reached it is started here, and
// there as soon as it can be.

const PATIENCE_MS = 3000;

const form = document.querySelector("form[data-reach]");

form.addEventListener("submit", async (event) => {
  if (event.defaultPrevented) return;
  event.preventDefault();
  if (await isServerThere()) form.submit();
  else await startWithout();
});

async function isServerThere() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    return (await fetch(form.dataset.reach, { signal: stop.signal, cache: "no-store" })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

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
