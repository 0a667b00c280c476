"""The operations on states of every game: deal, list, apply and read moves, and score."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from itertools import chain, groupby, repeat, starmap
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final, TypeVar, cast, overload

from twowaystreet import errors
from twowaystreet._core.cards.cards import CARDS, Card, text_of
from twowaystreet._core.cards.masks import LANE, ONE_LANE, bits_of, card_types, find
from twowaystreet._core.engine import moves
from twowaystreet._core.engine.match import GameRules, HandData, HandScore, SeatScore, payoffs_of
from twowaystreet._core.engine.moves import PLAYS, Deal, Move, Play
from twowaystreet._core.engine.seats import rotate_to
from twowaystreet._core.engine.state import AnyState, GameState, HasLegalMoves, ScoreT, not_a_state
from twowaystreet._util.values import OfGame, fast_constructor

StateT = TypeVar("StateT", bound=GameState[GameRules, HandData, HandScore[SeatScore]])


class _NoState:
    """A type without instances, so that pyright keeps the type of the state in loops with views."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> OfGame: ...


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
    >>> len(shuffle(street.new_game(), random.Random(7)).cards)
    54
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    # Sorting by random numbers takes less than half the time of rng.shuffle.
    pack = state._match.rules.pack
    next_number = partial(next, starmap(errors.checked_generator(rng).random, repeat(())))
    return moves.deal_of(tuple(sorted(pack.cards, key=next_number)), pack)


def begins_hand(state: AnyState) -> bool:
    """Return whether a deal that is due begins a hand; others shuffle cards within one."""
    return state.hand_over or not state._hand_data.held


@overload
def legal_moves(state: AnyState) -> tuple[Move, ...]: ...
@overload
def legal_moves(state: HasLegalMoves) -> tuple[Move, ...]: ...
def legal_moves(state: Any) -> tuple[Move, ...]:
    """List the legal moves of the player to move.

    Args:
        state: a state, or a view. The view of another seat has no legal moves.

    Returns:
        Each move once, in a fixed order. All moves but plays come first (declarations from high to
        low, exchanges in the order of cards, suits in the order of suits), then the plays in the
        order of cards. The page of a game gives the order of plays of several cards. The tuple is
        empty if a deal is due or the game is over.

    Raises:
        TypeError: if ``state`` is neither a state nor a view.

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
        if not isinstance(state, GameState):  # a class of states has these attributes, too
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
    twowaystreet.IllegalMove: 'high': this is not a move of Two Way Street: expected ...
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
    playing: OfGame = state
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
    twowaystreet.HandNotOver: no hand has been played out: the phase is deal
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    score = state._match.score
    if score is None:
        raise errors.HandNotOver(f"no hand has been played out: the phase is {state.phase}")
    return cast(ScoreT, score)


def payoffs(state: AnyState) -> tuple[float, ...]:
    """Return the worth of the hand just finished to each seat, higher being better in every game.

    A payoff is the seat's points minus the mean of the others' points, with the sign reversed in
    games that count down. Partners share it: it is the mean of their points minus the mean of the
    other sides' means. Payoffs sum to zero, apart from rounding.

    Raises:
        HandNotOver: unless ``state.hand_over``.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> rng, state = random.Random(7), street.new_game(street.Rules(players=3))
    >>> while not state.hand_over:
    ...     due = state.needs_deal
    ...     state = apply(state, shuffle(state, rng) if due else rng.choice(legal_moves(state)))
    >>> score_hand(state).points, payoffs(state)
    ((0, 10, 10), (-10.0, 5.0, 5.0))
    """
    return payoffs_of(score_hand(state), state._match.rules)


_INDEX: Final = attrgetter("index")


def deal_hands(
    state: AnyState, hands: Iterable[Iterable[Card]], stock: Iterable[Card] = ()
) -> Deal:
    """Make the deal that gives exactly these hands.

    Args:
        state: a state in which a deal is due.
        hands: the cards of each hand, all that it gets before the play, in the order of dealing and
            of ``state.hands``. The page of each game describes its layout.
        stock: the first cards that go to no hand, from the top. The remaining cards follow in the
            order of cards.

    Returns:
        The deal of the whole pack, which :func:`~twowaystreet.apply` takes.

    Raises:
        IllegalMove: if no deal is due.
        RulesError: if the number of hands or cards is wrong, or the pack lacks one of these cards.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet import cards
    >>> from twowaystreet.games import duel
    >>> state = duel.new_game(dealer=1)
    >>> ann, ben = cards("2C 3C 4C 5C 6C 7C 8C 9C 10C JC"), cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS")
    >>> deal = deal_hands(state, [ann, ben], cards("R* B*"))
    >>> str(deal)
    'deal 2S 2C 3S 4S 3C 4C 5S 6S 7S 5C 6C 7C 8S 9S 10S JS 8C 9C 10C JC R* B* QC KC AC 2D ...'
    >>> apply(state, deal).hands == (ann, ben)
    True
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    dealing = state._to_deal(hands)
    places, pack, rule = deal_places(dealing), dealing.rules.pack, dealing._dealing_rule
    expected = f"{len(places)} hands"
    given: tuple[OfGame, ...] = errors.as_tuple("hands", hands, expected, rule)
    if len(given) != len(places):
        raise errors.RulesError("hands", hands, f"{expected}, found {len(given)}", rule)
    wanted = [
        _cards(f"hands[{number}]", hand, len(place), len(place), rule)
        for number, (hand, place) in enumerate(zip(given, places, strict=True))
    ]
    top = _cards("stock", stock, 0, len(pack) - sum(map(len, places)), rule)
    chosen = (*chain.from_iterable(wanted), *top)
    left = Counter(map(_INDEX, pack.cards))
    left.subtract(map(_INDEX, chosen))
    if min(left.values()) < 0:
        expected = "cards of the pack, each at most as often as the pack has it"
        raise errors.RulesError("cards", text_of(pack.extra(chosen)), expected, "AL-6")
    laid = dict(zip(chain.from_iterable(places), chosen, strict=False))
    rest = chain(top, map(CARDS.__getitem__, sorted(left.elements())))
    return moves.deal_of(tuple(laid.get(place) or next(rest) for place in range(len(pack))), pack)


def _cards(
    field: str, some: Iterable[Card], least: int, most: int, rule: str | None
) -> tuple[Card, ...]:
    expected = f"{most} cards" if least == most else f"at most {most} cards"
    found = errors.as_tuple(field, some, expected, rule)
    if not least <= len(found) <= most:
        raise errors.RulesError(field, some, f"{expected}, found {len(found)}", rule)
    if not set(map(type, found)) <= {Card}:
        raise errors.RulesError(field, some, expected, rule)
    return found


_build_card: Final = cast("Callable[..., Card]", fast_constructor(Card))


def deal_places(state: AnyState) -> list[list[int]]:
    """Return for each hand the places in the pack, from the top, whose cards it gets."""
    pack = state.rules.pack
    marked = [
        _build_card(card.rank, card.suit, card.index, card._bit << LANE * number)
        for _, copies in groupby(pack.cards, _INDEX)
        for number, card in enumerate(copies)
    ]
    place_of = {card._bit: place for place, card in enumerate(marked)}
    held = state._deals_out(moves.deal_of(tuple(marked), pack))
    return [sorted(map(place_of.__getitem__, bits_of(hand))) for hand in held]


def parse_move(state: AnyState, text: str, *, short: bool = False) -> Move:
    """Read a move of the game that a state is of.

    Args:
        state: any state of the game; the move need not be legal in it.
        text: the move, such as ``QS``, ``exchange 9S 10S`` or ``name H``, in upper or lower case.
        short: True to read short forms as well, as the terminal does: ``9S 10S`` for
            ``exchange 9S 10S`` if an exchange is due. The class of a move names the word that may
            be left out: ``bid`` may, and ``blind`` in ``blind 6`` may not. A text that is a whole
            move of a type that is due never has another meaning.

    Raises:
        ParseError: if the text is not a move of this game, with the word at fault and its position;
            or if it is short for several moves. If no move begins with the first word,
            ``expected`` has the forms of the legal moves.
        TypeError: if ``state`` is not a state.

    >>> from twowaystreet.games import street
    >>> parse_move(street.new_game(), "exchange t♠ 9s")
    Exchange(cards=(Card.parse('9S'), Card.parse('10S')))
    >>> import random
    >>> from twowaystreet import apply, shuffle
    >>> state = street.new_game()
    >>> state = apply(apply(state, shuffle(state, random.Random(7))), street.Declare("low"))
    >>> str(parse_move(state, "9s 10s", short=True))
    'exchange 9S 10S'
    """
    if not isinstance(state, GameState):
        raise not_a_state(state)
    read = partial(
        moves.read_move, moves.move_types_of(type(state)), expected=partial(_expected_forms, state)
    )
    if not short:
        return read(text)
    legal = legal_moves(state)
    due = frozenset(map(type, legal))
    try:
        whole = read(text)
    except errors.ParseError:
        meant = _short_forms(legal, text)
        if not meant:
            raise
    else:
        meant = () if type(whole) in due else _short_forms(legal, text)
        if not meant:
            return whole
    if len(meant) > 1:
        raise errors.ParseError(text, text, 0, f"{' or '.join(map(str, meant))} in full")
    return meant[0]


def _short_forms(legal: Sequence[Move], text: str) -> Sequence[Move]:
    """Return the moves for which a text without leading word is short, legal ones if any is."""
    found: list[Move] = []
    for move_type in {type(move): None for move in legal}:
        if type(text) is str and move_type.optional_word:
            with suppress(errors.ParseError, errors.IllegalMove):
                found.append(moves.read_move((move_type,), f"{move_type.optional_word} {text}"))
    return [move for move in found if move in legal] or found


def _expected_forms(state: AnyState) -> str:
    if state.needs_deal:
        return Deal.form
    return moves.forms_of(legal_moves(state)) or "no further move: the game is over"
