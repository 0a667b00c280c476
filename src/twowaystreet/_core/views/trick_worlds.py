"""The parts of worlds: unseen cards, the constraints that plays show, and states built from views.

Most games get their worlds from their facts; games that declare them in code use these parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, product
from typing import Any, Final, TypeAlias

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.cards.masks import Pack, find
from twowaystreet._core.engine.match import build_match
from twowaystreet._core.engine.moves import deal_of
from twowaystreet._core.engine.seats import rotate_to, rotation
from twowaystreet._core.engine.verbs import deal_places
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.worlds.worlds import Hidden, Holding
from twowaystreet.errors import WorldsError

# Any: views and states of any game's own classes, here and below.
OfGame: TypeAlias = Any
Limits: TypeAlias = tuple[int, tuple[int, ...]]
"""The limits of a hand: a mask of card types that it lacks, and masks of which it has a card."""
Build: TypeAlias = Callable[[OfGame, int], OfGame]
"""A function that builds a state from its hand data and the mask of the cards in the hands."""

NO_LIMITS: Final[Limits] = (0, ())


# Cards and plays


def unseen_cards(pack: Pack, seen: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards of a pack besides those seen, in the order of cards.

    Raises:
        WorldsError: if the pack lacks one of those seen.
    """
    unseen = pack.missing(seen)
    if len(unseen) + len(seen) != len(pack):
        extra = text_of(pack.extra(seen))
        raise WorldsError(f"the view shows cards that the pack lacks: {extra}")
    return unseen


def plays_of(view: OfGame) -> list[tuple[int, Card]]:
    """Return the cards played in a hand, each with its hand, in the order of play."""
    tricks = (*view.tricks, view.trick)
    return [play for trick in tricks for play in zip(trick.seats, trick.cards, strict=True)]


def limits_of(view: OfGame) -> list[list[Limits]]:
    """Return for each hand the limits of its remaining cards that follow from the plays.

    A card that is not allowed by a duty shows that the hand lacks all cards of the duty. A card
    that is allowed without being of the duty shows something only if another duty follows: the hand
    has a card of the first duty, or the other duty counts. Then a hand has several alternatives,
    which exclude one another. A hand without an alternative contradicts the rules.
    """
    nothing: list[Limits] = [NO_LIMITS]
    found = [nothing] * len(view.hand_sizes)
    tricks: tuple[Trick, ...] = (*view.tricks, view.trick)
    bound = {
        (number, hand): duty
        for number, trick in enumerate(tricks)
        for _, hand, _, duty, _ in view._played_under_duty(number, trick)
    }
    for number, trick in enumerate(tricks):
        for hand, card in zip(trick.seats, trick.cards, strict=True):
            duty = bound.get((number, hand), ())
            # Most cards follow suit, and show nothing: half of the time of these limits.
            if found[hand] is not nothing or (duty and not card._bit & duty[0][0] & duty[0][1]):
                before: list[Limits] = found[int(hand)]
                found[hand] = limits_after(before, card, duty)
    return found


def limits_after(
    before: Iterable[Limits], card: Card, duty: Sequence[tuple[int, int]] = ()
) -> list[Limits]:
    """Return the limits of a hand after it has played a card under a duty."""
    bit = card._bit
    found = dict[Limits, None]()
    for barred, needs in before:
        if bit & barred:
            continue  # the hand could not hold the card
        unmet = tuple([need for need in needs if not bit & need])
        found.update(dict.fromkeys(_shown(bit, duty, barred, unmet)))
    return [*found]


def _shown(
    bit: int, duty: Sequence[tuple[int, int]], barred: int, needs: tuple[int, ...]
) -> Iterator[Limits]:
    """Yield the limits that follow from a card played under the rest of a duty."""
    for number, (due, allowed) in enumerate(duty):
        if bit & allowed:
            if bit & due or all(bit & other for _, other in duty[number + 1 :]):
                break
            if due & ~barred:
                yield barred, (*needs, due)
        barred |= due
    yield barred, needs


def cases_of(limits: Iterable[Iterable[Limits]]) -> Iterator[tuple[Limits, ...]]:
    """Return every combination of the alternatives of all hands."""
    return product(*limits)


# States


def match_of(view: OfGame) -> OfGame:
    """Return the match that a view shows."""
    return build_match(
        view.rules, view.dealer, view.scores, view.hands_played, view.score, view.is_over
    )


def builder_of(
    view: OfGame,
    order: tuple[int, ...] = (),
    phase: OfGame = None,
    hand_data: OfGame = None,
    fields: tuple[OfGame, ...] = (),
) -> Build:
    """Return a function that builds the state of a view from its hand data.

    It takes the hand data, and the mask of the cards that all hands hold now.

    Args:
        view: the view.
        order: the hands in the order in which they play to the trick; ``()`` before the play, and
            in games without tricks.
        phase: the phase of the state, if the view shows another one.
        hand_data: hand data with the public facts on which legal plays depend, if there are any.
        fields: the further fields of a state without tricks.
    """
    match, state_type = match_of(view), view._state
    phase = view.phase if phase is None else phase
    build, actor = state_type._build, None if view.hand_over else view.actor
    if not issubclass(state_type, TrickState):
        return lambda hand_data, remaining: build(
            match, hand_data, phase, actor, remaining, *fields
        )
    tricks = view.tricks
    if view.hand_over or not order:
        return lambda hand_data, remaining: build(
            match, hand_data, phase, actor, remaining, 0, (), tricks
        )
    table, led = view.trick.cards, view.trick.led
    await_play = build(match, hand_data, phase)._await_play
    return lambda hand_data, remaining: await_play(hand_data, remaining, order, tricks, table, led)


def before_deal(view: OfGame, hand_data: OfGame) -> tuple[Hidden[OfGame], ...]:
    """Return the only case of a view before a deal, in which no card is hidden."""
    state = builder_of(view)(hand_data, 0)
    return (Hidden((), (), (Holding(),) * view.rules.seats, lambda division, rng: state),)


def remaining_after(held: Sequence[int], plays: Iterable[tuple[int, Card]]) -> int:
    """Return the mask of the cards in the hands after some plays, the lowest copies first."""
    remaining = sum(held)
    for hand, card in plays:
        remaining ^= find(held[hand] & remaining, card)
    return remaining


def waiting_of(view: OfGame, hand_data: OfGame) -> OfGame:
    """Return the state that waits for the deal of the hand of a view."""
    rules, state_type = view.rules, view._state
    match = build_match(rules, view.dealer, view.scores, view.hands_played, None, False)
    return state_type._build(match, hand_data, state_type._phases.DEAL)


def dealer_of(view: OfGame, hand_data: OfGame) -> Callable[..., OfGame]:
    """Return a function that deals chosen hands and the rest of the pack by the rules of the game.

    Packs with equal cards need it, because the order of dealing decides the lanes of copies.
    """
    waiting, pack = waiting_of(view, hand_data), view.rules.pack
    places = _places(waiting)

    def deal(hands: Iterable[Sequence[Card]], rest: Iterable[Card]) -> OfGame:
        laid = dict(zip(places, chain(*hands, rest), strict=True))
        cards = tuple([laid[place] for place in range(len(pack))])
        return waiting._deal_hands(deal_of(cards, pack))

    return deal


def _places(waiting: OfGame) -> tuple[int, ...]:
    """Return the places in the pack of each hand, hand by hand, and then the other places."""
    hands = tuple(chain.from_iterable(deal_places(waiting)))
    taken = set(hands)
    return (*hands, *(at for at in range(len(waiting.rules.pack)) if at not in taken))


def order_of(view: OfGame) -> tuple[int, ...]:
    """Return the hands in the order in which they play to this trick; ``()`` outside the play."""
    if view.phase is not view._state._play_phase:
        return ()
    if view.tricks:
        return rotate_to(view.tricks[0].seats, view.trick.leader)
    order = rotation(view.trick.leader, view.rules.seats)
    return tuple([seat for seat in order if seat in view._players])
