"""What checks look at and report: playouts of a game, contents of objects, broken promises."""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from contextlib import AbstractContextManager, suppress
from enum import Enum
from functools import cache, cached_property
from inspect import signature
from itertools import chain, islice, zip_longest
from math import inf
from pathlib import PurePath
from traceback import walk_tb
from types import BuiltinFunctionType, FrameType, FunctionType, MethodType, ModuleType
from typing import Final, NoReturn, TypeVar, cast
from unittest import mock

import attrs
from hypothesis.errors import HypothesisException

import twowaystreet as tws
from twowaystreet._core.engine import game as registry
from twowaystreet._core.engine.fields import option_text, options_of
from twowaystreet._core.engine.match import GameRules
from twowaystreet._core.engine.moves import move_types_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet._core.records import text_format
from twowaystreet._core.records.records import _build_record
from twowaystreet._core.views.facts import facts_of
from twowaystreet._util.numbers import GREATEST
from twowaystreet._util.values import OfGame
from twowaystreet.errors import quoted

MOST_LINES: Final = 40  # of a transcript in a message; more are left out in the middle
MAX_TEXT: Final = 500  # of the words of an error
# The packages that every game needs.
NEEDED: Final = {*sys.stdlib_module_names, "attr", "attrs", "cattrs", "typing_extensions"}
WORDS: Final = (str, bytes, int, float, complex, type(None), Enum, tws.Card)  # they have no parts
# They refer to the whole program.
CODE: Final = (type, FunctionType, BuiltinFunctionType, MethodType, ModuleType)
_BY_TEXT: Final = {str(card): card for card in tws.CARDS}


@attrs.define(slots=False, repr=False)
class Broken(AssertionError):
    """A game breaks a promise.

    Attributes:
        promise: the name of the promise.
        game: the name of the game.
        wrong: a description of the fault.
        transcript: the text of a record that ends with the fault; empty if no game can begin.
        says: the promise in one sentence.
        again: the call that repeats the check.
    """

    promise: str
    game: str
    wrong: str
    transcript: str
    says: str = ""
    again: str = ""

    def __str__(self) -> str:
        lines = [f"{self.game} breaks its promise {self.promise!r}: {self.says}", "", self.wrong]
        if self.transcript:
            record = self.transcript.rstrip("\n").split("\n")
            left_out, half = len(record) - MOST_LINES, MOST_LINES // 2
            if left_out > 1:
                record[half:-half] = [f"... ({left_out} lines left out)"]
            lines += ["", "The fault is at the end of this record:", ""]
            lines += [f"    {line}".rstrip() for line in record]
        if self.again:
            lines += ["", f"To repeat: {self.again}"]
        return "\n".join(lines)


def around_difference(one: object, two: object) -> tuple[str, str]:
    texts = [each if isinstance(each, str) else repr(each) for each in (one, two)]
    at = next((at for at, (here, there) in enumerate(zip_longest(*texts)) if here != there), 0)
    first, last = max(0, at - 60), at + 140
    cut = ["..." * bool(first) + text[first:last] + "..." * (last < len(text)) for text in texts]
    return cut[0], cut[1]


def error_report(error: BaseException, instead_of: type[Exception] | None = None) -> str:
    """Describe an error, with the innermost line of game code, or else the line that raised it."""
    name = type(error).__name__ + (f", not {instead_of.__name__}" if instead_of else "")
    words = place = ""
    with suppress(Exception):  # a foreign error may raise another one in __str__
        words = " ".join(str(error).split())
    if len(words) > MAX_TEXT:
        words = words[: MAX_TEXT - 3] + "..."
    frames = list(walk_tb(error.__traceback__))
    for frame, line in ([one for one in frames if _is_of_the_game(one[0])] or frames)[-1:]:
        code = frame.f_code
        place = f" ({PurePath(code.co_filename).name}, line {line}, in {code.co_name})"
    return (f"{name}: {words}" if words else name) + place


def _is_of_the_game(frame: FrameType) -> bool:
    package, _, part = str(frame.f_globals.get("__name__", "")).partition(".")
    # The games of the library count as game code, like other games.
    library = package == "twowaystreet" and part.partition(".")[0] != "games"
    needed = package in NEEDED and package != "__main__"
    return not (library or needed or frame.f_code.co_filename.startswith("<attrs generated"))


def snapshot(thing: object, above: tuple[int, ...] = ()) -> str:
    """Return the whole content of an object as text, without values of ``cached_property``.

    >>> snapshot((1, ["a"], {"b": None}))
    "tuple(1, list('a', ), dict('b': None, ), )"
    """
    if isinstance(thing, WORDS):
        return repr(thing)
    if isinstance(thing, CODE):
        return f"<code {id(thing)}>"
    if id(thing) in above:
        return "<itself>"
    inside = (*above, id(thing))
    parts = [f"{name}{snapshot(part, inside)}, " for name, part in parts_of(thing)]
    return f"{type(thing).__name__}({''.join(parts)})"


def parts_of(thing: OfGame) -> Iterator[tuple[str, OfGame]]:
    cls = thing.__class__
    if issubclass(cls, Mapping):
        yield from ((f"{snapshot(key)}: ", value) for key, value in thing.items())
    elif issubclass(cls, Set):  # the repr of a set within a set differs between processes
        yield from (("", each) for each in sorted(thing, key=snapshot))
    elif issubclass(cls, (tuple, list)):
        yield from (("", each) for each in thing)
    names, cached = _stored(thing.__class__)
    stored = {name: getattr(thing, name) for name in names if hasattr(thing, name)}
    more: dict[str, OfGame] = getattr(thing, "__dict__", {})
    stored |= {name: value for name, value in more.items() if name not in cached}
    yield from ((f"{name}=", value) for name, value in stored.items())


@cache
def _stored(cls: OfGame) -> tuple[tuple[str, ...], frozenset[str]]:
    bodies: list[Mapping[str, OfGame]] = [vars(each) for each in cls.__mro__]
    members = [member for body in bodies for member in body.items()]
    cached = frozenset(name for name, value in members if isinstance(value, cached_property))
    if attrs.has(cls):
        return tuple(field.name for field in attrs.fields(cls)), cached
    slots = [body.get("__slots__", ()) for body in bodies]
    names = [name for each in slots for name in ([each] if isinstance(each, str) else each)]
    return tuple(name for name in names if not name.startswith("__")), cached


def public_values(thing: object) -> Iterator[tuple[str, str]]:
    """Yield snapshots, or errors, of public attributes and results of methods besides facts."""
    cls: OfGame = type(thing)
    known = {"to_dict", "to_json", "to_text", *(facts_of(cls) if attrs.has(cls) else ())}
    for name in [one for one in dir(thing) if not one.startswith("_") and one not in known]:
        label = name
        try:
            value: object = getattr(thing, name)
            if callable(value):
                if not _needs_nothing(value):
                    continue
                label, value = f"{name}()", value()
            if isinstance(value, Iterator):
                value = tuple(islice(cast("Iterator[object]", value), 1000))
            found = snapshot(value)
        except Exception as error:
            found = error_report(error)
        yield label, without_addresses(found)


def without_addresses(text: str) -> str:
    return re.sub(r"(?<=<code )\d+| at 0x[0-9a-fA-F]+", "", text)


def _needs_nothing(value: Callable[..., object]) -> bool:
    with suppress(TypeError, ValueError):
        signature(value).bind()
        return isinstance(value, (FunctionType, MethodType))
    return False


def cards_in(thing: OfGame) -> list[tws.Card]:
    found, left, seen = list[tws.Card](), [thing], set[int]()
    while left:
        each = left.pop()
        if isinstance(each, WORDS):
            of_text = named_in(each) if type(each) is str else []
            found += [each] if isinstance(each, tws.Card) else of_text
        elif not isinstance(each, CODE) and id(each) not in seen:
            seen.add(id(each))
            left += reversed([part for _, part in parts_of(each)])
    return found


def named_in(text: str) -> list[tws.Card]:
    """Return the cards that a text names.

    >>> named_in("exchange 9S, 10S")
    [Card.parse('9S'), Card.parse('10S')]
    """
    return [_BY_TEXT[word] for word in text.replace(",", " ").split() if word in _BY_TEXT]


T = TypeVar("T")

MOODS: Final = 8  # of matches; 0 is without one
MANY: Final = 3  # the greatest distance of tried numbers from the default; from a bound, twice that


@attrs.frozen
class Playout:
    states: tuple[tws.AnyState, ...]
    moves: tuple[tws.Move, ...] = ()
    fault: str = ""  # why the playout could not continue
    endless: bool = False  # a hand had too many moves
    error: Exception | None = attrs.field(default=None, eq=False, repr=False)

    @property
    def start(self) -> tws.AnyState:
        return self.states[0]

    @property
    def state(self) -> tws.AnyState:
        return self.states[-1]

    @property
    def record(self) -> tws.Record:
        return _build_record(self.start, self.moves, self.state)  # without a replay

    @property
    def last_hand(self) -> Playout:
        ends = [0, *(made for made, state in enumerate(self.states[:-1]) if state.hand_over)]
        return Playout(self.states[ends[-1] :], self.moves[ends[-1] :])

    def play(self, move: tws.Move) -> Playout:
        return Playout((*self.states, tws.apply(self.state, move)), (*self.moves, move))

    def until(self, place: int) -> Playout:
        return Playout(self.states[: place + 1], self.moves[:place])

    def text(self, game: tws.Game) -> str:
        pairs = zip(self.states, self.moves, strict=False)
        with suppress(Exception):  # the game may have any fault, but the moves help the reader
            return text_format.write(game, self.start, pairs, self.state)
        return "\n".join([f"game {game.name}", "", *map(_text, self.moves)]) + "\n"


def _text(move: tws.Move) -> str:
    with suppress(Exception):
        return str(move)
    return quoted(move)


def settings_of(game: tws.Game) -> dict[str, tuple[object, ...]]:
    """Return test values for each option of a game, by name; the default comes first."""
    found, fields = dict[str, tuple[object, ...]](), attrs.fields_dict(game.Rules)
    for name, option in options_of(game.Rules).items():
        default: OfGame = fields[name].default
        others: Sequence[object] = option.choices
        if others:
            default = option_text(default)
        else:  # numbers near the least
            assert option.at_least is not None and option.at_most is not None
            middle = default if isinstance(default, int) else 0
            least = option.at_least if option.at_least > -GREATEST else middle - MANY
            numbers = range(least, min(option.at_most, least + 2 * MANY) + 1)
            others = [*[None] * option.may_be_none, *numbers]
        found[name] = tuple(dict.fromkeys([default, *others]))
    return found


def rules_or_none(game: tws.Game, settings: dict[str, object]) -> GameRules | None:
    with suppress(tws.RulesError):
        rules: GameRules = game.Rules(**settings)
        return rules
    return None


def least_rules(game: tws.Game) -> GameRules:
    least = dict[str, object]()
    for name, values in settings_of(game).items():
        numbers = [each for each in values if type(each) is int]
        least |= {name: min(numbers)} if numbers else {}
    return rules_or_none(game, least) or game.Rules()


def random_settings(game: tws.Game, rng: random.Random) -> dict[str, object]:
    values = settings_of(game).items()
    return {name: rng.choice(worth) for name, worth in values if rng.random() < 1 / 2}


def random_rules(game: tws.Game, rng: random.Random) -> GameRules:
    for _ in range(50):  # options may contradict one another
        if rules := rules_or_none(game, random_settings(game, rng)):
            return rules
    usual: GameRules = game.Rules()
    return usual


class Chance:
    """Random choices, mostly in a mood: three of four moves are of the type that comes first in it.

    So all seats may pass, for example, and rare decisions come up.
    """

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng
        self.mood = rng.randrange(MOODS)

    def one_of(self, some: Sequence[T]) -> T:
        return self._rng.choice(some)

    def deal(self, state: tws.AnyState) -> tws.Deal:
        return tws.shuffle(state, self._rng)

    def move(self, state: tws.AnyState, among: Sequence[tws.Move] = ()) -> tws.Move | None:
        """Choose a deal if one is due, else one of these or of all legal moves; else ``None``."""
        if state.needs_deal:
            return self.deal(state)
        moves = among or tws.legal_moves(state)
        types = list(dict.fromkeys(map(type, moves)))
        if len(types) > 1 and self.one_of(range(4)):
            types.sort(key=lambda each: random.Random(f"{self.mood} {each.__name__}").random())
            wanted = types[0] if self.mood else self.one_of(types)
            moves = [move for move in moves if type(move) is wanted]
        return self.one_of(moves) if moves else None


def played(
    start: tws.AnyState, chance: Chance, hands: float = inf, most: float = inf, patience: int = 1
) -> Playout:
    """Play some hands at random, or as far as the game works, or at most so many moves."""
    states, moves, deals, since = [start], list[tws.Move](), 0, 0
    fault, found, endless = "", None, False
    while len(moves) < most and not endless:
        state, move = states[-1], None
        try:
            if state.is_over or state.hands_played >= start.hands_played + hands:
                break
            if (move := chance.move(state)) is None:
                fault = "nobody can move"
                break
            after = tws.apply(state, move)
            deals = 0 if after.hand_over else deals + isinstance(move, tws.Deal)
        except HypothesisException:
            raise
        except Exception as error:  # the checks report it
            call = "this" if move is None else f"apply of {quoted(_text(move))}"
            fault, found = f"{call} raises {error_report(error)}", error
            break
        states.append(after)
        moves.append(move)
        since = 0 if isinstance(move, tws.Deal) else since + 1
        endless = since > (200 + 4 * len(start.rules.pack)) * patience or deals > 100 * patience
        fault = f"the hand does not end after {len(moves)} moves" if endless else ""
    return Playout(tuple(states), tuple(moves), fault, endless, found)


def play_hands(start: tws.AnyState, rng: random.Random, hands: int) -> Playout:
    return played(start, Chance(rng), hands)


def figures_of(game: tws.Game, state: tws.AnyState, step: int = 1) -> dict[str, OfGame]:
    """Return the figures of a match for ``new_game``, with another dealer so many seats on."""
    figures: dict[str, OfGame] = {name: getattr(state, name) for name in match_arguments(game)}
    return figures | {"dealer": (state.dealer + step) % state.rules.seats}


class Violation(AssertionError):
    def __init__(self, wrong: str, playout: Playout | None = None) -> None:
        super().__init__(wrong)
        self.wrong, self.playout = wrong, playout


class NotChecked(Exception):
    """The reason why a check could not be made: this machine, and not the game, is at fault."""


def fail(wrong: str, playout: Playout | None = None, *, cause: Exception | None = None) -> NoReturn:
    raise Violation(wrong, playout) from cause


def require(good: bool, wrong: str | Callable[[], str]) -> None:
    """Raise a :class:`Violation` unless a condition holds; a function makes a slow description."""
    if not good:
        raise Violation(wrong if isinstance(wrong, str) else wrong())


@attrs.define
class Context:
    game: tws.Game
    seed: int = 0
    # What checks keep between the positions of one match, by keys that they choose.
    memory: dict[object, object] = attrs.field(factory=dict[object, object])
    matches: list[Playout] = attrs.field(factory=list[Playout])  # for the promise under test
    _moves: list[tws.Move] | None = None

    def rng(self, *parts: object) -> random.Random:
        return random.Random("/".join(map(str, (self.game.name, self.seed, *parts))))

    def begin(self, match: Playout) -> None:
        self.memory = {}
        self.matches.append(match)

    def declarations(self) -> list[tws.Move]:
        """Return moves from some playouts that are neither deals nor plays, a few of each type."""
        if self._moves is None:
            rng, by_type = self.rng("moves"), dict[type[tws.Move], dict[tws.Move, None]]()
            for number in range(8):
                rules = random_rules(self.game, rng) if number else self.game.Rules()
                for state in play_hands(self.game.new_game(rules), rng, 1).states:
                    with suppress(Exception):  # another promise checks that moves can be listed
                        for move in tws.legal_moves(state):
                            if not isinstance(move, (tws.Deal, tws.Play)):
                                by_type.setdefault(type(move), {})[move] = None
            of_each = [rng.sample([*each], min(30, len(each))) for each in by_type.values()]
            self._moves = [*chain(*of_each)]
        return self._moves

    def moves(self) -> list[tws.Move]:
        plays = map(tws.Play, tws.CARDS if tws.Play in move_types_of(self.game.State) else ())
        return [*plays, *self.declarations()]

    def public(self, state: tws.AnyState) -> frozenset[tws.Card]:
        key = "public", id(state)  # the match keeps its states
        if key not in self.memory:
            self.memory[key] = frozenset(cards_in(tws.view(state, None)))
        return cast(frozenset[tws.Card], self.memory[key])


@attrs.frozen
class CheckedPosition:
    context: Context
    playout: Playout
    moves_made: int
    rng: random.Random  # with the same seed each time the position is checked

    @property
    def state(self) -> tws.AnyState:
        return self.playout.states[self.moves_made]

    @property
    def so_far(self) -> Playout:
        return self.playout.until(self.moves_made)

    @property
    def last_step(self) -> tuple[tws.AnyState, tws.Move] | None:
        before = self.moves_made - 1
        return None if before < 0 else (self.playout.states[before], self.playout.moves[before])


def viewers(state: tws.AnyState) -> tuple[int | None, ...]:
    return (None, *range(state.rules.seats))


def viewer_name(viewer: int | None) -> str:
    return "a spectator" if viewer is None else f"seat {viewer}"


def hands_of_seat(state: tws.AnyState, seat: int) -> tuple[tuple[tws.Card, ...], ...]:
    each = len(state.hands) // state.rules.seats
    return state.hands[each * seat : each * (seat + 1)]


def tricks_of(state: tws.AnyState) -> tuple[tws.Trick, ...]:
    if not isinstance(state, tws.TrickState):
        return ()
    return (*state.tricks, *([state.trick] if state.trick.cards else []))


def registered(game: tws.Game) -> AbstractContextManager[object]:
    return mock.patch.dict(registry._games._registered, {game.name: game})
