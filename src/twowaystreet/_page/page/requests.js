// Requests: a move to take back, or a claim, with the answers of those who have not agreed.

import { button, byId, write } from "./elements.js";

const UNDO = [["Yes", "undo"], ["No", "decline"]];
const CLAIM = [["Agree", "claim"], ["Play on", "decline"]];

/**
 * Show what somebody asks of all.
 *
 * @param {object} shown all that the engine has told.
 * @param {(what: string) => void} answer sends an answer.
 */
export function showRequest({ undo, claim, yours }, answer) {
  const text = claim.text || undo.text;
  let answers = [];
  if (claim.text) answers = claim.can ? CLAIM : yours ? CLAIM.slice(1) : [];
  else if (undo.text && undo.can) answers = UNDO;
  write("asked-words", text);
  byId("asked").hidden = !text;
  byId("asked").classList.toggle("first", Boolean(claim.text) || answers.length > 0); // in place of the sentence
  const names = answers.join();
  if (byId("answers").dataset.names === names) return; // a focus stays
  byId("answers").dataset.names = names;
  byId("answers").replaceChildren(...answers.map(([words, what]) => button(words, () => answer(what))));
}
