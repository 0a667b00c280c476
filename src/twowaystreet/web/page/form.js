// The form: what a person can do now, as buttons, cards to choose, and places that cards fill.

import { Choosing } from "./choosing.js";
import { button, byId, make } from "./elements.js";
import { bidding } from "./bidding.js";

const FEW = 3;

/** Return a move as an object: a play of one card comes as its text alone. */
const whole = (move) => (typeof move === "string" ? { move, groups: [[move]], single: true } : move);

/** The choices of a person. */
export class Form {
  /**
   * @param {Scene} scene the scene.
   * @param {(move: string) => void} play makes a move.
   * @param {(words: string) => void} refuse shows why something is impossible.
   */
  constructor(scene, play, refuse) {
    this.scene = scene;
    this.play = play;
    this.refuse = refuse;
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
    this.moves = (form.moves ?? []).map(whole);
    this.options = form.options ?? [];
    this.clear();
    if (texts.length) this.pickAll(texts);
  }

  /** Forget what is chosen. */
  clear() {
    this.choosing = new Choosing(this.moves, this.form.slots?.map((group) => group.length));
    this.picked = []; // the elements of the chosen cards, in the order of choosing
    this.show();
  }

  /** Show everything: which cards can be chosen, the sentence and the buttons. */
  show() {
    for (const card of this.scene.cards) this.enable(card);
    this.fillSlots();
    this.showPrompt();
    this.showOptions();
  }

  /** Make a card that can be chosen into a button for keyboard and screen reader. */
  enable(card) {
    const isPicked = this.picked.includes(card);
    const on = isPicked || this.choosing.canAdd(card.dataset.card);
    card.classList.toggle("chosen", isPicked);
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
      const groups = this.choosing.inGroups(this.picked);
      slots.forEach((group, number) => (groups[number] ?? []).forEach((card, place) => {
        if (group[place]) places.set(card, group[place]);
      }));
      this.scene.box.append(this.drawnSlots(slots, groups));
    }
    this.scene.hold(places);
  }

  /** Return the frames of the places, with their labels or the names of what they hold. */
  drawnSlots(slots, groups) {
    const box = make("div", { id: "slots", "aria-hidden": "true" });
    slots.forEach((group, number) => {
      const [first, last] = [group[0], group[group.length - 1]];
      const words = this.valueOf(groups[number] ?? []) || first.label || "";
      const label = make("p", {}, words);
      const unit = this.scene.unit;
      label.style.left = `${first.x * unit}px`;
      label.style.top = `${first.y * unit - 22}px`;
      label.style.width = `${(last.x + last.w - first.x) * unit}px`;
      box.append(label, ...group.map((place) => {
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
    const count = wanted > 1 && this.picked.length < wanted ? `: ${this.picked.length} of ${wanted}` : "";
    byId("turn").textContent = `${this.task}${count}`;
    const complete = this.choosing.isEmpty ? [] : this.choosing.complete;
    const buttons = complete.slice(0, FEW - 1).map((move) =>
      button(move.text ?? `Play ${move.move}`, () => this.play(move.move), { class: "main" }));
    if (!this.choosing.isEmpty) buttons.push(button("Clear", () => this.clear()));
    if (this.form.arranged && this.choosing.isEmpty) {
      buttons.push(button("Arrange for me", () => this.arrange()));
    }
    if (this.choosing.isEmpty) buttons.push(...this.combinations().slice(0, FEW - this.options.length));
    byId("choosing").replaceChildren(...buttons);
  }

  /** Show the moves without cards: a few as buttons beside the sentence, others above it. */
  showOptions() {
    const isBid = this.options.some((each) => each.big || each.number !== undefined);
    const inPrompt = !isBid && this.options.length <= FEW;
    const shown = inPrompt && (this.choosing.isEmpty || !this.moves.length);
    byId("buttons").replaceChildren(...(shown ? this.options.map((each) => this.buttonOf(each)) : []));
    byId("buttons").classList.toggle("single", this.options.length === 1 && !this.moves.length);
    const box = byId("options");
    box.hidden = inPrompt || !this.options.length;
    if (!box.hidden) box.replaceChildren(...this.others(isBid));
    else box.replaceChildren();
  }

  others(isBid) {
    if (isBid) return bidding(this.options, this.play);
    return [make("div", { class: "grid" }, ...this.options.map((each) => this.buttonOf(each)))];
  }

  /** Return a button for each kind of combination; clicks go through the moves of the kind. */
  combinations() {
    const kinds = Map.groupBy(this.moves.filter((move) => move.kind && move.groups.flat().length > 1),
      (move) => move.kind.replace(/ (of|from|to|\d|[JQKA]\b).*$/, ""));
    return [...kinds].map(([kind, moves]) => button(`${kind} (${moves.length})`, () => {
      this.turn = ((this.turn ?? -1) + 1) % moves.length;
      this.pick(moves[this.turn]);
    }));
  }

  /** Choose the cards of a move, and no others. */
  pick(move) {
    this.pickAll(move.groups.flat());
  }

  pickAll(texts) {
    this.choosing = new Choosing(this.moves, this.form.slots?.map((group) => group.length));
    this.picked = [];
    for (const text of texts) {
      this.choosing.add(text);
      this.picked.push(this.scene.withText(text).find((each) => !this.picked.includes(each)));
    }
    this.show();
  }

  buttonOf(option) {
    return button(option.text, () => this.play(option.move), { title: option.note ?? null });
  }

  /** Choose a card, or put a chosen one back. */
  choose(card) {
    const text = card.dataset.card;
    const place = this.picked.indexOf(card);
    if (place < 0 && !this.choosing.canAdd(text)) {
      if (this.choosing.isEmpty) this.play(text); // the engine says why not
      else this.refuse("No legal move has these cards together.");
      return;
    }
    const single = this.choosing.single(text);
    if (single) {
      this.play(single.move);
      return;
    }
    if (place >= 0) {
      this.choosing.remove(text, place);
      this.picked.splice(place, 1);
      this.picked.splice(this.choosing.count);
    } else {
      this.choosing.add(text);
      this.picked.push(card);
    }
    this.show();
  }

  /** Choose the cards of the move that the engine suggests. */
  arrange() {
    const move = this.moves.find((each) => each.move === this.form.arranged);
    if (move) this.pick(move);
  }

  /** Return whether nothing but one card can be played. */
  get only() {
    const isOne = this.moves.length === 1 && !this.options.length && this.moves[0].single;
    return isOne ? this.moves[0].move : null;
  }
}
