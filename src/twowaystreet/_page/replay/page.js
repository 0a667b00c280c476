let data = JSON.parse(byId("data").textContent);
const CARD = /((?:10|[2-9JQKA])[♥♦]|Red Joker)/;
const scene = new Scene(byId("table"));
scene.apply({ symbols: SYMBOLS, style: STYLE }, 0);

/** Return a sentence as nodes, with red cards in red. */
const coloured = (text) => text.split(CARD).map((part, odd) =>
  (odd % 2 ? make("span", { class: "red" }, part) : part));

/** Return the number of the size that fits the place best: the first one in full size. */
function best() {
  const { clientWidth, clientHeight } = byId("table");
  const scales = data.sizes.map(
    ([width, height]) => Math.min(clientWidth / width, clientHeight / height));
  const full = scales.findIndex((scale) => scale >= 1);
  return full >= 0 ? full : scales.indexOf(Math.max(...scales));
}
