"""Checks of play: cards, turns, tricks and voids, legal moves and their texts."""

from __future__ import annotations

from collections import Counter
from inspect import getattr_static
from itertools import chain, pairwise
from typing import Any, cast

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.engine.moves import Deal, Move, Phase, Play, move_types_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, parse_move, shuffle
from twowaystreet._core.tricks.trick_state import AnyTrickState, TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.views import view
from twowaystreet.errors import IllegalMove, Reason, TwoWayStreetError, quoted
from twowaystreet.testing.conformance.context import (
    Position,
    fail,
    hands_of_seat,
    require,
    tricks_of,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.conformance.snapshots import named_in
from twowaystreet.testing.failures import error_report


def turns(position: Position) -> int:
    """Check that a seat is to move exactly when a move is due, and that the dealer rotates."""
    state, step = position.state, position.last_step
    seats = range(state.rules.seats)
    actor: Any = state.actor
    nobody = state.needs_deal or state.is_over
    require((actor is None) == nobody, f"the actor is {actor} in phase {state.phase}")
    require(actor is None or actor in seats, f"the actor is {actor}, expected a seat")
    require(not (state.needs_deal and state.is_over), "a deal is due, but the game is over")
    require(not state.hand_over or nobody, f"the hand is over, but seat {actor} is to move")
    require(isinstance(state.phase, Phase), f"the phase is {state.phase!r}")
    idle = state.phase in (type(state)._phases("deal"), *type(state)._ends)
    require(idle == nobody, f"the phase is {state.phase} with the actor {actor}")
    moves = legal_moves(state)
    require((not moves) == nobody, f"the actor is {actor}, with the legal moves {quoted(moves)}")
    require(state.dealer in seats, f"the dealer is {state.dealer}, expected a seat")
    require(len(state.scores) == len(seats), f"the scores of {len(seats)} seats are {state.scores}")
    if step is not None:
        _check_step(*step, state)
    return 1


def _check_step(before: AnyState, move: Move, after: AnyState) -> None:
    """Check the dealer, and that a play only changes the hand of the actor."""
    if isinstance(move, Deal):
        dealer = (before.dealer + before.hand_over) % before.rules.seats
        require(
            after.dealer == dealer, f"the dealer is seat {after.dealer}, expected seat {dealer}"
        )
        require(before.actor is None and not before.is_over, "a deal was accepted that was not due")
        return
    require(after.dealer == before.dealer, "the dealer changes in the middle of a hand")
    if not isinstance(move, Play):
        return
    given = [
        seat
        for seat in range(before.rules.seats)
        if hands_of_seat(before, seat) != hands_of_seat(after, seat)
    ]
    require(
        given == [before.actor] or after.stock != before.stock,
        lambda: f"seat {before.actor} plays {move}, which changes the hands of {given}",
    )


def trick_state(state: AnyState) -> AnyTrickState:
    """Return the state with its type; the promise needs a trick-taking game."""
    assert isinstance(state, TrickState)
    return state


def tricks(position: Position) -> int:
    """Check the form of tricks, and that all have the same order of seats."""
    state, step = trick_state(position.state), position.last_step
    for trick in tricks_of(state)[-2:]:
        _check_trick(state, trick)
    require(state.trick.winner is None, lambda: f"an incomplete trick has a winner: {state.trick}")
    if step is not None and isinstance(step[1], Play):
        _check_play(trick_state(step[0]), step[1], state)
    return 1


def _check_trick(state: AnyTrickState, trick: Trick) -> None:
    """Check that each hand plays at most once to a trick, and that the first seat leads."""
    seats, each = trick.seats, len(state.hands) // state.rules.seats
    require(len(seats) == len(trick.cards), lambda: f"a trick of {len(seats)} seats: {trick}")
    require(
        trick.leader == seats[0], lambda: f"a trick whose leader is not its first seat: {trick}"
    )
    require(max(map(seats.count, seats)) <= each, lambda: f"a hand plays twice to a trick: {trick}")
    require(
        trick not in state.tricks or trick.winner in seats,
        lambda: f"a complete trick whose winner did not play to it: {trick}",
    )


def _check_play(before: AnyTrickState, move: Play, after: AnyTrickState) -> None:
    """Check that a play adds one card to the trick, and check the next actor."""
    last = tricks_of(after)[-1]
    require(
        last.seats[-1] == before.actor and last.cards[-1] == move.card,
        f"seat {before.actor} plays {move}, but the trick is {last}",
    )
    ended = len(after.tricks) - len(before.tricks)
    require(ended in (0, 1), f"one card makes {ended} tricks")
    require(after.tricks[: len(before.tricks)] == before.tricks, "complete tricks change")
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        require(new in _rotations(old), f"a trick has the order {new}, but the last one {old}")
    if after.actor is None or after.phase is not after._play_phase:
        return
    if ended:
        require(
            after.actor == after.trick.leader,
            f"seat {after.actor} is to move, but seat {after.trick.leader} is to lead",
        )
        # A game may override these hooks.
        if all(
            getattr_static(type(after), hook) is getattr_static(TrickState, hook)
            for hook in ("_leader_after", "_next_leader")
        ):
            require(after.actor == last.winner, f"seat {after.actor} leads after {last}")
        require(after.actor in last.seats, f"seat {after.actor} leads, but did not play to {last}")
    else:
        _check_next_in_turn(after)


def _check_next_in_turn(after: AnyTrickState) -> None:
    """Check that the trick has the order of the last one."""
    if after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = any(one[: len(so_far)] == so_far for one in _rotations(order))
        require(
            good, f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}"
        )


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Return all rotations of an order of seats."""
    return [order[at:] + order[:at] for at in range(len(order))]


def voids(position: Position) -> int:
    """Check that shown voids are true, and that the named cards prove them."""
    state, found = trick_state(position.state), 0
    for viewer in viewers(state):
        seen = view(state, viewer)
        shown = voids_shown(seen)
        view_type: Any = type(seen)  # Any: a TrickView, if it shows voids
        pairs = [(void.seat, void.suit) for void in shown]
        require(len(set(pairs)) == len(pairs), f"{viewer_name(viewer)} sees a void twice: {shown}")
        for void in shown:
            suit = view_type._suits[void.suit]
            hands = hands_of_seat(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            require(
                len(held) < len(hands),
                f"{viewer_name(viewer)} sees the void {void}, but the seat holds {held}",
            )
            played = (*state.tricks, state.trick)
            require(
                void.trick < len(played)
                and (void.seat, void.card)
                in zip(played[void.trick].seats, played[void.trick].cards, strict=True),
                f"{viewer_name(viewer)} sees the void {void}, but the card was not played there",
            )
            require(bool(void.rule), f"{viewer_name(viewer)} sees the void {void} without a rule")
            found += 1
    return found


def on_table(state: AnyState) -> Counter[Card]:
    """Count the cards that were played in this hand."""
    return Counter(chain.from_iterable(trick.cards for trick in tricks_of(state)))


def cards_in_play(state: AnyState) -> Counter[Card]:
    """Count the cards in hands, in the stock and in tricks."""
    return Counter(chain(*state.hands, state.stock)) + on_table(state)


def _text(cards: Counter[Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(position: Position) -> int:
    """Check that cards are neither doubled nor lost."""
    state, step = position.state, position.last_step
    pack, now = Counter(state.rules.pack.cards), cards_in_play(state)
    too_many = _text(now - pack)
    require(not too_many, f"more copies than in the pack: {too_many}")
    for number, hand in enumerate(state.hands):
        require(
            tuple(sorted(hand)) == hand == state.hand_of(number), f"hand {number} is not sorted"
        )
    sizes = tuple(map(len, state.hands))
    require(state.hand_sizes == sizes, f"hand_sizes is {state.hand_sizes}, expected {sizes}")
    if step is None:
        return 1
    before, move = step
    if isinstance(move, Deal):
        there = position.context.memory.setdefault(("dealt", state.rules), now.total())
        require(there == now.total(), f"{now.total()} cards after a deal, but {there} before")
    elif isinstance(move, Play) and isinstance(state, TrickState):
        _played(before, move, state)
    else:
        gone = cards_in_play(before) - now - Counter(before.stock) - Counter(named_in(str(move)))
        require(not (gone and now), f"{move} removes cards from hands: {_text(gone)}")
    return 1


def _played(before: AnyState, move: Play, after: AnyState) -> None:
    """Check that a play moves one card to the trick, and that no other card moves."""
    was, now = cards_in_play(before), cards_in_play(after)
    if was != now:
        lost, more = _text(was - now), _text(now - was)
        fail(f"the play {move} loses {lost or 'nothing'} and adds {more or 'nothing'}")
    down = on_table(after)
    down.subtract(on_table(before))
    require(
        down[move.card] == down.total() == 1,
        lambda: f"the play {move} adds {_text(+down) or 'nothing'} to the trick",
    )


def legality(position: Position) -> int:
    """Check that ``apply`` accepts exactly the legal moves."""
    state = position.state
    offered = legal_moves(state)
    actor = "nobody" if state.actor is None else f"seat {state.actor}"
    turn = f"in phase {state.phase} {actor}"
    require(offered == legal_moves(state), f"{turn} gets other legal moves in a second call")
    for move in offered:
        require(
            type(move) in move_types_of(type(state)), f"{move} is legal, but the type is undeclared"
        )
        require(offered.count(move) == 1, f"{turn} is offered {move} more than once")
        _check_accepted(state, move, f"{turn} is offered")
    plays = [isinstance(move, Play) for move in offered]
    require(plays == sorted(plays), f"{turn} gets plays before other moves")
    _check_order(position, offered)
    others = [move for move in position.context.moves() if move not in offered]
    for move in others:
        _check_refused(state, move, f"{turn} is not offered")
    deal = shuffle(state, position.rng)
    if state.needs_deal:
        _check_accepted(state, deal, "a deal is due:")
        require(not offered, "a deal is due, but other moves are legal")
        cards = deal.cards
        for wrong in (cards[1:], (*cards[:-1], cards[0]), (*cards, cards[0]), ()):
            if sorted(wrong) != sorted(cards):
                _check_refused(state, Deal(wrong), "a deal of another pack:")
    else:
        _check_refused(state, deal, "no deal is due, not")
    if position.moves_made == len(position.playout.moves):
        _check_not_stuck(position)
    return len(offered) + len(others) + 1


def _check_not_stuck(position: Position) -> None:
    """Check that the playout did not end because the actor had no legal move."""
    state = position.state
    stuck = state.actor is not None and not legal_moves(state)
    require(
        not stuck, f"seat {state.actor} is to move in phase {state.phase}, but has no legal move"
    )


def _check_accepted(state: AnyState, move: Move, why: str) -> None:
    try:
        after = apply(state, move)
    except IllegalMove as error:
        fail(f"{why} {quoted(str(move))}, but apply refuses it: {error}", cause=error)
    except Exception as error:
        fail(f"{why} {quoted(str(move))}, but apply raises {error_report(error)}", cause=error)
    require(
        type(after) is type(state),
        lambda: f"{why} {quoted(str(move))}, but apply returns {quoted(after)}",
    )


def _check_refused(state: AnyState, move: Move, why: str) -> None:
    try:
        apply(state, move)
    except IllegalMove as refusal:
        error = refusal
    except Exception as other:
        fail(f"{why} {quoted(str(move))}, but apply raises {error_report(other)}", cause=other)
    else:
        fail(f"{why} {quoted(str(move))}, but apply accepts it")
    reason = cast(object, error.reason)
    good = isinstance(reason, Reason) and bool(reason.rule) and bool(reason.explain())
    require(
        good and error.move is move,
        lambda: f"{why} {quoted(str(move))}; the refusal lacks a reason or rule: {quoted(error)}",
    )


def _check_order(position: Position, offered: tuple[Move, ...]) -> None:
    """Check that two moves have the same order in all lists of legal moves."""
    phase, known = position.state.phase, position.context.memory
    reversed_pairs = [pair for pair in pairwise(offered) if (phase, *pair[::-1]) in known]
    known.update(((phase, *pair), True) for pair in pairwise(offered))
    require(
        not reversed_pairs,
        lambda: "{} is listed before {}, but elsewhere after it".format(*reversed_pairs[0]),
    )


def notation(position: Position) -> int:
    """Check that moves can be read back from their texts."""
    state, texts = position.state, position.context.memory
    offered = legal_moves(state)
    chosen = position.rng.sample(offered, min(20, len(offered)))
    if position.move is not None:
        chosen.append(position.move)
    if not position.moves_made:
        chosen += position.context.moves()
    for move in chosen:
        text = str(move)
        # A record has one line for a move.
        one_line = text.isprintable() and text == text.strip() and bool(text)
        require(one_line, f"the text of {move!r} is {text!r}: expected words on one line")
        require(
            not {";", "#"} & set(text),
            f"the text {text!r} has a sign that separates moves in records",
        )
        try:
            read = parse_move(state, text)
        except TwoWayStreetError as error:
            fail(f"the text {text!r} of {move!r} cannot be read: {error}")
        require(
            read == move and type(read) is type(move) and str(read) == text,
            f"the text {text!r} of {move!r} is read as {read!r} with the text {str(read)!r}",
        )
        other = texts.setdefault(("text", text), move)
        require(other == move, f"{move!r} and {other!r} have the same text, {text!r}")
    return len(chosen)
