"""The hands of a report: who plays them, compiled or through ``apply``, their arrays and rows."""

from __future__ import annotations

import csv
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property
from hashlib import blake2b
from itertools import chain, count, repeat
from typing import IO, Any, Final, TypeAlias

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
from twowaystreet._core.views.views import view
from twowaystreet._core.worlds.worlds import why_no_worlds
from twowaystreet.arena.hands import MOST_DEALS, generator
from twowaystreet.arena.results import ArenaError
from twowaystreet.errors import IllegalMove, quoted
from twowaystreet.fast.openings import Noted
from twowaystreet.players import at_random, by_name, fresh, simple
from twowaystreet.players._seated import Faulty, Made, move_from

BLOCK: Final = 4096
"""The number of compiled hands that are played together."""
NOTHING: Final = -1  # the number of the choice of a seat that had none
_PLAY: Final = "play"
_TRIALS: Final = 40  # random hands that show in which phase each type of move belongs
Column: TypeAlias = npt.NDArray[np.generic]
Decider: TypeAlias = Callable[[AnyState], Move]
"""What chooses a move; only a player who sees all cards uses more than its view."""


@attrs.frozen(eq=False)
class Hands:
    """Some hands as arrays: the first axis numbers hands, the second seats, the third phases."""

    points: npt.NDArray[np.int64]
    payoffs: npt.NDArray[np.float64]
    tricks: npt.NDArray[np.int32]
    length: npt.NDArray[np.int32]  # the number of moves
    speaker: npt.NDArray[np.int32]  # the seat with the first decision
    chosen: npt.NDArray[np.int32]  # the numbers of the last choices in ``labels``
    labels: tuple[str, ...]
    phases: tuple[str, ...]

    def places(self) -> npt.NDArray[np.int64]:
        """Return the place of each seat in the order of speaking."""
        seats = self.points.shape[1]
        numbers: npt.NDArray[np.int64] = np.arange(seats, dtype=np.int64)
        found: npt.NDArray[np.int64] = (numbers - self.speaker[:, None]) % seats
        return found

    def rows(self, first: int, phases: Iterable[str], code: Column) -> dict[str, Column]:
        """Return the columns of rows; the first hand has a number, each choice a code."""
        count, seats = self.points.shape
        found: dict[str, Column] = {
            "hand": np.repeat(np.arange(first, first + count, dtype=np.int64), seats),
            "seat": np.tile(np.arange(seats, dtype=np.int64), count),
            "place": self.places().ravel(),
            "tricks": self.tricks.ravel(),
            "points": self.points.ravel(),
            "payoff": self.payoffs.ravel(),
            "length": np.repeat(self.length, seats),
        }
        nothing = np.full((count, seats), NOTHING)
        for phase in phases:
            known = phase in self.phases
            chosen = self.chosen[:, :, self.phases.index(phase)] if known else nothing
            found[f"phase {phase}" if phase in found else phase] = code[chosen.ravel()]
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

    def __len__(self) -> int:
        return len(self.columns["hand"])


def joined(blocks: Sequence[Hands]) -> Rows:
    """Return the rows of some blocks of hands."""
    numbers: dict[str, int] = {}
    tables = list[dict[str, Column]]()
    first = 0
    for hands in blocks:
        own = [numbers.setdefault(label, len(numbers)) for label in hands.labels]
        # The last code is that of -1.
        tables.append(hands.rows(first, hands.phases, np.array([*own, NOTHING], np.int32)))
        first += len(hands.points)
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
        columns = [column.tolist() for column in table.values()]
        lines.writerows(zip(repeat(label), *columns, strict=False))


def label_of(move: Move) -> str:
    """Return the words of a choice, with the number of its cards and not the cards.

    >>> from twowaystreet.games import street
    >>> from twowaystreet import cards
    >>> label_of(street.Declare("low")), label_of(street.Exchange(cards("2C 3C")))
    ('low', 'exchange, 2 cards')
    """
    named = len(cards_of(move))
    if not named:
        return str(move)
    kind = "".join(f" {each.lower()}" if each.isupper() else each for each in type(move).__name__)
    return f"{kind.strip()}, {counted(named, 'card')}"


@attrs.frozen
class Course:
    """What random hands show: the options of each phase, its moves, and who always speaks first."""

    options: dict[str, list[str]]
    phase_of: dict[type[Move], str]
    speaker: int | None

    @classmethod
    def of(cls, table: Table) -> Course:
        """Play random hands; a type of move belongs to the phase in which it has most options."""
        found: dict[type[Move], dict[str, list[str]]] = {}
        speakers = set[int | None]()
        for trial in range(_TRIALS):
            rng = generator(table.seed, "phases", trial)
            speaker, players = None, [seat_of(at_random, rng)] * table.seats
            for state, _, after in steps(table.start(), rng, players):
                speaker = after.actor if state.actor is None else speaker
                for move in legal_moves(state) if _is_choice(state) else ():
                    labels = found.setdefault(type(move), {}).setdefault(str(state.phase), [])
                    if (label := label_of(move)) not in labels:
                        labels.append(label)
            speakers.add(speaker)
        phase_of = {kind: max(each, key=lambda one: len(each[one])) for kind, each in found.items()}
        options: dict[str, list[str]] = {phase: [] for phase in phase_of.values()}
        for kind, each in found.items():
            options[phase_of[kind]] += dict.fromkeys(chain(*each.values()))
        return cls(options, phase_of, speakers.pop() if len(speakers) == 1 else None)


@attrs.frozen
class Table:
    """A game, its rules and who plays it, from which all hands of a seed follow."""

    game: Game
    rules: Any  # Any: each game has its own class
    player: Made | str
    seed: int
    course: Course = attrs.field(init=False, default=attrs.Factory(Course.of, takes_self=True))

    def start(self) -> AnyState:
        """Return the state before the deal."""
        found: AnyState = self.game.new_game(self.rules)
        return found

    @property
    def policy(self) -> str | None:
        """The policy of compiled playouts that plays as the player, if there is one."""
        known = by_name(self.player) if isinstance(self.player, str) else self.player
        return "simple" if known is simple else "random" if known is at_random else None

    @property
    def block(self) -> int:
        """The number of hands that are played together."""
        return BLOCK if self.policy else 16

    @cached_property
    def has_worlds(self) -> bool:
        """True if views of the game have worlds."""
        start = self.start()
        dealt = apply(start, shuffle(start, generator(self.seed))) if start.needs_deal else start
        return not why_no_worlds(dealt)

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.start().scores)

    def play(self, block: int, size: int) -> Hands:
        """Play the first hands of a block."""
        found, speaker = (self._compiled if self.policy else self._through_apply)(block, size)
        assert found.choices
        made, seats = found.choices.made, found.choices.seats
        labels, phases = dict[str, int](), tuple(self.course.options)
        of_move = np.full((len(found.choices.moves), 2), NOTHING, np.int32)
        for number, move in enumerate(found.choices.moves):
            if (phase := self.course.phase_of.get(type(move))) is not None:
                label = labels.setdefault(label_of(move), len(labels))
                of_move[number] = phases.index(phase), label
        chosen = np.full((size, self.seats, len(phases)), NOTHING, np.int32)
        for step in range(made.shape[1]):
            (hands,) = np.nonzero((made[:, step] >= 0) & (of_move[made[:, step], 0] >= 0))
            at, label = of_move[made[hands, step]].T
            chosen[hands, seats[hands, step], at] = label
        arrays = found.points, found.payoffs, found.tricks, found.moves
        return Hands(*arrays, speaker, chosen, tuple(labels), phases)

    def _compiled(self, block: int, size: int) -> tuple[fast.Playouts, npt.NDArray[np.int32]]:
        seed, start = seed_of(self.seed, block), self.start()
        policy: Any = self.policy  # Any: a word of the policies
        shared: Any = {"rules": start.rules, "seed": seed, "policy": policy}  # Any: as above
        found = fast.hands(self.game, size, choices=True, **shared)
        assert found.choices
        speakers = found.choices.seats[:, :1]
        if not speakers.size or (speakers == NOTHING).any():
            keys = [chance.key_of(seed, 0, hand) for hand in range(size)]
            speakers = np.array([[_speaker(policy, start, key)] for key in keys], np.int32)
        return found, speakers[:, 0]

    def _through_apply(self, block: int, size: int) -> tuple[fast.Playouts, npt.NDArray[np.int32]]:
        points, payoff = np.zeros((size, self.seats), np.int64), np.zeros((size, self.seats))
        tricks, length = np.zeros((size, self.seats), np.int32), np.zeros(size, np.int32)
        speaker, noted = np.zeros(size, np.int32), Noted((1, size), [], [])
        for hand in range(size):
            number, last, said = block * self.block + hand, self.start(), list[tuple[int, Move]]()
            cards, players = generator(self.seed, number), self.sit(number)
            for before, move, after in steps(last, cards, players):
                last = after
                length[hand] += 1
                if before.actor is None:
                    said, speaker[hand] = [], last.actor or 0
                elif _is_choice(before):
                    said.append((before.actor, move))
            noted.listed.append((0, hand, said))
            if last.hand_over:
                points[hand], payoff[hand] = score_hand(last).points, payoffs(last)
            for trick in getattr(last, "tricks", ()):
                tricks[hand, trick.winner] += 1
        choices = noted.choices()
        choices = fast.Choices(choices.moves, choices.made[0], choices.seats[0])
        return fast.Playouts(points, payoff, tricks, length, choices), speaker

    def sit(self, number: int | str) -> list[Decider]:
        """Return the player in each seat, with its random numbers."""
        found = by_name(self.player) if isinstance(self.player, str) else self.player
        return [seat_of(found, generator(self.seed, number, seat)) for seat in range(self.seats)]


def _is_choice(state: AnyState) -> bool:
    """Tell whether the move to come is a choice before the play."""
    is_play = isinstance(state, TrickState) and state._order
    return state.actor is not None and not is_play and state.phase != _PLAY


def seed_of(seed: int, block: int) -> int:
    """Return the seed of the compiled hands of a block."""
    digest = blake2b(f"{seed}/balance/{block}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big")


def seat_of(player: Made, rng: random.Random) -> Decider:
    """Return a player who moves by its view."""
    made = fresh(player)

    def choose(state: AnyState) -> Move:
        try:
            return move_from(made, view(state, state.actor), rng)
        except Faulty as error:
            raise ArenaError(f"the player made a fault: {error.message}") from None

    return choose


def steps(
    start: AnyState, cards: random.Random, players: Sequence[Decider]
) -> Iterator[tuple[AnyState, Move, AnyState]]:
    """Play a hand, and yield each state, the move and the state after it.

    A hand in which all deals are thrown in ends as in the arena.
    """
    state, deals = start, count(1)
    while True:
        if state.actor is not None:
            move = players[state.actor](state)
        elif next(deals) <= MOST_DEALS:
            move = shuffle(state, cards)
        else:
            return
        try:
            after = apply(state, move)
        except IllegalMove as error:
            raise ArenaError(f"the player made a fault: illegal move {quoted(move)}") from error
        yield state, move, after
        state = after
        if state.hand_over:
            return


def _speaker(policy: Any, start: AnyState, key: int) -> int:  # Any: a word of the policies
    moves = policy_moves(policy, start, key)
    return next((state.actor for _, state in moves if state.actor is not None), 0)
