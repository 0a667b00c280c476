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
 * @param {() => void} close closes the panel.
 */
export function drawnPanel(panel, names, actions, close) {
  const title = make("header", {}, make("h2", {}, panel.title), make("p", { class: "lead" }, panel.lead),
    button("×", close, { class: "close", "aria-label": "Close", title: "Close" }));
  const lines = [...panel.lines.map((line) => make("p", { class: "why" }, line)),
    make("p", { class: "why key" }, panel.key)];
  const rows = make("ol", { class: "rows" }, ...panel.rows.map((each) => row(each, panel)));
  const buttons = make("div", { class: "row" }, ...actions.map(([text, click], place) =>
    button(text, click, { class: place ? null : "main" })));
  const chart = panel.over && panel.totals ? [graph(panel.totals, names)] : [];
  return [title, ...lines, rows, ...chart, buttons];
}

const GAP = 6;
const LEVELS = ["full", "words", "told", "brief", "short", "least"];

/** Whether the panel has a column of its own at the side. */
export const atSide = matchMedia("(min-width: 1100px)");

/**
 * Show as much of the panel as there is room for: at the side, or at the lower edge of the table,
 * where it covers no card.
 *
 * @param {Element} box the panel.
 * @param {Scene} scene the cards on the table.
 */
export function lay(box, scene) {
  const { clientHeight: high, clientWidth: wide } = box.parentElement;
  let rooms = [high - 2 * GAP];
  box.style = "";
  if (!atSide.matches) {
    const [start, top, width, tall] = scene.inPixels(scene.boxes.prompt);
    const isBeside = ([x, , , end]) => x >= start + width - 1 && end > top; // few cards of the reader
    const right = scene.faces.some(isBeside) ? wide - start - width : GAP;
    const own = [...scene.faces, ...scene.boxesOf(/^back-\d+-\d+$/)].filter(([, y, , end]) => (y + end) / 2 > top + tall);
    const bottom = Math.min(high, ...own.map(([, y]) => y)) - GAP;
    const above = scene.faces.filter(([x, y, end]) => y < top && end > start && x < wide - right);
    const ceiling = Math.max(0, ...above.map(([, , , end]) => end));
    const piles = scene.boxesOf(/^stock$/).filter(([, , end, floor]) => end < wide / 2 && floor > ceiling);
    const left = Math.max(start, ...piles.map(([, , end]) => end + GAP));
    rooms = [bottom - top, bottom - GAP - ceiling];
    [box.style.left, box.style.right, box.style.bottom] = [left, right, high - bottom].map((each) => `${each}px`);
    box.style.maxHeight = `${bottom - GAP}px`;
  }
  name(box, "Details");
  const fits = (room, level) => {
    box.dataset.level = level;
    return box.offsetHeight <= room && box.scrollHeight <= box.clientHeight;
  };
  rooms.some((room, at) => LEVELS.slice(0, at < rooms.length - 1 ? 4 : 6).some((level) => fits(room, level)));
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
}
