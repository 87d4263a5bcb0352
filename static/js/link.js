// The secret stands behind the # of the address, which no browser sends: this hands it over.

import { sendAsItIs, within } from "./requests.js";

const PATIENCE_MS = 10_000;

function handOver() {
  const secret = location.hash.slice(1);
  if (!secret) return;
  const field = document.querySelector('#link [name="secret"]');
  if (field?.type !== "text") {
    location.replace(`${location.pathname}?${Date.now()}#${secret}`); // in place of another link
    return;
  }
  history.replaceState(history.state, "", location.pathname); // nothing else has to know it
  field.value = secret;
  field.form.requestSubmit();
}

// A link that was used is no step on the way back.
/** @param {SubmitEvent} event */
async function take(event) {
  const form = /** @type {HTMLFormElement} */ (event.target);
  if (!form.matches("#link [data-once]") || event.defaultPrevented) return;
  event.preventDefault();
  const to = await send(form).catch(() => null);
  if (to) location.replace(to);
  else sendAsItIs(form, event.submitter);
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

addEventListener("submit", take);

// Not before htmx has the form, and again for another link in the same tab.
addEventListener("DOMContentLoaded", handOver);
addEventListener("hashchange", handOver);
