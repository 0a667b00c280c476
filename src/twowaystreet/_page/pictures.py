"""The pictures of games in the gallery of the page without a server."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from typing import Final

from twowaystreet import svg
from twowaystreet._core.cards.cards import Card, cards
from twowaystreet._core.display.display import display_of
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.verbs import apply, legal_moves, shuffle
from twowaystreet._core.views.views import view
from twowaystreet.errors import TwoWayStreetError

_MOST: Final = 6
_SEED: Final = 4
_MOVES: Final = 20  # the most moves of a sample until the first seat sees a hand
_TITLE: Final = re.compile("<title>.*?</title>")
_ANY_CARDS: Final = "AS KH QD JC"  # the cards for a game without cards to show


def picture_of(game: Game) -> str:
    """Return a picture for a game: its emblem, or else some cards of a sample deal.

    The same game always has the same picture.
    """
    emblem = display_of(game).emblem
    drawn = svg.hand(cards(emblem) if emblem else _sample(game), size=420)
    return _TITLE.sub("", drawn)  # an image shows none of them


def _sample(game: Game) -> Sequence[Card]:
    rng = random.Random(_SEED)
    display = display_of(game)
    try:
        state = game.new_game()
        for _ in range(_MOVES):
            if state.needs_deal:
                state = apply(state, shuffle(state, rng))
            hand = view(state, 0).hand
            if hand:
                return sorted(hand[:_MOST], key=display.place_of)
            state = apply(state, rng.choice(legal_moves(state)))
    except (TwoWayStreetError, IndexError):
        pass  # a game that cannot begin without further facts, or that ends without cards
    return cards(_ANY_CARDS)
