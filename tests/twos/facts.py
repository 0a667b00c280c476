"""Facts about Twos for the tests of all games."""

from tests.games import Facts
from twowaystreet.games import twos

FACTS = Facts(
    starts={"twos": twos.new_game},
    deal_rule="TW-1",
    hiding={"play"},
    hiding_rules=("TW-3",),
    shown_rules=("TW-3", "TW-4", "TW-6", "TW-9"),
    lead=1,
    told=("unless the three of its suit",),
    in_v1=lambda record: (len(record.moves) == 53,),
)
