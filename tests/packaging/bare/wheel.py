"""The installed package works with nothing but what it needs, and has all its files."""

from importlib import metadata, resources

import twowaystreet
from twowaystreet.schemas import shipped

found = {each.name.lower().replace("_", "-") for each in metadata.distributions()}
found -= {"pip", "setuptools", "wheel"}
expected = {"twowaystreet", "attrs", "cattrs", "typing-extensions"}
assert found == expected, f"installed {sorted(found)}, expected {sorted(expected)}"
assert "site-packages" in twowaystreet.__file__, twowaystreet.__file__
assert resources.files("twowaystreet").joinpath("py.typed").is_file(), "py.typed is missing"
description = str(metadata.metadata("twowaystreet"))
assert "](https:" in description and "](docs/" not in description, "links that lead nowhere"
for game in twowaystreet.GAMES:
    assert shipped(game, "view") and shipped(game, "record") and shipped(game, "seat_record")
print("twowaystreet", metadata.version("twowaystreet"), "works with nothing but", *sorted(found))
