// Make the screen say the same as another page, and leave equal parts alone. So a button under a finger,
// the focus and the scrolled place stay as they are.

// An element that was given the focus, or lies open, stays so.
const STAYS = new Set(["tabindex", "open"]);

// Turn a node into another. Adjacent texts are joined first, as in a page that was just read.
/** @param {ChildNode} node @param {ChildNode} fresh */
export function become(node, fresh) {
  for (const one of [node, fresh]) one.normalize();
  turn(node, fresh);
}

// Turn the nodes that stand in a row into others.
/** @param {Node} parent @param {ChildNode[]} olds @param {ChildNode[]} freshs */
export function becomeAll(parent, olds, freshs) {
  for (const one of [...olds, ...freshs]) one.normalize();
  turnAll(parent, olds, freshs);
}

/** @param {ChildNode} node @param {ChildNode} fresh */
function turn(node, fresh) {
  if (node.isEqualNode(fresh)) return;
  if (!isAlike(node, fresh)) {
    node.replaceWith(fresh);
  } else if (!(isElement(node) && isElement(fresh))) {
    /** @type {Text} */ (node).data = /** @type {Text} */ (fresh).data;
  } else {
    takeAttributes(node, fresh);
    turnAll(node, [...node.childNodes], [...fresh.childNodes]);
  }
}

// Turn a list of nodes into another; what is alike from either end stays where it is.
/** @param {Node} parent @param {ChildNode[]} olds @param {ChildNode[]} freshs */
function turnAll(parent, olds, freshs) {
  const end = olds.at(-1)?.nextSibling ?? null;
  const shortest = Math.min(olds.length, freshs.length);
  let first = 0;
  while (first < shortest && isAlike(olds[first], freshs[first])) first += 1;
  let last = 0;
  const fromEnd = (/** @type {ChildNode[]} */ nodes, /** @type {number} */ place) =>
    nodes[nodes.length - place];
  while (last < shortest - first && isAlike(fromEnd(olds, 1 + last), fromEnd(freshs, 1 + last)))
    last += 1;
  const next = last > 0 ? fromEnd(olds, last) : end;
  for (let place = 0; place < first; place += 1) turn(olds[place], freshs[place]);
  for (let place = 1; place <= last; place += 1) turn(fromEnd(olds, place), fromEnd(freshs, place));
  for (const old of olds.slice(first, olds.length - last)) old.remove();
  for (const fresh of freshs.slice(first, freshs.length - last)) parent.insertBefore(fresh, next);
}

/** @param {Element} node @param {Element} fresh */
function takeAttributes(node, fresh) {
  for (const { name } of [...node.attributes]) {
    if (!fresh.hasAttribute(name) && !STAYS.has(name)) node.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** @type {(node: Node) => node is Element} */
const isElement = (node) => node.nodeType === Node.ELEMENT_NODE;

// Are the nodes the same thing, which perhaps says something else?
/** @param {ChildNode} one @param {ChildNode} other */
function isAlike(one, other) {
  if (one.nodeName !== other.nodeName) return false;
  if (!isElement(one) || !isElement(other)) return true;
  return (
    one.id === other.id &&
    [...(one.nodeName === "OPTION" ? ["value"] : []), "action", "data-part", "name"].every(
      (name) => one.getAttribute(name) === other.getAttribute(name),
    )
  );
}
