// The phone's words: what scorekeeper/i18n/ says, sentence for sentence, by functions of the same names.
// The sentences come from the server (explain/spoken.py); here stands which one is said, and of what.

import { speak } from "./words/labels.js";

export * from "./words/labels.js";
export * from "./words/problems.js";
export * from "./words/reasons.js";

// Fetches the words of a language; before they are there nothing can be said.
export async function loadWords(url) {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`no words: ${answer.status}`);
  speak(await answer.json());
}
