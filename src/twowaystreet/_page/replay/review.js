const { names, moves, seats } = data;
const RANK = ["", "Your costliest decision", "Your second costliest decision", "Your third costliest decision"];
const LONGEST = 24; // the most letters of a move beside others
let own = []; // the numbers of the decisions of the seat that was chosen
let reels = []; // their scenes in each size
let place = 0; // the place among them

const number = (value) => Math.abs(value).toFixed(Math.abs(value) < 99.5 ? 1 : 0);
const signed = (value) => `${Number(number(value)) ? (value < 0 ? "−" : "+") : ""}${number(value)}`;
const where = ({ hand, part }) => (data.hands > 1 ? `Hand ${hand}, ${part.toLowerCase()}` : part);
const short = ({ part }, text) => text.replace(new RegExp(`^${part} `, "i"), ""); // "Bid: 3", not "Bid: bid 3"
const isFault = ({ verdict }) => verdict === "fault";
const kind = ({ verdict }) => verdict.replace(" ", "-"); // as a class
const told = (move) => (isFault(move) ? `better: ${short(move, move.best)}` : move.verdict);
const cost = (move) => (isFault(move) ? `−${number(move.loss)}` : "");

/** Make an element of a picture. */
function shape(name, attributes, ...children) {
  const element = made(name, attributes);
  element.append(...children);
  return element;
}

/** Show the decisions of a seat, the costliest one first. */
function choose(seat) {
  own = moves.flatMap((move, at) => (move.seat === seat ? [at] : []));
  reels = data.scenes.map((scenes) => own.map((at) => scenes[at]));
  for (const each of byId("seats").children) {
    each.setAttribute("aria-pressed", String(Number(each.value) === seat));
  }
  const [total, error, judged] = data.totals[seats.indexOf(seat)];
  if (!own.length) byId("sum").textContent = `${names[seat]} had no decision to make.`;
  else if (!judged) byId("sum").textContent = `No decision of ${names[seat]} could be judged.`;
  else byId("sum").replaceChildren(make("b", {}, seats.length > 1 ? names[seat] : "You"), " lost ", make("b", {}, number(total)),
    `${error === null ? "" : ` ± ${number(error)}`} points against the best moves, in ${judged} ${
      judged === 1 ? "decision" : "decisions"}.`);
  byId("list").replaceChildren(...own.map((at, to) => item(moves[at], to)));
  show(Math.max(0, own.findIndex((at) => moves[at].rank === 1)));
}

/** Return an item of the list: a decision, and what was better. */
function item(move, to) {
  const button = make("button", { class: `${kind(move)} ${move.rank ? "ranked" : ""}` },
    make("span", { class: "part" }, where(move)),
    make("span", {}, make("b", {}, ...coloured(short(move, move.text))), " ",
      make("span", { class: "verdict" }, ...coloured(told(move)))),
    make("span", { class: "number" }, cost(move)));
  button.addEventListener("click", () => turnTo(to));
  return make("li", {}, button);
}

/** Show the parts of the result of a hand. */
function showLuck(luck) {
  const ofHand = data.hands > 1 ? ` in hand ${luck?.hand}` : "";
  const parts = luck ? [["luck of the deal", luck.deal], ["decisions, beside a simple player", luck.decisions],
    ["luck of the play", luck.play], [`= lead${ofHand}`, luck.result]] : [];
  byId("luck").replaceChildren(...parts.map(([name, value]) =>
    make("div", {}, make("dt", {}, name), make("dd", {}, signed(value)))));
}

/** Return the distance between the best and the worst move of a decision, in points. */
function rangeOf({ values }) {
  const means = values.map(([, mean]) => mean);
  return means.length ? Math.max(...means) - Math.min(...means) : 0;
}

function showDecision(move) {
  // A bar is the distance to the best move. All decisions have one scale.
  const range = Math.max(...own.map((at) => rangeOf(moves[at]))) || 1;
  const most = Math.max(...move.values.map(([, mean]) => mean));
  const isLong = move.values.some(([text]) => text.length > LONGEST);
  byId("decision").replaceChildren(
    make("h2", {}, `${where(move)}: `, ...coloured(short(move, move.text))),
    ...(move.rank ? [make("p", { class: "costly" }, RANK[move.rank])] : []),
    ...move.words.map((text) => make("p", {}, ...coloured(text))),
    make("table", { class: `${kind(move)} ${isLong ? "long" : ""}` }, make("caption", {}, "The lead that your moves promised, and the distance to the best"),
      ...move.values.map(([text, mean, isMade]) => {
        const bar = make("span", { class: "bar" });
        bar.style.width = `${100 * ((most - mean) / range)}%`;
        return make("tr", isMade ? { class: "made" } : {},
          make("th", { scope: "row" }, ...coloured(short(move, text))), make("td", {}, bar),
          make("td", { class: "number" }, signed(mean)));
      })));
}

/** Draw what the result looked like after each decision of the hand, and what each one cost. */
function drawGraph() {
  const graph = byId("graph");
  const { clientWidth: width, clientHeight: height } = graph;
  const [left, right, top, floor] = [46, 10, 30, height - 22];
  const now = moves[own[place]];
  if (!now || width <= left + right) return; // the page is not laid out yet
  const luck = luckOf(now);
  const points = own.flatMap((at, to) => {
    const move = moves[at];
    if (move.hand !== now.hand) return [];
    return [{ to, kind: kind(move), value: move.value, lost: isFault(move) ? move.loss : 0,
      words: `${where(move)}: ${move.text.length > LONGEST ? "" : short(move, move.text)} ${signed(move.value)}${cost(move) && `, cost ${number(move.loss)}`}` }];
  });
  if (luck) {
    points.unshift({ kind: "end", value: luck.deal, lost: 0, label: "dealt" });
    points.push({ kind: "end", value: luck.result, lost: 0, label: "end" });
  }
  const heights = points.flatMap(({ value, lost }) => [value, value + lost]);
  const [least, most] = [Math.min(0, ...heights), Math.max(0, ...heights)];
  const step = (width - left - right) / points.length;
  const x = (at) => left + step * (at + 0.5);
  const y = (value) => floor - ((value - least) / (most - least || 1)) * (floor - top);
  const said = shape("text", { class: "said", x: 8, y: 18 });
  const say = (to) => (said.textContent = points.find((each) => each.to === to)?.words ?? "");
  const axis = (value) => shape("text", { x: left - 6, y: y(value) + 4, "text-anchor": "end" }, signed(value));
  const isCurrent = ({ to }) => to === place;
  const drawing = points.flatMap(({ kind, value, lost, label }, at) => [
    ...(lost ? [shape("rect", { class: kind, x: x(at) - 2, width: 4, y: y(value + lost),
      height: Math.max(2, y(value) - y(value + lost)) })] : []),
    shape("circle", { class: kind, cx: x(at), cy: y(value), r: lost ? 5.5 : 3.5 }),
    ...(label ? [shape("text", { x: x(at), y: height - 6,
      "text-anchor": at ? "end" : "start", dx: at ? step / 2 : -step / 2 }, label)] : []),
  ]);
  const hits = points.flatMap(({ to }, at) => {
    if (to === undefined) return [];
    const made = shape("rect", { class: "hit", x: left + step * at, y: 0, width: step, height });
    made.addEventListener("pointerenter", () => say(to));
    made.addEventListener("pointerleave", () => say(place));
    made.addEventListener("click", () => turnTo(to));
    return made;
  });
  graph.replaceChildren(graph.firstElementChild,
    shape("rect", { class: "now", x: left + step * points.findIndex(isCurrent), y: 24, width: step,
      height: height - 24 }),
    shape("line", { class: "axis", x1: left, x2: width - right, y1: y(0), y2: y(0) }), axis(0),
    ...[least, most].filter((each) => Math.abs(y(each) - y(0)) > 14).map(axis),
    shape("polyline", { class: "worth", points: points.map(({ value }, at) => `${x(at)},${y(value)}`).join(" ") }),
    ...drawing, said, ...hits);
  say(place);
  byId("graph-title").textContent = `The expected lead: ${
    points.map(({ label, words, value }) => words ?? `${label} ${signed(value)}`).join("; ")}`;
}

const luckOf = (move) => data.luck.find(({ hand, seat }) => hand === move.hand && seat === move.seat);

/** Return the place of the next costly decision, or of the one before; -1 without one. */
function byFaults(step) {
  return step > 0 ? own.findIndex((at, to) => to > place && isFault(moves[at]))
    : own.findLastIndex((at, to) => to < place && isFault(moves[at]));
}

function show(wanted) {
  const buttons = byId("list").querySelectorAll("button");
  buttons[place]?.removeAttribute("aria-current");
  place = Math.max(0, Math.min(wanted, own.length - 1));
  byId("count").textContent = own.length ? `${place + 1} of ${own.length}` : "no decision";
  byId("back").disabled = place === 0;
  byId("next").disabled = place >= own.length - 1;
  byId("fault-back").disabled = byFaults(-1) < 0;
  byId("fault-next").disabled = byFaults(1) < 0;
  const move = moves[own[place]];
  document.body.classList.toggle("empty", !move);
  if (!move) return;
  buttons[place].setAttribute("aria-current", "step");
  byId("scroll").scrollTop = 0;
  showLuck(luckOf(move));
  showDecision(move);
  redraw();
}

/** Show a decision for a person who asks for it, on a phone from its beginning. */
function turnTo(wanted) {
  show(wanted);
  byId("decision").scrollIntoView({ block: "nearest" });
}

function redraw() {
  if (own.length) scene.showAt(reels[best()], place, 0);
  drawGraph();
}

function goToFault(step) {
  const found = byFaults(step);
  if (found >= 0) turnTo(found);
}

if (seats.length > 1) {
  byId("seats").append(...seats.map((seat) => {
    const made = make("button", { value: String(seat) }, names[seat]);
    made.addEventListener("click", () => choose(seat));
    return made;
  }));
}
byId("legend").append(...data.notes.map((text) => make("p", {}, text)));
byId("back").addEventListener("click", () => turnTo(place - 1));
byId("next").addEventListener("click", () => turnTo(place + 1));
byId("fault-back").addEventListener("click", () => goToFault(-1));
byId("fault-next").addEventListener("click", () => goToFault(1));
new ResizeObserver(redraw).observe(byId("table"));
const KEYS = {
  ArrowLeft: () => turnTo(place - 1),
  ArrowRight: () => turnTo(place + 1),
  ArrowUp: () => goToFault(-1),
  ArrowDown: () => goToFault(1),
  Home: () => turnTo(0),
  End: () => turnTo(own.length - 1),
};
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || !(event.key in KEYS)) return;
  if (event.target === byId("scroll") && event.key.match(/Up|Down/)) return; // they scroll
  KEYS[event.key]();
  event.preventDefault();
});
choose(seats[0]);
