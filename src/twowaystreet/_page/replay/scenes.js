const { hands, first, next } = data;
const shownScene = new Scene(byId("table"));
let shownPlace = -1;

/** Show the scene of a place; each one is the difference from the one before. */
function draw(place) {
  for (let at = place > shownPlace ? shownPlace + 1 : 0; at <= place; at += 1) {
    if (data.scenes[at]) shownScene.apply(data.scenes[at], 0);
  }
  shownPlace = place;
  const [width, height] = data.sizes[data.size];
  const scale = Math.min(byId("table").clientWidth / width, byId("table").clientHeight / height);
  shownScene.picture.setAttribute("width", width * scale);
  shownScene.picture.setAttribute("height", height * scale);
}

/** Return the address of the part of the game that begins with a step. */
const partFrom = (step, size = data.size) => `?from=${step}&size=${size}`;
const partLink = (step, text) => make("a", { href: partFrom(step) }, text);

/** Return the links to the hands of the game, and to the rest of a long one. */
function partLinks() {
  const hand = hands.findLastIndex((each) => each <= first);
  const choice = make("select", { "aria-label": "Hand" },
    ...hands.map((each, at) => make("option", { value: each }, `Hand ${at + 1}`)));
  choice.value = hands[hand];
  choice.addEventListener("change", () => location.assign(partFrom(choice.value)));
  const before = hands[first > hands[hand] ? hand : hand - 1];
  return make("nav", { class: "parts", "aria-label": "Hands" },
    ...(before === undefined ? [] : [partLink(before, "‹ Before")]), choice,
    ...(next === null ? [] : [partLink(next, "Go on ›")]));
}

shownScene.apply({ symbols: SYMBOLS, style: STYLE }, 0);
if (hands.length > 1 || next !== null || first) byId("list").append(partLinks());
if (!new URLSearchParams(location.search).has("size") && best()[0] !== data.size) {
  location.replace(partFrom(first, best()[0]) + location.hash);
}
