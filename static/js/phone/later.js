// What the first touch of a scorer's page does not need: it is fetched once the page is idle, or when it
// is wanted before that.

import { fetchViews } from "./drawing.js";

/** @type {Promise<typeof import("./rest.js")> | null} */
let coming = null;
let isHere = false;

export const hasRest = () => isHere;

// All else that a scorer's page does. Where it did not come, the next call tries again.
export function rest() {
  coming ??= fetchRest().catch((error) => {
    coming = null;
    throw error;
  });
  return coming;
}

async function fetchRest() {
  // What it imports in a file of its own is asked for with it, and not once it is there.
  const values = import("../view_values/ledger_values.js");
  const [own] = await Promise.all([import("./rest.js"), fetchViews("match"), values]);
  isHere = true;
  return own;
}
