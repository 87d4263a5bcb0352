// Values that this browser keeps by a key, in this tab or for good. If the browser refuses, or has no
// room, they are not kept, and everything else goes on.

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
    /** @param {string} beginning @returns {string[]} */
    keys: (beginning) =>
      attempt((its) => Object.keys(its).filter((key) => key.startsWith(beginning))) ?? [],
  };
}

export const tab = storage("sessionStorage");
export const device = storage("localStorage");

// Forget what was typed in a match's forms and is written by now, by one of these operations.
/** @param {string} match @param {string[]} written */
export function forgetWritten(match, written) {
  for (const its of [tab, device]) {
    for (const key of its.keys(`draft:${match}:`)) {
      if (its.get(key)?.ops?.some((/** @type {string} */ op) => written.includes(op)))
        its.remove(key);
    }
  }
}
