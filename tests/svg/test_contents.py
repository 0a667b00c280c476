"""Every fact that players see is in its picture."""

from __future__ import annotations

import os
import random
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from math import atan2

import attrs
import pytest

import twowaystreet as tws
from tests.svg.positions import (
    NAMES,
    OWN,
    SVG,
    attributes,
    parsed,
    play,
    positions,
    states,
    words_in,
)
from twowaystreet import svg
from twowaystreet._core.display import Display, display_of
from twowaystreet._core.display.usual import best_so_far
from twowaystreet.games import brag, spades, street, twos
from twowaystreet.games.brag import display as brag_display
from twowaystreet.svg.elements import words_of
from twowaystreet.svg.layout import Needs
from twowaystreet.svg.planning import layout
from twowaystreet.svg.scene import Scene, difference
from twowaystreet.svg.stage import scene_of
from twowaystreet.svg.table_facts import facts_of, sort_key

EVERY_GAME = [*NAMES, *OWN]


@pytest.mark.nightly
@pytest.mark.parametrize("name", EVERY_GAME)
def test_backs_are_as_many_as_the_cards_that_the_seat_does_not_see(name: str) -> None:
    for state in states(name):
        for seat in (0, None):
            seen = tws.view(state, seat)
            picture = svg.table(seen)
            drawn = sum(bool(re.search(r"-[bn]$", each)) for each in attributes(picture, "href"))
            pile = 3 if seen.stock_size else 0
            assert drawn - pile == sum(closed(seen))


@pytest.mark.parametrize("seats", [9, 15])
def test_among_many_players_the_numbers_of_cards_are_in_figures(seats: int) -> None:
    for state in [*play(tws.GAMES["street"], 1, 5 * seats, players=seats)][1::7]:
        seen = tws.view(state, 3)
        words = [text.text or "" for text in parsed(svg.table(seen)).iter(f"{SVG}text")]
        found = [int(first[0]) for text in words if (first := re.match(r"\d+(?= · )", text))]
        held = [size for seat, size in enumerate(seen.hand_sizes) if seat != 3 and size]
        assert Counter(held) <= Counter(found)


def closed(seen: tws.View) -> Iterator[int]:
    """Yield the numbers of cards face down in each hand and row."""
    if isinstance(seen, spades.View):
        dummies = zip(seen.face_up, seen.face_down_sizes, strict=True)
        for seat, (up, down) in enumerate(dummies):
            yield down if up or down else seen.hand_sizes[2 * seat]
            yield (
                0 if seat == seen.seat and seen.hand is not None else seen.hand_sizes[2 * seat + 1]
            )
        return
    yield from (size for seat, size in enumerate(seen.hand_sizes) if seat != seen.seat)
    if isinstance(seen, brag.View):
        laid = zip(seen.has_laid, seen.laid, strict=True)
        yield from (3 * seen.rules.hands for has_laid, hands in laid if has_laid and hands is None)


@pytest.mark.nightly
@pytest.mark.parametrize("name", EVERY_GAME)
def test_the_stock_the_scores_the_turn_and_the_dealer_are_to_be_seen(name: str) -> None:
    for state in states(name):
        seen = tws.view(state, 0)
        picture = svg.table(seen)
        texts = [text.text for text in parsed(picture).iter(f"{SVG}text")]
        assert (f"stock {seen.stock_size}" in texts) is bool(seen.stock_size)
        for seat, score in enumerate(seen.scores):
            assert texts[texts.index(f"Seat {seat}") + 1] == str(score)
        assert words_in(picture).count("dealer") == 1
        frames = attributes(picture, "class").count("t-turn t-on")
        assert frames == picture.count("; to move.") == (seen.actor is not None)
        assert attributes(picture, "class").count("t-panel t-won") == len(seen.winners)
        assert f"· hand {seen.hands_played + (not seen.hand_over)} · {seen.phase}" in picture


@pytest.mark.parametrize("name", NAMES)
def test_the_trick_has_its_cards_its_leader_and_its_winner(name: str) -> None:
    for state in states(name):
        seen = tws.view(state, 0)
        if isinstance(seen, tws.TrickView) and (seen.trick.cards or seen.tricks):
            trick = seen.trick if seen.trick.cards else seen.tricks[-1]
            word, seat = ("led", trick.leader) if seen.trick.cards else ("took it", trick.winner)
            hand = ""
            if isinstance(trick, spades.Trick):
                which = trick.hands[0] if seen.trick.cards else trick.winning_hand
                hand = "dummy" if which is spades.Hand.DUMMY else "actual hand"
            words = f"{hand} {word}".strip()
            items = scene(seen).by_name()
            (note,) = (name for name, item in items.items() if f">{words}<" in item.art)
            assert note == f"note-{seat}"
            last = "" if seen.trick.cards else "last trick, "
            labels = Counter(item.label for item in items.values())
            for card, player in zip(trick.cards, trick.seats, strict=True):
                assert labels[f"{words_of(card)}, {last}played by Seat {player}"] == 1
            assert ("best" in items) is (
                display_of(seen).best_so_far(seen) is not None or bool(last)
            )


def scene(seen: tws.View, size: int = 720, *, without_moves: bool = False) -> Scene:
    """Return the scene of a picture."""
    names = [f"Seat {seat}" for seat in range(len(seen.scores))]
    facts = facts_of(seen, display_of(seen), "Game", names)
    return scene_of(facts._replace(moves={}) if without_moves else facts, size)


def test_a_scene_of_another_size_is_new_as_a_whole() -> None:
    seen = tws.view(street.new_game(), 0)
    small, large = scene(seen, 360), scene(seen, 720)
    assert difference(small, large) == difference(None, large) != difference(large, large)


def test_three_winners_are_named_in_a_list() -> None:
    seen = attrs.evolve(tws.view(street.new_game(), 0), winners=(0, 1, 3))
    picture = svg.table(seen, names=["Ann", "Ben", "Cem", "Dot"])
    assert "Ann, Ben and Dot win" in words_in(picture)


def test_a_large_picture_has_larger_cards() -> None:
    seen = tws.view(positions("street")[3], 0)
    for size in (360, 720, 900, 2000):
        picture = parsed(svg.table(seen, size=size))
        width, height = (float(length) for length in picture.attrib["viewBox"].split()[2:])
        assert float(picture.attrib["width"]) == size
        assert width == min(size, 900)
        assert float(picture.attrib["height"]) == pytest.approx(height * size / width, abs=0.2)


@pytest.mark.parametrize("hands", [(5, 4, 3, 2, 1, 0), (4,)])
def test_hands_that_are_not_those_of_the_seats_are_in_the_middle(hands: tuple[int, ...]) -> None:
    state = positions("oh_hell")[3]
    seen = attrs.evolve(tws.view(state, 0), hand_sizes=hands)
    picture = svg.table(seen)
    for number in range(len(hands)):
        assert f"hand {number}:" in picture
    scene = facts_of(seen, display_of(seen), "Game", ["Ann"] * 4, (None,) * len(hands))
    assert sorted(filter(None, scene.seats[0].hand)) == sorted(seen.hand or ())
    assert not any(seat.hand for seat in scene.seats[1:])


def test_an_open_hand_must_be_the_one_that_the_view_shows() -> None:
    for name in NAMES:
        for state in positions(name, 2)[2:9:3]:
            for seat in (0, 1):
                seen, hands = tws.view(state, seat), list(state.hands)
                svg.table(seen, hands=hands)
                own = 2 * seat + 1 if name == "spades" else seat
                other = own - len(hands) // 2
                if seen.hand and len(hands[own]) == len(hands[other]):
                    hands[own] = hands[other]
                    with pytest.raises(tws.RulesError, match=f"in hand {own}, as the view has it"):
                        svg.table(seen, hands=hands)


@pytest.mark.parametrize("name", NAMES)
def test_a_card_and_its_move_are_one_element_with_one_title(name: str) -> None:
    for state in positions(name):
        if state.actor is None:
            continue
        seen = tws.view(state, state.actor)
        for element in parsed(svg.table(seen)).iter():
            move = element.get("data-move")
            if move is not None:
                card = tws.Card.parse(element.attrib["data-card"])
                assert element.findtext(f"{SVG}title") == words_of(card)
                assert tws.cards_of(tws.parse_move(state, move)) == (card,)


@pytest.mark.nightly
def test_pictures_are_the_same_in_every_process() -> None:
    program = (
        "from tests.svg.positions import positions; from twowaystreet import svg, view;"
        "print([svg.table(view(each, 0)) for each in positions('spades')[::5]])"
    )
    printed = {
        subprocess.run(
            [sys.executable, "-c", program],
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(printed) == 1
    assert len(printed.pop()) > 10_000


def test_the_module_lists_its_functions() -> None:
    assert dir(svg) == svg.__all__ == ["card", "hand", "png", "score", "table", "trick"]


def test_single_values_of_a_view_are_facts_without_a_display() -> None:
    seen = [tws.view(state, 0) for state in positions("spades", 1, 20)][-1]
    assert isinstance(seen, spades.View)
    shown = {fact.in_pictures for fact in Display[tws.View]().facts(seen, ["Ann", "Ben"])}
    assert {f"stands {seen.stands}", f"hand to play {seen.hand_to_play}"} <= shown


@pytest.mark.parametrize("viewer", [0, 2])
@pytest.mark.parametrize("size", [360, 720])
def test_players_sit_in_the_order_of_turns_from_the_left(viewer: int, size: int) -> None:
    seats = 7
    for state in [*play(tws.GAMES["street"], 1, 30, players=seats)][1::9]:
        shown = scene(tws.view(state, viewer), size)
        items = shown.by_name()
        plates = [items[f"plate-{(viewer + step) % seats}"] for step in range(seats)]
        assert plates[0].y > max(plate.y for plate in plates[1:])
        others = [(plate.x, plate.y) for plate in plates[1:]]
        if size == 360:  # two rows: each sits beside the one before
            assert all({*one} & {*other} for one, other in pairwise(others))
            assert others[0] == (min(x for x, _ in others), max(y for _, y in others))
            continue
        middle, high = shown.places.whole.width / 2, shown.places.whole.height
        angles = [atan2(x - middle, high - y) for x, y in others]
        assert angles == sorted(angles)


def test_cards_that_can_be_played_are_raised() -> None:
    raised = 0
    for state in positions("twos"):
        if state.actor is None:
            continue
        seen = tws.view(state, state.actor)
        hand = [item for item in scene(seen).items if item.card]
        flat = scene(seen, without_moves=True).by_name()
        for item in hand:
            assert item.dim is not bool(item.move)
            assert (item.y < flat[item.name].y - 11) is bool(item.move)
            raised += bool(item.move)
        found = attributes(svg.table(seen), "class")
        assert found.count("t-idle") == sum(item.dim for item in scene(seen).items)
    assert raised > 10


def test_a_raised_card_is_the_exception_only_where_cards_alone_are_moves() -> None:
    seen = tws.view(positions("brag")[1], 1)
    assert seen.legal_moves
    picture = svg.table(seen)
    assert "t-idle" not in picture
    assert "data-move" not in picture


@pytest.mark.parametrize("name", ["street", "spades"])
def test_after_a_trick_only_the_winning_cards_are_bright(name: str) -> None:
    for state in positions(name, 2, 90):
        seen = tws.view(state, 0)
        assert isinstance(seen, tws.TrickView)
        played = [item for item in scene(seen).items if "played by" in item.label]
        past = bool(seen.tricks) and not seen.trick.cards
        assert sum(item.dim for item in played) == (len(played) - 1 if past else 0)


def test_a_reversed_hand_keeps_the_places_of_its_game() -> None:
    usual, reverse = (sort_key(brag_display.DISPLAY, reverse=each) for each in (False, True))
    hand = tws.cards("2C KD 3H AS")
    assert sorted(hand, key=reverse) == sorted(hand, key=usual)[::-1]


def test_a_game_with_tricks_of_its_own_marks_no_card(monkeypatch: pytest.MonkeyPatch) -> None:
    state: tws.AnyState = twos.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    state = tws.apply(state, tws.legal_moves(state)[0])
    seen = tws.view(state, 0)
    assert best_so_far(seen) == 0
    with monkeypatch.context() as patch:
        patch.setattr(twos.State, "_trumps_of", Other.trumps)
        assert best_so_far(seen) is None
    monkeypatch.setattr(twos.State, "_wins", _nothing)
    assert best_so_far(seen) is None


def _nothing(*_: object) -> None:
    """Return nothing."""


class Other:
    """A class with trumps of its own."""

    @classmethod
    def trumps(cls, *_: object) -> None:
        """Return no trumps."""


def test_many_players_sit_in_rows_where_a_round_has_no_room() -> None:
    found = layout(Needs(others=9, hand=13, slot=1, prompt=True), 700, 500)
    assert len({plate.y for plate in found.plates}) <= 3
    assert max(plate.bottom for plate in found.plates) < found.own_plate.y
