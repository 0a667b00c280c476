"""Pictures of cards, hands, tricks and score sheets, their colours and themes."""

import copy
import re
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from math import dist
from typing import Any, Final
from xml.etree import ElementTree

import pytest

import twowaystreet as tws
from tests.hostile import Hostile
from tests.svg.positions import CARD_WORDS, NAMES, SVG, parsed, positions, states, titles
from twowaystreet import svg
from twowaystreet._core.display import display_of
from twowaystreet._core.display.words import card_words
from twowaystreet.games import spades, street, tien_len, twenty_down
from twowaystreet.svg.elements import symbols
from twowaystreet.svg.geometry import width_of
from twowaystreet.svg.style import ALWAYS, COLORS, SUITS

PLAY = tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES)
DONE = street.score(["HD", "LD", "LD"], [7, 2, 1])


@pytest.mark.parametrize("theme", ["", "large"])
def test_a_card_names_itself_and_has_its_index_as_a_shape(theme: str) -> None:
    """A text would look different on each computer."""
    assert len({svg.card(card, theme=theme) for card in tws.CARDS}) == len(tws.CARDS)
    for card in tws.CARDS:
        picture = svg.card(card, theme=theme)
        assert len(picture) < 4200 and titles(picture) == [card_words(card)] * 2
        assert "<text" not in picture
        index = re.compile("-zj.$" if card.joker else f"-v{card.rank}$")
        assert sum(bool(index.search(use)) for use in drawn(picture)) == 2


def test_a_number_card_has_its_pips() -> None:
    """Each card to the ten has as many signs in its middle as its number; an ace has one."""
    for card in tws.CARDS:
        if card.suit and card.rank not in (tws.Rank.JACK, tws.Rank.QUEEN, tws.Rank.KING):
            signs = [use for use in drawn(svg.card(card)) if use.endswith(f"-{card.suit.lower()}")]
            wanted = 1 if card.rank is tws.Rank.ACE else int(str(card.rank))
            assert len(signs) == wanted + 2, card  # one below each number


def drawn(picture: str) -> Iterator[str]:
    """Yield the references that are drawn, those of shapes too, as often as they are drawn."""
    root = parsed(picture)
    by_id = {each.attrib["id"]: each for each in root.iter() if "id" in each.attrib}

    def within(element: ElementTree.Element) -> Iterator[str]:
        for each in element.iter(f"{SVG}use"):
            yield each.attrib["href"]
            yield from within(by_id[each.attrib["href"][1:]])

    for child in root.findall(f"{SVG}g"):
        yield from within(child)


def test_a_hand_shows_its_cards_in_the_given_order() -> None:
    shown = titles(svg.hand(tws.cards("QS R* 10C")))[1:]
    assert shown == ["queen of spades", "Red Joker", "ten of clubs"]
    assert parsed(svg.hand([])).attrib["aria-label"] == "no cards"
    label = parsed(svg.hand(tws.cards("9C AC R*"))).attrib["aria-label"]
    assert label == "3 cards: 9♣ A♣ Red Joker"
    assert parsed(svg.hand(tws.cards("9C"))).attrib["aria-label"] == "1 card: 9♣"
    assert svg.hand(tws.CARDS).count("<g transform") == len(tws.CARDS)


def test_a_trick_shows_its_players_and_its_winner() -> None:
    trick = tws.Trick(1, tws.cards("QS KS 2H"), (1, 2, 0), tws.Suit.SPADES, 2)
    picture = svg.trick(trick, names=["Ann", "Ben", "Cem"])
    assert [title for title in titles(picture) if " of " not in title][1:] == [
        "Ben, led",
        "Cem, took it",
        "Ann",
    ]
    assert "led" in svg.trick(tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES))
    assert "<text" not in svg.trick(tws.Trick(0, (), (), None))
    many = svg.trick(tws.Trick(0, tws.CARDS[:12], (*range(12),), tws.Suit.CLUBS))
    assert len({y for _, y, t in texts_of(many) if t[:4] == "Seat"}) == 2 and size_of(many)[0] < 750


def test_a_trick_of_tien_len_shows_plays_and_passes() -> None:
    tricks = (each.tricks for each in positions("tien_len", 4) if isinstance(each, tien_len.State))
    trick = next(each for each in tricks if len(each) > 1)[0]
    picture = svg.trick(trick)
    shown = [bool(play.cards) for play in trick.plays]
    assert not shown[-1]  # all others passed behind the play that took the trick
    while not shown[-1]:
        shown.pop()
    assert picture.count(">pass<") == shown.count(False)
    assert picture.count("took it") == 2  # a title and a word


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_show_views_tricks_and_scores_but_never_states(name: str) -> None:
    for state in positions(name)[::3]:
        seen = tws.view(state, 0)
        assert seen._repr_svg_() == seen._repr_html_() == svg.table(seen)
        assert not re.search(r"_repr_(svg|html|png|mimebundle)_", " ".join(dir(state)))
        if state.score is not None:
            assert state.score._repr_svg_() == svg.score(state.score)
    card = PLAY.cards[0]
    assert card._repr_html_() == card._repr_svg_() == svg.card(card)
    assert PLAY._repr_html_() == svg.trick(PLAY) and copy.copy(card) is card


DRAW: Any = svg  # whose types forbid these arguments
WRONG: list[tuple[Callable[[], object], str]] = [
    *((lambda: DRAW.card("QS"), "expected a Card"), (lambda: DRAW.hand(["QS"]), "expected cards")),
    (lambda: DRAW.score([]), "the score of a hand"),
    (
        lambda: DRAW.score([DONE, street.score(["HD", "LD", "HD", "LD"], [7, 2, 1, 0])]),
        "the score of a hand",
    ),
    (lambda: DRAW.score(DONE, names=["Ann"]), "3 names"),
    (lambda: DRAW.score(DONE, scores=[1]), "3 whole numbers"),
    (lambda: DRAW.score(DONE, theme="huge"), "huge"),
    *(
        (partial(DRAW.hand, [], theme=theme), "theme=.*four_colour")
        for theme in ("dark", "four colour", "large,four_colour", 5, None, Hostile())
    ),
    *(
        (partial(DRAW.trick, PLAY, names=names), "2 names")
        for names in (["Ann"], 5, "AB", Hostile(), [1, 2], {"Ann", "Ben"})
    ),
    *(
        (partial(DRAW.trick, thing), "expected a trick")
        for thing in (None, tws.cards("QS"), street.new_game(), Hostile(), tws.Card.parse("QS"))
    ),
]


@pytest.mark.parametrize("place", range(len(WRONG)))
def test_wrong_arguments_are_refused(place: int) -> None:
    draw, message = WRONG[place]
    kind = TypeError if message in ("expected a Card", "expected a trick") else tws.RulesError
    with pytest.raises(kind, match=message):
        draw()


DOWN = twenty_down.score([5, 0, 0, 0], "C", ["in", "in", "out", "out"])


def hand_of(seats: int) -> street.HandScore:
    return street.score((["HD", "LD"] * seats)[:seats], [0] * (seats - 1) + [10])


def texts_of(picture: str) -> list[tuple[float, float, str]]:
    return [
        (float(text.attrib["x"]), float(text.attrib["y"]), text.text or "")
        for text in parsed(picture).iter(f"{SVG}text")
    ]


def words(picture: str) -> list[str]:
    return [text for _, _, text in texts_of(picture)]


def size_of(picture: str) -> tuple[float, float]:
    root = parsed(picture)
    return float(root.attrib["width"]), float(root.attrib["height"])


def test_a_score_sheet_has_entries_and_totals() -> None:
    other = street.score(["LD", "LD", "HF"], [0, 0, 10])
    picture = svg.score([DONE, other], names=["Ann", "Ben & Co", "Cem"], short=True)
    totals = [sum(both) for both in zip(DONE.points, other.points, strict=True)]
    columns: dict[float, list[str]] = {}
    for x, _, text in texts_of(picture):
        columns.setdefault(x, []).append(text)
    assert [*columns.values()] == [
        [name, one.entry, str(one.points), two.entry, str(total)]
        for name, one, two, total in zip(
            ["Ann", "Ben & Co", "Cem"], DONE.seats, other.seats, totals, strict=True
        )
    ]
    assert picture.count("<ellipse") == totals.count(max(totals))


def test_the_points_of_a_hand_have_their_reasons_in_words() -> None:
    """ST-23: every point has its count, without the short entries."""
    other = street.score(["LD", "LD", "HF"], [0, 0, 10])
    picture = svg.score([DONE, other], names=["Ann", "Ben & Co", "Cem"], size=360)
    shown = " ".join(words(picture))
    for hand in (DONE, other):
        for seat, points in enumerate(hand.points):
            row = display_of(hand).score_row(hand, seat)
            assert f"{points:+}: {row.words}" in shown or f"{points:+}: {row.words}" in picture
    assert not any(seat.entry in picture for seat in (*DONE.seats, *other.seats))


def test_a_ring_is_round_the_lowest_total_where_few_points_are_good() -> None:
    picture = svg.score(DOWN, scores=[20, 20, 20, 20])
    ring = parsed(picture).find(".//{*}ellipse")
    assert ring is not None and float(ring.attrib["cx"]) < 720 / 4
    # TD-1: the players count down from 20.
    assert words(svg.score(DOWN)).count("20") == 4 + DOWN.points.count(0)
    assert "At the start: Seat 0 20" in svg.score(DOWN) and "0" not in words(svg.score(DONE))[:3]


@pytest.mark.parametrize("size", [360, 500, 720, 1400])
@pytest.mark.parametrize("theme", ["", "large"])
def test_a_sheet_is_no_wider_than_asked_and_its_columns_are_readable(size: int, theme: str) -> None:
    for seats in (3, 5, 9, 20):
        done = hand_of(seats)
        names = [f"Bartholomew {seat}" for seat in range(seats)]
        for hands in (1, 2, 40):
            picture = svg.score(
                [done] * hands, names=names, size=size, theme=theme, short=seats == 5
            )
            assert size_of(picture)[0] <= size + 0.5 and words(picture).count("0") >= hands
            lines: dict[float, list[float]] = {}
            for x, y, _ in texts_of(picture):
                lines.setdefault(y, []).append(x)
            steps = [
                after - before
                for line in map(sorted, lines.values())
                for before, after in pairwise(line)
            ]
            assert min(steps, default=100) >= 55  # the width of an entry


def test_players_without_room_go_into_blocks_below() -> None:
    for short, blocks in ((True, 2), (False, 3)):
        picture = svg.score(hand_of(8), size=360, names=[*"ABCDEFGH"], short=short)
        assert len({y for _, y, text in texts_of(picture) if text in "ABCDEFGH"}) == blocks


def test_many_hands_stand_side_by_side_and_each_block_begins_with_the_totals() -> None:
    picture = svg.score([DOWN] * 20, names=[*"ABCD"], size=1000)
    starts = [(x, text) for x, y, text in texts_of(picture) if y == 49]
    assert [text for _, text in starts][:4] == ["20"] * 4
    assert len(starts) % 4 == 0 and len(starts) > 4
    low, high = size_of(picture)[1], size_of(svg.score([DOWN] * 20, size=360))[1]
    assert low < high / 2


# Colours and themes

ON_TABLES, ON_CARDS = ("lit", "soft", "tip"), ("red", "black", "plain", "green", "blue")
GROUNDS: Final = {
    **dict.fromkeys(("felt", "cloth", "panel"), ON_TABLES),
    **dict.fromkeys(("card", "idle"), ON_CARDS),
    "paper": ("ink", "dim"),
}
"""The classes of texts and signs by the class of the ground on which they stand."""


def brightness(color: str) -> float:
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


def contrast(one: str, other: str) -> float:
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
        *(svg.card(tws.Card.parse("QS")), svg.card(tws.Card.parse("QD"), theme="four_colour")),
        svg.score(street.score(["HD", "LD", "LD"], [7, 2, 1])),
        svg.table(tws.view(street.new_game(), 0)),
    ]
    merged: dict[str, str] = {}
    for picture in pictures:
        rules = re.findall(r"(\.t-\w+\{\w+):([^}]*light-dark[^}]*)", picture)
        assert all(merged.setdefault(name, value) == value for name, value in rules)
    assert len(merged) > 8


def fill_of(picture: str, name: str) -> str:
    found = re.search(rf"^\.t-{name}\{{fill:(#\w+)\}}", picture, re.MULTILINE)
    assert found is not None
    return found[1]


def test_four_colours() -> None:
    cards = tws.cards("7C 7D 7H 7S")
    four = svg.hand(cards, theme="four_colour")
    colors = [fill_of(four, name) for name in ("club", "diamond", "red", "black")]
    wanted = [COLORS[name, "fill"][0] for name in ("green", "blue", "red", "black")]
    assert colors == wanted and parsed(four).attrib["class"] == "tws tws-four"
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
            *(svg.table(seen, theme=theme), svg.table(seen, theme=theme, size=(800, 500))),
            *(svg.trick(trick, theme=theme), svg.hand(tws.cards("QC KC 2D"), theme=theme)),
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
            svg.table(seen, colors=wrong)  # type: ignore[arg-type]  # the test is about that
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
        one, *others = seen.hand or (0,)
        pairs: list[Any] = [(one, 1), (1, one), *[(0, 1)] * (one != 0)]  # Any: cards and seats
        pairs += [(one, each) for each in others[:1]]  # neighbours on a small picture
        picture = svg.table(seen, size=360, arrows=[*(seen.hand or ())[:1], *pairs])
        drawn = {each for each in titles(picture) if each.startswith("An arrow from ")}
        assert picture.count('class="t-arrow"') == picture.count('class="t-rim"') == len(drawn)
        assert len(drawn) == len(pairs) + bool(seen.hand)
        assert "An arrow from Seat 0 to Seat 1." in picture
        left, top, width, height = map(float, parsed(picture).attrib["viewBox"].split())
        for path in re.findall(r'class="t-arrow" d="M([^"]*)"', picture):
            points = [[*map(float, point.split())] for point in path.split("L")]
            assert dist(*points[:2]) > 35
            assert all(0 <= x - left <= width and 0 <= y - top <= height for x, y in points)


def test_the_words_below_a_trick_have_room() -> None:
    """The narrow play of a dummy that led and won is as wide as its words."""
    tricks = [display_of(spades.GAME).tricks(tws.view(each, 0)) for each in states("spades")]
    picture = parsed(svg.trick(max(tricks, key=len)[0], names=["Ann", "Ben"]))
    left, _, width, _ = map(float, picture.attrib["viewBox"].split())
    for each in picture.iter(f"{SVG}text"):
        half = width_of(each.text or "", 12) / 2
        assert left <= float(each.attrib["x"]) - half
        assert float(each.attrib["x"]) + half <= left + width
