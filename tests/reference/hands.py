"""Random hands, checked after every move.

Each hand has random options, a random opening of the match, and random moves. After every move
all cards are still there, the move's text reads back, and the reference implementation agrees.
After the hand the tricks and the points add up.
"""

import random
from itertools import chain
from operator import attrgetter

import twowaystreet as tws
from tests.helpers import some_move, trick_state
from tests.reference.pairs import PAIRS, State, cards_in, compare, opening, winners_of
from twowaystreet.games import tien_len


def cards_of(game: str, state: State) -> list[tws.Card]:
    """Return every card of the game, wherever it lies, in the order of cards."""
    found = [*chain(*state.hands), *state.stock]
    if isinstance(state, tws.TrickState):
        found += chain(*(trick.cards for trick in (*state.tricks, state.trick)))
    found += chain(*(cards_in(getattr(state, name)) for name in PAIRS[game].elsewhere))
    if isinstance(state, tien_len.State):
        tricks = (*state.tricks, state.trick)
        found += chain(*(play.cards for trick in tricks for play in trick.plays))
    return sorted(found, key=attrgetter("index"))


def check_score(game: str, before: tuple[int, ...], state: State) -> None:
    """Check the finished hand: the number of tricks, and the points against the reference."""
    if isinstance(state, tws.TrickState):
        tricks = trick_state(state).tricks
        taken = winners_of(tricks, len(state.scores))
        assert len(tricks) == sum(taken) == PAIRS[game].tricks(state)
    score = tws.score_hand(state)
    assert state.scores == tuple(map(sum, zip(before, score.points, strict=True)))
    assert score == PAIRS[game].score_again(state)


def check_hand(game: str, seed: int, number: int) -> None:
    """Play one random hand and check every position."""
    rng = random.Random(f"{seed}/{game}/{number}")
    state, reference = opening(game, rng)
    pack = list(state.rules.pack.cards)
    before = state.scores
    twin = state
    compare(game, state, reference)
    while not state.hand_over:
        move = PAIRS[game].deal(state, rng) if state.needs_deal else some_move(state, rng)
        read = tws.parse_move(state, str(move))
        assert read == move
        state, twin = tws.apply(state, move), tws.apply(twin, read)
        reference.play(str(move))
        assert state == twin
        compare(game, state, reference)
        if not state.needs_deal or state.hand_over:
            assert cards_of(game, state) == pack
    assert hash(state) == hash(twin)
    check_score(game, before, state)
    if not state.is_over:
        deal = tws.shuffle(state, rng)
        reference.play(str(deal))
        compare(game, tws.apply(state, deal), reference)
