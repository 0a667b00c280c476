"""Checks of a match: its opening, its end, its scores, and a match that continues."""

from __future__ import annotations

from operator import add
from typing import Any

import attrs

from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.fields import OPTION, options_of
from twowaystreet._core.engine.game import game_of
from twowaystreet._core.engine.match import HandScore
from twowaystreet._core.engine.score_sheet import score_sheet
from twowaystreet._core.engine.seats import check_sides, sides_of, with_partners
from twowaystreet._core.engine.state import AnyState, GameState, score_class
from twowaystreet._core.engine.verbs import apply, legal_moves, score_hand, shuffle
from twowaystreet._core.views.views import View, view
from twowaystreet._util.numbers import is_int
from twowaystreet.errors import HandNotOver, IllegalMove, RulesError
from twowaystreet.testing.conformance.context import Position, fail, require, tricks_of
from twowaystreet.testing.conformance.snapshots import snapshot
from twowaystreet.testing.failures import error_report
from twowaystreet.testing.playouts import continued_match, play_hands, replay, settings_of


def opening(position: Position) -> int:
    """Check that a game begins with every combination of options, and waits for a deal."""
    game, state = position.context.game, position.playout.start
    parts = {"State": GameState, "View": View}
    for name, base in parts.items():
        part = getattr(game, name)
        require(isinstance(part, type) and issubclass(part, base), f"{name} is {part!r}")
    require(game.State.View is game.View, f"State.View is {game.State.View!r}, View {game.View!r}")
    require(game_of(game.State) is game, "another game in the register has the same State")
    require(game.title == game.State.title != "", f"the title is {game.title!r}")
    require(type(state) is game.State, f"new_game returns a {type(state).__name__}")
    require(type(view(state, None)) is game.View, "view returns another class than View")
    rules: Any = state.rules
    require(type(rules) is game.Rules, f"the rules are {rules!r}")
    loose = [one.name for one in attrs.fields(game.Rules) if OPTION not in one.metadata]
    require(not loose, f"not declared by number, choice or flag: {loose}")
    require(isinstance(rules.pack, Pack) and len(rules.pack) > 0, f"the pack is {rules.pack!r}")
    require(type(rules.seats) is int and rules.seats > 1, f"the seats are {rules.seats!r}")
    try:
        check_sides(rules)
    except RulesError as error:
        fail(f"new_game accepts wrong sides: {error}", cause=error)
    require(state.needs_deal and not state.is_over, f"the first state is {state!r}")
    require(state.hand_over is False and legal_moves(state) == (), f"the first state is {state!r}")
    require(not any(state.hands) and not tricks_of(state), f"cards before a deal: {state.hands}")
    again = game.new_game(rules, dealer=state.dealer)
    require(
        again.rules == rules and again.dealer == state.dealer, f"another first state: {again!r}"
    )
    fresh = game.Rules(**{one.alias: getattr(rules, one.name) for one in attrs.fields(game.Rules)})
    require(
        fresh == rules and hash(fresh) == hash(rules),
        f"the same options give {rules!r} and {fresh!r}",
    )
    if position.context.memory.setdefault("options", True):
        position.context.memory["options"] = False
        _options(position)
    return 1


def _options(position: Position) -> None:
    """Check that each value of an option is accepted, or refused by a ``RulesError``."""
    game = position.context.game
    for name, values in settings_of(game).items():
        for value in values:
            try:
                rules = game.Rules(**{name: value})
            except RulesError:
                continue  # the value contradicts the defaults of other options
            except Exception as error:
                fail(f"Rules({name}={value!r}) raises {error_report(error)}", cause=error)
            for dealer in range(rules.seats):
                first = game.new_game(rules, dealer=dealer)
                require(
                    first.dealer == dealer, f"new_game(dealer={dealer}) has dealer {first.dealer}"
                )


def ending(position: Position) -> int:
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
            try:
                apply(last, move)
            except IllegalMove:
                continue
            fail(f"the game is over, but apply accepts {move}", playout)
    return len(ended)


def _wrong_end(state: AnyState, *, last: bool) -> str:
    """Return the fault in the end of a game; empty if it has none."""
    winners = state.winners
    if state.is_over and (not last or legal_moves(state) or not state.hand_over):
        return "the game is over, but continues"
    if bool(winners) != state.is_over or not set(winners) <= set(range(state.rules.seats)):
        return f"the winners are {winners}, but the game is {'' if state.is_over else 'not '}over"
    if winners != with_partners(state.rules, winners):
        sides = sides_of(state.rules)
        return f"the winners are {winners} without their partners: the sides are {sides}"
    return ""


def _bounded(position: Position) -> AnyState:
    """Return the start of the playout, with a small ``max_hands`` if the rules have it."""
    # Any: each game has its own class of rules.
    game: Any = position.context.game
    rules: Any = position.playout.start.rules
    if "max_hands" not in options_of(game.Rules):
        return position.playout.start
    few = attrs.evolve(rules, max_hands=position.rng.randint(1, 3))
    start: AnyState = game.new_game(few, dealer=position.playout.start.dealer)
    return start


def scores(position: Position) -> int:
    """Check that a hand is scored at its end, from the moves only."""
    state, before = position.state, position.before
    if not state.hand_over:
        try:
            score_hand(state)
        except HandNotOver:
            pass
        else:
            fail("score_hand returns a score before the end of the hand")
        same = before is None or state.scores == before.scores
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
        total = tuple(map(add, before.scores, points))
        require(state.scores == total, f"{before.scores} plus {points} gives {state.scores}")
    # Snapshots compare all parts of a score.
    again = replay(position.playout.start, position.playout.moves[: position.moves_made]).states[-1]
    require(
        snapshot(score_hand(again)) == snapshot(score) and again.scores == state.scores,
        f"the hand scores {score.points}, but after a replay {score_hand(again).points}",
    )
    sheet = score_sheet([f"seat {seat}" for seat in range(len(points))], [score])
    require(bool(sheet), "the score sheet of the hand is empty")
    return 1


def carrying_on(position: Position) -> int:
    """Check that a match continues the same after a new start with its figures."""
    state = position.state
    if not state.hand_over or state.is_over or state._first_hand_differs:
        return 0
    other = continued_match(position.context.game, state)
    deal = shuffle(state, position.rng)
    one, two = apply(state, deal), apply(other, deal)
    for _ in range(3):
        _alike(one, two)
        moves = legal_moves(one)
        if not moves:
            break
        move = position.rng.choice(moves)
        one, two = apply(one, move), apply(two, move)
    return 1


def _alike(one: AnyState, two: AnyState) -> None:
    require(
        snapshot(one) == snapshot(two),
        f"the match continues as {one!r}, but as {two!r} after a new start with its rules, dealer, "
        "scores, hands played and the other arguments of new_game",
    )
