// The options of a game in words, and its rules. The engine's list of options gives the fields.

import { button, make } from "./elements.js";
import { picture } from "./game_pictures.js";

const HUGE = 1000;

/** Return words to choose one of: pairs of a value and its words. */
export function pills(option, pairs) {
  const inputs = pairs.map(([value]) => make("input",
    { type: "radio", name: option.name, value, checked: value === option.default }));
  const element = make("fieldset", { class: "start-pills" }, make("legend", {}, option.label),
    ...inputs.map((input, place) =>
      make("label", {}, input, make("span", {}, make("b", {}, pairs[place][1])))));
  return { element, value: () => inputs.find((each) => each.checked).value };
}

const choice = (option) => pills(option, option.values.map((value) => [value, option.words[value]]));

/** Return the possible numbers in words. */
function range({ least, most }) {
  if (most < HUGE) return `${least} to ${most}`;
  return least <= -HUGE ? `${most} or less` : `${least} or more`;
}

/** Return a field for a number: the usual numbers in words, and any other one. */
function number(option) {
  const usual = pills(option, [...Object.entries(option.words), ["", "Another number"]]);
  const input = make("input", { type: "number", step: 1, required: true, disabled: true,
    min: option.least, max: option.most, value: option.default,
    "aria-label": `${option.label}: a number, ${range(option)}` });
  const change = (by) => {
    if (input.value === "") input.value = Math.max(option.least, 1);
    else if (by < 0) input.stepDown();
    else input.stepUp();
  };
  const row = make("div", { class: "start-number", hidden: true },
    button("\u2212", () => change(-1), { "aria-label": `${option.label}: less` }), input,
    button("+", () => change(1), { "aria-label": `${option.label}: more` }),
    make("small", {}, range(option)));
  usual.element.append(row);
  usual.element.addEventListener("change", () => {
    input.disabled = row.hidden = usual.value() !== "";
  });
  return { element: usual.element, value: () => usual.value() || input.value.trim() };
}

const fieldOf = (option) => ({ option, ...(option.values.length ? choice : number)(option) });

/**
 * Make the dialog with the options of a game.
 *
 * @param {(game: object, options: object) => void} play takes the options that are not usual.
 * @param {string} verb the words of the button.
 * @param {(game: object, options: () => object) => Element[]} more makes further fields.
 */
export function makeOptions(play, verb = "Play", more = () => []) {
  const dialog = make("dialog", { id: "start-options", "aria-labelledby": "start-options-title" });
  let refusal = null;

  /** Show the options of a game. */
  function open(game) {
    const all = game.options.map(fieldOf);
    const changed = () => Object.fromEntries(all.filter((each) => each.value() !== each.option.default)
      .map((each) => [each.option.name, each.value()]));
    const [first, others] = [true, false].map((is) =>
      all.filter((each) => each.option.first === is).map((each) => each.element));
    const rest = others.length > 1 && first.length
      ? [make("details", { class: "start-more" }, make("summary", {}, "More options"), ...others)] : others;
    const help = game.help.length ? [make("details", { class: "start-more" },
      make("summary", {}, "How to play"), ...game.help.map((text) => make("p", {}, text)))] : [];
    refusal = make("p", { role: "alert", class: "start-bad" });
    const form = make("form", {},
      picture(game),
      make("div", { class: "start-scroll", tabindex: 0, role: "group", "aria-label": "Options" },
        make("h2", { id: "start-options-title" }, game.title),
        make("p", {}, game.summary), ...first,
        ...more(game, changed), ...rest, ...help),
      refusal,
      make("div", { class: "start-row" },
        make("button", { class: "main", type: "submit" }, verb),
        button("Close", () => dialog.close())));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      refusal.textContent = "";
      play(game, changed());
    });
    form.addEventListener("invalid", (event) => {
      event.preventDefault(); // the browser's words are of its own language
      const closed = event.target.closest("details:not([open])");
      if (closed) closed.open = true;
      refusal.textContent = `${event.target.getAttribute("aria-label")}.`;
      event.target.focus();
    }, true);
    dialog.replaceChildren(form);
    dialog.showModal();
  }

  return {
    dialog,
    open,
    /** Show a refusal, and return whether the dialog is open. */
    refuse: (words) => {
      if (dialog.open) refusal.textContent = words;
      return dialog.open;
    },
  };
}
