"""Facts about Twenty Down for the tests of all games."""

from itertools import combinations
from typing import Any

import twowaystreet as tws
from tests.games import Facts, cards_of_others
from tests.helpers import card
from twowaystreet.games import twenty_down


def not_known(state: Any, seat: int) -> set[tws.Card]:
    discards = [some for other, some in enumerate(state.discards) if other != seat]
    return cards_of_others(state, seat) | {card for some in discards for card in some or ()}


def draws(state: Any) -> tuple[tws.Move, ...]:
    cards = sorted({*state.hand_of(state.actor), card("7C"), card("AS")})
    return tuple(twenty_down.Draw(some) for size in range(4) for some in combinations(cards, size))


FACTS = Facts(
    starts={
        "twenty_down": twenty_down.new_game,
        "late_twenty_down": lambda: twenty_down.new_game(
            twenty_down.Rules(must_trump=False), hands_played=8
        ),
    },
    dealt=lambda rules: [5] * 4,
    deal_rule="TD-2",
    hiding={"trump", "draw", "declare", "play"},
    hiding_rules=("TD-2", "TD-3"),
    shown_rules=("TD-2", "TD-3", "TD-4", "TD-7"),
    hidden=not_known,
    moves=(*map(twenty_down.Trump, tws.Suit), *map(twenty_down.Declare, twenty_down.Status)),
    moves_in=draws,
    lead=-1.5,
    told=("take no trick", "hand on, hearts"),
    in_v1=lambda record: tuple(text in map(str, record.moves) for text in ("draw", "out", "in")),
)
