// Shows the matches with unsent operations of this phone, and without a network those that it has. Both
// need code, rules and words that a visit with everything saved does not fetch.

import { subscribe, unsent } from "./outbox.js";
import "./outbox_later.js"; // brings the list behind the badge

// Without a network they may not be there: nothing is lost, and the next page tries again.
async function showUnsent() {
  const isCopy = Boolean(document.documentElement.dataset.kept);
  if (isCopy || (await unsent()).length > 0) await import("./unsent_matches.js").catch(() => {});
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
