from __future__ import annotations

import copy
import re

import pytest

import twowaystreet as tws
from tests.hostile import Hostile
from tests.svg.positions import NAMES, attributes, parsed, positions, titles
from twowaystreet import svg
from twowaystreet.games import street, tien_len, twenty_down
from twowaystreet.svg.style import ALWAYS, COLORS

TIP = ALWAYS["tip"].removeprefix("fill:")
DONE = street.score(["HD", "LD", "LF"], [7, 2, 1])


def test_a_card_names_itself() -> None:
    for card in tws.CARDS:
        picture = svg.card(card)
        assert len(picture) < 3500
        assert len(titles(picture)) == 2
        assert str(card.rank) in [text.text for text in parsed(picture).iter() if text.text]


def test_cards_have_different_pictures() -> None:
    assert len({svg.card(card) for card in tws.CARDS}) == len(tws.CARDS)


def test_a_hand_shows_its_cards_in_the_given_order() -> None:
    shown = titles(svg.hand(tws.cards("QS R* 10C")))[1:]
    assert shown == ["queen of spades", "Red Joker", "ten of clubs"]
    assert parsed(svg.hand([])).attrib["aria-label"] == "no cards"
    assert svg.hand(tws.CARDS).count("<g transform") == len(tws.CARDS)


def test_a_hand_is_no_wider_than_asked() -> None:
    for size in (360, 500):
        assert float(parsed(svg.hand(tws.CARDS[:20], size=size)).attrib["width"]) <= size


def test_a_score_sheet_has_entries_and_totals() -> None:
    other = street.score(["LD", "LF", "HD"], [0, 0, 10])
    picture = svg.score([DONE, other], names=["Ann", "Ben & Co", "Cem"])
    texts = [text.text for text in parsed(picture).iter() if text.tag.endswith("}text")]
    totals = [sum(both) for both in zip(DONE.points, other.points, strict=True)]
    assert texts[:3] == ["Ann", "Ben & Co", "Cem"]
    assert texts[3:9:2] == [seat.entry for seat in DONE.seats]
    assert texts[4:9:2] == [str(points) for points in DONE.points]
    assert texts[-6:] == [
        text
        for seat, total in zip(other.seats, totals, strict=True)
        for text in (seat.entry, f"{total}")
    ]
    assert picture.count("<ellipse") == totals.count(max(totals))


def test_a_ring_is_round_the_lowest_total_where_few_points_are_good() -> None:
    done = twenty_down.score([5, 0, 0, 0], "C", ["in", "in", "out", "out"])
    picture = svg.score(done, scores=[20, 20, 20, 20])
    ring = parsed(picture).find(".//{*}ellipse")
    assert ring is not None
    assert float(ring.attrib["cx"]) < 720 / 4


def test_many_players_get_a_wider_sheet() -> None:
    seats = 20
    done = street.score(["HD"] * 10 + ["LF"] * 10, [1] * 10 + [0] * 10)
    picture = parsed(svg.score(done, size=360))
    assert float(picture.attrib["width"]) > 40 * seats


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


def test_a_trick_of_tien_len_shows_plays_and_passes() -> None:
    state = next(state for state in positions("tien_len", 4) if len(tricks_of(state)) > 1)
    trick = tricks_of(state)[0]
    picture = svg.trick(trick)
    assert picture.count(">pass<") == sum(not play.cards for play in trick.plays)
    assert picture.count("took it") == 2  # a title and a word


def tricks_of(state: tws.AnyState) -> tuple[tien_len.Trick, ...]:
    """Return the complete tricks of a state of Tien Len."""
    assert isinstance(state, tien_len.State)
    return state.tricks


@pytest.mark.parametrize("name", NAMES)
def test_notebooks_show_views_tricks_and_scores_but_never_states(name: str) -> None:
    for state in positions(name):
        seen = tws.view(state, 0)
        assert seen._repr_svg_() == svg.table(seen)
        assert seen._repr_html_() == svg.table(seen)
        assert not re.search(r"_repr_(svg|html|png|mimebundle)_", " ".join(dir(state)))
        if state.score is not None:
            assert state.score._repr_svg_() == svg.score(state.score)


def test_notebooks_show_cards_and_tricks() -> None:
    card = tws.Card.parse("QS")
    trick = tws.Trick(0, (card,), (0,), tws.Suit.SPADES)
    assert card._repr_html_() == card._repr_svg_() == svg.card(card)
    assert trick._repr_html_() == svg.trick(trick)
    assert copy.copy(card) is card


@pytest.mark.parametrize("name", ["dark", "light"])
def test_a_class_round_a_picture_decides_between_dark_and_light(name: str) -> None:
    assert f".tws-{name}" in svg.card(tws.Card.parse("QS"))


def test_all_pictures_of_a_page_agree_on_the_colour_of_a_class() -> None:
    pictures = [
        svg.card(tws.Card.parse("QS")),
        svg.score(DONE),
        svg.table(tws.view(street.new_game(), 0)),
    ]
    rules = [
        dict(re.findall(r"^(\.t-\w+)\{(\w+:[^}]*var[^}]*)\}", each, re.MULTILINE))
        for each in pictures
    ]
    colors = [dict(re.findall(r"(--t\d+):(#\w+)", each)) for each in pictures]
    for one in (rules, colors):
        merged: dict[str, str] = {}
        for each in one:
            assert all(merged.setdefault(key, value) == value for key, value in each.items())
    assert len(colors[2]) > 4


def test_every_class_in_a_picture_has_a_style() -> None:
    for state in positions("spades")[::3]:
        picture = svg.table(tws.view(state, 0))
        used = {name for classes in attributes(picture, "class") for name in classes.split()}
        assert {name for name in used if f".{name}{{" not in picture} == set()


def brightness(color: str) -> float:
    """Return the relative luminance of a colour, by the rules of WCAG."""
    parts = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (part / 12.92 if part <= 0.04 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return sum(part * weight for part, weight in zip(linear, (0.2126, 0.7152, 0.0722), strict=True))


@pytest.mark.parametrize("theme", [0, 1])
def test_texts_stand_out_from_their_background(theme: int) -> None:
    def contrast(text: str, ground: str) -> float:
        pair = (COLORS[name, "fill"][theme] if name != "tip" else TIP for name in (text, ground))
        dark, bright = sorted(map(brightness, pair))
        return (bright + 0.05) / (dark + 0.05)

    for ground in ("panel", "felt", "cloth"):
        for text in ("lit", "soft", "tip"):
            assert contrast(text, ground) >= 4.5, (text, ground)
    for text in ("red", "black", "plain"):
        assert contrast(text, "card") >= 4.5
        assert contrast(text, "idle") >= 3  # ranks are large and bold
    assert contrast("dim", "paper") >= 4.5


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="expected a Card"):
        svg.card("QS")  # type: ignore[arg-type]  # the test is about that
    with pytest.raises(tws.RulesError, match="expected cards"):
        svg.hand(["QS"])  # type: ignore[list-item]  # the test is about that
    with pytest.raises(tws.RulesError, match="the score of a hand"):
        svg.score([])
    with pytest.raises(tws.RulesError, match="the score of a hand"):
        svg.score([DONE, street.score(["HD", "LD", "LF", "LF"], [7, 2, 1, 0])])
    with pytest.raises(tws.RulesError, match="3 names"):
        svg.score(DONE, names=["Ann"])
    with pytest.raises(tws.RulesError, match="3 whole numbers"):
        svg.score(DONE, scores=[1])
    with pytest.raises(tws.RulesError, match="2 names"):
        svg.trick(tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES), names=["Ann"])
    for names in (5, "AB", Hostile(), [1, 2], {"Ann", "Ben"}):
        with pytest.raises(tws.RulesError, match="2 names"):
            svg.trick(tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES), names=names)  # type: ignore[arg-type]  # the test is about that
    for thing in (None, tws.cards("QS"), street.new_game(), Hostile(), tws.Card.parse("QS")):
        with pytest.raises(TypeError, match="expected a trick"):
            svg.trick(thing)  # type: ignore[arg-type]  # the test is about that
