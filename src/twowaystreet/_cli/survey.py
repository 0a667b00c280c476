"""What a game can do besides its rules, and what happens in its random hands."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final, TypeAlias

import attrs

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet._core.display.display import Display, display_of, how_to_play_of
from twowaystreet._core.display.usual import facts_added_to
from twowaystreet._core.engine.fields import option_text, options_of
from twowaystreet._core.engine.game import own_part_of
from twowaystreet._core.engine.moves import groups_of, move_types_of
from twowaystreet._core.players import RuleOfThumb
from twowaystreet._core.playouts import table_play
from twowaystreet._core.tricks.play_tables import why_no_tables
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import why_no_worlds
from twowaystreet._util.numbers import listed
from twowaystreet._util.values import Value
from twowaystreet.errors import quoted
from twowaystreet.players import MonteCarlo
from twowaystreet.players._searches import compiled, reason_unsearched
from twowaystreet.testing import _playouts as playouts

Played: TypeAlias = list[playouts.Playout]
PAIRS: Final = 40  # of playouts, of three hands each, that compare two values of an option


@attrs.frozen
class Survey(Value):
    """What was seen in random hands with the default rules, in matches that begin with dealer 0."""

    hands: int  # finished ones
    turns: tuple[int, ...]  # the moves of each seat
    leads: tuple[int, ...]  # the tricks that each seat led
    deals: tuple[int, ...]  # the hands with each seat as dealer
    points: tuple[float, ...]  # the mean points of each seat in a hand
    longest: int  # the most moves in a hand, without deals
    idle_options: tuple[str, ...]  # those that changed nothing, and such values, as ``name=value``
    unmade: tuple[str, ...]  # move types that were never legal, with any options
    unnamed: tuple[tws.Card, ...]  # cards of the pack that no move named, if moves name cards
    fault: str  # why a playout could not go on
    moves: tuple[tws.Move, ...]  # a legal move of each other type, without deals
    positions: tuple[tws.AnyState, ...]  # some positions of each phase in which a seat is to move


def survey(game: tws.Game, *, hands: int = 100, seed: int = 0) -> Survey:
    rng = random.Random(f"{game.name}/{seed}/survey")
    matches, others, left = Played(), Played(), hands
    with playouts.registered(game):
        while left > 0:
            played = playouts.play_hands(game.new_game(game.Rules(), dealer=0), rng, left)
            left -= left if played.fault else played.state.hands_played
            matches.append(played)
        for _ in range(hands // 2):
            if rules := playouts.rules_or_none(game, playouts.random_settings(game, rng)):
                others.append(playouts.play_hands(game.new_game(rules, dealer=0), rng, 1))
        return _counted(game, matches, others, rng)


def _counted(game: tws.Game, matches: Played, others: Played, rng: random.Random) -> Survey:
    turns, leads, deals = (Counter[object]() for _ in range(3))
    points, longest, named = list[tuple[int, ...]](), 0, set[tws.Card]()
    for match in matches:
        made = 0
        for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
            if not isinstance(move, tws.Deal):
                made += 1
                turns[before.actor] += 1
                named.update(tws.cards_of(move))
            if after.hand_over:
                deals[before.dealer] += 1
                tricks = after.tricks if isinstance(after, tws.TrickState) else ()
                leads.update(trick.leader for trick in tricks)
                points.append(tws.score_hand(after).points)
                longest, made = max(longest, made), 0
    types, offered = {*move_types_of(game.State)} - {tws.Deal}, dict[type[tws.Move], tws.Move]()
    by_phase: dict[tws.Phase, list[tws.AnyState]] = {phase: [] for phase in game.State._decisions}
    for played in (*matches, *others):
        for state, move in zip(played.states, played.moves, strict=False):
            if not isinstance(move, tws.Deal):
                by_phase.setdefault(state.phase, []).append(state)
                if len(offered) < len(types):
                    offered.update((type(each), each) for each in tws.legal_moves(state))
    start = matches[0].start
    seats, pack = range(start.rules.seats), dict.fromkeys(start.rules.pack.cards)
    kept = [rng.sample(some, min(4, len(some))) for some in by_phase.values()]
    return Survey(
        hands=len(points),
        turns=tuple(turns[seat] for seat in seats),
        leads=tuple(leads[seat] for seat in seats),
        deals=tuple(deals[seat] for seat in seats),
        points=tuple([sum([each[seat] for each in points]) / (len(points) or 1) for seat in seats]),
        longest=longest,
        idle_options=tuple(_idle_options(game, rng)),
        unmade=tuple(sorted([each.__name__ for each in types.difference(offered)])),
        unnamed=tuple([card for card in pack if named and card not in named]),
        fault=next((played.fault for played in (*matches, *others) if played.fault), ""),
        moves=tuple(offered.values()),
        positions=tuple(chain(*kept)),
    )


def _idle_options(game: tws.Game, rng: random.Random) -> Iterator[str]:
    """Yield the options that change nothing, and values of words that do what the default does."""
    for name, (default, *others) in playouts.settings_of(game).items():
        changes = (_changes(game, name, default, value, rng) for value in others)
        if not options_of(game.Rules)[name].choices:
            idle = [] if any(changes) or not others else [name]
        else:
            kept = [value for value, change in zip(others, changes, strict=True) if not change]
            idle = [name] if kept == others else [f"{name}={option_text(value)}" for value in kept]
        yield from idle


def _changes(game: tws.Game, name: str, one: object, other: object, rng: random.Random) -> bool:
    """Return whether playouts with two values of an option differ, or none could be compared."""
    compared = False
    for number in range(PAIRS):
        others, key = playouts.random_settings(game, rng) if number else {}, rng.getrandbits(64)
        both = [playouts.rules_or_none(game, {**others, name: value}) for value in (one, other)]
        if all(both):  # else other options contradict the value
            starts = [game.new_game(rules, dealer=0) for rules in both]
            first, second = (playouts.play_hands(each, random.Random(key), 3) for each in starts)
            compared = True
            if first.moves != second.moves or any(map(_differ, first.states, second.states)):
                return True
    return not compared


def _differ(one: tws.AnyState, other: tws.AnyState) -> bool:
    views = [(tws.view(one, each), tws.view(other, each)) for each in playouts.viewers(one)]
    if one.hand_over and tws.payoffs(one) != tws.payoffs(other):
        return True
    return any(attrs.evolve(before, rules=other.rules) != after for before, after in views)


MOST: Final = 8
"""The greatest number of views of which pictures are drawn, and of values tried in them."""
THROUGH_APPLY: Final = "playouts go through `apply`"


def abilities(game: tws.Game, seen: Survey, *, is_whole: bool) -> Iterator[tuple[str, str]]:
    """Yield the name of each ability with "yes", or with the reasons why not."""
    plays = is_whole and not seen.fault  # else a hand may have no end
    looks: dict[str, Callable[[], str]] = {
        "Worlds": lambda: f"no: {why}" if (why := why_no_worlds(game.new_game())) else "yes",
        "Search": lambda: _search(game, seen) if plays else "not tried, as the game is broken",
        "Playouts": lambda: _playouts(seen),
        "Words": lambda: _words(game, seen),
        "Pictures": lambda: _pictures(game, seen),
    }
    for name, look in looks.items():
        try:
            yield name, look()
        except Exception as error:  # a game under test may raise any error
            yield name, f"no: {quoted(error)}"


def _search(game: tws.Game, seen: Survey) -> str:
    if why_no_worlds(game.new_game()):
        return "no: it needs worlds"
    player, rng = MonteCarlo(worlds=2, engine="python"), random.Random(0)
    for state in seen.positions:
        player(tws.view(state, state.actor), rng)
    reasons = [(phase, reason_unsearched(game.State, phase)) for phase in game.State._decisions]
    left = [f"{phase.value} ({reason})" for phase, reason in reasons if reason]
    return f"yes; left to the rule of thumb: {'; '.join(left)}" if left else "yes"


def _playouts(seen: Survey) -> str:
    if not seen.positions:
        return "no: no hand got to a move"
    in_play = [each for each in seen.positions if each.phase == getattr(each, "_play_phase", None)]
    state = [*seen.positions, *in_play][-1]
    cls: Any = type(state)  # Any: to a type checker the class of a state cannot be hashed
    has_fast = compiled() is not None
    part = own_part_of(cls, "compiled") if has_fast else None
    yes = "compiled" if has_fast else "compiled after pip install 'twowaystreet[fast]'"
    if not isinstance(state, tws.TrickState):
        is_rule = issubclass(type(part), RuleOfThumb)
        return yes if is_rule else f"no: without tricks of cards {THROUGH_APPLY}"
    if table_play.tables_of(state) is None:
        no_tally = "`_play_tables` or `_tally` cannot describe the hand"
        return f"no: {why_no_tables(cls) or no_tally}: {THROUGH_APPLY}"
    notes = [yes]
    if table_play.card_play_of("simple", state) is None:
        notes.append("at random only: its player has no `card_play`, so that simple ones do not")
    if table_play.summary_of(state) is None:
        notes.append("`_score` scores each, as `_tally` does not summarise it")
    if has_fast and part is None:
        notes.append("deal and auction go through `apply`")
    return "; ".join(notes)


def _words(game: tws.Game, seen: Survey) -> str:
    display, phases, options = display_of(game), game.State._decisions, options_of(game.Rules)
    missing = [name for name in ("summary", "score_help", "hints") if not getattr(display, name)]
    missing += [] if how_to_play_of(game) else ["how_to_play"]
    plain = [type(move).__name__ for move in seen.moves if not any(groups_of(move))]
    own = type(display).option is not Display.option or type(display).options is not Display.options
    lacking = {
        "phase_help": [each.value for each in phases if each not in display.phase_help],
        "option_words": [each for each in options if each not in display.option_words],
        "option": [] if own else plain,
    }
    missing += [f"{name} for {listed(some)}" for name, some in lacking.items() if some]
    return f"missing: {'; '.join(missing)}" if missing else "yes"


def _pictures(game: tws.Game, seen: Survey) -> str:
    some = seen.positions[:: len(seen.positions) // MOST + 1]
    drawn = [(each, svg.table(each)) for each in (tws.view(state, state.actor) for state in some)]
    seen_by: Any = game.View  # Any: as above
    facts = facts_added_to(tws.View, seen_by)
    left_out = [name for name in facts if not _is_drawn(name, drawn)]
    return f"yes, but for {listed(left_out)}" if left_out else "yes"


def _is_drawn(name: str, drawn: Sequence[tuple[AnyView, str]]) -> bool:
    values = [getattr(each, name) for each, _ in drawn]
    others = [value for value in values if value != values[0]][:MOST]
    for each, picture in drawn:
        for value in others:
            changed: dict[str, Any] = {name: value}  # Any: facts have any types
            try:
                if svg.table(attrs.evolve(each, **changed)) != picture:
                    return True
            except Exception:  # the value contradicts other facts, so that the display reads it
                return True
    return not others
