// The views of what is written: the ledger, a hand, an adjustment, and the forms beside the game.

import { kindsIn } from "../adjustment_form.js";
import { openForm } from "../form_draft.js";
import { forgetWritten } from "../kept.js";
import { otherHand } from "../outbox_choices.js";
import { adjustFormValues } from "../view_values/adjust_values.js";
import { claimValues } from "../view_values/claim_values.js";
import { adjustmentValues, handValues } from "../view_values/hand_values.js";
import { matchValues, whyIn } from "../view_values/ledger_values.js";
import { isAlone, isLost, isRefused, rowAt } from "./current_match.js";
import { arrive, draw, template } from "./drawing.js";
import { drawLedger } from "./ledger_page.js";
import { turnHome, views } from "./navigation.js";
import { match, servedMatch } from "./state.js";

/** @type {Record<string, ShowView>} */
const own = {
  match(_view, { isNew }) {
    const { ledger, waiting, difference } = match;
    const values = matchValues(ledger, match.home, match.side);
    const [first] = waiting;
    const other = first?.state === "refused" ? otherHand(first, waiting) : null;
    const more = {
      evening: match.evening || template("view-match").dataset.name,
      why: document.documentElement.dataset.entry && whyIn(ledger),
      waiting: waiting.length,
      is_refused: isRefused() && !isLost() && !other,
      other_hand: other?.number,
      is_lost: isLost(),
      is_strange: match.isStrange,
      ...difference,
    };
    // A rematch is the server's to begin.
    const isOver = values.is_over;
    const atDesk = isOver && servedMatch?.at_table;
    const isFree = isOver && !atDesk;
    const alone = { is_held_up: waiting.length > 0, next_match: isFree };
    const { A, B } = ledger.totals;
    drawLedger(
      { ...values, ...more, at_desk: atDesk, ...(isAlone() ? alone : { asks_server: isFree }) },
      `${values.A} ${A} – ${B} ${values.B}`,
    );
    if (!isNew) return;
    forgetWritten(
      match.id,
      ledger.acts.map(({ op_id }) => op_id),
    );
    arrive(".plus");
  },
  hand({ ref }, { isNew }) {
    const row = rowAt(ref);
    if (!row) return turnHome();
    if (row.number !== null) draw("hand", handValues(match.ledger, row, match.home));
    else draw("adjustment", adjustmentValues(match.ledger, row, match.home));
    if (isNew) arrive();
  },
  claim() {
    draw("claim", claimValues(match.ledger));
    openForm(formHere());
    arrive();
  },
  adjust({ ref }) {
    const row = rowAt(ref);
    if (ref && !row?.entry.adjust) return turnHome();
    const kinds = kindsIn(template("view-adjust").content);
    draw("adjust", adjustFormValues(match.ledger, row, kinds));
    openForm(formHere());
    arrive();
  },
};
Object.assign(views, own);

const formHere = () => /** @type {HTMLFormElement} */ (document.querySelector("form[data-draft]"));
