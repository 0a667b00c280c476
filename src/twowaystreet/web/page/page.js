// The page: it shows the answers of the engine, and sends the moves that a person chooses.

import { open } from "./channel.js";
import { Choosing } from "./choosing.js";
import { cardsIn, draw, enable, forget, onWidth, restyle, size } from "./table.js";

const MOST_NEWS = 12;
const byId = (name) => document.getElementById(name);
let shown = null;
let number = 0;
let choosing = new Choosing([]);
let picked = new Set();
let unheard = [];
let isLost = false; // the card or button with the focus has gone, and nothing has taken its place

const send = open(receive, report, () => number);

/** Write into a live region; a screen reader may speak the same text again. */
function write(name, text) {
  if (byId(name).textContent !== text) byId(name).textContent = text;
}

function report(state, words) {
  write("connection", words);
  byId("connection").className = state;
}

function receive(message) {
  if (message.type === "refused") {
    byId("refusal").textContent = message.rule ? `${message.text} (${message.rule})` : message.text;
    clear();
    return;
  }
  if (message.type === "begun") {
    shown = null;
    number = 0;
    unheard = [];
    byId("log").replaceChildren();
    forget();
    return;
  }
  message = shown = { ...shown, ...message }; // an answer leaves out what has not changed
  byId("refusal").textContent = "";
  byId("title").textContent = message.title;
  byId("turn").textContent = message.turn;
  byId("hint").textContent = message.hint;
  byId("tip").hidden = !message.hint;
  document.body.classList.toggle("over", message.over);
  document.title = message.yours ? `Your turn: ${message.title}` : message.title;
  write("asked", message.undo.text);
  byId("undo").hidden = !message.undo.can;
  byId("undo").textContent = message.undo.text ? "Agree to take it back" : "Take back a move";
  byId("result").textContent = message.result;
  byId("result").hidden = !message.result;
  byId("sheet").innerHTML = message.sheet;
  byId("sheet-section").hidden = !message.sheet;
  byId("legend").textContent = message.legend;
  byId("help").replaceChildren(...message.help.map((text) => element("p", text)));
  restyle(message.styles);
  if (message.number < number) {
    number = 0; // the server has lost the last events
    byId("log").replaceChildren();
  }
  addToLog(message.log);
  speak(message);
  const isNew = message.number !== number;
  number = message.number;
  if (isNew) clear();
  else redraw();
}

function element(name, text, click) {
  const made = document.createElement(name);
  made.textContent = text;
  if (click) {
    made.type = "button";
    made.addEventListener("click", click);
  }
  return made;
}

function addToLog(events) {
  const log = byId("log");
  for (const event of events) {
    if (event.number <= number) continue;
    log.append(...event.lines.map((line) => element("li", line)));
    unheard.push(...event.lines);
  }
  if (events.length) log.scrollTop = log.scrollHeight;
}

/** Let screen readers say all news at once, when it is the reader's turn or nobody's. */
function speak(message) {
  const waits = message.you !== null && !message.yours && !message.over && !message.choices.length;
  if (waits) return;
  byId("news").textContent = [...unheard.slice(-MOST_NEWS), message.turn].join(" ");
  unheard = [];
}

function clear() {
  choosing = new Choosing(shown?.choices ?? []);
  picked = new Set();
  redraw();
}

/** Draw the table, with the focus on the same card or button as before. */
function redraw() {
  if (!shown) return;
  const active = document.activeElement;
  const before = active?.dataset?.card;
  const place = cardsIn(byId("table")).indexOf(active);
  const wasButton = (isLost && active === document.body) || byId("buttons").contains(active)
    || byId("choosing").contains(active) || (active === byId("undo") && active.hidden);
  draw(byId("table"), shown.pictures);
  update();
  const cards = cardsIn(byId("table")).filter((card) => card.tabIndex === 0);
  if (before) {
    const next = cards.find((card) => card.dataset.card === before)
      ?? cards[Math.min(place, cards.length - 1)] ?? byId("buttons").querySelector("button");
    next?.focus();
  } else if (wasButton) {
    (byId("buttons").querySelector("button") ?? cards[0])?.focus();
  }
  const now = document.activeElement;
  isLost = (before !== undefined || wasButton) && (now === document.body || now.hidden);
}

function update() {
  const cards = cardsIn(byId("table"));
  enable(cards, (card) => canChoose(cards.indexOf(card), card), (card) =>
    picked.has(cards.indexOf(card)));
  showChoosing();
  const plain = shown.choices.filter((choice) => !choice.groups.length);
  byId("buttons").replaceChildren(
    ...plain.map((choice) => element("button", choice.text ?? choice.move, () => play(choice.move))));
  byId("buttons").classList.toggle("single", shown.choices.length === 1);
}

const canChoose = (place, card) => picked.has(place) || choosing.canAdd(card.dataset.card);

/** Show the chosen cards, and buttons for the moves that they make. */
function showChoosing() {
  const complete = choosing.complete;
  const buttons = complete.map((move) => {
    const button = element("button", move.text ?? move.move, () => play(move.move));
    button.className = "main";
    return button;
  });
  if (!choosing.isEmpty) {
    const groups = [...choosing.finished, choosing.chosen].map((group) => group.join(" "));
    buttons.unshift(element("p", `Chosen: ${groups.filter(Boolean).join(" / ")}`));
    buttons.push(element("button", "Choose anew", clear));
  }
  byId("choosing").replaceChildren(...buttons);
}

function play(move) {
  if (!send({ do: "play", move, seen: number })) report("lost", "Not sent: no connection.");
}

/** Say why a card cannot be chosen; the engine refuses a card that is no legal move. */
function explain(card) {
  if (choosing.isEmpty) play(card);
  else byId("refusal").textContent = "No legal move has these cards together.";
}

function choose(card) {
  const place = cardsIn(byId("table")).indexOf(card);
  if (!canChoose(place, card)) {
    explain(card.dataset.card);
    return;
  }
  const single = choosing.single(card.dataset.card);
  if (single) {
    play(single.move);
    return;
  }
  if (picked.has(place)) {
    choosing.remove(card.dataset.card);
    const held = [...choosing.finished.flat(), ...choosing.chosen];
    const cards = cardsIn(byId("table"));
    for (const each of [...picked]) {
      const at = held.indexOf(cards[each].dataset.card);
      if (at < 0 || each === place) picked.delete(each);
      else held.splice(at, 1);
    }
  } else {
    choosing.add(card.dataset.card);
    picked.add(place);
  }
  update();
}

const cardOf = (event) => event.target.closest?.("#table [data-card]");

byId("table").addEventListener("click", (event) => {
  const card = cardOf(event);
  if (card && event.detail < 2) choose(card); // a double click is one click
});
byId("table").addEventListener("keydown", (event) => {
  const card = cardOf(event);
  if (!card) return;
  if (event.key === "Enter" || event.key === " ") {
    event.preventDefault();
    if (!event.repeat) choose(card);
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step) {
    const cards = cardsIn(byId("table")).filter((each) => each.tabIndex === 0);
    cards[(cards.indexOf(card) + step + cards.length) % cards.length].focus();
    event.preventDefault();
  }
});
byId("undo").addEventListener("click", () => send({ do: "undo", seen: number }));
byId("tip").open = size() === "wide";
onWidth(() => {
  redraw();
  if (shown && !shown.pictures[size()]) send({ do: "look", size: size() });
});
