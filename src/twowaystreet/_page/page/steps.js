// Steps: the scenes that the page shows one after the other, with the time that people need.

import { prefs } from "./prefs.js";

/** The factors for the time of each motion. */
export const SPEEDS = { slow: 1.6, normal: 1, fast: 0.5, off: 0 };
const MOVE = 280;
const SWEEP = 420;
const TRICK = 1200;
const SHOW = 1800;
const MANY = 30;

const still = matchMedia("(prefers-reduced-motion: reduce)");

/** Return the milliseconds of a pause at the chosen speed; a complete trick is never shorter. */
const paused = (hold) => {
  const speed = SPEEDS[prefs.speed];
  if (hold === "show") return still.matches ? 0 : SHOW * speed;
  const stay = hold === "trick" && speed ? TRICK * Math.max(speed, 1) : 0;
  return MOVE * speed + stay;
};

/** A queue of steps. */
export class Steps {
  /**
   * @param {Scene} scene the scene.
   * @param {(step: object) => void} tell takes each step when it is shown.
   * @param {() => void} done is called when all steps have been shown.
   */
  constructor(scene, tell, done) {
    this.scene = scene;
    this.tell = tell;
    this.done = done;
    this.queue = [];
    this.isRunning = false;
    this.wake = null;
    this.wasTrick = false;
  }

  /** Add steps at the end. */
  add(steps) {
    this.queue.push(...steps);
    if (!this.isRunning) this.run();
    else if (this.isOld) this.skip();
  }

  /** Forget all steps that have not been shown. */
  clear() {
    this.queue = [];
    this.skip();
  }

  /** Whether the window has another size than the next steps. */
  get isOld() {
    return this.queue.some(({ scene }) => scene?.new);
  }

  /** End the pause at once; return whether there was one. */
  skip() {
    const isPause = this.wake !== null;
    this.wake?.();
    return isPause;
  }

  /** Show all steps; without a pause they are all shown before this returns. */
  async run() {
    this.isRunning = true;
    while (this.queue.length) {
      const step = this.queue.shift();
      this.tell(step);
      if (!step.scene) continue;
      const isFirst = step.scene.new;
      const time = isFirst || still.matches || !this.scene.items.size ? 0 : (this.wasTrick ? SWEEP : MOVE) * SPEEDS[prefs.speed];
      const moves = this.scene.apply(step.scene, time);
      const pause = isFirst ? 0 : Math.max(paused(step.hold), moves);
      this.wasTrick = step.hold === "trick";
      const isLast = !this.queue.length && !step.hold;
      if (pause && !isLast && !this.isOld && (step.hold || this.queue.length < MANY)) await this.rest(pause);
    }
    this.isRunning = false;
    this.done();
  }

  rest(time) {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.wake?.(), time);
      this.wake = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
    });
  }
}
