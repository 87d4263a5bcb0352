// The places where a name may be broken, for the phone's own texts; scorekeeper/i18n/syllables.py
// explains them, and breaks the same words at the same places.

const WORD = /\p{L}{5,}/gu;
const CORE =
  /ου|ού|αι|αί|ει|εί|οι|οί|υι|υί|αυ|αύ|ευ|εύ|ηυ|ηύ|[αάεέηήιίϊΐοόυύϋΰωώ]|[aeiouyà-öø-ÿ]+/giu;
const BEGINNING =
  /^(β[γδλρ]|γ[δκλνρ]|δρ|θ[λνρ]|κ[βλνρτ]|μ[νπ]|ντ|π[λνρτ]|σ[βγθκλμνπτφχ]|τ[ζμρσ]|φ[θκλρτ]|χ[θλνρτ]|[bcfgkp][lr]|[dt]r|[ckpst]h|kn|s[cklmnpt]|t[sz])/;

// The text with a soft hyphen between the syllables of each long word.
export function syllables(text) {
  return text.replace(WORD, (word) => {
    const cores = [...word.matchAll(CORE)].map((core) => [core.index, core.index + core[0].length]);
    const places = cores.slice(1).map(([end], place) => broken(word, cores[place][1], end));
    const breaks = places.filter((place) => place >= 2 && place <= word.length - 2);
    return [0, ...breaks].map((from, place) => word.slice(from, breaks[place])).join("\u00ad");
  });
}

// The place that parts the consonants between two vowels; adjacent vowels are not parted.
function broken(word, start, end) {
  if (start === end) return 0;
  const isBeginning = end - start === 1 || BEGINNING.test(word.slice(start, end).toLowerCase());
  return isBeginning ? start : start + 1;
}
