// Avatars: a small creature made from a name. The same name has the same one on each page.

import { drawn } from "./elements.js";

const GROUNDS = ["#ffd8a3", "#bfe2ff", "#ffc8d3", "#d5efb5", "#e0d1ff", "#fff0a6", "#b8ecdf", "#e9e4da"];
const BODIES = ["#c63f52", "#2a6b9c", "#7747a3", "#2c8257", "#b9551a", "#4f566b", "#b02f74", "#7d6118"];
const EARS = [
  '<path d="M-8 1-7.6-8.6-2-4.5zM8 1 7.6-8.6 2-4.5z"/>',
  '<circle cx="-6" cy="-4.5" r="3.4"/><circle cx="6" cy="-4.5" r="3.4"/>',
  '<ellipse cx="-3.5" cy="-6" rx="2" ry="5.2"/><ellipse cx="3.5" cy="-6" rx="2" ry="5.2"/>',
  '<ellipse cx="-8" cy="2" rx="2.3" ry="5"/><ellipse cx="8" cy="2" rx="2.3" ry="5"/>',
  '<path d="M-.7-3V-8.2H.7V-3z"/><circle cy="-8.6" r="2"/>',
  '<path d="M-7 0Q-10.5-5-6.5-9-6.2-5-2-4zM7 0Q10.5-5 6.5-9 6.2-5 2-4z"/>',
  '<path d="M-5-3-4-9-1.5-5.5 0-10 1.5-5.5 4-9 5-3z"/>',
];
const HEADS = [
  '<circle cy="2.5" r="7.8"/>',
  '<rect x="-7.5" y="-4.5" width="15" height="14" rx="4.5"/>',
  '<ellipse cy="3" rx="8.6" ry="7"/>',
];
const EYES = [
  '<circle cx="-3" cy="1" r="1.5"/><circle cx="3" cy="1" r="1.5"/>',
  '<circle cx="-3.2" cy=".8" r="2.5"/><circle cx="3.2" cy=".8" r="2.5"/><g fill="#14181b"><circle cx="-2.8" cy="1" r="1.2"/><circle cx="2.8" cy="1" r="1.2"/></g>',
  '<circle cy=".5" r="3.6"/><circle cx=".4" cy=".8" r="1.7" fill="#14181b"/>',
  '<path d="M-5 1.5Q-3-1.5-1 1.5M1 1.5Q3-1.5 5 1.5" fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/>',
];
const MOUTHS = [
  '<path d="M-3 5Q0 8 3 5" fill="none" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/>',
  '<ellipse cy="6" rx="1.4" ry="1.7"/>',
  '<path d="M-2.5 6H2.5" stroke="#fff" stroke-width="1.4" stroke-linecap="round"/>',
  '<path d="M-3.4 4.8H3.4A3.4 3.4 0 0 1-3.4 4.8z"/>',
];

/** Return a number made from a text: its CRC-32. */
function numberOf(text) {
  let sum = -1;
  for (const byte of new TextEncoder().encode(text)) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return ~sum >>> 0;
}

/** Return the elements of the avatar of a name, round the middle of a circle with the radius 12. */
export function avatarArt(name) {
  let rest = numberOf(name);
  const [ground, body, ears, head, eyes, mouth] = [GROUNDS, BODIES, EARS, HEADS, EYES, MOUTHS].map((all) => {
    const one = all[rest % all.length];
    rest = Math.floor(rest / all.length);
    return one;
  });
  return `<circle r="12" fill="${ground}"/><g fill="${body}">${ears}${head}</g><g fill="#fff">${eyes}${mouth}</g>`;
}

/** Return the avatar of a name as a picture beside the name. */
export function avatar(name) {
  const picture = drawn("svg", { viewBox: "-12 -12 24 24", class: "avatar", "aria-hidden": "true" });
  picture.innerHTML = avatarArt(name);
  return picture;
}
