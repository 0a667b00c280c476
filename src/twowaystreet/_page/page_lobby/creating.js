// Creating a table: the options of a game, the bots, the clock, and who may come.

import { make } from "./elements.js";
import { makeOptions, pills } from "./game_options.js";
import { CATALOGUE } from "./settings.js";
import { clockWords, counted } from "./words.js";

const MOST = 9;
const UNDO = [["yes", "When all agree"], ["no", "Never"]];
const HINTS = [["yes", "When asked for"], ["no", "None"]];
const PHRASES = [["yes", "Yes"], ["no", "No"]];
const PUBLIC = [["yes", "Everybody here"], ["no", "People with the link"]];

/** Return the numbers of bots to choose from, in words. */
function counts(seats) {
  const all = Array.from({ length: Math.min(seats, MOST) }, (_, count) => [String(count), String(count)]);
  return [["0", "None"], ...all.slice(1)];
}

/** Return who will be at a table. */
function company(seats, bots) {
  const people = seats - 1 - bots;
  const others = [people && counted(people, "more person", "more people"), bots && counted(bots, "bot")];
  return `${["You", others.filter(Boolean).join(" and ")].join(people && bots ? ", " : " and ")}.`;
}

/**
 * Make the dialog.
 *
 * @param {(game: object, choice: object) => void} create takes what the server needs.
 */
export function makeCreating(create) {
  let fields = null;

  function more(game, options) {
    const bots = make("div", {});
    const words = make("p", { class: "lobby-company", role: "status" });
    const field = (name, label, pairs, usual = pairs[0][0]) => pills({ name, label, default: usual }, pairs);
    const kind = field("bot", "Level of the bots", CATALOGUE.bots.map(({ name, title }) => [name, title]), CATALOGUE.usual);
    const clock = field("seconds", "Time for a move",
      CATALOGUE.clocks.map((seconds) => [String(seconds), clockWords(seconds)]));
    const undo = field("undo", "Take back moves", UNDO);
    const hints = field("hints", "Hints", HINTS);
    hints.element.hidden = !CATALOGUE.hints;
    const phrases = field("phrases", "Set phrases, such as “Well played”", PHRASES);
    const open = field("public", "Who may join", PUBLIC);
    let seats = 0;
    let count = null;

    function update() {
      const now = Number(options().players ?? game.seats);
      if (now !== seats) {
        const before = count?.value();
        count = pills({ name: "count", label: "Bots", default: before < now ? before : "0" }, counts(now));
        bots.replaceChildren(count.element);
      }
      seats = now;
      const number = Number(count.value());
      kind.element.hidden = !number;
      open.element.hidden = number === seats - 1;
      phrases.element.hidden = number === seats - 1 || !CATALOGUE.phrases;
      words.textContent = company(seats, number);
    }

    update();
    fields = { update, choice: () => ({
      bots: Array(Number(count.value())).fill(kind.value()),
      public: open.value() === "yes",
      seconds: Number(clock.value()),
      take_backs: undo.value() === "yes",
      hints: hints.value() === "yes",
      phrases: phrases.value() === "yes",
    }) };
    return [bots, kind.element, words, clock.element, undo.element, hints.element, phrases.element, open.element];
  }

  const options = makeOptions(
    (game, chosen) => create(game, { options: chosen, ...fields.choice() }), "Create the table", more);
  options.dialog.addEventListener("change", () => fields.update());
  return options;
}
