const { names, steps } = data;
const last = steps.length - 1;
const STEP = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -last, End: last };
const PART = { ArrowUp: -1, ArrowDown: 1 };
let place = 0;

/** The last step of each trick, and of the moves before the first trick of a hand. */
const ends = steps.map((_, at) => at)
  .filter((at) => at === last || steps[at + 1].hand || steps[at + 1].part);

/** Return the place a number of tricks on. */
function byTricks(count) {
  return count > 0 ? ends.find((at) => at > place) ?? last : ends.findLast((at) => at < place) ?? 0;
}

const buttons = steps.map((step, at) => {
  const button = make("button", {}, ...coloured(step.text.join(" ")));
  button.addEventListener("click", () => show(at));
  return button;
});

/** Fill the list: a heading for each hand and for each trick, and a button for each step. */
function fillList() {
  let list;
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

function show(wanted) {
  buttons[place].removeAttribute("aria-current");
  place = Math.min(Math.max(Number(wanted) || 0, 0), last);
  const step = steps[place];
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
  buttons[place].setAttribute("aria-current", "step");
  reveal(buttons[place].parentElement);
  letScroll();
  history.replaceState(null, "", `#${place}`);
}

fillList();
byId("place").max = last;
byId("place").addEventListener("input", (event) => show(event.target.value));
byId("first").addEventListener("click", () => show(0));
byId("trick-back").addEventListener("click", () => show(byTricks(-1)));
byId("back").addEventListener("click", () => show(place - 1));
byId("next").addEventListener("click", () => show(place + 1));
byId("trick-next").addEventListener("click", () => show(byTricks(1)));
byId("last").addEventListener("click", () => show(last));
new ResizeObserver(() => draw(place)).observe(byId("table"));
addEventListener("hashchange", () => show(location.hash.slice(1)));
addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey) return;
  if (event.key in STEP) show(place + STEP[event.key]);
  else if (event.key in PART) show(byTricks(PART[event.key]));
  else return;
  event.preventDefault();
});
show(location.hash.slice(1));
