// Language, colours and letters: a choice is no step on the way back.

import { device } from "./kept.js";
import { sendAsItIs } from "./requests.js";

document.addEventListener("submit", async (event) => {
  const form = /** @type {HTMLFormElement} */ (event.target);
  const submitter = /** @type {Found} */ (event.submitter);
  event.preventDefault();
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.set(submitter.name, submitter.value);
  const answer = await fetch(form.action, { method: "POST", body, redirect: "manual" }).catch(
    () => null,
  );
  if (answer?.type !== "opaqueredirect") return sendAsItIs(form, submitter);
  // Pages of before come anew. In Firefox a page from the cache has the tab's values of then.
  device.set("looked", Date.now());
  location.replace(/** @type {string} */ (body.get("next")));
});

// Nothing is behind a page that a new tab opened.
const back = /** @type {Found & { href: string }} */ (document.querySelector(".bar .back"));
back.addEventListener("click", (event) => {
  const { referrer } = document;
  const isAfterIt =
    referrer === back.href || referrer.startsWith(location.origin + location.pathname);
  if (!isAfterIt || history.length === 1) return;
  event.preventDefault();
  history.back();
});
