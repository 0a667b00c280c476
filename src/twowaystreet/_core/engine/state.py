"""The state of a card game, a frozen value; each game derives a class and fills in its rules.

All states of a hand share the match and the hand data, which plays 1.3 times as many moves a second
as a single class of 13 fields; building past the frozen ``__init__`` another 1.2 times.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from itertools import chain
from operator import add
from typing import Any, ClassVar, Generic, Self, TypeAlias, cast

import attrs
from typing_extensions import TypeVar

from twowaystreet._core import reasons
from twowaystreet._core.cards.cards import Card, in_suits
from twowaystreet._core.cards.masks import ONE_LANE, cards_in, deal_packets, find_all, mask_of
from twowaystreet._core.engine import seats
from twowaystreet._core.engine.fields import Between, Type, class_of, type_arguments
from twowaystreet._core.engine.match import (
    GameRules,
    HandData,
    HandDataT,
    HandScore,
    Match,
    RulesT,
    SeatScore,
    build_match,
)
from twowaystreet._core.engine.moves import Deal, Decision, Move, Phase, cards_of, forms_of
from twowaystreet._util import values
from twowaystreet._util.values import Derived, OfGame, fast_constructor
from twowaystreet.errors import IllegalMove, WorldsError, quoted


class HasLegalMoves(Derived):
    """The part of a view that :func:`legal_moves` reads."""

    __slots__ = ()
    legal_moves: tuple[Move, ...] | None


ScoreT = TypeVar("ScoreT", bound=HandScore[SeatScore], default=HandScore[SeatScore], covariant=True)
ViewT = TypeVar("ViewT", bound=HasLegalMoves, default=HasLegalMoves, covariant=True)


@attrs.frozen(repr=False)
class GameState(Derived, Generic[RulesT, HandDataT, ScoreT, ViewT]):
    """The state of a card game at one moment.

    States come from ``new_game``, :func:`apply` and loaded records. They are equal by value,
    hashable and picklable. No operation changes them. A copy is the state itself.

    Raises:
        TypeError: if a caller builds one from parts, by the class itself, ``copy.replace`` or
            ``attrs.evolve``.

    Attributes:
        phase: the current phase; each game has an enum of its own.
        actor: the seat to move; ``None`` when a deal is due or the game is over.
    """

    _match: Match[RulesT]
    _hand_data: HandDataT
    phase: Phase
    actor: int | None = None
    _remaining: int = 0

    _comes_from: ClassVar = "new_game() or apply(state, move)"

    _required: ClassVar[tuple[str, ...]] = ("title", "_phases", "_decisions")
    """The attributes that every game must set; :class:`Game` names those that are missing."""
    title: ClassVar[str]
    """The name of the game, for messages."""
    View: ClassVar[type[Any]]
    """The class of the game's views, which :class:`Game` sets."""
    _phases: ClassVar[type[Phase]]
    _ends: ClassVar[tuple[Phase, Phase]]  # the phases after a hand: the game goes on, or is over
    _play_phase: ClassVar[Phase | None]
    """The phase in which plays of single cards are the only moves; ``None`` if there is none."""
    _decisions: ClassVar[Mapping[Phase, Decision]]
    """The decision in each phase in which a player is to move."""
    _match_counters: ClassVar[Mapping[str, Type]] = {}
    """Further arguments of ``new_game`` with their types, each a property of the state, too."""
    _dealing_rule: ClassVar[str | None] = None  # the rule about the number of cards in each hand
    _first_points: ClassVar[Between | None] = None
    """The bounds of a seat's points in the first hand of a match; ``None`` if nobody knows any."""
    _first_hand_differs: ClassVar[bool] = False
    """``True`` if the first hand played here has a rule of its own, whatever was played before."""
    _common_moves: ClassVar[tuple[type[Move], ...]] = ()  # the move types that need no handler
    _keeps_played: ClassVar[bool] = True
    """False in games without tricks whose worlds follow from facts: ``held`` loses played cards."""
    _draws: ClassVar[bool] = False
    """True if the class has an ``_after_trick``, which :func:`apply` does not call without need."""
    _move_types: ClassVar[tuple[type[Move], ...]]  # the move types of the game, without deals
    _fast_path: ClassVar[tuple[type[OfGame], Phase | None]]
    """The draft class and the phase of play, as one look-up saves :func:`apply` 1 % of a hand."""
    _build: ClassVar[Callable[..., OfGame]]
    """The constructor of states, from all fields in their order."""

    def __init_subclass__(cls, **options: OfGame) -> None:
        """Prepare the constructor, the move types and read-only tables of a game."""
        super().__init_subclass__(**options)
        if values.IS_DRAFT in vars(cls):
            return
        if "_decisions" in vars(cls):
            handled = chain.from_iterable(each.handlers for each in cls._decisions.values())
            cls._move_types = tuple(dict.fromkeys((*handled, *cls._common_moves)))
        if "_phases" in vars(cls):
            # Once for each class: Python 3.11 takes 60 to 130 ns to find a member of an enum.
            # A phase may be missing; `Game` then raises.
            phases: Mapping[str, OfGame] = cls._phases.__members__
            ends: OfGame = phases.get("HAND_OVER"), phases.get("GAME_OVER")
            cls._ends = ends
            cls._play_phase = phases.get("PLAY")
        draft = values.draft_class(cls)
        # The first of these methods, that of trick-taking games, changes nothing.
        cls._draws = sum("_after_trick" in vars(base) for base in cls.__mro__) > 1
        cls._build = staticmethod(fast_constructor(cls, draft))
        cls._fast_path = (draft, getattr(cls, "_play_phase", None))

    def __init__(self, *parts: object, **fields: object) -> None:
        """Refuse all parts.

        Raises:
            TypeError: always, as ``new_game`` and ``apply`` make the states.
        """
        raise values.not_from_parts(type(self))

    @property
    def rules(self) -> RulesT:
        """The options of the game."""
        return self._match.rules

    @property
    def dealer(self) -> int:
        """The seat that deals this hand, or declares first; after a hand, of the hand just over."""
        return self._match.dealer

    @property
    def scores(self) -> tuple[int, ...]:
        """Every seat's points so far, a hand that is over included."""
        return self._match.scores

    @property
    def hands_played(self) -> int:
        """The number of finished hands, those before a continued match included."""
        return self._match.hands_played

    @property
    def hand_over(self) -> bool:
        """``True`` if a hand has just been finished and scored."""
        return self._match.score is not None

    @property
    def is_over(self) -> bool:
        """``True`` if the game is over."""
        return self._match.game_over

    @property
    def needs_deal(self) -> bool:
        """``True`` if the next move is a :class:`~twowaystreet.Deal`."""
        return self.actor is None and not self._match.game_over

    @property
    def score(self) -> ScoreT | None:
        """The score of the hand that has just been finished; ``None`` until then."""
        return cast("ScoreT | None", self._match.score)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that have won, partners and those who share; ``()`` until the game is over."""
        if not self.is_over:
            return ()
        return seats.with_partners(self._match.rules, self._leaders(self._match.scores))

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards of the stock from the top; no player knows them."""
        return self._hand_data.stock

    @property
    def _stock_size(self) -> int:
        return len(self._hand_data.stock)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that each hand still holds, in the order of cards."""
        hands = len(self._hand_data.held) or self._match.rules.seats
        return tuple(map(self._cards_of, range(hands)))

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """The number of cards that each hand still holds."""
        held = self._hand_data.held or (0,) * self._match.rules.seats
        return tuple([(cards & self._remaining).bit_count() for cards in held])

    def hand_of(self, hand: int) -> tuple[Card, ...]:
        """Return the cards that one hand still holds, in the order of cards.

        Args:
            hand: the number of the hand, which is its seat where every seat has one.

        Raises:
            SeatError: if there is no such hand.
        """
        return self._cards_of(seats.checked_seat(hand, len(self.hand_sizes)))

    def _cards_of(self, hand: int) -> tuple[Card, ...]:
        held = self._hand_data.held
        return cards_in(held[hand] & self._remaining) if held else ()

    @property
    def _legal(self) -> int:
        """The cards that a play may name now, as a mask; 0 in games without tricks."""
        return 0

    def __repr__(self) -> str:
        turn = "" if self.actor is None else f", seat {self.actor} to move"
        return f"<{self.title}: {self.phase}{turn}, scores {' '.join(map(str, self.scores))}>"

    # Hooks of a game. `Game` names those that are missing, without a metaclass.

    @classmethod
    def _undealt(cls, hand_data: OfGame, rules: OfGame) -> OfGame:
        """Return the hand data before the first deal, made from any ``_match_counters``, too."""
        return hand_data

    @abstractmethod
    def _deal_hands(self, deal: Deal) -> Self:
        """Deal the cards and ask the first player."""
        raise NotImplementedError

    def _deals_out(self, deal: Deal) -> tuple[int, ...]:
        """Return the hands, as masks, with all cards that a deal gives them before the play."""
        return self._deal_hands(deal)._hand_data.held

    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """Return whether these scores end the game; ``max_hands`` ends it in any case."""
        return False

    def _leaders(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """Return the seats that lead: those with the best points, partners together (AL-2).

        The best are the most points, or the fewest if the class of scores says so.
        """
        together, _ = seats.leads(scores, seats.sides_of(self._match.rules))
        best = min(together) if score_class(type(self)).fewer_is_better else max(together)
        return tuple(seat for seat, lead in enumerate(together) if lead == best)

    def _begins_trick(self, move: Move) -> bool:
        """Return whether a move leads to a trick; a transcript then begins a new line."""
        return False

    def _after_hand(self, score: OfGame) -> HandDataT:
        """Return the hand data after scoring, with the counters of the match brought forward."""
        return self._hand_data

    # Hooks for the moves of the hand so far, by which a model of players weighs worlds

    def _dealt(self, rng: random.Random) -> list[list[Card]]:
        """Return the cards dealt to each hand, and the rest; draw what the state does not tell."""
        if not self._keeps_played:
            raise untold(self.title, "_dealt", "cards")
        return [*map(list, map(cards_in, self._hand_data.held)), [*self._hand_data.stock]]

    def _before_deal(self) -> HandDataT:
        """Return the hand data before the deal of the hand."""
        return attrs.evolve(self._hand_data, held=(), stock=())

    def _made_in(self, earlier: OfGame) -> Move | None:
        """Return the move made in an earlier state of the hand; ``None`` if it is this state."""
        raise untold(self.title, "_made_in", "moves")

    # Tools for the hooks

    def _deal_packets(
        self, deal: Deal, first: int, sizes: tuple[int, ...]
    ) -> tuple[tuple[int, ...], tuple[Card, ...]]:
        """Deal in packets, beginning with one seat: the hands as masks, and the stock."""
        return deal_packets(deal.cards, seats.rotation(first, self._match.rules.seats), sizes)

    def _held_with(self, hand: int, some: Sequence[Card]) -> tuple[int, ...]:
        """Return the cards of all hands after one hand has got some cards, as masks."""
        held = self._hand_data.held
        return seats.replace_at(held, hand, held[hand] | mask_of(some, sum(held)))

    def _held_without(
        self, hand: int, move: Move, some: Sequence[Card] | None = None
    ) -> tuple[int, ...]:
        """Return the cards of all hands after a move has taken some from one hand, as masks.

        ``some`` are the cards; by default all that the move names.

        Raises:
            IllegalMove: if the hand lacks one of them (AL-5).
        """
        held, cards = self._hand_data.held, self._cards_of(hand)
        named = cards_of(move) if some is None else some
        found = find_all(held[hand] & self._remaining, named)
        if found is None:
            raise IllegalMove(move, reasons.NotHeld.among("AL-5", cards, named))
        return seats.replace_at(held, hand, held[hand] ^ found)

    def _await_move(
        self, hand_data: HandData, phase: Phase, actor: int, remaining: int | None = None
    ) -> Self:
        """Wait for a decision of one player; ``remaining`` is the mask of all hands, if known."""
        if remaining is None:
            is_same = hand_data.held is self._hand_data.held
            remaining = self._remaining if is_same else sum(hand_data.held)
        hand_data, remaining = self._settled(hand_data, remaining)
        state: Self = self._build(self._match, hand_data, phase, actor, remaining)
        return state

    def _await_deal(self, hand_data: HandData) -> Self:
        """Wait for a deal in the middle of a hand without tricks, such as one for a new stock.

        ``_deal_hands`` finds the cards of the hands in ``_hand_data.held``, and decides which cards
        of the deal count.
        """
        hand_data, remaining = self._settled(hand_data, sum(hand_data.held))
        state: Self = self._build(
            self._match, hand_data, self._phases.__members__["DEAL"], None, remaining
        )
        return state

    def _settled(self, hand_data: HandData, remaining: int) -> tuple[HandData, int]:
        """Take the cards that no hand holds any more from ``held``, and copies to usual lanes."""
        if self._keeps_played or (not sum(hand_data.held) & ~remaining and remaining <= ONE_LANE):
            return hand_data, remaining
        held, used = list[int](), 0
        for hand in hand_data.held:
            held.append(mask_of(cards_in(hand & remaining), used))
            used |= held[-1]
        return attrs.evolve(hand_data, held=tuple(held)), used

    def _check_offered(self, move: Move, offered: tuple[Move, ...], rule: str) -> None:
        if move not in offered:
            raise IllegalMove(move, reasons.NotOffered(rule, ", ".join(map(str, offered))))

    def _finish_hand(
        self,
        score: OfGame,
        remaining: int = 0,
        *trick_fields: object,
        hand_data: OfGame | None = None,
    ) -> Self:
        """Add the score of the hand and end the game if it is decided.

        ``remaining`` is the mask of the cards still held, ``hand_data`` those after the last move,
        if others. ``trick_fields`` are the further fields of the state class, in their order.
        """
        match = self._match
        hand_data, remaining = self._settled(
            self._hand_data if hand_data is None else hand_data, remaining
        )
        is_same = hand_data is self._hand_data
        last = self if is_same else self._build(match, hand_data, self.phase)
        scores = tuple(map(add, match.scores, score.points))
        hands_played = match.hands_played + 1
        over = self._ends_game(scores) or hands_played == match.rules.max_hands
        state: Self = self._build(
            build_match(match.rules, match.dealer, scores, hands_played, score, over),
            last._after_hand(score),
            self._ends[over],
            None,
            remaining,
            *trick_fields,
        )
        return state

    # The flow of play

    def _apply(self, move: object) -> Self:
        """Make any move but a legal play, and refuse every other object."""
        move_type: OfGame = type(move)
        offered: OfGame = move
        if move_type is Deal:
            return self._deal(offered)
        seat = self.actor
        if seat is not None:
            try:
                handler = self._decisions[self.phase].handlers.get(move_type)
            except Exception:
                handler = None  # a foreign type may raise from its own hash
            if handler is not None:
                made: Self = handler(self, seat, offered)
                return made
        if not any(move_type is ours for ours in self._move_types):
            raise IllegalMove(move, reasons.NotAMove(None, self.title))
        raise self._refuse(offered)

    def _deal(self, move: Deal) -> Self:
        dealing = self._to_deal(move)
        pack = self._match.rules.pack
        if move._pack is not pack and not pack.is_made_of(move.cards):
            wrong = reasons.WrongPack("AL-6", pack.missing(move.cards), pack.extra(move.cards))
            raise IllegalMove(move, wrong)
        return dealing._deal_hands(move)

    def _to_deal(self, offered: object) -> Self:
        """Return the state in which the next hand is dealt; refuse a move if no deal is due."""
        match = self._match
        if self.actor is not None or match.game_over:
            no_deal = reasons.GameOver if match.game_over else reasons.NoDealDue
            raise IllegalMove(offered, no_deal("AL-6"))
        rules = match.rules
        # The same dealer if the last deal was thrown in, else the next to the left.
        dealer = (match.dealer + (match.score is not None)) % rules.seats
        after = build_match(rules, dealer, match.scores, match.hands_played, None, False)
        # In the middle of a hand the players keep their cards.
        held = 0 if match.score is not None else self._remaining
        waiting: Self = self._build(after, self._hand_data, self.phase, None, held)
        return waiting

    def _refuse(self, move: Move) -> IllegalMove:
        """Return the error for a move that is not legal now (AL-6 if none is)."""
        if self.is_over:
            return IllegalMove(move, reasons.GameOver("AL-6"))
        if self.actor is None:
            return IllegalMove(move, reasons.DealDue("AL-6"))
        return IllegalMove(move, reasons.WrongMove(self._due_rule, self._expected()))

    @property
    def _due_rule(self) -> str:
        return self._decisions[self.phase].rule

    def _expected(self) -> str:
        """Return the legal moves of the player to move in words, for a refusal."""
        decision = self._decisions[self.phase]
        forms = forms_of(decision.moves(self, self.actor or 0))
        if self._legal:
            forms += f": {in_suits(cards_in(self._legal))}"
        due = decision.expected
        return forms if forms.startswith(due) else f"{due}: {forms}"


AnyState: TypeAlias = GameState[GameRules, HandData, HandScore[SeatScore]]
"""A state of any game."""


def score_class(state: type) -> Type:
    """Return the class of the scores of a game, which its state class declares."""
    declared = class_of(type_arguments(state, state).get(ScoreT))
    return declared if isinstance(declared, type) else HandScore


def hand_data_class(state: type) -> type[HandData] | None:
    """Return the class of the hand data of a game, if its state class declares one."""
    declared = class_of(type_arguments(state, state).get(HandDataT))
    return declared if isinstance(declared, type) and issubclass(declared, HandData) else None


def untold(title: str, hook: str, what: str) -> WorldsError:
    expected = f"expected a method {hook} of its states, as the guide Your game describes it"
    return WorldsError(f"{title} does not tell the {what} of a hand so far: {expected}")


def not_a_state(thing: object) -> TypeError:
    return TypeError(f"expected a GameState, such as new_game() gives, not {quoted(thing)}")
