// Listen to taps on a scorer's page: forms that write, and links.

import { sendAsItIs } from "../page.js";
import { rest } from "./later.js";
import { follow, hold, isBusy, isLeft, leaveLater, staysHere } from "./leaving.js";
import { canShow, goTo } from "./navigation.js";
import { match, state } from "./state.js";

const { start } = state;

const POSTED = /\/(undo|stop|reopen)$/;
/** @param {HTMLFormElement} form */
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits. Where it never comes, the server takes the form.
document.addEventListener("submit", (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const { submitter } = event;
  const posted = actPosted(form);
  if (event.defaultPrevented || !(posted || form.matches("#entry, [data-act]"))) return;
  event.preventDefault();
  hold(take(form, submitter, posted));
});

/**
 * @param {HTMLFormElement} form @param {HTMLElement | null} submitter
 * @param {string | undefined} posted
 */
async function take(form, submitter, posted) {
  await start.done;
  const all = match.ledger && (await rest().catch(() => null));
  if (!(await all?.takeForm(form, submitter, posted))) sendAsItIs(form, submitter);
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const link = /** @type {Found} */ (event.target).closest("a[href]");
  if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  if (isBusy()) leaveLater(url);
  else if (!match.ledger || !canShow(url)) return;
  else if (staysHere(url)) goTo(url);
  else if (isLeft(url)) return;
  else follow(url);
  event.preventDefault();
});
