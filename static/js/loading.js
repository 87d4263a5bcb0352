// Code that can wait: until the page is complete, until the phone is idle, or until the first demand.

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

// Gives a function that fetches once, on demand. After a failure the next call tries again.
/** @template T @param {() => Promise<T>} fetching */
export function once(fetching) {
  /** @type {Promise<T> | null} */
  let coming = null;
  return () => {
    coming ??= fetching().catch((error) => {
      coming = null;
      throw error;
    });
    return coming;
  };
}
