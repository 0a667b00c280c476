"""QR codes of links, for terminals."""

from __future__ import annotations

import io

from twowaystreet._util.imports import needing

with needing("web", __name__):
    import segno


def qr_code(link: str) -> str:
    """Return a QR code as lines of text, which a phone reads from a terminal.

    >>> lines = qr_code("http://192.0.2.7:8000/#token").splitlines()
    >>> len(lines) > 10, len({len(line) for line in lines})
    (True, 1)
    """
    drawn = io.StringIO()
    segno.make(link, micro=False).terminal(out=drawn, compact=True)
    return drawn.getvalue().rstrip("\n")
