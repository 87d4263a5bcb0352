// The phone's words: what scorekeeper/i18n/ says of a hand, sentence for sentence. The sentences come
// from the server as data (i18n/vocabulary.py); here stands only which one is said, and of what.

import { speak } from "./words/say.js";

export { actName } from "./words/acts.js";
export {
  bidText,
  contractWords,
  declarationName,
  defaultSideNames,
  doubledName,
  doubledText,
  kapoText,
  kindName,
  kindShort,
  presetName,
  rankName,
  rulesName,
  runTop,
  scoreText,
  seatName,
  sideNames,
  trumpGlyph,
  trumpName,
} from "./words/labels.js";
export { claimProblemText, problemText, question } from "./words/problems.js";
export { explain, explainInRows, headline, summary, unscored } from "./words/reasons.js";
export { speak };

// Fetches the words of a language; before they are there nothing can be said.
export async function loadWords(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  speak(await answer.json());
}
