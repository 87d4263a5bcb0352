// A module or value that is fetched once, on demand. After a failure the next call tries again.

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
