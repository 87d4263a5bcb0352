// Checks the types of the scripts: all of them loosely, and strictly those on which the score rests.
// It needs a program of its own for each, as the strict ones import others.

import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
// The engine, the ledger, the outbox, the phone and the entry.
const STRICT = [
  /^rules(\.js|\/)/,
  /^(kinds|names|ledger|acting)\.js$/,
  /^(outbox|outbox_choices|store|sending|phone_recovery|lost_operations|requests|routes)\.js$/,
  /^phone(\.js|\/)/,
  /^entry\.js$/,
  /^(hand_form|view_values|lines)\//,
];

const { config } = ts.readConfigFile(`${ROOT}tsconfig.json`, ts.sys.readFile);
const { fileNames, options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);

function faults(strict) {
  const program = ts.createProgram(fileNames, { ...options, strict });
  return ts.getPreEmitDiagnostics(program);
}

const NAMES = fileNames.map((name) => name.split("/static/js/")[1]);
for (const pattern of STRICT) {
  const listed = pattern.source.match(/\(([a-z_|]+)\)\\\.js/)?.[1].split("|") ?? [];
  const missing = listed.filter((name) => !NAMES.includes(`${name}.js`));
  if (!NAMES.some((name) => pattern.test(name))) missing.push(pattern);
  if (missing.length > 0) throw new Error(`no such script to check strictly: ${missing}`);
}

function isStrict({ file }) {
  const name = file?.fileName.split("/static/js/")[1];
  return name !== undefined && STRICT.some((pattern) => pattern.test(name));
}

const found = [
  ...faults(false).filter((fault) => !isStrict(fault)),
  ...faults(true).filter(isStrict),
];
const told = ts.formatDiagnostics(found, {
  getCanonicalFileName: (name) => name,
  getCurrentDirectory: () => ROOT,
  getNewLine: () => "\n",
});
process.stderr.write(told);
process.exitCode = found.length > 0 ? 1 : 0;
