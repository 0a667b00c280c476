// What people at the table say: a button on the own plate, the phrases to choose, and bubbles beside the plates.

import { button, byId, drawn, make } from "./elements.js";
import { reactionArt } from "./reactions.js";

const STAYS = 4500;
const GAP = 6;
const AROUND = /^(cloth|felt|turn)$/;
const PANELS = "#prompt, #options:not([hidden]), #result:not([hidden])";

/** Return the picture of a reaction; null for words. */
function reaction(phrase, attributes) {
  const art = reactionArt(phrase);
  if (!art) return null;
  const picture = drawn("svg", { viewBox: "-12 -12 24 24", ...attributes });
  picture.innerHTML = art;
  return picture;
}

/** Return the box of an element in the table: left, upper, right and lower edge. */
function boxOf(element) {
  const table = byId("table").getBoundingClientRect();
  const { left, top, right, bottom } = element.getBoundingClientRect();
  return [left - table.left, top - table.top, right - table.left, bottom - table.top];
}

/** Return the area that two boxes share. */
const shared = ([a, b, c, d], [e, f, g, h]) =>
  Math.max(0, Math.min(c, g) - Math.max(a, e)) * Math.max(0, Math.min(d, h) - Math.max(b, f));

/** Put a bubble beside a plate, where it covers least: below, above, at the sides, or on the plate. */
function place(bubble, seat) {
  const { clientWidth, clientHeight } = byId("table");
  const items = [...document.querySelectorAll("#table > svg .item")];
  const plate = items.find(({ dataset }) => dataset.item === `plate-${seat}`);
  if (!plate) return;
  const [left, top, right, bottom] = boxOf(plate);
  const [wide, high] = [bubble.offsetWidth, bubble.offsetHeight];
  const shown = items.filter(({ dataset }) => dataset.item && !AROUND.test(dataset.item));
  const scores = shown.filter(({ dataset }) => dataset.item.startsWith("score-"));
  const panels = [...document.querySelectorAll(PANELS), ...scores, ...scores, ...scores];
  const others = [...shown, ...panels, ...panels, ...panels].map(boxOf); // to cover choices or scores is worse
  const inX = (x) => Math.max(GAP, Math.min(x, clientWidth - wide - GAP));
  const inY = (y) => Math.max(GAP, Math.min(y, clientHeight - high - GAP));
  const spots = [[inX(left), bottom + GAP, "below"], [inX(left), top - GAP - high, "above"],
    [inX(right - wide), bottom + GAP, "below"], [inX(right - wide), top - GAP - high, "above"],
    [right + GAP, inY(top), "right"], [left - GAP - wide, inY(top), "left"], [inX(right - wide), inY(bottom - high), "on"]];
  const costs = spots.map(([x, y]) => {
    const box = [x, y, x + wide, y + high];
    const outside = wide * high - shared(box, [0, 0, clientWidth, clientHeight]);
    return others.reduce((sum, each) => sum + shared(box, each), 9 * outside);
  });
  const [x, y, side] = spots[costs.indexOf(Math.min(...costs))];
  [bubble.style.left, bubble.style.top, bubble.dataset.side] = [`${x}px`, `${y}px`, side];
}

/**
 * Add the button, the phrases and the bubbles to the page.
 *
 * @param {(phrase: string) => boolean} say sends a phrase.
 * @returns a function that takes the messages of the server.
 */
export function makeCompany(say) {
  const bubbles = new Map();
  const said = make("div", { id: "said", role: "log", "aria-label": "What people say" });
  const words = make("div", { class: "row" });
  const faces = make("div", { class: "row" });
  const box = make("section", { id: "phrases", "aria-label": "Say something", hidden: true }, faces, words);
  // The result of a hand may cover the plate, so that one in the bar takes its place.
  const openers = ["say", "say-over"].map((id) => {
    const one = button("", () => open(box.hidden, one), { id, "aria-label": "Say something", title: "Say something",
      "aria-expanded": "false", "aria-controls": "phrases", hidden: true });
    one.append(make("i", { "aria-hidden": "true" }, "\u2026"));
    return one;
  });
  const [onPlate, inBar] = openers;
  let opener = onPlate;
  byId("tools").prepend(inBar);
  byId("table").append(onPlate, box, said);
  let shown = { phrases: [], people: [], names: [] };

  function open(isOpen, by = opener) {
    box.hidden = !isOpen;
    opener = by;
    box.classList.toggle("over", by === inBar);
    for (const one of openers) one.setAttribute("aria-expanded", String(isOpen));
    if (isOpen) box.querySelector("button").focus();
  }

  function choose(phrase) {
    say(phrase);
    open(false);
    opener.focus();
  }

  function fill(phrases) {
    const isFace = (phrase) => reactionArt(phrase) !== undefined;
    faces.replaceChildren(...phrases.filter(isFace).map((phrase) => {
      const one = button("", () => choose(phrase), { "aria-label": phrase });
      one.append(reaction(phrase, { "aria-hidden": "true" }));
      return one;
    }));
    words.replaceChildren(...phrases.filter((each) => !isFace(each)).map((each) => button(each, () => choose(each))));
  }

  /** Offer phrases to a person who is not alone with bots. */
  function offer() {
    const { phrases, people, you } = shown;
    const plate = document.querySelector(`#table > svg [data-item="plate-${you}"]`);
    for (const one of openers) one.hidden = !phrases.length || people.length < 2 || !plate;
    if (onPlate.hidden) return open(false);
    const [left, top, right, bottom] = boxOf(plate);
    Object.assign(onPlate.style, { left: `${left}px`, top: `${top}px`, width: `${right - left}px`, height: `${bottom - top}px` });
    Object.assign(box.style, { left: `${Math.max(GAP, left)}px`, bottom: `${byId("table").clientHeight - top + GAP}px`,
      maxHeight: `${top - 2 * GAP}px` });
  }

  function hear({ seat, phrase }) {
    bubbles.get(seat)?.remove();
    const name = make("span", { class: "unseen" }, `${shown.names[seat]}: `);
    const bubble = make("p", {}, name, reaction(phrase, { role: "img", "aria-label": phrase }) ?? phrase);
    bubbles.set(seat, bubble);
    said.append(bubble);
    place(bubble, seat);
    setTimeout(() => bubble.remove(), STAYS);
  }

  byId("table").addEventListener("settled", offer);
  byId("table").addEventListener("transitionend", ({ target }) => {
    if (target.dataset.item === `plate-${shown.you}`) offer(); // it has moved
  });
  addEventListener("pointerdown", ({ target }) => {
    if (!box.hidden && !box.contains(target) && !openers.some((one) => one.contains(target))) open(false);
  });
  box.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    open(false);
    opener.focus();
  });

  return (message) => {
    if (message.type === "said") hear(message);
    if (message.type !== "table") return;
    shown = { ...shown, ...message };
    if (message.phrases) fill(message.phrases);
    offer();
  };
}
