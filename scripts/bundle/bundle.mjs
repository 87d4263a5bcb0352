// Joins the modules of the pages into a few small files below static/built/. The server sends them as
// long as they are made of the scripts as they stand (scorekeeper/web/scripts.py).

import { createHash } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { rollup } from "rollup";
import { minify } from "terser";

const PROJECT = join(dirname(fileURLToPath(import.meta.url)), "../..");
const BUILT = join(PROJECT, "static/built");
// What several kinds of page have in common is one file each: a request costs a slow network as much
// as a KB. The rest falls into files by itself, by which pages need it.
const SHARED = {
  // With what is kept on the phone: every page asks for it as soon as it is idle.
  page: /^js\/(page|press|selected_chips|loading|kept|store|requests|kinds)\.js$/,
  outbox: /^js\/(outbox|outbox_later|sending)\.js$/,
  values: /^js\/view_values\/(latest_act|ledger_values)\.js$/,
  engine:
    /^js\/((rules|words|names|ledger|hand_preview|fill)(\/(?!explanation|spoken).+)?|view_values\/(shared|entry_values))\.js$/,
};
const WORKER = "js/worker.js"; // is sent behind what it is to keep
const NAMED = /(?<!static\/)\bjs\/\w+\.js\b/g;

const filesIn = (folder, ending) =>
  readdirSync(join(PROJECT, folder), { recursive: true })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name}`)
    .sort();

// Every module that a page names by itself.
function namedModules() {
  const files = [...filesIn("templates", ".html"), ...filesIn("scorekeeper/web", ".py")];
  const names = files.flatMap((file) => readFileSync(join(PROJECT, file), "utf8").match(NAMED) ?? []);
  return [...new Set(names)].filter((name) => name !== WORKER).sort();
}

// As scorekeeper/web/scripts.py takes it of the same files.
function digestOfSources() {
  const digest = createHash("sha256");
  for (const file of filesIn("static/js", ".js")) {
    digest.update(`${relative("static", file)}\0`);
    digest.update(readFileSync(join(PROJECT, file)));
  }
  return digest.digest("hex");
}

const nameOf = (id) => relative(join(PROJECT, "static"), id).replaceAll("\\", "/");
const sharedBy = (id) => Object.keys(SHARED).find((shared) => SHARED[shared].test(nameOf(id)));

async function renderChunk(code) {
  const { code: small } = await minify(code, { module: true, ecma: 2020, compress: { passes: 2 } });
  return { code: small, map: null };
}

const made = mkdtempSync(join(PROJECT, ".built-"));
const bundle = await rollup({
  input: namedModules().map((name) => join(PROJECT, "static", name)),
  preserveEntrySignatures: false, // nobody imports from a page
  plugins: [{ name: "terser", renderChunk }],
});
const { output } = await bundle.write({
  dir: made,
  entryFileNames: "[name].js",
  chunkFileNames: ({ name }) => `${basename(name, ".js")}-[hash].js`,
  manualChunks: sharedBy,
  hoistTransitiveImports: false,
});
await bundle.close();

const modules = {};
for (const chunk of output) {
  for (const id of Object.keys(chunk.modules)) modules[nameOf(id)] = chunk.fileName;
}
const imports = Object.fromEntries(output.map(({ fileName, imports }) => [fileName, imports]));
const named = Object.fromEntries(namedModules().map((name) => [name, modules[name]]));
const later = Object.fromEntries(
  output.map(({ fileName, dynamicImports }) => [fileName, dynamicImports]),
);
const bundles = { sources: digestOfSources(), modules: named, imports, later };
writeFileSync(join(made, "bundles.json"), `${JSON.stringify(bundles, null, 1)}\n`);
// A server that starts meanwhile finds a whole folder or none.
chmodSync(made, 0o755); // the server may be another user's
rmSync(BUILT, { recursive: true, force: true });
renameSync(made, BUILT);
