// Modules that the first touch of a scorer's page does not need. They are fetched once the page is idle, or
// earlier on demand.

import { once } from "../loading.js";
import { fetchViews } from "./drawing.js";
import { state } from "./state.js";

const fetchLaterViews = once(() => fetchViews("match"));

// All else that a scorer's page does.
export const rest = once(async () => {
  // First: without a network this fails, and an import that failed once may fail until a reload.
  await fetchLaterViews();
  // Its import is fetched with it, not after it.
  const values = import("../view_values/ledger_values.js");
  const [own] = await Promise.all([import("./rest.js"), values]);
  return own;
});

state.navigation.bringViews = rest;
