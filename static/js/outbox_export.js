// Unsent operations as a file, for the phone that holds the pencil now.
//
// They keep their ids: should one have reached the server all the same, it is not written twice.

import { aside, savedIn, unsent } from "./outbox.js";
import { REFERENCES, seqIn } from "./sending.js";

export const KIND = "unsent hands";

// The text of the file of one match.
export async function writeFile(match) {
  const saved = await savedIn(match);
  const all = [...(await unsent(match)), ...(await aside(match))];
  let seen; // the last act that was known of: what waits is decided on what waits before it
  const ops = all.map(({ op_id, op, at, engine, state, revision }) => {
    const known = withSeqs({ revision }, saved).revision;
    if (Number.isInteger(known)) seen = known;
    return {
      op_id,
      at,
      engine,
      state: stateIn({ state }),
      revision: seen,
      op: withSeqs(op, saved),
    };
  });
  return JSON.stringify({ tefteri: KIND, match, ops }, null, 1);
}

// The part of an operation's state that another phone keeps.
export const stateIn = ({ state }) => (state === "aside" ? "aside" : "waiting");

// The operation with the seqs of what is written by now.
export function withSeqs(op, saved) {
  const found = { ...op };
  for (const name of REFERENCES) {
    const seq = typeof op[name] === "string" && seqIn(saved, op[name]);
    if (seq) found[name] = seq;
  }
  return found;
}
