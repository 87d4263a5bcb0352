// The secret stands behind the # of the address, which no browser sends: this hands it over.

import "./way_back.js"; // a link that was used is no step on it

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

// Not before htmx has the form, and again for another link in the same tab.
addEventListener("DOMContentLoaded", handOver);
addEventListener("hashchange", handOver);
