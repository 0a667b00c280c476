"""Play one hand of Two Way Street at random and print how it went.

python examples/first_hand.py
"""

from __future__ import annotations

import random

import twowaystreet as tws
from twowaystreet.games import street

NAMES = ["Ann", "Ben", "Cem", "Dee"]


def main(seed: int = 7) -> None:
    """Play and print the hand that belongs to a seed."""
    rng = random.Random(seed)
    state = street.new_game(street.Rules(players=4), dealer=0)
    state = tws.apply(state, tws.shuffle(state, rng))
    while state.actor is not None:
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    for trick in state.tricks:
        cards = " ".join(card.pretty for card in trick.cards)
        print(f"{NAMES[trick.leader]} leads {cards}")
    print(tws.score_sheet(NAMES, [tws.score_hand(state)]))


if __name__ == "__main__":
    main()
