// The choice of language, colours and letters: no step on the way back.

import { sendAsItIs } from "./native_submit.js";

// This page comes again in its place.
document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {Found} */ (event.submitter);
  if (event.defaultPrevented || !form.closest("[data-look]")) return;
  event.preventDefault();
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.set(submitter.name, submitter.value);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(
    () => null,
  );
  if (answer?.type === "opaqueredirect") location.reload();
  else sendAsItIs(form, submitter);
});
