// The lobby: a gallery of the games, the tables of the club, and its results.

import { call, ownName, wordsOf } from "./api.js";
import { makeCreating } from "./creating.js";
import { ask, button, byId, make, write } from "./elements.js";
import { picture } from "./game_pictures.js";
import { follow } from "./live.js";
import { makeCorner, needName } from "./person.js";
import { prefs } from "./prefs.js";
import { showPerson } from "./profile.js";
import { makeResults } from "./results.js";
import { CATALOGUE } from "./settings.js";
import { facts, makeTables, seats } from "./tables.js";

const EVERY = 4000;
const SAID = 6000;
const JOIN = /^#join=([\w.-]+)$/;
const LOST = "The server does not answer. This page tries again.";

let saying = 0;
let loading = 0;
let finished = ""; // the finished games of the tables at the last look for results

/** Show words for some seconds. */
function tell(words) {
  write("lobby-words", words);
  clearTimeout(saying);
  saying = setTimeout(() => write("lobby-words", ""), SAID);
}

/** Open a table. */
function open({ table, token }) {
  history.replaceState(null, "", location.pathname);
  location.assign(`table/#${table}.${token}`);
}

/** Do something at the server with a name, and show why it is impossible. */
async function attempt(work, refuse = tell) {
  if (!await needName(changed)) return;
  try {
    await work();
  } catch (error) {
    if (!ownName()) corner.show();
    refuse(wordsOf(error));
  }
}

/** Join, watch or leave a table. */
function act(verb, row) {
  attempt(async () => {
    if (verb !== "leave") {
      open(await call("POST", `tables/${row.table}/${verb}`, {}));
      return;
    }
    const plays = row.has_begun && !row.is_over;
    const words = `A bot plays on for you until you return. ${row.counts ? CATALOGUE.leaving : ""}`;
    if (plays && !await ask("Leave the table?", words.trim(), "Leave")) return;
    await call("POST", `tables/${row.table}/leave`, {});
    await load();
  });
}

function create(game, choice, refuse) {
  attempt(async () => open(await call("POST", "tables", { game: game.name, ...choice })), refuse);
}

const playBots = (game) => create(game, { options: {}, public: false, seconds: 0,
  bots: Array(game.seats - 1).fill(CATALOGUE.usual) });

const creating = makeCreating((game, choice) =>
  create(game, choice, (words) => creating.refuse(words) || tell(words)));
const own = makeTables(act);
const others = makeTables(act);
const { parts: lists, show: showResults } = makeResults();
const corner = makeCorner(changed, tell);

/** Return the tile of a game. */
function tile(game) {
  const title = `gallery-${game.name}`;
  const cloth = picture(game);
  cloth.addEventListener("click", () => creating.open(game));
  return make("li", { class: "gallery-tile", "data-game": game.name }, cloth,
    make("div", { class: "gallery-text" }, make("h3", { id: title }, game.title),
      make("p", { class: "gallery-players" }, game.players),
      make("p", { class: "gallery-words" }, game.summary)),
    make("div", { class: "gallery-buttons" },
      button("Create a table", () => creating.open(game), { class: "main", "aria-describedby": title }),
      button("Play bots", () => playBots(game), { "aria-describedby": title })));
}

/** Return a part of the page. */
function part(name, title, ...content) {
  const id = `${name}-title`;
  return make("section", { id: name, "aria-labelledby": id, "data-tab": TABS[name] },
    make("h2", { id }, title), ...content);
}

const TABS = { own: "tables", tables: "tables", games: "games", standings: "results", results: "results" };
const none = (words) => make("p", { class: "lobby-none" }, words);

function build() {
  const tabs = make("nav", { class: "lobby-tabs", "aria-label": "Parts of this page" },
    ...[["games", "Games"], ["tables", "Tables"], ["results", "Results"]].map(([name, text]) =>
      button(text, () => choose(name), { "data-tab": name })));
  byId("start").replaceChildren(
    make("header", { class: "start-top" },
      make("div", {}, make("h1", {}, "Card games"),
        make("p", {}, "Play with friends or against bots. No account, no password.")),
      corner.corner),
    make("p", { id: "lobby-lost", role: "alert" }), make("p", { id: "lobby-words", role: "status" }),
    make("section", { id: "invited", "aria-labelledby": "invited-title", hidden: true }),
    make("section", { id: "person", "aria-labelledby": "person-title", hidden: true }),
    tabs,
    make("div", { class: "lobby-columns" },
      make("div", { class: "lobby-side" },
        part("own", "Your tables", own.list),
        part("tables", "Open tables", others.list, none("No table is open. Create one, and others can join."))),
      part("games", "Games", make("ul", { id: "gallery" }, ...CATALOGUE.games.map(tile))),
      make("div", { class: "lobby-more" },
        part("standings", "Players", ...lists.standings, none("Nobody has finished a game yet.")),
        part("results", "Finished games", ...lists.results, none("Here you can look back at each game.")))));
  document.body.append(creating.dialog);
  choose("games");
}

/** Show one part of the page in a small window; a large one shows all. */
function choose(name) {
  byId("start").dataset.tab = name;
  for (const each of document.querySelectorAll(".lobby-tabs button")) {
    each.setAttribute("aria-pressed", each.dataset.tab === name);
  }
}

/** Fill a list, or show that it is empty. */
function fill(name, count) {
  byId(name).classList.toggle("empty", !count);
}

const isFull = ({ free }) => Number(!free.length);

/** Show the tables, and the results if there are new ones. */
async function load() {
  clearTimeout(loading);
  loading = setTimeout(load, EVERY);
  if (document.visibilityState === "hidden") return;
  try {
    const { tables } = await call("GET", "tables");
    const isOwn = ({ mine, back }) => mine || back;
    const mine = tables.filter(isOwn);
    const open = tables.filter((each) => !isOwn(each)).sort((one, other) => isFull(one) - isFull(other));
    own.show(mine);
    others.show(open);
    follow(tables);
    byId("own").hidden = !mine.length;
    fill("tables", open.length);
    document.querySelector(".lobby-tabs [data-tab=tables]").textContent =
      tables.length ? `Tables (${tables.length})` : "Tables";
    await loadResults(tables);
    write("lobby-lost", "");
  } catch (error) {
    if (error.status === 401) changed();
    else write("lobby-lost", error.status === 0 ? LOST : wordsOf(error));
  }
}

let looked = -Infinity;

/** Ask for the results after each game at a table that is shown, and every minute. */
async function loadResults(tables) {
  const news = JSON.stringify(tables.map(({ table, games }) => [table, games]));
  if (news === finished && performance.now() - looked < 60_000) return;
  const found = await call("GET", "results");
  [finished, looked] = [news, performance.now()];
  showResults(found);
  fill("results", found.results.length);
  fill("standings", found.standings.length);
}

/** Show the table of an invitation. */
async function showInvitation() {
  const box = byId("invited");
  const name = JOIN.exec(location.hash)?.[1];
  box.hidden = !name;
  if (!name) return;
  const close = () => {
    history.replaceState(null, "", location.pathname);
    box.hidden = true;
  };
  const title = (words) => make("h2", { id: "invited-title" }, words);
  try {
    const row = await call("GET", `tables/${name}`);
    const host = row.names.find((_, seat) => !row.free.includes(seat));
    const isOwn = row.mine || row.back;
    const canJoin = isOwn || row.free.length;
    const words = isOwn ? `Your table: ${row.title}` : `${host} invites you: ${row.title}`;
    const about = [canJoin ? "" : "All seats are taken, but you can watch", ...facts(row)].filter(Boolean);
    box.replaceChildren(title(words), about.length ? make("p", {}, about.join(" \u00b7 ")) : "", seats(row),
      make("div", { class: "lobby-row" },
        canJoin ? button(isOwn ? "Return" : "Join", () => act("join", row), { class: "main" }) : null,
        row.mine ? null : button("Watch", () => act("watch", row), { class: canJoin ? null : "main" }),
        button("Not now", close)));
  } catch (error) {
    box.replaceChildren(title("An invitation"), make("p", {}, wordsOf(error)), button("Close", close));
  }
}

/** Show everything for a person with another name, or with none. */
function changed() {
  corner.show();
  load();
  showInvitation();
  showPerson();
}

document.documentElement.classList.toggle("tws-dark", prefs.scheme === "dark");
document.documentElement.classList.toggle("tws-light", prefs.scheme === "light");
document.documentElement.classList.toggle("tws-four", prefs.colours === "four");
build();
changed();
addEventListener("hashchange", () => {
  showInvitation();
  showPerson();
});
addEventListener("visibilitychange", load);
addEventListener("pageshow", ({ persisted }) => persisted && load());
