// A line cut into pieces: digits, signs of suits, words. The twin of scorekeeper/lines/line_cursor.py.

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
export const cutLine = (line) => (line.match(CHUNK) ?? []).flatMap(piecesOf);

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
export const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replaceAll("ς", "σ");
