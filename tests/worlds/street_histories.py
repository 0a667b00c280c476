"""Every history of Two Way Street behind a view, found by playing them all.

A history is a deal, with every card a physical card of its own, the cards of each exchange, and the
public moves. The functions here know the layout of the tape and nothing about evidence: `apply`
decides which histories are legal, and the view which of them look alike.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations, product
from typing import TypeAlias

import twowaystreet as tws
from twowaystreet.games import street

Cell: TypeAlias = tuple[int, int]
"""A place of a hand after the exchanges: a seat, and a number from 0 to 9, played cards first."""
Key: TypeAlias = tuple[frozenset[int], ...]
"""The physical cards in each hand and in the stock that nobody has played."""


def played_by(view: street.View, seat: int) -> list[tws.Card]:
    """Return the cards that a seat has played."""
    return [
        card
        for trick in (*view.tricks, view.trick)
        for player, card in zip(trick.seats, trick.cards, strict=True)
        if player == seat
    ]


def turns(view: street.View) -> list[int]:
    """Return the seats in the order of their turns before the play."""
    seats = len(view.hand_sizes)
    return [(view.dealer + number) % seats for number in range(seats)]


def replayed(
    view: street.View,
    hands: Sequence[Sequence[tws.Card]],
    stock: Sequence[tws.Card],
    given: dict[int, Sequence[tws.Card]],
) -> street.State:
    """Deal these cards and make the moves of a view; raise `IllegalMove` where one is refused.

    Args:
        view: the view.
        hands: the cards dealt to each seat.
        stock: the stock after the deal.
        given: the cards that each seat put under the stock.
    """
    points = view.score.points if view.score else (0,) * len(view.scores)
    before = [now - new for now, new in zip(view.scores, points, strict=True)]
    state = street.new_game(
        view.rules,
        dealer=view.dealer,
        scores=before,
        hands_played=view.hands_played - view.hand_over,
    )
    if view.phase is street.Phase.DEAL:
        return state
    state = tws.apply(state, tws.deal_hands(state, [hands[seat] for seat in range(len(hands))], stock))
    for seat in turns(view):
        declaration = view.declarations[seat]
        if declaration is None:
            break
        if not declaration.forced:
            state = tws.apply(state, street.Declare(declaration.direction))
        if view.has_exchanged[seat] is None:
            break
        move = street.Exchange(given[seat]) if view.has_exchanged[seat] else street.Keep()
        state = tws.apply(state, move)
    namings = {(naming.trick, naming.seat): naming.suit for naming in view.named}
    for number, trick in enumerate((*view.tricks, view.trick)):
        for seat, card in zip(trick.seats, trick.cards, strict=True):
            if suit := namings.pop((number, seat), None):
                state = tws.apply(state, street.NameSuit(suit))
            state = tws.apply(state, tws.Play(card))
    for suit in namings.values():
        state = tws.apply(state, street.NameSuit(suit))
    return state


def replayed_sample(view: street.View, sample: street.State) -> street.State:
    """Play the deal and the hidden moves of a sample with the public moves of the view."""
    tape = list[tws.Card]()
    hands = list[list[tws.Card]]()
    for seat in turns(view):
        if exchange := sample.exchanged[seat]:
            tape += exchange.drawn
    stock = [*tape, *sample.stock][: len(sample.stock)]
    given = dict[int, Sequence[tws.Card]]()
    for seat in range(len(view.hand_sizes)):
        hand = [*sample.hands[seat], *played_by(view, seat)]
        if exchange := sample.exchanged[seat]:
            for card in exchange.drawn:
                hand.remove(card)
            hand += exchange.given
            given[seat] = exchange.given
        hands.append(hand)
    return replayed(view, hands, stock, given)


def histories(view: street.View) -> Iterator[tuple[Key, Fraction, street.State]]:
    """Yield every history behind a view, as a division, its weight and the state it leads to.

    Two equal cards of a pair lie either way, so each way has half the weight. A player who drew
    two cards of the dealt stock may have drawn any two; one choice stands for all.
    """
    seats, viewer = range(len(view.hand_sizes)), view.seat
    size = len(view.stock)
    exchangers = [seat for seat in turns(view) if view.has_exchanged[seat]]
    drawn = 2 * len(exchangers)
    names = dict(enumerate(view.rules.pack.cards))
    free = defaultdict[tws.Card, list[int]](list)
    for name, card in names.items():
        free[card].append(name)
    cells: dict[Cell, int | None] = {}
    own_tape: dict[int, int] = {}
    if viewer is not None:
        final = [*played_by(view, viewer), *(view.hand or ())]
        for number, card in enumerate(final):
            cells[viewer, number] = free[card].pop()
        if viewer in exchangers:
            exchange, own = view.exchanged[viewer], exchangers.index(viewer)
            assert exchange is not None
            mine = [cells[viewer, number] for number in range(len(final))]
            for number, card in enumerate(exchange.drawn):
                name = next(name for name in mine if name is not None and names[name] == card)
                mine.remove(name)
                own_tape[2 * own + number] = name
            for number, card in enumerate(exchange.given):
                place = size + 2 * own + number
                if place not in own_tape:
                    own_tape[place] = free[card].pop()
    # The cells that each other player may have drawn.
    others = [seat for seat in seats if seat != viewer]
    total = {seat: view.hand_sizes[seat] + len(played_by(view, seat)) for seat in others}
    choices: list[list[dict[int, Cell]]] = []
    for number, seat in enumerate(exchangers):
        if seat == viewer:
            continue
        hand = [(seat, cell) for cell in range(total[seat])]
        places = [2 * number, 2 * number + 1]
        if places[1] < size:
            choices.append([dict(zip(places, hand, strict=False))])
        else:
            choices.append([dict(zip(places, two, strict=True)) for two in permutations(hand, 2)])
    stock_cells = [(-1, place) for place in range(drawn, drawn + size)]
    for choice in product(*choices):
        tape_cells = {place: cell for some in choice for place, cell in some.items()}
        tape_cells |= {place: (-1, place) for _, place in stock_cells}
        filled = dict(cells)
        for place, name in own_tape.items():
            if place in tape_cells:
                filled[tape_cells[place]] = name
        wanted: list[tuple[Cell, tws.Card | None]] = []
        for seat in others:
            played = played_by(view, seat)
            for number in range(total[seat]):
                card = played[number] if number < len(played) else None
                wanted.append(((seat, number), card))
        wanted += [(cell, None) for cell in stock_cells]
        if any(
            card is not None and (name := filled.get(cell)) is not None and names[name] != card
            for cell, card in wanted
        ):
            continue
        wanted = [(cell, card) for cell, card in wanted if cell not in filled]
        left = {card: list(some) for card, some in free.items()}
        yield from _fillings(view, names, filled, wanted, left, tape_cells, own_tape, exchangers)


def _fillings(
    view: street.View,
    names: dict[int, tws.Card],
    filled: dict[Cell, int | None],
    wanted: list[tuple[Cell, tws.Card | None]],
    left: dict[tws.Card, list[int]],
    tape_cells: dict[int, Cell],
    own_tape: dict[int, int],
    exchangers: list[int],
) -> Iterator[tuple[Key, Fraction, street.State]]:
    """Yield the histories in which the cards lie in these cells."""
    open_cards = [(cell, card) for cell, card in wanted if card is not None]
    if open_cards:
        cell, card = open_cards[0]
        rest = [one for one in wanted if one[0] != cell]
        if not left[card]:
            return
        # To the viewer these copies are alike: the first one stands for all of them.
        name, *others = left[card]
        found = _fillings(
            view,
            names,
            filled | {cell: name},
            rest,
            left | {card: others},
            tape_cells,
            own_tape,
            exchangers,
        )
        for key, weight, state in found:
            yield key, weight * len(left[card]), state
        return
    loose = [name for some in left.values() for name in some]
    assert len(loose) == len(wanted)
    size, drawn = len(view.stock), 2 * len(exchangers)
    for order in permutations(loose):
        all_cells = filled | dict(zip([cell for cell, _ in wanted], order, strict=True))
        tape_names = {place: all_cells[cell] for place, cell in tape_cells.items()} | own_tape
        tape = [names[name] for place in range(size + drawn) if (name := tape_names[place]) is not None]
        weight = Fraction(1)
        for place in range(size, size + drawn, 2):
            if tape[place] > tape[place + 1]:
                weight = Fraction(0)
                break
            if tape[place] == tape[place + 1]:
                weight /= 2
        if not weight:
            continue
        hands = list[list[tws.Card]]()
        given = dict[int, Sequence[tws.Card]]()
        for seat in range(len(view.hand_sizes)):
            hand = Counter(
                names[name]
                for (owner, _), name in all_cells.items()
                if owner == seat and name is not None
            )
            if seat in exchangers:
                number = exchangers.index(seat)
                hand.subtract(tape[2 * number : 2 * number + 2])
                given[seat] = tape[size + 2 * number : size + 2 * number + 2]
                hand.update(given[seat])
            hands.append(list(hand.elements()))
        try:
            state = replayed(view, hands, tape[:size], given)
        except tws.IllegalMove:
            continue
        if tws.view(state, view.seat) != view:
            continue
        key = tuple(
            frozenset(
                name
                for (owner, number), name in all_cells.items()
                if owner == seat and name is not None and number >= len(played_by(view, seat))
            )
            for seat in range(len(view.hand_sizes))
        )
        in_stock = frozenset(
            name for (owner, _), name in all_cells.items() if owner == -1 and name is not None
        )
        yield (*key, in_stock), weight, state
