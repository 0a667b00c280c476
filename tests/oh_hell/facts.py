"""Facts about Oh Hell, the game of the guide, for the tests of all games."""

from examples import oh_hell
from tests.games import Facts

FACTS = Facts(
    starts={"oh_hell": oh_hell.GAME.new_game},
    dealt=lambda rules: [rules.cards] * rules.players,
    deal_rule="OH-1",
    hiding={"bid", "play"},
    moves=tuple(map(oh_hell.Bid, range(8))),
)
