// Making elements, and a question in a dialog.

export const byId = (name) => document.getElementById(name);

/** Make an element with attributes and children; children that are texts stay texts. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Make an element of a picture with attributes and children. */
export function drawn(name, attributes, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** Make a button. */
export function button(text, click, attributes = {}) {
  const made = make("button", { type: "button", ...attributes }, text);
  made.addEventListener("click", click);
  return made;
}

/** Write into a live region; a screen reader may speak the same text again. */
export function write(name, text) {
  if (byId(name).textContent !== text) byId(name).textContent = text;
}

/** Ask a question in a dialog, and return whether the answer is yes. */
export function ask(title, words, yes) {
  return new Promise((resolve) => {
    const dialog = make("dialog", { class: "lobby-dialog start-dialog", "aria-labelledby": "ask-title" },
      make("h2", { id: "ask-title" }, title), make("p", {}, words),
      make("div", { class: "lobby-row" },
        button("Cancel", () => dialog.close()),
        button(yes, () => dialog.close("yes"), { class: "main" })));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
