// Names and reasons as people type them: what scorekeeper/rules/names.py says.

const LONGEST_NAME = 40;
// Joiners and tags hide nothing where they make one emoji of several, or a flag as England's is.
const HIDES = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u115f\u1160\u2800\u3164\uffa0]/u;
const EMOJI = "[\u2190-\u2bff\u{1f000}-\u{1faff}][\ufe0e\ufe0f\u{1f3fb}-\u{1f3ff}]{0,2}";
const FLAG = "\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}";
const SEQUENCES = new RegExp(`${EMOJI}(?:\u200d${EMOJI})+|${FLAG}`, "gu");
// More than two marks on a letter stand over other lines.
const STACKED = /[\p{Mn}\p{Me}]{3}/u;
// Nothing without a letter or an emoji before it.
const ADDED = /^(?:[ \p{M}\u{e0020}-\u{e007f}]|\u200c|\u200d)+$/u;

// The name in NFC, white space folded to single spaces, without the soft hyphens of our own pages.
/** @param {string} text */
export function tidyName(text) {
  return text
    .replaceAll("\u00ad", "")
    .normalize("NFC")
    .replace(/\p{White_Space}+/gu, " ")
    .replace(/^ | $/g, "");
}

// Is a tidied name short enough, and free of what turns, hides or covers other text?
/** @param {string} text @param {number} [longest] */
export function isFitName(text, longest = LONGEST_NAME) {
  if ([...text].length > longest || HIDES.test(text.replace(SEQUENCES, ""))) return false;
  return ![STACKED, ADDED].some((bad) => bad.test(text));
}

// A letter with its marks, an emoji of several characters, or a flag.
const LETTER = /(?:\p{RI}{2}|.)(?:[\p{M}\p{EMod}\u200c\u{e0020}-\u{e007f}]|\u200d+.?)*/gsu;

// The text, or as many whole letters of it as fit with three dots.
/** @param {string} text @param {number} longest */
export function shorten(text, longest) {
  if ([...text].length <= longest) return text;
  let kept = "";
  for (const [letter] of text.matchAll(LETTER)) {
    if ([...kept, ...letter].length >= longest) break;
    kept += letter;
  }
  return `${kept.trimEnd()}…`;
}

// --- where a name may be broken: scorekeeper/i18n/syllables.py says why, and breaks the same words ---

const WORD = /\p{L}+/gu;
// The letters of the longest word that is never broken. A head has room for a first name.
const IN_NARROW_COLUMNS = 4;
export const IN_HEADING = 7;
const CORE =
  /ου|ού|αι|αί|ει|εί|οι|οί|υι|υί|αυ|αύ|ευ|εύ|ηυ|ηύ|[αάεέηήιίϊΐοόυύϋΰωώ]|[aeiouyà-öø-ÿ]+/giu;
const BEGINNING =
  /^(β[γδλρ]|γ[δκλνρ]|δρ|θ[λνρ]|κ[βλνρτ]|μ[νπ]|ντ|π[λνρτ]|σ[βγθκλμνπτφχ]|τ[ζμρσ]|φ[θκλρτ]|χ[θλνρτ]|[bcfgkp][lr]|[dt]r|[ckpst]h|kn|s[cklmnpt]|t[sz])/;

// The text with a soft hyphen between the syllables of each long word.
/** @param {string} text */
export function syllables(text, longestWhole = IN_NARROW_COLUMNS) {
  return text.replace(WORD, (word) => {
    if ([...word].length <= longestWhole) return word;
    const cores = [...word.matchAll(CORE)].map((core) => [core.index, core.index + core[0].length]);
    const places = cores.slice(1).map(([end], place) => broken(word, cores[place][1], end));
    const breaks = places.filter((place) => place >= 2 && place <= word.length - 2);
    return [0, ...breaks].map((from, place) => word.slice(from, breaks[place])).join("\u00ad");
  });
}

// The place that parts the consonants between two vowels; adjacent vowels are not parted.
/** @param {string} word @param {number} start @param {number} end */
function broken(word, start, end) {
  if (start === end) return 0;
  const isBeginning = end - start === 1 || BEGINNING.test(word.slice(start, end).toLowerCase());
  return isBeginning ? start : start + 1;
}
