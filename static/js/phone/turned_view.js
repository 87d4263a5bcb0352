// The last hand, turned to the side across the table, which answers on this phone.

import { tidyName } from "../names.js";
import { turnedValues } from "../view_values/turned_values.js";
import { ownSide } from "../words.js";
import { idOf, rowAt } from "./current_match.js";
import { arrive, draw, template } from "./drawing.js";
import { turnHome, views } from "./navigation.js";
import { match } from "./state.js";

/** @type {Record<string, ShowView>} */
const own = {
  turned({ ref, side }, { isNew }) {
    const row = rowAt(ref);
    if (!row || row.number === null || !side) return turnHome();
    const values = turnedValues(match.ledger, row, side, match);
    const { dataset } = template("view-turned");
    const heading = dataset[ownSide(values.reader) ?? "side"]?.replace(
      "{side}",
      () => values.reader,
    );
    draw("turned", { ...values, heading });
    if (isNew) arrive();
  },
};
Object.assign(views, own);

// Its style comes with the views, for there may be no network when it is wanted.
const style = /** @type {Found} */ (template("turned-style").content.firstElementChild);
style.dataset.stays = "";
document.body.append(style);

// The side's answer, as an operation.
/** @param {FormData} typed @returns {Operation} */
export function answerIn(typed) {
  const [B, A, ...ref] = String(typed.get("hand")).split(":").reverse();
  const shown = {
    hand_id: idOf(ref.reverse().join(":")),
    side: /** @type {Side} */ (typed.get("side")),
    score: { A: Number(A), B: Number(B) },
  };
  if (typed.get("answer") === "agree") return { op: "agree_here", ...shown };
  const reason = String(typed.get("chip") ?? typed.get("reason"));
  return { op: "flag_here", ...shown, reason: tidyName(reason) };
}
