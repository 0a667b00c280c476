"""Hypothesis strategies: cards, deals, rules, moves, states, records and views of any game.

A game is given by its name in :data:`~twowaystreet.GAMES` or as a :class:`~twowaystreet.Game`, so
that a game of one's own is drawn like those that come along. Cases shrink towards what is easy to
read: rules towards their defaults, deals towards the sorted pack, play towards fewer moves and the
first legal one. A test that fails prints the match in which it did, as the text of a record.
"""

from __future__ import annotations

from typing import Any, Final, TypeAlias

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from twowaystreet._cards.cards import CARDS, Card, text_of
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import Game, game_named, game_of
from twowaystreet._engine.match import GameRules
from twowaystreet._engine.moves import Deal, Move
from twowaystreet._engine.phases import Phase
from twowaystreet._engine.state import AnyState, GameState, not_a_state
from twowaystreet._engine.verbs import legal_moves
from twowaystreet._util.reader import member_of
from twowaystreet._views.views import view
from twowaystreet.errors import RecordError
from twowaystreet.testing import drawing
from twowaystreet.testing.drawing import quoted_text, shown
from twowaystreet.testing.matches import OngoingMatch, random_matches
from twowaystreet.testing.openings import beginnings
from twowaystreet.testing.settings import rules_or_none, settings_of

MOST_CARDS: Final = 60
"""The greatest number of cards in a pack that belongs to no game."""

# Any: what a game is made of is known only to who imports the game itself.
Some: TypeAlias = st.SearchStrategy[Any]


def cards(pack: Pack | None = None) -> st.SearchStrategy[Card]:
    """The cards of a pack, or all there are.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.joker is not None)
    Card.parse('R*')
    """
    found = st.sampled_from(tuple(dict.fromkeys(pack.cards if pack else CARDS)))
    return shown(found, "card", quoted_text)


def packs() -> st.SearchStrategy[Pack]:
    """Packs of any cards, equal ones among them."""
    found = st.lists(st.sampled_from(CARDS), max_size=MOST_CARDS)
    return shown(found, "Pack", lambda some: repr(text_of(some)), Pack)


def deals(rules: GameRules) -> st.SearchStrategy[Deal]:
    """Deals of the pack that a game is played with.

    Args:
        rules: the options of the game.

    >>> from hypothesis import find
    >>> from twowaystreet.games import twos
    >>> str(find(deals(twos.Rules()), lambda deal: deal.cards[0].suit == "S"))[:20]
    'deal 2S 2C 3C 4C 5C '
    """
    return drawing.deals(rules)


def rules(game: str | Game) -> Some:
    """The options of a game in all combinations that can be, each of them near its default.

    >>> from hypothesis import find
    >>> find(rules("street"), lambda rules: rules.players > 5 and rules.max_hands)
    Rules(players=6, decks=2, jokers='red_and_black', ..., target=20, max_hands=1)
    """
    found = _game(game)
    others = {
        name: st.sampled_from(values[1:])
        for name, values in settings_of(found).items()
        if len(values) > 1
    }
    settings = st.fixed_dictionaries({}, optional=others)
    possible = settings.filter(lambda chosen: rules_or_none(found, chosen) is not None)
    return shown(
        possible,
        "Rules",
        lambda chosen: ", ".join(f"{name}={value!r}" for name, value in chosen.items()),
        lambda chosen: found.Rules(**chosen),
    )


def openings(game: str | Game, rules: Any = None) -> Some:
    """States before the first move, of matches that begin or that go on from any scores.

    Args:
        game: the game.
        rules: the options, or a strategy for them; ``None`` for any.
    """
    found = _game(game)
    starts = _rules(found, rules).flatmap(lambda chosen: beginnings(found, chosen, last=False))
    return shown(starts, "opening", repr)


def moves(state: AnyState) -> st.SearchStrategy[Move]:
    """The moves that can be made in a state, the deals if one is due.

    If the match is over there are none: who draws one gives the case up, as with ``assume``.

    Args:
        state: a state of any game.

    Raises:
        InvalidArgument: if it is no state; this is a ``TypeError``, too.

    >>> from hypothesis import find
    >>> from twowaystreet.games import street
    >>> str(find(moves(street.new_game()), lambda move: True))[:20]
    'deal 2C 3C 4C 5C 6C '
    """
    _see_state(state)
    if state.is_over:
        return st.nothing()
    if state.needs_deal:
        return deals(state.rules)
    return shown(st.sampled_from(legal_moves(state)), "move", quoted_text)


def seats(state: AnyState) -> st.SearchStrategy[int | None]:
    """Who looks at a state: a spectator, who is ``None``, or a seat.

    Args:
        state: a state of any game.

    Raises:
        InvalidArgument: if it is no state; this is a ``TypeError``, too.
    """
    _see_state(state)
    return st.sampled_from((None, *range(len(state.scores))))


def states(game: str | Game, phase: Phase | str | None = None, *, rules: Any = None) -> Some:
    """States at any point of a match, or in one phase of it.

    A failing test prints the match up to the state, as the text of a record. If the options do not
    allow for the phase, Hypothesis says that it finds no case, after a long search.

    Args:
        game: the game.
        phase: what is to be done next; ``None`` for anything.
        rules: the options, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game has no such phase.

    >>> from hypothesis import find
    >>> find(states("twos", "play"), lambda state: len(state.trick.cards) == 2)
    <Twos: play, seat 3 to move, scores 0 0 0 0>
    """
    found = random_matches(*_wanted(game, phase, rules), "A state")
    return shown(found, "state", _when, lambda match: match.state)


def records(game: str | Game, phase: Phase | str | None = None, *, rules: Any = None) -> Some:
    """Matches up to any point, as records; the game has to be in a register.

    Args:
        game: the game.
        phase: what is to be done after the last move; ``None`` for anything.
        rules: the options, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game has no such phase.
        RecordError: if the game is in no register.
    """
    found, wanted, options = _wanted(game, phase, rules)
    if game_of(found.State) is not found:
        raise RecordError(f"{found.title} is in no register: expected a game that is in GAMES")
    found_matches = random_matches(found, wanted, options, "A record")
    return shown(found_matches, "record", _when, lambda match: match.record)


def views(
    game: str | Game,
    phase: Phase | str | None = None,
    *,
    rules: Any = None,
) -> Some:
    """What a seat, or a spectator, may know of a state at any point of a match.

    Args:
        game: the game.
        phase: what is to be done next in the state; what the viewer knows of it may be less.
        rules: the options, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game has no such phase.
    """
    found = random_matches(*_wanted(game, phase, rules), "A view")
    both = found.flatmap(lambda match: st.tuples(st.just(match), seats(match.state)))
    return shown(both, "view", _whose, lambda pair: view(pair[0].state, pair[1]))


def _see_state(thing: object) -> None:
    """Check that a thing is the state of a game, whatever its type was said to be."""
    if not isinstance(thing, GameState):
        raise InvalidArgument(str(not_a_state(thing)))


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else game_named(game)


def _rules(game: Game, given: Any) -> Some:  # Any: as callers give them
    """The options to play with, of what a caller gives for them."""
    if given is None:
        return rules(game)
    strategy: Some = given
    return strategy if isinstance(given, st.SearchStrategy) else st.just(given)


def _wanted(
    game: str | Game, phase: Phase | str | None, options: Any
) -> tuple[Game, Phase | None, Some]:
    """The game, the phase if there is one, and the options to play with, as callers give them."""
    found = _game(game)
    if phase is None:
        return found, None, _rules(found, options)
    phases: type[Phase] = found.State._phases
    has = tuple(phases)
    wanted = member_of(phases, phase)
    if wanted not in has:
        names = ", ".join(dict.fromkeys(map(str, has)))
        raise InvalidArgument(f"{found.title} has no phase {phase!r}: expected one of {names}")
    return found, wanted, _rules(found, options)


def _when(match: OngoingMatch) -> str:
    return f"after {match.length}"


def _whose(pair: tuple[OngoingMatch, int | None]) -> str:
    match, seat = pair
    return f"of {'a spectator' if seat is None else f'seat {seat}'} {_when(match)}"
