// The list of tables. A row that has not changed stays, with the focus in it.

import { avatar } from "./avatar.js";
import { button, make } from "./elements.js";
import { picture } from "./game_pictures.js";
import { isLive, live } from "./live.js";
import { ago, clockWords, counted, gameNamed, optionWords } from "./words.js";

/** Return how a game stands. */
function state({ free, is_over: isOver, has_begun: hasBegun }) {
  if (isOver) return "The game is over";
  if (free.length) return counted(free.length, "free seat");
  return hasBegun ? "The game goes on" : "Ready to begin";
}

/** Return the people and the free seats of a table. */
export function seats({ names, free }) {
  return make("ul", { class: "lobby-seats", "aria-label": "Seats" }, ...names.map((name, seat) =>
    (free.includes(seat) ? make("li", { class: "free" }, "free") : make("li", {}, avatar(name), name))));
}

/** Return the facts of a table in words. */
export function facts(row) {
  return [row.counts && "Counts for ratings, without hints", row.seconds && `${clockWords(row.seconds)} for a move`, ...optionWords(row)]
    .filter(Boolean);
}

/** Return the buttons of a table. */
function actions(row, act, title) {
  const about = { "aria-describedby": title };
  const add = (text, verb, isMain) =>
    button(text, () => act(verb, row), { ...about, class: isMain ? "main" : null });
  if (row.mine) return [add("Return", "join", true), add("Leave", "leave", false)];
  if (row.back) return [add("Return", "join", true), add("Watch", "watch", false)];
  if (row.free.length) return [add("Join", "join", true), add("Watch", "watch", false)];
  return [add("Watch", "watch", false)];
}

function drawn(row, act) {
  const title = `table-${row.table}`;
  const game = gameNamed(row.game);
  return make("li", { class: "lobby-table", "data-table": row.table },
    isLive(row) ? live(row) : game ? picture(game) : null,
    make("div", { class: "lobby-about" },
      make("h3", { id: title }, row.title),
      seats(row),
      make("p", {}, [state(row), ...facts(row)].join(" \u00b7 "), " \u00b7 ",
        make("time", { datetime: row.made }, ago(row.made)))),
    make("div", { class: "lobby-row" }, ...actions(row, act, title)));
}

/**
 * Make a list of tables.
 *
 * @param {(verb: string, row: object) => void} act joins, watches or leaves a table.
 */
export function makeTables(act) {
  const list = make("ul", { class: "lobby-tables" });
  const shown = new Map();

  /** Return the row of a table: the old one, unless something has changed. */
  function rowOf(row) {
    const text = JSON.stringify({ ...row, number: isLive(row) });
    const old = shown.get(row.table);
    if (old?.text === text) return old;
    const element = drawn(row, act);
    if (old?.element.contains(document.activeElement)) {
      const words = document.activeElement.textContent;
      old.element.replaceWith(element);
      const same = [...element.querySelectorAll("button")].find((each) => each.textContent === words);
      (same ?? element.querySelector("button")).focus();
    }
    return { text, element };
  }

  return {
    list,
    show: (rows) => {
      const found = rows.map((row) => [row.table, rowOf(row)]);
      shown.clear();
      for (const [name, each] of found) shown.set(name, each);
      const elements = found.map(([, { element }]) => element);
      for (const each of [...list.children]) if (!elements.includes(each)) each.remove();
      elements.forEach((each, place) => {
        if (list.children[place] !== each) list.insertBefore(each, list.children[place] ?? null);
      });
      for (const each of list.querySelectorAll("time")) each.textContent = ago(each.dateTime);
    },
  };
}
