// Does the server answer, and is it not being looked after? What the browser says of its network
// is not what one gets in a cellar.

const PATIENCE_MS = 3000;

export async function isServerThere() {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    return (await fetch("/readyz", { signal: stop.signal, cache: "no-store" })).ok;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
