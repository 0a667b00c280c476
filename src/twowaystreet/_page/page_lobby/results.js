// The finished games, and the standings of the people.

import { avatar } from "./avatar.js";
import { button, make } from "./elements.js";
import { ago, personLink } from "./words.js";

const FEW = 8;

/**
 * Return a finished game, which leads to the page that steps through it.
 *
 * @param {object} result the game.
 * @param {number} [seat] the seat whose decisions a review judges.
 */
export function finishedGame(result, seat) {
  const players = result.names.map((name, seat) => {
    const hasWon = result.winners.includes(seat);
    const words = result.behind[seat] ? "away" : hasWon ? "won" : null;
    return make("li", { class: hasWon ? "won" : null }, make("span", {}, name),
      make("b", {}, String(result.scores[seat])), words && make("small", {}, words));
  });
  const title = result.goes_on ? result.title
    : make("a", { href: `games/${result.key}` }, `Look back: ${result.title}`);
  return make("li", {},
    make("div", { class: "lobby-about" },
      make("h3", {}, title),
      make("ul", { class: "lobby-scores" }, ...players),
      make("p", {}, make("time", { datetime: result.when }, ago(result.when)),
        seat === undefined || result.goes_on ? null : " \u00b7 ",
        seat === undefined || result.goes_on ? null
          : make("a", { class: "review", href: `games/${result.key}/review?seat=${seat}` }, "Review"))));
}

/** Return the standings as a table. */
function ranking(standings) {
  const head = ["Player", "Rating", "Games", "Won"].map((text) => make("th", { scope: "col" }, text));
  const rows = standings.map(({ name, rating, games, won }) => make("tr", {},
    make("th", { scope: "row" }, avatar(name), personLink(name)),
    ...[Math.round(rating), games, won].map((each) => make("td", {}, String(each)))));
  return make("table", {}, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows));
}

/** Make the lists of results and standings. */
export function makeResults() {
  const results = make("ul", { class: "lobby-results" });
  const standings = make("div", { class: "lobby-standings" });
  const all = button("Show all", () => {
    isShort = false;
    show();
  });
  let isShort = true;
  let known = [];
  let text = "";

  function show() {
    all.hidden = !isShort || known.length <= FEW;
    results.replaceChildren(...known.slice(0, isShort ? FEW : known.length).map((each) => finishedGame(each)));
  }

  return {
    parts: { results: [results, all], standings: [standings] },
    show: (found) => {
      const news = JSON.stringify(found);
      if (news === text) return;
      text = news;
      known = found.results;
      show();
      standings.replaceChildren(found.standings.length ? ranking(found.standings) : "");
    },
  };
}
