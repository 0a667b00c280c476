// A hint: a button asks for it, and the cards or the button of the move light up with a sentence.

import { byId } from "./elements.js";

/**
 * Let a person ask for hints.
 *
 * @param {Form} form the choices of the person.
 * @param {(message: object) => boolean} send sends a message.
 * @returns {object} with show(shown, isNew), take(message) and drop().
 */
export function makeHint(form, send) {
  const ask = byId("ask-hint");
  let hasHints = false; // the table has hints
  let isOffered = false;
  let isAsked = false;

  /** Show whether there is a hint now, whether it comes, and whether it is there. */
  function update(can = ask.getAttribute("aria-disabled") === "false") {
    ask.hidden = !isOffered;
    ask.setAttribute("aria-disabled", String(!can)); // a disabled button would lose the focus
    ask.setAttribute("aria-busy", String(isAsked));
    ask.setAttribute("aria-pressed", String(Boolean(form.hint)));
  }

  ask.addEventListener("click", () => {
    if (ask.getAttribute("aria-disabled") === "true" || isAsked) return;
    if (form.hint) form.light(null);
    else isAsked = send({ do: "hint" });
    update();
  });

  return {
    /** Take over whether there is a hint now; a new position forgets the last one. */
    show(shown, isNew) {
      hasHints = shown.you !== null && (hasHints || shown.hint);
      isOffered = hasHints && shown.actor !== null; // the result of a hand needs the room
      if (isNew) isAsked = false;
      update(shown.hint && !form.waits && !shown.claim.text);
    },
    /** Show a hint, if it is still for this position. */
    take(message) {
      if (isAsked) form.light(message);
      isAsked = false;
      update();
    },
    /** Wait no more: the engine has refused something. */
    drop() {
      isAsked = false;
      update();
    },
  };
}
