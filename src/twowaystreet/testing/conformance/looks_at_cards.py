"""Promises about the play: where the cards are, whose turn it is, that it comes to an end."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import Any, cast

import attrs

from twowaystreet.cards import Card, text_of
from twowaystreet.errors import IllegalMove, quoted
from twowaystreet.moves import Deal, Move, Play
from twowaystreet.options import options_of
from twowaystreet.phases import Phase
from twowaystreet.state import AnyState, GameState
from twowaystreet.testing.conformance.courses import played
from twowaystreet.testing.conformance.pictures import named_in
from twowaystreet.testing.conformance.trial import Moment, fail, see
from twowaystreet.tricks import Trick
from twowaystreet.verbs import apply, legal_moves, shuffle

NOBODYS: tuple[Phase, ...] = (Phase.DEAL, Phase.HAND_OVER, Phase.GAME_OVER)
"""The phases in which nobody is to move."""


def hands_of(state: AnyState, seat: int) -> tuple[tuple[Card, ...], ...]:
    """The hands of a seat: one of them, or as many as each seat plays."""
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: AnyState) -> tuple[Trick, ...]:
    """The tricks of the hand, and that on the table if there is a card in it."""
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def on_table(state: AnyState) -> Counter[Card]:
    """The cards that have been played in this hand."""
    return Counter(chain.from_iterable(trick.cards for trick in tricks_of(state)))


def about(state: AnyState) -> Counter[Card]:
    """The cards that can be found: in hands, in the stock, in tricks."""
    return Counter(chain(*state.hands, state.stock)) + on_table(state)


def _text(cards: Counter[Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(moment: Moment) -> int:
    """Cards are neither doubled nor lost."""
    state, step = moment.state, moment.last_step
    pack, now = Counter(state.rules.pack.cards), about(state)
    too_many = _text(now - pack)
    see(not too_many, f"found more often than they are in the pack: {too_many}")
    for number, hand in enumerate(state.hands):
        see(tuple(sorted(hand)) == hand == state.hand_of(number), f"hand {number} is out of order")
    sizes = tuple(map(len, state.hands))
    see(state.hand_sizes == sizes, f"hand_sizes are {state.hand_sizes}, and the hands {sizes}")
    if step is None:
        return 1
    before, move = step
    if isinstance(move, Deal):
        there = moment.trial.memory.setdefault(("dealt", state.rules), now.total())
        see(there == now.total(), f"{now.total()} cards are there after a deal, else {there}")
    elif isinstance(move, Play):
        _played(before, move, state)
    else:
        gone = about(before) - now - Counter(before.stock) - Counter(named_in(str(move)))
        see(not (gone and now), f"{move} makes cards vanish from hands: {_text(gone)}")
    return 1


def _played(before: AnyState, move: Play, after: AnyState) -> None:
    """See that a play brings one card to the trick, and that no other comes or goes."""
    was, now = about(before), about(after)
    if was != now:
        lost, more = _text(was - now), _text(now - was)
        fail(f"{move} was played, which loses {lost or 'nothing'}, and adds {more or 'nothing'}")
    down = on_table(after)
    down.subtract(on_table(before))
    see(
        down[move.card] == down.total() == 1,
        lambda: f"{move} was played, and on the table came {_text(+down) or 'nothing'}",
    )


def turns(moment: Moment) -> int:
    """It is somebody's turn just when a move is due."""
    state, step = moment.state, moment.last_step
    seats = range(state.rules.seats)
    actor: Any = state.actor
    nobody = state.needs_deal or state.is_over
    see((actor is None) == nobody, f"the actor is {actor}, the phase {state.phase}")
    see(actor is None or actor in seats, f"the actor is {actor}, which is no seat")
    see(not (state.needs_deal and state.is_over), "a deal is due though the game is over")
    see(not state.hand_over or nobody, f"the hand is over, and seat {actor} is to move")
    see(isinstance(state.phase, Phase), f"the phase is {state.phase!r}")
    see((state.phase in NOBODYS) == nobody, f"the phase is {state.phase}, the actor {actor}")
    moves = legal_moves(state)
    see((not moves) == nobody, f"the actor is {actor}, with the legal moves {quoted(moves)}")
    see(state.dealer in seats, f"the dealer is {state.dealer}, which is no seat")
    see(len(state.scores) == len(seats), f"{len(seats)} play, and the scores are {state.scores}")
    for trick in tricks_of(state)[-2:]:
        _trick(state, trick)
    see(
        state.trick.winner is None, lambda: f"a trick is taken before it is complete: {state.trick}"
    )
    if step is not None:
        _step(*step, state)
    return 1


def _trick(state: AnyState, trick: Trick) -> None:
    """See that each hand is at most once in a trick, and its first seat leads."""
    seats, each = trick.seats, len(state.hands) // state.rules.seats
    see(len(seats) == len(trick.cards), lambda: f"a trick of {len(seats)} seats: {trick}")
    see(trick.leader == seats[0], lambda: f"a trick that its first seat does not lead: {trick}")
    see(max(map(seats.count, seats)) <= each, lambda: f"a hand plays twice to a trick: {trick}")
    see(
        trick not in state.tricks or trick.winner in seats,
        lambda: f"a complete trick that nobody in it has taken: {trick}",
    )


def _step(before: AnyState, move: Move, after: AnyState) -> None:
    """See who made the move, and who is next."""
    if isinstance(move, Deal):
        dealer = (before.dealer + before.hand_over) % before.rules.seats
        see(after.dealer == dealer, f"seat {after.dealer} has dealt, expected seat {dealer}")
        see(before.actor is None and not before.is_over, "a deal was taken that was not due")
        return
    see(after.dealer == before.dealer, "the dealer changes in the middle of a hand")
    if not isinstance(move, Play):
        return
    given = [
        seat
        for seat in range(before.rules.seats)
        if hands_of(before, seat) != hands_of(after, seat)
    ]
    see(
        given == [before.actor] or after.stock != before.stock,
        lambda: f"seat {before.actor} plays {move}, which changes the hands of {given}",
    )
    last = tricks_of(after)[-1]
    see(
        last.seats[-1] == before.actor and last.cards[-1] == move.card,
        f"seat {before.actor} plays {move}, and the trick is {last}",
    )
    ended = len(after.tricks) - len(before.tricks)
    see(ended in (0, 1), f"one card makes {ended} tricks")
    see(after.tricks[: len(before.tricks)] == before.tricks, "tricks change after they are taken")
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        see(new in _turned(old), f"a trick goes round as {new}, and the one before as {old}")
    if after.actor is None or after.phase is not Phase.PLAY:
        return
    if ended:
        see(
            after.actor == after.trick.leader,
            f"seat {after.actor} is to move, and seat {after.trick.leader} to lead",
        )
        # Any: hooks, of which a game may have its own.
        own, usual = (cast(Any, kind)._next_leader for kind in (type(after), GameState))
        if own is usual:
            see(after.actor == last.winner, f"seat {after.actor} leads after {last}")
        see(after.actor in last.seats, f"seat {after.actor} leads, which is not in play: {last}")
    else:
        _next_in_turn(after)


def _next_in_turn(after: AnyState) -> None:
    """See that the trick goes on as the last one did."""
    if after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = any(one[: len(so_far)] == so_far for one in _turned(order))
        see(good, f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}")


def _turned(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """An order of seats, begun at each of them."""
    return [order[at:] + order[:at] for at in range(len(order))]


def ending(moment: Moment) -> int:
    """Hands end, and so do matches."""
    trial, rng = moment.trial, moment.rng
    start, hands = _bounded(moment), 1
    if start.rules.max_hands is not None:
        hands = start.rules.max_hands - start.hands_played
    course = played(start, rng, hands + 1)
    last = course.states[-1]
    moves = len(course.moves)
    if course.fault:
        if not course.endless:
            return 0  # somebody cannot move, which is a promise of its own
        fail(course.fault, course)
    ended = [place for place, state in enumerate(course.states) if state.hand_over and place]
    for count, place in enumerate(ended, start=1):
        state = course.states[place]
        if state.hands_played != start.hands_played + count:
            fail(f"{count} hands have ended, and hands_played is {state.hands_played}", course)
    if start.rules.max_hands is not None and not last.is_over:
        cut = course.until(ended[hands - 1] if len(ended) >= hands else moves)
        fail(f"max_hands is {start.rules.max_hands}, and the game is not over after them", cut)
    for place, state in enumerate(course.states):
        wrong = _wrong_end(state, last=place == moves)
        if wrong:
            fail(wrong, course.until(place))
    if last.is_over:
        for move in (shuffle(last, rng), *trial.moves()):
            try:
                apply(last, move)
            except IllegalMove:
                continue
            fail(f"the game is over, and {move} is taken", course)
    return len(ended)


def _wrong_end(state: AnyState, *, last: bool) -> str:
    """What is wrong with how a state says that the game is over; empty if nothing is."""
    winners = state.winners
    if state.is_over and (not last or legal_moves(state) or not state.hand_over):
        return "the game is over, and goes on"
    if bool(winners) != state.is_over or not set(winners) <= set(range(state.rules.seats)):
        return f"the winners are {winners}, and the game is {'' if state.is_over else 'not '}over"
    return ""


def _bounded(moment: Moment) -> AnyState:
    """The start of the course; with few hands in all, if the rules have a bound for them."""
    # Any: the rules of the game's own class.
    game: Any = moment.trial.game
    rules: Any = moment.course.start.rules
    if "max_hands" not in options_of(game.Rules):
        return moment.course.start
    few = attrs.evolve(rules, max_hands=moment.rng.randint(1, 3))
    start: AnyState = game.new_game(few, dealer=moment.course.start.dealer)
    return start
