"""Pictures as PNG, by two programs that know no browser."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType

import pytest

import twowaystreet as tws
from tests.extras import PNG
from tests.svg.pixels import Pixels, pixels
from tests.svg.positions import NAMES, positions
from tests.svg.test_tables import HOSTILE_NAMES
from twowaystreet import svg
from twowaystreet.games import street
from twowaystreet.svg import rendering
from twowaystreet.svg.style import COLORS

FELT, CARD, RED, PAPER, GREEN, BLUE = (
    COLORS[name, "fill"][0] for name in ("felt", "card", "red", "paper", "green", "blue")
)
Renderer = Callable[[str], Pixels]


def by_resvg(picture: str) -> Pixels:
    """Render a picture with the package of the extra ``png``."""
    return pixels(svg.png(picture, scale=1))


def by_cairo(picture: str) -> Pixels:
    """Render a picture with CairoSVG."""
    cairosvg: ModuleType = pytest.importorskip("cairosvg", reason="CairoSVG is missing")
    return pixels(cairosvg.svg2png(bytestring=picture.encode()))


@pytest.fixture(params=[by_resvg, by_cairo])
def render(request: pytest.FixtureRequest) -> Renderer:
    """Return each program in turn."""
    if PNG.is_missing and request.param is by_resvg:
        pytest.skip("svg.png needs the extra png")
    found: Renderer = request.param
    return found


def test_a_card_shows_its_face_and_its_signs(render: Renderer) -> None:
    image = render(svg.card(tws.Card.parse("10H")))
    assert image.share(CARD) > 0.55
    assert 0.05 < image.share(RED) < 0.25
    assert image.rows[0][0] == ""  # the corner outside of the card
    queen = render(svg.card(tws.Card.parse("QS"))).counts()
    assert all(queen[COLORS[name, "fill"][0]] > 15 for name in ("gold", "skin", "hair", "black"))


def test_a_number_stands_at_the_upper_left(render: Renderer) -> None:
    image = render(svg.card(tws.Card.parse("KH")))
    corner = [color for row in image.rows[4:24] for color in row[2:16]]
    assert corner.count(RED) > 15


@pytest.mark.nightly
@pytest.mark.parametrize("name", NAMES)
def test_a_table_shows_felt_and_cards(name: str, render: Renderer) -> None:
    state = positions(name, 1, 20)[-1]
    image = render(svg.table(tws.view(state, 0), size=360))
    assert image.share(FELT) > 0.2
    assert image.share(CARD) + image.share(COLORS["idle", "fill"][0]) > 0.02
    assert image.counts()[RED] > 30
    assert len(image.counts()) > 50


def test_a_score_sheet_is_paper_with_figures(render: Renderer) -> None:
    image = render(svg.score(street.score(["HD", "LD", "LD"], [7, 2, 1]), size=360))
    assert image.share(PAPER) > 0.7
    assert image.counts()[COLORS["ink", "fill"][0]] > 20


def test_four_colours_are_to_be_seen(render: Renderer) -> None:
    counts = render(svg.hand(tws.cards("9C 9D"), theme="four_colour")).counts()
    assert min(counts[GREEN], counts[BLUE]) > 50
    assert not counts[RED]


@pytest.mark.skipif(PNG.is_missing, reason="svg.png needs the extra png")
def test_the_scale_is_the_number_of_pixels_for_each_pixel() -> None:
    picture = svg.card(tws.Card.parse("QS"))
    one, two, half = (pixels(svg.png(picture, scale=scale)) for scale in (1, 2, 0.5))
    assert (two.width, two.height) == (2 * one.width, 2 * one.height)
    assert half.width == one.width / 2
    assert svg.png(picture) == svg.png(picture, scale=2)


@pytest.mark.parametrize("scale", [0, -1, 11, float("nan"), True, "2", None])
def test_a_wrong_scale_is_refused(scale: object) -> None:
    with pytest.raises(tws.RulesError, match="scale"):
        svg.png(svg.card(tws.Card.parse("QS")), scale=scale)  # type: ignore[arg-type]  # the test is about that


@pytest.mark.parametrize("picture", ["", "QS", b"<svg/>", None])
def test_something_other_than_a_picture_is_refused(picture: object) -> None:
    with pytest.raises(tws.RulesError, match="a picture, such as"):
        svg.png(picture)  # type: ignore[arg-type]  # the test is about that


DRAW = """
import hashlib, resvg_py, sys
from twowaystreet import svg
picture = sys.stdin.read()
for image in (svg.png(picture), resvg_py.svg_to_bytes(svg_string=picture, zoom=2)):
    print(hashlib.sha256(image).hexdigest())
"""
"""Draws a picture with the fonts of this library, and then with those of the computer."""


@pytest.mark.skipif(PNG.is_missing, reason="svg.png needs the extra png")
@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no FONTCONFIG_FILE")
def test_the_fonts_of_the_computer_change_nothing(tmp_path: Path) -> None:
    """Two computers have different fonts with a name that a picture asks for."""
    own, computers = (name.encode("utf-16-be") for name in ("DejaVu Sans", "Arial Owner"))
    picture = svg.score(street.score(["HD", "LD", "LD"], [7, 2, 1]))
    settings = tmp_path / "fonts.conf"
    settings.write_text(f"<fontconfig><dir>{tmp_path}</dir></fontconfig>")
    ours, others = set[str](), set[str]()
    for font in rendering._FONTS:
        content = Path(font).read_bytes().replace(own, computers)
        (tmp_path / "font.ttf").write_bytes(content)
        done = subprocess.run(
            [sys.executable, "-c", DRAW],
            input=picture.replace("Arial", "Arial Owner"),
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


@pytest.mark.skipif(PNG.is_missing, reason="svg.png needs the extra png")
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_in_any_letters_are_drawn(name: str) -> None:
    seen = tws.view(positions("street")[6], 0)
    picture = svg.table(seen, names=["Ann", name, "Cem", "Dot"])
    assert svg.png(picture, scale=1).startswith(b"\x89PNG")


@pytest.mark.skipif(PNG.is_missing, reason="svg.png needs the extra png")
def test_a_damaged_picture_is_refused() -> None:
    with pytest.raises(tws.RulesError, match="a picture, such as"):
        svg.png("<svg>")


def test_without_the_extra_the_error_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['resvg_py'] = None\n"
        "from twowaystreet import Card, svg\n"
        "picture = svg.card(Card.parse('QS'))\n"
        "try: svg.png(picture)\n"
        "except ImportError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == (
        'svg.png needs the package resvg-py: pip install "twowaystreet[png]"'
    )


def test_the_import_of_the_module_does_not_need_the_extra() -> None:
    program = "import sys, twowaystreet, twowaystreet.svg; print('resvg_py' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], check=True, capture_output=True, text=True
    )
    assert done.stdout.strip() == "False"


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"twowaystreet\[png\]"):
        svg.png(svg.card(tws.Card.parse("QS")))
