"""What the lists of a club hold: its people, tables, results and standings, as texts of JSON."""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final, TypeVar

import attrs
from cattrs.preconf.json import make_converter

from twowaystreet._util.values import Value
from twowaystreet.table import Table
from twowaystreet.web.clocks import Clock

V = TypeVar("V", bound=Value)

LEAVING: Final = (
    "This game counts for the ratings of all who began it. Who is away at its end comes behind all "
    "who stayed: who has left, was replaced by a bot, or was late for the last "
    f"{Clock().strikes} moves. The game ends for the ratings when at most one has not left it."
)
"""The rule of leaving, for people. Who has left comes behind those who left later, or were late."""
_JSON: Final = make_converter(forbid_extra_keys=True)


def written(value: Value) -> str:
    return _JSON.dumps(value)


def read(text: str, kind: type[V]) -> V:
    return _JSON.loads(text, kind)


@attrs.frozen(kw_only=True)
class Member(Value):
    key: str
    name: str


@attrs.frozen(kw_only=True)
class ListedTable(Value):
    table: str
    game: str
    options: dict[str, str]  # that differ from the usual ones
    names: tuple[str, ...]
    free: tuple[int, ...]
    people: dict[str, int]  # seats of people by their keys; so are those of began and left
    is_public: bool  # False if people need its link
    seconds: int | None
    made: str
    is_over: bool = False
    games: int = 0  # number of finished games at the table
    has_begun: bool = False
    counts: bool = False  # for ratings, if the game begins with the people who are there
    counted: bool = False  # before its end, as at most one person had not left the game
    began: dict[str, int] = attrs.field(factory=dict[str, int])  # at the first deal
    left: dict[str, int] = attrs.field(factory=dict[str, int])  # bots play, and they can come back

    def without(self, key: str, ghost: str) -> ListedTable:
        """Return the table without a person whose data is deleted; the game still counts."""
        began = {ghost if each == key else each: at for each, at in self.began.items()}
        left = {ghost if each == key else each: at for each, at in self.left.items()}
        return attrs.evolve(self, began=began, left=left)

    @property
    def stakes(self) -> str:
        return LEAVING if self.counts else ""

    @property
    def is_decided(self) -> bool:
        """True if at most one of those who began a game that goes on has not left it."""
        stayed = self.began.items() & self.people.items()
        return self.has_begun and not self.is_over and self.counts and len(stayed) < 2

    @property
    def running(self) -> str:
        """The name of the game that goes on, or comes next, for the results."""
        return f"{self.table}-{self.games + 1}"


@attrs.frozen(kw_only=True)
class Result(Value):
    key: str  # name of the record in the store, without its beginning. Everybody sees it.
    when: str
    game: str
    title: str
    names: tuple[str, ...]
    people: tuple[str | None, ...]  # keys of those who began; None for a bot, and after a deletion
    scores: tuple[int, ...]  # scores when the game counted
    winners: tuple[int, ...]
    target: int | None
    fewer_is_better: bool
    behind: tuple[int, ...] = ()
    """A number for each seat, by which people who were away at the end come behind the others
    (``LEAVING``): 0 for those who stayed, and the most for who left first. Empty if nobody was."""
    counts: bool = False  # for ratings: people of the club began it in all seats
    goes_on: bool = False
    """The game counted before its end. A record would show cards to people who can come back."""

    @property
    def finish(self) -> tuple[int, ...]:
        """The points by which the players finish, so that those who were away come last."""
        step = max(self.scores) - min(self.scores) + 1
        step = step if self.fewer_is_better else -step
        behind = self.behind or (0,) * len(self.scores)
        return tuple(points + step * by for points, by in zip(self.scores, behind, strict=True))


@attrs.frozen(kw_only=True)
class Standing(Value):
    name: str
    rating: float  # rating (RA-1 to RA-6), from games between people alone
    games: int
    won: int


@attrs.frozen(kw_only=True)
class Rated(Value):
    when: str
    rating: float


@attrs.frozen(kw_only=True)
class Profile(Value):
    """The public facts of a person: the standing, ratings and finished games."""

    standing: Standing
    ratings: tuple[Rated, ...]  # last ratings, the oldest first
    results: tuple[tuple[int, Result], ...]  # with the seats of the person, the newest first


def public_key(key: str) -> str:
    """Return the key of a result from the time and the name of the table, without this name.

    Everybody who has the name of a table can watch it, and play there.

    >>> public_key("20261123T180509Z-0f3a-1")
    '20261123T180509Z-74f4bfb1430a397e3ef8e6e1fda12b80'
    """
    when, _, game = key.partition("-")
    return f"{when}-{sha256(game.encode()).hexdigest()[:32]}"


def result_of(
    entry: ListedTable, table: Table, game: str, when: str, name_of: Callable[[str], str]
) -> Result:
    """Return the result of a game with the present scores; names of people come from their keys."""
    state = table.record.state
    seats = {seat: person for person, seat in entry.began.items()}
    stayed = {seat for _, seat in entry.began.items() & entry.people.items()}
    left = [seat for person, seat in entry.left.items() if seats.get(seat) == person]
    behind = [0] * len(table.names)
    for seat in seats:
        if seat in stayed:
            behind[seat] = int(table.late(seat) >= Clock().strikes)
        else:  # who cannot come back has left first
            behind[seat] = 1 + len(left) - (left.index(seat) if seat in left else -1)
    names = [*table.names]
    for seat in seats.keys() - stayed:
        names[seat] = name_of(seats[seat])
    result = Result(
        key=public_key(f"{when.replace(':', '').replace('-', '')}-{game}"),
        when=when,
        game=entry.game,
        title=state.title,
        names=tuple(names),
        people=tuple(map(seats.get, range(len(table.names)))),
        scores=state.scores,
        winners=state.winners,
        target=getattr(state.rules, "target", None),
        fewer_is_better=any(hand.fewer_is_better for hand in table.hand_scores),
        behind=tuple(behind) if any(behind) else (),
        goes_on=not entry.is_over,
    )
    if not any(behind):
        return result
    best = (min if result.fewer_is_better else max)(result.finish)
    first = (seat for seat, points in enumerate(result.finish) if points == best)
    return attrs.evolve(result, winners=tuple(first))
