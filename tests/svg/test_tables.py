import re
from itertools import combinations, pairwise
from typing import Any

import pytest

import twowaystreet as tws
from tests.hostile import Hostile
from tests.svg.positions import (
    CARD_WORDS,
    NAMES,
    OWN,
    SVG,
    attributes,
    boxes_of,
    contains,
    overlap,
    parsed,
    play,
    positions,
    titles,
    viewers,
)
from twowaystreet import svg
from twowaystreet._core.display import Display, display_of
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.display.words import card_words
from twowaystreet._page.engine import room_of
from twowaystreet.games import spades, street, twenty_down
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.planning import layout
from twowaystreet.svg.seating import FACT_LINE
from twowaystreet.svg.stage import needs_of, scene_of

BY_WORDS = {card_words(card): card for card in tws.CARDS}
EVERY_GAME = [*NAMES, *OWN]


def cards_in(picture: str) -> set[tws.Card]:
    found = map(CARD_WORDS.match, titles(picture))
    return {BY_WORDS[each[0]] for each in found if each}


@pytest.mark.parametrize("name", EVERY_GAME)
def test_a_picture_names_no_card_that_its_view_does_not(name: str) -> None:
    for state in positions(name):
        for seat in viewers(state):
            seen = tws.view(state, seat)
            known = set(re.findall(r"(?:10|[2-9JQKA])[CDHS]|[RBX]\*", seen.to_json()))
            picture = svg.table(seen)
            assert {str(card) for card in cards_in(picture)} <= known
            without_paths = re.sub(r' d="[^"]*"', "", picture)
            words = set(re.findall(r"\b(?:10|[2-9JQKA])[CDHS]\b|[RBX]\*", without_paths))
            assert words <= known


@pytest.mark.parametrize("name", EVERY_GAME)
def test_every_picture_has_its_own_shapes_and_the_moves_of_its_cards(name: str) -> None:
    for state in positions(name)[::2]:
        for seat in viewers(state):
            seen = tws.view(state, seat)
            picture = svg.table(seen, size=360 if seat == 1 else 720)
            ids = attributes(picture, "id")
            used = {target.removeprefix("#") for target in attributes(picture, "href")}
            assert len(ids) == len(set(ids)) and used <= set(ids)
            assert not re.search(r"None|twowaystreet|<Seat|0x", picture)
            texts = attributes(picture, "data-move")
            if seat != state.actor or seat is None:
                assert texts == []
                continue
            # A move that draws may also name several cards, so its cards are chosen one by one.
            alone = {move for move in tws.legal_moves(state) if len(tws.cards_of(move)) == 1}
            wanted = {move for move in alone if not isinstance(move, twenty_down.Draw)}
            assert {tws.parse_move(state, text) for text in texts} == wanted
            dummy = seen.face_up[seat] if isinstance(seen, spades.View) else ()
            own = [*(seen.hand or ()), *dummy]
            assert sorted(attributes(picture, "data-card")) == sorted(map(str, own))
            for element in parsed(picture).iter():
                if "data-move" in element.attrib:
                    move = tws.parse_move(state, element.attrib["data-move"])
                    card = tws.Card.parse(element.attrib["data-card"])
                    assert tws.cards_of(move) == (card,)
                    assert element.findtext(f"{SVG}title") == card_words(card)


def test_different_pictures_share_no_identifier() -> None:
    pictures = {svg.table(tws.view(state, 0)) for state in positions("street")}
    ids = [set(attributes(picture, "id")) for picture in pictures]
    assert all(one.isdisjoint(other) for one, other in combinations(ids, 2))


@pytest.mark.parametrize("name", NAMES)
def test_open_hands_show_every_card_and_a_table_takes_few_kilobytes(name: str) -> None:
    for state in positions(name)[1::3]:
        for seat in (0, None):
            picture = svg.table(tws.view(state, seat), hands=state.hands)
            assert cards_in(picture) >= {card for hand in state.hands for card in hand}
            assert seat == 0 or "data-card" not in picture
    sizes = [len(svg.table(tws.view(state, state.actor or 0))) for state in positions(name)]
    assert sum(sizes) / len(sizes) < 17_000
    assert max(sizes) < 23_000


@pytest.mark.parametrize(
    "size", [(360, None), (720, None), (360, 360), (360, 640), (540, 360)], ids=str
)
@pytest.mark.parametrize("name", EVERY_GAME)
def test_nothing_overlaps_in_any_game(name: str, size: tuple[int, int | None]) -> None:
    if size[1] and name in ("duel", "spades"):
        pytest.skip("there are many open cards")
    for state in positions(name)[::2]:
        hidden = (None,) * len(state.hand_sizes)
        for seat in range(len(state.scores) if size[1] else 1):
            for hands in (hidden,) if size[1] else (hidden, state.hands):
                assert_apart(tws.view(state, seat), ["Ann"] * len(state.scores), hands, *size)


def assert_apart(
    seen: tws.View,
    names: list[str],
    hands: tuple[tuple[tws.Card, ...] | None, ...],
    width: int,
    height: int | None = None,
) -> None:
    """Check the boxes of a table, and that the facts are in theirs."""
    facts = TableFacts(seen, names, game="Game", hands=hands)
    places = layout(needs_of(facts), width, height)
    told = [
        item.y for item in scene_of(facts, width, height).items if item.name.startswith("fact-")
    ]
    assert all(places.facts.y <= y <= places.facts.bottom - FACT_LINE for y in told), (told, places)
    boxes = boxes_of(places)
    for (one, box), (other, second) in combinations(boxes.items(), 2):
        assert not overlap(box, second), (one, box, other, second)
    frame = Box(-0.01, -0.01, places.whole.width + 0.02, places.whole.height + 0.02)
    assert all(contains(frame, box) for box in boxes.values()), (frame, boxes)


def test_cards_of_a_fan_leave_a_finger_of_each_other_free() -> None:
    state = next(state for state in play(tws.GAMES["twos"], 1, 1) if state.actor is not None)
    facts = TableFacts(tws.view(state, 0), ["Ann"] * 4, game="Game", display=Display[tws.View]())
    fan = [item for item in scene_of(facts, 360).items if item.card]
    assert len(fan) == 13
    assert max(item.y for item in fan) - min(item.y for item in fan) < 20
    assert min(after.x - before.x for before, after in pairwise(fan)) > 20


HOSTILE_NAMES = [
    *("</text><script>alert(1)</script>", "<![CDATA[", ']]> & " \' {} #{} id="{} class="x"'),
    *("\x00\x07\ud800\ufffe", "a\nb\u202e\u2028c", "\u0301" * 400, "W" * 400, "漢字" * 40, ""),
]


@pytest.mark.parametrize("viewer", [0, 1])
@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_names_are_text_and_nothing_else(name: str, viewer: int) -> None:
    state = positions("street")[6]
    plain = svg.table(tws.view(state, viewer), names=["Ann", "Ben", "Cem", "Dot"])
    picture = svg.table(tws.view(state, viewer), names=["Ann", name, "Cem", "Dot"])
    assert parsed(picture).attrib.keys() == parsed(plain).attrib.keys()
    wanted = [each.tag for each in parsed(plain).iter() if not each.tag.endswith("title")]
    found = [each.tag for each in parsed(picture).iter() if not each.tag.endswith("title")]
    assert sorted(set(found)) == sorted(set(wanted))
    assert "script>" not in picture
    assert "\u202e" not in picture
    assert len(picture) < len(plain) + 3000
    assert set(attributes(picture, "class")) <= {*attributes(plain, "class")} | {""}


def test_a_cut_name_stands_in_full_in_its_title() -> None:
    name = "Bartholomew Featherstonehaugh the Third of Somewhere"
    picture = svg.table(tws.view(street.new_game(), 0), names=["Ann", name, "Cem", "Dot"])
    assert any(title.startswith(f"{name}: ") for title in titles(picture))


def test_cards_of_a_trick_in_a_line_have_the_names_of_their_players() -> None:
    game, display = spades.GAME, display_of(spades.GAME)
    views = (tws.view(state, 0) for state in play(game, 1, 300))
    seen = next(each for each in views if isinstance(each, spades.View) and each.trick.cards[2:])
    facts = TableFacts(seen, ("Ann", "Ben"), game=game.title)
    scene = scene_of(facts, 844, 348, room=room_of(display, watches=False))
    found = [item.art for item in scene.items if item.name.startswith("note-")]
    assert len(found) == 2
    assert sum("Ann" in art for art in found) == sum("Ben" in art for art in found) == 1
    own, (other,) = scene.places.own_slot, scene.places.slots
    assert own.y > other.y or own.x > other.right


def test_wrong_arguments_are_refused() -> None:
    seen = tws.view(street.new_game(), 0)
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"names": ["Ann"]}, "4 names"),
        ({"names": [1, 2, 3, 4]}, "4 names"),
        ({"hands": [tws.cards("QS")] * 4}, "0, 0, 0, 0 cards"),
        ({"size": 10}, "360 to 2000"),
    ]
    for arguments, message in wrong:
        with pytest.raises(tws.RulesError, match=message):
            svg.table(seen, **arguments)
    for thing in (street.new_game(), "view", Hostile()):
        with pytest.raises(TypeError, match="expected a View"):
            svg.table(thing)  # type: ignore[arg-type]  # the test is about that
