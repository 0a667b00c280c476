// The options of a game in words, and its rules. The engine's list of options gives the fields.

import { button, make } from "./elements.js";
import { picture } from "./game_pictures.js";

const WORDS = { true: "Yes", false: "No", none: "None" };
const HUGE = 1000;

/** Return a name of programmers as words for people. */
function spoken(name) {
  const words = String(name).replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const labelOf = (option) => option.label ?? spoken(option.name);
const wordsOf = (option, value) => option.words?.[value] ?? WORDS[value] ?? spoken(value);

/** Return a field of words to choose one of. */
function choice(option) {
  const inputs = option.values.map((value) => make("input",
    { type: "radio", name: option.name, value, checked: value === option.default }));
  const element = make("fieldset", { class: "start-pills" }, make("legend", {}, labelOf(option)),
    ...inputs.map((input) =>
      make("label", {}, input, make("span", {}, make("b", {}, wordsOf(option, input.value))))));
  return { element, value: () => inputs.find((each) => each.checked).value };
}

/** Return the possible numbers in words. */
function range({ least, most }) {
  if (most < HUGE) return `${least} to ${most}`;
  return least <= -HUGE ? `${most} or less` : `${least} or more`;
}

/** Return a field for a number, with buttons, and with a box for none if that is possible. */
function number(option) {
  const id = `start-${option.name}`;
  const isNone = option.default === "none";
  const input = make("input", { id, name: option.name, type: "number", step: 1, required: true,
    min: option.least, max: option.most, value: isNone ? "" : option.default, disabled: isNone,
    inputmode: option.least < 0 ? null : "numeric" });
  const step = (by, words) => button(by < 0 ? "\u2212" : "+", () => {
    if (input.value === "") input.value = Math.max(option.least, 1);
    else if (by < 0) input.stepDown();
    else input.stepUp();
  }, { "aria-label": `${labelOf(option)}: ${words}`, disabled: isNone });
  const [less, more] = [step(-1, "less"), step(1, "more")];
  const row = make("div", { class: "start-number" }, less, input, more,
    make("small", {}, range(option)));
  const box = make("input", { type: "checkbox", checked: isNone });
  if (option.none) {
    const words = option.words?.none ?? option.none;
    row.append(make("label", { class: "start-none" }, box, make("span", {}, spoken(words))));
    box.addEventListener("change", () => {
      for (const each of [less, input, more]) each.disabled = box.checked;
      if (!box.checked && input.value === "") input.value = Math.max(option.least, 1);
      if (!box.checked) input.focus();
    });
  }
  const element = make("div", { class: "start-field" }, make("label", { for: id }, labelOf(option)), row);
  return { element, value: () => (box.checked ? "none" : input.value.trim()) };
}

const fieldOf = (option) => ({ option, ...(option.values.length ? choice : number)(option) });

/**
 * Make the dialog with the options of a game.
 *
 * @param {(game: object, options: object) => void} play takes the options that are not usual.
 */
export function makeOptions(play) {
  const dialog = make("dialog", { id: "start-options", "aria-labelledby": "start-options-title" });
  let refusal = null;

  /** Show the options of a game. */
  function open(game) {
    const all = game.options.map(fieldOf);
    const [first, others] = [true, false].map((is) =>
      all.filter((each) => each.option.first === is).map((each) => each.element));
    const more = others.length > 1 && first.length
      ? [make("details", { class: "start-more" }, make("summary", {}, "More options"), ...others)] : others;
    const help = game.help.length ? [make("details", { class: "start-more" },
      make("summary", {}, "How to play"), ...game.help.map((text) => make("p", {}, text)))] : [];
    refusal = make("p", { role: "alert", class: "start-bad" });
    const form = make("form", {},
      picture(game),
      make("div", { class: "start-scroll", tabindex: 0, role: "group", "aria-label": "Options" },
        make("h2", { id: "start-options-title" }, game.title),
        make("p", {}, game.summary), ...first, ...more, ...help),
      refusal,
      make("div", { class: "start-row" },
        make("button", { class: "main", type: "submit" }, "Play with these options"),
        button("Close", () => dialog.close())));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const changed = all.filter((each) => each.value() !== each.option.default);
      play(game, Object.fromEntries(changed.map((each) => [each.option.name, each.value()])));
    });
    form.addEventListener("invalid", (event) => {
      const closed = event.target.closest("details:not([open])");
      if (closed) closed.open = true;
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
