"""Worlds that follow from the facts of a game agree with all histories of small positions."""

import random
from collections.abc import Iterator, Sequence
from itertools import chain, product
from math import factorial, prod
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from examples import crazy_eights, high_card, kitty_whist, oh_hell, put_away, scopa
from tests.helpers import AnyState, nightly_but_every, shuffled
from tests.testing.broken import hell, shown
from tests.worlds import german_whist, giving, turning
from tests.worlds.harness import Key, Position, check_position, generator, sorted_places
from twowaystreet import arena
from twowaystreet import authoring as core
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet._core.views import trick_worlds
from twowaystreet._core.views.declared_worlds import cards_within
from twowaystreet.testing import conformance


def with_pack(game: tws.Game, size: int, **options: Any) -> AnyState:
    """Return the first state of a game with a small pack: the lowest cards of all suits."""
    by_rank = sorted(game.Rules().pack.cards, key=lambda card: (card.rank, card))
    small = core.Pack(by_rank[:size])
    fields = {"__slots__": (), "pack": small, "__module__": __name__}
    rules = attrs.frozen(kw_only=True)(type("Rules", (game.Rules,), fields))
    start: AnyState = game.new_game(rules(**options))
    return start


def unknown_places(state: AnyState, viewer: int | None) -> Key:
    """Return the other hands, the stock, and each heap: a field, or the card of each seat."""
    hands = [hand for seat, hand in enumerate(state.hands) if seat != viewer]
    places, found = [*hands, state.stock], {*chain(*state.hands, state.stock)}
    data: Any = state._hand_data
    for field in attrs.fields(data.__class__)[2:]:
        if field.name == "got":
            continue  # the cards lie in hands
        value: Any = getattr(state._hand_data, field.name)
        for part in value if field.name in ("away", "given") else (value,):
            places.append(tuple([card for card in cards_within(part) if card not in found]))
            found.update(places[-1])
    return sorted_places(places)


def seen_by(viewer: int | None, states: Sequence[AnyState]) -> set[tws.Card]:
    """Return the cards that a viewer saw in some states."""
    found = set[tws.Card]()
    for state in states:
        seen: Any = tws.view(state, viewer)
        fields = attrs.fields(seen.__class__)
        names = [each.name for each in fields if each.name != "rules"]
        found.update(cards_within(tuple([getattr(seen, name) for name in names])))
    return found


def positions_of(start: AnyState, seed: int, *, draws: bool, most: int) -> Iterator[Position]:
    """Yield the positions of a random hand with at most so many deals, for each viewer.

    Where players draw between tricks, a card played may have come at any time. So the histories
    then have all deals of the cards that the viewer was not dealt; else those of the unseen cards.
    """
    rng, states, moves = random.Random(seed), [start], list[tws.Move]()
    while not (moves and (states[-1].hand_over or states[-1].needs_deal)):
        last = states[-1]
        chosen = rng.choice(tws.legal_moves(last)) if moves else tws.shuffle(last, rng)
        moves.append(chosen)
        states.append(tws.apply(last, chosen))
    (deal, *_), hands = moves, deal_places(start)
    assert isinstance(deal, tws.Deal)
    for end, viewer in product(range(1, len(moves) + 1), (None, *range(start.rules.seats))):
        seen = set[tws.Card]() if draws else seen_by(viewer, states[1 : end + 1])
        own = hands[viewer] if viewer is not None else ()
        open_ = [at for at, card in enumerate(deal.cards) if card not in seen and at not in own]
        dealt = [[at for at in hand if at in open_] for hand in hands]
        others = [[at] for at in open_ if not any(at in hand for hand in hands)]
        ways = factorial(len(open_)) // prod(factorial(len(hand)) for hand in dealt)
        if ways <= most:
            yield Position(
                start=start,
                moves=tuple(moves[:end]),
                viewer=viewer,
                groups=[*dealt, *others],
                places=unknown_places,
            )


def secret() -> tws.Game:
    """Return Oh Hell with bids that stay secret until all have bid."""
    bids = core.per_seat_fact(
        "hand_data.bids", lambda state, seat, viewer: seat == viewer or state.phase != "bid"
    )
    view = shown(oh_hell.View, bids=bids)
    view.redacted_moves = {**oh_hell.View.redacted_moves, oh_hell.Bid: core.to_actor}
    # What a phase hides does not depend on its place among the phases.
    decisions = dict([*oh_hell.State._decisions.items()][::-1])
    state = type("State", (oh_hell.State,), {"__slots__": (), "_decisions": decisions})
    return hell("sealed_bids", state, view)


GAMES: dict[str, tuple[tws.Game, int, dict[str, Any], bool]] = {
    "Put Away": (put_away.GAME, 9, {}, False),
    "High Card": (high_card.GAME, 8, {}, False),
    "Crazy Eights": (crazy_eights.GAME, 18, {"players": 2}, False),
    "Crazy Eights, three": (crazy_eights.GAME, 20, {"players": 3}, False),
    "Scopa": (scopa.GAME, 22, {}, False),
    "Kitty Whist": (kitty_whist.GAME, 12, {}, False),
    "German Whist": (german_whist.GAME, 8, {"cards": 2}, True),
    "Giving": (giving.GAME, 11, {}, False),
    "Turning": (turning.GAME, 7, {}, False),
    "sealed bids": (secret(), 9, {"players": 3, "cards": 2}, False),
}


@pytest.mark.parametrize(
    "example", nightly_but_every(5, [put_away, high_card, crazy_eights, scopa, kitty_whist])
)
def test_a_search_plays_without_faults_and_leads_random(example: Any) -> None:  # Any: a module
    found = arena.play(example.GAME, ["montecarlo:worlds=10", "random"], deals=20, seed=1)
    assert not any(found.faults) and found.difference(0, 1)[0] > 0


@pytest.mark.parametrize(("name", "seed"), nightly_but_every(6, [*product(GAMES, range(6))]))
def test_worlds_are_histories_alike(name: str, seed: int) -> None:
    game, size, options, draws = GAMES[name]
    found = [
        *positions_of(
            with_pack(game, size, **options), seed, draws=draws, most=1500 if seed or draws else 200
        )
    ]
    rng = generator(name, seed)
    for position in rng.sample(found, min(len(found), 8)) if seed else found[3:5]:  # early ones
        assert check_position(position, 200)


def test_wrong_weights_of_draws_break_the_promise_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    def orders(free: list[int], sizes: list[int]) -> int:
        return int(sum(free) == sum(sizes))

    monkeypatch.setattr(trick_worlds, "_orders", orders)
    with pytest.raises(conformance.Broken, match=r"in \d+ of \d+ deals, but the chance is"):
        conformance.check(german_whist.GAME, promises=["worlds"])


def test_who_has_made_a_hidden_move_after_others_is_undeclared(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cls: Any = GAMES["sealed bids"][0].State
    state = shuffled(GAMES["sealed bids"][0].new_game())
    seen, deal_hands = tws.view(state, 0), cls._deal_hands
    while state.phase == "bid":
        state = tws.apply(state, tws.legal_moves(state)[0])
    assert tws.worlds(tws.view(state, 0)).count > 1  # all have made theirs

    def deals(state: Any, deal: tws.Deal) -> Any:
        dealt = deal_hands(state, deal)
        return dealt._await_move(dealt._hand_data, oh_hell.Phase.PLAY, dealt.actor)

    monkeypatch.setattr(cls, "_deal_hands", deals)
    with pytest.raises(tws.WorldsError, match="which seats have made a hidden move"):
        tws.worlds(seen)


def test_cards_whose_order_tells_nothing_lie_in_their_order_in_samples() -> None:
    state: Any = shuffled(giving.GAME.new_game())
    state = tws.apply(state, tws.legal_moves(state)[0])
    giver = (state.actor - 1) % 3
    worlds = tws.worlds(tws.view(state, None))
    given = [worlds.sample(random.Random(seed))._hand_data.given[giver] for seed in range(20)]
    assert given == [tuple(sorted(cards)) for cards in given]
