// The invitation to a table: its link, to copy or to share, and a QR code of it for phones.

import { button, make } from "./elements.js";

const SAID = 2500;

/** Draw the code; the link is in the body of the request, as logs keep addresses. */
async function draw(image, link, home) {
  try {
    const answer = await fetch(new URL("invitation.svg", home), { method: "POST", body: link });
    if (!answer.ok) throw new Error(answer.statusText);
    image.src = `data:image/svg+xml,${encodeURIComponent(await answer.text())}`;
  } catch {
    image.hidden = true; // the link remains
  }
}

/**
 * Show a dialog with the link of the table, and its QR code.
 *
 * @param {string} link the link.
 * @param {URL} home the first page of the server.
 */
export function showInvitation(link, home) {
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
      say("The link is marked: copy it.");
    }
  }, { class: "main" });
  const share = button("Share", () =>
    navigator.share({ title: document.title, url: link }).catch(() => {}));
  const code = make("img", { alt: "QR code of the link", width: 200, height: 200 });
  const isLocal = /^(localhost|127\..*|\[::1\])$/.test(new URL(link).hostname);
  if (!isLocal) draw(code, link, home);
  const dialog = make("dialog", { id: "invitation", class: "lobby-dialog", "aria-labelledby": "invitation-title" },
    make("h2", { id: "invitation-title" }, "Invite somebody"),
    make("p", {}, `Whoever has this link can join${isLocal ? ", on this computer only" : ". A phone reads it from the square"}.`),
    isLocal ? null : code, field, said,
    make("div", { class: "lobby-row" }, button("Close", () => dialog.close()),
      navigator.share ? share : null, copy));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  copy.focus();
}
