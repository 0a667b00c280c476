// Pictures of tables where people play. They follow the game while they are in sight.

import { make } from "./elements.js";

const EVERY = 8000;
const frames = new Map();
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    target.isInSight = isIntersecting;
    look(target);
  }
});

/** Return whether people play at a table. A process of the server does not know the tables of others. */
export const isLive = ({ table, has_begun: hasBegun, is_over: isOver, number }) =>
  hasBegun && !isOver && (number !== null || frames.has(table));

/** Return the picture of a table; the same one each time. */
export function live({ table }) {
  let frame = frames.get(table);
  if (!frame) {
    frame = make("div", { class: "lobby-live" });
    Object.assign(frame, { table, at: -Infinity });
    frames.set(table, frame);
    sight.observe(frame);
  }
  return frame;
}

/** Let the pictures of tables show their last events, and forget those of other tables. */
export function follow(rows) {
  const running = new Map(rows.filter(isLive).map((row) => [row.table, row]));
  for (const [table, frame] of frames) {
    if (running.has(table)) {
      frame.number = running.get(table).number ?? frame.number;
      look(frame);
    } else {
      sight.unobserve(frame);
      frames.delete(table);
    }
  }
}

/** Draw a picture in sight anew, if something has happened. */
async function look(frame) {
  const { table, number, at, shows, isInSight } = frame;
  if (!isInSight || number === undefined || number === shows || performance.now() - at < EVERY) return;
  frame.at = performance.now();
  const image = make("img", { alt: "The table now", src: `api/tables/${table}/live.svg?${number}` });
  try {
    await image.decode();
  } catch {
    return; // the next look tries again
  }
  frame.shows = number;
  frame.replaceChildren(image);
}
