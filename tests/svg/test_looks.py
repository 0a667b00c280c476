"""The colours of the pictures, and their themes."""

import re
from typing import Final

import pytest

import twowaystreet as tws
from tests.svg.positions import CARD_WORDS, NAMES, SVG, parsed, positions, states, titles
from twowaystreet import svg
from twowaystreet._core.display import display_of
from twowaystreet.games import spades, street
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import width_of
from twowaystreet.svg.style import ALWAYS, COLORS, SUITS

ON_TABLES, ON_CARDS = ("lit", "soft", "tip"), ("red", "black", "plain", "green", "blue")
GROUNDS: Final = {
    **dict.fromkeys(("felt", "cloth", "panel"), ON_TABLES),
    **dict.fromkeys(("card", "idle"), ON_CARDS),
    "paper": ("ink", "dim"),
}
"""The classes of texts and signs by the class of the ground on which they stand."""


def brightness(color: str) -> float:
    """Return the relative luminance of a colour, by the rules of WCAG 2."""
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    dark, bright = sorted(map(brightness, (one, other)))
    return (bright + 0.05) / (dark + 0.05)


def test_texts_and_signs_stand_out_from_their_ground() -> None:
    """The contrast is 4.5 at least, in light and in dark; each class with a fill is checked."""
    tip = ALWAYS["tip"].removeprefix("fill:")
    for ground, texts in GROUNDS.items():
        for text in texts:
            pairs = (tip, tip) if text == "tip" else COLORS[text, "fill"]
            for one, other in zip(pairs, COLORS[ground, "fill"], strict=True):
                assert contrast(one, other) >= 4.5, (text, ground)
    drawings = {"back", "gold", "skin", "hair"}
    known = {*GROUNDS, *(text for texts in GROUNDS.values() for text in texts), *drawings}
    assert {name for name, what in COLORS if what == "fill"} <= known
    assert {color for pair in SUITS.values() for color in pair} <= known


def test_the_plain_rules_are_for_programs_without_variables() -> None:
    """Such programs draw a picture with ``height: auto`` without any height."""
    seen = tws.view(positions("street")[9], 0)
    for picture in (svg.table(seen), svg.table(seen, theme="four_colour")):
        style = picture.partition("<style>")[2].partition("</style>")[0]
        plain = style.partition("@media")[0]
        assert not re.search(r"var\(|light-dark|height|width:[^;]*%|:is|:not", plain)
        assert ".t-felt{fill:#296850}" in plain and "{color-scheme:light}" in style
        assert not re.search(r"[^-]style=", picture)


def test_all_pictures_of_a_page_agree_on_the_colour_of_a_class() -> None:
    pictures = [
        svg.card(tws.Card.parse("QS")),
        svg.card(tws.Card.parse("QD"), theme="four_colour"),
        svg.score(street.score(["HD", "LD", "LD"], [7, 2, 1])),
        svg.table(tws.view(street.new_game(), 0)),
    ]
    merged: dict[str, str] = {}
    for picture in pictures:
        rules = re.findall(r"(\.t-\w+\{\w+):([^}]*light-dark[^}]*)", picture)
        assert all(merged.setdefault(name, value) == value for name, value in rules)
    assert len(merged) > 8


def fill_of(picture: str, name: str) -> str:
    """Return the colour of a class for programs without variables."""
    found = re.search(rf"^\.t-{name}\{{fill:(#\w+)\}}", picture, re.MULTILINE)
    assert found is not None
    return found[1]


def test_four_colours() -> None:
    cards = tws.cards("7C 7D 7H 7S")
    four = svg.hand(cards, theme="four_colour")
    colors = [fill_of(four, name) for name in ("club", "diamond", "red", "black")]
    wanted = [COLORS[name, "fill"][0] for name in ("green", "blue", "red", "black")]
    assert colors == wanted
    assert parsed(four).attrib["class"] == "tws tws-four"
    usual = svg.hand(cards)
    assert fill_of(usual, "club") == fill_of(usual, "black")
    assert fill_of(usual, "diamond") == fill_of(usual, "red")
    assert parsed(usual).attrib["class"] == "tws"


@pytest.mark.parametrize("theme", ["large", "four_colour large", "large four_colour"])
def test_large_cards_have_large_numbers_and_nothing_else(theme: str) -> None:
    for card in tws.CARDS:
        picture = svg.card(card, theme=theme)
        assert parsed(picture).attrib["width"] == parsed(svg.card(card)).attrib["width"]
        assert not re.search(r"t-(gold|skin)", picture)
        ids = {each.attrib["id"] for each in parsed(picture).iter() if "id" in each.attrib}
        uses = {use.attrib["href"][1:] for use in parsed(picture).iter(f"{SVG}use")}
        assert uses <= ids
    size = re.compile(r'id="c-rK" transform="scale\((.*?)\)"')
    large, usual = (size.findall(symbols(large=large)[0])[0] for large in (True, False))
    assert float(large) > 1.8 * float(usual)


def test_all_functions_take_themes() -> None:
    state = positions("street")[9]
    trick = tws.Trick(1, tws.cards("QC KC 2D"), (1, 2, 0), tws.Suit.CLUBS, 2)
    for theme in ("four_colour", "four_colour large"):
        seen = tws.view(state, 0)
        pictures = [
            svg.table(seen, theme=theme),
            svg.table(seen, theme=theme, size=(800, 500)),
            svg.trick(trick, theme=theme),
            svg.hand(tws.cards("QC KC 2D"), theme=theme),
        ]
        for picture in pictures:
            assert parsed(picture).attrib["class"] == "tws tws-four"
            assert ("t-skin" in picture) is ("large" not in theme)


def test_a_table_with_very_many_cards_draws_them_with_less_detail() -> None:
    pictures = [svg.table(tws.view(state, state.actor)) for state in positions("spades")]
    assert max(map(len, pictures)) <= 23_000
    pips = [bool(re.search(r'id="\w+-[4-9][cdhs]"', picture)) for picture in pictures]
    assert True in pips and False in pips


def test_a_picture_has_other_colours_and_arrows_between_cards_that_lie_face_up_and_seats() -> None:
    seen = tws.view(positions("street")[3], 0)
    colors = {"felt": "#26476b", "highlight": "gold"}
    usual = svg.table(seen)
    picture = svg.table(seen, colors=colors, highlight=tws.cards("QS"))
    assert ".t-felt{fill:#26476b}" in picture
    assert "light-dark(#296850" in usual and "light-dark(#296850" not in picture
    with pytest.raises(tws.RulesError, match="expected cards"):
        svg.table(seen, highlight=["QS"])  # type: ignore[list-item]  # the test is about that
    for wrong in ({"sky": "gold"}, {"felt": "red;}"}, {"felt": 3}, {1: "gold"}, "gold"):
        with pytest.raises(tws.RulesError, match="expected colours"):
            svg.table(seen, colors=wrong)  # type: ignore[arg-type]
    assert seen.hand
    own, elsewhere = seen.hand[0], next(card for card in tws.CARDS if card not in seen.hand)
    others = ["QS", own, 3, [elsewhere], [(0, 99)], [(0, 0)], [(True, 0)], [(own,)], [(own, None)]]
    for arrows in others:
        with pytest.raises(tws.RulesError, match=r"arrows=.*: expected cards that lie face up"):
            svg.table(seen, arrows=arrows)  # type: ignore[arg-type]  # the test is about that


@pytest.mark.parametrize("name", NAMES)
def test_highlights_mark_open_cards_and_arrows_lead_between_cards_and_seats(name: str) -> None:
    for state in positions(name)[::2]:
        seen = tws.view(state, 0)
        usual = svg.table(seen)
        assert svg.table(seen, highlight=(), arrows=()) == usual
        marked = svg.table(seen, highlight=tws.CARDS)
        faces = sum(bool(CARD_WORDS.match(each)) for each in titles(usual))
        assert marked.count('class="t-spot"') == faces
    for state in positions(name)[::2]:
        seen = tws.view(state, 0)
        ends = [*(seen.hand or ())[:1], 1]
        pairs = [(ends[0], 1), (0, 1), (1, ends[0])] if seen.hand else [(0, 1), (1, 0)]
        picture = svg.table(seen, arrows=[*(seen.hand or ())[:1], *pairs])
        drawn = {each for each in titles(picture) if each.startswith("An arrow from ")}
        assert picture.count('class="t-arrow"') == picture.count('class="t-rim"') == len(drawn)
        assert len(drawn) == len(pairs) + bool(seen.hand)
        assert "An arrow from Seat 0 to Seat 1." in picture
        left, top, width, height = map(float, parsed(picture).attrib["viewBox"].split())
        for path in re.findall(r'class="t-arrow" d="M([^"]*)"', picture):
            for point in path.split("L"):
                x, y = map(float, point.split())
                assert left <= x <= left + width and top <= y <= top + height


def test_the_words_below_a_trick_have_room() -> None:
    """The narrow play of a dummy that led and won is as wide as its words."""
    tricks = [display_of(spades.GAME).tricks(tws.view(each, 0)) for each in states("spades")]
    picture = parsed(svg.trick(max(tricks, key=len)[0], names=["Ann", "Ben"]))
    left, _, width, _ = map(float, picture.attrib["viewBox"].split())
    for each in picture.iter(f"{SVG}text"):
        half = width_of(each.text or "", 12) / 2
        assert left <= float(each.attrib["x"]) - half
        assert float(each.attrib["x"]) + half <= left + width
