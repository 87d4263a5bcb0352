// The names of a match's sides and players, as words of a line. The twin of scorekeeper/lines/line_names.py.

import { cutLine } from "./cursor.js";
import { isDigits, KNOWN, numberOf } from "./spelling.js";

// The names that a line may give each side, the longest first. A name that fits both sides has side "".
/** @param {BySide<string[]>} names @returns {LinePhrase[]} */
export function namePhrases(names) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const side of /** @type {Side[]} */ (["A", "B"])) {
    for (const phrase of names[side].flatMap(spellings)) {
      found.set(phrase, (found.get(phrase) ?? side) === side ? side : "");
    }
  }
  return [...found]
    .map(([phrase, value]) => ({ words: phrase.split(" "), value }))
    .sort((one, other) => other.words.length - one.words.length);
}

const FEWEST_LETTERS = 4; // of a word behind the first, which may be an article

// A player is called by the whole name, or by one word of it, in any case of Greek.
/** @param {string} name */
function spellings(name) {
  const words = cutLine(name).map(({ word }) => word);
  if (words.length === 0 || words.includes("")) return [];
  const callableBy = words.filter((word, at) => at === 0 || [...word].length >= FEWEST_LETTERS);
  const alone = callableBy
    .filter((word) => !isTaken(word))
    .flatMap(cases)
    .filter((word) => !isTaken(word));
  return words.length === 1 || isTaken(words[0]) ? alone : [words.join(" "), ...alone];
}

// Γιώργος, Γιώργο, Γιώργου; Μαρία, Μαρίας.
/** @param {string} word */
function cases(word) {
  const found = [word];
  if (word.endsWith("σ")) found.push(word.slice(0, -1));
  if (word.endsWith("οσ")) found.push(`${word.slice(0, -2)}ου`);
  if (/[αηω]$/.test(word)) found.push(`${word}σ`);
  return found;
}

/** @param {string} word */
const isTaken = (word) =>
  KNOWN.has(word) || isDigits(word) || numberOf(word) > 0 || [...word].length < 2;
