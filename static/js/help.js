// How this phone stands. The page comes with the lines that are so on most, or with room for them,
// so that nothing moves when the truth is known.

import { registered } from "./install.js";

function say(what, insteadOf) {
  const line = document.querySelector(`[data-when=${what}]`);
  line.hidden = false;
  line.classList.remove("later");
  if (insteadOf) document.querySelector(`[data-when=${insteadOf}]`).hidden = true;
}

function sayWhich(isSo, what, otherwise) {
  if (isSo) say(what, otherwise);
  else say(otherwise, what);
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

sayWhich(isSecureContext, "secure", "plain");
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
sayWhich(isInstalled, "installed", "browser");
if (isSecureContext) keepsPages().then((does) => sayWhich(does, "kept", "refused"));
else document.querySelector("[data-when=kept]").hidden = true;
if (!CSS.supports("selector(:popover-open)")) say("older");
