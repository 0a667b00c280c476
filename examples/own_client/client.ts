// A client that plays every game with plain HTML, as it knows none: offers, words and sentences
// come from the server. Serve a game, which names the site of this client, and take its types:
//   twowaystreet serve duel --bots 1 --embed-in http://127.0.0.1:8001
//   curl --create-dirs --output-dir types --remote-name-all \
//     http://127.0.0.1:8000/client.d.ts http://127.0.0.1:8000/twowaystreet.d.ts
//   npx -p typescript tsc -p . && python -m http.server 8001
// Then open http://127.0.0.1:8001/#TOKEN with the end of your link, or #TABLE.TOKEN of a club.

import { connect, type Facts, type Move, type Result, type State } from "twowaystreet";

const [token = "", table] = location.hash.slice(1).split(".").reverse();
const address = new URL("ws", import.meta.resolve("twowaystreet")); // beside the module
if (table) address.searchParams.set("table", table);

const client = connect(address, {
  token,
  onFacts: show,
  onRefused: ({ text }) => tell("refused", text),
  onState: ({ state, reason }: State) => tell("state", {
    open: "",
    lost: "The connection is lost. Trying again.",
    ended: `The connection has ended: ${reason ?? "nobody says why"}.`,
  }[state]),
});

function place(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no ${id}`);
  return found;
}

function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag, content: string | HTMLElement[], parts: Partial<HTMLElementTagNameMap[Tag]> = {},
): HTMLElementTagNameMap[Tag] {
  const made = Object.assign(document.createElement(tag), parts);
  made.append(...[content].flat());
  return made;
}

function tell(id: string, text: string): void {
  if (place(id).textContent !== text) place(id).textContent = text; // so that it is read once
}

function show(facts: Facts): void {
  document.title = facts.offers.length ? `Your turn: ${facts.title}` : facts.title;
  tell("title", facts.title);
  tell("task", facts.task);
  tell("refused", "");
  tell("hand", handOf(facts));
  place("people").replaceChildren(...facts.names.map((name, seat) => person(facts, name, seat)));
  place("result").replaceChildren(...(facts.result ? score(facts.result) : []));
  showOffers(facts);
  showEvents(facts);
}

function person(facts: Facts, name: string, seat: number): HTMLElement {
  const actor = "actor" in facts.view ? facts.view.actor : null; // each view has it
  const notes = [seat === actor && "to move", facts.away.includes(seat) && "away", facts.bots[seat]];
  const words = [name, ...notes.filter(Boolean)].join(", ");
  return make("li", words, { className: seat === actor ? "turn" : "" });
}

function handOf({ view }: Facts): string {
  const cards = "hand" in view && Array.isArray(view.hand) ? view.hand : []; // each view has it
  const signs: Record<string, string> = { C: "♣", D: "♦", H: "♥", S: "♠" };
  return cards.length ? `You hold ${cards.join(" ").replace(/[CDHS]/g, (suit) => signs[suit])}` : "";
}

function score(result: Result): HTMLElement[] {
  const head = ["Player", "Points", "Total", "How"].map((text) => make("th", text, { scope: "col" }));
  const rows = result.rows.map(({ name, points, total, words }) =>
    make("tr", [name, points, total, words].map((text) => make("td", text))));
  return [
    make("h2", result.title),
    ...result.lines.map((line) => make("p", line)),
    make("table", [make("thead", [make("tr", head)]), make("tbody", rows)]),
  ];
}

function button(words: string, act: () => boolean): HTMLElement {
  return make("button", words, { type: "button", onclick: () => {
    if (!act()) tell("state", "Nothing was sent: the connection is lost.");
  } });
}

function showOffers({ offers, undo, again }: Facts): void {
  const move = ({ move, words }: Move): HTMLElement => button(words, () => client.play(move));
  const groups = offers.map(({ kind, moves }) =>
    make("fieldset", [make("legend", kind || "Moves"), ...moves.map(move)]));
  const others = [
    ...(undo.text ? [make("p", undo.text), button("Refuse", client.decline)] : []),
    ...(undo.can ? [button(undo.text ? "Agree" : "Take back", client.undo)] : []),
    ...(again.text ? [make("p", again.text)] : []),
    ...(again.can ? [button("Play again", client.rematch)] : []),
  ];
  const had = place("offers").contains(document.activeElement);
  place("offers").replaceChildren(...groups, ...others);
  if (had) (place("offers").querySelector("button") ?? place("task")).focus();
}

function showEvents({ events, all }: Facts): void {
  const log = place("log");
  const lines = events.flatMap(({ sentences }) => sentences.map((text) => make("p", text)));
  if (all) log.replaceChildren(...lines);
  else log.append(...lines);
  log.scrollTop = log.scrollHeight;
}
