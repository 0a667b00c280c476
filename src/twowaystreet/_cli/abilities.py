"""What a game can do besides its rules: worlds, search, compiled playouts, words and pictures."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

import attrs

import twowaystreet as tws
from twowaystreet import svg
from twowaystreet._core.display.display import Display, display_of, how_to_play_of
from twowaystreet._core.display.usual import facts_added_to
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.moves import groups_of
from twowaystreet._core.engine.parts import own_part_of
from twowaystreet._core.players import RuleOfThumb
from twowaystreet._core.playouts import scores, table_play
from twowaystreet._core.tricks.play_tables import why_no_tables
from twowaystreet._core.views.views import AnyView
from twowaystreet._core.worlds.worlds import why_no_worlds
from twowaystreet._util.words import listed
from twowaystreet.errors import quoted
from twowaystreet.players import MonteCarlo
from twowaystreet.players._searches import compiled, reason_unsearched

if TYPE_CHECKING:  # the extra "testing"
    from twowaystreet._cli.survey import Survey

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
    if scores.tables_of(state) is None:
        no_tally = "`_play_tables` or `_tally` cannot describe the hand"
        return f"no: {why_no_tables(cls) or no_tally}: {THROUGH_APPLY}"
    notes = [yes]
    if table_play.card_play_of("simple", state) is None:
        notes.append("at random only: its player has no `card_play`, so that simple ones do not")
    if scores.summary_of(state) is None:
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
    """Return whether another value of a fact changes a picture, or all values are equal."""
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
