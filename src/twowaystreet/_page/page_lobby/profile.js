// The page of a person: ratings as a graph, and finished games.

import { call, wordsOf } from "./api.js";
import { avatar } from "./avatar.js";
import { byId, drawn, make } from "./elements.js";
import { finishedGame } from "./results.js";

const PERSON = /^#person=(.+)$/;
const FIRST = 1000; // the rating of a new player
const [WIDEST, HIGH, LEFT, EDGE] = [820, 220, 48, 16];
const LINES = 4;

/** Return the round numbers between two others. */
function ticks(least, most) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((each) => (most - least) / each <= LINES) ?? 2000;
  const first = Math.ceil(least / step) * step;
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, place) => first + place * step);
}

/** Return a graph of the ratings after each game. */
function graph(ratings) {
  const wide = Math.min(WIDEST, innerWidth - 40); // about its width in pixels, so that words keep their size
  const all = [FIRST, ...ratings.map(({ rating }) => rating)];
  const [least, most] = [Math.min(...all) - 10, Math.max(...all) + 10];
  const x = (place) => LEFT + (wide - LEFT - EDGE) * place / (all.length - 1);
  const y = (rating) => HIGH - EDGE - (HIGH - 2 * EDGE) * (rating - least) / (most - least);
  const points = all.map((rating, place) => `${x(place)},${y(rating)}`);
  const dots = ratings.map(({ rating, when }, place) => drawn("circle", { cx: x(place + 1), cy: y(rating), r: 4 },
    drawn("title", {}, `${Math.round(rating)} on ${new Date(when).toLocaleDateString("en-GB")}`)));
  const lines = ticks(least, most).flatMap((rating) => [
    drawn("line", { x1: LEFT, x2: wide - EDGE, y1: y(rating), y2: y(rating) }),
    drawn("text", { x: LEFT - 8, y: y(rating) + 4 }, String(rating))]);
  return drawn("svg", { viewBox: `0 0 ${wide} ${HIGH}`, role: "img", class: "person-graph",
    "aria-label": `Rating after each game: ${all.map(Math.round).join(", ")}` },
  ...lines, drawn("polyline", { points: points.join(" ") }), ...dots);
}

/** Return a fact with its name. */
const fact = (words, value) => make("div", {}, make("dt", {}, words), make("dd", {}, String(value)));

/** Return the page of a person. */
function page({ name, rating, games, won, ratings, results }) {
  const none = (words) => make("p", { class: "lobby-none" }, words);
  return [
    make("h2", { id: "person-title" }, avatar(name), name),
    make("dl", { class: "person-facts" }, fact("Rating", Math.round(rating)), fact("Games", games), fact("Won", won)),
    make("h3", {}, "Rating"),
    ratings.length ? graph(ratings) : none("Games between people change the rating. None has ended here yet."),
    make("h3", {}, "Finished games"),
    results.length ? make("ul", { class: "lobby-results" }, ...results.map((each) => finishedGame(each, each.seat)))
      : none("No game has ended yet."),
  ];
}

/** Show the page of the person whom the address names, and nothing without one. */
export async function showPerson() {
  const box = byId("person");
  const name = PERSON.exec(location.hash)?.[1];
  byId("start").classList.toggle("shows-person", Boolean(name));
  box.hidden = !name;
  if (!name) return;
  const home = make("a", { href: "./#", class: "person-home" }, "\u2039 To the lobby");
  const fill = (...parts) => {
    box.replaceChildren(home, ...parts);
    byId("start").scrollTop = 0;
  };
  try {
    const found = await call("GET", `person?${new URLSearchParams({ name: decodeURIComponent(name) })}`);
    if (PERSON.exec(location.hash)?.[1] === name) fill(...page(found));
  } catch (error) {
    fill(make("h2", { id: "person-title" }, "A person"), make("p", {}, wordsOf(error)));
  }
}
