// How this phone stands, said only where it is so.

import { registered } from "./install.js";

function say(what) {
  document.querySelector(`[data-when=${what}]`).hidden = false;
}

async function keepsPages() {
  const registration = await registered;
  const worker = registration?.active ?? registration?.installing ?? registration?.waiting;
  if (!worker) return false;
  return new Promise((resolve) => {
    const tell = () => {
      if (worker.state === "activated") resolve(true);
      if (worker.state === "redundant") resolve(false);
    };
    worker.addEventListener("statechange", tell);
    tell();
  });
}

say(isSecureContext ? "secure" : "plain");
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
say(isInstalled ? "installed" : "browser");
if (isSecureContext) keepsPages().then((does) => say(does ? "kept" : "refused"));
if (!CSS.supports("selector(:popover-open)")) say("older");
