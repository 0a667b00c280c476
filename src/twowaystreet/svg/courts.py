"""The drawings of kings, queens, jacks and Jokers, and of the backs of cards.

A court is drawn once for all suits: its upper half, which is turned for the lower half. Robes have
the colour of the element that refers to the drawing, which is that of the suit. All drawings are
our own.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import Final

FACE: Final = (
    '<path class="skin" d="M-4-25V-19.5C-4-15.8-2-13.6 0-13.6S4-15.8 4-19.5V-25Z"/>'
    '<path fill="none" d="M-2.6-21.4H-1.2M1.2-21.4H2.6M0-21.4V-18.6H-.8M-1.2-16.5H1.2"/>'
)
"""The face of a king, a queen and a jack."""
FRAME: Final = (
    '<path class="gold" d="M-12.5-1.2H12.5V1.2H-12.5Z"/>'
    '<rect fill="none" x="-12.5" y="-32" width="25" height="64" rx="1.5"/>'
)
"""The belt and the frame of each court."""
_ROBE: Final = '<path d="M-12.5 0V-8C-12-12-8-14-4-14.5H4C8-14 12-12 12.5-8V0Z"/>'

_KING: Final = (
    '<path class="hair" d="M-5-25C-7-20-6.5-16-5.5-14H5.5C6.5-16 7-20 5-25Z"/>'
    f"{_ROBE}"
    '<path class="card" d="M-8-13.6-2.5 0H2.5L8-13.6 4-14.5 0-6-4-14.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M-4-19.8C-4.6-13-2-9.5 0-9.5S4.6-13 4-19.8C3-17.6 1.4-18.4 0-17.8'
    '-1.4-18.4-3-17.6-4-19.8ZM-1.2-15.8H1.2"/>'
    '<path class="gold" d="M-5-24 -6-30-2.8-27.2 0-31.6 2.8-27.2 6-30 5-24ZM-5-25.6H5'
    'M9.6-3V-25H10.8V-3ZM7.6-7.5H12.4V-6.2H7.6ZM8.4-28a1.8 1.8 0 1 1 3.6 0 1.8 1.8 0 1 1-3.6 0Z"/>'
    '<path fill="none" d="M-4.8-6.5H-4M-3.4-3H-2.6M4-6.5H4.8M2.6-3H3.4M-5.6-10H-4.8M4.8-10H5.6"/>'
)
_QUEEN: Final = (
    '<path class="hair" d="M-4.5-26C-8.5-22-8-13-8.5-8H8.5C8-13 8.5-22 4.5-26Z"/>'
    f"{_ROBE}"
    '<path class="skin" d="M-4-14.5C-4-10-1.5-8 0-8S4-10 4-14.5Z"/>'
    '<path class="gold" d="M-5.2-14.7-3.4-14.6C-3.2-10.8-1.4-9.2 0-9.2S3.2-10.8 3.4-14.6'
    'L5.2-14.7C4.8-9-1-7 0-7S-4.8-9-5.2-14.7ZM-2 0-1-7H1L2 0ZM-12.5-3H-5L-4.4 0H-12.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M0-25.5C-3-24-4.4-21.5-4.2-17.5-6-20-5.6-25-4-26H4'
    'C5.6-25 6-20 4.2-17.5 4.4-21.5 3-24 0-25.5Z"/>'
    '<path class="gold" d="M-4.6-25.2-5.4-29.2-2.5-27.4 0-30.4 2.5-27.4 5.4-29.2 4.6-25.2Z'
    "M-6.3-29.6a1 1 0 1 1 2 0 1 1 0 1 1-2 0M-1-31a1 1 0 1 1 2 0 1 1 0 1 1-2 0"
    'M4.3-29.6a1 1 0 1 1 2 0 1 1 0 1 1-2 0"/>'
    '<path fill="none" d="M9.8-20C9.6-14 8.6-11 7.4-8M9.4-14C10.6-16 11.4-16 11.8-15.6"/>'
    '<path d="M9.8-19.6C6.8-20.4 7-24 7.6-25L9-23.6 10-25.6 11-23.6 12.2-25C12.8-24 12.6-20.4 '
    '9.8-19.6Z"/>'
)
_JACK: Final = (
    '<path class="hair" d="M-4.5-25C-7-22-6.5-17-6.5-14.5H-3V-22H3V-14.5H6.5'
    'C6.5-17 7-22 4.5-25Z"/>'
    f"{_ROBE}"
    '<path class="gold" d="M-12.5-5-8.4-12.6-4.5-14.3 12.5-4V0H8Z"/>'
    '<path class="card" d="M-4.5-14.5 0-15.5 4.5-14.5 2.4-10.5 0-12.8-2.4-10.5Z"/>'
    '<use href="#{}e"/>'
    '<path class="hair" d="M-4-25H4V-23.6C1-22.4-1-22.4-4-23.6Z"/>'
    '<path d="M-6.4-24C-8-31.5 4-32.5 6.6-25.6L6-24Z"/>'
    '<path class="gold" d="M-6.4-25.4H6.4V-23.4H-6.4Z"/>'
    '<path class="card" d="M4.4-25.6C7-32 11.6-31 12-25 12-21.5 10.4-19.5 8.8-18.6 10-22 8-25 '
    '4.4-25.6ZM5.4-26C8.6-27 10.6-24 10.2-20.6"/>'
)
_JOKER: Final = (
    '<path class="gold" d="M0 0V-12H9C11.5-11 12.5-9 12.5-7V0Z"/>'
    '<path d="M0 0V-12H-9C-11.5-11-12.5-9-12.5-7V0Z"/>'
    '<path class="card" d="M-10-8.6-8-12-4-14.5H4L8-12 10-8.6 6.4-10 4.4-6.4 2.2-9.6 0-5.6'
    '-2.2-9.6-4.4-6.4-6.4-10Z"/>'
    '<path class="skin" d="M-4.4-24V-19.5C-4.4-15.8-2-13.4 0-13.4S4.4-15.8 4.4-19.5V-24Z"/>'
    '<path fill="none" d="M-2.8-20.6-2-21.4-1.2-20.6M1.2-20.6 2-21.4 2.8-20.6M0-20.6V-18.4'
    'M-2.6-17.4C-1.6-14.8 1.6-14.8 2.6-17.4Z"/>'
    '<path d="M-5-22.4C-7-25-9-24.6-10-20.5-12.4-28-7-32 0-27V-23.4Z"/>'
    '<path class="gold" d="M5-22.4C7-25 9-24.6 10-20.5 12.4-28 7-32 0-27V-23.4Z'
    "M-11.5-19.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0M-1.5-28.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0"
    'M-.9-3a.9.9 0 1 1 1.8 0 .9.9 0 1 1-1.8 0"/>'
    '<path d="M8.5-19.6a1.5 1.5 0 1 1 3 0 1.5 1.5 0 1 1-3 0Z"/>'
)
COURTS: Final = MappingProxyType({"K": _KING, "Q": _QUEEN, "J": _JACK, "*": _JOKER})
"""The upper half of each court, 25 units wide and 32 high, by the letter of its rank."""

BACK: Final = (
    '<rect x="-23.5" y="-35.5" width="47" height="71" rx="3" class="back"/>'
    '<path class="lace" fill="none" d="'
    "M-23.5-35.5 23.5 7.1M23.5-35.5-23.5 7.1M-23.5-21.3 23.5 21.3M23.5-21.3-23.5 21.3"
    "M-23.5-7.1 23.5 35.5M23.5-7.1-23.5 35.5M-23.5 7.1 7.8 35.5M23.5 7.1-7.8 35.5"
    "M-23.5 21.3-7.8 35.5M23.5 21.3 7.8 35.5M-7.8-35.5 23.5-7.1M7.8-35.5-23.5-7.1"
    "M7.8-35.5 23.5-21.3M-7.8-35.5-23.5-21.3"
    '"/><circle r="13" class="back lace"/>'
    '<path class="card" d="M-6.4 7.5V-1.5H-9.5L-4.7-8 0-1.5H-3V7.5ZM6.4-7.5V1.5H9.5L4.7 8 0 1.5H3'
    'V-7.5Z"/>'
)
"""The back of a card inside its edge: a lattice, and the two ways of a street."""
SMALL_BACK: Final = (
    '<rect x="-8.5" y="-13" width="17" height="26" rx="1.6" class="back"/>'
    '<path class="lace" fill="none" d="'
    "M-8.5-13 8.5 4.3M8.5-13-8.5 4.3M-8.5-4.3 8.5 13M8.5-4.3-8.5 13M-8.5 4.3 0 13"
    "M8.5 4.3-0 13M0-13 8.5-4.3M-0-13-8.5-4.3"
    '"/>'
)
"""The same for a small card."""
