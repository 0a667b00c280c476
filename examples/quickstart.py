"""A hand of Two Way Street, from the deal to the score sheet.

python examples/quickstart.py
"""

from __future__ import annotations

import random

import twowaystreet as tws
from twowaystreet.games import street

NAMES = ["Ann", "Ben", "Cem", "Dee"]


def main(seed: int = 7) -> None:
    """Play and print the hand of a seed; all players choose at random."""
    rng = random.Random(seed)
    state = street.new_game(street.Rules(players=4), dealer=0)
    state = tws.apply(state, tws.shuffle(state, rng))  # the deal is a move too

    # A view holds the information of one seat: its cards, open cards, and legal moves.
    ann = tws.view(state, 0)
    print("Ann holds", *ann.hand or ())
    print("and may say", " or ".join(map(str, tws.legal_moves(ann))))

    # An illegal move raises an error with the reason. The state has not changed.
    try:
        tws.apply(state, tws.parse_move(state, "QS"))
    except tws.IllegalMove as refusal:
        print("Refused:", refusal)

    while state.actor is not None:
        state = tws.apply(state, rng.choice(tws.legal_moves(state)))
    for trick in state.tricks:
        cards = " ".join(card.pretty for card in trick.cards)
        print(f"{NAMES[trick.leader]} leads {cards}")
    print(tws.score_sheet(NAMES, [tws.score_hand(state)]))


if __name__ == "__main__":
    main()
