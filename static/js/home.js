// Where something is still on this phone, its matches are shown. That needs the rules and the words,
// which a visit with everything saved does not fetch.

import { hasUnsent, subscribe } from "./outbox.js";

async function showUnsent() {
  if (!(await hasUnsent())) return;
  // Without a network they may not be there; the list behind the badge is.
  await import("./cards.js").catch(() => {});
}

subscribe(showUnsent);
showUnsent();
