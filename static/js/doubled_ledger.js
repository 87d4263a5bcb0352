// If Back leads to a ledger that was just shown, go back once more. A page that became the ledger and was
// opened from it counts how often there is another one behind it (phone/navigation.js).

import { tab } from "./kept.js";

const last = tab.get("again");
const times = history.state?.times ?? 0;
const isNew = performance.getEntriesByType("navigation")[0]?.toJSON().type === "navigate";
if (last?.home === location.href && last.times !== times) {
  if (isNew || times === 0) tab.remove("again");
  if (!isNew) history.back();
}
