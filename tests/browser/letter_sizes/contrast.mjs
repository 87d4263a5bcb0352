// Contrast of every text that is seen against what lies behind it: [element, ratio, colours] of each
// that has less than `least`. Colours are those that the page computed.

export default function faint({ least, placeholders }) {
  const found = [];
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const known = new Map();
  if (placeholders) {
    for (const field of document.querySelectorAll("[placeholder]")) {
      if (!field.checkVisibility()) continue;
      const { color, opacity } = getComputedStyle(field, "::placeholder");
      check(field, mixed(color, behind(field), Number(opacity)), behind(field));
    }
    return found;
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    const one = text.parentElement;
    if (!text.data.trim() || one.closest(".sr, svg, option, template, script, style, noscript"))
      continue;
    if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const ground = behind(one);
    check(one, mixed(getComputedStyle(one).color, ground, 1), ground);
  }
  return found;

  function check(one, colour, ground) {
    const [high, low] = [light(colour), light(ground)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < least - 0.01) {
      const said = (one.textContent || one.placeholder || "")
        .replace(/\s+/g, " ")
        .trim()
        .slice(0, 24);
      const name = one.localName + [...one.classList].map((part) => `.${part}`).join("");
      found.push([
        `${one.parentElement.className || one.parentElement.localName} > ${name} “${said}”`,
        Number(ratio.toFixed(2)),
        `${colour} on ${ground}`,
      ]);
    }
  }

  function rgba(css) {
    if (!known.has(css)) {
      pen.clearRect(0, 0, 1, 1);
      pen.fillStyle = css;
      pen.fillRect(0, 0, 1, 1);
      const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
      known.set(css, [red, green, blue, alpha / 255]);
    }
    return known.get(css);
  }

  function mixed(css, ground, opacity) {
    const [red, green, blue, alpha] = rgba(css);
    const share = alpha * opacity;
    return [red, green, blue].map((part, at) => part * share + ground[at] * (1 - share));
  }

  function behind(one) {
    const layers = [];
    for (let at = one; at; at = at.parentElement) layers.push(getComputedStyle(at).backgroundColor);
    return layers.reverse().reduce((ground, css) => mixed(css, ground, 1), [255, 255, 255]);
  }

  function light(colour) {
    const [red, green, blue] = colour.map((part) => {
      const share = part / 255;
      return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}
