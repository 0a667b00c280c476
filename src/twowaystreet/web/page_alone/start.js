// The form for a new game. The engine's list of games and options gives its fields.

import { CATALOGUE } from "./settings.js";

const byId = (name) => document.getElementById(name);

/** Make an element with attributes and children; children that are texts stay texts. */
function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

const choice = (value, text, chosen) => {
  const made = make("option", { value }, text);
  made.selected = value === chosen;
  return made;
};

const labelled = (text, field) => make("label", {}, make("span", {}, text), field);

/** Make the field of an option of a game. */
function fieldOf(option) {
  const name = option.name;
  const field = option.values.length
    ? make("select", { name }, ...option.values.map((each) => choice(each, each, option.default)))
    : make("input", { name, value: option.default, title: option.expected, autocomplete: "off" });
  field.dataset.default = option.default;
  const words = name.replaceAll("_", " ");
  const title = `${words[0].toUpperCase()}${words.slice(1)} (${option.rule})`;
  const label = labelled(title, field);
  if (!option.values.length) label.append(make("small", {}, option.expected));
  return label;
}

/** Fill in the options of the chosen game. */
function showOptions() {
  const game = CATALOGUE.games.find((each) => each.name === byId("start-game").value);
  const [first, others] = [true, false].map((is) =>
    game.options.filter((option) => option.first === is).map(fieldOf));
  byId("start-first").replaceChildren(...first);
  byId("start-others").replaceChildren(...others);
  byId("start-more").hidden = !others.length;
}

/** Return the game that the form describes; options with their default are left out. */
function chosen(form) {
  const fields = [...form.querySelectorAll("[data-default]")];
  const changed = fields.filter((field) => field.value.trim() !== field.dataset.default);
  return {
    game: byId("start-game").value,
    bots: byId("start-bots").value,
    name: byId("start-name").value,
    options: Object.fromEntries(changed.map((field) => [field.name, field.value.trim()])),
  };
}

/**
 * Add the form, and a button that opens it, to the page.
 *
 * @param {(game: object) => boolean} begin takes the game to begin; false if that is impossible.
 * @returns an object that opens and closes the form, and shows a refusal in it.
 */
export function startForm(begin) {
  const { games, bots } = CATALOGUE;
  const back = make("button", { type: "button" }, "Back to the game");
  const form = make("form", {},
    make("p", { role: "alert", id: "start-refusal" }),
    labelled("Game", make("select", { id: "start-game" },
      ...games.map((each) => choice(each.name, each.title)))),
    labelled("Your name",
      make("input", { id: "start-name", value: "Player", maxlength: 40, required: "" })),
    labelled("Opponents", make("select", { id: "start-bots" },
      ...bots.map((each) => choice(each.name, each.title)))),
    make("div", { id: "start-first" }),
    make("details", { id: "start-more" }, make("summary", {}, "More options"),
      make("div", { id: "start-others" })),
    make("div", { id: "start-buttons" },
      make("button", { type: "submit", class: "main" }, "Begin the game"), back));
  const section = make("section", { id: "start", "aria-labelledby": "start-title", hidden: "" },
    make("h2", { id: "start-title" }, "New game"), form);
  const button = make("button", { type: "button", id: "new-game" }, "New game");
  document.querySelector("main").prepend(section);
  document.querySelector("header").append(button);
  document.body.classList.add("waiting");
  let isPlaying = false;

  const open = (words) => {
    section.hidden = false;
    back.hidden = !isPlaying;
    button.hidden = true;
    byId("start-refusal").textContent = words;
    document.body.classList.add("waiting");
    byId("start-game").focus();
  };
  const close = () => {
    section.hidden = true;
    button.hidden = false;
    document.body.classList.remove("waiting");
  };

  button.hidden = true;
  button.addEventListener("click", () => open(""));
  back.addEventListener("click", () => {
    close();
    button.focus();
  });
  byId("start-game").addEventListener("change", showOptions);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = "The game begins as soon as Python is loaded.";
    byId("start-refusal").textContent = begin(chosen(form)) ? words : "The game cannot begin.";
  });
  showOptions();
  return {
    open,
    close: () => {
      isPlaying = true;
      close();
    },
    refuse: (words) => {
      byId("start-refusal").textContent = words;
    },
  };
}
