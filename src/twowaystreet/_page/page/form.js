// The form: what a person can do now, as buttons, cards to choose, and places that cards fill.

import { Choosing } from "./choosing.js";
import { button, byId, make } from "./elements.js";
import { bidding } from "./bidding.js";
import { prefs } from "./prefs.js";

const FEW = 3;
const REGRET = 2000; // milliseconds in which a person against bots can put a chosen card back
const DEAL = "deal";
const FULL = "All cards are chosen: confirm, or take one back";

/** Return a move as an object: a play of one card comes as its text alone. */
const whole = (move) => (typeof move === "string" ? { move, groups: [[move]], single: true } : move);

/** Return the name of a card, without the letters by which people type it. */
const nameOf = (card) => card.getAttribute("aria-label");

let due = 0;
let filled = byId("choosing");

/** Press no button: whatever a person does stops it. */
function stop() {
  clearTimeout(due);
  filled.classList.remove("soon");
}

/** Press the main button of a box after a while in which it fills up; the setting for moves without a choice decides. */
export function pressSoon(box, time) {
  stop();
  if (prefs.forced !== "play") return;
  filled = box;
  document.documentElement.style.setProperty("--soon", `${time}ms`);
  box.classList.add("soon");
  due = setTimeout(() => {
    stop();
    if (!document.hidden && box.checkVisibility()) box.querySelector(".main")?.click();
  }, time);
}

for (const each of ["pointerdown", "keydown", "wheel"]) addEventListener(each, stop, { capture: true, passive: true });

/** Show in place of the sentence what a choice would mean. */
function tell(words) {
  byId("turn").textContent = words;
  byId("news").textContent = words;
}

/** Mark an element as what a hint advises, or take the mark away. */
function mark(element, isLit) {
  element.classList.toggle("lit", isLit);
  if (isLit) element.setAttribute("aria-describedby", "turn");
  else element.removeAttribute("aria-describedby");
}

/** The choices of a person. */
export class Form {
  /**
   * @param {Scene} scene the scene.
   * @param {(move: string) => boolean} play sends a move; false without a connection.
   * @param {(words: string) => void} refuse shows why something is impossible.
   * @param {() => void} claimRest claims that the rest of the hand is decided.
   */
  constructor(scene, play, refuse, claimRest) {
    this.scene = scene;
    this.play = play;
    this.refuse = refuse;
    this.claimRest = claimRest;
    this.isAlone = false; // with bots
    this.claim = ""; // the words for it, while the cards prove it
    this.take({}, "");
  }

  /**
   * Take over the choices of a position.
   *
   * @param {boolean} isSame the position is the same as before, so chosen cards stay chosen.
   */
  take(form, task, isSame = false) {
    const texts = isSame ? this.picked.map((card) => card.dataset.card) : [];
    this.form = form;
    this.task = task;
    this.waits = false; // for the answer to a move
    if (!isSame) this.hint = null;
    this.moves = (form.moves ?? []).map(whole);
    this.options = form.options ?? [];
    this.clear();
    if (texts.length) this.pickAll(texts);
  }

  /** Light a move of these, and show its sentence; what is chosen stays. */
  light(hint) {
    const move = hint && [...this.moves, ...this.options].find((each) => each.move === hint.move);
    const also = this.claim ? ` Or: ${this.claim}.` : "";
    this.hint = move ? { ...hint, text: hint.text.replaceAll(" %", "\u00a0%") + also, groups: move.groups } : null;
    this.show();
    if (move) tell(this.hint.text);
  }

  /** Make a legal move, and offer nothing until the engine has answered. */
  make(move) {
    if (!this.play(move)) return;
    this.take({}, "");
    this.waits = true;
  }

  /** Take over another sentence; what is chosen stays. */
  retell(task) {
    this.task = task;
    this.showPrompt();
  }

  /** Return whether nothing can be chosen. */
  get isIdle() {
    return !this.moves.length && !this.options.length;
  }

  /** Forget what is chosen. */
  clear() {
    this.choosing = new Choosing(this.moves);
    this.picked = []; // the elements of the chosen cards, in the order of choosing
    this.show();
  }

  /** Show everything: which cards can be chosen, the sentence and the buttons. */
  show() {
    for (const card of this.scene.cards) this.enable(card);
    this.fillSlots();
    this.showPrompt();
    this.showOptions();
    this.showLit();
  }

  /** Mark the cards and the button of a hint; of several groups the first that is not laid. */
  showLit() {
    const { move, cards = [], groups = [] } = this.hint ?? {};
    const { texts } = this.choosing;
    const group = groups.length > 1 && groups.find((each) => !each.every((card) => texts.includes(card)));
    const left = [...(group || cards)];
    const buttons = document.querySelectorAll("#buttons [data-move], #options [data-move]");
    for (const each of document.querySelectorAll(".lit")) mark(each, false); // also cards that are played
    for (const each of buttons) if (each.dataset.move === move) mark(each, true);
    for (const card of this.scene.cards) {
      const place = left.indexOf(card.dataset.card);
      if (place >= 0) left.splice(place, 1);
      if (place >= 0) mark(card, true);
    }
  }

  /** Make a card that can be chosen into a button for keyboard and screen reader. */
  enable(card) {
    const isPicked = this.picked.includes(card);
    const on = isPicked || this.choosing.canAdd(card.dataset.card);
    card.classList.toggle("chosen", isPicked);
    card.classList.toggle("unfit", !on && !this.choosing.isEmpty);
    if (on) {
      const label = card.getAttribute("aria-label");
      for (const [name, value] of [["role", "button"], ["tabindex", "0"], ["aria-label", label],
        ["aria-pressed", String(isPicked)]]) card.setAttribute(name, value);
    } else {
      card.setAttribute("role", "img");
      for (const name of ["tabindex", "aria-pressed"]) card.removeAttribute(name);
    }
  }

  /** Put the chosen cards into the places that they fill. */
  fillSlots() {
    const places = new Map();
    const slots = this.form.slots;
    byId("slots")?.remove();
    if (slots) {
      const groups = this.groups;
      slots.forEach((group, number) => (groups[number] ?? []).forEach((card, place) => {
        if (group[place]) places.set(card, group[place]);
      }));
      const box = this.drawnSlots(slots, groups);
      this.scene.box.append(box);
      box.querySelectorAll("p:has(span)").forEach((label) => this.keepInWindow(label));
    }
    this.scene.hold(places);
  }

  /** Move a label whose words are wider than its places, so that they begin and end in the window. */
  keepInWindow(label) {
    const { left, right } = label.lastChild.getBoundingClientRect();
    const end = this.scene.box.getBoundingClientRect().right - 2;
    label.style.marginLeft = `${Math.max(0, 2 - left) + Math.min(0, end - right)}px`;
  }

  /** Return the chosen cards in groups: those of a complete move in its order. */
  get groups() {
    const [move] = this.choosing.isEmpty ? [] : this.choosing.complete;
    if (!move) return this.choosing.inGroups(this.picked);
    const left = [...this.picked];
    return move.groups.map((group) => group.map((text) =>
      left.splice(left.findIndex((card) => card.dataset.card === text), 1)[0]));
  }

  /** Return the frames of the places, with their labels and the names of what they hold. */
  drawnSlots(slots, groups) {
    const box = make("div", { id: "slots", "aria-hidden": "true" });
    const unit = this.scene.unit;
    slots.forEach((group, number) => {
      const [first, last] = [group[0], group[group.length - 1]];
      const held = groups[number] ?? [];
      const label = make("p", {}, ...[first.label, this.valueOf(held)].filter(Boolean)
        .map((words) => make("span", {}, words)));
      const right = last.x + last.w;
      Object.assign(label.style, { left: `${first.x * unit}px`, top: `${first.y * unit - 4}px`,
        width: `${(right - first.x) * unit}px` });
      box.append(label);
      if (held.length === group.length) return;
      // Places that cover one another have one frame.
      const places = group.length > 1 && group[1].x < first.x + first.w
        ? [{ ...first, w: right - first.x }] : group.slice(held.length);
      box.append(...places.map((place) => {
        const frame = make("i");
        for (const [key, name] of [["x", "left"], ["y", "top"], ["w", "width"], ["h", "height"]]) {
          frame.style[name] = `${place[key] * unit}px`;
        }
        return frame;
      }));
    });
    return box;
  }

  /** Return the name of some cards together; empty without one. */
  valueOf(cards) {
    const texts = cards.map((card) => card.dataset.card);
    const values = Object.entries(this.form.values ?? {});
    const found = values.find(([key]) => key.split(" ").sort().join() === [...texts].sort().join());
    return found?.[1] ?? "";
  }

  /** Show the sentence that tells what to do, and the buttons for what is chosen. */
  showPrompt() {
    const wanted = this.choosing.wanted;
    const isPartial = this.picked.length > 0 && this.picked.length < wanted;
    const count = isPartial ? ` (${this.picked.length} of ${wanted})` : "";
    const complete = this.choosing.isEmpty ? [] : this.choosing.complete;
    byId("turn").classList.toggle("hinted", Boolean(this.hint));
    byId("turn").textContent = this.hint?.text ?? (complete.length && this.picked.length === this.form.slots?.flat().length
      ? FULL : `${this.task}${count}`);
    const kind = complete[0]?.kind;
    const alike = this.ofKind(kind);
    const most = alike.length > 1 ? 1 : complete.length < FEW ? FEW - 1 : 0;
    const buttons = complete.slice(0, most).map((move) =>
      button(move.text ?? `Play the ${nameOf(this.picked[0])}`, () => this.make(move.move), { class: "main" }));
    if (alike.length > 1) {
      const next = alike[(alike.indexOf(complete[0]) + 1) % alike.length];
      buttons.push(button(`Another ${kind}`, () => this.pick(next)));
    }
    if (!this.choosing.isEmpty) buttons.push(button("Clear", () => this.clear()));
    if (this.arranged && !complete.length) {
      buttons.push(button(this.form.slots.length > 1 ? "Arrange for me" : "Choose for me", () => this.arrange()));
    }
    if (this.choosing.isEmpty) buttons.push(...this.combinations().slice(0, FEW - this.options.length));
    if (this.claim && this.moves.length && this.choosing.isEmpty) {
      buttons.push(button(this.claim, () => this.claimRest(), { id: "claim", class: "main" }));
    }
    byId("choosing").replaceChildren(...buttons);
  }

  /** Show the moves without cards: a few as buttons beside the sentence, others above it. */
  showOptions() {
    const isBid = this.options.some((each) => each.big || each.confirm || each.number !== undefined);
    const inPrompt = !isBid && this.options.length <= FEW;
    const shown = inPrompt && (this.choosing.isEmpty || !this.moves.length);
    byId("buttons").replaceChildren(...(shown ? this.options.map((each) => this.buttonOf(each)) : []));
    byId("buttons").classList.toggle("single", this.options.length === 1 && !this.moves.length);
    const box = byId("options");
    const complete = this.choosing.isEmpty ? [] : this.choosing.complete;
    const isOfKind = Boolean(complete[0]?.kind);
    const several = complete.length >= FEW && !isOfKind ? complete : []; // too many for the prompt
    box.hidden = !several.length && (inPrompt || !this.options.length);
    if (box.hidden) box.replaceChildren();
    else if (several.length) box.replaceChildren(this.grid(several));
    else box.replaceChildren(...this.others(isBid));
  }

  others(isBid) {
    if (isBid) return bidding(this.options, (move) => this.make(move), tell, this.hint?.move);
    return [this.grid(this.options)];
  }

  /** Return buttons in rows. */
  grid(options) {
    return make("div", { class: "grid" }, ...options.map((each) => this.buttonOf(each)));
  }

  /** Return the combinations of a kind, from the lowest up; none without a kind. */
  ofKind(kind) {
    return kind ? this.moves.filter((move) => move.kind === kind) : [];
  }

  /** Return a button for each kind of combination, which chooses the lowest one. */
  combinations() {
    return Object.entries(this.form.kinds ?? {}).map(([kind, words]) =>
      button(words, () => this.pick(this.ofKind(kind)[0])));
  }

  /** Choose the cards of a move, and no others. */
  pick(move) {
    this.pickAll(move.groups.flat());
  }

  pickAll(texts) {
    this.choosing = new Choosing(this.moves);
    this.picked = [];
    for (const text of texts) {
      const card = this.scene.withText(text).find((each) => !this.picked.includes(each));
      if (!card || !this.choosing.canAdd(text)) continue;
      this.choosing.add(text);
      this.picked.push(card);
    }
    this.show();
  }

  buttonOf(option) {
    return button(option.text, () => this.make(option.move), { title: option.note ?? null, "data-move": option.move });
  }

  /** Choose a card, or put a chosen one back. */
  choose(card) {
    const text = card.dataset.card;
    const place = this.picked.indexOf(card);
    if (place < 0 && !this.choosing.canAdd(text)) {
      this.chooseOther(card);
      return;
    }
    const single = this.choosing.single(text);
    if (single) {
      this.make(single.move);
      return;
    }
    if (place >= 0) {
      this.choosing.remove(text);
      const left = this.picked.filter((each) => each !== card);
      this.picked = this.choosing.texts.map((each) =>
        left.splice(left.findIndex((one) => one.dataset.card === each), 1)[0]);
    } else {
      this.choosing.add(text);
      this.picked.push(card);
    }
    this.show();
    this.confirmSoon();
  }

  /** Confirm the only cards that fill one group of places, as *Take back* is there against bots. */
  confirmSoon() {
    const isFull = this.form.slots?.length === 1 && this.picked.length === this.form.slots[0].length;
    if (isFull && this.isAlone && this.choosing.complete.length === 1) pressSoon(byId("choosing"), REGRET);
  }

  /** Take a card that does not fit the chosen ones: begin anew with it, or tell why not. */
  chooseOther(card) {
    const isLegal = this.moves.some((move) => move.groups.flat().includes(card.dataset.card));
    if (this.choosing.isEmpty) this.play(card.dataset.card); // the engine says why not
    else if (this.form.slots) this.refuse(`${FULL}.`);
    else if (isLegal) {
      this.clear();
      this.choose(card);
    } else this.refuse("No legal move has this card.");
  }

  /** Choose the cards of the move that the engine suggests. */
  arrange() {
    this.pick(this.arranged);
    this.confirmSoon();
  }

  get arranged() {
    return this.moves.find((each) => each.move === this.form.arranged);
  }

  /** Return the only legal move, if it is no deal and fills no places; else null. */
  get only() {
    const [only, ...others] = [...this.options, ...this.moves];
    return only && !others.length && !this.form.slots && only.move !== DEAL ? only.move : null;
  }
}
