// Players for whom the table waits long, and what leaving costs.

import { button, byId, make } from "./elements.js";

const WARNED = 60;

/**
 * Add the box to the page.
 *
 * @param {(seat: number) => void} replace lets the game go on without a player.
 * @returns a function that takes the messages of the server.
 */
export function makeWaiting(replace) {
  const words = make("p", { role: "status" });
  const row = make("div", { class: "row" });
  const box = make("section", { id: "waiting", "aria-label": "The table waits", hidden: true }, words, row);
  const rule = make("p", { id: "stakes" });
  byId("table").append(box);
  byId("rules-tab").prepend(rule);
  let shown = {};
  let end = Infinity;
  let ticking = 0;

  /** Return the seats of people for whom others wait; a deal needs the pages of all. */
  function seats() {
    if (shown.over || shown.free) return [];
    const all = shown.actor === null ? shown.away : [shown.actor];
    return shown.people.length > 1 ? all.filter((seat) => shown.people.includes(seat)) : [];
  }

  function show() {
    clearTimeout(ticking);
    const left = Math.ceil((end - performance.now()) / 1000);
    const waits = shown.you === null ? [] : seats();
    const isYours = waits.includes(shown.you);
    const others = waits.filter((seat) => seat !== shown.you);
    box.hidden = !waits.length || left > (isYours ? WARNED : 0) || (!isYours && !others.length);
    if (left > 0 && left < Infinity) ticking = setTimeout(show, 1000 * Math.max(1, left - WARNED));
    if (box.hidden) return;
    const time = left > 0 ? `in ${left} seconds` : "now";
    words.textContent = isYours ? `The others can go on without you ${time}. ${shown.stakes}`
      : "The table has waited long.";
    row.replaceChildren(...(left > 0 ? [] : others).map((seat) =>
      button(`Go on without ${shown.names[seat]}`, () => replace(seat))));
  }

  return (message) => {
    if (message.type !== "table") return;
    const { steps, ...facts } = message;
    const isNew = steps.some(({ scene }) => scene) || "actor" in facts;
    shown = { ...shown, ...facts };
    rule.textContent = shown.stakes;
    if (shown.patience === undefined) end = shown.absent ? 0 : Infinity; // a clock counts
    else if (isNew) end = performance.now() + 1000 * shown.patience;
    show();
  };
}
