"""Facts about Two Way Street for the tests of all games."""

from itertools import combinations_with_replacement
from typing import Any

import twowaystreet as tws
from tests.games import Facts, cards_of_others
from twowaystreet.games import street


def not_known(state: Any, seat: int) -> set[tws.Card]:
    """Return the cards of others; a seat knows the cards that it put under the stock."""
    own = state.exchanged[seat]
    return cards_of_others(state, seat) - set(own.given if own else ())


def in_v1(record: tws.Record) -> tuple[bool, ...]:
    """Return whether a player keeps both cards, and one names a suit."""
    texts = [str(move) for move in record.moves]
    return "keep" in texts, "name H" in texts


FACTS = Facts(
    starts={
        "street": street.new_game,
        "three_players": lambda: street.new_game(
            street.Rules(players=3, jokers=street.Jokers.ONE, exchange=street.ExchangeRule.OPTIONAL)
        ),
        "five_players": lambda: street.new_game(street.Rules(players=5)),
        "two_decks": lambda: street.new_game(
            street.Rules(players=7, jokers=street.Jokers.TWO_ALIKE, target=1000), dealer=3
        ),
    },
    dealt=lambda rules: [10] * rules.players,
    deal_rule="ST-5",
    hiding={"declare", "exchange", "play"},
    hiding_rules=("ST-9", "ST-10", "ST-11", "ST-16", "ST-18"),
    shown_rules=("ST-7", "ST-8", "ST-11", "ST-13", "ST-16", "ST-18"),
    hidden=not_known,
    moves=(
        *map(street.Declare, street.Direction),
        *map(street.Exchange, combinations_with_replacement(tws.CARDS, 2)),
        street.Keep(),
        *map(street.NameSuit, tws.Suit),
    ),
    lead=0.5,
    told=("by the number of players",),
    in_v1=in_v1,
)
