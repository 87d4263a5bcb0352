// A place in a line: takes phrases, names and numbers. The twin of scorekeeper/lines/line_cursor.py.

import {
  fold,
  guessWord,
  HIGHEST_NUMBER,
  isDigits,
  KNOWN,
  NUMBERS,
  numberOf,
  phrasesOf,
} from "./spelling.js";

export const LONGEST_LINE = 200;
const BLANKS = " \\t\\r\\n\\u00a0\\u2009\\u202f";
const BEHIND = ",.;:!·";
const BETWEEN = `${BEHIND}/+–—\\-`;
const DASHES = "–—/\\-";
const SIGNS = "♥♡❤♦♢♣♧♠♤×";
const PIECE = `[0-9]+(?:[${DASHES}][0-9]+)?|[${SIGNS}][\\ufe0e\\ufe0f]?|[^0-9${SIGNS}${BLANKS}${BETWEEN}]+`;
const CHUNK = new RegExp(`[^${BLANKS}]+`, "gu");
const DASH_IN_BLANKS = new RegExp(`([0-9])[${BLANKS}]*([${DASHES}])[${BLANKS}]*(?=[0-9])`, "gu");
const SIGN_FIRST = new RegExp(`^[${BETWEEN}]`);
const ONLY_BEHIND = new RegExp(`^[${BEHIND}]*$`);
const PAIR = new RegExp(`^([0-9]+)[${DASHES}]([0-9]+)$`);
const PIECE_AND_SIGN = new RegExp(`(${PIECE})([${BETWEEN}]*)`, "gu");
const JOINING = new Set(["", "-", "–", "—"]);
const DIGITS = /^[0-9]+$/;
// The letter of the English spades lies on the key of the Greek σ, which is clubs.
const LATIN_S = "s";

// The pieces of a line; two numbers with a dash between them are one.
/** @param {string} line @returns {LinePiece[]} */
export const cutLine = (line) =>
  (line.replace(DASH_IN_BLANKS, "$1$2").match(CHUNK) ?? []).flatMap(piecesOf);

/** @param {string} chunk @returns {LinePiece[]} */
function piecesOf(chunk) {
  // Piece by piece: one pattern for the whole chunk would try every way to cut a long word.
  const found = [...chunk.matchAll(PIECE_AND_SIGN)];
  const last = found.length - 1;
  const isGood =
    !SIGN_FIRST.test(chunk) &&
    found.every(([, , sign], at) => (at < last ? sign.length <= 1 : ONLY_BEHIND.test(sign))) &&
    found.every(
      ([, text], at) => at === last || !/[0-9]$/.test(text) || !/^[0-9]/.test(found[at + 1][1]),
    );
  if (!isGood) return [{ text: chunk, word: "", isCut: false }];
  return found.map(([, text, sign]) => ({
    text,
    word: fold(text),
    isCut: !JOINING.has(sign),
  }));
}

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
  /** @param {string} line @param {LinePhrase[]} [names] */
  constructor(line, names) {
    this.pieces = cutLine(line);
    this.at = 0;
    this.isBehindNumber = false;
    this.names = names ?? [];
  }

  get isAtEnd() {
    return this.at === this.pieces.length;
  }

  // Takes the longest phrase of the role, if one stands here, and gives its value; null if none does.
  /** @param {string} role */
  take(role) {
    return this.takeOf(role === "side" && this.isArticle() ? [] : phrasesOf(role));
  }

  // Takes the longest name, and gives its side, or "" for both sides.
  takeName() {
    return this.takeOf(this.names);
  }

  /** @param {LinePhrase[]} phrases */
  takeOf(phrases) {
    const found = phrases.find(({ words }) =>
      words.every((word, place) => this.pieces[this.at + place]?.word === word),
    );
    if (!found) return null;
    this.goOn(found.words.length);
    return found.value;
  }

  // Takes a number, if one stands here; null if none does.
  /** @param {(value: number) => boolean} isAllowed @param {LineFaultCode} code */
  number(isAllowed, code) {
    const found = this.readNumber();
    if (!found) return null;
    if (!isAllowed(found.value)) this.refuse(code);
    this.refuseNeighbour(found);
    this.goOn(found.size);
    this.isBehindNumber = true;
    return found.value;
  }

  // Takes a 4 and the ranks behind it, if they stand here.
  takeFour() {
    const found = this.readNumber();
    if (found?.value !== 4) return null;
    const { at } = this;
    this.at += found.size;
    const ranks = this.take("ranks");
    if (ranks === null) this.at = at;
    return ranks;
  }

  // Does a phrase of one of these roles stand here, or a 4 with its ranks for `four`?
  /** @param {string[]} roles */
  stands(...roles) {
    return this.peek(
      () =>
        roles.some((role) => this.take(role) !== null) ||
        (roles.includes("four") && this.takeFour() !== null),
    );
  }

  /** @param {number} place */
  isFourAt(place) {
    return this.peek(() => {
      this.at = place;
      return this.takeFour() !== null;
    });
  }

  /** @param {() => boolean} look */
  peek(look) {
    const { at, isBehindNumber } = this;
    const found = look();
    Object.assign(this, { at, isBehindNumber });
    return found;
  }

  // Takes two numbers in digits: with a dash between them, or side by side for the total.
  /** @param {number} total */
  takePair(total) {
    const dashed = this.dashed();
    const pair = dashed ?? this.sideBySide();
    if (!pair) return null;
    if (pair[0] + pair[1] !== total) return dashed ? this.refuse("pack") : null;
    this.goOn(dashed ? 1 : 2);
    this.isBehindNumber = true;
    return pair;
  }

  dashed() {
    const found = PAIR.exec(this.pieces[this.at]?.word ?? "");
    return found && isDigits(found[1]) && isDigits(found[2])
      ? [Number(found[1]), Number(found[2])]
      : null;
  }

  // Two numbers in digits, the second no 4 of a rank.
  sideBySide() {
    const words = this.pieces.slice(this.at, this.at + 2).map(({ word }) => word);
    if (words.length < 2 || !words.every(isDigits) || this.isFourAt(this.at + 1)) return null;
    return words.map(Number);
  }

  // Reads the number that stands here and stays before it.
  readNumber() {
    const words = this.wordsOfNumber();
    const [first] = words;
    if (first === undefined) return null;
    if (DIGITS.test(first)) return isDigits(first) ? { value: Number(first), size: 1 } : null;
    const { value, size } = hundreds(words);
    if (value % 100 || value === HIGHEST_NUMBER) return { value, size };
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

  // Asks back at the piece that stands here, or at this place. At a word that nobody knows the fault is that.
  /** @param {LineFaultCode} code @param {number} [at] @returns {never} */
  refuse(code, at = this.at) {
    const place = at + 1;
    if (at === this.pieces.length) throw new FaultyLine({ code, place, word: "", guess: "" });
    const { text, word } = this.pieces[at];
    if (word === LATIN_S) throw new FaultyLine({ code: "two_suits", place, word: text, guess: "" });
    if (this.isKnownAt(at)) throw new FaultyLine({ code, place, word: text, guess: "" });
    const guess = guessWord(word);
    throw new FaultyLine({ code: guess ? "guess" : "unknown", place, word: text, guess });
  }

  // Is the piece at this place a word of some place of a line, a number, or in a name?
  /** @param {number} place */
  isKnownAt(place) {
    const { word } = this.pieces[place];
    if (KNOWN.has(word) || isDigits(word) || numberOf(word) || PAIR.test(word)) return true;
    return this.names.some(({ words }) => words.includes(word));
  }

  // Is it the `a` of `a hundred`? A side it may be as well, so it is neither.
  isArticle() {
    const [first, second] = this.pieces.slice(this.at, this.at + 2);
    return (
      first?.word === "a" && !first.isCut && ["hundred", "thousand"].includes(second?.word ?? "")
    );
  }

  // Two numbers side by side count as two only if both are in digits. A 4 of a rank may be a word.
  /** @param {{size: number}} number */
  refuseNeighbour({ size }) {
    const { at } = this;
    const behind = at + size;
    const last = this.pieces[behind - 1];
    this.at = behind;
    if (!last.isCut && this.readNumber()) {
      const isApart =
        DIGITS.test(last.word) && (DIGITS.test(this.pieces[behind].word) || this.isFourAt(behind));
      if (!isApart) this.refuse("side_by_side");
    }
    this.at = at;
  }

  // The words from here to the sign behind which a number does not go on.
  wordsOfNumber() {
    const here = this.pieces.slice(this.at, this.at + 6);
    const cut = here.findIndex(({ isCut }) => isCut);
    return (cut === -1 ? here : here.slice(0, cut + 1)).map(({ word }) => word);
  }

  /** @param {number} size */
  goOn(size) {
    this.at += size;
    this.isBehindNumber = false;
  }
}

/** @param {string[]} words */
function hundreds([first, second]) {
  const value = numberOf(first);
  if (value >= 100) return { value, size: 1 };
  if (second === "hundred" && value >= 1 && value <= 9) return { value: value * 100, size: 2 };
  if (second === "thousand" && value === 1) return { value: HIGHEST_NUMBER, size: 2 };
  return { value: 0, size: 0 };
}

/** @param {string[]} words */
function belowHundred([first, second]) {
  if (first === undefined) return { value: 0, size: 0 };
  const value = numberOf(first);
  if (value >= 100 || !(value || NUMBERS.has(first))) return { value: 0, size: 0 };
  const unit = NUMBERS.get(second) ?? 0;
  if (value >= 20 && !(value % 10) && unit >= 1 && unit <= 9)
    return { value: value + unit, size: 2 };
  return { value, size: 1 };
}
