// Fetches htmx once it is needed, on a page that names its file and on which most readers never are.

import { whenLoaded } from "./idle.js";

const file = document.querySelector("meta[name=htmx-file]")?.getAttribute("content") ?? "";
/** @type {Promise<boolean> | null} */
let fetched = null;

// Is it still to come?
export const isMissing = () => file !== "" && !("htmx" in globalThis);

// Whether it came; where it did not, the next call tries again.
export function fetchHtmx() {
  // A part that comes between the events of reading and loading would wait for an event that has passed.
  fetched ??= whenLoaded()
    .then(addScript)
    .then((came) => {
      if (!came) fetched = null;
      return came;
    });
  return fetched;
}

/** @returns {Promise<boolean>} */
function addScript() {
  return new Promise((resolve) => {
    const script = document.createElement("script");
    script.src = file;
    script.onload = () => resolve(true);
    script.onerror = () => {
      script.remove();
      resolve(false);
    };
    document.querySelector("head").append(script);
  });
}
