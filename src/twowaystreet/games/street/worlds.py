"""The hidden cards of Two Way Street: the hands of the others, their exchanges and the stock."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain, repeat
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from twowaystreet._cards.cards import CARDS, Card
from twowaystreet._cards.masks import ONE_LANE, card_types_among, find, find_all, mask_of
from twowaystreet._engine.match import build_match
from twowaystreet._engine.seats import rotation
from twowaystreet._util.constructors import fast_constructor
from twowaystreet._worlds.places import Division, Hidden, Holding, Place
from twowaystreet.games._twoway.state import Exchanged
from twowaystreet.games._twoway.worlds import naming_needs
from twowaystreet.games.street.rules import DECLARE, EXCHANGE, NAME, PLAY, Phase
from twowaystreet.games.street.state import HandData, State, new_game
from twowaystreet.games.street.tape import Known, Tape

if TYPE_CHECKING:
    from twowaystreet.games.street.view import View

_new_exchanged: Final = fast_constructor(Exchanged)
_new_hand_data: Final = fast_constructor(HandData)
_KEPT: Final = Exchanged()
_INDEX: Final = attrgetter("index")


def hidden(view: View) -> tuple[Hidden[State], ...]:
    """Return the unseen cards of a view, and the states that they lead to."""
    if view.phase is Phase.DEAL:
        undealt: State = State._build(_match_of(view), HandData(), Phase.DEAL)
        nothing = tuple([Holding() for _ in view.hand_sizes])
        return (Hidden((), (), nothing, lambda division, rng: undealt),)
    tape, barred, needs = Tape.of(view), barred_cards(view), naming_needs(view)
    return tuple(
        chain.from_iterable(
            [repeat(_case(tape, known, barred, needs), weight) for known, weight in tape.cases()]
        )
    )


def _match_of(view: View) -> Any:
    return build_match(
        view.rules, view.dealer, view.scores, view.hands_played, view.score, view.is_over
    )


def barred_cards(view: View) -> dict[int, int]:
    barred: dict[int, int] = {}
    for number, trick in enumerate((*view.tricks, view.trick)):
        for _, seat, card, following, _ in view._played_under_duty(number, trick):
            for duty, allowed in following:
                if card._bit & allowed:
                    break
                barred[seat] = barred.get(seat, 0) | duty
    return barred


def _case(
    tape: Tape, known: Known, barred: dict[int, int], needs: dict[int, tuple[int, ...]]
) -> Hidden[State]:
    """Return the case in which the viewer's cards lie in these hands now."""
    view = tape.view
    seen = Counter(view.hand or ())
    seen.update(chain.from_iterable(tape.played))
    seen.update(chain.from_iterable(known))
    seen.update(filter(None, view.stock))
    left = Counter(view.rules.pack.cards)
    left.subtract(seen)
    unseen = tuple(left.elements())
    places, holdings = list[Place](), list[Holding]()
    for seat, size in enumerate(view.hand_sizes):
        if seat == view.seat:
            holdings.append(Holding(view.hand or ()))
            continue
        holdings.append(Holding(known[seat], len(places)))
        met = card_types_among(known[seat])
        open_needs = tuple([need for need in needs.get(seat, ()) if not need & met])
        places.append(Place(size - len(known[seat]), barred.get(seat, 0), open_needs))
    places.append(Place(view.stock.count(None)))
    return Hidden(unseen, tuple(places), tuple(holdings), _builder(tape, known))


def _builder(tape: Tape, known: Known) -> Callable[[Division, random.Random], State]:
    """Return the function that makes the state of a division."""
    view, order, exchangers, stock, drawn = (
        tape.view,
        tape.order,
        tape.exchangers,
        tape.stock,
        tape.drawn,
    )
    match = _match_of(view)
    has_copies = view.rules.pack._sum.bit_count() != len(view.rules.pack)
    viewer = view.seat
    sure = [
        (*some, *(view.hand or () if seat == viewer else known[seat]))
        for seat, some in enumerate(tape.played)
    ]
    base = [card_types_among(some) for some in sure]
    places = [seat for seat in range(len(order)) if seat != viewer]
    exchanged: list[Exchanged | None] = [
        _KEPT if said is False else None for said in view.has_exchanged
    ]
    if viewer is not None:
        exchanged[viewer] = view.exchanged[viewer]
    # The places of the tape that each other player drew, and the known cards among them.
    draws = [
        (seat, 2 * number, tuple(filter(None, tape.cards[2 * number : 2 * number + 2])))
        for number, seat in enumerate(exchangers)
        if number != tape.own
    ]
    pairs = [
        (seat, stock + 2 * number)
        for number, seat in enumerate(exchangers)
        if number != tape.own
    ]
    dealt_stock = [place for place in range(drawn, len(tape.cards)) if tape.cards[place] is None]
    leader, table, led = view.trick.leader, view.trick.cards, view.trick.led
    turns = rotation(leader, len(order))
    plays = [
        (seat, card)
        for trick in (*view.tricks, view.trick)
        for seat, card in zip(trick.seats, trick.cards, strict=True)
    ]
    gone = 0 if has_copies else card_types_among([card for _, card in plays])
    is_play = view.phase is PLAY or view.phase is NAME

    def build(division: Division, rng: random.Random) -> State:
        number = rng.random
        cards: Any = list(tape.cards)
        hands = dict(zip(places, division, strict=False))
        for seat, place, fixed in draws:
            hand = [*sure[seat], *hands[seat]]
            for card in fixed:
                hand.remove(card)
            for here in (place, place + 1):
                if cards[here] is None:
                    cards[here] = hand.pop(int(number() * len(hand)))
        for place, card in zip(dealt_stock, division[-1], strict=True):
            cards[place] = card
        exchanges = exchanged.copy()
        for seat, place in pairs:
            low, high = cards[place : place + 2]
            if high.index < low.index:
                cards[place], cards[place + 1] = high, low
        for (seat, place, _), (_, pair) in zip(draws, pairs, strict=True):
            exchanges[seat] = _new_exchanged(
                tuple(cards[pair : pair + 2]), tuple(cards[place : place + 2])
            )
        if has_copies:
            held, remaining = _with_copies(tape, sure, hands, exchanges, plays)
        else:
            held = base.copy()
            for seat, some in hands.items():
                held[seat] += sum([card._bit for card in some])
            remaining = sum(held) - gone
        hand_data = _new_hand_data(
            tuple(held), tuple(cards[drawn:]), tuple(exchanges), view.named, view.declarations
        )
        if is_play:
            state: State = State._build(match, hand_data, PLAY)
            return state._await_play(hand_data, remaining, turns, view.tricks, table, led)
        state = State._build(
            match, hand_data, view.phase, view.actor, remaining, 0, (), view.tricks
        )
        return state

    return build


def _with_copies(
    tape: Tape,
    sure: Sequence[Sequence[Card]],
    hands: dict[int, tuple[Card, ...]],
    exchanges: Sequence[Exchanged | None],
    plays: Sequence[tuple[int, Card]],
) -> tuple[list[int], int]:
    """Return the hands as masks with copies in the lanes that the game gives them."""
    held = [0] * len(tape.order)
    used = 0
    for seat in tape.order:
        dealt = [*sure[seat], *hands.get(seat, ())]
        if exchange := exchanges[seat]:
            for card in exchange.drawn:
                dealt.remove(card)
            dealt += exchange.given
        held[seat] = mask_of(dealt, used)
        used |= held[seat]
    for seat in tape.order:
        if (exchange := exchanges[seat]) and exchange.given:
            given = find_all(held[seat], exchange.given) or 0
            used ^= given
            drawn = mask_of(exchange.drawn, used)
            used |= drawn
            held[seat] = held[seat] ^ given | drawn
    for seat, card in plays:
        used ^= find(held[seat] & used, card)
    return held, used
