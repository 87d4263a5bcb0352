// A line cut into pieces: digits, signs of suits, words. The twin of scorekeeper/lines/line_tokens.py.

export const LONGEST_LINE = 200;
const BLANKS = " \\t\\r\\n\\u00a0\\u2009\\u202f";
const BEHIND = ",.;:!·";
const BETWEEN = `${BEHIND}/+–—\\-`;
const SIGNS = "♥♡❤♦♢♣♧♠♤×";
const PIECE = `[0-9]+|[${SIGNS}][\\ufe0e\\ufe0f]?|[^0-9${SIGNS}${BLANKS}${BETWEEN}]+`;
const CHUNK = new RegExp(`[^${BLANKS}]+`, "gu");
const GOOD = new RegExp(`^(?:${PIECE})(?:[${BETWEEN}]?(?:${PIECE}))*[${BEHIND}]*$`, "u");
const BETWEEN_DIGITS = new RegExp(`[0-9][${BETWEEN}][0-9]`, "u");
const PIECE_AND_SIGN = new RegExp(`(${PIECE})([${BETWEEN}]*)`, "gu");
const JOINING = new Set(["", "-", "–", "—"]);

/** @param {string} line @returns {LinePiece[]} */
export const cutLine = (line) => (line.match(CHUNK) ?? []).flatMap(piecesOf);

/** @param {string} chunk @returns {LinePiece[]} */
function piecesOf(chunk) {
  if (!GOOD.test(chunk) || BETWEEN_DIGITS.test(chunk)) {
    return [{ text: chunk, word: "", isCut: false }];
  }
  return [...chunk.matchAll(PIECE_AND_SIGN)].map(([, text, sign]) => ({
    text,
    word: fold(text),
    isCut: !JOINING.has(sign),
  }));
}

/** @param {string} text */
export const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
