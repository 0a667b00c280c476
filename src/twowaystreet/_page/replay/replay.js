const last = data.total - 1;
const PART = { ArrowUp: backByTrick, ArrowDown: byTrick };
const SPEED = { "½×": 2, "1×": 1, "2×": 0.5, "4×": 0.25 };
let steps, ends, buttons; // of the part of the game that is here
let place = data.first;

const speed = make("select", { "aria-label": "Speed" },
  ...Object.entries(SPEED).map(([text, value]) => make("option", { value, selected: value === 1 }, text)));
const hands = make("select", { "aria-label": "Hand", hidden: data.hands.length < 2 },
  ...data.hands.map((each, at) => make("option", { value: each }, `Hand ${at + 1}`)));
const tape = new Tape(show, () => Number(speed.value));

/** Take over the data of a part of the game. */
function take(part) {
  data = part;
  ({ steps } = data);
  ends = steps.map((_, at) => at + data.first)
    .filter((_, at) => at === steps.length - 1 || steps[at + 1].hand || steps[at + 1].part);
  buttons = steps.map((step, at) => stepButton(at + data.first, step.text.join(" ")));
  fillList();
}

/** Go on to the last step of a trick, or of the moves before the first trick of a hand. */
function byTrick() {
  const after = data.first + steps.length;
  if (place < after - 1 || after > last) tape.to(ends.find((at) => at > place) ?? last);
  else load(after, () => tape.to(ends[0]));
}

/** Go back to such a step. */
function backByTrick() {
  tape.to(ends.findLast((at) => at < place) ?? data.first - 1);
}

/** Make a button that shows a place. */
function stepButton(at, text) {
  const made = button("", () => tape.to(at));
  made.append(...coloured(text));
  return made;
}

/** Fill the list: a heading for each hand and for each trick, and a button for each step. */
function fillList() {
  let list;
  byId("list").replaceChildren(hands);
  if (data.first) byId("list").append(stepButton(data.first - 1, "‹ Before"));
  steps.forEach((step, at) => {
    if (step.hand) byId("list").append(make("h2", {}, step.hand));
    if (step.part) byId("list").append(make("h3", {}, step.part));
    if (!list || step.hand || step.part) {
      list = make("ol");
      byId("list").append(list);
    }
    const result = (step.result ?? []).map((text) => make("p", {}, ...coloured(text)));
    list.append(make("li", {}, buttons[at],
      result.length ? make("div", { class: "result" }, ...result) : null));
  });
  const after = data.first + steps.length;
  if (after <= last) byId("list").append(stepButton(after, "Go on ›"));
}

/** Keep an item of the list in sight, with a part of its neighbours, without scrolling the page. */
function reveal(item) {
  const box = byId("list");
  const top = item.offsetTop - box.offsetTop - 40;
  const below = top + item.offsetHeight + 80 - box.clientHeight;
  if (below > box.scrollTop) box.scrollTop = below;
  if (top < box.scrollTop) box.scrollTop = top;
}

/** Return the button of the place that the page shows; none after the page has taken other parts. */
const current = () => buttons[place - data.first];

/** Show the scene of the place in the size that fits, as soon as it is here. */
function draw() {
  const size = best();
  if (!data.scenes[size]) load(place, () => show(place), size);
  scene.showAt(data.scenes[size] ?? Object.values(data.scenes)[0], place - data.first, tape.time);
}

function show(wanted, slides = false) {
  const found = Math.min(Math.max(Math.trunc(wanted) || 0, 0), last);
  if (!steps[found - data.first]) {
    if (slides) byId("count").textContent = `${found} of ${last}`;
    else load(found, () => show(found));
    return;
  }
  asked += 1; // nobody waits for another place
  current()?.removeAttribute("aria-current");
  place = found;
  const step = steps[place - data.first];
  const text = step.text.join(" ");
  draw();
  byId("caption").replaceChildren(...coloured(text));
  byId("caption").tabIndex = byId("caption").scrollHeight > byId("caption").clientHeight ? 0 : -1;
  byId("count").textContent = `${place} of ${last}`;
  hands.value = data.hands.findLast((each) => each <= place);
  tape.arrive(place, `${place} of ${last}: ${text}`, step.trick);
  byId("trick-back").setAttribute("aria-disabled", String(place === 0));
  byId("trick-next").setAttribute("aria-disabled", String(place === last));
  current().setAttribute("aria-current", "step");
  reveal(current().parentElement);
  history.replaceState(null, "", `#${place}`);
}

// A server gives long games in parts.

const parts = new Map([[`?from=${data.first}&size=${Object.keys(data.scenes)[0]}`, Promise.resolve(data)]]);
let asked = 0;

/** Return the data of the part that begins with a place, from the server if it is not here. */
function partFrom(first, size) {
  const address = `?from=${first}&size=${size}`;
  if (!parts.has(address)) {
    const found = fetch(address).then(async (answer) => {
      if (!answer.ok) throw new Error(answer.status);
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      return JSON.parse(page.getElementById("data").textContent);
    });
    found.catch(() => parts.delete(address));
    parts.set(address, found);
  }
  return parts.get(address);
}

/** Load the part that has a place, and then do something, unless somebody goes elsewhere meanwhile. */
async function load(wanted, then, size = Object.keys(data.scenes)[0]) {
  asked += 1;
  const mine = asked;
  const isHere = wanted === place;
  if (!isHere) byId("caption").replaceChildren("Loading …");
  let part;
  try {
    part = await partFrom(data.hands.findLast((first) => first <= wanted), size);
    while (part.next !== null && part.next <= wanted) part = await partFrom(part.next, size);
  } catch {
    if (mine !== asked || isHere) return;
    tape.to(place);
    byId("caption").replaceChildren("This part of the game did not come: try again in a moment.");
    return;
  }
  if (mine !== asked) return;
  const focused = byId("list").querySelector(":focus");
  take(part);
  then();
  if (focused) (focused === hands ? hands : current()).focus();
}

byId("controls").append(
  button("«", backByTrick, { id: "trick-back", "aria-label": "Back by a trick", title: "Back by a trick (up)" }),
  tape.back, tape.play, tape.next,
  button("»", byTrick, { id: "trick-next", "aria-label": "On by a trick", title: "On by a trick (down)" }),
  speed, tape.slider, make("output", { id: "count" }));
[tape.back.id, tape.play.id, tape.next.id, tape.slider.id] = ["back", "play", "next", "place"];
tape.last = last;
hands.addEventListener("change", () => tape.to(Number(hands.value)));
take(data);
new ResizeObserver(draw).observe(byId("table"));
addEventListener("hashchange", () => tape.to(Number(location.hash.slice(1)) || 0));
addEventListener("keydown", (event) => {
  if (event.target.matches?.("select")) return;
  const isPart = event.key in PART && !(event.altKey || event.ctrlKey || event.metaKey);
  if (isPart) PART[event.key]();
  else if (!tape.follow(event)) return;
  event.preventDefault();
});
show(location.hash.slice(1) || data.first);
