// The voice's words after each save: the hand and the score, numbers in words.
// The twin of scorekeeper/explain/spoken.py. `names` are the hearer's names for the sides.

import { winnerFirst } from "../rules.js";

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
  const [A, B] = winnerFirst({ winner }).map((side) => totals[side]);
  const total = fill(words.texts.total, numbersOf({ A, B }, words));
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

// --- numbers in words: in Greek in the neuter, as points are counted ---

// The twin of scorekeeper/i18n/number_words.py.

const LARGEST = 999_999;

const GREEK = words(
  "μηδέν ένα δύο τρία τέσσερα πέντε έξι επτά οκτώ εννιά δέκα έντεκα δώδεκα δεκατρία δεκατέσσερα",
  "δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ δεκαεννιά",
);
const GREEK_TENS = words("είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα");
const GREEK_HUNDREDS = words(
  "εκατόν διακόσια τριακόσια τετρακόσια πεντακόσια εξακόσια επτακόσια οκτακόσια εννιακόσια",
);
// Thousands are feminine, and so is their number.
/** @type {Record<string, string>} */
const OF_THOUSANDS = {
  ένα: "μία",
  τρία: "τρεις",
  τέσσερα: "τέσσερις",
  δεκατρία: "δεκατρείς",
  δεκατέσσερα: "δεκατέσσερις",
};
const ENGLISH = words(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen",
  "sixteen seventeen eighteen nineteen",
);
const ENGLISH_TENS = words("twenty thirty forty fifty sixty seventy eighty ninety");

// The number in words; beyond 999,999 in digits.
/** @param {number} number @param {string} language @returns {string} */
export function spell(number, language) {
  if (Math.abs(number) > LARGEST) return String(number);
  if (number < 0) return `${language === "el" ? "μείον" : "minus"} ${spell(-number, language)}`;
  return language === "el" ? greek(number) : english(number);
}

/** @param {number} number */
function greek(number) {
  if (number === 0) return GREEK[0];
  const [thousands, rest] = divided(number, 1000);
  const parts = greekBelow1000(rest);
  if (thousands === 1) parts.unshift("χίλια");
  else if (thousands) parts.unshift(...greekBelow1000(thousands).map(feminine), "χιλιάδες");
  return parts.join(" ");
}

/** @param {number} number */
function greekBelow1000(number) {
  if (number === 100) return ["εκατό"];
  let [hundreds, rest] = divided(number, 100);
  const parts = hundreds ? [GREEK_HUNDREDS[hundreds - 1]] : [];
  if (rest >= 20) {
    parts.push(GREEK_TENS[Math.floor(rest / 10) - 2]);
    rest %= 10;
  }
  if (rest) parts.push(GREEK[rest]);
  return parts;
}

/** @param {string} word */
const feminine = (word) =>
  word.endsWith("κόσια") ? `${word.slice(0, -1)}ες` : (OF_THOUSANDS[word] ?? word);

/** @param {number} number */
function english(number) {
  const [thousands, rest] = divided(number, 1000);
  if (!thousands) return englishBelow1000(rest);
  const start = `${englishBelow1000(thousands)} thousand`;
  if (!rest) return start;
  return `${start}${rest < 100 ? " and " : " "}${englishBelow1000(rest)}`;
}

/** @param {number} number @returns {string} */
function englishBelow1000(number) {
  const [hundreds, rest] = divided(number, 100);
  if (hundreds) {
    const start = `${ENGLISH[hundreds]} hundred`;
    return rest ? `${start} and ${englishBelow1000(rest)}` : start;
  }
  if (number < 20) return ENGLISH[number];
  const [tens, ones] = divided(number, 10);
  return ones ? `${ENGLISH_TENS[tens - 2]}-${ENGLISH[ones]}` : ENGLISH_TENS[tens - 2];
}

/** @param {number} number @param {number} by */
const divided = (number, by) => [Math.floor(number / by), number % by];

/** @param {string[]} lines */
function words(...lines) {
  return lines.join(" ").split(" ");
}
