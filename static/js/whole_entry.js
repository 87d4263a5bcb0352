// What the entry of a first evening does without comes back.

// Show every control at once, and have the pages after this one show them, too. Without a network they do
// so until the page is left, and this throws.
/** @param {string} settings the address of the page with the choice */
export async function bringAll(settings) {
  delete document.documentElement.dataset.entry;
  const answer = await fetch(settings);
  if (!answer.ok) throw new Error(`no settings: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const form = [...page.forms].find(({ elements }) => elements.namedItem("entry"));
  if (!form) return;
  const body = new URLSearchParams(/** @type {[string, string][]} */ ([...new FormData(form)]));
  body.set("entry", "");
  await fetch(form.getAttribute("action") ?? "", { method: "POST", body, redirect: "manual" });
}
