"""Each game and its reference implementation, in random hands compared at every position."""

import random

import pytest

import twowaystreet as tws
from tests.games import OURS, rules_of
from tests.helpers import nightly_but_every, some_move
from tests.mutator import MORE
from tests.reference.hands import check_hand
from tests.reference.pairs import opening

SAMPLE = 10


@pytest.mark.rule("AL-2", "AL-4", "ST-5", "ST-12", "DU-8", "DU-9", "TW-2", "TW-4", "TW-5", "TW-6")
@pytest.mark.rule("TW-7", "TW-8", "SP-2", "SP-3", "SP-11", "TD-6", "TD-8", "TD-10", "BR-2")
@pytest.mark.parametrize("block", nightly_but_every(4, range(4)))
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=pytest.mark.rule(*rules_of(game))) for game in OURS]
)
def test_both_engines_agree_at_every_position(game: str, block: int) -> None:
    """The environment variable ``FUZZ`` multiplies the hands."""
    for number in range(block * SAMPLE * MORE, (block + 1) * SAMPLE * MORE):
        check_hand(game, 20, number)


@pytest.mark.parametrize("game", OURS)
def test_the_reference_refuses_what_the_engine_does_not_offer(game: str) -> None:
    rng = random.Random(3)
    state, reference = opening(game, rng)
    with pytest.raises(ValueError, match=r"^a deal is due"):
        reference.play("AS")
    with pytest.raises(ValueError, match="whole pack"):
        reference.play("deal 2C 3C")
    while not state.hand_over:
        move = some_move(state, rng)
        state = tws.apply(state, move)
        reference.play(str(move))
        offered = set(map(str, tws.legal_moves(state)))
        # Of many cards that are no legal move, a few at each position.
        for card in rng.sample(state.rules.pack.cards, 6):
            if str(card) not in offered:
                with pytest.raises(ValueError, match=r"^not legal|^a deal is due"):
                    reference.play(str(card))
                with pytest.raises(tws.IllegalMove):
                    tws.apply(state, tws.Play(card))
