// Templates of the server, filled on the phone: the words and the marks stay in one place.
//
// In a <template>, ⟦key⟧ (in an address: __key__) stands for a value. An element with data-if is there if
// its value is. A template with data-each is there once for each of a list of values. An attribute that
// comes out empty is left out. One that is true by being there has data-set- before its name, so that a
// template chooses nothing. The server fills them alike (web/match/filled_views.py).

import { IN_HEADING, syllables } from "./names.js";

const TOKEN = /⟦([^⟧]+)⟧|__(\w+?)__/g;

// A copy of the template's content with these values in it, which are text and never markup.
export function fill(template, values) {
  const part = template.content.cloneNode(true);
  for (const one of part.querySelectorAll("[data-if]")) {
    if (!values[one.dataset.if]) one.remove();
  }
  write(part, values); // before the lists: a value may look like a mark
  for (const list of part.querySelectorAll("template[data-each]")) {
    const own = values[list.dataset.each] ?? [];
    list.replaceWith(...own.map((one) => fill(list, { ...values, ...one })));
  }
  return part;
}

function write(part, values) {
  const said = (text) => text.replace(TOKEN, (_, key, name) => values[key ?? name] || "");
  const nodes = document.createTreeWalker(part, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const node = /** @type {Element | Text} */ (nodes.currentNode);
    if (!("attributes" in node)) {
      if (!node.data.includes("⟦")) continue;
      const text = said(node.data);
      const around = node.parentElement;
      const whole = around?.matches("h2 > bdi") ? IN_HEADING : undefined;
      node.data = around?.localName === "bdi" ? syllables(text, whole) : text;
      continue;
    }
    for (const { name, value } of [...node.attributes]) {
      const now = said(value);
      if (now === value) continue;
      node.removeAttribute(name);
      if (now) node.setAttribute(name.replace("data-set-", ""), now);
    }
  }
}
