"""Facts about the Duel for the tests of all games."""

from itertools import combinations_with_replacement

import twowaystreet as tws
from tests.games import Facts
from tests.street.facts import not_known
from twowaystreet.games import duel, street


def in_v1(record: tws.Record) -> tuple[bool, ...]:
    """Return whether a deal is thrown in, and a player names a suit."""
    texts = [str(move) for move in record.moves]
    return any(text.startswith("deal") for text in texts[1:]), "name C" in texts


FACTS = Facts(
    starts={
        "duel": lambda: duel.new_game(duel.Rules(target=1000)),
        "duel_with_cards": lambda: duel.new_game(
            duel.Rules(bid_markers=duel.BidMarkers.CARDS, named_suit=duel.NamedSuit.HELD), dealer=1
        ),
    },
    dealt=lambda rules: [10, 10],
    deal_rule="DU-1",
    hiding={"bid", "exchange", "play"},
    hiding_rules=("DU-2", "DU-5", "DU-7"),
    shown_rules=("DU-2", "DU-5", "DU-7", "DU-8", "DU-9"),
    hidden=not_known,
    moves=(
        *map(street.Exchange, combinations_with_replacement(tws.CARDS, 2)),
        street.Keep(),
        *map(street.NameSuit, tws.Suit),
        duel.Bid(),
        *(duel.Bid(strength, way) for strength in range(1, 11) for way in street.Direction),
    ),
    lead=2,
    told=("for each trick of difference", "the dealer gets"),
    in_v1=in_v1,
)
