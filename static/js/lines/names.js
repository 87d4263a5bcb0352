// The names of a match's sides and players, as words of a line. The twin of scorekeeper/lines/line_names.py.

import { cutLine } from "./cursor.js";
import { isDigits, KNOWN, numberOf } from "./spelling.js";

const FEWEST_LETTERS = 4; // of a word behind the first, which may be an article

// The names that a line may give each side, the longest first. A name that fits both sides has side "".
// A surname that is another player's first name means that player.
/** @param {BySide<string[]>} names @returns {LinePhrase[]} */
export function namePhrases(names) {
  const found = new Map([...phrasesOf(names, laterPhrases), ...phrasesOf(names, firstPhrases)]);
  return [...found]
    .map(([phrase, value]) => ({ words: phrase.split(" "), value }))
    .sort((one, other) => other.words.length - one.words.length);
}

/** @param {BySide<string[]>} names @param {(words: string[]) => string[]} spell */
function phrasesOf(names, spell) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const side of /** @type {Side[]} */ (["A", "B"])) {
    const read = names[side].map((name) => cutLine(name).map(({ word }) => word));
    for (const phrase of read.filter((words) => !words.includes("")).flatMap(spell)) {
      found.set(phrase, (found.get(phrase) ?? side) === side ? side : "");
    }
  }
  return found;
}

// The whole name, and its first word.
/** @param {string[]} words */
function firstPhrases(words) {
  if (words.length === 0 || isTaken(words[0])) return [];
  return words.length > 1 ? [words.join(" "), ...alone(words[0])] : alone(words[0]);
}

/** @param {string[]} words */
const laterPhrases = (words) =>
  words.slice(1).flatMap((word) => ([...word].length < FEWEST_LETTERS ? [] : alone(word)));

/** @param {string} word */
const alone = (word) => (isTaken(word) ? [] : cases(word).filter((one) => !isTaken(one)));

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
