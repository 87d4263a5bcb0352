// How this phone stands. The page comes with the lines that hold on most phones, or with room for them. So
// nothing moves once the truth is known.

import { registered } from "./page_later.js";

function say(what, isSo) {
  const line = document.querySelector(`[data-when=${what}]`);
  line.hidden = !isSo;
  line.classList.remove("later");
}

// Is there a worker that opens pages? It may be on its way.
async function hasWorker() {
  const registration = await registered;
  const worker = registration?.active ?? registration?.installing ?? registration?.waiting;
  if (!worker) return false;
  return new Promise((resolve) => {
    const tell = () => {
      if (worker.state === "activated") resolve(true);
      else if (worker.state === "redundant") resolve(false);
      else sayOpens("coming");
    };
    worker.addEventListener("statechange", tell);
    tell();
  });
}

// The files that a worker needs and lacks, by name; null where no worker keeps any.
async function missing() {
  const names = (await caches.keys()).filter((name) => name.startsWith("shell-"));
  const lists = await Promise.all(names.map(missingIn));
  return lists.find(({ length }) => length === 0) ?? lists.at(-1) ?? null;
}

async function missingIn(name) {
  const shell = await caches.open(name);
  const worker = new URL(document.documentElement.dataset.worker, location.href);
  const list = await shell.match(new URL("needed.json", worker));
  const needed = list ? await list.json() : []; // a worker of an earlier version has all
  const kept = await Promise.all(needed.map((one) => shell.match(one, { ignoreVary: true })));
  return needed.filter((_address, at) => !kept[at]).map(nameOf);
}

const nameOf = (address) => new URL(address, location.href).pathname.split("/").at(-1) || address;

// Does it open without a network, or why not yet?
function sayOpens(which) {
  for (const one of ["kept", "coming", "missing", "refused"]) say(one, one === which);
}

async function tellOpens() {
  const isThere = await hasWorker();
  const lacks = await missing().catch(() => null);
  if (lacks?.length > 0) {
    document.querySelector("[data-missing]").textContent = lacks.join(", ");
    sayOpens("missing");
  } else sayOpens(isThere && lacks ? "kept" : "refused");
}

say("secure", isSecureContext);
say("plain", !isSecureContext);
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
say("installed", isInstalled);
say("browser", !isInstalled);
say("older", !CSS.supports("selector(:popover-open)"));
if (isSecureContext) {
  tellOpens();
} else {
  say("kept", false);
}
