// The end of a hand: the points of each player, and at the end of the game the winner.

import { button, drawn, make } from "./elements.js";

const COLOURS = 8;

/** Return a row for a player: a bar, the points, the total and the sum in words. */
function row(each, { fewer: isFewer, help }) {
  const bar = make("i", { class: (isFewer ? each.bar > 0 : each.bar < 0) ? "bar minus" : "bar" });
  bar.style.setProperty("--share", Math.abs(each.bar));
  const words = make("details", {}, make("summary", {}, each.words),
    make("p", {}, `${help} (Rule ${each.rule})`.trim()));
  return make("li", { class: each.won ? "won" : null },
    make("b", {}, each.name), bar, make("span", { class: "points" }, each.points),
    make("span", { class: "total", "aria-label": `total ${each.total}` }, each.total),
    each.rule ? words : make("p", { class: "words" }, each.words));
}

/** Return a graph of the totals of all players after each hand. */
function graph(totals, names) {
  const [wide, high] = [320, 90];
  const all = totals.flat();
  const [least, most] = [Math.min(...all), Math.max(...all)];
  const x = (hand) => 6 + (wide - 12) * hand / (totals.length - 1);
  const y = (total) => high - 6 - (high - 12) * (total - least) / Math.max(most - least, 1);
  const picture = drawn("svg", { viewBox: `0 0 ${wide} ${high}`, role: "img",
    "aria-label": `Scores after each hand: ${names.map((name, seat) =>
      `${name} ${totals.map((each) => each[seat]).join(", ")}`).join("; ")}` });
  names.forEach((_, seat) => picture.append(drawn("polyline", {
    class: `line line-${seat % COLOURS}`,
    points: totals.map((each, hand) => `${x(hand)},${y(each[seat])}`).join(" "),
  })));
  const legend = make("ul", { class: "legend" }, ...names.map((name, seat) =>
    make("li", { class: `line-${seat % COLOURS}` }, name)));
  return make("figure", { class: "graph" }, picture, legend);
}

/**
 * Return the content of the panel.
 *
 * @param {object} panel the result.
 * @param {string[]} names the names of the players.
 * @param {Array<[string, () => void]>} actions the buttons, the first one most important.
 */
export function drawnPanel(panel, names, actions) {
  const title = make("header", {}, make("h2", {}, panel.title), make("p", { class: "lead" }, panel.lead));
  const lines = [...panel.lines.map((line) => make("p", { class: "why" }, line)),
    make("p", { class: "why key" }, panel.key)];
  const rows = make("ol", { class: "rows" }, ...panel.rows.map((each) => row(each, panel)));
  const buttons = make("div", { class: "row" }, ...actions.map(([text, click], place) =>
    button(text, click, { class: place ? null : "main" })));
  const chart = panel.over && panel.totals ? [graph(panel.totals, names)] : [];
  return [title, ...lines, rows, ...chart, buttons];
}

const GAP = 4;
const LEVELS = [["full", "told", "brief"], ["short", "least"]];
const MARGINS = ["0 auto", "0 auto 0 0", "0 0 0 auto"];

/**
 * Put the panel where it covers no cards, with as much of it as there is room for below some.
 *
 * @param {number[][]} cards the boxes of the cards.
 * @param {number[]} [plate] the box of the viewer's plate, which stays in sight where that is possible.
 * @returns {boolean} false if it covers some.
 */
export function fit(box, cards, plate) {
  name(box, "Details");
  const kinds = plate ? [[...cards, plate], cards] : [cards];
  const beside = plate && plate[2] < box.parentElement.clientWidth / 2 ? plate[2] : 0;
  box.style.translate = "";
  const margins = beside ? [...MARGINS, `0 auto 0 ${beside}px`] : MARGINS;
  const isPut = LEVELS.some((levels) => kinds.some((boxes) => levels.some((level) =>
    margins.some((margin, way) => {
      box.style.margin = margin;
      box.style.maxWidth = beside && way > 1 ? `calc(${way > 2 ? "88%" : "100%"} - ${beside}px - 1.2rem)` : "";
      box.dataset.level = level;
      return putBelow(box, boxes);
    }))));
  if (!isPut) box.style.top = `${box.parentElement.clientHeight - GAP - box.offsetHeight}px`;
  return isPut;
}

/** Put the panel as low as possible below some boxes or between them; or return false. */
function putBelow(box, boxes) {
  const { offsetLeft: left, offsetWidth: wide, offsetHeight: high } = box;
  let floor = box.parentElement.clientHeight - GAP;
  const inColumn = boxes.filter(([start, , end]) => start < left + wide && end > left)
    .sort((one, other) => other[3] - one[3]);
  const above = inColumn.find(([, top, , bottom]) => {
    if (floor - bottom - GAP >= high) return true;
    floor = Math.min(floor, top - GAP);
    return false;
  });
  box.style.top = `${floor - high}px`;
  return Boolean(above || !inColumn.length);
}

/** Name the last button of the panel, which shows more of it or less. */
function name(box, words) {
  const last = box.querySelector(":scope > .row > :last-child:not(.main)");
  if (last) last.textContent = words;
}

/** Show all of the panel, where the window has room for it. */
export function unfold(box) {
  box.dataset.level = "open";
  name(box, "Less");
  box.style.translate = "";
  box.style.top = `${Math.max(GAP, Math.min(box.offsetTop, box.parentElement.clientHeight - GAP - box.offsetHeight))}px`;
}

/** Let people drag the panel by everything in it that is no control. */
export function makeMovable(box) {
  box.addEventListener("toggle", () => unfold(box), { capture: true }); // its words open and close
  let held = null;
  let at = [0, 0];
  box.addEventListener("pointerdown", (event) => {
    if (event.button || event.target.closest("button, summary, li")) return;
    at = box.style.translate ? at : [0, 0];
    held = [event.clientX - at[0], event.clientY - at[1]];
    box.setPointerCapture(event.pointerId);
  });
  box.addEventListener("pointermove", (event) => {
    if (!held) return;
    const { clientWidth, clientHeight } = box.parentElement;
    const within = (to, from, size, room) => Math.max(-from - size + 80, Math.min(to, room - from - 80));
    at = [within(event.clientX - held[0], box.offsetLeft, box.offsetWidth, clientWidth),
      Math.max(-box.offsetTop, within(event.clientY - held[1], box.offsetTop, 80, clientHeight))];
    box.style.translate = `${at[0]}px ${at[1]}px`;
  });
  for (const end of ["pointerup", "pointercancel"]) box.addEventListener(end, () => (held = null));
}
