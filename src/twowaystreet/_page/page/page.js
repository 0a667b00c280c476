// The page: it shows the answers of the engine, and sends the moves that a person chooses.

import { open } from "./channel.js";
import { handle } from "./drag.js";
import { addTricks, drawnTrick, makeDrawer, showTabs, takePictures } from "./drawer.js";
import { button, byId, make, write } from "./elements.js";
import { Form, pressSoon } from "./form.js";
import { makeHint } from "./hint.js";
import { keep, kept, onChange, prefs } from "./prefs.js";
import { drawnPanel, lay, unfold } from "./panel.js";
import { Past } from "./past.js";
import { showRequest } from "./requests.js";
import { Scene } from "./scene.js";
import { makeSwitch, sound } from "./sound.js";
import { Steps } from "./steps.js";
import { askToNotify, showTurn } from "./turn.js";

const MOST_NEWS = 12;
const REFUSAL = 6000;
const HINTED = "twowaystreet hints";
const FORCED = 500;
const READ = 12_000; // milliseconds for the result of a hand against bots

let shown = {}; // everything that the engine has told
let number = 0; // the last event that the engine has told
let settled = -1; // the last event that the page has shown
let isNew = false; // the scene or the number is new since then
let isFormNew = false; // the choices are new since then
let hasSkipped = false; // the last click has ended a pause, and does nothing else
let leaving = ""; // the hint of a move that the engine has not answered yet
let unheard = [];
let tricks = [];
let looked = "";
let isOver = false; // the panel shows the result of a game
let hasAgreed = false; // to play again
let isLeft = false; // the panel stays although the next game has begun
let hurry = () => false; // makes the only legal move, if one is due
let middle = 0; // the height at which choices stand
const sheetStyle = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheetStyle];

const scene = new Scene(byId("table"));
const steps = new Steps(scene, tell, settle);
const form = new Form(scene, play, refuse, () => ask("claim"));
const past = new Past(() => byId("result").focus());
const send = open(receive, report, () => number);
const hint = makeHint(form, (message) => send(message));

function report(state, words) {
  write("connection", words);
  byId("connection").className = state;
  if (state === "open") look(true);
}

/** Tell the engine the size of the table and the settings that decide how it looks. */
function look(isAgain = false) {
  const { width, height } = byId("table").getBoundingClientRect();
  const message = { do: "look", width: Math.round(width), height: Math.round(height),
    steps: prefs.speed !== "off", card: prefs.card, large: prefs.indices === "large",
    order: prefs.order, reverse: prefs.direction === "left" };
  const text = JSON.stringify(message);
  if (!isAgain && text === looked) return;
  if (!send(message)) return;
  looked = text;
  if (past.isAsked) send({ do: "past" });
}

function receive(message) {
  if (message.type === "refused") {
    refuse(message.text, message.rule);
    leaving = "";
    hint.drop();
    if (form.waits) form.take(shown.form, shown.task);
    return;
  }
  if (message.type === "past") {
    if (shown.panel) past.show(message.steps);
    return;
  }
  if (message.type === "hint") {
    hint.take(message);
    return;
  }
  if (message.type === "begun") {
    begin();
    return;
  }
  if (message.type !== "table") return;
  const { steps: more, ...facts } = message;
  if (message.number < number) begin(); // the server has lost the last events
  isNew ||= message.number !== number || more.some((step) => step.scene?.new);
  if (facts.cards) takePictures(facts.cards);
  if (facts.tricks) tricks = addTricks(facts.tricks);
  shown = { ...shown, ...facts }; // an answer leaves out what has not changed
  isFormNew ||= "form" in facts;
  number = message.number;
  if (more.length) steps.add(more);
  else if (!steps.isRunning) settle();
}

/** Forget an earlier game. */
function begin() {
  number = 0;
  settled = -1;
  form.take({}, "");
  unheard = [];
  shown = {};
  steps.clear();
  byId("log").replaceChildren();
  addTricks({ at: 0, list: [] });
  isOver = hasAgreed = isLeft = false;
  byId("result").hidden = true;
  look(true);
}

/** Write an event into the log when its scene is shown. */
function tell(step) {
  const log = byId("log");
  const lines = step.log ?? [];
  log.append(...lines.map((line) => make("li", {}, line)));
  unheard.push(...lines);
  if (step.says) form.take({}, step.says);
  else if (lines.length && form.isIdle) byId("turn").textContent = lines.join(" ");
  if (lines.length) log.scrollTop = log.scrollHeight;
  if (step.scene && !step.scene.new) sound(step.hold === "trick" ? "trick" : "card");
}

/** Show everything besides the scene, when all steps have been shown. */
function settle() {
  if (!shown.type) return;
  place();
  showBar();
  byId("refusal").textContent = "";
  byId("trick").hidden = true;
  showRequest(shown, ask);
  showPanel();
  showPapers();
  const isSame = settled === number;
  form.isAlone = isAlone();
  form.claim = shown.claim.text ? "" : shown.claim.words;
  if (isFormNew || (isNew && (isSame || form.waits))) form.take(shown.form, shown.task, isSame);
  else form.retell(shown.task);
  hint.show(shown, !isSame);
  const turnBegins = isNew && !isSame && shown.yours;
  isNew = isFormNew = false;
  settled = number;
  if (!isSame) leaveHint(leaving);
  placeOptions();
  refocus();
  speak();
  showHint();
  byId("scores").tabIndex = byId("scores").scrollWidth > byId("scores").clientWidth ? 0 : -1; // keys scroll it
  showTurn(shown, scene, turnBegins);
  document.body.classList.toggle("over", shown.over);
  document.body.classList.toggle("yours", shown.yours);
  byId("table").dataset.number = number; // all of this event is on the page
  byId("table").dispatchEvent(new Event("settled"));
  if (turnBegins) sound("turn");
  force();
}

/** Make the only legal move after a while in which the sentence says why; a click makes it at once. */
function force() {
  const mayForce = prefs.forced === "play" && shown.yours && shown.forced && !form.claim;
  const only = mayForce && form.only;
  if (!only) return;
  form.retell(shown.forced);
  const now = number;
  hurry = () => {
    const isDue = number === now && form.only === only && prefs.forced === "play";
    if (isDue) form.make(only);
    return isDue;
  };
  setTimeout(hurry, FORCED);
}

const isAlone = () => shown.you !== null && shown.people.length === 1; // with bots

const ask = (what) => send({ do: what, seen: settled });

/** Put the sentence and the panels into the boxes that the scene gives. */
function place() {
  if (!scene.boxes.prompt) return;
  const [x, y, width, height] = scene.inPixels(scene.boxes.prompt);
  const [, top, , high] = scene.inPixels(scene.boxes.center);
  const style = byId("prompt").style;
  [style.left, style.top, style.width, style.height] = [x, y, width, height].map((each) => `${each}px`);
  const edges = { "--prompt": y, "--prompt-end": y + height, "--prompt-left": x, "--prompt-wide": width };
  for (const [name, edge] of Object.entries(edges)) byId("table").style.setProperty(name, `${edge}px`);
  byId("table").style.setProperty("--unit", scene.unit);
  middle = top + high / 2;
}

/** Put the bids and other choices between the cards of others and the viewer's own things. */
function placeOptions() {
  const box = byId("options");
  if (box.hidden) return;
  const plates = scene.boxesOf(/^plate-/);
  const isAbove = ([, top]) => top < middle;
  const tops = [...scene.faces, ...plates].filter((each) => !isAbove(each)).map(([, top]) => top);
  const most = Math.min(byId("prompt").offsetTop, ...tops) - 4 - box.offsetHeight;
  const below = (boxes) => 2 + Math.max(0, ...boxes.filter(isAbove).map(([, , , bottom]) => bottom));
  const wished = Math.max(middle - box.offsetHeight / 2, below(plates));
  box.style.top = `${Math.max(below(scene.faces), Math.min(wished, most))}px`;
}

function showBar() {
  byId("title").textContent = shown.title;
  byId("hand").textContent = [shown.hand, shown.target].filter(Boolean).join(", ");
  byId("scores").replaceChildren(...shown.names.map((name, seat) => {
    const isAway = shown.away.includes(seat);
    const words = isAway ? make("small", {}, "away") : null;
    return make("li", { class: seat === shown.actor ? "on" : null },
      make("span", {}, name), make("b", {}, String(shown.scores[seat]).replace("-", "−")), words);
  }));
  byId("undo").hidden = !shown.undo.can || shown.undo.text;
  byId("last").hidden = !tricks.length;
  byId("last").lastChild.textContent = lastTrick();
  for (const name of ["aria-label", "title"]) byId("last").setAttribute(name, lastTrick());
}

/** Show the result of a hand over the table. */
function showPanel() {
  const box = byId("result");
  const panel = shown.panel;
  byId("show").hidden = !panel;
  if (!panel) {
    if (isOver && !hasAgreed && !box.hidden) leavePanel();
    else if (!isLeft) hidePanel();
    isOver = hasAgreed = false;
    return;
  }
  isOver = panel.over;
  isLeft = false;
  const deal = shown.form.options?.[0];
  const actions = [];
  if (deal) {
    actions.push([deal.text, () => {
      hidePanel(); // so that the cards are dealt to their places
      form.make(deal.move);
    }]);
  }
  if (send.again && shown.again.can) {
    actions.push(["Play again", () => (hasAgreed = send.again())]);
  }
  if (panel.over && send.another) actions.push([send.another.words ?? "Another game", send.another]);
  actions.push(["Look back", () => (past.isAsked = send({ do: "past" }))]);
  actions.push(["Details", () => (box.dataset.level === "open" ? lay(box, scene) : unfold(box))]);
  box.replaceChildren(...drawnPanel(panel, shown.names, actions, () => {
    putPanel(false);
    byId("show").focus();
  }));
  if (shown.again.text) {
    box.firstChild.after(make("p", { id: "again", role: "status" }, shown.again.text,
      " Bots play for those who have not agreed in ", make("b", { class: "time-left" }), "."));
  }
  if (settled !== number) {
    putPanel(true);
    if (deal && isAlone()) pressSoon(box, READ);
  } else if (isNew) lay(box, scene);
}

/** Show or hide the result, for people who want to see the cards behind it. */
function putPanel(isOpen) {
  byId("result").hidden = !isOpen;
  byId("show").setAttribute("aria-expanded", String(isOpen));
  if (isOpen) lay(byId("result"), scene);
  look(); // a panel at the side takes room
}

/** Leave the result of a game to a person who has not asked for the next one. */
function leavePanel() {
  isLeft = true;
  byId("again")?.remove();
  byId("result").lastChild.replaceChildren(button("To the new game", () => {
    isLeft = false;
    hidePanel();
  }, { class: "main" }));
}

/** Hide the result, and the look back, for the next hand. */
function hidePanel() {
  if (!byId("result").hidden) putPanel(false);
  past.hide();
}

function showPapers() {
  showTabs(shown.trick);
  byId("sheet").innerHTML = shown.sheet; // the engine escapes names
  sheetStyle.replaceSync(shown.sheetStyle);
  byId("legend").textContent = shown.legend;
  byId("tip").textContent = shown.yours ? shown.tip : "";
  byId("help").replaceChildren(...shown.help.map((text) => make("p", {}, text)));
}

/** Let screen readers say all news at once, when it is the reader's turn or nobody's. */
function speak() {
  const waits = shown.you !== null && !shown.yours && !shown.over && !shown.form.options;
  if (waits) return;
  byId("news").textContent = [...unheard.slice(-MOST_NEWS), byId("turn").textContent].join(" ");
  unheard = [];
}

/** Show a hint for each of the first decisions in a game. */
function showHint() {
  const box = byId("hint");
  const text = shown.hints[hinted()];
  box.hidden = !text || !shown.yours || Boolean(shown.claim.text);
  if (!box.hidden) box.replaceChildren(make("p", {}, text), button("Got it", () => {
    leaveHint(hintKey());
    box.hidden = true;
  }));
}

const hintKey = () => `${HINTED} ${shown.title} ${shown.phase}`;
const hinted = () => Number(kept(hintKey()) ?? 0);

/** Count the hint of this key as seen. */
function leaveHint(key) {
  if (key) keep(key, String(Number(kept(key) ?? 0) + 1));
  leaving = "";
}

let last = {}; // the card or the control that had the focus last

addEventListener("focusin", ({ target }) => {
  last = { card: target.dataset.card, place: scene.cards.indexOf(target),
    isControl: Boolean(target.closest("#prompt, #options, #result")) };
});

/** Give a lost focus to the same card or button as before, or to the next one that there is. */
function refocus() {
  const active = document.activeElement;
  const isIdle = active.closest("#table > svg") && active.getAttribute("role") !== "button";
  if (active !== document.body && active.checkVisibility() && !isIdle) return;
  const { card, place, isControl } = last;
  const cards = scene.cards.filter((each) => each.getAttribute("role") === "button");
  const control = document.querySelector(
    "#result:not([hidden]) button, #buttons button, #choosing button, #options:not([hidden]) button");
  const same = cards.find((each) => each.dataset.card === card) ?? cards[Math.min(place, cards.length - 1)];
  if (card) (same ?? control)?.focus();
  else if (isControl) (control ?? cards[0])?.focus();
}

function play(move) {
  const isSent = send({ do: "play", move, seen: settled });
  if (isSent && !byId("hint").hidden) leaving = hintKey();
  if (!isSent) report("lost", "Not sent: no connection.");
  return isSent;
}

let refusing = 0;

/** Show for some seconds why something is impossible. */
function refuse(words, rule) {
  byId("refusal").textContent = words;
  byId("refusal").title = rule ? `Rule ${rule}` : "";
  clearTimeout(refusing);
  refusing = setTimeout(() => (byId("refusal").textContent = ""), REFUSAL);
}

const lastTrick = () => `Last ${shown.trick.toLowerCase()}`;

function showLast() {
  const box = byId("trick");
  const last = tricks.at(-1);
  if (!last || !box.hidden) {
    box.hidden = true;
    return;
  }
  box.replaceChildren(make("h2", {}, `${lastTrick()}, taken by ${last.taker}`), drawnTrick(last),
    button("Close", () => {
      box.hidden = true;
      byId("last").focus();
    }));
  box.hidden = false;
  box.focus();
}

/** Take over the settings that the page itself follows. */
function dress() {
  const root = document.documentElement.classList;
  root.toggle("tws-dark", prefs.scheme === "dark");
  root.toggle("tws-light", prefs.scheme === "light");
  root.toggle("tws-four", prefs.colours === "four");
}

handle(scene, (card) => {
  if (!steps.isRunning && !hasSkipped) form.choose(card);
  hasSkipped = false;
}, (x, y) => y < byId("prompt").getBoundingClientRect().top);
byId("table").addEventListener("pointerdown", () => {
  hasSkipped = steps.skip() || hurry();
  byId("refusal").textContent = "";
}, { capture: true });
addEventListener("keydown", (event) => {
  byId("refusal").textContent = "";
  hasSkipped = steps.skip() || (["Enter", " "].includes(event.key) && hurry());
  if (event.key === "Escape") {
    byId("trick").hidden = true;
    if (!form.choosing.isEmpty) form.clear();
  }
}, { capture: true });
byId("undo").addEventListener("click", () => ask("undo"));
byId("last").addEventListener("click", showLast);
byId("show").addEventListener("click", () => {
  putPanel(byId("result").hidden);
  if (!byId("result").hidden) byId("result").focus();
});
makeSwitch(byId("sound"));
makeDrawer();
askToNotify(refuse);
dress();
onChange(() => {
  dress();
  look();
});
let measuring = 0;
new ResizeObserver(() => {
  clearTimeout(measuring);
  measuring = setTimeout(look, 80);
}).observe(byId("table"));
