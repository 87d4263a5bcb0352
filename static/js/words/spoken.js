// The voice's words after each save: the hand and the score, numbers in words.
// The twin of scorekeeper/explain/spoken.py. `names` are the hearer's names for the sides.

import { spell } from "./number_words.js";

/**
 * @typedef {{entries: number, whole: string, total: string}} SpokenScore
 * @typedef {{points: BySide<number>, passedOut?: boolean}} SpokenEntry
 * @typedef {{totals: BySide<number>, winner: Side | null, names: BySide<string>, entries: SpokenEntry[]}} Said
 * @typedef {{texts: Record<string, string>, language: string}} SpokenWords
 */

/** @param {Said} said @param {SpokenWords} words @returns {SpokenScore} */
export function spokenScore(said, words) {
  const last = said.entries.at(-1);
  const total = totalOf(said, words);
  const whole = last ? `${entryOf(last, said.names, words)} ${total}` : total;
  return { entries: said.entries.length, whole, total };
}

/** @param {SpokenEntry} entry @param {BySide<string>} names @param {SpokenWords} words */
function entryOf({ points, passedOut }, names, words) {
  if (passedOut) return words.texts.passed_out;
  const numbers = numbersOf(points, words);
  return fill(words.texts.hand_of, { us: names.A, them: names.B, ...numbers });
}

/** @param {Said} said @param {SpokenWords} words */
function totalOf({ totals, names, winner }, words) {
  const total = fill(words.texts.total, numbersOf(totals, words));
  if (!winner) return total;
  const { won, us, we_won: ours, them, they_won: theirs } = words.texts;
  const side = names[winner];
  const own = { [us]: ours, [them]: theirs }[side];
  return `${total} ${own ?? fill(won, { side })}`;
}

/** @param {BySide<number>} points @param {SpokenWords} words */
const numbersOf = ({ A, B }, { language }) => ({ a: spell(A, language), b: spell(B, language) });

/** @param {string} text @param {Record<string, string>} values */
const fill = (text, values) => text.replace(/%\((\w+)\)s/g, (_, name) => values[name]);
