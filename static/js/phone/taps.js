// Listen to taps on a scorer's page: forms that write, and links.

import { isServerThere, sendAsItIs } from "../requests.js";
import { decide } from "../routes.js";
import { template, warn } from "./drawing.js";
import { rest } from "./later.js";
import { follow, goTo, hold, tapState } from "./navigation.js";
import { match, screen, state } from "./state.js";

const { start, writing } = state;

const AGAIN_MS = 2000;
const POSTED = /\/(undo|stop|reopen|turned)(\/[AB])?$/;
/** @param {HTMLFormElement} form */
const actPosted = (form) => new URL(form.action, location.href).pathname.match(POSTED)?.[1];

// A form that is sent before all is there waits. If the modules never come, the server takes the form.
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
  const all = match.ledger && (await restFor(form));
  const isTaken = await all?.takeForm(form, submitter, posted);
  if (!isTaken && form.isConnected) sendAsItIs(form, submitter);
}

// The module that handles the form. Null if it cannot be fetched and the server can take the form. A form
// that only the phone draws waits for the module until the reader leaves it.
/** @param {HTMLFormElement} form */
async function restFor(form) {
  while (form.isConnected) {
    try {
      return await rest();
    } catch {
      if (!screen.isOwn) break;
      // The views are there, so an import failed. Perhaps only a reload fetches it.
      const isSpoiled = template("view-match") && form.matches("#entry");
      if (isSpoiled && (await isServerThere())) return reload();
    }
    warn("view-entry", match.ledger.number, "offline");
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return null;
}

// The page comes again with the entry's draft, and nothing of this one is done any more.
/** @returns {Promise<never>} */
function reload() {
  location.reload();
  return new Promise(() => {});
}

document.addEventListener("click", (event) => {
  if (event.defaultPrevented) return;
  const link = /** @type {Found} */ (event.target).closest("a[href]");
  if (!link || link.target || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const url = new URL(link.href);
  if (url.origin !== location.origin) return;
  const decision = decide(url, tapState());
  if (decision === "browser") return;
  event.preventDefault();
  if (decision === "wait") writing.nextUrl = url;
  else if (decision === "show") goTo(url);
  else follow(url);
});
