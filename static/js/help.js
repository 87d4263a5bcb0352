// How this phone stands. The page comes with the lines that are so on most, or with room for them,
// so that nothing moves when the truth is known.

import { registered } from "./install.js";

function say(what, isSo) {
  const line = document.querySelector(`[data-when=${what}]`);
  line.hidden = !isSo;
  line.classList.remove("later");
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

say("secure", isSecureContext);
say("plain", !isSecureContext);
const isInstalled = matchMedia("(display-mode: standalone)").matches || navigator.standalone;
say("installed", isInstalled);
say("browser", !isInstalled);
say("older", !CSS.supports("selector(:popover-open)"));
if (isSecureContext) {
  keepsPages().then((does) => {
    say("kept", does);
    say("refused", !does);
  });
} else {
  say("kept", false);
}
