// A place in a line: takes phrases and numbers, and notes what might have stood there. The twin of
// scorekeeper/lines/line_cursor.py.

import { WORDS } from "./words.js";

export const LONGEST_LINE = 200;
const BLANKS = " \\t\\r\\n\\u00a0\\u2009\\u202f";
const BEHIND = ",.;:!·";
const BETWEEN = `${BEHIND}/+–—\\-`;
const SIGNS = "♥♡❤♦♢♣♧♠♤×";
const PIECE = `[0-9]+|[${SIGNS}][\\ufe0e\\ufe0f]?|[^0-9${SIGNS}${BLANKS}${BETWEEN}]+`;
const CHUNK = new RegExp(`[^${BLANKS}]+`, "gu");
const SIGN_FIRST = new RegExp(`^[${BETWEEN}]`);
const ONLY_BEHIND = new RegExp(`^[${BEHIND}]*$`);
const BETWEEN_DIGITS = new RegExp(`[0-9][${BETWEEN}][0-9]`, "u");
const PIECE_AND_SIGN = new RegExp(`(${PIECE})([${BETWEEN}]*)`, "gu");
const JOINING = new Set(["", "-", "–", "—"]);

/** @param {string} line @returns {LinePiece[]} */
const cutLine = (line) => (line.match(CHUNK) ?? []).flatMap(piecesOf);

/** @param {string} chunk @returns {LinePiece[]} */
function piecesOf(chunk) {
  // Piece by piece: one pattern for the whole chunk would try every way to cut a long word.
  const found = [...chunk.matchAll(PIECE_AND_SIGN)];
  const last = found.length - 1;
  const isGood =
    !SIGN_FIRST.test(chunk) &&
    found.every(([, , sign], at) => (at < last ? sign.length <= 1 : ONLY_BEHIND.test(sign))) &&
    !BETWEEN_DIGITS.test(chunk);
  if (!isGood) return [{ text: chunk, word: "", isCut: false }];
  return found.map(([, text, sign]) => ({
    text,
    word: fold(text),
    isCut: !JOINING.has(sign),
  }));
}

/** @param {string} text */
const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");

export const HIGHEST_NUMBER = 1000;

/** @type {Map<string, {words: string[], value: string}[]>} */
const PHRASES = new Map();
for (const row of WORDS.trim().split("\n")) {
  const [role, value, phrases] = row.split(":");
  const own = phrases.split(",").map((phrase) => ({ words: phrase.split(" "), value }));
  PHRASES.set(role, [...(PHRASES.get(role) ?? []), ...own]);
}
for (const phrases of PHRASES.values()) {
  phrases.sort((one, other) => other.words.length - one.words.length);
}
const phrasesOf = (/** @type {string} */ role) => PHRASES.get(role) ?? [];
const NUMBERS = new Map(phrasesOf("number").map(({ words, value }) => [words[0], Number(value)]));
const KNOWN = new Set([...PHRASES.values()].flat().flatMap(({ words }) => words));
const DIGITS = /^[0-9]+$/;
const isNumber = (/** @type {string} */ word) => /^(0|[1-9][0-9]{0,3})$/.test(word);

// Ends the reading of a line.
export class FaultyLine extends Error {
  /** @param {LineFault} fault */
  constructor(fault) {
    super(fault.code);
    this.fault = fault;
  }
}

// Goes through a line once, from left to right.
export class LineCursor {
  /** @param {string} line */
  constructor(line) {
    this.pieces = cutLine(line);
    this.at = 0;
    /** @type {string[]} */
    this.expected = [];
  }

  get isAtEnd() {
    return this.at === this.pieces.length;
  }

  // Takes the longest phrase of the role, if one stands here, and gives its value; null if none does.
  /** @param {string} role @param {string} [part] */
  take(role, part) {
    const phrases = role === "side" && this.isArticle() ? [] : phrasesOf(role);
    const found = phrases.find(({ words }) =>
      words.every((word, place) => this.pieces[this.at + place]?.word === word),
    );
    if (!found) return this.note(part);
    this.goOn(found.words.length);
    return found.value;
  }

  // Takes a number, if one stands here; null if none does.
  /** @param {string} part @param {(value: number) => boolean} isAllowed */
  number(part, isAllowed) {
    const found = this.readNumber();
    if (!found) return this.note(part);
    if (!isAllowed(found.value)) {
      this.expected = [part];
      this.refuse("number");
    }
    this.refuseNeighbour(found);
    this.goOn(found.size);
    return found.value;
  }

  // Takes a 4 and the ranks behind it, if they stand here.
  takeFour() {
    const found = this.readNumber();
    if (found?.value !== 4) return null;
    const { at, expected } = this;
    this.at += found.size;
    const ranks = this.take("ranks");
    if (ranks === null) Object.assign(this, { at, expected });
    return ranks;
  }

  // Reads the number that stands here and stays before it.
  readNumber() {
    const words = this.wordsOfNumber();
    const [first] = words;
    if (first === undefined) return null;
    if (DIGITS.test(first)) return isNumber(first) ? { value: Number(first), size: 1 } : null;
    const { value, size } = hundreds(words);
    if (value === HIGHEST_NUMBER) return { value, size };
    if (size && words[size] === "and") {
      const rest = belowHundred(words.slice(size + 1));
      return rest.value
        ? { value: value + rest.value, size: size + 1 + rest.size }
        : { value, size };
    }
    const rest = belowHundred(words.slice(size));
    if (size && !rest.value) return { value, size };
    return rest.size ? { value: value + rest.value, size: size + rest.size } : null;
  }

  // Refuses the piece that stands here.
  /** @param {LineFaultCode} [code] @returns {never} */
  refuse(code) {
    const { at, expected, pieces } = this;
    const place = at + 1;
    if (this.isAtEnd) throw new FaultyLine({ code: "unfinished", place, word: "", expected });
    const { text, word } = pieces[at];
    const isKnown = KNOWN.has(word) || isNumber(word);
    const otherwise = isKnown ? "unexpected" : "unknown";
    throw new FaultyLine({ code: code ?? otherwise, place, word: text, expected });
  }

  // Notes what might have stood here.
  /** @param {string} [part] @returns {null} */
  note(part) {
    if (part && !this.expected.includes(part)) this.expected.push(part);
    return null;
  }

  // Is it the `a` of `a hundred`? A side it may be as well, so it is neither.
  isArticle() {
    const [first, second] = this.pieces.slice(this.at, this.at + 2);
    if (first?.word !== "a" || first.isCut) return false;
    return second?.word === "hundred" || second?.word === "thousand";
  }

  // Two numbers side by side are two only where both are in digits.
  /** @param {{value: number, size: number}} number */
  refuseNeighbour({ size }) {
    const start = this.at;
    const last = this.pieces[start + size - 1];
    this.at += size;
    if (this.readNumber() && !last.isCut) {
      const here = this.pieces[this.at].word;
      if (!(DIGITS.test(last.word) && DIGITS.test(here))) {
        this.expected = [];
        this.refuse("side_by_side");
      }
    }
    this.at = start;
  }

  // The words from here to the sign behind which a number does not go on.
  wordsOfNumber() {
    const near = this.pieces.slice(this.at, this.at + 6);
    const end = near.findIndex(({ isCut }) => isCut);
    return near.slice(0, end < 0 ? near.length : end + 1).map(({ word }) => word);
  }

  /** @param {number} size */
  goOn(size) {
    this.at += size;
    this.expected = [];
  }
}

/** @param {string[]} words */
function hundreds([first, second]) {
  const value = NUMBERS.get(first) ?? 0;
  if (value >= 100) return { value, size: 1 };
  if (second === "hundred" && value >= 1 && value <= 9) return { value: value * 100, size: 2 };
  if (second === "thousand" && value === 1) return { value: HIGHEST_NUMBER, size: 2 };
  return { value: 0, size: 0 };
}

/** @param {string[]} words */
function belowHundred([first, second]) {
  const value = NUMBERS.get(first);
  if (value === undefined || value >= 100) return { value: 0, size: 0 };
  const unit = NUMBERS.get(second) ?? 0;
  if (value >= 20 && unit >= 1 && unit <= 9) return { value: value + unit, size: 2 };
  return { value, size: 1 };
}
