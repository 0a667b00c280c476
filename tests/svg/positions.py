"""Positions of every game for the tests of pictures."""

import random
import re
from collections.abc import Iterator
from xml.etree import ElementTree

import twowaystreet as tws
from examples import high_card, oh_hell

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
