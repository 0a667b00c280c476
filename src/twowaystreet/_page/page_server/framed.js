// What a page in a frame tells the page around it: how high it is, and what happens at the table.

import { byId } from "./elements.js";

/**
 * Tell the page around this one, if there is one, with messages such as
 * {source: "twowaystreet", height: 640, seat: 1, yours: true, handOver: false, gameOver: false,
 * attention: true}. Only a site that may frame this page hears them.
 *
 * @returns a function that takes the messages of the server.
 */
export function makeFramed() {
  const around = location.ancestorOrigins?.[0] ?? (document.referrer && new URL(document.referrer).origin);
  if (parent === window || !around) return () => {};
  let shown = {};
  let told = "";
  const tell = () => {
    const { actor = null, yours = false, panel = null, over = false } = shown;
    // The page fills its frame; this is the height at which a table of this width looks well.
    const height = Math.round(Math.min(Math.max(innerWidth * (innerWidth < 600 ? 1.5 : 0.6), 360), 900));
    const message = { source: "twowaystreet", height, seat: actor, yours, handOver: panel !== null, gameOver: over,
      attention: yours && !document.hasFocus() };
    const text = JSON.stringify(message);
    if (text !== told) parent.postMessage(message, around);
    told = text;
  };
  for (const event of ["focus", "blur", "resize"]) addEventListener(event, tell);
  return (message) => {
    if (message.type !== "table") return;
    shown = { ...shown, ...message };
    tell();
  };
}

/** Leave out the header and the menu if the address ends with #compact; return its other part. */
export function wayIn() {
  const [way, ...more] = location.hash.slice(1).split(/[#&,]/);
  byId("bar").hidden = more.includes("compact");
  return way;
}
