"""A hint: the move that a search finds best, and in words why."""

from __future__ import annotations

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import attrs

from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.words import player_names, sentence, signs_text
from twowaystreet._core.engine.moves import Move
from twowaystreet._core.players import moves_of, rule_of
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, WorldsError
from twowaystreet.players import _reasons
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._searches import Estimate, reason_unsearched, trials_in
from twowaystreet.players._simple import simple

_TRIALS: Final = 1000  # about the most playouts of a search without a given player
_FEWEST, _MOST = 20, 150  # worlds of such a search
_UNSAMPLED: Final = "the hidden cards of this game cannot be sampled"
_LEAST: Final = 0.05  # points, below which a price reads as none


@attrs.frozen(kw_only=True)
class Hint(Value):
    """Advice for a decision; :func:`~twowaystreet.players.hint` makes it.

    Attributes:
        view: what the player knows.
        move: the move that is best.
        values: the estimates of at most 30 moves, the best first; empty without a search.
        other: another good move that is clearly worse; ``None`` without one.
        price: the points that the other move costs, measured in other worlds than the values.
        reason: what speaks for the move, or why no search was made; empty if nothing is clear.
    """

    view: AnyView
    move: Move
    values: Mapping[Move, Estimate] = attrs.field(hash=False)
    other: Move | None = None
    price: float = 0.0
    reason: str = ""

    @property
    def text(self) -> str:
        """The advice in one sentence, with its reason and its price.

        >>> import twowaystreet as tws
        >>> from twowaystreet.games import street
        >>> state = street.new_game()
        >>> state = tws.apply(state, tws.shuffle(state, random.Random(7)))
        >>> hint(tws.view(state, state.actor)).text
        'Choose “High”: you score points in 51 % of deals instead of 35 %; “Low” costs 1.4 points.'
        """
        move = _words(self.view, self.move)
        if not self.values:
            return f"{move}{f' by rule of thumb, as {self.reason}' if self.reason else ''}."
        return f"{move}: {self.why}." if self.why else f"{move}: all choices are about equal."

    @property
    def why(self) -> str:
        """The reason and the price in words, without the move; empty if nothing is clear."""
        if self.other is None:
            return ""
        price = f"{self.price:.1f}".removesuffix(".0")
        points = "1 point" if price == "1" else f"{price} points"
        costs = f"{_other_words(self.view, self.other, self.move)} costs {points}"
        return "; ".join(filter(None, (self.reason, costs)))


def _words(view: AnyView, move: Move) -> str:
    """Return what to do in the words of the page: its button, or the cards of all groups."""
    display = display_of(view)
    if len(display.groups(move, view)) >= _reasons.SEVERAL:
        return f"{sentence(str(move).partition(' ')[0])} {_reasons.text_of(view, move)}"
    options = display.options(view, player_names(len(view.scores)))
    text = next((each.text for each in options if each.move == move), None)
    if text is None:
        return _reasons.with_article(display.button_text(move, view))
    return f"Bid {text}" if text[:1].isdigit() else f"Choose “{text}”"


def _other_words(view: AnyView, other: Move, move: Move) -> str:
    """Return another move within the sentence; of several groups the first that is another."""
    groups, known = (display_of(view).groups(each, view) for each in (other, move))
    if len(groups) >= _reasons.SEVERAL:
        first = next((each for each in groups if each not in known), groups[0])
        return f"to {str(other).partition(' ')[0]} {signs_text(first)}"
    verb, _, rest = _words(view, other).partition(" ")
    return rest if verb in ("Play", "Choose") else f"to {verb.lower()} {rest}"


def hint(view: AnyView, rng: random.Random | None = None, player: MonteCarlo | None = None) -> Hint:
    """Return advice for the seat to move, from what it knows, in any game.

    The player estimates the moves. The best one is compared again, in other worlds, with the next
    one that is clearly worse, which gives the price and the reason. Where a search does not help,
    the advice is the move of :func:`simple`.

    Args:
        view: the view of the seat to move.
        rng: the random source; ``None`` for one that depends on the view alone.
        player: the search; ``None`` for one in plain Python that takes less than a second.

    Raises:
        WorldsError: if the game has no rule of thumb, and its hidden cards cannot be sampled.
        RulesError: if the view has no legal moves, or ``player`` is no :class:`MonteCarlo`.
        TypeError: if ``view`` is not a view.
    """
    moves = moves_of(view)
    if player is not None and not isinstance(player, MonteCarlo):
        raise RulesError("player", player, "a MonteCarlo")
    rng = rng or random.Random(f"hint {view.to_json()}")
    favourite = simple(view, rng)  # of equally good moves, as for the search
    if len(moves) == 1:
        return Hint(view=view, move=favourite, values={})
    worlds = max(_FEWEST, min(_MOST, _TRIALS // len(moves)))
    search = player or MonteCarlo(worlds, engine="python")
    reason = reason_unsearched(view._state, view.phase)
    try:
        values = {} if reason else search.evaluate(view, rng)
    except WorldsError:
        if rule_of(view._state) is None:
            raise
        values, reason = {}, _UNSAMPLED
    if reason:
        return Hint(view=view, move=favourite, values={}, reason=reason)
    ordered = sorted(values, key=lambda move: (-values[move].mean, move != favourite))
    best, others = ordered[0], ordered[1:]
    values = {move: values[move] for move in ordered}
    found = Hint(view=view, move=best, values=MappingProxyType(values))
    worse = (each for each in others if _is_clear(values[each].loss, values[each].loss_error))
    if (other := next(worse, None)) is None:
        return found
    trials = trials_in(view, (best, other), rng, search.playouts, search.engine)
    ends, other_ends = _reasons.ends_of(trials, _MOST)
    pairs = zip(ends, other_ends, strict=True)
    seat = view.seat or 0
    price, error = mean_and_error([one.payoffs[seat] - two.payoffs[seat] for one, two in pairs])
    if not _is_clear(price, error):
        return found
    reasons = _reasons.facts(view, other, best, other_ends, ends, is_ahead=True)
    return attrs.evolve(found, other=other, price=price, reason="".join(reasons[:1]))


def _is_clear(loss: float, error: float) -> bool:
    return loss >= _LEAST and loss > _reasons.ERRORS * error
