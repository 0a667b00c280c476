"""Hypothesis strategies: cards, deals, rules, moves, states, records and views of any game.

Pass a game by its name in :data:`~twowaystreet.GAMES` or as a :class:`~twowaystreet.Game`. Your own
games work like those of the library. Cases shrink to readable ones: rules to their defaults, deals
to the sorted pack, play to fewer moves and to the first legal move. A failing test prints its match
as the text of a record. :func:`register_types` registers the strategies by type.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeAlias

from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

from twowaystreet._core.cards.cards import CARDS, Card, member_of, text_of
from twowaystreet._core.cards.masks import Pack
from twowaystreet._core.engine.game import GAMES, OURS, Game, game_named, game_of
from twowaystreet._core.engine.moves import Deal, Move, Phase, Play
from twowaystreet._core.engine.state import AnyState, GameState, not_a_state
from twowaystreet._core.engine.verbs import legal_moves
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.views.views import View, view
from twowaystreet.errors import RecordError
from twowaystreet.testing.drawing import beginnings, deals, quoted_text, random_matches, shown
from twowaystreet.testing.playouts import Playout, rules_or_none, settings_of

MOST_CARDS: Final = 60
"""The greatest number of cards in a random pack."""

# Any: only code that imports a game knows its classes.
Some: TypeAlias = st.SearchStrategy[Any]


def cards(pack: Pack | None = None) -> st.SearchStrategy[Card]:
    """Cards of a pack, or all cards.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.joker is not None)
    Card.parse('R*')
    """
    found = st.sampled_from(tuple(dict.fromkeys(pack.cards if pack else CARDS)))
    return shown(found, "card", quoted_text)


def packs() -> st.SearchStrategy[Pack]:
    """Packs of any cards; a card may be there more than once."""
    found = st.lists(st.sampled_from(CARDS), max_size=MOST_CARDS)
    return shown(found, "Pack", lambda some: repr(text_of(some)), Pack)


def rules(game: str | Game) -> Some:
    """Rules of a game with all possible combinations of options, each near its default.

    Raises:
        RecordError: if there is no such game.

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
    """States before the first move, of matches that begin or continue with any scores.

    Args:
        game: the game.
        rules: the rules, or a strategy for them; ``None`` for any.

    Raises:
        RecordError: if there is no such game.
    """
    found = _game(game)
    starts = _rules(found, rules).flatmap(lambda chosen: beginnings(found, chosen, last=False))
    return shown(starts, "opening", repr)


def moves(state: AnyState) -> st.SearchStrategy[Move]:
    """Legal moves of a state; deals if a deal is due.

    After the end of the match the strategy is empty: a draw rejects the case, as ``assume`` does.

    Args:
        state: a state of any game.

    Raises:
        InvalidArgument: if it is not a state; this is a ``TypeError``, too.

    >>> from hypothesis import find
    >>> from twowaystreet.games import street
    >>> str(find(moves(street.new_game()), lambda move: True))[:20]
    'deal 2C 3C 4C 5C 6C '
    """
    _check_state(state)
    if state.is_over:
        return st.nothing()
    if state.needs_deal:
        return deals(state.rules)
    return shown(st.sampled_from(legal_moves(state)), "move", quoted_text)


def seats(state: AnyState) -> st.SearchStrategy[int | None]:
    """Viewers of a state: a spectator (``None``) or a seat.

    Args:
        state: a state of any game.

    Raises:
        InvalidArgument: if it is not a state; this is a ``TypeError``, too.
    """
    _check_state(state)
    return st.sampled_from((None, *range(len(state.scores))))


def states(game: str | Game, phase: Phase | str | None = None, *, rules: Any = None) -> Some:
    """States at any point of a match, or in one phase.

    A failing test prints the match up to the state, as the text of a record. If the rules never
    lead to the phase, Hypothesis reports after a long search that it finds no case.

    Args:
        game: the game.
        phase: the phase of the states; ``None`` for any.
        rules: the rules, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game does not have the phase.
        RecordError: if there is no such game.

    >>> from hypothesis import find
    >>> find(states("twos", "play"), lambda state: len(state.trick.cards) == 2)
    <Twos: play, seat 3 to move, scores 0 0 0 0>
    """
    found = random_matches(*_wanted(game, phase, rules), "A state")
    return shown(found, "state", _when, lambda match: match.state)


def records(game: str | Game, phase: Phase | str | None = None, *, rules: Any = None) -> Some:
    """Records of matches up to any point; the game must be registered.

    Args:
        game: the game.
        phase: the phase after the last move; ``None`` for any.
        rules: the rules, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game does not have the phase.
        RecordError: if there is no such game, or it is not registered.
    """
    found, wanted, options = _wanted(game, phase, rules)
    if game_of(found.State) is not found:
        raise RecordError(f"{found.title} is not registered: expected a game in GAMES")
    found_matches = random_matches(found, wanted, options, "A record")
    return shown(found_matches, "record", _when, lambda match: match.record)


def views(game: str | Game, phase: Phase | str | None = None, *, rules: Any = None) -> Some:
    """Views of seats and spectators at any point of a match.

    Args:
        game: the game.
        phase: the phase of the state; ``None`` for any. The viewer may know less than the phase.
        rules: the rules, or a strategy for them; ``None`` for any.

    Raises:
        InvalidArgument: if the game does not have the phase.
        RecordError: if there is no such game.
    """
    found = random_matches(*_wanted(game, phase, rules), "A view")
    both = found.flatmap(lambda match: st.tuples(st.just(match), seats(match.state)))
    return shown(both, "view", _whose, lambda pair: view(pair[0].state, pair[1]))


def _check_state(thing: object) -> None:
    if not isinstance(thing, GameState):
        raise InvalidArgument(str(not_a_state(thing)))


def _game(game: str | Game) -> Game:
    return game if isinstance(game, Game) else game_named(game)


def _rules(game: Game, given: Any) -> Some:  # Any: as callers pass them
    if given is None:
        return rules(game)
    strategy: Some = given
    return strategy if isinstance(given, st.SearchStrategy) else st.just(given)


def _wanted(
    game: str | Game, phase: Phase | str | None, options: Any
) -> tuple[Game, Phase | None, Some]:
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


def _when(match: Playout) -> str:
    return f"after {match.length}"


def _whose(pair: tuple[Playout, int | None]) -> str:
    match, seat = pair
    return f"of {'a spectator' if seat is None else f'seat {seat}'} {_when(match)}"


def register_types(*games: Game) -> None:
    """Register the types of the games for ``st.from_type`` and the functions that use it.

    The types are ``Card``, ``Play``, ``Pack``, ``Deal``, ``GameState``, ``View``, ``Record`` and
    ``SeatRecord``, and the ``Rules``, ``State`` and ``View`` of each game. Call the function once,
    for example in ``conftest.py``. Further calls change nothing.

    Args:
        games: your own games; their ``Rules``, ``State`` and ``View`` are registered, too.

    >>> from hypothesis import find, strategies as st
    >>> from twowaystreet.games import street
    >>> register_types()
    >>> find(st.from_type(street.State), lambda state: state.phase == "declare").phase
    <Phase.DECLARE: 'declare'>
    """
    st.register_type_strategy(Card, cards())
    st.register_type_strategy(Play, cards().map(Play))
    st.register_type_strategy(Pack, packs())
    st.register_type_strategy(Deal, _any_game(rules).flatmap(deals))
    st.register_type_strategy(GameState, _any_game(states))
    st.register_type_strategy(View, _any_game(views))
    st.register_type_strategy(Record, _any_game(records))
    st.register_type_strategy(SeatRecord, _any_game(records).flatmap(_seat_records))
    for game in (*(GAMES[name] for name in OURS), *games):
        st.register_type_strategy(game.Rules, rules(game))
        st.register_type_strategy(game.State, states(game))
        st.register_type_strategy(game.View, views(game))


# Any: each game has its own classes.
def _any_game(strategy: Callable[[str], st.SearchStrategy[Any]]) -> st.SearchStrategy[Any]:
    return st.one_of([strategy(name) for name in OURS])


def _seat_records(record: Record) -> st.SearchStrategy[SeatRecord]:
    return seats(record.state).map(record.for_seat)
