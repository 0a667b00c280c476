"""The promise about cards: they are where they were, but for what a move does with them."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from twowaystreet._cards.cards import Card, text_of
from twowaystreet._engine.moves import Deal, Play
from twowaystreet._engine.state import AnyState
from twowaystreet._tricks.tricks import Trick
from twowaystreet.testing.conformance.pictures import named_in
from twowaystreet.testing.conformance.trial import Moment, fail, see


def hands_of(state: AnyState, seat: int) -> tuple[tuple[Card, ...], ...]:
    """The hands of a seat: one of them, or as many as each seat plays."""
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: AnyState) -> tuple[Trick, ...]:
    """The tricks of the hand, and that on the table if there is a card in it."""
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def on_table(state: AnyState) -> Counter[Card]:
    """The cards that have been played in this hand."""
    return Counter(chain.from_iterable(trick.cards for trick in tricks_of(state)))


def about(state: AnyState) -> Counter[Card]:
    """The cards that can be found: in hands, in the stock, in tricks."""
    return Counter(chain(*state.hands, state.stock)) + on_table(state)


def _text(cards: Counter[Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(moment: Moment) -> int:
    """Cards are neither doubled nor lost."""
    state, step = moment.state, moment.last_step
    pack, now = Counter(state.rules.pack.cards), about(state)
    too_many = _text(now - pack)
    see(not too_many, f"found more often than they are in the pack: {too_many}")
    for number, hand in enumerate(state.hands):
        see(tuple(sorted(hand)) == hand == state.hand_of(number), f"hand {number} is out of order")
    sizes = tuple(map(len, state.hands))
    see(state.hand_sizes == sizes, f"hand_sizes are {state.hand_sizes}, and the hands {sizes}")
    if step is None:
        return 1
    before, move = step
    if isinstance(move, Deal):
        there = moment.trial.memory.setdefault(("dealt", state.rules), now.total())
        see(there == now.total(), f"{now.total()} cards are there after a deal, else {there}")
    elif isinstance(move, Play):
        _played(before, move, state)
    else:
        gone = about(before) - now - Counter(before.stock) - Counter(named_in(str(move)))
        see(not (gone and now), f"{move} makes cards vanish from hands: {_text(gone)}")
    return 1


def _played(before: AnyState, move: Play, after: AnyState) -> None:
    """See that a play brings one card to the trick, and that no other comes or goes."""
    was, now = about(before), about(after)
    if was != now:
        lost, more = _text(was - now), _text(now - was)
        fail(f"{move} was played, which loses {lost or 'nothing'}, and adds {more or 'nothing'}")
    down = on_table(after)
    down.subtract(on_table(before))
    see(
        down[move.card] == down.total() == 1,
        lambda: f"{move} was played, and on the table came {_text(+down) or 'nothing'}",
    )
