// What was written into a match, in a word or two (scorekeeper/i18n/acts.py).

import { isSaid, say } from "./say.js";

// What an act wrote, `number` being that of the hand it is about. Of an undoing give what it undid.
export function actName({ kind, data }, number = null) {
  if (kind === "changed") return `${say("act", kind)}: ${changedParts(data).join(", ")}`;
  const table = isSaid("act_of_hand", kind) && number ? "act_of_hand" : "act";
  return say(table, kind, { number });
}

// What the change is about: names, dealer, rules, target.
function changedParts(data) {
  const rules = Object.keys(data.rules ?? {});
  const parts = {
    names: "names" in data || "players" in data,
    dealer: "first_dealer" in data,
    rules: rules.some((field) => field !== "target"),
    target: rules.includes("target"),
  };
  return Object.keys(parts)
    .filter((part) => parts[part])
    .map((part) => say("changed", part));
}
