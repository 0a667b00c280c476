// The time of the person to move, beside the sentence. It counts down by itself.

import { byId, make } from "./elements.js";

const SOON = 10;
const ABSENT = "absent: the rule of thumb plays";

/** Return a time in words. */
export function timeText(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  if (hours) return `${hours} h ${minutes} min`;
  return `${minutes}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Add the clock to the page, and return a function that takes the messages of the server. */
export function makeClock() {
  const box = make("p", { id: "clock", role: "timer", "aria-label": "Time left", hidden: true });
  const style = new URL("server.css", import.meta.url);
  document.head.append(make("link", { rel: "stylesheet", href: style }));
  byId("turn").after(box);
  let end = 0;
  let ticking = 0;

  /** Write a time beside the sentence, and wherever else the page has a place for it. */
  function tell(words) {
    for (const each of [box, ...document.querySelectorAll(".time-left")]) each.textContent = words;
  }

  function show() {
    const left = Math.max(0, end - performance.now());
    const seconds = Math.ceil(left / 1000);
    tell(timeText(seconds));
    box.classList.toggle("soon", seconds <= SOON);
    if (seconds) ticking = setTimeout(show, left % 1000 || 1000);
  }

  return ({ clock, absent: isAbsent }) => {
    if (clock === undefined) return;
    clearTimeout(ticking);
    box.hidden = clock === null;
    box.classList.remove("soon");
    end = performance.now() + 1000 * clock;
    if (isAbsent) tell(ABSENT);
    else if (clock !== null) show();
  };
}
