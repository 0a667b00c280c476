"""What a view itself tells: the facts that it declares, and the card that wins an open trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, Final, cast

import attrs

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.display.values import NOTHING, Fact, SeatFact
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import winning_index
from twowaystreet._core.views.trick_views import TrickView
from twowaystreet._core.views.views import AnyView, View

# Any: attrs has no type for the classes that it makes.
_COMMON: Final = frozenset(
    each.name for base in (View, TrickView) for each in attrs.fields(cast(Any, base))
)


@cache
def facts_added_to(first: Any, then: Any) -> tuple[str, ...]:
    """Return the names of the facts that a view class adds to those of another.

    Any: to a type checker a class whose instances have a hash of their own has none.

    Args:
        first: the other class; the facts of every trick-taking game never count.
        then: the view class.
    """
    known = _COMMON.union(each.name for each in attrs.fields(first))
    return tuple(each.name for each in attrs.fields(then) if each.name not in known)


def _named(view: AnyView, names: Iterable[str]) -> Iterator[tuple[str, object]]:
    """Yield facts in words with their values."""
    for name in names:
        yield name.replace("_", " "), getattr(view, name)


def declared_facts(view: AnyView, names: Iterable[str]) -> Iterator[Fact]:
    """Yield those of the named facts that are texts, numbers, suits or cards."""
    for name, value in _named(view, names):
        if isinstance(value, Suit):
            yield Fact(name, value)
        elif cards := _as_cards(value):
            yield Fact(name, cards)
        elif value is True:
            yield Fact(name, text=("yes",))
        elif isinstance(value, (str, int, Move)) and value is not False:
            yield Fact(name, str(value))


def declared_seat_facts(view: AnyView, seat: int, names: Iterable[str]) -> Iterator[SeatFact]:
    """Yield those of the named facts that have a word for each seat, for one seat."""
    for name, value in _named(view, names):
        if not _as_cards(value) and isinstance(value, tuple):
            items = cast("tuple[object, ...]", value)
            if len(items) == len(view.scores) and all(map(_is_word, items)):
                yield _seat_fact(name, items[seat])


def _seat_fact(name: str, item: object) -> SeatFact:
    if item is None or item is False:
        return SeatFact(name, NOTHING)
    if item is True:
        return SeatFact(name, "yes", name)
    if isinstance(item, Suit):
        return SeatFact(name, item.word)
    return SeatFact(name, item if isinstance(item, int) else str(item))


def _as_cards(value: object) -> tuple[Card, ...]:
    """Return the cards of a fact; ``()`` if it is anything else."""
    if isinstance(value, Card):
        return (value,)
    if isinstance(value, tuple):
        items = cast("tuple[object, ...]", value)
        found = tuple(item for item in items if isinstance(item, Card))
        return found if len(found) == len(items) else ()
    return ()


def _is_word(value: object) -> bool:
    return value is None or isinstance(value, (str, int, Move, Card, Suit))


def best_so_far(view: AnyView) -> int | None:
    """Return the place of the card that wins the open trick so far.

    Returns:
        ``None`` without a card on the table, and if the game decides its tricks by more than the
        cards, the suit led and the trumps.

    >>> from twowaystreet._core.cards.cards import cards
    >>> from twowaystreet._core.engine.verbs import apply, legal_moves, shuffle
    >>> from twowaystreet._core.views.views import view
    >>> from twowaystreet.games import twos
    >>> import random
    >>> state = twos.new_game()
    >>> state = apply(state, shuffle(state, random.Random(7)))
    >>> best_so_far(view(state, 0)), best_so_far(view(apply(state, legal_moves(state)[0]), 0))
    (None, 0)
    """
    if not isinstance(view, TrickView) or not view.trick.cards:
        return None
    # Any: each game has its own rules and trumps.
    state = cast("type[TrickState[Any, Any, Any, Any]]", view._state)
    if state._wins is not TrickState._wins:
        return None
    own: Any = state._trumps_of  # Any: a method with its function
    usual: Any = TrickState._trumps_of
    has_trumps = own.__func__ is not usual.__func__
    if has_trumps and not hasattr(view, "trumps"):
        return None
    trumps = getattr(view, "trumps", None) if has_trumps else None
    table, led = view.trick.cards, view.trick.led
    decider = next((card for card in table if card._bit & state._deciders), None)
    return winning_index(table, state._strengths(view.rules, trumps, led, decider))
