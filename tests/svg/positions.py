"""Positions of every game for the tests of pictures, and boxes that must not overlap."""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import twowaystreet as tws
from examples import high_card, oh_hell
from twowaystreet.svg.geometry import Box
from twowaystreet.svg.seating import Layout

SVG = "{http://www.w3.org/2000/svg}"
OWN = {game.name: game for game in (oh_hell.GAME, high_card.GAME)}
"""Games that have no displays of their own."""
NAMES = tuple(tws.GAMES)
_STEPS = 7


def play(game: tws.Game, seed: int, moves: int, **options: object) -> Iterator[tws.AnyState]:
    rng = random.Random(seed)
    state: tws.AnyState = game.new_game(game.Rules(**options))
    yield state
    for _ in range(moves):
        if state.is_over:
            return
        legal = tws.legal_moves(state)
        state = tws.apply(state, tws.shuffle(state, rng) if state.needs_deal else rng.choice(legal))
        yield state


def positions(name: str, seed: int = 1, moves: int = 64) -> list[tws.AnyState]:
    """Return some states of a random game: the first ones, then every seventh."""
    states = list(play(OWN.get(name) or tws.GAMES[name], seed, moves))
    return states[:_STEPS] + states[_STEPS::_STEPS]


def viewers(state: tws.AnyState) -> tuple[int | None, ...]:
    return (*range(len(state.scores)), None)


def parsed(picture: str) -> ElementTree.Element:
    root = ElementTree.fromstring(picture)
    assert root.tag == f"{SVG}svg"
    return root


def titles(picture: str) -> list[str]:
    return [title.text or "" for title in parsed(picture).iter(f"{SVG}title")]


def attributes(picture: str, name: str) -> list[str]:
    return [element.attrib[name] for element in parsed(picture).iter() if name in element.attrib]


CARD_WORDS = re.compile(r"(?:\w+ of (?:clubs|diamonds|hearts|spades)|\w+ Joker)(?=,|$)")


def states(name: str) -> Iterator[tws.AnyState]:
    for seed in range(2):
        yield from positions(name, seed, 120)


def words_in(picture: str) -> str:
    """Return all texts of a picture; those that a title hides behind a cut are not in it."""
    return " ".join(text.text or "" for text in parsed(picture).iter(f"{SVG}text"))


ONE = ("own_plate", "own_shelf", "own_slot", "hand", "prompt", "facts", "middle", "stock")
EACH = ("plates", "shelves", "slots")
_TOUCH = 0.001  # of two boxes with a common edge, after rounding


def boxes_of(places: Layout) -> dict[str, Box]:
    """Return all boxes of a table that must not overlap, with their names, without empty ones."""
    found = {name: getattr(places, name) for name in ONE}
    for name in EACH:
        found |= {f"{name} {at}": box for at, box in enumerate(getattr(places, name))}
    return {name: box for name, box in found.items() if box.width and box.height}


def overlap(one: Box, other: Box) -> bool:
    across = one.x + _TOUCH < other.right and other.x + _TOUCH < one.right
    return across and one.y + _TOUCH < other.bottom and other.y + _TOUCH < one.bottom


def contains(frame: Box, box: Box) -> bool:
    across = frame.x <= box.x and box.right <= frame.right
    return across and frame.y <= box.y and box.bottom <= frame.bottom
