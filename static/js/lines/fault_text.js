// Says why a line is no hand, as scorekeeper/explain/line_fault_words.py does; its sentences come from there.

import { LONGEST_LINE } from "./tokens.js";

const MARK = /%\((\w+)\)s/g;

/** @param {{fault: Record<string, string>, part: Record<string, string>}} words @param {LineFault} fault */
export function faultText(words, { code, place, word, expected }) {
  /** @type {Record<string, string | number>} */
  const values = {
    place,
    word,
    longest: LONGEST_LINE,
    expected: expected.map((part) => words.part[part]).join(", "),
  };
  return words.fault[code].replace(MARK, (_, name) => String(values[name]));
}
