// What this browser keeps by a key, in this tab or for good. Where the browser refuses, or has no room,
// nothing is kept, and everything else goes on.

/** @param {"localStorage" | "sessionStorage"} name */
function storage(name) {
  /** @template T @param {(storage: Storage) => T} use @returns {T | null} */
  const attempt = (use) => {
    try {
      return use(globalThis[name]);
    } catch {
      return null;
    }
  };
  return {
    /** @param {string} key @returns {any} */
    get: (key) => attempt((its) => JSON.parse(its.getItem(key) ?? "null")),
    /** @param {string} key */
    has: (key) => attempt((its) => its.getItem(key) !== null) ?? false,
    /** @param {string} key @param {unknown} value */
    set: (key, value) => attempt((its) => its.setItem(key, JSON.stringify(value))),
    /** @param {string} key */
    remove: (key) => attempt((its) => its.removeItem(key)),
    /** @param {string} beginning */
    removeAll: (beginning) =>
      attempt((its) => {
        for (const key of Object.keys(its)) if (key.startsWith(beginning)) its.removeItem(key);
      }),
  };
}

export const tab = storage("sessionStorage");
export const device = storage("localStorage");

// Forget the drafts of a match's forms, once the ledger is seen: each is written, or was left.
/** @param {string} match */
export const forgetDrafts = (match) => tab.removeAll(`draft:${match}:`);
