"""Facts about Spades for two for the tests of all games."""

from itertools import pairwise
from typing import Any

import twowaystreet as tws
from tests.games import Facts
from twowaystreet.games import spades
from twowaystreet.games.spades.rules import AFTER_LOOKING, BLIND


def not_known(state: Any, seat: int) -> set[tws.Card]:
    """Return all cards in hands but those of a seat that has looked, and those turned up."""
    every = {card for hand in state.hands for card in hand}
    looked = sum(map(len, state.face_up)) > 0 or state.tricks
    own = state.hands[2 * seat + 1] if looked else ()
    return every - {*own, *(card for dummy in state.face_up for card in dummy)}


def in_v1(record: tws.Record) -> tuple[bool, ...]:
    """Return whether there are a raise, a renege, a call, and overbooks from before."""
    texts = [str(move) for move in record.moves]
    bids = [move for move in record.moves if isinstance(move, spades.Bid)]
    raised = any(one.bid_type is two.bid_type for one, two in pairwise(bids))
    return "stand" in texts, "renege 1" in texts, raised, "overbooks 3 19" in record.to_text()


FACTS = Facts(
    starts={
        "spades": spades.new_game,
        "spades_with_reneges": lambda: spades.new_game(
            spades.Rules(renege=spades.RenegeRule.PENALISED), scores=[-250, 0]
        ),
    },
    deal_rule="SP-3",
    hiding={"look", "bid", "raise", "play"},
    hiding_rules=("SP-5", "SP-12", "SP-13", "SP-14"),
    shown_rules=("SP-5", "SP-10", "SP-12", "SP-13", "SP-14"),
    hidden=not_known,
    moves=(
        spades.Look(),
        spades.Bid(spades.BidType.NIL),
        spades.Bid(spades.BidType.DOUBLE_NIL),
        *BLIND,
        *(bid for bid in AFTER_LOOKING if bid.is_number),
        *map(spades.Bid, list(spades.BidType)[1:5]),
        spades.Stand(),
        *map(spades.Renege, (1, 2, 3, 0)),
    ),
    lead=80,
    told=("of these overbooks costs",),
    in_v1=in_v1,
)
