"""Checks of play: cards, tricks and voids, legal moves and their texts, scores, and ends."""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import partial, reduce
from inspect import getattr_static
from itertools import chain, pairwise
from operator import add
from typing import cast

import attrs

import twowaystreet as tws
from twowaystreet._core.cards.cards import text_of
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._core.engine.seats import sides_of, with_partners
from twowaystreet._core.engine.state import score_class
from twowaystreet._core.tricks.trick_state import AnyTrickState
from twowaystreet._core.views.facts import plan_of
from twowaystreet._spaces.types import Sizes
from twowaystreet._util.numbers import is_int
from twowaystreet._util.values import OfGame, fast_replace
from twowaystreet.errors import Reason, quoted
from twowaystreet.testing import _playouts as playouts
from twowaystreet.testing._playouts import CheckedPosition, cards_in, fail, require, snapshot
from twowaystreet.testing.conformance._values import outcome


def tricks(position: CheckedPosition) -> int:
    """Tricks go round in one order, with a card of each hand."""
    state, step = cast(AnyTrickState, position.state), position.last_step
    each = len(state.hands) // state.rules.seats
    for trick in playouts.tricks_of(state)[-2:]:
        seats = trick.seats
        for good, wrong in (
            (len(seats) == len(trick.cards), "has not a seat for each card"),
            (trick.leader == seats[0], "is a trick whose leader is not its first seat"),
            (max(map(seats.count, seats)) <= each, "has a hand that plays twice"),
            (trick not in state.tricks or trick.winner in seats, "is won by a seat outside it"),
        ):
            require(good, lambda: f"{trick!r} {wrong}")  # noqa: B023  # called at once
    require(state.trick.winner is None, lambda: f"an incomplete trick has a winner: {state.trick}")
    if step is not None and isinstance(step[1], tws.Play):
        _check_play(cast(AnyTrickState, step[0]), step[1], state)
    return 1


def _check_play(before: AnyTrickState, move: tws.Play, after: AnyTrickState) -> None:
    last, ended = playouts.tricks_of(after)[-1], len(after.tricks) - len(before.tricks)
    is_there = (last.seats[-1], last.cards[-1]) == (before.actor, move.card)
    require(is_there, f"seat {before.actor} plays {move}, but the trick is {last}")
    kept = after.tricks[: len(before.tricks)] == before.tricks
    require(ended in (0, 1) and kept, f"one card makes {ended} tricks, or changes earlier ones")
    if ended and before.tricks:
        old, new = before.tricks[-1].seats, last.seats
        require(new in _rotations(old), f"a trick has the order {new}, but the last one {old}")
    if after.actor is None or after.phase is not after._play_phase:
        return
    if ended:
        usual, own = (  # a game may override these hooks
            [getattr_static(cls, hook) for hook in ("_leader_after", "_next_leader")]
            for cls in (tws.TrickState, type(after))
        )
        leads = f"seat {after.actor} leads after {last}"
        require(after.actor == after.trick.leader, f"{leads}, but not the next trick")
        require(after.actor in last.seats, f"{leads}, but did not play to it")
        require(after.actor == last.winner or own != usual, f"{leads}, but did not win it")
    elif after.tricks:
        order, so_far = after.tricks[-1].seats, (*after.trick.seats, after.actor)
        good = so_far in [one[: len(so_far)] for one in _rotations(order)]
        turn = f"seat {after.actor} is to play after {after.trick.seats}"
        require(good, f"{turn}, in the order {order}")


def _rotations(order: tuple[int, ...]) -> list[tuple[int, ...]]:
    return [order[at:] + order[:at] for at in range(len(order))]


def voids(position: CheckedPosition) -> int:
    """A seat with a shown void has no card of the suit, and has shown it."""
    state = cast(AnyTrickState, position.state)
    plays = [[*zip(one.seats, one.cards, strict=True)] for one in (*state.tricks, state.trick)]
    for viewer in playouts.viewers(state):
        seen: OfGame = tws.view(state, viewer)
        shown, who = getattr(seen, "voids", ()), playouts.viewer_name(viewer)
        pairs = {(void.seat, void.suit) for void in shown}
        require(len(pairs) == len(shown), f"{who} sees a void twice: {shown}")
        for void in shown:
            suit, hands = seen._suits[void.suit], playouts.hands_of_seat(state, void.seat)
            held = [text_of(hand) for hand in hands if any(card._bit & suit for card in hand)]
            played = [*chain(*plays[void.trick : void.trick + 1])]
            for good, wrong in (
                (len(held) < len(hands), f"but the seat holds {held}"),
                ((void.seat, void.card) in played, "but the card was not played there"),
                (bool(void.rule), "without a rule"),
            ):
                require(good, f"{who} sees the void {void}, {wrong}")
    return len(playouts.viewers(state)) if position.moves_made else 0


def _text(cards: Counter[tws.Card]) -> str:
    return text_of(sorted(cards.elements()))


def cards(position: CheckedPosition) -> int:
    """From the deal on each card of the pack lies in one place."""
    state, step = position.state, position.last_step
    pack, dealt = Counter(state.rules.pack.cards), Counter(chain(*state.hands, state.stock))
    now = dealt + Counter(chain.from_iterable(trick.cards for trick in playouts.tricks_of(state)))
    hands = tuple([tuple(sorted(hand)) for hand in map(state.hand_of, range(len(state.hands)))])
    require(hands == state.hands, f"the hands are {state.hands}, expected {hands}")
    sizes = tuple(map(len, hands))
    require(state.hand_sizes == sizes, f"hand_sizes is {state.hand_sizes}, expected {sizes}")
    piles, kept, masks = _kept(position.context.game, state)
    too_many = now - pack or piles + dealt - pack
    require(not too_many, f"more copies than in the pack: {_text(too_many)}")
    is_cleared = state.hand_over and not (kept or state.stock)  # by _after_hand
    if step is None or is_cleared or not (state.actor is not None or state.hand_over):
        return 1
    lost = Counter([one for one in (pack - now - kept).elements() if not one._bit & masks])
    where = "not in a hand, in the stock, in a trick, nor in another field of the hand data"
    after = f"after {quoted(str(step[1]))}" if lost else ""
    require(not lost, f"{after} {_text(lost)} lies nowhere: {where}")
    return 1


def _kept(game: tws.Game, state: tws.AnyState) -> tuple[Counter[tws.Card], Counter[tws.Card], int]:
    """Return the cards of the declared piles, those of all further fields, and those in masks."""
    base = attrs.fields(tws.TrickState if isinstance(state, tws.TrickState) else tws.GameState)
    fields: list[tuple[str, OfGame]] = [
        (one.name, getattr(thing, one.name))
        for thing, first in ((state._hand_data, 2), (state, len(base)))
        for one in attrs.fields(type(thing))[first:]
    ]
    piles = set[str]()
    if game.worlds is None and state.View._hidden in (tws.View._hidden, tws.TrickView._hidden):
        with suppress(tws.WorldsError):
            view_type: OfGame = state.View  # lru_cache has no type for it
            plan = plan_of(view_type)
            piles = {name for name, fact in plan.shown.items() if fact not in plan.in_hands}
            piles |= {heap.field for heap in plan.heaps if heap.is_cards and not heap.in_hand}
    # A card that is turned up may stay in the stock.
    piles -= {name for name, value in fields if isinstance(value, tws.Card)}
    some = [(name, cards_in(value)) for name, value in fields]
    parts = [cast(tuple[object, ...], each) for _, each in fields if type(each) is tuple]
    numbers = chain(*parts, dict(fields).values())
    masks = [each for each in numbers if type(each) is int and each > 0]
    in_piles = chain.from_iterable(cards for name, cards in some if name in piles)
    everywhere = chain.from_iterable(cards for _, cards in some)
    return Counter(in_piles), Counter(everywhere), reduce(int.__or__, masks, 0)


def legality(position: CheckedPosition) -> int:
    """Apply accepts just the legal moves, which can be read from their texts."""
    state = position.state
    offered = tws.legal_moves(state)
    actor = "nobody" if state.actor is None else f"seat {state.actor}"
    turn = f"in phase {state.phase} {actor}"
    require(offered == tws.legal_moves(state), f"{turn} gets other legal moves in a second call")
    nobody = state.needs_deal or state.is_over
    idle = state.phase in (type(state)._phases("deal"), *type(state)._ends)
    wrong = f"{turn} is to move, with the legal moves {quoted(offered)}"
    require((state.actor is None) == idle == (not offered) == nobody, wrong)
    known_types = move_types_of(type(state))
    for move in offered:
        require(type(move) in known_types, f"{move} is legal, but the type is undeclared")
        require(offered.count(move) == 1, f"{turn} is offered {move} more than once")
        _check_text(state, move)
        _check_accepted(state, move, f"{turn} is offered")
    plays = [isinstance(move, tws.Play) for move in offered]
    require(plays == sorted(plays), f"{turn} gets plays before other moves")
    # A pair of moves has one order in a phase.
    known, pairs = position.context.memory, [(state.phase, *pair) for pair in pairwise(offered)]
    for phase, one, two in pairs:
        is_new = (phase, two, one) not in known
        require(is_new, f"{one} is listed before {two}, but elsewhere after it")
    known.update(dict.fromkeys(pairs))
    others = [move for move in position.context.moves() if move not in offered]
    for move in others:
        _check_refused(state, move, f"{turn} is not offered")
    deal = tws.shuffle(state, position.rng)
    if state.needs_deal:
        _check_accepted(state, deal, "a deal is due:")
        cards = deal.cards
        for wrong_deal in (cards[1:], (*cards[:-1], cards[0]), (*cards, cards[0]), ()):
            if sorted(wrong_deal) != sorted(cards):
                _check_refused(state, tws.Deal(wrong_deal), "a deal of another pack:")
    else:
        _check_refused(state, deal, "no deal is due, not")
    return len(offered) + len(others) + 1


def _check_text(state: tws.AnyState, move: tws.Move) -> None:
    text = str(move)
    one_line = text.isprintable() and text == text.strip() != "" and not {*";#"} & {*text}
    require(one_line, f"the text of {move!r} is {text!r}: expected words, without ; and #")
    try:
        read = tws.parse_move(state, text)
    except tws.TwoWayStreetError as error:
        fail(f"the text {text!r} of {move!r} cannot be read: {error}")
    same = read == move and type(read) is type(move) and str(read) == text
    wrong = f"the text {text!r} of {move!r} is read as {read!r} with the text {str(read)!r}"
    require(same, wrong)


def _check_accepted(state: tws.AnyState, move: tws.Move, why: str) -> None:
    after, why = _applied(state, move, why), f"{why} {quoted(str(move))}"
    if isinstance(after, tws.IllegalMove):
        fail(f"{why}, but apply refuses it: {after}", cause=after)
    require(type(after) is type(state), lambda: f"{why}, but apply returns {quoted(after)}")


def _check_refused(state: tws.AnyState, move: tws.Move, why: str) -> None:
    error, why = _applied(state, move, why), f"{why} {quoted(str(move))}"
    if not isinstance(error, tws.IllegalMove):
        fail(f"{why}, but apply accepts it")
    reason = cast(object, error.reason)
    good = isinstance(reason, Reason) and bool(reason.rule) and bool(reason.explain())
    lacks = f"{why}; the refusal lacks a reason or rule: {quoted(error)}"
    require(good and error.move is move, lacks)


def _applied(state: tws.AnyState, move: tws.Move, why: str) -> object:
    call = f"{why} {quoted(str(move))}, but apply"
    return outcome(call, (tws.IllegalMove,), partial(tws.apply, state, move))


def ending(position: CheckedPosition) -> int:
    """Hands end, a match ends after max_hands of them, and then it has winners."""
    state, match, rules = position.state, position.playout, position.state.rules
    is_last = position.moves_made == len(match.moves)
    if is_last and not isinstance(match.error, (tws.IllegalMove, type(None))):
        fail(match.fault, cause=match.error)
    if is_last and match.endless:
        # Hypothesis may deal the same cards again and again. So the hand goes on with others.
        chance = playouts.Chance(position.context.rng("endless"))
        on = playouts.played(state, chance, 1, patience=40)
        require(not on.endless, match.fault)
    continues = state.is_over and (not is_last or tws.legal_moves(state) or not state.hand_over)
    require(not continues, "the game is over, but continues")
    ended = sum(one.hand_over for one in match.states[1 : position.moves_made + 1])
    found, hands = state.hands_played, match.start.hands_played + ended
    require(found == hands, f"{ended} hands have ended, but hands_played is {found}")
    over = found == rules.max_hands
    require(state.is_over or not over, f"after max_hands={found} hands the game is not over")
    winners = state.winners
    good, wrong = bool(winners) == state.is_over, f"the winners are {winners}"
    is_over = f"the game is {'' if state.is_over else 'not '}over"
    require(good and {*winners} <= {*range(rules.seats)}, f"{wrong}, but {is_over}")
    alone = f"{wrong} without their partners: the sides are {sides_of(rules)}"
    require(winners == with_partners(rules, winners), alone)
    if state.is_over:
        for move in (tws.shuffle(state, position.rng), *position.context.moves()):
            with suppress(tws.IllegalMove):
                tws.apply(state, move)
                fail(f"the game is over, but apply accepts {move}")
    return ended


def some_match_ends(context: playouts.Context) -> None:
    has_end = context.game.State._ends_game is not tws.GameState._ends_game
    if not has_end or any(match.state.is_over for match in context.matches):
        return
    rules = playouts.least_rules(context.game)
    match = playouts.play_hands(context.game.new_game(rules), context.rng("long"), 500)
    require(match.state.is_over or bool(match.fault), f"{rules!r}: no end after 500 hands")


def scores(position: CheckedPosition) -> int:
    """A hand is scored at its end, and the totals grow by it."""
    state, step = position.state, position.last_step
    before = step and step[0].scores
    if not state.hand_over:
        with suppress(tws.HandNotOver):
            tws.score_hand(state)
            fail("score_hand returns a score before the end of the hand")
        same = before is None or state.scores == before
        require(same and state.score is None, f"the scores change during the hand: {state.scores}")
        return 0
    score = tws.score_hand(state)
    good = isinstance(score, tws.HandScore) and score == state.score
    require(good, f"score_hand returns {score!r}")
    declared, found = score_class(position.context.game.State), type(score)
    names = f"the score is a {found.__name__}, but the State declares that its scores are"
    expected = f"{declared.__name__}: expected State(GameState[Rules, HandData, {found.__name__}])"
    require(declared.fewer_is_better == found.fewer_is_better, f"{names} {expected}")
    points = score.points
    whole = len(points) == state.rules.seats and all(map(is_int, points))
    require(whole, f"the points are {points}, expected a whole number for each seat")
    bounds, start = vars(type(state)).get("_first_points"), position.playout.start
    game = position.context.game
    usual = game.new_game(start.rules, dealer=start.dealer)
    if bounds and state.hands_played == 1 and start == usual:
        sizes = Sizes(game, state.rules)
        least, most = sizes.number(bounds.least), sizes.number(bounds.most)
        good = least <= min(points) and max(points) <= most
        require(good, f"the points are {points}, but _first_points is from {least} to {most}")
    sheet = tws.score_sheet([f"seat {seat}" for seat in range(len(points))], [score])
    require(bool(sheet), "the score sheet of the hand is empty")
    if step is not None and before is not None:
        total = tuple(map(add, before, points))
        require(state.scores == total, f"{before} plus {points} gives {state.scores}")
        stock = step[0].stock[::-1]
        hand_data = attrs.evolve(step[0]._hand_data, stock=stock)
        other = fast_replace(type(state))(step[0], _hand_data=hand_data)
        seats = playouts.viewers(state)
        is_hidden = all(tws.view(other, seat) == tws.view(step[0], seat) for seat in seats)
        with suppress(tws.TwoWayStreetError):
            after = tws.apply(other, step[1])
            same = after.score == score or after.score is None or after.stock != stock
            same = same or not is_hidden or after.hands != state.hands
            require(same, f"the points {points} depend on the order of the stock, which is hidden")
    return 1


def carrying_on(position: CheckedPosition) -> int:
    """A match goes on the same after a new start with its figures."""
    state = position.state
    if not state.hand_over or state.is_over or state._first_hand_differs:
        return int(state.hand_over)
    game = position.context.game
    other: tws.AnyState = game.new_game(state.rules, **playouts.figures_of(game, state))
    deal = tws.shuffle(state, position.rng)
    one, two = tws.apply(state, deal), tws.apply(other, deal)
    figures = "its rules, dealer, scores, hands played and the other arguments of new_game"
    for _ in range(3):
        after = f"the match continues as {one!r}, but as {two!r} after a new start"
        require(snapshot(one) == snapshot(two), f"{after} with {figures}")
        if not (moves := tws.legal_moves(one)):
            break
        move = position.rng.choice(moves)
        one, two = tws.apply(one, move), tws.apply(two, move)
    return 1
