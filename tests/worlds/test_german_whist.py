"""German Whist, the game of these tests in which the players draw during the play."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.helpers import shuffled
from tests.worlds import german_whist, giving
from twowaystreet._core.views import trick_worlds
from twowaystreet.testing import conformance


def hand(cards: int, seed: int) -> list[Any]:
    """Return the states of a random hand. Any: states with their hand data."""
    rng, state = random.Random(seed), german_whist.GAME.new_game(german_whist.Rules(cards=cards))
    states: list[Any] = [tws.apply(state, tws.shuffle(state, rng))]
    while not states[-1].hand_over:
        states.append(tws.apply(states[-1], rng.choice(tws.legal_moves(states[-1]))))
    return states


@pytest.mark.parametrize("cards", [2, 3, 13])
def test_the_winner_takes_the_card_turned_up_and_the_loser_the_next_one_unseen(cards: int) -> None:
    states = hand(cards, seed=cards)
    assert len(states) == 4 * cards + 1 and len(states[0].stock) == 2 * cards
    trumps = states[0].turned_up.suit
    for before, after in zip(states[1::2], states[2::2], strict=True):  # before and after the last
        winner = after.tricks[-1].winner
        assert after._hand_data.trumps is trumps and after.stock == before.stock[2:]
        for seat, drawn in ((winner, before.stock[:1]), (1 - winner, before.stock[1:2])):
            assert {*after.hands[seat]} - {*before.hands[seat]} == {*drawn}
            seen: Any = tws.view(after, seat)
            assert seen.turned_up == (after.stock[0] if after.stock else None)
            taken = seen.taken[seat][len(before._hand_data.taken[seat]) :]
            assert taken == (drawn if seat == winner else ())
    last = states[-1].tricks[cards:]
    won = tuple(sum(trick.winner == seat for trick in last) for seat in range(2))
    assert states[-1].score.points == won and sum(won) == cards


@pytest.mark.nightly
def test_german_whist_keeps_its_promises() -> None:
    checked = [name for name in conformance.PROMISES if name != "determinism"]
    found = conformance.check(german_whist.GAME, promises=checked, hands=2)
    assert all(found[name] for name in checked)


def test_wrong_weights_of_draws_break_the_promise_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    def orders(free: list[int], sizes: list[int]) -> int:
        return int(sum(free) == sum(sizes))

    monkeypatch.setattr(trick_worlds, "_orders", orders)
    with pytest.raises(conformance.Broken, match=r"in \d+ of \d+ deals, but the chance is"):
        conformance.check(german_whist.GAME, promises=["worlds"])


def test_cards_whose_order_tells_nothing_lie_in_their_order_in_samples() -> None:
    state: Any = shuffled(giving.GAME.new_game())
    state = tws.apply(state, tws.legal_moves(state)[0])
    giver = (state.actor - 1) % 3
    worlds = tws.worlds(tws.view(state, None))
    given = [worlds.sample(random.Random(seed))._hand_data.given[giver] for seed in range(20)]
    assert given == [tuple(sorted(cards)) for cards in given]
