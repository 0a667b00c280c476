// A tape: moves that people go through one after the other, by buttons, keys, a slider or the clock.

import { button, make } from "./elements.js";

const MOTION = 280;
const STAY = 1100;
const TRICK = 1900;
const BY = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity };

const calm = matchMedia("(prefers-reduced-motion: reduce)");

/** The controls of a tape, and the place that it has reached. */
export class Tape {
  /**
   * @param {(place: number, slides: boolean) => void} show shows a place, perhaps one on the way of
   *     the slider, and calls `arrive` then.
   * @param {() => number} pace returns the factor for all times; 0 for no motion.
   */
  constructor(show, pace) {
    this.show = show;
    this.pace = pace;
    this.at = this.last = 0;
    this.isPlaying = false;
    this.back = button("‹", () => this.go(-1), { "aria-label": "Move before", title: "Move before (left)" });
    this.play = button("", () => this.toggle(), { class: "main" });
    this.next = button("›", () => this.go(1), { "aria-label": "Next move", title: "Next move (right)" });
    this.slider = make("input", { type: "range", min: 0, value: 0, "aria-label": "Move" });
    this.slider.addEventListener("input", () => {
      this.run(false);
      this.show(Number(this.slider.value), true);
    });
    this.slider.addEventListener("change", () => this.to(Number(this.slider.value)));
    this.run(false);
  }

  run(isPlaying) {
    this.isPlaying = isPlaying;
    clearTimeout(this.timer);
    this.play.textContent = isPlaying ? "❚❚" : "▶\ufe0e";
    const words = isPlaying ? "Pause" : "Play";
    this.play.setAttribute("aria-label", words);
    this.play.title = `${words} (space)`;
  }

  /** Begin to play, at the end from the first move; or stop. */
  toggle() {
    this.run(!this.isPlaying);
    if (this.isPlaying) this.show(this.at < this.last ? this.at + 1 : 0);
  }

  /** Stop, and go to a place. */
  to(place) {
    this.run(false);
    this.show(Math.max(0, Math.min(this.last, place)));
  }

  go(by) {
    this.to(this.at + by);
  }

  /** Show where the tape is, which the words tell, and go on in time. */
  arrive(at, words, isTrick) {
    this.at = at;
    this.slider.max = this.last;
    this.slider.value = at;
    this.slider.setAttribute("aria-valuetext", words);
    this.back.setAttribute("aria-disabled", String(at === 0)); // a disabled button loses the focus
    this.next.setAttribute("aria-disabled", String(at === this.last));
    if (!this.isPlaying) return;
    clearTimeout(this.timer);
    if (at === this.last) this.run(false);
    else this.timer = setTimeout(() => this.show(at + 1), (isTrick ? TRICK : STAY) * (this.pace() || 1));
  }

  /** The milliseconds of a motion. */
  get time() {
    return calm.matches ? 0 : MOTION * this.pace();
  }

  /** Follow a key; return whether it is one of the tape. */
  follow(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return false;
    if (event.key in BY) this.go(BY[event.key]);
    else if (event.key === " " && !event.target.matches("button")) this.toggle();
    else return false;
    return true;
  }
}
