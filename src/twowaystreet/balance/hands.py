"""The hands of a report: who plays them, compiled or through ``apply``, their arrays and rows."""

from __future__ import annotations

import csv
import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property, partial
from hashlib import blake2b
from itertools import chain, count, repeat
from typing import IO, Any, Final, Literal, TypeAlias

import attrs
import numpy as np
import numpy.typing as npt

from twowaystreet import fast
from twowaystreet._core.display.values import count as counted
from twowaystreet._core.engine.game import Game
from twowaystreet._core.engine.moves import Move, cards_of
from twowaystreet._core.engine.state import AnyState
from twowaystreet._core.engine.verbs import apply, legal_moves, payoffs, score_hand, shuffle
from twowaystreet._core.playouts import chance
from twowaystreet._core.playouts.policies import moves as policy_moves
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.worlds.worlds import why_no_worlds
from twowaystreet.arena.hands import MOST_DEALS, generator
from twowaystreet.arena.results import ArenaError
from twowaystreet.fast.openings import Noted, OpeningFinder
from twowaystreet.players import at_random, by_name, fresh, simple
from twowaystreet.players._seated import Faulty, Made, Seated

BLOCK: Final = 4096  # compiled hands that are played together
NOTHING: Final = -1  # the number of the choice of a seat that had none
_TRIALS: Final = 40  # hands of each player, which show the phase of each type of move
Column: TypeAlias = npt.NDArray[np.generic]
Decider: TypeAlias = Callable[[AnyState], tuple[Move, AnyState, Faulty | None]]
"""What moves; only a player who sees all cards uses more than its view."""
Course: TypeAlias = tuple[dict[str, list[str]], dict[type[Move], str]]
"""The options of each phase in words, and the phase of each type of move."""


@attrs.frozen(eq=False)
class Hands:
    """Some hands as arrays: the first axis numbers hands, the second seats, the third phases."""

    points: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    tricks: npt.NDArray[np.int32]
    length: npt.NDArray[np.int32]  # the number of moves
    places: npt.NDArray[np.int64]  # the place of each seat in the order of speaking
    chosen: npt.NDArray[np.int32]  # the numbers of the last choices in ``labels``
    labels: tuple[str, ...]
    phases: tuple[str, ...]

    def rows(self, first: int, phases: Iterable[str], code: Column) -> dict[str, Column]:
        """Return the columns of rows; the first hand has a number, each choice a code."""
        count, seats = self.points.shape
        found: dict[str, Column] = {
            "hand": np.repeat(np.arange(first, first + count, dtype=np.int64), seats),
            "seat": np.tile(np.arange(seats, dtype=np.int64), count),
            "place": self.places.ravel(),
            "tricks": self.tricks.ravel(),
            "points": self.points.ravel(),
            "payoff": self.payoffs.ravel(),
            "length": np.repeat(self.length, seats),
        }
        for phase in phases:
            at = [self.phases.index(phase)] if phase in self.phases else []
            chosen = self.chosen[:, :, at].max(axis=2, initial=NOTHING)
            heading = phase
            while heading in ("rules", *found):
                heading = f"phase {heading}"
            found[heading] = code[chosen.ravel()]
        return found


@attrs.frozen(eq=False)
class Rows:
    """The rows of hands: each has a hand and a seat.

    Attributes:
        columns: the name of each column with its array: ``hand``, ``seat``, ``place`` (0 speaks
            first), ``tricks``, ``points``, ``payoff``, ``length``, and for each phase of choices
            the number of the choice in ``labels``, -1 for none. ``pandas.DataFrame(rows.columns,
            copy=False)`` makes no copy, nor does ``polars.DataFrame(rows.columns)``.
        labels: the choices in words.
    """

    columns: dict[str, Column]
    labels: tuple[str, ...]


def joined(blocks: Sequence[Hands]) -> Rows:
    """Return the rows of some blocks of hands."""
    numbers: dict[str, int] = {}
    tables = list[dict[str, Column]]()
    for block, hands in enumerate(blocks):
        own = [numbers.setdefault(label, len(numbers)) for label in hands.labels]
        first, codes = block * len(blocks[0].points), np.array([*own, NOTHING], np.int32)
        tables.append(hands.rows(first, hands.phases, codes))  # the last code is that of -1
    found = {name: np.concatenate([each[name] for each in tables]) for name in tables[0]}
    for column in found.values():
        column.setflags(write=False)
    return Rows(found, tuple(numbers))


def write(file: IO[str], together: Sequence[Hands], first: int, labels: Sequence[str]) -> None:
    """Write the rows of some hands with each rules as CSV, and at the beginning their names."""
    lines = csv.writer(file, lineterminator="\n")
    phases = dict.fromkeys(chain(*(hands.phases for hands in together)))
    for label, hands in zip(labels, together, strict=True):
        table = hands.rows(first, phases, np.array([*hands.labels, ""]))
        if first == 0 and hands is together[0] and not (file.seekable() and file.tell()):
            lines.writerow(["rules", *table])  # reports may follow one another
        lines.writerows(zip(repeat(label), *map(np.ndarray.tolist, table.values()), strict=False))


def label_of(move: Move) -> str:
    """Return the words of a choice, such as ``exchange, 2 cards``."""
    named = len(cards_of(move))
    if not named:
        return str(move)
    kind = "".join(f" {each.lower()}" if each.isupper() else each for each in type(move).__name__)
    return f"{kind.strip()}, {counted(named, 'card')}"


def course_of(table: Table) -> Course:
    """Return what some hands show; compiled hands tell moves without their phases.

    A type of move belongs to the phase in which it is most often legal.
    """
    seen, labels = Counter[tuple[type[Move], str]](), dict[str, type[Move]]()
    for trial, player in enumerate((at_random, simple) * _TRIALS):
        rng = generator(table.seed, "phases", trial)
        for state, _, _ in steps(table.start(), rng, [seat_of(player, rng)] * table.rules.seats):
            for move in legal_moves(state) if _is_choice(state) else ():
                seen[type(move), str(state.phase)] += 1
                labels.setdefault(label_of(move), type(move))
    phase_of = {kind: phase for (kind, phase), _ in reversed(seen.most_common())}
    options: dict[str, list[str]] = {}
    for label, kind in labels.items():
        options.setdefault(phase_of[kind], []).append(label)
    return options, phase_of


@attrs.frozen
class Table:
    """A game, its rules and who plays it, from which all hands of a seed follow."""

    game: Game
    rules: Any  # Any: each game has its own class
    player: Made | str
    seed: int
    course: Course = attrs.field(init=False, default=attrs.Factory(course_of, takes_self=True))

    def start(self) -> AnyState:
        """Return the state before the deal."""
        found: AnyState = self.game.new_game(self.rules)
        return found

    @cached_property
    def made(self) -> Made:
        """The player, also if it has a name."""
        return by_name(self.player) if isinstance(self.player, str) else self.player

    @property
    def policy(self) -> Literal["simple", "random"] | None:
        """The policy of compiled playouts that plays as the player, if there is one."""
        return "simple" if self.made is simple else "random" if self.made is at_random else None

    @property
    def block(self) -> int:
        """The number of hands that are played together; few, if each takes long."""
        return BLOCK if self.policy and OpeningFinder(self.policy).of(self.start()) else 16

    @cached_property
    def has_worlds(self) -> bool:
        """True if views of the game have worlds."""
        start = self.start()
        return not why_no_worlds(apply(start, shuffle(start, generator(self.seed))))

    def play(self, block: int, most: int, hands: int) -> Hands:
        """Play a block of some hands, each of which but the last has the same number."""
        size = min(most, hands - block * most)
        found, speaker = (self._compiled if self.policy else self._through_apply)(block, size)
        assert found.choices
        moves, made, seats = found.choices.moves, found.choices.made[0], found.choices.seats[0]
        options, phase_of = self.course
        phases, several = tuple(options), dict.fromkeys(chain(*options.values()))
        labels = {label: code for code, label in enumerate(several)}
        of_move = np.full((len(moves) + 1, 2), NOTHING, np.int32)  # the last row is no choice, -1
        for number, move in enumerate(moves):
            if phase := phase_of.get(type(move)):
                code = labels.setdefault(label_of(move), len(labels))
                of_move[number] = phases.index(phase), code
        at, codes = np.moveaxis(of_move[made], 2, 0)
        chosen = np.full((size, self.rules.seats, len(phases)), NOTHING, np.int32)
        hand, step = np.nonzero(at >= 0)  # in order, and the last choice of a seat counts
        chosen[hand, seats[hand, step], at[hand, step]] = codes[hand, step]
        places = (np.arange(self.rules.seats, dtype=np.int64) - speaker[:, None]) % self.rules.seats
        arrays = found.points[0], found.payoffs[0], found.tricks[0], found.moves[0], places
        return Hands(*arrays, chosen, tuple(labels), phases)

    def _compiled(self, block: int, size: int) -> tuple[fast.Playouts, npt.NDArray[np.int32]]:
        policy, start, seed = self.policy, self.start(), seed_of(self.seed, block)
        assert policy
        found = fast.playouts(start, size, seed=seed, policy=policy, choices=True)
        assert found.choices
        speaker = found.choices.seats[0, :, :1].max(axis=1, initial=NOTHING)
        for hand in np.flatnonzero(speaker == NOTHING).tolist():
            moves = policy_moves(policy, start, chance.key_of(seed, 0, hand))
            speaker[hand] = next((after.actor for _, after in moves if after.actor is not None), 0)
        return found, speaker

    def _through_apply(self, block: int, size: int) -> tuple[fast.Playouts, npt.NDArray[np.int32]]:
        tricks = np.zeros((1, size, self.rules.seats), np.int32)
        points, payoff = tricks.astype(np.int64), tricks.astype(np.float64)
        length, speaker = np.zeros((1, size), np.int32), np.zeros(size, np.int32)
        noted = Noted((1, size), [], [])
        for hand in range(size):
            last, said = self.start(), list[tuple[int, Move]]()
            cards, players = generator(self.seed, block, hand), self.sit(block, hand)
            for before, move, after in steps(last, cards, players):
                last = after
                length[0, hand] += 1
                if before.actor is None:
                    said, speaker[hand] = [], last.actor or 0
                elif _is_choice(before):
                    said.append((before.actor, move))
            noted.listed.append((0, hand, said))
            if last.hand_over:
                points[0, hand], payoff[0, hand] = score_hand(last).points, payoffs(last)
            for trick in getattr(last, "tricks", ()):
                tricks[0, hand, trick.winner] += 1
        return fast.Playouts(points, payoff, tricks, length, noted.choices()), speaker

    def sit(self, *hand: int | str) -> list[Decider]:
        """Return the player in each seat, with its random numbers in a hand."""
        seats = range(self.rules.seats)
        return [seat_of(self.made, generator(self.seed, *hand, seat)) for seat in seats]


def _is_choice(state: AnyState) -> bool:
    """Tell whether the move to come is a choice before the play."""
    is_play = state.phase == "play" or (isinstance(state, TrickState) and state._order)
    return state.actor is not None and not is_play


def seed_of(seed: int, block: int) -> int:
    """Return the seed of the compiled hands of a block."""
    digest = blake2b(f"{seed}/balance/{block}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def seat_of(player: Made, rng: random.Random) -> Decider:
    """Return a player who moves by its view."""
    return Seated(partial(fresh, player), rng).play


def steps(
    start: AnyState, cards: random.Random, players: Sequence[Decider]
) -> Iterator[tuple[AnyState, Move, AnyState]]:
    """Play a hand as the arena does; yield each state, the move and the state after it."""
    state, deals = start, count(1)
    while state is start or not state.hand_over:
        if state.actor is not None:
            move, after, fault = players[state.actor](state)
            if fault:
                raise ArenaError(f"the player made a fault: {fault.shown}")
        elif next(deals) <= MOST_DEALS:
            after = apply(state, move := shuffle(state, cards))
        else:
            return
        yield state, move, after
        state = after
