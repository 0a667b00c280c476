"use strict";
const byId = (name) => document.getElementById(name);
let data = JSON.parse(byId("data").textContent);
const CARD = /((?:10|[2-9JQKA])[♥♦]|Red Joker)/;

/** Make an element with children; children that are texts stay texts. */
function make(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Return a sentence as nodes, with red cards in red. */
const coloured = (text) => text.split(CARD).map((part, odd) =>
  (odd % 2 ? make("span", { class: "red" }, part) : part));

/** Return the number of the picture that fits the place best: the largest one in full size. */
function best() {
  const { clientWidth, clientHeight } = byId("table");
  const scales = data.sizes.map(
    ([width, height]) => Math.min(clientWidth / width, clientHeight / height));
  const full = scales.findIndex((scale) => scale >= 1);
  const size = full >= 0 ? full : scales.indexOf(Math.max(...scales));
  return [size, scales[size]];
}
