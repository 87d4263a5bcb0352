// “Say it”: off until it is tapped on this phone. What speaks is loaded once it is on.

const KEY = "says";
/** @type {Promise<typeof import("./say_it.js")> | null} */
let voice = null;

// What a page gives: how to come by what is said now, and the event after which it may be another.
/** @typedef {{read: (words: any) => Promise<any>, event: string}} Source */

/** @param {Source} source */
export function offerVoice(source) {
  const canSpeak = "speechSynthesis" in globalThis;
  const show = () => {
    for (const button of document.querySelectorAll("[data-say]")) {
      button.disabled = false;
      button.hidden = !canSpeak;
    }
  };
  show();
  document.addEventListener("drawn", show); // another view, in the page
  if (!canSpeak) return;
  document.addEventListener("click", async (event) => {
    const button = /** @type {Found} */ (event.target).closest("[data-say]");
    if (!button) return;
    const { turn } = await load();
    remember(await turn(button, source));
  });
  if (isOn())
    load().then(
      ({ begin }) => begin(source),
      () => {},
    ); // the next page tries again
}

function load() {
  voice ??= import("./say_it.js").catch((error) => {
    voice = null;
    throw error;
  });
  return voice;
}

function isOn() {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // no storage: it is off on the next page
  }
}

/** @param {boolean} isOn */
function remember(isOn) {
  try {
    if (isOn) localStorage.setItem(KEY, "1");
    else localStorage.removeItem(KEY);
  } catch {
    // It holds for this page.
  }
}
