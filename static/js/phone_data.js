// The data that only this phone has. They are named before it hands the pencil over or signs out. A phone
// that has signed out forgets its identity.

import { device, tab } from "./kept.js";
import { store } from "./store.js";

const place = document.querySelector("#unsent-here");

async function nameUnsent() {
  const ops = (await store.all("ops")).sort((one, other) => one.place - other.place);
  place.hidden = ops.length === 0;
  const lines = ops.map(({ says, op }) => {
    const line = document.createElement("li");
    line.textContent = says ?? op.op;
    return line;
  });
  place.querySelector("[data-hands]").replaceChildren(...lines);
}

// Waiting operations stay in their list, to be given to another phone. What proves which phone this is goes:
// it is kept among the matches (phone_recovery.js).
async function forget() {
  for (const its of [tab, device]) {
    for (const key of its.keys("draft:")) its.remove(key);
  }
  await store.change(async (tables) => {
    const needed = new Set((await tables.all("ops")).map(({ match }) => match));
    for (const { id } of await tables.all("matches")) {
      if (!needed.has(id)) tables.remove("matches", id);
    }
  });
  for (const name of (await globalThis.caches?.keys()) ?? []) {
    if (name.startsWith("pages-")) await caches.delete(name);
  }
}

if (document.querySelector("[data-signed-out]")) forget();
if (place) {
  nameUnsent();
  addEventListener("pageshow", nameUnsent);
}

// A hand that is half typed stays here when the pencil goes on.
const notice = /** @type {HTMLElement} */ (document.querySelector("#half-hand"));
if (notice) notice.hidden = !device.has(`draft:${notice.dataset.draft}`);
