"""Pictures as PNG."""

import io
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from tests.extras import PNG
from twowaystreet import svg
from twowaystreet.games import street
from twowaystreet.svg import rendering
from twowaystreet.svg.style import COLORS

QUEEN = svg.card(tws.Card.parse("QS"))
SHEET = svg.score(street.score(["HD", "LD", "LD"], [7, 2, 1]), size=360)
needs_png = pytest.mark.skipif(PNG.is_missing, reason="svg.png needs the extra png")


def drawn(picture: str, scale: float = 1) -> Any:  # Any: an image of an optional package
    image = pytest.importorskip("PIL.Image", reason="pixels need the extra png")
    return image.open(io.BytesIO(svg.png(picture, scale=scale)))


def shares(picture: str) -> dict[str, int]:
    """Return how many thousandths of a picture have each of the known colours; "" is nothing."""
    known = {name: pair[0] for (name, what), pair in COLORS.items() if what == "fill"}
    colors = drawn(picture).convert("RGBA").getcolors(2**24)
    found = Counter[str]()
    for number, (red, green, blue, alpha) in colors:
        color = f"#{red:02x}{green:02x}{blue:02x}" if alpha > 250 else ""
        found[color] += number
    every = found.total()
    return {name: 1000 * found[color] // every for name, color in {**known, "": ""}.items()}


@needs_png
def test_pictures_have_their_colours() -> None:
    ten = shares(svg.card(tws.Card.parse("10H")))
    assert ten["card"] > 550 and 50 < ten["red"] < 250 and ten[""]  # outside of the corners
    assert min(shares(QUEEN)[name] for name in ("gold", "skin", "hair", "black")) >= 1
    sheet = shares(SHEET)
    assert sheet["paper"] > 700 and sheet["ink"]
    four = shares(svg.hand(tws.cards("9C 9D"), theme="four_colour"))
    assert four["green"] and four["blue"] and not four["red"]


@needs_png
def test_the_scale_is_the_number_of_pixels_for_each_pixel() -> None:
    one, two, half = (drawn(QUEEN, scale).size for scale in (1, 2, 0.5))
    assert two == (2 * one[0], 2 * one[1]) and half[0] == one[0] / 2
    assert svg.png(QUEEN) == svg.png(QUEEN, scale=2)


@needs_png
@pytest.mark.parametrize(
    ("picture", "scale", "message"),
    [
        *((QUEEN, scale, "scale") for scale in (0, -1, 11, float("nan"), True, "2", None)),
        *((picture, 2, "a picture, such as") for picture in ("", "QS", b"<svg/>", None, "<svg>")),
    ],
    ids=str,
)
def test_wrong_arguments_are_refused(picture: Any, scale: Any, message: str) -> None:
    with pytest.raises(tws.RulesError, match=message):
        svg.png(picture, scale=scale)


DRAW = """
import hashlib, resvg_py, sys
from twowaystreet import svg
picture = sys.stdin.read()
for image in (svg.png(picture), resvg_py.svg_to_bytes(svg_string=picture, zoom=2)):
    print(hashlib.sha256(image).hexdigest())
"""
"""Draws a picture with the fonts of this library, and then with those of the computer."""


@needs_png
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no FONTCONFIG_FILE")
def test_the_fonts_of_the_computer_change_nothing(tmp_path: Path) -> None:
    """Two computers have different fonts with a name that a picture asks for."""
    own, computers = (name.encode("utf-16-be") for name in ("DejaVu Sans", "Arial Owner"))
    settings = tmp_path / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    ours, others = set[str](), set[str]()
    for font in rendering._FONTS:
        content = Path(font).read_bytes().replace(own, computers)
        (tmp_path / "font.ttf").write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-c", DRAW],
            input=SHEET.replace("Arial", "Arial Owner"),
            env={**os.environ, "FONTCONFIG_FILE": str(settings)},
            check=True,
            capture_output=True,
            text=True,
        )
        mine, other = done.stdout.split()
        ours.add(mine)
        others.add(other)
    assert len(ours) == 1
    assert len(others) == 2, "the renderer did not find the fonts of the computer"


def test_without_the_extra_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r'pip install "twowaystreet\[png\]"'):
        svg.png(QUEEN)
