"""The table of characters that look alike, from the data of Unicode in a package.

``python -m tests.table.confusables`` writes it anew, with a new ``confusable-homoglyphs``.
"""

import json
from importlib import resources
from pathlib import Path
from typing import Any
from unicodedata import category, normalize

from twowaystreet.table import _looks

TABLE = Path(_looks.__file__).with_name("confusables.txt")


def made() -> str:
    """Return the text of the table: characters, a tab, and the sign that they look like."""
    package = resources.files("confusable_homoglyphs")
    # Any: JSON. It has each pair of the data twice, at first with the character that is replaced.
    data: dict[str, list[dict[str, Any]]] = json.loads(
        package.joinpath("confusables.json").read_text("utf-8")
    )
    places = {char: place for place, char in enumerate(data)}
    chars: dict[str, str] = {}
    for char, others in data.items():
        other = str(others[0]["c"])
        sign = _looks.UNSEEN.sub("", other).strip("\u200e")
        is_first = len(other) > 1 or len(data[other]) > 1 or places[char] < places[other]
        if len(char) == 1 and len(others) == 1 and is_first and _can_come(char) and sign.strip():
            chars[sign] = "".join(sorted(chars.get(sign, "") + char))
    return "".join(f"{found}\t{sign}\n" for sign, found in sorted(chars.items()))


def _can_come(char: str) -> bool:
    """Return whether a name can have a character after it was normalized."""
    is_normal = normalize("NFKC", char) == char == normalize("NFD", char)
    return is_normal and not char.isascii() and category(char)[0] not in "CZ"


if __name__ == "__main__":
    TABLE.write_text(made(), "utf-8")
