// Bids and declarations: large cards, a stepper with a switch, or a pad of numbers.

import { button, make } from "./elements.js";

/** Return the words of the button that makes a bid. */
const bidText = ({ text }) => (/^\d/.test(text) ? `Bid ${text}` : text);

/** Return a word with a large first letter. */
const titled = (word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/**
 * Return the elements for options that are more than plain buttons.
 *
 * @param {object[]} options the moves, with number, switch, note, badge, big and confirm.
 * @param {(move: string) => void} play makes a move.
 * @param {(words: string) => void} tell shows what a chosen number would mean.
 * @param {string} [start] the move with which a stepper begins.
 */
export function bidding(options, play, tell, start) {
  if (options.some((each) => each.big)) return [declarations(options, play)];
  const numbers = options.filter((each) => each.number !== undefined);
  const others = options.filter((each) => each.number === undefined);
  const found = numbers.some((each) => each.switch) ? [stepper(numbers, play, start)]
    : numbers.length ? [pad(numbers, play, tell)] : [];
  return others.length ? [...found, apart(others, play, tell)] : found;
}

/** Return a large card for each option. */
function declarations(options, play) {
  return make("div", { class: "big" }, ...options.map((each) => {
    const card = button("", () => play(each.move), { "data-move": each.move });
    card.append(make("b", {}, each.text), make("small", {}, each.note ?? ""),
      each.badge ? make("em", {}, each.badge) : "");
    return card;
  }));
}

/** Return a stepper for the number, a switch for the word, and one button. */
function stepper(options, play, start) {
  const switches = [...new Set(options.map((each) => each.switch))];
  const first = options.find((each) => each.move === start) ?? options[0];
  let which = first.switch;
  const numbers = () => options.filter((each) => each.switch === which);
  let at = numbers().indexOf(first);
  const note = make("p", { class: "note", role: "status" });
  const shown = make("output", { "aria-live": "polite" });
  const bid = button("", () => play(numbers()[at].move), { class: "main" });
  const less = button("−", () => step(-1), { "aria-label": "Less" });
  const more = button("+", () => step(1), { "aria-label": "More" });
  const sides = switches.map((word) => button(titled(word), () => turn(word)));

  function step(by) {
    at += by;
    update();
  }
  function turn(word) {
    const number = numbers()[at].number;
    which = word;
    at = Math.max(0, numbers().findIndex((each) => each.number === number));
    update();
  }
  function update() {
    const now = numbers()[at];
    shown.textContent = String(now.number);
    note.textContent = now.note ?? "";
    bid.textContent = bidText(now);
    bid.dataset.move = now.move;
    bid.classList.toggle("lit", now.move === start);
    const isLeast = at === 0;
    const isMost = at === numbers().length - 1;
    less.disabled = more.disabled = false;
    // A button that is disabled loses the focus, and keys would reach nobody.
    if ([isLeast && less, isMost && more].includes(document.activeElement)) (isLeast ? more : less).focus();
    less.disabled = isLeast;
    more.disabled = isMost;
    sides.forEach((side, place) => side.setAttribute("aria-pressed", String(switches[place] === which)));
  }
  update();
  return make("div", { class: "stepper" },
    make("div", { class: "row" }, ...sides), make("div", { class: "row" }, less, shown, more), note, bid);
}

/** Return a pad of numbers; a click tells what a number would mean, and a button bids it. */
function pad(options, play, tell) {
  let chosen = null;
  const bid = button("Bid", () => play(chosen.move), { class: "main", disabled: true });
  const keys = options.map((each) => button(String(each.number), () => {
    chosen = each;
    tell(each.note ?? each.text);
    bid.textContent = bidText(each);
    bid.disabled = false;
    keys.forEach((key, place) => key.setAttribute("aria-pressed", String(options[place] === each)));
  }, { title: each.note ?? null, "aria-label": each.text, "aria-pressed": "false", "data-move": each.move }));
  return make("div", { class: "pad" }, make("div", { class: "keys" }, ...keys), bid);
}

/** Return the rare options; those that need it are confirmed with a second click. */
function apart(options, play, tell) {
  return make("div", { class: "grid" }, ...options.map((each) => {
    let isAsked = !each.confirm;
    const made = button(each.text, () => {
      if (isAsked) {
        play(each.move);
        return;
      }
      isAsked = true;
      tell(each.note ?? each.text); // small windows have no room for it on the button
      made.classList.add("main");
      made.replaceChildren(`Really ${each.text}?`, make("small", {}, each.note ?? ""));
    }, { title: each.note ?? null, "data-move": each.move });
    if (each.note) made.append(make("small", {}, each.note));
    return made;
  }));
}
