// The name of the person, and the menu.

import { enrol, forget, ownName, wordsOf } from "./api.js";
import { avatar } from "./avatar.js";
import { ask, button, make } from "./elements.js";
import { CATALOGUE } from "./settings.js";
import { personLink } from "./words.js";

/** Return a form that takes a name; a name that was refused comes with the words of the refusal. */
function nameForm(done, refused = "", words = "") {
  const input = make("input", { name: "name", maxlength: 40, value: refused,
    autocomplete: "nickname", placeholder: "For example Ann" });
  const refusal = make("p", { role: "alert", class: "lobby-bad" }, words);
  const form = make("form", { class: "lobby-name" },
    make("label", { class: "start-name" }, make("span", {}, "Your name"), input),
    make("button", { class: "main", type: "submit" }, "OK"), refusal);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    refusal.textContent = input.value.trim() ? "" : "Type a name first.";
    if (refusal.textContent) return;
    try {
      await enrol(input.value.trim());
      done();
    } catch (error) {
      refusal.textContent = wordsOf(error);
      input.focus();
    }
  });
  return form;
}

/** Ask for a name unless there is one, also one typed above; return whether there is one now. */
export async function needName(changed) {
  if (ownName()) return true;
  const typed = document.querySelector(".lobby-corner input")?.value.trim();
  let words = "";
  try {
    if (typed) await enrol(typed);
  } catch (error) {
    words = wordsOf(error);
  }
  if (ownName()) changed();
  return ownName() !== null || askName(changed, typed, words);
}

/** Ask for a name in a dialog. */
function askName(changed, ...refused) {
  return new Promise((resolve) => {
    const dialog = make("dialog", { class: "lobby-dialog start-dialog", "aria-labelledby": "name-title" },
      make("h2", { id: "name-title" }, "What is your name?"),
      make("p", {}, "Others at the table see it. There is no password."),
      nameForm(() => dialog.close("yes"), ...refused));
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (ownName()) changed();
      resolve(ownName() !== null);
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}

/**
 * Return the corner with the name of the person.
 *
 * @param {() => void} changed is called when the person has another name, or none.
 * @param {(words: string) => void} tell shows words.
 */
export function makeCorner(changed, tell) {
  const corner = make("div", { class: "lobby-corner" });

  async function leave(menu) {
    menu.open = false;
    const words = "Your name leaves all tables and results. A bot plays on where you are in a game. "
      + `Where it counts: ${CATALOGUE.leaving}`;
    if (!await ask("Delete my data?", words, "Delete my data")) return;
    try {
      await forget();
      tell("Your data is deleted.");
    } catch (error) {
      tell(wordsOf(error));
    }
    changed();
  }

  return {
    corner,
    show: () => {
      const name = ownName();
      if (!name) {
        corner.replaceChildren(nameForm(changed));
        return;
      }
      const menu = make("details", { class: "lobby-menu" },
        make("summary", {}, avatar(name), make("b", {}, name)),
        make("div", {},
          personLink(name, "Your ratings and games"),
          make("p", {}, "This browser keeps your name. There is no password."),
          button("Delete my data", () => leave(menu))));
      menu.addEventListener("focusout", ({ relatedTarget }) => {
        if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false;
      });
      menu.querySelector("a").addEventListener("click", () => (menu.open = false));
      menu.addEventListener("keydown", ({ key }) => {
        if (key !== "Escape") return;
        menu.open = false;
        menu.firstElementChild.focus();
      });
      corner.replaceChildren(menu);
    },
  };
}
