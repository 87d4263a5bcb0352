// The names of acts, as scorekeeper/explain/acts.py: said once something is written.

import { isSaid, say } from "../words.js";

// `number` is that of the hand which the act is about. Of an undoing give what it undid.
export function actName({ kind, data }, number) {
  if (kind === "changed") return `${say("act", kind)}: ${changedParts(data).join(", ")}`;
  return say(number && isSaid("act_of_hand", kind) ? "act_of_hand" : "act", kind, { number });
}

/** @param {DataOf<"changed">} data */
function changedParts({ names, players, first_dealer, rules = {} }) {
  const { target, ...others } = rules;
  const parts = {
    names: names || players,
    dealer: first_dealer,
    rules: Object.keys(others).length > 0,
    target,
  };
  return Object.keys(parts)
    .filter((part) => parts[part])
    .map((part) => say("changed", part));
}
