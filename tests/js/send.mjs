// Sends each operation of its input to the server named on the command line, as a phone does, and
// says what is known then.
import { createInterface } from "node:readline";
import { send } from "../../static/js/sending.js";

const PATIENCE_MS = 60_000;
const overNetwork = globalThis.fetch;
globalThis.fetch = (path, options) => overNetwork(new URL(path, process.argv[2]), options);

for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await send(JSON.parse(line), {}, PATIENCE_MS)));
}
