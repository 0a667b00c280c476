"""The rules of the play of one hand as tables, and the card play of a player as a function.

A game that overrides hooks which see more than tables hold has none, and is played through
:func:`~twowaystreet.apply`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import attrs

from twowaystreet._core.cards.cards import CARDS, Card, Joker, Suit
from twowaystreet._core.engine.state import GameState
from twowaystreet._core.tricks.tricks import Following, Strengths
from twowaystreet._util.values import OfGame, Value


class Situation(NamedTuple):
    """The facts, besides the card itself, that decide the value of a play.

    Attributes:
        led: the suit led; ``None`` if no suit is known.
        is_lead: True if the card is led.
        takes: True if the card would win the trick so far; a lead does.
        is_last: True if nobody plays after this card.
        is_ahead: True if the player's side wins the trick so far.
        has_enough: True if the player's side needs no more tricks.
        marks: the sum of the marks of the cards on the table.
    """

    led: Suit | None = None
    is_lead: bool = False
    takes: bool = True
    is_last: bool = False
    is_ahead: bool = False
    has_enough: bool = False
    marks: int = 0


CardValue: TypeAlias = Callable[[Card, Situation], tuple[float, ...]]
"""The value of a play; the player makes the play of the greatest value. No two cards are equal."""


@attrs.frozen(eq=False)
class CardPlay(Value):
    """The card play of all hands for the rest of a hand.

    Attributes:
        values: the values of plays, the same in every state of a game; none for random play.
        of_hand: for each hand the number of its function among ``values``; ``None`` for a hand that
            is played at random.
        wanted: for each hand the number of further tricks after which its side has enough; ``None``
            if it never has.
        sides: for each hand the number of its side.
        marks: the mark of each card by its index; none if all are 0.
    """

    values: tuple[CardValue, ...] = ()
    of_hand: tuple[int | None, ...] = ()
    wanted: tuple[int | None, ...] = ()
    sides: tuple[int, ...] = ()
    marks: tuple[int, ...] = ()


RANDOM_PLAY: Final = CardPlay()


State: TypeAlias = OfGame

LEDS: Final = (*Suit, None)  # the suits that can be led, and `None` while no suit is known


@attrs.frozen(eq=False)
class NamingRule(Value):
    """The naming of the suit led after a Joker was led; cards are masks.

    Attributes:
        duty: by the Joker led the cards that oblige their holder to name a suit.
        nameable: by the Joker led the suits that may be named.
        held_only: the Jokers after which the player must hold a card of the named suit.
        instead: the cards that may be played in place of naming a suit.
    """

    duty: Mapping[Joker | None, int]
    nameable: Mapping[Joker | None, tuple[Suit, ...]]
    held_only: frozenset[Joker]
    instead: int


@attrs.frozen(eq=False)
class DummyHands(Value):
    """Hands whose cards are turned up when they are needed; the keys are suits led."""

    hands: tuple[int, ...]  # their numbers
    following: Mapping[Suit | None, Following]
    wanted: Mapping[Suit | None, int]  # the cards for which a hand turns up cards
    # Those turned up so far as a mask, with those played; and all, in the order of turning up.
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
        dummies: the hands that turn up cards, ``PlayTables.Dummies``; ``None`` if there are none.
    """

    Dummies = DummyHands

    following: tuple[Following, ...]
    strengths: tuple[tuple[Strengths, ...], ...]
    deciders: int
    leaders: tuple[int, ...]
    joker_led: Suit | None
    naming: NamingRule | None
    dummies: DummyHands | None


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


def class_of(state: object) -> OfGame:
    return type(state)


def is_open(state: State) -> bool:
    """Return whether all worlds of a view have the same rules of play, choices and summary."""
    cls: type[object] = class_of(state)
    return vars(cls).get("_is_open", False) is True


PLAY_HOOKS: Final = (
    "_apply",
    "_lead",
    "_may_play",
    "_next_decision",
    "_await_play",
    "_wins",
    "_leader_after",
    "_complete",
    "_after_trick",
    "_taker",
    "_finish",
)
"""The hooks that see more than tables hold; a game that overrides one describes it, or has none."""
SCORE_HOOKS: Final = ("_score", "_score_by", "_finish", "_finish_hand")
"""The hooks that a tally summarises."""


@lru_cache(maxsize=256)
def is_described(cls: type, by: str, hooks: tuple[str, ...]) -> bool:
    """Return whether no class overrides a hook below the one with the method that describes it."""
    known = _owner(cls, by).__mro__
    return all(_owner(cls, hook) in known for hook in hooks)


def _owner(cls: type, name: str) -> type:
    return next(base for base in cls.__mro__ if name in vars(base))


def play_tables(
    state: State,
    *,
    following: Mapping[Suit | None, Following | None] | None = None,
    joker_led: Suit | None = None,
    naming: NamingRule | None = None,
    dummies: DummyHands | None = None,
) -> PlayTables | None:
    """Return the rules of the play from a state on; ``None`` if tables cannot express them.

    The strengths and the next leader come from the hooks of the state class, which see no more.

    Args:
        state: a state in the play.
        following: the cards that follow, by the suit led; by default ``_following``.
        joker_led: the suit led if a Joker is led.
        naming: the naming of the suit led; a class with a ``_nameable`` of its own has no tables.
        dummies: the hands that turn up cards.
    """
    cls = class_of(state)
    hooks = (
        *PLAY_HOOKS,
        *["_following"] * bool(following),
        # Naming and dummies change the hand data during the play.
        *["_trumps_of"] * bool(naming or dummies),
        *["_nameable"] * bool(naming and hasattr(cls, "_nameable")),
    )
    if why_no_tables(cls, hooks):
        return None
    suits = following or cls._following
    return _tables(
        cls,
        state._match.rules,
        cls._trumps_of(state._hand_data),
        len(state._order),
        tuple([suits[led] or () for led in LEDS]),
        joker_led,
        naming,
        dummies,
    )


@lru_cache(maxsize=256)
def why_no_tables(cls: OfGame, hooks: tuple[str, ...] = PLAY_HOOKS) -> str:
    """Return why tables cannot express the play of a class; an empty text if they can."""
    known = _owner(cls, "_play_tables").__mro__
    own = [hook for hook in hooks if _owner(cls, hook) not in known]
    if own or _owner(cls, "_finish_hand") is not GameState:
        return f"`{[*own, '_finish_hand'][0]}` is overridden"
    if not isinstance(cls._following, Mapping):
        return "`_following` is not a mapping"
    return "" if cls._play_phase is not None else "`_play_phase` is None"


@lru_cache(maxsize=256)
def _tables(
    cls: OfGame,
    rules: OfGame,
    trumps: Hashable,
    size: int,
    following: tuple[Following, ...],
    joker_led: Suit | None,
    naming: NamingRule | None,
    dummies: DummyHands | None,
) -> PlayTables:
    may_lead_nothing = joker_led is None and any(card.joker for card in rules.pack.cards)
    leds = LEDS if may_lead_nothing else tuple(Suit)
    deciders = None, *[card for card in CARDS if card._bit & cls._deciders]
    return PlayTables(
        following=following,
        strengths=tuple(
            tuple([cls._strengths(rules, trumps, led, decider) for decider in deciders])
            for led in leds
        ),
        deciders=cls._deciders,
        leaders=tuple([cls._next_leader(rules, size, won) for won in range(size)]),
        joker_led=joker_led,
        naming=naming,
        dummies=dummies,
    )
