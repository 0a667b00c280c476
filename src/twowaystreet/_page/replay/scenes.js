const parts = new Map([[`?from=${data.first}&size=${data.size}`, Promise.resolve(data)]]);
const shownScene = new Scene(byId("table"));
let drawn = {};
let asked = 0;

/** Show the scene of a place; each one is the difference from the one before. */
function draw(place) {
  const at = place - data.first;
  if (drawn.data !== data || drawn.at !== at) asked += 1; // nobody waits for another place
  const [size] = best();
  if (size !== data.size) load(place, () => show(place), size);
  const begin = drawn.data === data && drawn.at <= at ? drawn.at + 1 : 0;
  for (const change of data.scenes.slice(begin, at + 1)) if (change) shownScene.apply(change, 0);
  drawn = { data, at };
  const [width, height] = data.sizes[data.size];
  const scale = Math.min(byId("table").clientWidth / width, byId("table").clientHeight / height);
  shownScene.picture.setAttribute("width", width * scale);
  shownScene.picture.setAttribute("height", height * scale);
  shownScene.picture.setAttribute("aria-label", data.titles[at]);
}

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
async function load(wanted, then, size = data.size) {
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
    show(place);
    byId("caption").replaceChildren("This part of the game did not come: try again in a moment.");
    return;
  }
  if (mine !== asked) return;
  const focused = byId("list").querySelector(":focus");
  take(part);
  then();
  if (focused) (focused.matches("select") ? byId("list").querySelector("select") : current()).focus();
}

/** Return the choice of a hand of the game. */
function handChoice() {
  const choice = make("select", { "aria-label": "Hand" },
    ...data.hands.map((each, at) => make("option", { value: each }, `Hand ${at + 1}`)));
  choice.value = data.hands.findLast((each) => each <= data.first);
  choice.addEventListener("change", () => show(choice.value));
  return choice;
}

shownScene.apply({ symbols: SYMBOLS, style: STYLE }, 0);
