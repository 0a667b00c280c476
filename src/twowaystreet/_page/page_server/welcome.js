// The table before the deal: what the game is about, who plays, and an invitation for free seats.

import { cardPicture } from "./drawer.js";
import { button, byId, make } from "./elements.js";

const SAID = 2500;
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

/** Return a dialog with the link of the table, and its QR code. */
function invitation(table) {
  const link = new URL(`../#join=${table}`, location.href).href;
  const field = make("input", { value: link, readonly: true, "aria-label": "Link to this table" });
  const said = make("p", { role: "status" });
  const say = (words) => {
    said.textContent = words;
    setTimeout(() => (said.textContent = ""), SAID);
  };
  const copy = button("Copy the link", async () => {
    field.select();
    try {
      await navigator.clipboard.writeText(link);
      say("Copied.");
    } catch {
      say("Press Ctrl+C to copy.");
    }
  }, { class: "main" });
  const share = button("Share", () =>
    navigator.share({ title: document.title, url: link }).catch(() => {}));
  const code = new URL(`../invitation.svg?${new URLSearchParams({ link })}`, location.href);
  const dialog = make("dialog", { id: "invitation", class: "lobby-dialog", "aria-labelledby": "invitation-title" },
    make("h2", { id: "invitation-title" }, "Invite somebody"),
    make("p", {}, "Whoever has this link can join. A phone reads it from the square."),
    make("img", { src: code.href, alt: "QR code of the link", width: 200, height: 200 }), field, said,
    make("div", { class: "lobby-row" }, button("Close", () => dialog.close()),
      navigator.share ? share : null, copy));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  copy.focus();
}

/**
 * Add the box to the page.
 *
 * @param {string} [table] the name of a table of a lobby.
 * @param {() => void} fill gives a free seat to a bot.
 * @returns a function that takes the messages of the server.
 */
export function makeWelcome(table, fill) {
  const about = make("div", { class: "welcome-about" });
  const row = make("div", { class: "row" },
    button("Invite", () => invitation(table), { class: "main" }), button("Fill with a bot", fill));
  const box = make("section", { id: "welcome", "aria-label": "Before the deal", hidden: true }, about, row);
  byId("table").append(box);
  let shown = {};

  return (message) => {
    if (message.type === "begun") shown = {};
    if (message.type !== "table") return;
    shown = { ...shown, ...message };
    const { actor, panel, over, free, you } = shown;
    const isBefore = actor === null && !panel && !over;
    row.hidden = !table || !free || you === null;
    if (row.hidden) byId("invitation")?.close(); // somebody has come
    box.hidden = !isBefore && row.hidden;
    document.body.classList.toggle("before", isBefore);
    if (box.hidden) return;
    about.replaceChildren(fan(shown.emblem),
      make("div", {}, make("h2", {}, shown.title), make("p", {}, shown.summary)), seats(shown));
  };
}
