// The server's forms that change a match keep what is typed (form_draft.js).

import { openForm, restoreForm } from "./form_draft.js";
import "./way_back.js";

const form = document.querySelector("form[data-draft]");
openForm(form);

// Other rules have other switches: they are fetched, and what was turned in them is turned again.
const chosen = form.querySelector("[name=preset]:checked");
if (chosen && !chosen.defaultChecked) {
  form.addEventListener("htmx:afterSettle", () => restoreForm(form), { once: true });
  addEventListener("DOMContentLoaded", () => chosen.dispatchEvent(new Event("change")));
}
