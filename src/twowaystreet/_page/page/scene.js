// The scene: the items of the table as elements of one picture, and their motion.

import { avatarArt } from "./avatar.js";

const SVG = "http://www.w3.org/2000/svg";
const LIFT = "lift";
const COUNTS = /^(?:words|pile)-/; // of what each player has taken
const PLAIN = { z: 0, r: 0, k: 1, card: "", dim: false, label: "", from: "", to: "" };
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
    this.later = null; // the counts that change when the cards of a trick have arrived
    this.changes = null; // the differences of a list that it has got up to a place
    this.at = -1;
    this.unit = 1; // in pixels; a table in a large window is enlarged
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
   * @returns {number} the milliseconds until the last motion has ended.
   */
  apply(change, time) {
    this.arrive();
    if (change.symbols) this.symbols.innerHTML = change.symbols; // from the engine alone
    if (change.style) sheet.replaceSync(change.style);
    for (const name of ["prompt", "hand", "center"]) if (change[name]) this.boxes[name] = change[name];
    Object.assign(this.arts, change.arts);
    if (change.new) this.begin(change);
    const gone = [...change.gone ?? []];
    const isTaken = time && gone.some((name) => this.items.get(this.items.get(name)?.values.to));
    this.layer.style.setProperty("--time", `${time}ms`);
    for (const name of gone) this.remove(name, time);
    const all = Object.entries(change.set ?? {});
    const set = all.filter(([name]) => !isTaken || !COUNTS.test(name));
    const fresh = set.filter(([name]) => !this.items.has(name));
    let own = 0;
    const waits = fresh.map(([name, values]) =>
      this.add(name, values, time, values.card ? own++ : Number(name.split("-")[2]) || 0));
    const risen = set.filter(([, values]) => "z" in values);
    for (const [name, { z }] of risen) this.items.get(name).values.z = z;
    if (risen.length) this.sort(); // before the motion, which ends for elements that go elsewhere in the picture
    if (fresh.length || risen.length) this.layer.getBoundingClientRect(); // the way begins where the item is now
    for (const [name, values] of set) this.change(name, values);
    if (set.length < all.length) {
      const counts = all.filter((each) => !set.includes(each));
      this.later = { counts, timer: setTimeout(() => this.arrive(time), time) };
    }
    return time + Math.max(0, ...waits);
  }

  /** Show the counts of now. */
  arrive(time = 0) {
    const { counts = [], timer } = this.later ?? {};
    this.later = null;
    clearTimeout(timer);
    for (const [name, values] of counts) {
      if (!this.items.has(name)) this.add(name, values, 0, 0);
      this.change(name, values);
      if (time) this.items.get(name).inner.animate([{ scale: 1.3 }, { scale: 1 }], time);
    }
    if (counts.length) this.sort();
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

  /** Begin a table of a size; what has lain there goes to its new place. */
  begin(change) {
    const { width, height, set } = change;
    for (const [name, item] of this.items) {
      item.place = null;
      if (set[name]) change.set[name] = { ...PLAIN, ...set[name] };
      else this.remove(name, 0);
    }
    this.picture.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.picture.style.width = `${this.box.clientWidth}px`; // until the next scene of another size
    this.unit = this.box.clientWidth / width;
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

  /** Add an item; return how long it waits for those that come before it. */
  add(name, values, time, place) {
    const element = made("g", { class: "item" });
    const inner = made("g", { class: LIFT });
    element.append(inner);
    element.dataset.item = name;
    const item = { element, inner, values: { x: 0, y: 0, z: 0, r: 0, k: 1 } };
    const from = this.items.get(values.from);
    const wait = time && from ? Math.min(place, 16) * time * 0.12 : 0;
    if (time && from) {
      const { x, y } = from.values;
      this.move(element, { ...item.values, k: 0.6 * (values.k ?? 1), x, y });
      element.style.transitionDelay = `${wait}ms`;
      setTimeout(() => (element.style.transitionDelay = ""), wait + time);
    } else if (time) {
      element.classList.add("fresh");
      this.move(element, { ...item.values, ...values });
    }
    this.items.set(name, item);
    this.layer.append(element);
    return wait;
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
    const to = this.items.get(values.to?.replace("plate", "pile")) ?? this.items.get(values.to);
    delete element.dataset.card;
    delete element.dataset.item;
    if (!time) {
      element.remove();
      return;
    }
    element.style.transitionDelay = "";
    if (to) {
      this.layer.append(element); // above all others on its way
      this.layer.getBoundingClientRect();
      element.classList.add("taken");
      this.move(element, { x: to.values.x, y: to.values.y, r: 90, k: 0.2 * values.k });
    }
    element.classList.add("leaving");
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
