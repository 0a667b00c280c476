// Measures what a person sees of the page. The result has the faults in words, and some lengths.
({ isSmall, leastTarget, leastText }) => {
  const faults = new Set();
  const all = (places, root = document) => [...root.querySelectorAll(places)];
  const one = (place) => document.querySelector(place);
  const isShown = (each) => each.checkVisibility({ visibilityProperty: true });
  const [wide, high] = [innerWidth, innerHeight];
  const isIn = (box) => box.left > -0.6 && box.top > -0.6 && box.right < wide + 0.6 && box.bottom < high + 0.6;
  const name = (each) => each.dataset.card ?? each.dataset.item
    ?? (each.id || each.textContent.trim().slice(0, 30));
  const least = { text: Infinity, target: Infinity, card: Infinity };
  const panel = isShown(one("#result")) ? one("#result") : null;
  const past = isShown(one("#past")) ? one("#past") : null; // over the table and the result
  const cards = all("#table > svg [data-card]");

  // Nothing scrolls.
  const isLong = all("#result .rows > li").length > 4; // so many rows may scroll, and the buttons stay
  const still = ["html", "body", "main", "#bar", "#table", "#prompt", "#options", "#hint", "#trick",
    "#past-line", "#past-line p", "#past-line .row",
    ...(isLong || past ? [] : ["#result"])];
  for (const each of still.map(one).filter(isShown)) {
    if (each.scrollWidth > each.clientWidth + 1) faults.add(`${name(each) || each.tagName} is too wide`);
    if (each.scrollHeight > each.clientHeight + 1) faults.add(`${name(each) || each.tagName} is too high`);
  }
  if (scrollX || scrollY) faults.add("the window has scrolled");

  // The sentence and the buttons are in the window, and nothing covers them.
  const isOpenAt = (each, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return Boolean(hit) && (each.contains(hit) || hit.contains(each));
  };
  const corners = ({ left, top, right, bottom }) => [[left + 5, top + 5], [right - 5, top + 5],
    [left + 5, bottom - 5], [right - 5, bottom - 5], [(left + right) / 2, (top + bottom) / 2]];
  const range = document.createRange();
  if (!panel) {
    range.selectNodeContents(one("#turn"));
    const lines = [...range.getClientRects()];
    if (!lines.length) faults.add("there is no sentence");
    for (const line of lines) {
      if (!isIn(line)) faults.add("the sentence is not in the window");
      for (const [x, y] of corners(line)) {
        if (!isOpenAt(one("#turn"), x, y)) faults.add("the sentence is covered");
      }
    }
    const box = one("#prompt").getBoundingClientRect();
    if (lines.some((line) => line.top < box.top - 1 || line.bottom > box.bottom + 1)) faults.add("the sentence is cut");
  }
  const area = past ?? panel ?? one("#table");
  const buttons = [...all(isLong ? "button" : "button, summary", area), ...all("#tools button")].filter(isShown);
  for (const each of buttons) {
    const box = each.getBoundingClientRect();
    if (!isIn(box)) faults.add(`the button ${name(each)} is not in the window`);
    else if (corners(box).some(([x, y]) => !isOpenAt(each, x, y))) faults.add(`the button ${name(each)} is covered`);
    range.selectNodeContents(each);
    const words = range.getBoundingClientRect();
    if (each.tagName === "BUTTON" && words.height > box.height + 1) faults.add(`the words of the button ${name(each)} are cut`);
    if (each.scrollWidth > each.clientWidth + 1) faults.add(`the words of the button ${name(each)} are cut`);
    if (each.tagName === "BUTTON") least.target = Math.min(least.target, box.width, box.height);
  }

  // The cards of the hand are in the window, and each has an open part. Two lengths count: the
  // longest open line across the card, and the longest one down.
  const longest = (card, from, to) => {
    const steps = Math.ceil(Math.hypot(to[0] - from[0], to[1] - from[1]) / 2);
    let [best, run] = [0, 0];
    for (let at = 0; at <= steps; at += 1) {
      const hit = document.elementFromPoint(from[0] + (to[0] - from[0]) * at / steps,
        from[1] + (to[1] - from[1]) * at / steps);
      run = hit?.closest("[data-card]") === card ? run + 2 : 0;
      best = Math.max(best, run);
    }
    return best;
  };
  for (const card of panel ? [] : cards) {
    const box = card.getBoundingClientRect();
    if (!isIn(box)) faults.add(`the card ${name(card)} is not in the window`);
    const across = Math.max(...[0.08, 0.3, 0.5, 0.7, 0.92].map((part) => {
      const y = box.top + part * box.height;
      return longest(card, [box.left, y], [box.right, y]);
    }));
    const down = Math.max(...[0.08, 0.25, 0.5, 0.75, 0.92].map((part) => {
      const x = box.left + part * box.width;
      return longest(card, [x, box.top], [x, box.bottom]);
    }));
    least.card = Math.min(least.card, Math.min(across, down));
    const other = card.matches(".held") ? 16 : isSmall ? 24 : 12;
    if (Math.max(across, down) < leastTarget || Math.min(across, down) < other) {
      faults.add(`only ${across} by ${down} pixels of a card are open`);
    }
  }
  if (isSmall && least.target < leastTarget - 0.1) {
    const small = buttons.find((each) => {
      const box = each.getBoundingClientRect();
      return each.tagName === "BUTTON" && Math.min(box.width, box.height) < leastTarget - 0.1;
    });
    faults.add(`the button ${name(small)} has only ${least.target} pixels`);
  }

  // No text is small, with all scales. A card refers to shapes, which can have texts, too.
  const scaleOf = (each) => { // of the height; a ten is narrower
    const { c, d } = each.getScreenCTM();
    return Math.hypot(c, d);
  };
  const fontOf = (each) => parseFloat(getComputedStyle(each).fontSize);
  const unit = scaleOf(one("#table > svg > g"));
  const known = new Map();
  const smallest = (shape) => {
    if (!known.has(shape)) {
      known.set(shape, Math.min(Infinity,
        ...all("text", shape).map((each) => fontOf(each) * scaleOf(each) / unit),
        ...all("use", shape).map((each) => smallest(one(each.getAttribute("href"))) * scaleOf(each) / unit),
        shape.localName === "text" ? fontOf(shape) * scaleOf(shape) / unit : Infinity));
    }
    return known.get(shape);
  };
  const check = (size, each) => {
    least.text = Math.min(least.text, size);
    if (size < leastText - 0.05) {
      faults.add(`the text of ${name(each.closest("[data-item], [id]"))} has ${size.toFixed(1)} pixels`);
    }
  };
  for (const each of all("#table > svg .item use")) {
    check(smallest(one(each.getAttribute("href"))) * scaleOf(each), each);
  }
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || !isShown(parent)
      || parent.closest("#news, #connection, title, script, defs")) continue;
    check(fontOf(parent) * (parent instanceof SVGElement ? scaleOf(parent) : 1), parent);
    if (/\b(?:10|[2-9JQKA])[SHCD]\b|[RB]\*/.test(node.data)) faults.add(`notation is in sight: ${node.data}`);
  }

  // No card lies on a plate, or under the sentence.
  const isCard = (each) => each.querySelector("[href^='#c-f'], [href^='#c-m'], [href='#c-b'], [href='#c-n']");
  const isOnPlate = (each) => /^(back|icon|pile)-/.test(each.dataset.item);
  const lying = all("#table > svg .item[data-item]").filter((each) => isCard(each) && !isOnPlate(each));
  const covers = (some, other) => Math.min(some.right, other.right) - Math.max(some.left, other.left) > 1
    && Math.min(some.bottom, other.bottom) - Math.max(some.top, other.top) > 1;
  const plates = all("#table > svg [data-item^=plate-]");
  const boxOf = (each) => each.getBoundingClientRect();
  for (const card of panel && !past ? lying.filter((each) => each.hasAttribute("aria-label")) : []) {
    if (covers(boxOf(card), boxOf(panel))) faults.add(`the result covers the card ${name(card)}`);
  }
  for (const card of lying) {
    for (const plate of [...plates, one("#prompt")]) {
      if (covers(boxOf(card), boxOf(plate))) faults.add(`a card lies on ${name(plate)}: ${name(card)}`);
    }
  }
  const pad = one("#options");
  for (const card of isShown(pad) && !past && !panel ? lying.filter((each) => each.hasAttribute("aria-label")) : []) {
    if (covers(boxOf(card), boxOf(pad))) faults.add(`the options cover the card ${name(card)}`);
  }
  plates.forEach((plate, at) => {
    if (!isIn(boxOf(plate))) faults.add(`${name(plate)} is not in the window`);
    for (const other of plates.slice(at + 1)) {
      if (covers(boxOf(plate), boxOf(other))) faults.add(`${name(plate)} lies on ${name(other)}`);
    }
  });

  // No text lies on another text or under a card.
  const inked = (each) => {
    const { left, right, top, bottom } = boxOf(each);
    const rim = 0.2 * (bottom - top);
    return { left: left + 0.5, right: right - 0.5, top: top + rim, bottom: bottom - rim };
  };
  const texts = all("#table > svg .item > .lift > text");
  texts.forEach((each, at) => {
    const box = inked(each);
    if (!isIn(box)) faults.add(`the text ${each.textContent} is not in the window`);
    for (const other of texts.slice(at + 1)) {
      if (covers(box, inked(other))) faults.add(`the text ${each.textContent} lies on ${other.textContent}`);
    }
    const card = lying.find((other) => !other.contains(each) && covers(box, boxOf(other)));
    if (card) faults.add(`the text ${each.textContent} lies on the card ${name(card)}`);
  });

  // Cards face up have a name.
  const named = all("#table > svg .item[data-item]").filter((each) =>
    each.querySelector("[href^='#c-f'], [href^='#c-m']") && !/^(fact|plate)/.test(each.dataset.item));
  const names = named.map((each) => each.getAttribute("aria-label") ?? "");
  const round = (each) => {
    const { x, y, width, height } = boxOf(each);
    return [x, y, width, height].map(Math.round).join(" ");
  };
  const boxes = Object.fromEntries([one("#table > svg [data-item=felt]"), ...plates, one("#prompt"), one("#table")]
    .map((each) => [name(each), round(each)]));
  const totals = panel && {
    panel: all(".rows .total", panel).map((each) => each.textContent),
    chips: all("#scores b").map((each) => each.textContent),
    sheet: all("#sheet .t-sum.t-ink").slice(-all("#scores b").length).map((each) => each.textContent),
    plates: all("#table > svg [data-item^=score-]").map((each) => [each.dataset.item, each.textContent]).sort()
      .map(([, text]) => text),
  };
  return { faults: [...faults], boxes, names, own: cards.map((each) => [each.dataset.card,
    each.getAttribute("aria-label")]), least, totals, isPanel: Boolean(panel) };
}
