// The picture of the table, and the cards in it.

const narrow = matchMedia("(max-width: 560px)");
const sheets = [];
let height = 0;
let drawn = "";

/** Take over the style sheets of the pictures, which their markup does not contain. */
export function restyle(styles) {
  styles.forEach((text, place) => {
    sheets[place] ??= new CSSStyleSheet();
    sheets[place].replaceSync(text);
  });
  document.adoptedStyleSheets = sheets;
}

/** Return the size of the picture for the width of the window. */
export const size = () => (narrow.matches ? "narrow" : "wide");

/** Forget the height of the pictures of an earlier game. */
export const forget = () => { height = 0; };

/** Show the picture for the width of the window, or the one that has arrived. */
export function draw(box, pictures) {
  const text = pictures[size()] ?? Object.values(pictures)[0];
  // The pictures come from the engine, which escapes names.
  box.innerHTML = text;
  // The table keeps its height, so that buttons stay in their place.
  if (drawn !== size()) forget();
  box.style.minHeight = "";
  drawn = size();
  height = Math.max(height, box.scrollHeight);
  box.style.minHeight = `${height}px`;
  // Screen readers do not look for buttons within an image.
  box.querySelector("svg")?.setAttribute("role", "group");
}

export const onWidth = (redraw) => narrow.addEventListener("change", redraw);

/** Return the elements of the viewer's cards, in the order of the picture. */
export const cardsIn = (box) => [...box.querySelectorAll("[data-card]")];

/** Make the cards that can be chosen into buttons for keyboard and screen reader. */
export function enable(cards, canChoose, isChosen) {
  for (const card of cards) {
    const on = canChoose(card);
    card.classList.toggle("chosen", isChosen(card));
    for (const [name, value] of [["role", "button"], ["tabindex", "0"],
      ["aria-label", card.querySelector("title")?.textContent ?? card.dataset.card],
      ["aria-pressed", String(isChosen(card))]]) {
      if (on) card.setAttribute(name, value);
      else card.removeAttribute(name);
    }
  }
}
