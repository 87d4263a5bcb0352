// One operation sent to the server, and what is known after it.

const API = "/api/v1/matches";
const LONGEST_WAIT_S = 600; // in such spans the server counts
// Where a seq stands, or `op:` and the id of the unsent operation that will have one.
export const REFERENCES = ["revision", "hand_id", "before", "seq"];

// What is known then: `{is: "done", act, answer}`; `{is: "refused", status, problem}`; `{is:
// "invited"}`: the phone has a cookie now, ask again; or `{is: "unknown"}`, with `seconds` where the
// server said when to ask again, and `isLate` where nothing came in time. `saved` has the seq of
// what was written before, by its operation; `stop` gives the request up.
export async function send({ op_id, match, op, revision }, saved, patienceMs, stop) {
  const { create, ...fields } = op;
  const at = `${API}/${encodeURIComponent(match)}`;
  const body = create ? { ...create, op_id } : resolved({ ...fields, revision }, saved);
  if (!body) return { is: "refused", status: 409, problem: { type: "#problem-unwritten" } };
  const answer = await ask(create ? at : `${at}/ops/${op_id}`, patienceMs, body, stop);
  const { status, data } = answer;
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
export async function fetchActs(match, patienceMs) {
  const { status, data } = await ask(`${API}/${encodeURIComponent(match)}/acts`, patienceMs);
  return status === 200 && startIn(data, match) ? data : null;
}

// The name of a problem in the API's document.
export function problemKind(problem) {
  return problem?.type?.split("#problem-")[1] ?? "";
}

// The fields with the seq of what an earlier operation wrote; null where that was never written.
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
export function seqIn(saved, reference) {
  const op_id = String(reference).replace(/^op:/, "");
  return Object.hasOwn(saved, op_id) ? saved[op_id] : undefined;
}

// Anything may answer in a café, with any status: only our own words about this operation count.
function actIn(data, op_id) {
  if (data.op_id !== op_id || !Number.isInteger(data.seq)) return null;
  return { seq: data.seq, kind: data.kind, data: data.data, op_id };
}

function startIn(data, match) {
  return data?.id === match && Array.isArray(data.acts) ? data.acts[0] : null;
}

function isProblem({ status, data }) {
  return data.status === status && typeof data.request_id === "string";
}

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
    return { status: response.status, data: await response.json(), seconds };
  } catch {
    return { isLate, seconds };
  } finally {
    clearTimeout(timer);
  }
}

function secondsIn({ status, headers }) {
  const seconds = [429, 503].includes(status) && Number(headers.get("Retry-After"));
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_S) : undefined;
}
