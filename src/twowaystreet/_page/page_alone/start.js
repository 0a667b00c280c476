// The front page: a gallery of the games, the name and the opponents, and the loading of Python.

import { button, byId, make } from "./elements.js";
import { makeLoading } from "./loading.js";
import { makeOptions } from "./game_options.js";
import { picture } from "./game_pictures.js";
import { keep, kept } from "./prefs.js";
import { CATALOGUE } from "./settings.js";

const KEY = "twowaystreet start";
const NAME = "Player";

/** Return the name and the opponents of the last visit. */
function remembered() {
  let found = {};
  try {
    found = JSON.parse(kept(KEY) ?? "{}") ?? {};
  } catch {
    // A damaged text counts as none.
  }
  const bots = CATALOGUE.bots.map((each) => each.name);
  return {
    name: typeof found.name === "string" ? found.name : NAME,
    bots: bots.includes(found.bots) ? found.bots : CATALOGUE.usual,
  };
}

/** Return the fields for the name and the opponents. */
function fields() {
  const { name, bots } = remembered();
  const form = make("form", { class: "start-you" },
    make("label", { class: "start-name" }, make("span", {}, "Your name"),
      make("input", { id: "start-name", value: name, maxlength: 40, autocomplete: "nickname" })),
    make("fieldset", { class: "start-pills" }, make("legend", {}, "Opponents"),
      ...CATALOGUE.bots.map((each) => {
        const [short, words] = each.title.split(": ");
        return make("label", {},
          make("input", { type: "radio", name: "bots", value: each.name, checked: each.name === bots }),
          make("span", {}, make("b", {}, short), make("small", {}, words ?? "")));
      })));
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("change", () => keep(KEY, JSON.stringify(chosen())));
  return form;
}

/** Return the name and the opponents that are chosen. */
const chosen = () => ({
  name: byId("start-name").value.trim() || NAME,
  bots: document.querySelector("#start [name=bots]:checked").value,
});

/** Return the tile of a game. */
function tile(game, play, showOptions) {
  const title = `gallery-${game.name}`;
  const cloth = picture(game);
  cloth.addEventListener("click", () => play(game, {}));
  return make("li", { class: "gallery-tile", "data-game": game.name },
    cloth,
    make("div", { class: "gallery-text" },
      make("h2", { id: title }, game.title),
      make("p", { class: "gallery-players" }, game.players),
      make("p", { class: "gallery-words" }, game.summary)),
    make("div", { class: "gallery-buttons" },
      button("Play", () => play(game, {}), { class: "main", "aria-describedby": title }),
      button("Options", () => showOptions(game), { "aria-describedby": title })));
}

/**
 * Add the front page to the page.
 *
 * @param {(message: object, game: object) => void} pick takes the message that begins a game.
 * @param {() => void} goOn goes on with the saved game.
 * @param {() => void} leave shows the gallery during a game.
 * @param {() => void} cancel forgets the game that waits for Python.
 * @returns an object that opens and closes the front page, and tells it the news.
 */
export function makeStart({ pick, goOn, leave, cancel }) {
  const play = (game, options) =>
    pick({ do: "begin", game: game.name, options, ...chosen() }, game);
  const loading = makeLoading(cancel);
  const options = makeOptions(play);
  const saved = make("section", { id: "start-saved", "aria-labelledby": "start-saved-title" });
  const main = make("main", { id: "start" },
    make("header", { class: "start-top" },
      make("div", {}, make("h1", {}, "Card games"),
        make("p", {}, "Play against bots, here in your browser. No account, no waiting.")),
      fields()),
    loading.bar,
    make("p", { role: "alert", id: "start-refusal" }),
    saved,
    make("ul", { id: "gallery" }, ...CATALOGUE.games.map((game) => tile(game, play, options.open))));
  document.body.append(main, options.dialog, loading.dialog);
  byId("bar").prepend(button("", leave, { id: "start-home" }));
  byId("start-home").append(make("span", { class: "start-wide" }, "Games"));

  /** Show the saved game above all others. */
  function showSaved(game) {
    saved.hidden = !game;
    if (!game) return;
    saved.replaceChildren(picture(game),
      make("div", { class: "gallery-text" },
        make("h2", { id: "start-saved-title" }, "Go on with your game"),
        make("p", {}, `${game.title}. Starting another game ends this one.`)),
      button("Go on", goOn, { class: "main", id: "start-go-on" }));
  }

  return {
    get isWaiting() {
      return loading.dialog.open || options.dialog.open;
    },
    progress: loading.progress,
    wait: loading.wait,
    fail: loading.fail,
    open: (game, words) => {
      const wasOpen = document.body.classList.contains("start-open");
      loading.close();
      showSaved(game);
      byId("start-refusal").textContent = words;
      main.hidden = false;
      document.body.classList.add("start-open");
      document.title = "Card games";
      if (!wasOpen) main.scrollTop = 0;
      if (document.activeElement !== document.body) main.querySelector("button.main").focus();
    },
    close: () => {
      loading.close();
      options.dialog.close();
      main.hidden = true;
      document.body.classList.remove("start-open");
    },
    refuse: (words) => {
      loading.close();
      if (options.refuse(words)) return;
      byId("start-refusal").textContent = words;
      byId("start-name").focus();
    },
  };
}
