// Where something is still on this phone, the list behind the badge and its matches are shown. That
// needs code, rules and words which a visit with everything saved does not fetch.

import { aside, subscribe, unsent } from "./outbox.js";

// Without a network they may not be there: nothing is lost, and the next page tries again.
const loadList = () => import("./outbox_list.js").catch(() => {});

async function showUnsent() {
  const waiting = await unsent();
  if (waiting.length > 0 || (await aside()).length > 0) await loadList();
  if (waiting.length > 0) await import("./unsent_matches.js").catch(() => {});
}

// Without scripts there is nothing behind it; it opens with all that it does.
for (const way of document.querySelectorAll("[data-outbox]")) {
  way.hidden = false;
  way.addEventListener("click", async (event) => {
    event.preventDefault();
    await loadList();
    document.querySelector("#outbox").showPopover?.({ source: way });
  });
}

// A phone that the server does not know may have lost its cookie.
async function lookAgain() {
  if (!document.querySelector("[data-unknown]")) return;
  const again = await import("./phone_recovery.js").catch(() => null);
  if (await again?.comeBack()) location.reload();
}

lookAgain();
subscribe(showUnsent);
showUnsent();
