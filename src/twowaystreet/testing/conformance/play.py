"""Checks of play: cards, turns, tricks and voids, legal moves and their texts, scores, and ends."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from inspect import getattr_static
from itertools import chain, pairwise
from operator import add
from typing import Any, cast

import attrs

from twowaystreet._core.cards.cards import Card, text_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.match import HandScore
from twowaystreet._core.engine.moves import Deal, Move, Phase, Play, move_types_of
from twowaystreet._core.engine.score_sheet import score_sheet
from twowaystreet._core.engine.seats import sides_of, with_partners
from twowaystreet._core.engine.state import AnyState, score_class
from twowaystreet._core.engine.verbs import (
    apply,
    begins_hand,
    legal_moves,
    parse_move,
    score_hand,
    shuffle,
)
from twowaystreet._core.tricks.trick_state import AnyTrickState, TrickState
from twowaystreet._core.tricks.tricks import Trick
from twowaystreet._core.views.views import view
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import HandNotOver, IllegalMove, Reason, TwoWayStreetError, quoted
from twowaystreet.testing.playouts import (
    CheckedPosition,
    continued_match,
    fail,
    hands_of_seat,
    play_hands,
    replay,
    require,
    tricks_of,
    viewer_name,
    viewers,
    voids_shown,
)
from twowaystreet.testing.reports import error_report, named_in, snapshot


def turns(position: CheckedPosition) -> int:
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
    seats = range(before.rules.seats)
    given = [seat for seat in seats if hands_of_seat(before, seat) != hands_of_seat(after, seat)]
    require(
        given == [before.actor] or after.stock != before.stock,
        lambda: f"seat {before.actor} plays {move}, which changes the hands of {given}",
    )


def tricks(position: CheckedPosition) -> int:
    """Check the form of tricks, and that all have the same order of seats."""
    state, step = cast(AnyTrickState, position.state), position.last_step
    for trick in tricks_of(state)[-2:]:
        _check_trick(state, trick)
    require(state.trick.winner is None, lambda: f"an incomplete trick has a winner: {state.trick}")
    if step is not None and isinstance(step[1], Play):
        _check_play(cast(AnyTrickState, step[0]), step[1], state)
    return 1


def _check_trick(state: AnyTrickState, trick: Trick) -> None:
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
    elif after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        require(
            any(one[: len(so_far)] == so_far for one in _rotations(order)),
            f"seat {after.actor} is to play after {after.trick.seats}, in the order {order}",
        )


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [order[at:] + order[:at] for at in range(len(order))]


def voids(position: CheckedPosition) -> int:
    """Check that shown voids are true, and that the named cards prove them."""
    state, found = cast(AnyTrickState, position.state), 0
    for viewer in viewers(state):
        seen = view(state, viewer)
        shown = voids_shown(seen)
        view_type: Any = type(seen)  # Any: a TrickView, if it shows voids
        pairs = [(void.seat, void.suit) for void in shown]
        require(len(set(pairs)) == len(pairs), f"{viewer_name(viewer)} sees a void twice: {shown}")
        for void in shown:
            sees = f"{viewer_name(viewer)} sees the void {void}"
            suit = view_type._suits[void.suit]
            hands = hands_of_seat(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            require(len(held) < len(hands), f"{sees}, but the seat holds {held}")
            tricks = (*state.tricks, state.trick)
            require(
                void.trick < len(tricks)
                and (void.seat, void.card)
                in zip(tricks[void.trick].seats, tricks[void.trick].cards, strict=True),
                f"{sees}, but the card was not played there",
            )
            require(bool(void.rule), f"{sees} without a rule")
            found += 1
    return found


def _on_table(state: AnyState) -> Counter[Card]:
    return Counter(chain.from_iterable(trick.cards for trick in tricks_of(state)))


def _in_play(state: AnyState) -> Counter[Card]:
    return Counter(chain(*state.hands, state.stock)) + _on_table(state)


def _text(cards: Counter[Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(position: CheckedPosition) -> int:
    """Check that cards are neither doubled nor lost."""
    state, step = position.state, position.last_step
    pack, now = Counter(state.rules.pack.cards), _in_play(state)
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
        if not begins_hand(before):
            gone = Counter(chain(*before.hands)) - now
            require(not gone, f"a deal within a hand removes cards from hands: {_text(gone)}")
            return 1
        there = position.context.memory.setdefault(("dealt", state.rules), now.total())
        require(there == now.total(), f"{now.total()} cards after a deal, but {there} before")
    elif isinstance(move, Play) and isinstance(state, TrickState):
        _played(before, move, state)
    else:
        gone = _in_play(before) - now - Counter(before.stock) - Counter(named_in(str(move)))
        require(not (gone and now), f"{move} removes cards from hands: {_text(gone)}")
    return 1


def _played(before: AnyState, move: Play, after: AnyState) -> None:
    was, now = _in_play(before), _in_play(after)
    if was != now:
        lost, more = _text(was - now), _text(now - was)
        fail(f"the play {move} loses {lost or 'nothing'} and adds {more or 'nothing'}")
    down = _on_table(after)
    down.subtract(_on_table(before))
    require(
        down[move.card] == down.total() == 1,
        lambda: f"the play {move} adds {_text(+down) or 'nothing'} to the trick",
    )


def legality(position: CheckedPosition) -> int:
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
    # The playout did not end because the actor had no legal move.
    require(state.actor is None or bool(offered), f"{turn} is to move, but has no legal move")
    return len(offered) + len(others) + 1


def _applied(state: AnyState, move: Move, why: str) -> object:
    try:
        return apply(state, move)
    except IllegalMove as refusal:
        return refusal
    except Exception as error:
        fail(f"{why} {quoted(str(move))}, but apply raises {error_report(error)}", cause=error)


def _check_accepted(state: AnyState, move: Move, why: str) -> None:
    after = _applied(state, move, why)
    if isinstance(after, IllegalMove):
        fail(f"{why} {quoted(str(move))}, but apply refuses it: {after}", cause=after)
    require(
        type(after) is type(state),
        lambda: f"{why} {quoted(str(move))}, but apply returns {quoted(after)}",
    )


def _check_refused(state: AnyState, move: Move, why: str) -> None:
    error = _applied(state, move, why)
    if not isinstance(error, IllegalMove):
        fail(f"{why} {quoted(str(move))}, but apply accepts it")
    reason = cast(object, error.reason)
    good = isinstance(reason, Reason) and bool(reason.rule) and bool(reason.explain())
    require(
        good and error.move is move,
        lambda: f"{why} {quoted(str(move))}; the refusal lacks a reason or rule: {quoted(error)}",
    )


def _check_order(position: CheckedPosition, offered: tuple[Move, ...]) -> None:
    phase, known = position.state.phase, position.context.memory
    reversed_pairs = [pair for pair in pairwise(offered) if (phase, *pair[::-1]) in known]
    known.update(((phase, *pair), True) for pair in pairwise(offered))
    require(
        not reversed_pairs,
        lambda: "{} is listed before {}, but elsewhere after it".format(*reversed_pairs[0]),
    )


def notation(position: CheckedPosition) -> int:
    """Check that moves can be read back from their texts."""
    state, texts = position.state, position.context.memory
    offered = legal_moves(state)
    chosen = position.rng.sample(offered, min(20, len(offered)))
    if position.last_step is not None:
        chosen.append(position.last_step[1])
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


def ending(position: CheckedPosition) -> int:
    """Check that hands and matches end."""
    context, rng = position.context, position.rng
    start, hands = _bounded(position), 1
    if start.rules.max_hands is not None:
        hands = start.rules.max_hands - start.hands_played
    playout = play_hands(start, rng, hands + 1)
    last = playout.states[-1]
    moves = len(playout.moves)
    if playout.fault:
        refused = playout.error is None or isinstance(playout.error, IllegalMove)
        if refused and not playout.endless:
            return 0  # a seat without legal moves, which another promise reports
        fail(playout.fault, playout, cause=playout.error)
    ended = [place for place, state in enumerate(playout.states) if state.hand_over and place]
    for count, place in enumerate(ended, start=1):
        state = playout.states[place]
        if state.hands_played != start.hands_played + count:
            fail(f"{count} hands have ended, but hands_played is {state.hands_played}", playout)
    if start.rules.max_hands is not None and not last.is_over:
        cut = playout.until(ended[hands - 1] if len(ended) >= hands else moves)
        fail(f"after max_hands={start.rules.max_hands} hands the game is not over", cut)
    for place, state in enumerate(playout.states):
        wrong = _wrong_end(state, last=place == moves)
        if wrong:
            fail(wrong, playout.until(place))
    if last.is_over:
        for move in (shuffle(last, rng), *context.moves()):
            with suppress(IllegalMove):
                apply(last, move)
                fail(f"the game is over, but apply accepts {move}", playout)
    return len(ended)


def _wrong_end(state: AnyState, *, last: bool) -> str:
    winners = state.winners
    if state.is_over and (not last or legal_moves(state) or not state.hand_over):
        return "the game is over, but continues"
    if bool(winners) != state.is_over or not set(winners) <= set(range(state.rules.seats)):
        return f"the winners are {winners}, but the game is {'' if state.is_over else 'not '}over"
    if winners != with_partners(state.rules, winners):
        sides = sides_of(state.rules)
        return f"the winners are {winners} without their partners: the sides are {sides}"
    return ""


def _bounded(position: CheckedPosition) -> AnyState:
    """Return the start of the playout, with a small ``max_hands`` if the rules have it."""
    game, start = position.context.game, position.playout.start
    if "max_hands" not in options_of(game.Rules):
        return start
    rules: Any = start.rules  # Any: each game has its own class
    few = attrs.evolve(rules, max_hands=position.rng.randint(1, 3))
    bounded: AnyState = game.new_game(few, dealer=start.dealer)
    return bounded


def scores(position: CheckedPosition) -> int:
    """Check that a hand is scored at its end, from the moves only."""
    state, step = position.state, position.last_step
    before = step and step[0].scores
    if not state.hand_over:
        with suppress(HandNotOver):
            score_hand(state)
            fail("score_hand returns a score before the end of the hand")
        same = before is None or state.scores == before
        require(same and state.score is None, f"the scores change during the hand: {state.scores}")
        return 0
    score = score_hand(state)
    require(isinstance(score, HandScore) and score == state.score, f"score_hand returns {score!r}")
    declared, found = score_class(position.context.game.State), type(score)
    require(
        declared.fewer_is_better == found.fewer_is_better,
        f"the score is a {found.__name__}, but the State declares that its scores are "
        f"{declared.__name__}: expected State(GameState[Rules, HandData, {found.__name__}])",
    )
    points = score.points
    require(
        len(points) == state.rules.seats, f"the points of {state.rules.seats} seats are {points}"
    )
    require(all(map(is_int, points)), f"points that are not whole numbers: {points}")
    if before is not None:
        total = tuple(map(add, before, points))
        require(state.scores == total, f"{before} plus {points} gives {state.scores}")
    # Snapshots compare all parts of a score.
    again = replay(position.playout.start, position.so_far.moves).state
    require(
        snapshot(score_hand(again)) == snapshot(score) and again.scores == state.scores,
        f"the hand scores {score.points}, but after a replay {score_hand(again).points}",
    )
    sheet = score_sheet([f"seat {seat}" for seat in range(len(points))], [score])
    require(bool(sheet), "the score sheet of the hand is empty")
    return 1


def carrying_on(position: CheckedPosition) -> int:
    """Check that a match continues the same after a new start with its figures."""
    state = position.state
    if not state.hand_over or state.is_over or state._first_hand_differs:
        return 0
    other = continued_match(position.context.game, state)
    deal = shuffle(state, position.rng)
    one, two = apply(state, deal), apply(other, deal)
    for _ in range(3):
        require(
            snapshot(one) == snapshot(two),
            f"the match continues as {one!r}, but as {two!r} after a new start with its rules, "
            "dealer, scores, hands played and the other arguments of new_game",
        )
        moves = legal_moves(one)
        if not moves:
            break
        move = position.rng.choice(moves)
        one, two = apply(one, move), apply(two, move)
    return 1
