"""The rules of the play of one hand as tables, for programs that play without states.

The compiled playouts of :mod:`twowaystreet.fast` read these tables. They come from the hooks that
:func:`~twowaystreet.apply` uses. A game whose hooks do more than tables can express has none.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from inspect import getattr_static
from types import FunctionType, MethodType
from typing import Any, Final, NoReturn, TypeAlias, cast

import attrs

from twowaystreet._cards.cards import CARDS, Card, Joker, Suit
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.seats import rotate_to
from twowaystreet._engine.state import GameState
from twowaystreet._tricks.tricks import Following, Strengths
from twowaystreet._util.values import Value

# Any: a state of any trick-taking game, which builds on this module.
State: TypeAlias = Any

LEDS: Final = (*Suit, None)
"""The suits that can be led, and ``None`` while no suit is known."""


@attrs.frozen(eq=False)
class Naming(Value):
    """The naming of the suit led after a Joker was led.

    Attributes:
        duty: the cards, as masks, that oblige their holder to name a suit, by the Joker led.
        nameable: the suits that can be named, by the Joker led.
        held_only: the Jokers for which the player must hold a card of the named suit.
        instead: the cards that may be played instead, as a mask.
    """

    duty: Mapping[Joker | None, int]
    nameable: Mapping[Joker | None, tuple[Suit, ...]]
    held_only: frozenset[Joker]
    instead: int


@attrs.frozen(eq=False)
class Dummies(Value):
    """Hands whose cards are turned up when they are needed.

    Attributes:
        hands: the numbers of these hands.
        following: the cards that follow, by the suit led.
        wanted: the cards, as masks, for which a hand turns up cards, by the suit led.
        cards: a function of a state and the number of such a hand. It returns the cards turned up
            so far as a mask, played cards included, and all cards of the hand in the order in which
            they are turned up.
    """

    hands: tuple[int, ...]
    following: Mapping[Suit | None, Following]
    wanted: Mapping[Suit | None, int]
    cards: Callable[[State, int], tuple[int, tuple[Card, ...]]]


@attrs.frozen(eq=False)
class PlayTables(Value):
    """The rules of the play of one hand.

    Attributes:
        following: the cards that follow, by the suit led, in the order of ``LEDS``.
        strengths: the strengths by the suit led, and then by the first decider in the trick: first
            without one, then for each decider in the order of cards.
        deciders: the cards on which the strengths depend besides the suit led, as a mask.
        leaders: the place in the trick of the next leader, by the place of the winning card.
        joker_led: the suit led if a Joker is led; ``None`` if no suit is known then.
        naming: the naming of the suit led; ``None`` if there is none.
        dummies: the hands that turn up cards; ``None`` if there are none.
    """

    following: tuple[Following, ...]
    strengths: tuple[tuple[Strengths, ...], ...]
    deciders: int
    leaders: tuple[int, ...]
    joker_led: Suit | None
    naming: Naming | None
    dummies: Dummies | None


@attrs.frozen
class Tally(Value):
    """The facts that decide the score of a hand in which tricks count, and not their cards.

    Attributes:
        facts: all facts besides the tricks that the score depends on.
        groups: for each hand the first hand of its group, with which its tricks are added up;
            ``None`` if each hand counts on its own.
        caps: for each hand the number of tricks of its group above which more do not matter;
            ``None`` if every trick matters.
        first: the number of tricks at the start of the hand whose takers matter, by group.
    """

    facts: Hashable
    groups: tuple[int, ...] | None = None
    caps: tuple[int, ...] | None = None
    first: int = 0


@attrs.frozen(eq=False)
class TrickPoints(Value):
    """The points of a game in which the score of a hand is the sum over its tricks.

    Attributes:
        worth: the points of each card, by its index, for the seat that takes it.
        caught: the cards, as a mask, that other seats lose.
        price: the points that a seat pays to the taker for such a card, by the index of the card
            that takes the trick.
    """

    worth: tuple[int, ...]
    caught: int
    price: tuple[int, ...]


def class_of(state: State) -> Any:  # Any: as its states
    """Return the class of a state."""
    found: object = state
    return type(found)


PLAY_HOOKS: Final = (
    "_apply",
    "_lead",
    "_may_play",
    "_next_decision",
    "_await_play",
    "_complete",
    "_finish",
)
"""The hooks that `play_tables` cannot read; a game that overrides one describes it there."""
SCORE_HOOKS: Final = ("_score", "_finish", "_finish_hand")
"""The hooks that a tally summarises."""


@lru_cache(maxsize=256)
def is_described(cls: type[Any], by: str, hooks: tuple[str, ...]) -> bool:
    """Return whether no class overrides one of these hooks below the class that describes them.

    Args:
        cls: the class of a game's states.
        by: the name of the method that describes the hooks.
        hooks: the names of the hooks.
    """
    known = _owner(cls, by).__mro__
    return all(_owner(cls, hook) in known for hook in hooks)


def _owner(cls: type[Any], name: str) -> type[Any]:
    return next(base for base in cls.__mro__ if name in vars(base))


class HookReadsMore(Exception):  # a signal, not an error
    """A hook has read a fact that a table cannot contain."""


def _refuse(*_: object) -> NoReturn:
    raise HookReadsMore


class _NoCards(tuple[Any, ...]):  # Any: it never shows a card
    """The cards of a trick for a hook that must not read them.

    Any: every reading method only raises.
    """

    __slots__ = ()
    __iter__ = __len__ = __getitem__ = __contains__ = __bool__ = cast("Any", _refuse)
    __eq__ = __ne__ = __hash__ = __add__ = cast("Any", _refuse)


_NO_CARDS: Final = _NoCards()


_member: Final = lru_cache(maxsize=1024)(getattr_static)


class HandOnly:
    """A state that shows a hook only the facts that stay the same through the play."""

    def __init__(self, state: State, shown: tuple[str, ...]) -> None:
        self.__state, self.__shown = state, shown

    # Any: the class of the state, for which ``super()`` in a hook asks; it cannot be set.
    @property  # type: ignore[misc]  # see above
    def __class__(self) -> Any:  # pyright: ignore[reportIncompatibleMethodOverride]  # see above
        return class_of(self.__state)

    def __getattr__(self, name: str) -> Any:  # Any: as the attributes of a state
        if name in self.__shown:
            return getattr(self.__state, name)
        cls = class_of(self.__state)
        found = _member(cls, name)
        if isinstance(found, property) and found.fget is not None:
            return found.fget(self)
        if isinstance(found, FunctionType):
            return MethodType(found, self)
        if name in {field.name for field in attrs.fields(cls)}:
            raise HookReadsMore
        return getattr(cls, name)


@attrs.frozen(eq=False)
class _Outline(Value):
    """The part of the tables that all hands of a game with the same rules share.

    Attributes:
        leds: the suits that can be led.
        rows: the strengths by the suit led and the first decider; ``None`` if they depend on the
            hand.
        leaders: the next leaders, by the place of the winning card.
    """

    leds: tuple[Suit | None, ...]
    rows: list[Strengths] | None
    leaders: tuple[int, ...]


def play_tables(
    state: State,
    *,
    following: Mapping[Suit | None, Following | None] | None = None,
    deciders: int = 0,
    joker_led: Suit | None = None,
    naming: Naming | None = None,
    dummies: Dummies | None = None,
) -> PlayTables | None:
    """Return the rules of the play from a state on; ``None`` if tables cannot express them.

    The strengths and the next leader come from the hooks of the state. The strengths may depend on
    the suit led, the hand data, the rules and the deciders; the next leader on the rules, the
    trick's winner and the order of play. Hand data count as long as they stay the same in the play,
    that is without naming and dummies.

    Args:
        state: a state in the play.
        following: the cards that follow, by the suit led; by default ``_following``.
        deciders: the cards on which the strengths depend besides the suit led, as a mask: the first
            of them in a trick decides.
        joker_led: the suit led if a Joker is led.
        naming: the naming of the suit led.
        dummies: the hands that turn up cards.
    """
    cls = class_of(state)
    rules, size = state._match.rules, len(state._order)
    outline = _outlines.get((cls, rules, size))
    shown = ("_match",) if naming or dummies else ("_match", "_hand_data")
    if outline is None:
        described = [
            *PLAY_HOOKS,
            *["_following"] * bool(following),
            *["_strengths"] * bool(deciders),
        ]
        outline = _outline(state, shown, tuple(described), deciders, joker_led)
        if len(_outlines) >= _MOST:
            _outlines.clear()
        _outlines[cls, rules, size] = outline
    if isinstance(outline, bool):
        return None
    try:
        rows = outline.rows or _rows(cls, HandOnly(state, shown), outline.leds, deciders)
    except HookReadsMore:  # in this hand the strengths depend on more than in the first one
        return None
    suits = following or cls._following
    # The key goes by identity, as the hash of all strengths would take 3 of 5 µs.
    same = outline, suits, joker_led, naming, dummies
    key = deciders, *map(id, same), *(() if outline.rows else map(id, rows))
    known = _known.get(key)
    if known is None:
        follow = tuple([suits[led] or () for led in LEDS])
        several = len(rows) // len(outline.leds)
        strengths = tuple(tuple(rows[i : i + several]) for i in range(0, len(rows), several))
        found = _interned(follow, strengths, deciders, outline.leaders, joker_led, naming, dummies)
        if len(_known) >= _MOST:
            _known.clear()
        known = _known[key] = found, same, rows
    return known[0]


_MOST: Final = 256
_outlines: Final[dict[Any, _Outline | bool]] = {}  # Any: a class, its rules and a number
_interned: Final = lru_cache(maxsize=_MOST)(PlayTables)
# Any: the objects of a key live as long as their tables, so that no others get their numbers.
_known: Final[dict[tuple[int, ...], tuple[PlayTables, Any, Any]]] = {}


def _outline(
    state: State,
    shown: tuple[str, ...],
    described: tuple[str, ...],
    deciders: int,
    joker_led: Suit | None,
) -> _Outline | bool:
    """Return the shared part of the tables; False if the hooks read more than tables contain."""
    cls = class_of(state)
    known = (
        is_described(cls, "_play_tables", described) and _owner(cls, "_finish_hand") is GameState
    )
    is_table = isinstance(_member(cls, "_following"), Mapping)
    if not known or not is_table or cls._play_phase is None:
        return False
    leds = LEDS if _may_lead_nothing(state.rules.pack, joker_led) else tuple(Suit)
    try:
        rows = _rows(cls, HandOnly(state, shown), leds, deciders)
        several = len(rows) // len(leds)
        plain = [_lowest_and_highest(rows[place * several], deciders) for place in range(len(leds))]
        # One order after the other, each with another suit led: neither may matter.
        orders = [rotate_to(state._order, seat) for seat in state._order[:_TURNS]]
        leaders = {
            _leaders(
                state, orders[turn % len(orders)], *plain[turn % len(leds)], leds[turn % len(leds)]
            )
            for turn in range(max(len(orders), len(leds)))
        }
    except Exception:  # a hook reads more, or another author's hook fails for an impossible trick
        return False
    if len(leaders) > 1:
        return False
    try:
        same = _rows(cls, HandOnly(state, ()), leds, deciders)
    except Exception:  # the strengths depend on the hand data
        same = None
    return _Outline(leds, same, leaders.pop())


_TURNS: Final = 10
"""The number of leaders for which the next leader is compared, as a hand may have 1000 players."""


def _may_lead_nothing(pack: Pack, joker_led: Suit | None) -> bool:
    return joker_led is None and any(card.joker for card in pack.cards)


def _rows(
    cls: type[Any], state: State, leds: tuple[Suit | None, ...], deciders: int
) -> list[Strengths]:
    """Return the strengths by the suit led and by the first decider, as a hook knows them."""
    tables = _first_cards(deciders)
    strengths = cls._strengths
    return [strengths(state, table, led) for led in leds for table in tables]


@lru_cache
def _first_cards(deciders: int) -> tuple[tuple[Any, ...], ...]:  # Any: cards, or none
    """Return a table without cards, and one with each decider."""
    deciding = [(card,) for card in CARDS if card._bit & deciders]
    return () if deciders else _NO_CARDS, *deciding


def _lowest_and_highest(strengths: Strengths, deciders: int) -> tuple[Card, Card]:
    """Return the weakest and the strongest card besides the deciders."""
    plain = [card for card in CARDS if not card._bit & deciders]
    plain.sort(key=lambda card: strengths[card.index])
    return plain[0], plain[-1]


def _leaders(
    state: State, order: tuple[int, ...], low: Card, high: Card, led: Suit | None
) -> tuple[int, ...]:
    """Return the place of the next leader by the place of the winning card.

    Args:
        state: a state in the play.
        order: the hands in the order of play.
        low: a card that loses the trick.
        high: a card that wins it.
        led: the suit led.
    """
    found: list[int] = []
    cls, rules_only = class_of(state), HandOnly(state, ("rules",))
    for place in range(len(order)):
        table = [low] * len(order)
        table[place] = high
        trick = state._complete(order, tuple(table), led)
        if state._taker(trick) != order[place]:
            raise HookReadsMore
        hidden = attrs.evolve(trick, cards=_NO_CARDS)
        found.append(order.index(cls._next_leader(rules_only, hidden)))
    return tuple(found)
