// The table before the deal: what the game is about, who plays, and an invitation for free seats.

import { cardPicture } from "./drawer.js";
import { button, byId, make } from "./elements.js";
import { showInvitation } from "./invitation.js";
import { keep, kept } from "./prefs.js";

const LONGEST = 40; // letters of a name
const EARLY = " If you deal now, the game waits for those who are not here yet.";
const SPREAD = 9; // degrees between two cards of the emblem

/** Return the emblem of the game as a fan of cards. */
function fan(emblem) {
  const box = make("div", { class: "welcome-fan", "aria-hidden": "true" }, ...emblem.map(cardPicture));
  [...box.children].forEach((card, place) =>
    card.style.setProperty("--turn", `${SPREAD * (place - (emblem.length - 1) / 2)}deg`));
  return box;
}

/** Return the seats, with their people and bots. */
function seats({ names, people, bots, away, you }) {
  return make("ul", { class: "welcome-seats", "aria-label": "Seats" }, ...names.map((name, seat) => {
    const [kind, words] = seat in bots ? ["bot", bots[seat]]
      : !people.includes(seat) ? ["free", ""]
      : away.includes(seat) && seat !== you ? ["away", "not here yet"] : ["", ""];
    return make("li", { class: kind }, make("b", {}, kind === "free" ? "Free seat" : name),
      words && make("small", {}, words));
  }));
}

/**
 * Return a form in which a person who watches takes a seat.
 *
 * @param {string} mine the key of the token of an earlier seat.
 * @param {(name: string) => void} join asks for a seat.
 * @param {(token: string) => void} sit opens the table from a seat.
 */
function joining(mine, join, sit) {
  const input = make("input", { maxlength: LONGEST, autocomplete: "nickname", placeholder: "For example Ann" });
  const form = make("form", { class: "welcome-join" }, make("label", {}, make("small", {}, "Your name"), input),
    make("button", { class: "main", type: "submit" }, "Join"));
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    join(input.value);
  });
  const back = button("Go to your seat", () => sit(kept(mine)), { class: "main" });
  return { form, back, show: (canJoin) => {
    back.hidden = !kept(mine);
    form.hidden = !canJoin || !back.hidden;
  } };
}

/**
 * Add the box to the page.
 *
 * @param {string} token the token of the person.
 * @param {string} [table] the name of a table of a lobby.
 * @param {(message: object) => void} send sends a message.
 * @returns a function that takes the messages of the server.
 */
export function makeWelcome(token, table, send) {
  const home = new URL(table ? "../" : "./", location.href);
  const mine = `twowaystreet seat ${token}`;
  const sit = (own) => (location.hash = table ? `${table}.${own}` : own);
  const about = make("div", { class: "welcome-about" });
  const invite = button("Invite", () => send({ do: "invite" }), { class: "main" });
  const fill = button("Fill with bots", () => send({ do: "fill" }));
  const { form, back, show } = joining(mine, (name) => send({ do: "join", name }), sit);
  const row = make("div", { class: "row" }, invite, fill, form, back);
  const box = make("section", { id: "welcome", "aria-label": "Before the deal", hidden: true }, about, row);
  byId("table").append(box);
  let shown = {};

  return (message) => {
    if (message.type === "begun") shown = {};
    if (message.type === "invitation") showInvitation(new URL(message.link, home).href, home);
    if (message.type === "seated") {
      keep(mine, message.token);
      sit(message.token);
    }
    if (message.type !== "table") return;
    shown = { ...shown, ...message };
    const { actor, panel, over, you, waits = [] } = shown;
    const isBefore = actor === null && !panel && !over;
    invite.hidden = !waits.includes("invite");
    fill.hidden = !waits.includes("fill");
    show(waits.includes("join"));
    form.hidden ||= you !== null;
    back.hidden ||= you !== null;
    row.hidden = [...row.children].every((each) => each.hidden);
    if (invite.hidden) byId("invitation")?.close(); // somebody has come
    box.hidden = !isBefore && row.hidden;
    document.body.classList.toggle("before", isBefore);
    const isEarly = isBefore && shown.away.length > 0;
    document.body.classList.toggle("early", isEarly);
    if (box.hidden) return;
    about.replaceChildren(fan(shown.emblem),
      make("div", {}, make("h2", {}, shown.title), make("p", {}, shown.summary, isEarly && you !== null ? EARLY : "")), seats(shown));
  };
}
