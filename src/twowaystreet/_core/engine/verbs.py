"""The operations on states of every game: shuffle, legal_moves, apply, score_hand, payoffs."""

from __future__ import annotations

import random
from functools import partial
from itertools import repeat, starmap
from typing import TYPE_CHECKING, Any, TypeVar, cast, overload

from twowaystreet._core.cards.masks import ONE_LANE, card_types, find
from twowaystreet._core.engine.match import GameRules, HandData
from twowaystreet._core.engine.moves import PLAYS, Deal, Move, Play, deal_of
from twowaystreet._core.engine.scores import HandScore, SeatScore, payoffs_of
from twowaystreet._core.engine.seats import rotate_to
from twowaystreet._core.engine.state import AnyState, GameState, HasLegalMoves, ScoreT, not_a_state
from twowaystreet.errors import HandNotOver, checked_generator

StateT = TypeVar("StateT", bound=GameState[GameRules, HandData, HandScore[SeatScore]])


class _NoState:
    """A type without instances, for type checkers only.

    If the parameter of ``apply`` were a bare type variable, pyright would lose the type of the
    state in a loop that also calls ``view``, and report ``State | Unknown``. A union with another
    type solves the variable.
    """

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any: ...  # Any: apply treats both types alike


def shuffle(state: AnyState, rng: random.Random) -> Deal:
    """Shuffle the pack of a game.

    Args:
        state: a state of the game; a deal need not be due.
        rng: the source of chance, a :class:`random.Random` or :class:`random.SystemRandom`. The
            same seed gives the same deal.

    Returns:
        The deal, a move for :func:`apply`.

    Raises:
        TypeError: if ``state`` is not a state, or ``rng`` not a generator.

    >>> from twowaystreet.games import street
    >>> deal = shuffle(street.new_game(), random.Random(7))
    >>> len(deal.cards)
    54
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    # Sorting by random numbers takes less than half the time of rng.shuffle.
    pack = state._match.rules.pack
    next_number = partial(next, starmap(checked_generator(rng).random, repeat(())))
    return deal_of(tuple(sorted(pack.cards, key=next_number)), pack)


@overload
def legal_moves(state: AnyState) -> tuple[Move, ...]: ...
@overload
def legal_moves(state: HasLegalMoves) -> tuple[Move, ...]: ...
def legal_moves(state: Any) -> tuple[Move, ...]:  # Any: callers see the signatures above
    """List the legal moves of the player to move.

    Args:
        state: a state, or a view. The view of another seat has no legal moves.

    Returns:
        Each move once, in a fixed order. All moves but plays come first (declarations from high to
        low, exchanges in the order of cards, suits in the order of suits), then the plays in the
        order of cards. The page of a game gives the order of plays of several cards. The tuple is
        empty if a deal is due or the game is over.

    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> legal_moves(state)
    ()
    >>> [str(move) for move in legal_moves(apply(state, shuffle(state, random.Random(7))))]
    ['high', 'low']
    """
    try:
        legal = state._legal
        if legal and state.phase is state._play_phase:
            return PLAYS[legal]
        decision = state._decisions.get(state.phase)
    except AttributeError:
        if isinstance(state, HasLegalMoves):
            return state.legal_moves or ()
        raise not_a_state(state) from None
    if decision is None:
        if not isinstance(state, GameState):
            raise not_a_state(state)
        return ()
    found: tuple[Move, ...] = decision.moves(state, state.actor)
    return found


def apply(state: StateT | _NoState, move: object) -> StateT:
    """Make a move.

    Args:
        state: the state before the move; it does not change.
        move: the move; any other object is refused too.

    Returns:
        The next state, of the same type.

    Raises:
        IllegalMove: if the move is not legal, with the reason.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> state = street.new_game()
    >>> apply(state, shuffle(state, random.Random(7)))
    <Two Way Street: declare, seat 0 to move, scores 0 0 0 0>
    >>> apply(state, "high")
    Traceback (most recent call last):
    ...
    twowaystreet.errors.IllegalMove: 'high': this is not a move of Two Way Street: expected ...
    """
    try:
        legal = state._legal
    except AttributeError:
        raise not_a_state(state) from None
    # The previous move computed the mask of legal cards, 0 if no card may be played. So a single
    # AND decides whether a play is legal.
    if type(move) is not Play or not move._bit & legal:
        return state._apply(move)

    # The hot path of the library, a legal card, in one piece: a method for it, or a constructor for
    # the next state, would cost a tenth each. So the fields stand here a second time, and so does
    # the loop of `follow`, which as a call would cost 1 to 2 %.
    playing: Any = state  # Any: a TrickState, which builds on this module
    card = move.card
    order = playing._order
    table = playing._table
    remaining = playing._remaining
    hand_data = playing._hand_data
    held = hand_data.held
    has_copies = remaining > ONE_LANE
    if has_copies:
        remaining ^= find(held[order[len(table)]] & remaining, card)
    else:
        remaining ^= move._bit
    led = playing._led if table else card.suit
    table += (card,)
    tricks = playing.tricks
    played = len(table)
    if played == len(order):
        won = playing._wins(table, led)
        trick = playing._complete(order, table, led, won)
        tricks += (trick,)
        actor = order[playing._leader_after(trick, won)]
        order = rotate_to(order, actor)
        table = ()
        led = None
        if playing._draws:
            hand_data, remaining = playing._after_trick(hand_data, remaining, order, tricks)
            held, has_copies = hand_data.held, remaining > ONE_LANE
        hand = held[actor] & remaining
        if not hand:
            finished: StateT = playing._finish(tricks, remaining)
            return finished
    else:
        actor = order[played]
        hand = held[actor] & remaining
    new_draft, play_phase = playing._fast_path
    following = playing._following[led]
    if following is None or (led is None and table):
        hand_data, phase, actor, hand, led = playing._next_decision(
            hand_data, remaining, order, tricks, table, led
        )
    else:
        phase = play_phase
        if has_copies:
            hand = card_types(hand)
        for duty, allowed in following:
            if hand & duty:
                hand &= allowed
                break
    draft = new_draft()
    draft._match = playing._match
    draft._hand_data = hand_data
    draft.phase = phase
    draft.actor = actor
    draft._remaining = remaining
    draft._legal = hand
    draft._order = order
    draft.tricks = tricks
    draft._table = table
    draft._led = led
    draft.__class__ = type(state)
    built: StateT = draft
    return built


def score_hand(state: GameState[GameRules, HandData, ScoreT]) -> ScoreT:
    """Return the score of the hand just finished, seat by seat.

    Raises:
        HandNotOver: unless ``state.hand_over``.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> score_hand(street.new_game())
    Traceback (most recent call last):
    ...
    twowaystreet.errors.HandNotOver: no hand has been played out: the phase is deal
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    score = state._match.score
    if score is None:
        raise HandNotOver(f"no hand has been played out: the phase is {state.phase}")
    return cast(ScoreT, score)


def payoffs(state: AnyState) -> tuple[float, ...]:
    """Return the worth of the hand just finished to each seat.

    Higher is better in every game. A payoff is the seat's points minus the mean of the others'
    points, with the sign reversed in games that count down. Partners share it: it is the mean of
    their points minus the mean of the other sides' means. Payoffs sum to zero, apart from rounding.

    Raises:
        HandNotOver: unless ``state.hand_over``.

    >>> from twowaystreet.games import street
    >>> rng, state = random.Random(7), street.new_game(street.Rules(players=3))
    >>> while not state.hand_over:
    ...     due = state.needs_deal
    ...     state = apply(state, shuffle(state, rng) if due else rng.choice(legal_moves(state)))
    >>> score_hand(state).points, payoffs(state)
    ((0, 10, 10), (-10.0, 5.0, 5.0))
    """
    return payoffs_of(score_hand(state), state._match.rules)
