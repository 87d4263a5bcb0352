// A form that was written is no step on the way back. The page sends it, and the browser follows the
// answer. It goes back to the answer's page if the form was opened there. Else that page replaces the form.

import { tab } from "./kept.js";
import { sendAsItIs, within } from "./requests.js";

/** @typedef {{ path: string, before: string, steps: number }} Way from `before`, in so many steps */

const PATIENCE_MS = 10_000;

// A form, and the page that shows what it would change, have one address.
/** @returns {Way} */
function wayHere() {
  const { pathname } = location;
  const before = document.referrer && new URL(document.referrer).pathname;
  /** @type {Way | null} */
  const last = tab.get("way");
  const isSame = before === pathname && last?.path === pathname;
  return isSame ? { ...last, steps: last.steps + 1 } : { path: pathname, before, steps: 1 };
}

/** @type {Way} */
const way = history.state?.way ?? wayHere();
history.replaceState({ ...history.state, way }, "", location.href);

let isSending = false;
// Also in a form that comes in an answer.
addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (event.defaultPrevented || !form.matches("form[data-leaves]")) return;
  event.preventDefault();
  sendForm(form, event.submitter);
});

addEventListener("pageshow", () => {
  isSending = false;
  tab.set("way", way);
  const to = tab.get("leave");
  if (to?.path !== way.path) return;
  tab.remove("leave");
  location.replace(to.to);
});

// Send the form. The browser itself sends it where the answer leads nowhere, and shows what it says.
/** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] */
export async function sendForm(form, submitter) {
  if (isSending) return;
  isSending = true;
  const to = await send(form).catch(() => null);
  if (to) leaveFor(to);
  else sendAsItIs(form, submitter);
}

/** @param {HTMLFormElement} form */
async function send(form) {
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  const headers = { "HX-Request": "true" };
  const answer = await within(PATIENCE_MS, (options) =>
    fetch(form.action, { method: "POST", body, headers, ...options }),
  );
  return answer.headers.get("HX-Redirect");
}

/** @param {string} to */
function leaveFor(to) {
  const { path, before, steps } = way;
  const isThere = history.length > steps;
  if (isThere && before === to) return history.go(-steps);
  if (!isThere || steps === 1) return location.replace(to);
  tab.set("leave", { path, to }); // for the form itself, the first of the steps
  history.go(1 - steps);
}
