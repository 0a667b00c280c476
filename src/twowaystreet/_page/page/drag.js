// The hands of a person on the cards: clicks, drags and keys.

const FAR = 10;

/**
 * Let a person choose cards.
 *
 * @param {Scene} scene the scene.
 * @param {(card: Element) => void} choose takes a chosen card.
 * @param {(x: number, y: number) => boolean} isOnFelt tells whether a card dropped here is played.
 */
export function handle(scene, choose, isOnFelt) {
  const cardOf = (target) => target.closest?.("[data-card]");
  let held = null;
  let clicked = null;
  let hasDragged = false; // since the last press

  scene.picture.addEventListener("pointerdown", (event) => {
    const card = cardOf(event.target);
    if (!card || event.button || !event.isPrimary) return;
    held = { card, x: event.clientX, y: event.clientY, isFar: false, id: event.pointerId };
  });
  addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    const [x, y] = [event.clientX - held.x, event.clientY - held.y];
    if (!held.isFar && Math.hypot(x, y) < FAR) return;
    if (!held.isFar) {
      if (held.card.getAttribute("role") !== "button") {
        held = null;
        return;
      }
      held.isFar = true;
      held.card.classList.add("dragged");
    }
    held.card.style.translate = `${x}px ${y}px`;
    event.preventDefault();
  });
  const drop = (event) => {
    if (!held || event.pointerId !== held.id) return;
    const { card, isFar } = held;
    held = null;
    if (!isFar) return;
    card.classList.remove("dragged");
    card.style.translate = "";
    hasDragged = true;
    const isChosen = card.getAttribute("aria-pressed") === "true";
    if (event.type === "pointerup" && isOnFelt(event.clientX, event.clientY) !== isChosen) choose(card);
  };
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);

  // The click that may follow a drag does nothing. Keys click without a press: detail is 0.
  addEventListener("pointerdown", () => (hasDragged = false), { capture: true });
  addEventListener("click", (event) => {
    if (hasDragged && event.detail) event.stopPropagation();
  }, { capture: true });

  scene.picture.addEventListener("click", (event) => {
    const card = cardOf(event.target);
    const isDouble = event.detail > 1 && card === clicked; // a double click is one click
    clicked = card;
    if (card && !isDouble) choose(card);
  });
  scene.picture.addEventListener("keydown", (event) => {
    const card = cardOf(event.target);
    if (!card) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      if (!event.repeat) choose(card);
    }
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      const cards = scene.cards.filter((each) => each.getAttribute("role") === "button");
      cards[(cards.indexOf(card) + step + cards.length) % cards.length].focus();
      event.preventDefault();
    }
  });
}
