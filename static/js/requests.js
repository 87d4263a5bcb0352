// Requests to the server: does it answer, and which operation is a repeat? The browser's word for its
// network is not what one gets in a cellar.

const PATIENCE_MS = 3000;
const LOOK_MS = 2000;
const BETWEEN_MS = 1000;

// Anything may answer in a café, with any status: the server marks what it says.
/** @param {Response} answer */
export const isOurs = ({ headers }) => headers.has("Tefteri");

/** @param {number} [patienceMs] */
export async function isServerThere(patienceMs = PATIENCE_MS) {
  try {
    return await within(patienceMs, async (options) => {
      const answer = await fetch("/readyz", options);
      return answer.ok && isOurs(answer);
    });
  } catch {
    return false;
  }
}

// Does what fetches, to the answer's last byte, and gives it up after so long.
/**
 * @template T
 * @param {number} ms @param {(options: RequestInit) => Promise<T>} fetching
 */
export async function within(ms, fetching) {
  const stop = new AbortController(); // a timeout signal is younger than popovers are
  const timer = setTimeout(() => stop.abort(), ms);
  try {
    return await fetching({ signal: stop.signal, cache: "no-store" });
  } finally {
    clearTimeout(timer);
  }
}

// Calls `back` once the server answers after it did not. Gives a function that ends it.
/** @param {() => void} back */
export function onReturn(back) {
  let isGone = false;
  let isOver = false;
  let timer = setTimeout(look, BETWEEN_MS);
  async function look() {
    const isThere = await isServerThere(LOOK_MS);
    if (isOver) return;
    if (isThere && isGone) return back();
    isGone ||= !isThere;
    timer = setTimeout(look, BETWEEN_MS);
  }
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

// 128 random bits in hex, by which a repeat of the operation is recognised. `randomUUID` is missing over plain HTTP.
export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// The browser sends the form, with the button that was tapped, and no script hears it again.
/** @param {HTMLFormElement} form @param {HTMLElement | null} [submitter] */
export function sendAsItIs(form, submitter) {
  const { name, value } = /** @type {Found} */ (submitter ?? {});
  if (name) {
    form.append(Object.assign(document.createElement("input"), { type: "hidden", name, value }));
  }
  form.submit();
}
