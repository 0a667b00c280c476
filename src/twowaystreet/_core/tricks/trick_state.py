"""The state of a trick-taking game: tricks, the suit led, following suit, and the turns of play.

``_strengths`` and ``_next_leader`` see no state, so that playouts and solver make tables of them.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import ClassVar, Generic, Self, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet._core import reasons
from twowaystreet._core.cards.cards import Card, Suit, in_suits
from twowaystreet._core.cards.masks import ONE_LANE, card_types, cards_in, mask_of
from twowaystreet._core.engine.match import (
    GameRules,
    HandData,
    HandDataT,
    HandScore,
    RulesT,
    SeatScore,
)
from twowaystreet._core.engine.moves import Move, Phase, Play
from twowaystreet._core.engine.state import GameState, ScoreT, ViewT
from twowaystreet._core.tricks.play_tables import PlayTables, Tally, TrickPoints, play_tables
from twowaystreet._core.tricks.tricks import (
    FOLLOW_SUIT,
    SUIT_LED,
    TRUMPED,
    Following,
    Strengths,
    Trick,
    build_trick,
    follow,
    winning_index,
)
from twowaystreet._util.values import OfGame, not_from_parts
from twowaystreet.errors import IllegalMove, Reason

TricksOfGame: TypeAlias = tuple[OfGame, ...]


@attrs.frozen(repr=False)
class TrickState(
    GameState[RulesT, HandDataT, ScoreT, ViewT], Generic[RulesT, HandDataT, ScoreT, ViewT]
):
    """The state of a trick-taking game at one moment.

    Attributes:
        tricks: the complete tricks of this hand, the first one first.
    """

    # The cards that may be played, as a mask of card types; 0 when no card is due.
    _legal: int = 0  # pyright: ignore[reportIncompatibleMethodOverride]  # stored here
    _order: tuple[int, ...] = ()  # the hands in the order in which they play to this trick
    tricks: tuple[Trick, ...] = ()
    _table: tuple[Card, ...] = ()
    _led: Suit | None = None

    _common_moves: ClassVar[tuple[type[Move], ...]] = (Play,)
    _following: ClassVar[Mapping[Suit | None, Following | None]] = FOLLOW_SUIT
    """The cards that may be played, by the suit led (``None`` for a lead); by default the usual.

    ``_may_play`` decides where a value is ``None``, and after a lead without suit.
    """
    _following_rule: ClassVar[str] = ""
    """The rule about following suit; by default that of the decision in the phase of play."""
    _deciders: ClassVar[int] = 0
    """The cards, as a mask, of which the first in a trick decides on the strengths, too."""
    _play_phase: ClassVar[Phase]
    _is_open: ClassVar[bool] = False
    """True if the rules of the play, the score and the card play of the rule of thumb follow from
    what everybody knows and the hands. A class says so for itself, not for derived classes.
    """

    def __init__(self, *parts: object, **fields: object) -> None:
        raise not_from_parts(type(self))

    @property
    def trick(self) -> Trick:
        """The trick on the table; without cards if it is yet to be led."""
        leader = self._order[0] if self._order else self._first_leader()
        return build_trick(leader, self._table, self._order[: len(self._table)], self._led, None)

    # Hooks of a game

    @classmethod
    def _strengths(
        cls, rules: OfGame, trumps: OfGame, led: Suit | None, decider: Card | None
    ) -> Strengths:
        """Return the strength of each card in a trick: by default ``TRUMPED`` or ``SUIT_LED``.

        ``led`` is ``None`` after a lead without suit, such as a Joker, which has no default.
        ``decider`` is the first card of ``_deciders`` in the trick.
        """
        if led is None:
            raise NotImplementedError(f"{cls.__qualname__}._strengths for a lead without suit")
        return TRUMPED[trumps, led] if trumps else SUIT_LED[led]

    @classmethod
    def _trumps_of(cls, hand_data: OfGame) -> Hashable:
        """Return the trumps of a hand, or other facts that decide the strengths.

        These are by default ``hand_data.trumps``, a field or property; ``None`` without one. The
        tables of a game are kept by them.
        """
        return getattr(hand_data, "trumps", None)

    @classmethod
    def _next_leader(cls, rules: OfGame, size: int, won: int) -> int:
        """Return the place in a trick of the leader of the next one: that of the winner."""
        return won

    @abstractmethod
    def _score(self, tricks: TricksOfGame) -> ScoreT:
        """Return the score of the hand, from these tricks, the hand data and the match."""
        raise NotImplementedError

    def _score_by(self, takers: Sequence[int]) -> ScoreT:
        """Return the same score from the takers of the tricks, if ``_tally`` is of tricks."""
        raise NotImplementedError

    @override
    def _begins_trick(self, move: Move) -> bool:
        return isinstance(move, Play) and not self._table

    def _may_play(self, hand: int, table: tuple[Card, ...], led: Suit | None) -> tuple[Phase, int]:
        """Return the phase and the cards of a hand that may be played, as masks of card types."""
        return self._play_phase, follow(hand, self._following[led] or ())

    def _refuse_play(self, move: Play, held: int) -> Reason:
        """Return the reason why a card that is held is not legal: another one follows suit."""
        assert self._led is not None
        return reasons.MustFollow(self._rule_to_follow(), self._led, cards_in(self._legal))

    @classmethod
    def _rule_to_follow(cls) -> str:
        return cls._following_rule or cls._decisions[cls._play_phase].rule

    def _not_held(self, move: Play, held: int) -> reasons.NotHeld:
        """Return the reason why a card that is not in the hand to play is not legal (AL-5)."""
        legal = f"one of {in_suits(cards_in(self._legal))}"
        return reasons.NotHeld("AL-5", cards_in(held), (), (move.card,), legal)

    def _wins(self, table: tuple[Card, ...], led: Suit | None) -> int:
        """Return the place of the card that takes a trick: the first of the strongest ones.

        A game in which more than ``_strengths`` decides overrides this method. Its playouts then go
        through ``apply``.
        """
        decider = None
        if self._deciders:
            decider = next((card for card in table if card._bit & self._deciders), None)
        rules, trumps = self._match.rules, self._trumps_of(self._hand_data)
        return winning_index(table, self._strengths(rules, trumps, led, decider))

    def _leader_after(self, trick: OfGame, won: int) -> int:
        """Return the place in a complete trick of the leader of the next one.

        A game in which more than ``_next_leader`` decides overrides this method. Its playouts then
        go through ``apply``.
        """
        return self._next_leader(self._match.rules, len(trick.cards), won)

    def _complete(
        self, order: tuple[int, ...], table: tuple[Card, ...], led: Suit | None, won: int
    ) -> Trick:
        return build_trick(order[0], table, order, led, order[won])

    def _after_trick(
        self, hand_data: OfGame, remaining: int, order: tuple[int, ...], tricks: TricksOfGame
    ) -> tuple[OfGame, int]:
        """Return the hand data and the cards in all hands after a trick: by default the same.

        A game in which players draw cards during the play calls ``_draw_cards`` here. Its playouts
        then go through ``apply``. ``order`` is that of the next trick.
        """
        return hand_data, remaining

    def _draw_cards(
        self, hand_data: OfGame, remaining: int, hands: Iterable[int]
    ) -> tuple[OfGame, int]:
        """Draw the top card of the stock into each of these hands, while there are cards."""
        held, stock = list(hand_data.held), hand_data.stock
        for hand, card in zip(hands, stock, strict=False):
            drawn = mask_of((card,), sum(held))
            held[hand] |= drawn
            remaining |= drawn
            stock = stock[1:]
        return attrs.evolve(hand_data, held=tuple(held), stock=stock), remaining

    def _first_leader(self) -> int:
        """Return the leader of the first trick: the seat to the dealer's left."""
        return (self._match.dealer + 1) % self._match.rules.seats

    def _hand_to_play_from(self) -> int:
        """Return the hand to play as the player sees it, as a mask of card types."""
        hand = self._order[len(self._table)]
        return card_types(self._hand_data.held[hand] & self._remaining)

    # Descriptions of these hooks for compiled playouts

    def _play_tables(self) -> PlayTables | None:
        """Return the rules of the play from here on; ``None`` if tables cannot express them.

        A game that overrides more hooks than ``_following``, ``_strengths``, ``_trumps_of`` and
        ``_next_leader`` describes them here, or is played through :func:`~twowaystreet.apply`.
        """
        return play_tables(self)

    def _tally(self) -> Tally | TrickPoints | None:
        """Return the facts that decide the score; ``None`` if the cards of all tricks may."""
        return None

    def _taker(self, trick: OfGame) -> int:
        """Return the number of the hand that took a complete trick."""
        taker: int = trick.winner
        return taker

    def _taken_by(self, hand: int) -> OfGame:
        """Return a trick without cards that a hand has taken, for scores that count tricks."""
        return build_trick(hand, (), (), None, hand)

    def _seat_of(self, hand: int) -> int:
        """Return the seat that plays a hand, as it has the tricks that the hand takes."""
        if len(self._hand_data.held) == self._match.rules.seats:
            return hand
        seat: int = self._taken_by(hand).winner
        return seat

    @override
    def _made_in(self, earlier: OfGame) -> Move | None:
        is_play = earlier.phase is self._play_phase and not self._draws
        return self._played_in(earlier) if is_play else super()._made_in(earlier)

    def _played_in(self, earlier: OfGame) -> Move | None:
        number, place = len(earlier.tricks), len(earlier._table)
        cards = self.tricks[number].cards if number < len(self.tricks) else self._table
        return Play(cards[place]) if place < len(cards) else None

    # The flow of play

    def _next_decision(
        self,
        hand_data: OfGame,
        remaining: int,
        order: tuple[int, ...],
        tricks: TricksOfGame,
        table: tuple[Card, ...],
        led: Suit | None,
    ) -> tuple[OfGame, Phase, int, int, Suit | None]:
        """Return the hand data, the phase, the actor, the legal card types and the suit led."""
        actor = order[len(table)]
        hand = hand_data.held[actor] & remaining
        phase, legal = self._may_play(card_types(hand) if hand > ONE_LANE else hand, table, led)
        return hand_data, phase, actor, legal, led

    def _await_play(
        self,
        hand_data: OfGame,
        remaining: int,
        order: tuple[int, ...],
        tricks: TricksOfGame = (),
        table: tuple[Card, ...] = (),
        led: Suit | None = None,
    ) -> Self:
        hand_data, phase, actor, legal, led = self._next_decision(
            hand_data, remaining, order, tricks, table, led
        )
        state: Self = self._build(
            self._match, hand_data, phase, actor, remaining, legal, order, tricks, table, led
        )
        return state

    def _lead(self, hand_data: HandData, order: tuple[int, ...]) -> Self:
        """Begin the play of some hands, in the order of the first trick."""
        return self._await_play(hand_data, sum(hand_data.held), order)

    def _finish(self, tricks: TricksOfGame, remaining: int = 0) -> Self:
        """Score the hand after its last trick."""
        return self._finish_hand(self._score(tricks), remaining, 0, (), tricks)

    @override
    def _refuse(self, move: Move) -> IllegalMove:
        if self.actor is None or not isinstance(move, Play) or not self._legal:
            return super()._refuse(move)
        held = self._hand_to_play_from()
        is_held = move._bit & held
        return IllegalMove(move, (self._refuse_play if is_held else self._not_held)(move, held))


AnyTrickState: TypeAlias = TrickState[GameRules, HandData, HandScore[SeatScore]]
