// Whole numbers as Python has them, where the numbers of JSON go wrong.

// More is no score of anybody's.
const LARGEST = 10n ** 100n;

// 97 and 97.0 are numbers; true, "97", 9.7 and infinity are none. A BigInt is one that a program read
// which keeps all digits (tests/js/score.mjs); JSON.parse makes none.
export const isWhole = (value) => Number.isInteger(value) || typeof value === "bigint";

// To the last digit; a number out of all reason is one that is out of every range.
export function exact(value) {
  const whole = BigInt(value);
  if (whole > LARGEST) return LARGEST;
  return whole < -LARGEST ? -LARGEST : whole;
}

export const isVersion = (value) => isWhole(value) && exact(value) >= 1n && exact(value) < LARGEST;
