// Measured in a page at one size of screen and letters: what is cut, covered, broken or out of
// reach. Each finding is [element, what].
//
// What scrolls together is one layer: what sticks, or slides over the page, may well cover another.

export default function measure(options) {
  const { width, height, names } = options;
  const SLACK = 1.5;
  const found = [];
  const CONTROLS =
    "a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']";
  // Said by screen readers alone, or drawn.
  const UNSEEN = ".sr, svg, script, style, template, noscript, option";

  const all = [...document.body.querySelectorAll("*")].filter((one) => !one.closest(UNSEEN));
  const seen = new Set(all.filter(isSeen));

  sideways();
  clipped();
  words();
  controls();
  bars();
  insight();
  return found;

  function isSeen(one) {
    if (!one.checkVisibility({ visibilityProperty: true })) return false;
    const { width, height } = one.getBoundingClientRect();
    return width > 0 && height > 0;
  }

  function textOf(one) {
    return one.textContent.replaceAll("\u00ad", "");
  }

  function report(one, what) {
    found.push([one instanceof Element ? nameOf(one) : one, what]);
  }

  function nameOf(one) {
    const path = [];
    for (let at = one; at && at !== document.body && path.length < 3; at = at.parentElement) {
      const classes = [...at.classList].slice(0, 2).map((name) => `.${name}`);
      path.unshift(at.localName + (at.id ? `#${at.id}` : classes.join("")));
      if (at.id) break;
    }
    const said = one.getAttribute("aria-label") ?? textOf(one).trim();
    const text = said.replace(/\s+/g, " ").slice(0, 24);
    return path.join(" > ") + (text ? ` “${text}”` : "");
  }

  function layerOf(one) {
    for (let at = one; at; at = at.parentElement) {
      if (at.matches("[popover]:popover-open, dialog[open]")) return at;
      const { position } = getComputedStyle(at);
      if (position === "sticky" || position === "fixed") return at;
    }
    return document.body;
  }

  // What of a rectangle is left within all that scrolls or clips around it.
  function withinScrollers(rect, one) {
    let { left, top, right, bottom } = rect;
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      const { overflowX, overflowY } = getComputedStyle(at);
      if (overflowX === "visible" && overflowY === "visible") continue;
      const box = at.getBoundingClientRect();
      if (overflowX !== "visible")
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== "visible")
        [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
    }
    return { left, top, right, bottom };
  }

  // It is cut then, or can be reached.
  function isKeptIn(one) {
    for (let at = one; at && at !== document.body; at = at.parentElement) {
      if (getComputedStyle(at).overflowX !== "visible") return true;
    }
    return false;
  }

  function sideways() {
    const wide = document.documentElement.scrollWidth;
    if (wide > width + SLACK) report("page", `${wide} px wide, scrolls sideways`);
    let few = 0;
    for (const one of seen) {
      if (few === 3) break;
      if (getComputedStyle(one).position === "absolute" && one.matches("input")) continue;
      const { left, right } = one.getBoundingClientRect();
      const isOut = right > width + SLACK || left < -SLACK;
      if (!isOut || isKeptIn(one.parentElement)) continue;
      if (
        [...one.children].some(
          (child) => seen.has(child) && child.getBoundingClientRect().right > width + SLACK,
        )
      )
        continue;
      few += 1;
      report(one, `reaches from ${Math.round(left)} to ${Math.round(right)} px`);
    }
  }

  function clipped() {
    for (const one of seen) {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(one);
      if (one.matches("input, select, textarea")) {
        inputClipped(one);
        continue;
      }
      const isNames = one.matches("bdi") || names.some((name) => textOf(one).includes(name));
      const isShortened = isNames && (textOverflow === "ellipsis" || webkitLineClamp !== "none");
      const [x, y] = [one.scrollWidth - one.clientWidth, one.scrollHeight - one.clientHeight];
      if (isShortened || !one.textContent.trim()) continue;
      if (/hidden|clip/.test(overflowX) && x > SLACK && isCutSideways(one)) {
        report(one, `cut by ${x} px sideways`);
      }
      // Of a tight line the letters leave that much free.
      const free = parseFloat(getComputedStyle(one).fontSize) * 0.12;
      if (/hidden|clip/.test(overflowY) && y > Math.max(SLACK, free))
        report(one, `cut by ${y} px below`);
    }
  }

  // By something that is seen; the area of a link may well reach farther.
  function isCutSideways(one) {
    const { left, right } = one.getBoundingClientRect();
    const isBeyond = (rect) => rect.right > right + SLACK || rect.left < left - SLACK;
    const parts = [...one.querySelectorAll("*")].filter((part) => seen.has(part));
    return !parts.length || parts.some((part) => isBeyond(part.getBoundingClientRect()));
  }

  // What a field shows: its figures, or the words that stand in for them. Names scroll in it.
  function inputClipped(one) {
    const isFigure =
      one.inputMode === "numeric" || one.inputMode === "none" || one.type === "number";
    const shown =
      one.localName === "input" ? (isFigure && one.value) || (!one.value && one.placeholder) : "";
    if (!shown) return;
    const style = getComputedStyle(one);
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
    const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const needs = pen.measureText(shown).width;
    if (needs > room + SLACK)
      report(one, `“${shown}” needs ${Math.round(needs)} of ${Math.round(room)} px`);
    if (parseFloat(style.fontSize) > one.clientHeight + SLACK)
      report(one, "letters higher than the field");
  }

  // Each line of text: broken within a word, out of its box, over another line.
  function words() {
    const lines = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const parent = text.parentElement;
      if (!seen.has(parent) || !text.data.trim() || getComputedStyle(parent).fontSize === "0px")
        continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const rects = [...range.getClientRects()].filter((rect) => rect.width > 0);
      if (rects.length > 1) broken(text, range);
      for (const rect of rects) lines.push({ rect, parent, text });
    }
    for (const line of lines) sticksOut(line);
    covered(lines);
  }

  function broken(text, range) {
    if (text.parentElement.closest("code, pre, textarea, .address, [data-address]")) return;
    const isCode = /[a-z][A-Z]|[+_]/;
    for (const { 0: word, index } of text.data.matchAll(/[^\s\u00ad\u200b\-–—/·:@.…]+/g)) {
      if (isCode.test(word)) continue;
      // A hyphen at a line's end counts to the letter behind it, so its last place is its own.
      const [first, last] = [lineOf(index, -1), lineOf(index + word.length - 1, 0)];
      if (Math.abs(last - first) > 3) report(text.parentElement, `broken within “${word}”`);
    }

    function lineOf(letter, place) {
      range.setStart(text, letter);
      range.setEnd(text, letter + 1);
      return [...range.getClientRects()].filter((rect) => rect.width > 0).at(place)?.top ?? 0;
    }
  }

  // Out of the button, chip or cell that it belongs to.
  function sticksOut({ rect, parent }) {
    const box = parent.closest(
      "button, .button, .primary, .chip, .tool, .back, .box, td, th, .card",
    );
    if (!box || box.closest(".sr")) return;
    const edge = box.getBoundingClientRect();
    const seenPart = withinScrollers(rect, parent);
    if (seenPart.right <= seenPart.left || seenPart.bottom <= seenPart.top) return;
    const out = Math.max(
      edge.left - seenPart.left,
      seenPart.right - edge.right,
      // Of a line's height letters take the middle.
      edge.top - seenPart.top - rect.height * 0.2,
      seenPart.bottom - edge.bottom - rect.height * 0.2,
    );
    if (out > SLACK) report(parent, `sticks out of its ${box.localName} by ${Math.round(out)} px`);
  }

  function covered(lines) {
    const cores = lines
      .map(({ rect, parent, text }) => {
        const shrunk = {
          left: rect.left,
          right: rect.right,
          top: rect.top + rect.height * 0.25,
          bottom: rect.bottom - rect.height * 0.25,
        };
        return { ...withinScrollers(shrunk, parent), parent, text, layer: layerOf(parent) };
      })
      .filter(({ left, right, top, bottom }) => right - left > 2 && bottom - top > 2);
    cores.sort((one, other) => one.top - other.top);
    cores.forEach((one, place) => {
      for (const other of cores.slice(place + 1)) {
        if (other.top >= one.bottom - SLACK) break;
        if (one.text === other.text || one.layer !== other.layer) continue;
        if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK) {
          const pair = [nameOf(one.parent), nameOf(other.parent)].sort();
          report(pair[0], `written over ${pair[1]}`);
        }
      }
    });
  }

  // Where a control can be hit: a hidden input's label is what is seen of it.
  function boxOf(control) {
    const isHidden = control.matches("input") && getComputedStyle(control).opacity === "0";
    return isHidden ? (control.closest("label") ?? control) : control;
  }

  function controls() {
    const boxes = [...new Set([...seen].filter((one) => one.matches(CONTROLS)).map(boxOf))]
      .filter((box) => box.getClientRects().length)
      .flatMap((box) =>
        [...box.getClientRects()].map((rect) => ({
          box,
          ...withinScrollers(rect, box.parentElement),
          layer: layerOf(box),
        })),
      )
      .filter(({ left, right, top, bottom }) => right - left > 1 && bottom - top > 1);
    for (const { box, left, right } of boxes) {
      if ((left < -SLACK || right > width + SLACK) && !isKeptIn(box))
        report(box, "beyond the screen's edge");
    }
    boxes.sort((one, other) => one.top - other.top);
    boxes.forEach((one, place) => {
      for (const other of boxes.slice(place + 1)) {
        if (other.top >= one.bottom - SLACK) break;
        if (one.layer !== other.layer || one.box.contains(other.box) || other.box.contains(one.box))
          continue;
        if (Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK) {
          report(one.box, `overlaps ${nameOf(other.box)}`);
        }
      }
    });
  }

  // What stays at the bottom while the page scrolls leaves room for the page.
  function bars() {
    const stays = [...seen].filter((one) => {
      if (one.matches("#thumb")) return true;
      const { position, bottom } = getComputedStyle(one);
      return (
        (position === "sticky" || position === "fixed") &&
        bottom !== "auto" &&
        !one.matches("[popover], [popover] *")
      );
    });
    const wide = stays.filter((one) => one.getBoundingClientRect().width > width * 0.6);
    const high = wide
      .filter((one) => !wide.some((other) => other !== one && other.contains(one)))
      .reduce((sum, one) => sum + one.getBoundingClientRect().height, 0);
    // Nothing is entered after a match's end.
    const most = document.querySelector("#thumb .how") ? 0.66 : 0.4;
    if (high > height * most + SLACK)
      report(
        wide[0],
        `bar of ${Math.round(high)} px, ${Math.round((100 * high) / height)} % of the height`,
      );
  }

  // The result and the totals, wherever the page is scrolled to.
  function insight() {
    // The page, and what scrolls within it.
    const scrollers = [document.scrollingElement, ...document.querySelectorAll("*")].filter(
      (part) =>
        part === document.scrollingElement ||
        (part.scrollHeight > part.clientHeight + SLACK &&
          ["auto", "scroll"].includes(getComputedStyle(part).overflowY)),
    );
    for (const one of document.querySelectorAll("#entry #live, #standing")) {
      const scrolled = scrollers.map((part) => part.scrollTop);
      for (const [word, place] of [
        ["top", 0],
        ["middle", 0.5],
        ["end", 1],
      ]) {
        for (const part of scrollers) scrollAlong(part, place);
        const { left, right, top, bottom } = one.getBoundingClientRect();
        if (top < -SLACK || bottom > height + SLACK) {
          report(
            one,
            `out of sight at the ${word}: from ${Math.round(top)} to ${Math.round(bottom)} px`,
          );
          continue;
        }
        const points = [
          [left + 8, top + 8],
          [(left + right) / 2, (top + bottom) / 2],
          [right - 8, bottom - 8],
        ];
        const over = points
          .map(([x, y]) => document.elementFromPoint(x, y))
          .find((at) => at && !one.contains(at) && !at.contains(one));
        const isMenu = over?.closest("[popover]");
        if (over && !isMenu) report(one, `covered at the ${word} by ${nameOf(over)}`);
      }
      for (const [place, part] of scrollers.entries()) part.scrollTop = scrolled[place];
    }
  }

  function scrollAlong(part, place) {
    const most = part.scrollHeight - part.clientHeight;
    // One that is reversed is at 0 where it ends.
    const isReversed = getComputedStyle(part).flexDirection === "column-reverse";
    part.scrollTop = place * most - (isReversed ? most : 0);
  }
}
