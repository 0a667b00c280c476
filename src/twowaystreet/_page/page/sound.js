// Sounds: short quiet tones made by the browser, from the first click on.

import { onChange, prefs, set } from "./prefs.js";

const TONES = { card: [[310, 0.05]], trick: [[250, 0.09], [330, 0.12]], turn: [[520, 0.12], [660, 0.18]] };
const LOUD = 0.05;
const AFTER = 0.08; // the seconds from a tone to the next one
let context = null;

/** Play the tone of an event, if the person wants sounds. */
export function sound(name) {
  const isSilent = prefs.sound !== "on" || !navigator.userActivation?.hasBeenActive;
  if (isSilent || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  TONES[name].forEach(([pitch, length], place) => {
    const [tone, loudness] = [context.createOscillator(), context.createGain()];
    const start = context.currentTime + place * AFTER;
    tone.type = "triangle";
    tone.frequency.value = pitch;
    loudness.gain.setValueAtTime(LOUD, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(loudness).connect(context.destination);
    tone.start(start);
    tone.stop(start + length);
  });
}

/** Let a button turn the sound on and off. */
export function makeSwitch(button) {
  const show = () => button.setAttribute("aria-pressed", String(prefs.sound === "on"));
  button.addEventListener("click", () => {
    set("sound", prefs.sound === "on" ? "off" : "on");
    sound("card");
  });
  onChange(show);
  show();
}
