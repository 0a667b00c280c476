// Looking back: the moves of a finished hand with all cards open, on a table of their own.

import { button, byId, make } from "./elements.js";
import { prefs } from "./prefs.js";
import { Scene } from "./scene.js";
import { SPEEDS } from "./steps.js";
import { Tape } from "./tape.js";

/** The finished hand. */
export class Past {
  /** @param {() => void} close is called when the person has seen enough. */
  constructor(close) {
    this.box = byId("past");
    this.isAsked = false; // a resize then asks again
    this.scene = new Scene(this.box);
    this.tape = new Tape((place) => this.go(place), () => SPEEDS[prefs.speed]);
    this.turn = make("p", { role: "status" });
    this.leave = button("Close", () => {
      this.hide();
      close();
    });
    const { back, play, next, slider } = this.tape;
    this.line = make("div", { id: "past-line" },
      this.turn, make("div", { class: "row" }, back, play, next, slider, this.leave));
    this.box.append(this.line);
    this.box.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.leave.click();
      else if (!this.tape.follow(event)) return;
      event.preventDefault();
      event.stopPropagation();
    });
  }

  /** Show a hand from its first move on; after a resize, from the move that was shown. */
  show(steps) {
    const at = this.box.hidden ? 0 : this.tape.at;
    // A person stops at each event; a trick is swept away with the step to the next one.
    this.stops = steps.filter(({ log }) => log);
    const ends = this.stops.map((stop) => steps.indexOf(stop));
    this.changes = ends.map((end, to) =>
      steps.slice(to ? ends[to - 1] + 1 : 0, end + 1).flatMap(({ scene }) => scene ?? []));
    this.box.hidden = false;
    this.tape.last = this.stops.length - 1;
    this.tape.to(at);
    this.tape.next.focus();
  }

  hide() {
    this.tape.run(false);
    this.box.hidden = true;
    this.isAsked = false;
    this.mark();
  }

  go(place) {
    const { log, hold } = this.stops[place];
    const words = `${place + 1} of ${this.stops.length}. ${log.join(" ")}`;
    this.scene.showAt(this.changes, place, this.tape.time);
    this.turn.textContent = words;
    this.tape.arrive(place, words, hold === "trick");
    this.mark(place);
    const [x, y, width, height] = this.scene.inPixels(this.scene.boxes.prompt);
    const { style } = this.line;
    [style.left, style.top, style.width, style.height] = [x, y, width, height].map((each) => `${each}px`);
  }

  /** Mark the lines of a move in the log, and keep them in sight; without a move, none. */
  mark(place) {
    const lines = [...byId("log").children];
    for (const line of lines) line.removeAttribute("aria-current");
    if (place === undefined) return;
    let end = lines.length; // the lines of the hand, from its last one up
    for (const { log } of this.stops.slice(place).reverse()) {
      const first = lines.slice(0, end).findLastIndex(({ textContent }) => textContent === log[0]);
      if (first >= 0) end = first;
    }
    lines.slice(end, end + this.stops[place].log.length)
      .forEach((line) => line.setAttribute("aria-current", "step"));
    lines[end]?.scrollIntoView({ block: "nearest" });
  }
}
