"""Facts about Tien Len for the tests of all games."""

from itertools import combinations
from typing import Any

import twowaystreet as tws
from tests.games import Facts
from tests.helpers import card
from tests.reference.tien_len import plays
from tests.tien_len.table import documented_order
from twowaystreet.games import tien_len


def plays_of_cards(state: Any) -> tuple[tws.Move, ...]:
    """Return plays of cards in hand and of two others, and sets of two cards that are none."""
    held = list(map(str, {*state.hand_of(state.actor), card("7C"), card("AS")}))
    sets = [*plays(held), *map(list, combinations(held, 2))]
    found = {tien_len.PlayCards(tws.cards(" ".join(some))) for some in sets}
    return tuple(sorted(found, key=documented_order))


def in_v1(record: tws.Record) -> tuple[bool, ...]:
    """Return whether a player passes, and there are more than five kinds of plays."""
    kinds = {getattr(move, "kind", None) for move in record.moves}
    return "pass" in map(str, record.moves), len(kinds) > 5


FACTS = Facts(
    starts={"tien_len": tien_len.new_game},
    deal_rule="TL-1",
    hiding={"play"},
    hiding_rules=("TL-9",),
    shown_rules=("TL-2", "TL-5", "TL-6", "TL-8", "TL-9"),
    moves=(tien_len.Pass(),),
    moves_in=plays_of_cards,
    lead=0.6,
    told=("to each of the others", "you may come back in"),
    in_v1=in_v1,
)
