from __future__ import annotations

import copy
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

import twowaystreet as tws
from tests.hostile import Hostile
from tests.svg.positions import NAMES, SVG, attributes, parsed, positions, titles
from twowaystreet import svg
from twowaystreet.games import street, tien_len
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.shapes import COURTS

DONE = street.score(["HD", "LD", "LD"], [7, 2, 1])


@pytest.mark.parametrize("theme", ["", "large"])
def test_a_card_names_itself_and_has_its_index_as_a_shape(theme: str) -> None:
    """A text would look different on each computer."""
    for card in tws.CARDS:
        picture = svg.card(card, theme=theme)
        assert len(picture) < 4200
        assert titles(picture) == [words_of(card)] * 2
        assert f"({card})" in words_of(card)
        assert "<text" not in picture
        index = re.compile("-zj.$" if card.joker else f"-v{card.rank}$")
        assert sum(bool(index.search(use)) for use in drawn(picture)) == 2


def test_each_court_is_a_small_drawing_of_its_own() -> None:
    assert set(COURTS) == {"K", "Q", "J", "*"}
    assert all(len(drawing) <= 1000 for drawing in COURTS.values())
    assert len({*COURTS.values()}) == len(COURTS)


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


def test_cards_have_different_pictures() -> None:
    assert len({svg.card(card) for card in tws.CARDS}) == len(tws.CARDS)


def test_a_hand_shows_its_cards_in_the_given_order() -> None:
    shown = titles(svg.hand(tws.cards("QS R* 10C")))[1:]
    assert shown == ["queen of spades (QS)", "Red Joker (R*)", "ten of clubs (10C)"]
    assert parsed(svg.hand([])).attrib["aria-label"] == "no cards"
    label = parsed(svg.hand(tws.cards("9C AC R*"))).attrib["aria-label"]
    assert label == "3 cards: 9♣ A♣ Red Joker"
    assert parsed(svg.hand(tws.cards("9C"))).attrib["aria-label"] == "1 card: 9♣"
    assert svg.hand(tws.CARDS).count("<g transform") == len(tws.CARDS)


def test_a_hand_is_no_wider_than_asked() -> None:
    for size in (360, 500):
        assert float(parsed(svg.hand(tws.CARDS[:20], size=size)).attrib["width"]) <= size


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
    shown = [bool(play.cards) for play in trick.plays]
    assert not shown[-1]  # all others passed behind the play that took the trick
    while not shown[-1]:
        shown.pop()
    assert picture.count(">pass<") == shown.count(False)
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


def test_every_card_that_is_to_be_seen_has_a_role_and_its_name() -> None:
    trick = tws.Trick(1, tws.cards("QS KS 2H"), (1, 2, 0), tws.Suit.SPADES, 2)
    pictures = [svg.hand(tws.cards("QS R* 10C")), svg.trick(trick)]
    for name in NAMES:
        for state in positions(name)[::3]:
            pictures += [svg.table(tws.view(state, seat)) for seat in (0, None)]
    cards = {words_of(card) for card in tws.CARDS}
    found = 0
    for picture in pictures:
        root = parsed(picture)
        assert root.attrib["role"] == "group"  # the parts of an image have no names
        for element in root.findall(f".//{SVG}g"):
            uses = element.findall(f"{SVG}use")
            if uses and re.search(r"-[fm](j?[a-z])$", uses[0].attrib["href"]):
                title = element.findtext(f"{SVG}title")
                assert title is not None and title.split(",")[0] in cards
                assert element.attrib["role"] == "img"
                found += 1
    assert found > 500


def test_every_class_in_a_picture_has_a_style() -> None:
    for state in positions("spades")[::3]:
        picture = svg.table(tws.view(state, 0))
        used = {name for classes in attributes(picture, "class") for name in classes.split()}
        assert {name for name in used if f".{name}{{" not in picture} == set()


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(TypeError, match="expected a Card"):
        svg.card("QS")  # type: ignore[arg-type]  # the test is about that
    with pytest.raises(tws.RulesError, match="expected cards"):
        svg.hand(["QS"])  # type: ignore[list-item]  # the test is about that
    with pytest.raises(tws.RulesError, match="the score of a hand"):
        svg.score([])
    with pytest.raises(tws.RulesError, match="the score of a hand"):
        svg.score([DONE, street.score(["HD", "LD", "HD", "LD"], [7, 2, 1, 0])])
    with pytest.raises(tws.RulesError, match="3 names"):
        svg.score(DONE, names=["Ann"])
    with pytest.raises(tws.RulesError, match="3 whole numbers"):
        svg.score(DONE, scores=[1])
    with pytest.raises(tws.RulesError, match="2 names"):
        svg.trick(tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES), names=["Ann"])
    for theme in ("dark", "four colour", "large,four_colour", 5, None, Hostile()):
        with pytest.raises(tws.RulesError, match="four_colour") as caught:
            svg.hand([], theme=theme)  # type: ignore[arg-type]  # the test is about that
        assert caught.value.field == "theme"
    for names in (5, "AB", Hostile(), [1, 2], {"Ann", "Ben"}):
        with pytest.raises(tws.RulesError, match="2 names"):
            svg.trick(tws.Trick(1, tws.cards("QS"), (1,), tws.Suit.SPADES), names=names)  # type: ignore[arg-type]  # the test is about that
    for thing in (None, tws.cards("QS"), street.new_game(), Hostile(), tws.Card.parse("QS")):
        with pytest.raises(TypeError, match="expected a trick"):
            svg.trick(thing)  # type: ignore[arg-type]  # the test is about that
