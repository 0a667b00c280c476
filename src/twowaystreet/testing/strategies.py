"""Hypothesis strategies: cards, deals, rules, moves, states, records and views of any game.

Pass a game by its name in :data:`~twowaystreet.GAMES` or as a :class:`~twowaystreet.Game`. Your own
games work like those of the library. Cases shrink to readable ones: rules to their defaults, deals
to the sorted pack, play to fewer moves and to the first legal move. A failing test prints its match
as the text of a record. :func:`register_types` registers the strategies by type.

The name of a game that is not there raises ``RecordError``. ``InvalidArgument``, which is a
``TypeError`` too, is Hypothesis's error.
"""

from __future__ import annotations

from typing import Any

import attrs
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument

import twowaystreet as tws
from twowaystreet._core.cards.cards import member_of, text_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game import OURS, game_named, game_of
from twowaystreet._core.engine.state import OfGame, not_a_state
from twowaystreet.testing.drawing import Some, beginnings, deals, random_matches, shown, when
from twowaystreet.testing.playouts import Playout, rules_or_none, settings_of, viewer_name, viewers


def cards(pack: tws.Pack | None = None) -> st.SearchStrategy[tws.Card]:
    """Cards of a pack, or all cards.

    >>> from hypothesis import find
    >>> find(cards(), lambda card: card.joker is not None)
    Card.parse('R*')
    """
    return shown(st.sampled_from(tuple(dict.fromkeys(pack.cards if pack else tws.CARDS))), "card")


def packs() -> st.SearchStrategy[tws.Pack]:
    """Packs of up to 60 cards; a card may be there more than once."""
    found = st.lists(st.sampled_from(tws.CARDS), max_size=60)
    return shown(found, "Pack", lambda some: repr(text_of(some)), tws.Pack)


def rules(game: str | tws.Game) -> Some:
    """Rules of a game with all possible combinations of options, each near its default.

    >>> from hypothesis import find
    >>> find(rules("street"), lambda rules: rules.players > 5)
    Rules(players=6, decks=2, jokers='red_and_black', ..., target=20, max_hands=None)
    """
    found = _game(game)
    every = settings_of(found).items()
    others = {name: st.sampled_from(values[1:]) for name, values in every if len(values) > 1}
    settings = st.fixed_dictionaries({}, optional=others)
    return shown(
        settings.filter(lambda chosen: rules_or_none(found, chosen) is not None),
        "Rules",
        lambda chosen: ", ".join(f"{name}={value!r}" for name, value in chosen.items()),
        lambda chosen: found.Rules(**chosen),
    )


def openings(game: str | tws.Game, rules: Any = None) -> Some:
    """States before the first move, of matches that begin or continue with any scores."""
    found = _game(game)
    starts = _rules(found, rules).flatmap(lambda chosen: beginnings(found, chosen, last=False))
    return shown(starts, "opening", repr)


@st.composite
def starts(draw: st.DrawFn, game: tws.Game, few_hands: bool) -> tws.AnyState:
    """First states for checks of a game: half are the usual one, a quarter those of a last hand."""
    is_usual = not draw(st.booleans())
    chosen = game.Rules() if is_usual else draw(rules(game))
    if few_hands and "max_hands" in options_of(game.Rules):
        chosen = attrs.evolve(chosen, max_hands=2 if is_usual else draw(st.integers(1, 3)))
    usual: tws.AnyState = game.new_game(chosen)
    return usual if is_usual else draw(beginnings(game, chosen, last=draw(st.booleans())))


def moves(state: tws.AnyState) -> st.SearchStrategy[tws.Move]:
    """Legal moves of a state; deals if a deal is due.

    After the end of the match the strategy is empty: a draw rejects the case, as ``assume`` does.

    Raises:
        InvalidArgument: if it is not a state.

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
    return shown(st.sampled_from(tws.legal_moves(state)), "move")


def seats(state: tws.AnyState) -> st.SearchStrategy[int | None]:
    """Viewers of a state: a spectator (``None``) or a seat.

    Raises:
        InvalidArgument: if it is not a state.
    """
    _check_state(state)
    return st.sampled_from(viewers(state))


def states(
    game: str | tws.Game, phase: tws.Phase | str | None = None, *, rules: Any = None
) -> Some:
    """States at any point of a match, or in one phase.

    A failing test prints the match up to the state, as the text of a record. If the rules never
    lead to the phase, Hypothesis reports after a long search that it finds no case.

    Raises:
        InvalidArgument: if the game does not have the phase.
        RecordError: if there is no such game.

    >>> from hypothesis import find
    >>> find(states("twos", "play"), lambda state: len(state.trick.cards) == 2)
    <Twos: play, seat 3 to move, scores 0 0 0 0>
    """
    found = _matches("A state", game, phase, rules)
    return shown(found, "state", when, lambda match: match.state)


def records(
    game: str | tws.Game, phase: tws.Phase | str | None = None, *, rules: Any = None
) -> Some:
    """Records of matches up to any point, or to one in a phase; the game must be registered.

    Raises:
        RecordError: if it is not.
    """
    found = _game(game)
    if game_of(found.State) is not found:
        raise tws.RecordError(f"{found.title} is not registered: expected a game in GAMES")
    matches = _matches("A record", found, phase, rules)
    return shown(matches, "record", when, lambda match: match.record)


def views(game: str | tws.Game, phase: tws.Phase | str | None = None, *, rules: Any = None) -> Some:
    """Views of seats and spectators at any point of a match, or in a phase, seen or not."""
    found = _matches("A view", game, phase, rules)
    both = found.flatmap(lambda match: st.tuples(st.just(match), seats(match.state)))
    return shown(
        both,
        "view",
        lambda pair: f"of {viewer_name(pair[1])} {when(pair[0])}",
        lambda pair: tws.view(pair[0].state, pair[1]),
    )


def _check_state(thing: object) -> None:
    if not isinstance(thing, tws.GameState):
        raise InvalidArgument(str(not_a_state(thing)))


def _game(game: str | tws.Game) -> tws.Game:
    return game if isinstance(game, tws.Game) else game_named(game)


def _rules(game: tws.Game, given: OfGame) -> Some:
    if given is None:
        return rules(game)
    strategy: Some = given
    return strategy if isinstance(given, st.SearchStrategy) else st.just(given)


def _matches(
    title: str, game: str | tws.Game, phase: tws.Phase | str | None, rules: Any
) -> st.SearchStrategy[Playout]:
    found = _game(game)
    phases: type[tws.Phase] = found.State._phases
    wanted = None if phase is None else member_of(phases, phase)
    if phase is not None and wanted not in tuple(phases):
        names = ", ".join(dict.fromkeys(map(str, phases)))
        raise InvalidArgument(f"{found.title} has no phase {phase!r}: expected one of {names}")
    return random_matches(found, wanted, _rules(found, rules), title)


def register_types(*games: tws.Game) -> None:
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
    ours = tuple(tws.GAMES[name] for name in OURS)
    any_rules, any_record = (st.one_of(*map(some, ours)) for some in (rules, records))
    found: dict[type[Any], Some] = {
        tws.Card: cards(),
        tws.Play: cards().map(tws.Play),
        tws.Pack: packs(),
        tws.Deal: any_rules.flatmap(deals),
        tws.GameState: st.one_of(*map(states, ours)),
        tws.View: st.one_of(*map(views, ours)),
        tws.Record: any_record,
        tws.SeatRecord: any_record.flatmap(lambda one: seats(one.state).map(one.for_seat)),
    }
    for game in (*ours, *games):
        found |= {game.Rules: rules(game), game.State: states(game), game.View: views(game)}
    for kind, strategy in found.items():
        st.register_type_strategy(kind, strategy)
