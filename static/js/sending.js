// One operation sent to the server, and what is known after it.

import { isOurs } from "./requests.js";

const API = "/api/v1/matches";
const LONGEST_WAIT_S = 600; // in such spans the server counts
// The fields that have a seq, or `op:` and the id of the unsent operation that will have one.
/** @type {Reference[]} */
export const REFERENCES = ["revision", "hand_id", "before", "seq"];

// The result is `{is: "done", act, answer}`, `{is: "refused", status, problem}`, `{is: "invited"}` or
// `{is: "unknown"}`. "invited" means that the phone has a cookie now and may ask again. "unknown" has
// `seconds` if the server named a time to ask again, `isLate` if no answer came in time, and `isStrange` if
// a foreign network answered. `saved` has the seqs of earlier acts, by operation; `stop` gives the request up.
/**
 * @param {Wish} wish @param {Record<string, number>} saved @param {number} patienceMs
 * @param {AbortController} stop @returns {Promise<Known>}
 */
export async function send({ op_id, match, op, revision, after }, saved, patienceMs, stop) {
  const { create, ...fields } = op;
  const at = `${API}/${encodeURIComponent(match)}`;
  const body = create ? { ...create, op_id } : resolved({ ...fields, revision, after }, saved);
  if (!body) return { is: "refused", status: 409, problem: { type: "#problem-unwritten" } };
  const answer = await ask(create ? at : `${at}/ops/${op_id}`, patienceMs, body, stop);
  const { status = 0, data } = answer;
  if (!data) return { ...answer, is: "unknown" };
  if (status === 200 || status === 201) {
    const act = create ? startIn(data, match) : actIn(data, op_id);
    return act ? { is: "done", act, answer: data } : { is: "unknown" };
  }
  if (!isProblem(answer) || status === 429 || status >= 500) return { ...answer, is: "unknown" };
  if (problemKind(data) === "invited") return { is: "invited", status, problem: data };
  return { is: "refused", status, problem: data };
}

// The play acts of a match as the server has them: `{id, revision, acts}`, or null for no answer.
/** @param {string} match @param {number} patienceMs @returns {Promise<ToldMatch | null>} */
export async function fetchActs(match, patienceMs) {
  const { status, data } = await ask(`${API}/${encodeURIComponent(match)}/acts`, patienceMs);
  return status === 200 && startIn(data, match) ? /** @type {ToldMatch} */ (data) : null;
}

// The name of a problem in the API's document.
/** @param {ToldProblem | undefined} problem */
export function problemKind(problem) {
  return problem?.type?.split("#problem-")[1] ?? "";
}

// The fields with the seq of what an earlier operation wrote; null where that was never written.
/** @param {Partial<Record<string, unknown>>} fields @param {Record<string, number>} saved */
function resolved(fields, saved) {
  const body = { ...fields };
  for (const name of REFERENCES) {
    if (typeof body[name] !== "string") continue;
    body[name] = seqIn(saved, body[name]);
    if (body[name] === undefined) return null;
  }
  return body;
}

// The seq of what the operation wrote that is meant by `op:` and its id.
/** @param {Record<string, number>} saved @param {Ref} reference */
export function seqIn(saved, reference) {
  const op_id = String(reference).replace(/^op:/, "");
  return Object.hasOwn(saved, op_id) ? saved[op_id] : undefined;
}

// Only the server's own words about this operation count.
/** @param {ServerData} data @param {string} op_id */
function actIn(data, op_id) {
  if (data.op_id !== op_id || !Number.isInteger(data.seq)) return null;
  const { seq, kind } = data;
  return /** @type {ToldAct} */ ({ seq, kind, data: data.data, op_id });
}

/** @param {ServerData | undefined} data @param {string} match */
function startIn(data, match) {
  return data?.id === match && Array.isArray(data.acts) ? data.acts[0] : null;
}

/** @param {ServerSays} says */
function isProblem({ status, data }) {
  return data?.status === status && typeof data?.request_id === "string";
}

/**
 * @param {string} path @param {number} patienceMs @param {object} [body]
 * @param {AbortController} [stop] @returns {Promise<ServerSays>}
 */
async function ask(path, patienceMs, body, stop = new AbortController()) {
  let isLate = false;
  let seconds;
  const timer = setTimeout(() => {
    isLate = true;
    stop.abort();
  }, patienceMs);
  try {
    const response = await fetch(path, {
      method: body ? "PUT" : "GET",
      ...(body && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
      credentials: "same-origin",
      cache: "no-store",
      redirect: "error",
      signal: stop.signal,
    });
    seconds = secondsIn(response); // a proxy says it too, with a page that is no JSON
    if (!isOurs(response)) return { seconds, isStrange: true };
    return { status: response.status, data: await response.json(), seconds };
  } catch {
    return { isLate, seconds };
  } finally {
    clearTimeout(timer);
  }
}

/** @param {Response} answer */
function secondsIn({ status, headers }) {
  const seconds = [429, 503].includes(status) ? Number(headers.get("Retry-After")) : 0;
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) : undefined;
}
