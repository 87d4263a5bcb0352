// The words of a line folded, as phrases and numbers, and the word that a misspelt one may be. The twin of
// scorekeeper/lines/line_spelling.py.

import { WORDS } from "./words.js";

export const HIGHEST_NUMBER = 1000;
const SHORTEST_GUESS = 4;
const LONGEST_GUESS = 30;
const LONG = 7; // so long a word may have two letters wrong

/** @param {string} text */
export const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");

/** @type {Map<string, LinePhrase[]>} */
const PHRASES = new Map();
/** @type {Map<string, {meaning: string, shown: string}>} */
const SPELT = new Map();
for (const row of WORDS.trim().split("\n")) {
  const [role, value, phrases] = row.split(":");
  const own = phrases.split(",").map((phrase) => {
    const words = phrase.split(" ").map(fold);
    if (words.length === 1 && phrase.length >= SHORTEST_GUESS) {
      const shown = role === "number" ? value : phrase;
      SPELT.set(words[0], { meaning: `${role}:${value}`, shown });
    }
    return { words, value };
  });
  PHRASES.set(role, [...(PHRASES.get(role) ?? []), ...own]);
}
for (const phrases of PHRASES.values()) {
  phrases.sort((one, other) => other.words.length - one.words.length);
}
export const phrasesOf = (/** @type {string} */ role) => PHRASES.get(role) ?? [];
export const NUMBERS = new Map(
  phrasesOf("number").map(({ words, value }) => [words[0], Number(value)]),
);
export const KNOWN = new Set([...PHRASES.values()].flat().flatMap(({ words }) => words));

export const isDigits = (/** @type {string} */ word) => /^(0|[1-9][0-9]{0,3})$/.test(word);

// The number of a single word, also of two that are written together; 0 for none.
/** @param {string} word @returns {number} */
export function numberOf(word) {
  const known = NUMBERS.get(word);
  if (known !== undefined) return known;
  const letters = [...word];
  for (let cut = 3; cut < letters.length - 2; cut++) {
    const first = NUMBERS.get(letters.slice(0, cut).join("")) ?? 0;
    const end = letters.slice(cut).join("");
    const unit = NUMBERS.get(end) ?? 0;
    if (first >= 20 && first < 100 && unit >= 1 && unit <= 9) return first + unit;
    if (first >= 100 && first < HIGHEST_NUMBER) {
      const rest = numberOf(end);
      if (rest >= 1 && rest < 100) return first + rest;
    }
  }
  return 0;
}

// The word of the table that is nearest to a misspelt one, or a number in digits. It is "" if none is near,
// or if two equally near words mean different things.
/** @param {string} word */
export function guessWord(word) {
  const { length } = [...word];
  if (length < SHORTEST_GUESS || length > LONGEST_GUESS) return "";
  const most = length >= LONG ? 2 : 1;
  let least = most;
  /** @type {{meaning: string, shown: string}[]} */
  let nearest = [];
  for (const [known, meant] of SPELT) {
    if (Math.abs(known.length - length) > most) continue;
    const far = distance(known, word);
    if (far > least) continue;
    if (far < least) nearest = [];
    least = far;
    nearest.push(meant);
  }
  const meanings = new Set(nearest.map(({ meaning }) => meaning));
  return meanings.size === 1 ? nearest[0].shown : "";
}

// How many letters are put in, left out or changed to make one word of the other.
/** @param {string} one @param {string} other */
function distance(one, other) {
  const against = [...other];
  let row = [0, ...against.map((_, at) => at + 1)];
  for (const [at, letter] of [...one].entries()) {
    const before = row;
    row = [at + 1];
    for (const [place, own] of against.entries()) {
      const change = before[place] + Number(letter !== own);
      row.push(Math.min(change, before[place + 1] + 1, row[place] + 1));
    }
  }
  return row[against.length];
}
