// Sounds: short tones made by the browser, off at first.

import { prefs } from "./prefs.js";

const TONES = { card: [520, 0.05], trick: [390, 0.12], turn: [660, 0.12] };
let context = null;

/** Play the tone of an event, if the person wants sounds. */
export function sound(name) {
  if (prefs.sound !== "on" || !globalThis.AudioContext) return;
  context ??= new AudioContext();
  const [pitch, length] = TONES[name];
  const [tone, loudness] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.frequency.value = pitch;
  loudness.gain.setValueAtTime(0.12, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
