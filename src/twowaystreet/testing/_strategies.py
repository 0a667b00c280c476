"""Hypothesis strategies: cards, deals, rules, moves, states, records and views of any game.

Cases shrink to default rules, the sorted pack, fewer moves and the first legal move. Random numbers
are few byte strings: a choice of Hypothesis costs much more time than a move of the library.
"""

from __future__ import annotations

import random
from bisect import bisect_left
from collections.abc import Callable, Hashable, Mapping, Sequence
from contextlib import suppress
from functools import lru_cache
from itertools import count
from typing import Any, Final, Generic, TypeAlias, TypeVar

import attrs
from hypothesis import note, reject
from hypothesis import strategies as st
from hypothesis.errors import InvalidArgument
from hypothesis.vendor.pretty import RepresentationPrinter
from typing_extensions import override

import twowaystreet as tws
from twowaystreet._core.cards.cards import member_of, text_of
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.game import OURS, game_named, game_of
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import deal_of
from twowaystreet._core.engine.seats import side_of
from twowaystreet._core.engine.state import not_a_state
from twowaystreet._core.records.seat_records import moves_text
from twowaystreet._util.values import OfGame
from twowaystreet.testing import _playouts as playouts

T = TypeVar("T")
Some: TypeAlias = st.SearchStrategy[Any]  # Any: only code that imports a game knows its classes


@attrs.frozen(eq=False)
class _Described(Generic[T]):
    thing: T
    text: Callable[[T], str]

    def _repr_pretty_(self, printer: RepresentationPrinter, cycle: bool) -> None:
        printer.text(self.text(self.thing))


def shown(
    strategy: st.SearchStrategy[T],
    name: str,
    text: Callable[[T], str] = lambda drawn: repr(str(drawn)),
    value: Callable[[T], object] = lambda drawn: drawn,
) -> Some:
    """Return a strategy whose elements a failing test prints as ``name(text)``."""

    def make(described: _Described[T]) -> object:
        return value(described.thing)

    make.__name__ = name
    return strategy.map(lambda drawn: _Described(drawn, text)).map(make)


def when(match: playouts.Playout) -> str:
    return f"after {moves_text(match.moves)}"


def note_match(game: tws.Game, match: playouts.Playout, title: str) -> None:
    note(_Described(match, lambda _: f"{title} {when(match)}:\n{match.text(game).rstrip()}\n"))


def rows(size: int) -> st.SearchStrategy[bytes]:
    """Return a strategy for byte strings of this size; zeros are the simplest."""
    return st.binary(min_size=size, max_size=size)


class ByteChoices(playouts.Chance):
    """Choices from byte strings; a zero chooses the first option, a smaller byte no later one."""

    def __init__(self, draw: st.DrawFn, size: int) -> None:
        row = rows(size)
        self._draw, self._bytes = draw, (byte for _ in count() for byte in draw(row))
        self.mood = self.one_of(range(playouts.MOODS))

    @override
    def one_of(self, some: Sequence[T]) -> T:
        size, chance, bits = len(some), 0, 0
        while size > 1 << bits:
            chance, bits = chance << 8 | next(self._bytes), bits + 8
        return some[chance * size >> bits]

    @override
    def deal(self, state: tws.AnyState) -> tws.Deal:
        return self._draw(deals(state.rules))


def deals(rules: GameRules) -> st.SearchStrategy[tws.Deal]:
    """Deals of the pack of a game with these rules; the sorted pack is the simplest.

    >>> from hypothesis import find
    >>> from twowaystreet.games import twos
    >>> str(find(deals(twos.Rules()), lambda deal: deal.cards[0].suit == "S"))[:20]
    'deal 2S 2C 3C 4C 5C '
    """
    pack = rules.pack
    width = 1 if len(pack) <= 256 else 2

    def shuffled(row: bytes) -> tws.Deal:
        left = list(pack.cards)
        numbers = (int.from_bytes(row[at : at + width]) for at in range(0, len(row), width))
        return deal_of(tuple(left.pop(one * len(left) >> 8 * width) for one in numbers), pack)

    some = rows(width * len(pack))
    return shown(some, "deal", lambda row: repr(text_of(shuffled(row).cards)), shuffled)


@lru_cache
def last_seen(game: tws.Game, rules: Hashable) -> Mapping[tws.Phase, int]:
    states = playouts.play_hands(game.new_game(rules), random.Random(0), 1).states
    return {state.phase: number for number, state in enumerate(states)}


def usual_length(game: tws.Game, rules: OfGame) -> int:
    return max(last_seen(game, rules).values())


def _ways_to(state: tws.AnyState, phase: tws.Phase | None, depth: int = 2) -> tuple[tws.Move, ...]:
    """Return the legal moves that lead to a phase at once, or else within two moves; often none."""
    found = tws.legal_moves(state)
    both = [(move, tws.apply(state, move)) for move in found]
    ways = tuple(move for move, then in both if then.phase is phase)
    if ways or depth == 1 or len(found) ** 2 > 100:  # too slow
        return ways
    return tuple(move for move, then in both if _ways_to(then, phase, depth - 1))


class _Search(ByteChoices):
    def __init__(self, draw: st.DrawFn, size: int, phase: tws.Phase | None, number: int) -> None:
        super().__init__(draw, size)
        self._phase, self._left, self._is_seen = phase, number, False

    @override
    def move(self, state: tws.AnyState, among: Sequence[tws.Move] = ()) -> tws.Move | None:
        self._is_seen |= state.phase is self._phase
        self._left -= 1
        if self._left < 0 and self._is_seen:
            return None
        # These phases come up without a search.
        if self._left < 0 and self._phase not in (None, "play", "hand over", "game over"):
            among = _ways_to(state, self._phase)
        return super().move(state, among)


@st.composite
def random_matches(
    draw: st.DrawFn, game: tws.Game, phase: tws.Phase | None, rules: Some, title: str
) -> playouts.Playout:
    """Matches up to any point, or to a point in a phase; a failing test prints them."""
    chosen = draw(rules)
    last = phase == "game over"
    match = playouts.Playout((draw(beginnings(game, chosen, last)),))
    luck = ByteChoices(draw, 4 + 4 * chosen.seats) if last else None
    try:
        length = usual_length(game, chosen) or 1  # 0 if the game fails at the first deal
        reach = length if phase is None else last_seen(game, chosen).get(phase, length)
        # Some matches reach the next hand. With integers(0, 60) two numbers of five would be 0.
        number = draw(st.sampled_from(range(reach + length // 8 + 1)))
        chances = _Search(draw, length, phase, number)
        # A phase is searched for in two more hands.
        match = playouts.played(match.start, chances, most=number + (2 * length if phase else 0))
        if match.error:
            raise match.error
        if phase and match.state.phase is not phase:
            # Go back to a point where the match was in the phase.
            seen = [made for made, state in enumerate(match.states) if state.phase is phase]
            match = match.until(chances.one_of(seen) if seen else reject())
        if luck and (begun := _before_the_end(game, match.last_hand, luck)):
            whole, match = match, playouts.Playout((begun,))
            with suppress(tws.IllegalMove):  # other totals may make another move due
                for move in whole.last_hand.moves:
                    match = match.play(move)
            rest = playouts.played(match.state, chances, most=2 * length)
            states = *match.states[:-1], *rest.states
            match = attrs.evolve(rest, states=states, moves=(*match.moves, *rest.moves))
            if match.error:
                raise match.error
            match = match if match.state.is_over else whole
    finally:  # if the game itself raises an error, the printed match shows where
        note_match(game, match, title)
    return match


def _before_the_end(
    game: tws.Game, hand: playouts.Playout, luck: ByteChoices
) -> tws.AnyState | None:
    """Return a match before its last hand, with totals chosen one seat at a time.

    The hand brings one seat exactly to the end or beyond it; the others are near or anywhere.
    """
    first, over = hand.start, hand.state
    rules: OfGame = first.rules
    points = [after - before for before, after in zip(first.scores, over.scores, strict=True)]
    usual, least, most = numbers_of(game, rules, "scores")
    ends = [
        (end, way)
        for end, way in ((most + 1, 1), (least - 1, -1))
        if first._ends_game((end,) * rules.seats) and max(way * each for each in points) > 0
    ]
    totals = [usual] * rules.seats
    if ends and (rules.max_hands is None or luck.one_of(range(2))):
        end, way = luck.one_of(ends)
        keys = [(side_of(rules, seat), each) for seat, each in enumerate(points)]
        leader = luck.one_of([key for key in keys if way * key[1] > 0])
        left = dict[OfGame, int]()  # partners with the same points have the same total
        for key in dict.fromkeys(keys):
            near, far = abs(key[1]), abs(end - usual)
            past = (near,), *[range(near, 0, -1)] * 3  # exactly on the end, or beyond it
            some = past if key == leader else (range(far, 0, -1), range(1, 2 * near + 2))
            left[key] = luck.one_of(luck.one_of(some))
        totals = [end - way * min(left[key], abs(end - usual)) for key in keys]
    elif luck.one_of(range(8)) and all(
        getattr(first, name) == getattr(over, name) for name in first._match_counters
    ):
        # The earlier hands have brought the same points, to these or other seats.
        hands = first.hands_played
        for turn in reversed(range(rules.seats)):
            number = luck.one_of(range(hands + 1)) if turn else hands
            hands -= number
            totals = [total + number * points[seat - turn] for seat, total in enumerate(totals)]
    figures = playouts.figures_of(game, first)
    changed = {"dealer": hand.states[1].dealer, "scores": tuple(totals)}
    return _begun(game, rules, {**figures, **changed})


FAR: Final = 512  # the greatest distance from the usual start at which a number is tried


@lru_cache
def numbers_of(game: tws.Game, rules: GameRules, name: str) -> tuple[int, int, int]:
    """Return a usual value of an argument of ``new_game``, and by trial its least and greatest."""
    value = getattr(game.new_game(rules), name)
    usual: int = value if isinstance(value, int) else value[0]

    def impossible(number: int) -> bool:
        given = number if isinstance(value, int) else (number,) * rules.seats
        return _begun(game, rules, {name: given}) is None

    less, more = range(usual - 1, usual - FAR - 1, -1), range(usual + 1, usual + FAR + 1)
    least = usual - bisect_left(less, True, key=impossible)
    return usual, least, usual + bisect_left(more, True, key=impossible)


@st.composite
def beginnings(draw: st.DrawFn, game: tws.Game, rules: OfGame, last: bool) -> tws.AnyState:
    """First states of a match, or of the rest of a match, which may be the ``last`` hand."""
    given: dict[str, OfGame] = {"dealer": draw(st.integers(0, rules.seats - 1))}
    new: tws.AnyState = game.new_game(rules, **given)
    if not last and not draw(st.booleans()):
        return new
    if last and rules.max_hands is not None:
        return _begun(game, rules, {**given, "hands_played": rules.max_hands - 1}) or new
    for name in ("scores", *game.State._match_counters):
        usual, least, most = numbers_of(game, rules, name)
        number = st.integers(least - usual, most - usual).map(usual.__add__)
        if last and name == "scores":
            # With one more or less, the match would be over.
            ends = [end for end in (most, least) if abs(end - usual) < FAR]
            number = st.sampled_from(ends or [usual])
        is_one = isinstance(getattr(new, name), int)
        given[name] = draw(number if is_one else st.tuples(*[number] * rules.seats))
    most = 12 if rules.max_hands is None else rules.max_hands - 1
    given["hands_played"] = draw(st.integers(0, most))
    # Numbers that are possible for one seat may be impossible together.
    return _begun(game, rules, given) or new


def _begun(game: tws.Game, rules: GameRules, given: dict[str, OfGame]) -> tws.AnyState | None:
    with suppress(tws.TwoWayStreetError):
        begun: tws.AnyState = game.new_game(rules, **given)
        return begun
    return None


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
    found = named_game(game)
    every = playouts.settings_of(found).items()
    others = {name: st.sampled_from(values[1:]) for name, values in every if len(values) > 1}
    settings = st.fixed_dictionaries({}, optional=others)
    return shown(
        settings.filter(lambda chosen: playouts.rules_or_none(found, chosen) is not None),
        "Rules",
        lambda chosen: ", ".join(f"{name}={value!r}" for name, value in chosen.items()),
        lambda chosen: found.Rules(**chosen),
    )


def openings(game: str | tws.Game, rules: Any = None) -> Some:
    """States before the first move, of matches that begin or continue with any scores."""
    found = named_game(game)
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
    return st.sampled_from(playouts.viewers(state))


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
    found = named_game(game)
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
        lambda pair: f"of {playouts.viewer_name(pair[1])} {when(pair[0])}",
        lambda pair: tws.view(pair[0].state, pair[1]),
    )


def _check_state(thing: object) -> None:
    if not isinstance(thing, tws.GameState):
        raise InvalidArgument(str(not_a_state(thing)))


def named_game(game: str | tws.Game) -> tws.Game:
    return game if isinstance(game, tws.Game) else game_named(game)


def _rules(game: tws.Game, given: OfGame) -> Some:
    if given is None:
        return rules(game)
    strategy: Some = given
    return strategy if isinstance(given, st.SearchStrategy) else st.just(given)


def _matches(
    title: str, game: str | tws.Game, phase: tws.Phase | str | None, rules: Any
) -> st.SearchStrategy[playouts.Playout]:
    found = named_game(game)
    phases: type[tws.Phase] = found.State._phases
    wanted = None if phase is None else member_of(phases, phase)
    if phase is not None and wanted not in tuple(phases):
        names = ", ".join(dict.fromkeys(map(str, phases)))
        raise InvalidArgument(f"{found.title} has no phase {phase!r}: expected one of {names}")
    return random_matches(found, wanted, _rules(found, rules), title)


def register_types(*games: tws.Game) -> None:
    """Register the types of the games for ``st.from_type`` and the functions that use it.

    The types are ``Card``, ``Play``, ``Pack``, ``Deal``, ``GameState``, ``View``, ``Record`` and
    ``SeatRecord``, and the ``Rules``, ``State`` and ``View`` of our games and your own ``games``.
    Call the function once, for example in ``conftest.py``. Further calls change nothing.

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
