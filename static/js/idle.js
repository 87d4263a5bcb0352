// Work that can wait until the page and its files are there, and the phone has nothing to do.

const LONGEST_MS = 2000; // a phone that is never idle gets it all the same

/** @returns {Promise<void>} */
export function whenLoaded() {
  if (document.readyState === "complete") return Promise.resolve();
  return new Promise((resolve) => addEventListener("load", () => resolve(), { once: true }));
}

/** @returns {Promise<void>} */
export async function whenIdle() {
  await whenLoaded();
  await new Promise((resolve) => {
    // Safari has none.
    if ("requestIdleCallback" in globalThis) requestIdleCallback(resolve, { timeout: LONGEST_MS });
    else setTimeout(resolve);
  });
}
