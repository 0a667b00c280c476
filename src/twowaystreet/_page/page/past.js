// Looking back: the moves of a finished hand, one after the other, on a table of their own.

import { button, byId, make } from "./elements.js";
import { prefs } from "./prefs.js";
import { Scene } from "./scene.js";

const MOVE = 280;
const KEYS = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity };

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** The finished hand. */
export class Past {
  /** @param {() => void} close is called when the person has seen enough. */
  constructor(close) {
    this.box = byId("past");
    this.scene = new Scene(this.box);
    this.turn = make("p", { role: "status" });
    this.back = button("‹", () => this.go(-1), { "aria-label": "Move before" });
    this.next = button("›", () => this.go(1), { "aria-label": "Next move", class: "main" });
    this.leave = button("Close", () => {
      this.box.hidden = true;
      close();
    });
    this.line = make("div", { id: "past-line" },
      this.turn, make("div", { class: "row" }, this.back, this.next, this.leave));
    this.box.append(this.line);
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave.click();
      else if (event.key in KEYS) this.go(KEYS[event.key]);
      else return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Show a hand from its first move on; after a resize, from the move that was shown. */
  show(steps) {
    const at = this.isOpen ? this.at : 0;
    this.steps = steps.filter((step) => step.scene);
    // A person stops at each event; a trick is swept away with the step to the next one.
    this.stops = this.steps.flatMap((step, place) => (step.log ? [place] : []));
    this.box.hidden = false;
    this.at = -1;
    this.shown = -1;
    this.go(at + 1);
    this.main.focus();
  }

  get isOpen() {
    return !this.box.hidden;
  }

  /** Go some moves on, or back. */
  go(by) {
    const last = this.stops.length - 1;
    const to = Math.max(0, Math.min(last, this.at + by));
    const moves = to === this.at + 1 && this.at >= 0 && !still.matches && prefs.speed !== "off";
    const end = this.stops[to];
    for (let at = to > this.at ? this.shown + 1 : 0; at <= end; at += 1) {
      this.scene.apply(this.steps[at].scene, moves ? MOVE : 0);
    }
    this.at = to;
    this.shown = end;
    this.turn.textContent = `${to + 1} of ${last + 1}. ${this.steps[end].log.join(" ")}`;
    this.disableEnds(to === 0, to === last);
    const [x, y, width, height] = this.scene.inPixels(this.scene.boxes.prompt);
    const { style } = this.line;
    [style.left, style.top, style.width, style.height] = [x, y, width, height].map((each) => `${each}px`);
  }

  /** Disable buttons; one that has the focus first gives it away, as keys would reach nobody. */
  disableEnds(isFirst, isLast) {
    this.back.disabled = this.next.disabled = false;
    this.main = !isLast ? this.next : isFirst ? this.leave : this.back;
    const ended = [isFirst && this.back, isLast && this.next];
    if (ended.includes(document.activeElement)) this.main.focus();
    this.back.disabled = isFirst;
    this.next.disabled = isLast;
  }
}
