const { names } = data;
const last = data.total - 1;
const STEP = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last };
const PART = { ArrowUp: backByTrick, ArrowDown: byTrick };
let steps, ends, buttons; // of the part of the game that is here
let place = data.first;

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
  if (place < after - 1 || after > last) show(ends.find((at) => at > place) ?? last);
  else load(after, () => show(ends[0]));
}

/** Go back to such a step. */
function backByTrick() {
  show(ends.findLast((at) => at < place) ?? data.first - 1);
}

/** Make a button that shows a place. */
function stepButton(at, text) {
  const button = make("button", {}, ...coloured(text));
  button.addEventListener("click", () => show(at));
  return button;
}

/** Fill the list: a heading for each hand and for each trick, and a button for each step. */
function fillList() {
  let list;
  byId("list").replaceChildren(...(data.hands?.length > 1 ? [handChoice()] : []));
  if (data.first) byId("list").append(stepButton(data.first - 1, "‹ Before"));
  steps.forEach((step, at) => {
    if (step.hand) byId("list").append(make("h2", {}, step.hand));
    if (step.part) byId("list").append(make("h3", {}, step.part));
    if (!list || step.hand || step.part) {
      list = make("ol", {});
      byId("list").append(list);
    }
    const result = (step.result ?? []).map((text) => make("p", {}, ...coloured(text)));
    list.append(make("li", {}, buttons[at],
      ...(result.length ? [make("div", { class: "result" }, ...result)] : [])));
  });
  const after = data.first + steps.length;
  if (after <= last) byId("list").append(stepButton(after, "Go on ›"));
}

function showScores(step) {
  byId("scores").replaceChildren(...names.map((name, seat) => make("li",
    { title: name, ...(step.actor === seat ? { class: "on" } : {}) },
    make("span", {}, name),
    ...(step.gained ? [make("small", {}, step.gained[seat])] : []),
    make("b", {}, String(step.scores[seat])))));
}

function showLastTrick(trick) {
  const box = byId("last-trick");
  box.classList.toggle("none", !trick);
  box.replaceChildren();
  if (!trick) return;
  const taker = trick.plays.find(([, , won]) => won)?.[0] ?? "";
  box.append(make("p", {}, `Last: ${trick.title.toLowerCase()}`,
    make("span", { class: "taker" }, `, taken by ${taker}`)),
    make("ul", {}, ...trick.plays.map(([name, text, won]) => make("li", won ? { class: "won" } : {},
      make("b", {}, ...coloured(text)), make("span", {}, name)))));
}

/** Keep an item of the list in sight, with a part of its neighbours, without scrolling the page. */
function reveal(item) {
  const box = byId("list");
  const top = item.offsetTop - box.offsetTop - 40;
  const below = top + item.offsetHeight + 80 - box.clientHeight;
  if (below > box.scrollTop) box.scrollTop = below;
  if (top < box.scrollTop) box.scrollTop = top;
}

/** Let keys scroll the boxes whose content is too long for them. */
function letScroll() {
  for (const name of ["scores", "caption", "last-trick"]) {
    const box = byId(name);
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = box;
    if (scrollHeight > clientHeight || scrollWidth > clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

/** Return the button of the place that the page shows; none after the page has taken other parts. */
const current = () => buttons[place - data.first];

function show(wanted) {
  const found = Math.min(Math.max(Math.trunc(wanted) || 0, 0), last);
  if (!steps[found - data.first]) {
    load(found, () => show(found));
    return;
  }
  current()?.removeAttribute("aria-current");
  place = found;
  const step = steps[place - data.first];
  const text = step.text.join(" ");
  draw(place);
  showScores(step);
  showLastTrick(step.trick);
  byId("caption").replaceChildren(...coloured(text));
  byId("count").textContent = `${place} of ${last}`;
  byId("place").value = place;
  byId("place").setAttribute("aria-valuetext", `${place} of ${last}: ${text}`);
  for (const name of ["first", "trick-back", "back"]) byId(name).disabled = place === 0;
  for (const name of ["next", "trick-next", "last"]) byId(name).disabled = place === last;
  current().setAttribute("aria-current", "step");
  reveal(current().parentElement);
  letScroll();
  history.replaceState(null, "", `#${place}`);
}

take(data);
byId("place").max = last;
byId("place").addEventListener("input", ({ target: { value } }) => {
  if (steps[value - data.first]) show(value);
  else byId("count").textContent = `${value} of ${last}`;
});
byId("place").addEventListener("change", (event) => show(event.target.value));
byId("first").addEventListener("click", () => show(0));
byId("trick-back").addEventListener("click", () => backByTrick());
byId("back").addEventListener("click", () => show(place - 1));
byId("next").addEventListener("click", () => show(place + 1));
byId("trick-next").addEventListener("click", () => byTrick());
byId("last").addEventListener("click", () => show(last));
new ResizeObserver(() => draw(place)).observe(byId("table"));
addEventListener("hashchange", () => show(location.hash.slice(1)));
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches?.("select")) return;
  if (event.key in STEP) show(place + STEP[event.key]);
  else if (event.key in PART) PART[event.key]();
  else return;
  event.preventDefault();
});
show(location.hash.slice(1) || data.first);
