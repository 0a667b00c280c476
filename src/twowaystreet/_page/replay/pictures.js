const STYLE = /<style>(.*?)<\/style>/s;
const sheet = new CSSStyleSheet(); // a policy of a server allows no style sheet in a picture
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
let drawn = "";

/** Draw the picture of a place in the size that fits the window. */
function draw(place) {
  const [size, scale] = best();
  const wanted = `${place} ${size} ${scale}`;
  if (wanted === drawn) return;
  drawn = wanted;
  const text = data.frames[place][size].map((number) => data.lines[number]).join("\n");
  sheet.replaceSync(STYLE.exec(text)[1]);
  byId("table").innerHTML = text.replace(STYLE, "");
  const picture = byId("table").firstElementChild;
  picture.setAttribute("width", data.sizes[size][0] * scale);
  picture.setAttribute("height", data.sizes[size][1] * scale);
}
