// The reactions, drawn round the middle of a circle with the radius 12.

const FACE = '<circle r="11" fill="#ffcf4d" stroke="#8a5a00"/>';
const LINE = 'fill="none" stroke="#4a3000" stroke-width="1.8" stroke-linecap="round"';
const EYES = '<g fill="#4a3000"><circle cx="-4" cy="-2.5" r="1.7"/><circle cx="4" cy="-2.5" r="1.7"/></g>';
const DROP = '<path d="M5.5 0Q8.5 3.5 5.5 4.5 2.5 3.5 5.5 0z" fill="#4aa3e8"/>';

const ARTS = {
  smile: `${FACE}${EYES}<path d="M-5 2.5Q0 7.5 5 2.5" ${LINE}/>`,
  laugh: `${FACE}<path d="M-6-1.5-4-3.5-2-1.5M2-1.5 4-3.5 6-1.5" ${LINE}/><path d="M-6 1.5H6A6 6 0 0 1-6 1.5z" fill="#4a3000"/>`,
  wow: `${FACE}${EYES}<path d="M-6-6.5-3-7M6-6.5 3-7" ${LINE}/><ellipse cy="4.5" rx="2.6" ry="3.2" fill="#4a3000"/>`,
  sad: `${FACE}${EYES}<path d="M-4 6Q0 2 4 6" ${LINE}/>${DROP}`,
  "thumbs up": '<path d="M-9.5-1H-5V9.5H-9.5zM-4-1 0-9.5Q3.5-9.5 2.5-3H8Q10.5-2 8.5 8 8 9.5 6 9.5H-4z" fill="#ffcf4d" stroke="#8a5a00" stroke-width="1.2" stroke-linejoin="round"/>',
  heart: '<path d="M0 9.5C-16-1-8.5-11 0-4.5 8.5-11 16-1 0 9.5z" fill="#d63a4e" stroke="#7d0a10"/>',
};

/** Return the elements of a reaction; undefined for a phrase in words. */
export const reactionArt = (name) => (Object.hasOwn(ARTS, name) ? ARTS[name] : undefined);
