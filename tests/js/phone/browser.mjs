// What the modules of the outbox find in a browser, for Node: one phone, whose pages share storage,
// cookies and the network. The server at the address SERVER is a real one.

import { register } from "node:module";
import { indexedDB } from "./indexed_db.mjs";

register("./tabs.mjs", import.meta.url);

const SERVER = process.env.SERVER;
const PATIENCE_MS = 60_000;
const page = new EventTarget();
const cookies = new Map();
const overNetwork = globalThis.fetch;

Object.assign(globalThis, {
  indexedDB,
  addEventListener: page.addEventListener.bind(page),
  dispatchEvent: page.dispatchEvent.bind(page),
  document: Object.assign(new EventTarget(), { visibilityState: "visible" }),
  location: new URL(SERVER),
  fetch: (path, options = {}) => {
    const url = new URL(path, SERVER);
    const { method = "GET" } = options;
    const go = () => send(url, options);
    if (method === "PUT") network.asked.push(url.pathname.split("/").at(-1));
    return method === "PUT" && network.answer ? network.answer(go, url) : go();
  },
});
globalThis.navigator ??= {};

/** What was written to the server, and what answers in its place: a function of `go` and the address. */
export const network = { asked: [], answer: null };

async function send(url, options) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const own = { cookie, Origin: SERVER, "Sec-Fetch-Site": "same-origin" };
  const answer = await overNetwork(url, { ...options, headers: { ...options.headers, ...own } });
  for (const text of answer.headers.getSetCookie()) {
    const [, name, value] = text.match(/^([^=]+)=([^;]*)/);
    cookies.set(name, value);
  }
  return answer;
}

export const offline = async () => {
  throw new TypeError("no network");
};

/** The server does it, and its answer goes astray. */
export const losing = async (go) => {
  await go();
  throw new TypeError("lost");
};

/** An answer that somebody gives. */
export const saying = (status, body, headers) => async () =>
  new Response(status === 204 ? null : body, { status, headers });

let tabs = 0;

/** What imports the modules of another page. */
function newTab() {
  tabs += 1;
  const tab = tabs;
  return (name) => import(`../../../static/js/${name}?tab=${tab}`);
}

/** Another page of the phone: its outbox, and what that told it. */
export async function openTab() {
  const bring = newTab();
  const outbox = { ...(await bring("outbox.js")), ...(await bring("outbox_choices.js")) };
  const events = [];
  outbox.subscribe((event) => events.push(event));
  return { ...outbox, heard: (type) => events.filter((event) => event.type === type) };
}

/** The store of another page, on which nothing is sent. */
export const openStore = async () => (await newTab()("store.js")).store;

/** Wait until it holds; also on a machine where ten others ask for each processor. */
export async function until(condition) {
  const end = performance.now() + PATIENCE_MS;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`it never came: ${condition}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

/** Ask the server as a page without an outbox does, whatever the network does to the others. */
export const ask = (path, options = {}) => send(new URL(path, SERVER), options);
