// Opens Tefteri where there is no network. The server puts SHELL in front. It has a version, the files and
// pages to keep, and the pages that stand in for others.

const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
const PATIENCE_MS = 3000;
const AWAY = [502, 503, 504]; // what our own proxy says, or the server, where it can answer nothing
const MOST_PAGES = 60;
const REST_MS = 10_000; // as long as a first visit waits for what it can do without
const { version, versioned, files, pages, needed, standIns, offline } = worker.SHELL;
const SHELL = `shell-${version}`;
const NEEDED = "needed.json"; // within the shell; the help reads it
const ANY = { ignoreVary: true };
const PAGES = `pages-${version}`;
// Programs, polls, links with a secret, and what is saved to a file.
const NO_PAGE = /\/(api|live|healthz|readyz|metrics|s)(\/|$)|\.\w+$/;

// Which side the phone is on: what it kept of the match says the words of before.
const ANSWERED = /^(.*\/m\/[\w-]{22}\/)side\/$/;

worker.addEventListener("install", (event) => event.waitUntil(fillShell()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));

worker.addEventListener("message", (event) => {
  if (event.data === "update") worker.skipWaiting();
  if (event.data === "refresh") event.waitUntil(fill(pages));
  if (event.data === "fill") event.waitUntil(fillMissing());
  // The page that was open before there was a worker.
  if (event.data === "keep" && !NO_PAGE.test(new URL(event.source.url).pathname)) {
    event.waitUntil(ask(new Request(event.source.url), event));
  }
});

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  const match = request.method === "POST" && ANSWERED.exec(url.pathname)?.[1];
  if (match) event.respondWith(answerSide(request, match));
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  const isFile = url.pathname.startsWith(versioned) || files.includes(url.pathname + url.search);
  if (isFile) event.respondWith(answerFile(request));
  else if (request.mode === "navigate" && !NO_PAGE.test(url.pathname)) {
    event.respondWith(answerPage(event));
  }
});

// The files of a scorer's pages come first, or there is no worker. The help reads their list.
async function fillShell() {
  const shell = await caches.open(SHELL);
  await shell.put(NEEDED, new Response(JSON.stringify(needed)));
  for (const page of pages) await shell.delete(page); // of a try that failed
  const missing = await fillMissing(needed);
  if (missing > 0) throw new Error(`missing: ${missing}`);
  await Promise.race([fillMissing(), new Promise((resolve) => setTimeout(resolve, REST_MS))]);
}

// Fetch what is not here yet; gives how many did not come.
async function fillMissing(addresses = [...files, ...pages]) {
  const shell = await caches.open(SHELL);
  const kept = await Promise.all(addresses.map((address) => shell.match(address, ANY)));
  return fill(addresses.filter((_address, at) => !kept[at]));
}

// Fetch and keep these addresses; returns how many failed. If a foreign network or a blocker answers for
// the server, the next page tries again.
async function fill(addresses) {
  const shell = await caches.open(SHELL);
  const fetched = addresses.map(async (address) => {
    const request = new Request(address, { cache: pages.includes(address) ? "reload" : "default" });
    const answer = await fetch(request);
    if (!isGood(answer)) throw new Error(`${answer.status} ${address}`);
    await shell.put(request, answer); // at once: an answer that is not read holds its connection
  });
  const ended = await Promise.allSettled(fetched);
  return ended.filter(({ status }) => status === "rejected").length;
}

// Files of the version before stay for one more: its pages name them.
async function takeOver() {
  const others = (await caches.keys()).filter((name) => !name.endsWith(version));
  const before = others.findLast((name) => name.startsWith("pages-"))?.slice("pages-".length);
  const old = others.filter((name) => !before || !name.endsWith(before));
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
}

// An address with a version always means the same file.
async function answerFile(request) {
  const kept = await find(request);
  if (kept) return kept;
  const answer = await fetch(request);
  const isOfItsVersion = answer.headers.get("Cache-Control")?.includes("immutable");
  if (isGood(answer) && isOfItsVersion) await keep(SHELL, request, answer.clone());
  return answer;
}

// The server's answer, if it comes in time. Else the phone's copy, also if the server fails or a foreign
// network answers. Else the server's late answer.
async function answerPage(event) {
  const asked = ask(event.request, event);
  event.waitUntil(asked);
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  const answer = await Promise.race([asked, late]);
  if (answer && isOurs(answer) && !AWAY.includes(answer.status)) return answer;
  const isStrange = Boolean(answer) && !isOurs(answer);
  const kept = await copyOf(event.request, isStrange);
  if (kept) return kept;
  const last = answer ?? (await asked);
  return last && isOurs(last) ? last : marked(await find(offline), { isStrange: Boolean(last) });
}

// The answer, or null.
async function ask(request, event) {
  const answer = await fetch(request).catch(() => null);
  const isPage = answer?.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage && isGood(answer)) event.waitUntil(keepPage(request, answer.clone()));
  return answer;
}

// A redirection cannot be read, and the browser asks again where it leads.
const isOurs = ({ headers, type }) => headers.has("Tefteri") || type === "opaqueredirect";

function isGood(answer) {
  return answer.status === 200 && !answer.redirected && answer.type === "basic" && isOurs(answer);
}

async function keepPage(request, answer) {
  const { pathname, search } = new URL(request.url); // what stands behind # is the page's own
  await keep(PAGES, pathname + search, answer);
  const cache = await caches.open(PAGES);
  const kept = await cache.keys();
  for (const oldest of kept.slice(0, -MOST_PAGES)) await cache.delete(oldest);
}

// Only once the server took the answer: until then the copies are all that a phone has of the match.
async function answerSide(request, match) {
  const answer = await fetch(request);
  if (isOurs(answer) && answer.status < 400) await dropPages(match).catch(() => {});
  return answer;
}

async function dropPages(match) {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const page of await cache.keys()) {
      if (new URL(page.url).pathname.startsWith(match)) await cache.delete(page);
    }
  }
}

async function keep(name, request, answer) {
  try {
    await (await caches.open(name)).put(request, answer);
  } catch {
    // Storage full or refused: without a network this one will not open.
  }
}

// The page as it was, marked with when that was; or a page of the shell in its place.
async function copyOf(request, isStrange) {
  const { pathname } = new URL(request.url);
  const kept = await find(request);
  if (kept) return marked(kept, { isStrange, isCopy: true });
  const standIn = standIns.find(([path]) => new RegExp(path).test(pathname));
  return standIn && marked(await find(standIn[1]), { isStrange });
}

async function marked(kept, { isStrange, isCopy = false }) {
  const headers = new Headers(kept.headers);
  headers.delete("Content-Encoding");
  headers.delete("Content-Length");
  const then = Date.parse(headers.get("Date")) || Date.now();
  const marks = `${isCopy ? ` data-kept="${then}"` : ""}${isStrange ? " data-strange" : ""}`;
  const html = (await kept.text()).replace("<html", `<html${marks}`);
  return new Response(html, { headers });
}

async function find(request) {
  const names = (await caches.keys()).reverse();
  for (const name of new Set([PAGES, SHELL, ...names])) {
    const kept = await (await caches.open(name)).match(request, ANY);
    if (kept) return kept;
  }
  return undefined;
}
