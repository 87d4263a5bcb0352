// The sides' answers to hands on the scorer's phone, as in match/agreement.py. Also the values of the views
// that show them: the turned hand (templates/phone/_turned.html) and the ledger's marks and flags. Answers
// from the sides' phones are not among the acts that a phone keeps.

import { isAnswer } from "../ledger.js";
import { SIDES } from "../rules.js";
import * as words from "../words.js";
import { bySide, calledValues, isUnsent, namesIn } from "./shared.js";

/** @typedef {NamedAct<"agreed_here" | "flagged_here">} Answering */

// Each side's answer to each hand that has one, by the hand's id.
/** @param {Ledger} ledger @returns {Map<Ref, BySide<AnswerHere | null>>} */
export function answersHere(ledger) {
  /** @type {Map<Ref, BySide<AnswerHere | null>>} */
  const found = new Map();
  for (const act of ledger.acts) {
    const isReply = isAnswer(act);
    if (!(isReply || act.kind === "corrected") || ledger.undone.has(act.id)) continue;
    const row = ledger.rows.find(({ id }) => id === act.data.hand_id);
    if (!row?.score) continue;
    const answers = found.get(row.id) ?? { A: null, B: null };
    if (isReply) {
      answer(answers, /** @type {Answering} */ (act), row.score);
      found.set(row.id, answers);
    } else markChanged(answers);
  }
  return found;
}

/** @param {BySide<AnswerHere | null>} answers */
function markChanged(answers) {
  for (const side of SIDES) {
    const flag = answers[side]?.flag;
    if (flag) flag.isChanged = true;
  }
}

/** @param {BySide<AnswerHere | null>} answers @param {Answering} act @param {BySide<number>} now */
function answer(answers, { id, kind, data }, now) {
  const { side, score, reason = "" } = data;
  const isSo = SIDES.every((one) => score[one] === now[one]);
  const flag = answers[side]?.flag;
  const ticked = flag ? "settled_here" : "agreed_here";
  answers[side] =
    kind === "flagged_here"
      ? { says: kind, flag: { id, reason, isChanged: !isSo } }
      : { says: isSo ? ticked : "", flag };
}

// --- what shows them ---

/**
 * @param {Ledger} ledger @param {LedgerHandRow} row @param {Side} side
 * @param {{home: string, side: Side | null}} phone its side, where that is known
 */
export function turnedValues(ledger, row, side, { home, side: own }) {
  const { score, number, totals, scored, rules } = row;
  const across = words.readAs(side, () => namesIn(ledger));
  const says = answersHere(ledger).get(row.id)?.[side]?.says ?? "";
  return {
    number,
    side,
    reader: namesIn(ledger)[side],
    answerer: across[side],
    other: !own && turnedUrl(row.id, side === "A" ? "B" : "A", home),
    ...across,
    ...bySide("score", (one) => words.numberText(score[one])),
    standing: words.scoresText(totals),
    ...calledValues(scored, rules, across),
    hand: shownScore(row),
    is_agreed: says && says !== "flagged_here",
    is_flagged: says === "flagged_here",
  };
}

/** @param {Ref} id @param {Side} side @param {string | undefined} home */
export const turnedUrl = (id, side, home) =>
  isUnsent(id) ? `${home}#turned-${side}=${id}` : `${home}hands/${id}/turned/${side}`;

// The hand with the score that is shown, as its form carries it.
/** @param {LedgerHandRow} row */
export const shownScore = ({ id, score }) => `${id}:${score.A}:${score.B}`;

// The marks of a row of the ledger.
/** @param {BySide<AnswerHere | null> | undefined} answers */
export function saidValues(answers) {
  const says = (/** @type {Side} */ side) => answers?.[side]?.says ?? "";
  return {
    ...bySide("agreed", (side) => says(side) && says(side) !== "flagged_here"),
    ...bySide("flagged", (side) => says(side) === "flagged_here"),
  };
}

// The ticks and the flags of a hand, each with the name of its side.
/** @param {Ledger} ledger @param {LedgerHandRow} row */
export function answerValues(ledger, row) {
  const names = namesIn(ledger);
  const answers = answersHere(ledger).get(row.id);
  const found = SIDES.map((side) => ({ ...answers?.[side], answerer: names[side], is_here: true }));
  return {
    ticks: found.filter(({ says }) => says && says !== "flagged_here"),
    flags: found
      .filter(({ flag }) => flag)
      .map(({ says, flag, answerer, is_here }) => ({
        answerer,
        is_here,
        flag_reason: flag?.reason,
        is_open: says === "flagged_here",
        is_settled: says !== "flagged_here",
        class: says === "flagged_here" ? "bad" : "",
      })),
  };
}

// The flags that stand open, the newest first: those whose hand is another one since, and the others.
/** @param {Ledger} ledger @param {string} [home] */
export function openFlags(ledger, home) {
  const names = namesIn(ledger);
  const found = [...answersHere(ledger)].flatMap(([id, answers]) =>
    SIDES.filter((side) => answers[side]?.says === "flagged_here").map((side) => {
      const row = /** @type {LedgerHandRow} */ (ledger.rows.find((one) => one.id === id));
      const flag = answers[side]?.flag;
      return {
        side,
        flag,
        flag_number: row.number,
        answerer: names[side],
        flag_reason: flag?.reason,
        flag_href: isUnsent(id) ? `${home}#entry=${id}` : `${home}hands/${id}`,
        action: `${home}hands/0/turned/${side}`, // the form itself says which hand
        hand: shownScore(row),
        now: words.scoresText(row.score),
      };
    }),
  );
  const place = (/** @type {typeof found[0]} */ { flag }) =>
    ledger.acts.findIndex(({ id }) => id === flag?.id);
  found.sort((one, other) => place(other) - place(one));
  return {
    mended: found.filter(({ flag }) => flag?.isChanged).slice(0, 2),
    flagged: found.filter(({ flag }) => !flag?.isChanged).slice(0, 2),
  };
}
