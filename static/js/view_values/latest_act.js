// The last act in words: for the ledger and for the list of unsent operations. The names of acts are those
// of scorekeeper/explain/acts.py.

import { isAnswer } from "../ledger.js";
import { declaredBy, SIDES } from "../rules.js";
import * as words from "../words.js";
import { changeText, namesIn } from "./shared.js";

// The words for the act; of an undoing, for what it undid.
/** @param {NamedAct} act @param {Ledger} ledger @returns {string} */
export function nameOf(act, ledger) {
  if (act.kind === "undone") {
    const undone = ledger.acts.find(({ id }) => id === act.data.seq);
    return nameOf(/** @type {NamedAct} */ (undone), ledger);
  }
  return actName(act, numberOf(act.data.hand_id ?? act.id, ledger));
}

// `number` is that of the hand which the act is about. Of an undoing give what it undid.
/** @param {NamedAct} act @param {number | null} number */
export function actName({ kind, data }, number) {
  if (kind === "changed") return `${words.say("act", kind)}: ${changedParts(data).join(", ")}`;
  if (SIDES.some((side) => (data.adjust?.[side] ?? 0) < 0)) return words.say("act", "penalty");
  return words.say(number && words.isSaid("act_of_hand", kind) ? "act_of_hand" : "act", kind, {
    number,
  });
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
  return Object.entries(parts)
    .filter(([, isChanged]) => isChanged)
    .map(([part]) => words.say("changed", part));
}

// The hand's number; if it does not stand, the one it would have.
/** @param {Ref} id @param {Ledger} ledger */
function numberOf(id, ledger) {
  const { rows, acts } = ledger;
  const row = rows.find((one) => one.id === id);
  if (row) return row.number;
  const before = acts.find((act) => act.id === id)?.data.before;
  if (before !== undefined) return numberOf(before, ledger);
  const place = (/** @type {Ref} */ wanted) => acts.findIndex((act) => act.id === wanted);
  return 1 + rows.filter((one) => one.number && place(one.id) < place(id)).length;
}

// The row of the hand that the last act wrote or corrected, if it did.
/** @param {Ledger} ledger */
export function lastRowOf({ acts, rows }) {
  const { id, data } = acts[acts.length - 1];
  return rows.find((row) => row.id === (data.hand_id ?? id));
}

// `Hand 3: Them 10 ♥ · 0 – 26`; of what an undoing undid, or brought back, one of two words.
/** @param {Ledger} ledger @param {DOMStringMap} words with these two, in the page's language */
export function saysOf(ledger, { undone, broughtBack }) {
  const act = ledger.acts[ledger.acts.length - 1];
  const row = lastRowOf(ledger);
  const name = nameOf(act, ledger);
  if (act.kind === "undone") {
    const other = ledger.acts.find(({ id }) => id === act.data.seq);
    return `${name}: ${other?.kind === "undone" ? broughtBack : undone}`;
  }
  const { contract, adjust, reason, side } = act.data;
  if (isAnswer(act))
    return [name, side && namesIn(ledger)[side], reason].filter(Boolean).join(" · ");
  if (contract) return `${name}: ${contractText(contract, ledger)}`;
  if (adjust) {
    const points = SIDES.map((side) => changeText(adjust[side])).join(" ");
    const more = reason === name ? "" : reason.replace(`${name}: `, "");
    return [`${name}: ${points}`, more].filter(Boolean).join(" · ");
  }
  if (!row || row.number === null) return name;
  const { score, entry } = row;
  const [A, B] = SIDES.map((side) => words.numberText(score[side]));
  return `${name}: ${contractText(entry, ledger)} · ${A} ${words.between(score)} ${B}`;
}

// The declarations and pilottas of the side in the hand.
/** @param {PartialHand} hand @param {Side} side */
export function announced(hand, side) {
  const told = [
    hand.pilotta === side && words.say("title", "pilotta"),
    hand.pilotta_failed === side && words.say("title", "pilotta_failed"),
    ...declaredBy(hand, side).map(words.declarationName),
  ];
  return told.filter(Boolean).join(", ");
}

/** @param {PartialHand} hand @param {Ledger} ledger */
function contractText(hand, ledger) {
  const bidder = hand.bidder ? `${namesIn(ledger)[hand.bidder]} ` : "";
  return `${bidder}${words.contractWords(hand, ledger.rules)}`;
}
