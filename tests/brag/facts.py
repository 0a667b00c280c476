"""Facts about Brag for the tests of all games."""

from itertools import chain
from typing import Any

import twowaystreet as tws
from tests.games import Facts
from tests.helpers import card
from twowaystreet.games import brag
from twowaystreet.games.brag.rules import lays


def not_known(state: Any, seat: int) -> set[tws.Card]:
    """Return the cards of other hands and lays that were not shown, and those not dealt."""
    laid = chain.from_iterable(hands or () for hands in state.laid)
    dealt = {card for hand in (*state.hands, *laid) for card in hand} | {*state.stock}
    known = {card for cards in state.shown for card in cards}
    seen = state.laid if state.hand_over else state.laid[seat : seat + 1]
    known |= {card for hands in seen for hand in hands or () for card in hand}
    return dealt - known - {*state.hands[seat]}


def possible_lays(state: Any) -> tuple[tws.Move, ...]:
    """Return lays of a hand, of this hand with another card or a card twice, and of fewer cards."""
    hand = state.hand_of(state.actor)
    hands = [hand, *((*hand[:2], other, *hand[3:]) for other in (hand[3], card("AS"), card("2C")))]
    hands += [hand[:-1], hand[:6], hand[1:7]]
    found = {lay for some in hands for lay in lays(tuple(sorted(some)))}
    in_order = sorted(found, key=lambda lay: lay.hands)
    return tuple(in_order)


def lay(text: str) -> list[list[dict[str, str]]]:
    words = [{"@card": word} for word in text.split()]
    return [words[first : first + 3] for first in range(0, len(words), 3)]


FACTS = Facts(
    starts={
        "brag": brag.new_game,
        "brag_with_seven_cards": lambda: brag.new_game(brag.Rules(cards=7, players=3), antes=2),
        "brag_with_prials": lambda: brag.new_game(
            brag.Rules(cards=7, high_rank=brag.HighRank.PRIALS)
        ),
        "brag_for_two": lambda: brag.new_game(brag.Rules(cards=6, players=2)),
        # About one deal of fifteen ends the hand, and its cards stay hidden.
        "brag_for_five": lambda: brag.new_game(brag.Rules(players=5)),
    },
    dealt=lambda rules: [rules.cards] * rules.players,
    deal_rule="BR-1",
    hiding={"lay"},
    hiding_rules=("BR-7", "BR-8", "BR-9"),
    shown_rules=("BR-3", "BR-7", "BR-9", "BR-12"),
    hidden=not_known,
    moves_in=possible_lays,
    lead=3,
    told=("two points take the pot", "A 2 3 is the best run"),
    in_v1=lambda record: ("\nantes 1\n" in record.to_text(), len(record.moves) == 2 + 3),
)
