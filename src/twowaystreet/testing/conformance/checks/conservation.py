"""Check of cards: a move changes the place of no other card."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from twowaystreet._cards.cards import Card, text_of
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import AnyState
from twowaystreet._tricks.trick_state import TrickState
from twowaystreet.testing.conformance.context import Position, fail, require, tricks_of
from twowaystreet.testing.conformance.snapshots import named_in


def on_table(state: AnyState) -> Counter[Card]:
    """Count the cards that were played in this hand."""
    return Counter(chain.from_iterable(trick.cards for trick in tricks_of(state)))


def cards_in_play(state: AnyState) -> Counter[Card]:
    """Count the cards in hands, in the stock and in tricks."""
    return Counter(chain(*state.hands, state.stock)) + on_table(state)


def _text(cards: Counter[Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(position: Position) -> int:
    """Check that cards are neither doubled nor lost."""
    state, step = position.state, position.last_step
    pack, now = Counter(state.rules.pack.cards), cards_in_play(state)
    too_many = _text(now - pack)
    require(not too_many, f"more copies than in the pack: {too_many}")
    for number, hand in enumerate(state.hands):
        require(
            tuple(sorted(hand)) == hand == state.hand_of(number), f"hand {number} is not sorted"
        )
    sizes = tuple(map(len, state.hands))
    require(state.hand_sizes == sizes, f"hand_sizes is {state.hand_sizes}, expected {sizes}")
    if step is None:
        return 1
    before, move = step
    if isinstance(move, Deal):
        there = position.context.memory.setdefault(("dealt", state.rules), now.total())
        require(there == now.total(), f"{now.total()} cards after a deal, but {there} before")
    elif isinstance(move, Play) and isinstance(state, TrickState):
        _played(before, move, state)
    else:
        gone = cards_in_play(before) - now - Counter(before.stock) - Counter(named_in(str(move)))
        require(not (gone and now), f"{move} removes cards from hands: {_text(gone)}")
    return 1


def _played(before: AnyState, move: Play, after: AnyState) -> None:
    """Check that a play moves one card to the trick, and that no other card moves."""
    was, now = cards_in_play(before), cards_in_play(after)
    if was != now:
        lost, more = _text(was - now), _text(now - was)
        fail(f"the play {move} loses {lost or 'nothing'} and adds {more or 'nothing'}")
    down = on_table(after)
    down.subtract(on_table(before))
    require(
        down[move.card] == down.total() == 1,
        lambda: f"the play {move} adds {_text(+down) or 'nothing'} to the trick",
    )
