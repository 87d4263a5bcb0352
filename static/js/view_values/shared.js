// The common values of the phone's views: the sides, the dealer, a contract, unsent operations.

import { cardPoints, SIDES, sideOf } from "../rules.js";
import * as words from "../words.js";

/** @param {Ref} id */
export const isUnsent = (id) => typeof id === "string";

/** @template T @param {string} key @param {(side: Side) => T} of @returns {Record<string, T>} */
export const bySide = (key, of) =>
  Object.fromEntries(SIDES.map((side) => [`${key}_${side}`, of(side)]));

// The text of what is wrong by its field, and the place where the text stands.
/** @param {Record<string, string>} wrong @returns {Record<string, string>} */
export const wrongTexts = (wrong) =>
  Object.fromEntries(
    Object.entries(wrong).flatMap(([field, text]) => [
      [`wrong_${field}`, text],
      [`told_${field}`, `wrong-${field}`],
    ]),
  );

// Say whether what was written is saved, or still on this phone.
/** @param {Ref} id */
export const sendingState = (id) => ({ is_saved: !isUnsent(id), is_unsent: isUnsent(id) });

/** @param {Pick<Ledger, "head">} ledger @returns {BySide<string>} */
export const namesIn = ({ head }) => words.sideNames(head.sides);

// The player who deals, or the seat.
/** @param {Ledger} ledger @param {Seat} seat */
export const dealerIn = (ledger, seat) =>
  words.seatName(seat, namesIn(ledger), playerAt(ledger, seat));

/** @param {Ledger} ledger @param {Seat} seat */
export const dealsIn = (ledger, seat) =>
  words.dealsText(seat, namesIn(ledger), playerAt(ledger, seat));

/** @param {Ledger} ledger @param {Seat} seat */
const playerAt = ({ head }, seat) => head.sides[sideOf(seat)].players?.[Number(seat[1]) - 1];

// `made` is null where it does not matter, or is said elsewhere.
/** @param {PartialHand | null} hand @param {Rules} rules @param {boolean | null} [made] */
function contractValues(hand, rules, made) {
  if (!hand || hand.passed_out) return { passed: hand };
  const spaced = (/** @type {string} */ text) => (text ? ` ${text}` : "");
  return {
    bid: words.bidText(hand.bid, rules),
    trump: hand.trump,
    glyph: words.trumpGlyph(hand.trump),
    trump_name: hand.trump && words.trumpName(hand.trump),
    doubled: spaced(words.doubledText(hand.doubled ?? 1)),
    kapo: spaced(words.kapoText(hand)),
    failed: made === false,
    bid_stands: made !== false,
    is_called: true,
    from_us: hand.bidder === "A" ? "‹" : "",
    from_them: hand.bidder === "B" ? "›" : "",
  };
}

// The bidder and the bid.
/** @param {PartialHand} hand @param {Rules} rules @param {BySide<string>} names */
export const calledValues = (hand, rules, names) => ({
  bidder: hand.bidder && names[hand.bidder],
  ...contractValues(hand, rules, null),
});

// A word stays on one line with the figure behind it.
/** @param {string} text */
export const withFigures = (text) => text.replace(/(\p{L}) (?=\d)/gu, "$1\u00a0");

// The text cut behind its red suits, each of which is drawn in red.
/** @param {string} text */
export const suitParts = (text) =>
  [...text.matchAll(/([^♥♦]*)([♥♦]?)/g)]
    .filter(([part]) => part)
    .map(([, before, red]) => ({ text: before, red }));

/** @param {PartialHand} hand @param {Rules} rules @param {BySide<string>} names */
export const contractOf = (hand, rules, names) =>
  `${hand.bidder && names[hand.bidder]} ${words.contractWords(hand, rules)}`;

// A hand in a few words: `Us 9 ♥, 97 – 65`.
/** @param {Hand} hand @param {Rules} rules @param {BySide<string>} names */
export function handWords(hand, rules, names) {
  if (hand.passed_out) return words.contractWords(hand, rules);
  const [A, B] = SIDES.map((side) => cardPoints(hand, side, rules));
  return `${contractOf(hand, rules, names)}, ${words.scoresText({ A, B })}`;
}

// The ids of the hands that waiting acts wrote or changed, and of those acts.
/** @param {Ledger} ledger @returns {Set<Ref | undefined>} */
export const unsentIn = ({ acts }) =>
  new Set(acts.filter(({ id }) => isUnsent(id)).flatMap(({ id, data }) => [id, data.hand_id]));

// The points of a row: as the hand was scored, or as they were adjusted.
/** @param {Row} row @returns {Partial<BySide<number>>} */
export const pointsOf = (row) => row.score ?? /** @type {Adjustment} */ (row.entry).adjust;

// The values of a row's contract; none where it is an adjustment.
/** @param {Row} row */
export const contractIn = (row) =>
  contractValues(row.number === null ? null : row.entry, row.rules, row.score?.made);

// A dash would stand before a minus.
/** @param {number | undefined} points */
export const changeText = (points) => (points ? words.scoreText(points) : "0");
