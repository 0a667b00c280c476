// The scene: the items of the table as elements of one picture, and their motion.

import { avatarArt } from "./avatar.js";

const SVG = "http://www.w3.org/2000/svg";
const LIFT = "lift";
const FACE = /^(?:[RB]\*|(?:10|[2-9JQKA])[SHCD])|^(?:label|note)-/;

/** Return an element of a picture. */
function made(name, attributes = {}) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** The items that the page shows, by their names. */
export class Scene {
  /** @param {Element} box the element that holds the picture. */
  constructor(box) {
    this.box = box;
    this.items = new Map();
    this.arts = {}; // the elements of items, by the numbers that stand for them
    this.changes = null; // the differences of a list that it has got up to a place
    this.at = -1;
    this.boxes = {}; // of the prompt, the hand and the middle, in units of the scene
    this.picture = made("svg", { class: "tws", role: "group", "aria-label": "Cards and players" });
    this.symbols = made("defs");
    this.layer = made("g");
    this.picture.append(this.symbols, this.layer);
    box.prepend(this.picture);
  }

  /** Return the viewer's own cards in their order on the table. */
  get cards() {
    return [...this.layer.querySelectorAll("[data-card]")];
  }

  /** Return the elements that show a card of the viewer with this text. */
  withText(text) {
    return this.cards.filter((card) => card.dataset.card === text);
  }

  /**
   * Take over the differences to the next scene.
   *
   * @param {object} change the differences.
   * @param {number} time the milliseconds of each motion; 0 for none.
   */
  apply(change, time) {
    if (change.symbols) this.symbols.innerHTML = change.symbols; // from the engine alone
    if (change.style) sheet.replaceSync(change.style);
    for (const name of ["prompt", "hand", "center"]) if (change[name]) this.boxes[name] = change[name];
    Object.assign(this.arts, change.arts);
    if (change.new) this.begin(change);
    this.layer.style.setProperty("--time", `${time}ms`);
    for (const name of change.gone ?? []) this.remove(name, time);
    const set = Object.entries(change.set ?? {});
    const fresh = set.filter(([name]) => !this.items.has(name));
    fresh.forEach(([name, values], place) => this.add(name, values, time, place));
    if (fresh.length) this.layer.getBoundingClientRect(); // the way begins where the item is now
    for (const [name, values] of set) this.change(name, values);
    if (set.some(([, values]) => "z" in values)) this.sort();
  }

  /**
   * Show a place of a list.
   *
   * @param {object[][]} changes the differences that lead to each place.
   * @param {number} time the milliseconds of the motion to the next place.
   */
  showAt(changes, place, time) {
    const from = changes === this.changes && this.at <= place ? this.at + 1 : 0;
    const isNext = from > 0 && from === place;
    for (const change of changes.slice(from, place + 1).flat()) this.apply(change, isNext ? time : 0);
    this.changes = changes;
    this.at = place;
  }

  /** Begin with an empty table of a size. */
  begin({ width, height }) {
    for (const { element } of this.items.values()) element.remove();
    this.items.clear();
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.width = width;
  }

  /** The number of pixels of a unit of the scene; a table in a large window is enlarged. */
  get unit() {
    return this.box.clientWidth / (this.width ?? this.box.clientWidth);
  }

  /** Return the numbers of a box in pixels. */
  inPixels(numbers) {
    return numbers.map((each) => each * this.unit);
  }

  /** The boxes in pixels of the cards face up with their labels: left, upper, right and lower edge. */
  get faces() {
    return this.boxesOf(FACE);
  }

  /** The boxes in pixels of the items with such names. */
  boxesOf(names) {
    return [...this.items].filter(([name]) => names.test(name)).map(([, { inner, values: { x, y, k } }]) => {
      const box = inner.getBBox();
      return this.inPixels([x + k * box.x, y + k * box.y,
        x + k * (box.x + box.width), y + k * (box.y + box.height)]);
    });
  }

  add(name, values, time, place) {
    const element = made("g", { class: "item" });
    const inner = made("g", { class: LIFT });
    element.append(inner);
    element.dataset.item = name;
    const item = { element, inner, values: { x: 0, y: 0, z: 0, r: 0, k: 1 } };
    const from = this.items.get(values.from);
    if (time && from) {
      const { x, y } = from.values;
      this.move(element, { ...item.values, k: 0.6 * (values.k ?? 1), x, y });
      if (values.card) element.style.transitionDelay = `${Math.min(place, 16) * time * 0.1}ms`;
    } else if (time) {
      element.classList.add("fresh");
    }
    this.items.set(name, item);
    this.layer.append(element);
  }

  change(name, values) {
    const item = this.items.get(name);
    const { element, inner } = item;
    Object.assign(item.values, values);
    if ("art" in values) {
      inner.innerHTML = this.arts[values.art]; // the engine escapes names
      for (const each of inner.querySelectorAll("[data-called]")) each.innerHTML = avatarArt(each.dataset.called);
    }
    if ("card" in values) element.dataset.card = values.card;
    if (values.card === "") this.putDown(element);
    if ("dim" in values) element.classList.toggle("dim", values.dim);
    if ("label" in values) this.name(element, values.label);
    if (["x", "y", "r", "k"].some((key) => key in values) && !item.place) this.settle(name);
    element.classList.remove("fresh");
  }

  /** Make a card that has left the hand one that nobody can choose. */
  putDown(element) {
    delete element.dataset.card;
    element.classList.remove("chosen");
    element.setAttribute("role", "img");
    for (const name of ["tabindex", "aria-pressed"]) element.removeAttribute(name);
  }

  /** Give an element its words for people who do not see it. */
  name(element, label) {
    if (element.getAttribute("role") === "button") {
      element.setAttribute("aria-label", label);
    } else if (label) {
      element.setAttribute("role", "img");
      element.setAttribute("aria-label", label);
    } else {
      element.removeAttribute("role");
      element.removeAttribute("aria-label");
    }
  }

  remove(name, time) {
    const item = this.items.get(name);
    if (!item) return;
    this.items.delete(name);
    const { element, values } = item;
    const to = this.items.get(values.to);
    delete element.dataset.card;
    delete element.dataset.item;
    if (!time) {
      element.remove();
      return;
    }
    element.classList.add("leaving");
    if (to) this.move(element, { ...values, x: to.values.x, y: to.values.y, k: 0.35 * values.k });
    setTimeout(() => element.remove(), time);
  }

  /** Put the elements into the order of their levels, which is the order for the keyboard, too. */
  sort() {
    const wanted = [...this.items.values()].sort((one, other) => one.values.z - other.values.z);
    wanted.forEach(({ element }, place) => {
      if (this.layer.children[place] !== element) this.layer.insertBefore(element, this.layer.children[place]);
    });
  }

  /** Put elements on top of all others in this order, and all others into their own. */
  raise(elements) {
    const active = document.activeElement;
    this.sort();
    this.layer.append(...elements);
    if (this.layer.contains(active) && active !== document.activeElement) active.focus();
  }

  /** Move an element without a change of its own place. */
  move(element, { x, y, r, k }) {
    element.style.setProperty("--k", k || 1);
    element.style.transform = `translate(${x}px, ${y}px) rotate(${r}deg) scale(${k})`;
  }

  /** Show an item at its own place. */
  settle(name) {
    const item = this.items.get(name);
    item.place = null;
    this.move(item.element, item.values);
  }

  /**
   * Show items at other places: chosen cards in places that they fill.
   *
   * @param {Map<Element, object>} places the places by element; all other items go home.
   */
  hold(places) {
    for (const [name, item] of this.items) {
      const place = places.get(item.element);
      if (place) {
        item.place = place;
        this.move(item.element, { x: place.x + place.w / 2, y: place.y + place.h / 2, r: 0, k: place.h / (item.inner.getBBox().height || 78) });
      } else if (item.place) {
        this.settle(name);
      }
      item.element.classList.toggle("held", Boolean(place));
    }
    this.raise([...places.keys()]);
  }
}
