// The drawer: log, tricks, score sheet, rules and settings.

import { button, byId, make } from "./elements.js";
import { SETTINGS, keep, kept, onChange, prefs, set } from "./prefs.js";

const KEY = "twowaystreet drawer";
const WIDE = matchMedia("(min-width: 1180px) and (min-height: 560px)");
const TABS = { log: "Log", tricks: "Tricks", sheet: "Scores", rules: "Rules", settings: "Settings" };

let chosen = "log";

/** Show a tab of the drawer. */
export function showTab(name) {
  chosen = name;
  for (const each of Object.keys(TABS)) byId(`${each}-tab`).hidden = each !== name;
  for (const tab of byId("tabs").children) {
    const isOn = tab.dataset.tab === name;
    tab.setAttribute("aria-selected", String(isOn));
    tab.tabIndex = isOn ? 0 : -1;
  }
  if (name === "log") byId("log").scrollTop = byId("log").scrollHeight;
}

/** Show the tab of tricks in games that have tricks, with the game's word for them. */
export function showTabs(word) {
  const tab = byId("tabs").querySelector("[data-tab=tricks]");
  tab.hidden = !word;
  tab.textContent = `${word}s`;
}

/** Open or close the drawer. */
export function openDrawer(isOpen, name = chosen) {
  byId("drawer").hidden = !isOpen;
  byId("menu").setAttribute("aria-expanded", String(isOpen));
  document.body.classList.toggle("open", isOpen);
  showTab(name);
}

/** Make the tabs and the settings. */
export function makeDrawer() {
  byId("tabs").append(...Object.entries(TABS).map(([name, title]) => {
    const tab = button(title, () => showTab(name), { role: "tab", "aria-controls": `${name}-tab` });
    tab.dataset.tab = name;
    return tab;
  }));
  byId("tabs").addEventListener("keydown", (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    const names = Object.keys(TABS);
    showTab(names[(names.indexOf(chosen) + step + names.length) % names.length]);
    byId("tabs").querySelector("[aria-selected=true]").focus();
  });
  byId("drawer").append(button("Close", () => {
    openDrawer(false);
    byId("menu").focus();
  }, { id: "close" }));
  byId("menu").addEventListener("click", () => {
    openDrawer(byId("drawer").hidden);
    if (WIDE.matches) keep(KEY, byId("drawer").hidden ? "closed" : "open");
  });
  addEventListener("keydown", ({ key, target }) => {
    const drawer = byId("drawer");
    if (key === "Escape" && !drawer.hidden && (!WIDE.matches || drawer.contains(target))) byId("close").click();
  });
  byId("settings-tab").append(...Object.entries(SETTINGS).map(([name, { title, values }]) => {
    const field = make("select", { name }, ...Object.entries(values).map(([value, text]) =>
      make("option", { value, selected: prefs[name] === value }, text)));
    field.addEventListener("change", () => set(name, field.value));
    onChange(() => (field.value = prefs[name]));
    return make("label", {}, make("span", {}, title), field);
  }));
  const fit = () => openDrawer(WIDE.matches && kept(KEY) === "open");
  WIDE.addEventListener("change", fit);
  fit();
}

let pictures = {}; // of all cards of the game

/** Take over the pictures of cards. */
export function takePictures(cards) {
  pictures = cards;
}

/** Return a small picture of a card. */
export function cardPicture(card) {
  const { art, label } = pictures[card];
  const picture = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  picture.setAttribute("viewBox", "-28 -40 56 80");
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", label);
  picture.innerHTML = art; // from the engine
  return picture;
}

/** Return a trick: the cards in order, with their players. */
export function drawnTrick(trick) {
  return make("div", { class: "plays" }, ...trick.plays.map((play, place) => make(
    "figure", { class: play.won ? "won" : null },
    make("span", { class: "cards" }, ...(play.cards.length ? play.cards.map(cardPicture) : ["pass"])),
    make("figcaption", {}, [play.name, play.hand, place ? "" : "led"].filter(Boolean).join(", ")),
  )));
}

let tricks = [];

/** Take over tricks: keep the first ones and add others. Return all tricks. */
export function addTricks({ at, list }) {
  tricks = [...tricks.slice(0, at), ...list];
  const box = byId("tricks");
  while (box.children.length > at) box.lastChild.remove();
  box.append(...list.map((trick) => make("li", {},
    make("h2", {}, `${trick.title}, taken by ${trick.taker}`), drawnTrick(trick))));
  return tricks;
}
