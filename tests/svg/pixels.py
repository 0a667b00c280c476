"""The pixels of PNG files, for tests of pictures."""

from __future__ import annotations

import struct
import zlib
from collections import Counter

import attrs

RGBA = 4


@attrs.frozen
class Pixels:
    """The colours of an image, as ``#rrggbb``; ``""`` for transparent pixels."""

    width: int
    height: int
    rows: tuple[tuple[str, ...], ...]

    def counts(self) -> Counter[str]:
        """Return how often each colour occurs."""
        return Counter(color for row in self.rows for color in row)

    def share(self, color: str) -> float:
        """Return the part of the image that has a colour."""
        return self.counts()[color] / (self.width * self.height)


def pixels(png: bytes) -> Pixels:
    """Read a PNG file with 8 bits for each of red, green, blue and alpha."""
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    data, at, width, height = b"", 8, 0, 0
    while at < len(png):
        (length,) = struct.unpack(">I", png[at : at + 4])
        kind, body = png[at + 4 : at + 8], png[at + 8 : at + 8 + length]
        if kind == b"IHDR":
            width, height, depth, color = struct.unpack(">IIBB", body[:10])
            assert (depth, color) == (8, 6)
        data += body if kind == b"IDAT" else b""
        at += length + 12
    raw, step = zlib.decompress(data), width * RGBA
    before, rows = bytearray(step), list[tuple[str, ...]]()
    for row in range(height):
        start = row * (step + 1)
        before = _unfiltered(raw[start], raw[start + 1 : start + 1 + step], before)
        rows.append(tuple(_color(before[at : at + RGBA]) for at in range(0, step, RGBA)))
    return Pixels(width, height, tuple(rows))


def _color(values: bytearray) -> str:
    return f"#{values[:3].hex()}" if values[3] > 250 else ""


def _unfiltered(kind: int, line: bytes, above: bytearray) -> bytearray:
    """Undo the filter of a row."""
    found = bytearray(line)
    for at in range(len(found)):
        left = found[at - RGBA] if at >= RGBA else 0
        corner = above[at - RGBA] if at >= RGBA else 0
        up = above[at]
        guess = left + up - corner
        nearest = min((left, up, corner), key=lambda value: abs(guess - value))
        added = (0, left, up, (left + up) // 2, nearest)[kind]
        found[at] = (found[at] + added) % 256
    return found
