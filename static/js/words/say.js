// The words of one language, as the server hands them over: table → key → text.

let tables = {};

// From now on everything is said in these words; a page has one language.
export function speak(words) {
  tables = words;
}

export const isSaid = (table, key) => Object.hasOwn(tables[table] ?? {}, key);

// The text, with `values` in place of `%(name)s`.
export function say(table, key, values = {}) {
  return tables[table][key].replace(/%\((\w+)\)s/g, (_, name) => values[name]);
}
