// The review of the hand that is over: a page of its own, which the server makes.

import { byId, make } from "./elements.js";

/**
 * Add the button of a review to the look back. The token is in the body of the request, as logs keep
 * addresses.
 *
 * @param {string} token the token of the person.
 * @param {string} [table] the name of a table of a lobby.
 * @returns a function that takes the messages of the server.
 */
export function makeReview(token, table) {
  const action = new URL(table ? `../api/tables/${table}/review` : "review", location.href).href;
  document.head.append(make("meta", { name: "referrer", content: "same-origin" })); // or the form has no origin
  const form = make("form", { id: "review", method: "post", action, hidden: true },
    make("input", { type: "hidden", name: "token", value: token }),
    make("button", { title: "What your moves in this hand were worth" }, "Review"));
  form.addEventListener("submit", () => { // it takes seconds, so the new page and this one tell of it
    form.target = `review-${Date.now()}`;
    const { document: waiting } = window.open("", form.target) ?? {};
    if (waiting) {
      waiting.title = waiting.body.textContent = "The review is being made.";
      waiting.body.style.cssText = "margin: 40vh 5vw; font: 5vmin system-ui; text-align: center";
    }
    byId("past-line").firstChild.textContent = "The review opens in a page of its own.";
  });
  byId("past-line").querySelector(".row").lastChild.before(form);

  return ({ you }) => {
    if (you !== undefined) form.hidden = you === null; // people who watch have no moves
  };
}
