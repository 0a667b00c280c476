// Whose turn it is: a mark at the plate of somebody who thinks, and the tab's title, icon and notification.

import { byId, make } from "./elements.js";
import { onChange, prefs, set } from "./prefs.js";

const SPADE = "M16 5c5 6 9 8 9 12.5a4.6 4.6 0 0 1-7.6 3.4L19.5 27h-7l2.1-6.1A4.6 4.6 0 0 1 7 17.5C7 13 11 11 16 5z";
const icon = document.querySelector("link[rel=icon]");
const usual = icon.href === "data:," ? picture("") : icon.href;
const yours = picture('<circle cx="24.5" cy="24" r="6.5" fill="#ffd25e" stroke="#14181b" stroke-width="1.5"/>');
const mark = make("i", { id: "thinks", "aria-hidden": "true" }, ...[1, 2, 3].map(() => make("b")));
let marked = "";
let notice = null;
let wasDue = false;

/** Return the icon of the tab with more elements. */
function picture(more) {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#225a46"/>`
    + `<path fill="#fff" d="${SPADE}"/>${more}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(drawing)}`;
}

/**
 * Show whose turn it is.
 *
 * @param {object} shown what the engine has told.
 * @param {Scene} scene the scene, which has the plates.
 * @param {boolean} begins whether the turn of the person has just begun.
 */
export function showTurn(shown, scene, begins) {
  const isAsked = [shown.claim, shown.undo].some(({ text, can }) => text && can);
  const isDue = isAsked || (shown.yours && !shown.claim.text);
  document.title = isDue ? `Your ${isAsked ? "answer" : "turn"}: ${shown.title}` : shown.title;
  const address = isDue ? yours : usual;
  if (icon.href !== address) icon.href = address;
  showMark(shown, scene);
  showAway(shown, scene);
  if (!isDue) notice?.close();
  if (document.hidden && (begins || (isAsked && !wasDue))) notify(isAsked ? shown.claim.text || shown.undo.text : shown.task);
  wasDue = isDue;
}

/** Put the mark at the plate of another one who is to move; it appears after a moment. */
function showMark({ actor, you, away, over, number, claim }, scene) {
  const thinks = actor !== null && actor !== you && !over && !away.includes(actor) && !claim.text;
  const [box] = thinks ? scene.boxesOf(new RegExp(`^plate-${actor}$`)) : [];
  const now = box ? `${actor} ${number}` : "";
  if (now !== marked) mark.remove(); // it begins anew
  marked = now;
  if (!box) return;
  [mark.style.left, mark.style.top] = [`${(box[0] + box[2]) / 2}px`, `${box[1]}px`];
  if (!mark.isConnected) byId("table").append(mark);
}

/** Say at the plates who is away. */
function showAway({ away, names }, scene) {
  for (const old of document.querySelectorAll("#table > .away")) old.remove();
  for (const seat of away) {
    const [box] = scene.boxesOf(new RegExp(`^plate-${seat}$`));
    const words = make("small", { class: "away", role: "img", "aria-label": `${names[seat]} is away` }, "away");
    if (box) [words.style.left, words.style.top] = [`${box[2] - 6}px`, `${box[3]}px`];
    if (box) byId("table").append(words);
  }
}

/** Let the browser tell a person who looks at another tab, if the person has asked for it. */
function notify(words) {
  if (prefs.notify !== "on" || Notification.permission !== "granted") return;
  try {
    notice = new Notification(document.title, { body: words, tag: location.href, icon: yours });
    notice.addEventListener("click", () => {
      focus();
      notice.close();
    });
  } catch {
    // Some phones have notifications for service workers alone.
  }
}

/** Ask for the permission when the person switches notifications on. */
export function askToNotify(refuse) {
  onChange(async (name) => {
    if (name !== "notify" || prefs.notify !== "on") return;
    if (await Notification.requestPermission() === "granted") return;
    set("notify", "off");
    document.querySelector("#settings-tab [name=notify]").value = "off";
    refuse("This browser does not allow notifications. Its settings for this page can.");
  });
}
