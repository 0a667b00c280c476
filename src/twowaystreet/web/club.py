"""The club of a host: its people, its list of tables, and the results of their games.

Everything is a text in the store of the host, so that several processes share it. The names of the
texts begin with ``person-``, ``name-``, ``entry-``, ``result-``, ``game-`` and ``left-``.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from hashlib import sha256
from typing import Final, TypeVar

import attrs
import cattrs
from cattrs.preconf.json import make_converter

from twowaystreet._util.values import Value
from twowaystreet.errors import quoted
from twowaystreet.ratings import SCALE, rate
from twowaystreet.table import LeaseError, Store, StoreError, Table, TableError, TokenError
from twowaystreet.table._people import alike, checked_name
from twowaystreet.web.clocks import Clock
from twowaystreet.web.hosts import TableHost, write

T = TypeVar("T", bound=Value)

FIRST_RATING: Final = 1000.0
"""The rating of a new player (RA-1)."""
_JSON: Final = make_converter(forbid_extra_keys=True)
FORMER: Final = "Former player"
"""The name of people whose data was deleted."""
_LEFT: Final = "left-"
"""The beginning of the names of games that count before their end, as people have left."""
_GONE: Final = "former-"
"""The beginning of the keys that stand for such people, so that their games count for others."""
LEAVING: Final = (
    "This game counts for the ratings of all who began it. Who is away at its end comes behind all "
    "who stayed: who has left, was replaced by a bot, or was late for the last "
    f"{Clock().strikes} moves."
)
"""The rule of leaving, for people. Who has left comes behind those who left later, or were late.
A game that at most one person has not left counts at once, until somebody comes back."""


@attrs.frozen(kw_only=True)
class Member(Value):
    """A person of the club.

    Attributes:
        key: the identifier, from the hash of the person's token.
        name: the name.
    """

    key: str
    name: str


@attrs.frozen(kw_only=True)
class Entry(Value):
    """A table in the list of the club.

    Attributes:
        table: the name of the table at the host.
        game: the name of the game.
        options: the options that differ from the usual ones.
        names: the names of the seats.
        free: the free seats.
        people: the keys of the people by seat.
        is_public: True if everybody may see the table in the list and join it; False if people
            need its link.
        seconds: the time for each move; ``None`` for no limit.
        made: the time when the table was made.
        is_over: True if the game is over.
        games: the number of finished games at the table.
        has_begun: True if cards were dealt.
        counts: True if the game counts for ratings, if it begins with the people who are there.
        began: the keys of the people who had a seat at the first deal, by seat.
        left: the keys of people whose seat a bot plays, and who can come back, by seat.
    """

    table: str
    game: str
    options: dict[str, str]
    names: tuple[str, ...]
    free: tuple[int, ...]
    people: dict[str, int]
    is_public: bool
    seconds: int | None
    made: str
    is_over: bool = False
    games: int = 0
    has_begun: bool = False
    counts: bool = False
    began: dict[str, int] = attrs.field(factory=dict[str, int])
    left: dict[str, int] = attrs.field(factory=dict[str, int])

    def knows(self, key: str | None) -> bool:
        """Return whether a person has a seat here, had one, or can come back to one."""
        return key in self.people or key in self.began or key in self.left

    def without(self, key: str, former: str) -> Entry:
        """Return the table without a person whose data is deleted; the game still counts."""
        began = {former if each == key else each: at for each, at in self.began.items()}
        left = {former if each == key else each: at for each, at in self.left.items()}
        return attrs.evolve(self, began=began, left=left)

    @property
    def stakes(self) -> str:
        """The rule of leaving, for people; empty if the game does not count."""
        return LEAVING if self.counts else ""

    @property
    def is_decided(self) -> bool:
        """True if at most one of those who began a game that goes on has not left it."""
        stayed = self.began.items() & self.people.items()
        return self.has_begun and not self.is_over and self.counts and len(stayed) < 2


@attrs.frozen(kw_only=True)
class Result(Value):
    """The result of a game.

    Attributes:
        key: the name of the record in the store, without its beginning.
        when: the time.
        game: the name of the game.
        title: the title of the game.
        names: the names of the seats.
        people: the keys of the people who began the game, by seat; ``None`` for a bot. After a
            deletion another key stands for the person, which leads to nobody.
        scores: the final scores.
        winners: the seats that won.
        target: the target in points; ``None`` without one.
        fewer_is_better: True if the fewest points win.
        behind: a number for each seat, by which people who were away at the end come behind the
            others (``LEAVING``): 0 for those who stayed, and the most for who left first. Empty if
            nobody was away.
    """

    key: str
    when: str
    game: str
    title: str
    names: tuple[str, ...]
    people: tuple[str | None, ...]
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    target: int | None
    fewer_is_better: bool
    behind: tuple[int, ...] = ()

    @property
    def finish(self) -> tuple[int, ...]:
        """The points by which the players finish, so that those who were away come last."""
        step = max(self.scores) - min(self.scores) + 1
        step = step if self.fewer_is_better else -step
        behind = self.behind or (0,) * len(self.scores)
        return tuple(points + step * by for points, by in zip(self.scores, behind, strict=True))


@attrs.frozen(kw_only=True)
class Standing(Value):
    """The standing of a person.

    Attributes:
        name: the name.
        rating: the rating (RA-1 to RA-6), from games between people alone.
        games: the number of finished games.
        won: the number of games won.
    """

    name: str
    rating: float
    games: int
    won: int


def now() -> str:
    """Return the time in UTC, such as ``2026-11-23T18:05:09Z``."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


class Club:
    """The people, the list of tables and the results of a host.

    Args:
        host: the host, which has a store.
    """

    def __init__(self, host: TableHost) -> None:
        assert host.store is not None
        self._host = host
        self._store: Store = host.store
        self._results: dict[str, Result] = {}

    # People

    def enrol(self, name: object) -> str:
        """Return the token of a new person.

        Raises:
            TableError: if the name does not fit, or somebody has it.
        """
        given = checked_name(name, ())
        if alike(given).startswith(alike(FORMER)):
            raise TableError(f"name {quoted(given)}: expected a name that stands for nobody else")
        token = secrets.token_urlsafe(16)
        place = _name_place(given)
        if place in self._store.list(place):
            raise TableError(f"somebody has the name {quoted(given)}: choose another one")
        member = Member(key=_key(token), name=given)
        write(self._store, place, member.key)
        self._save(f"person-{member.key}", member)
        return token

    def member(self, token: str) -> Member:
        """Return the person with a token.

        Raises:
            TokenError: if nobody has it.
        """
        found = self._load(f"person-{_key(token)}", Member)
        if found is None:
            raise TokenError("nobody here has this token: give a name first")
        return found

    def forget(self, token: str) -> list[str]:
        """Delete everything about a person: tables and results keep no name and no key.

        Returns:
            The names of the tables that have changed.

        Raises:
            TokenError: if nobody has the token.
            LeaseError: if another process has one of the person's tables now. The others are done,
                so each process does its own when a proxy asks one after the other.
        """
        member = self.member(token)
        former = _GONE + _key(f"former {token}")  # the same at a second try
        changed = [entry for entry in self.entries() if entry.knows(member.key)]
        elsewhere: LeaseError | None = None
        for entry in changed:
            try:
                self._forget_at(entry, member, former)
            except LeaseError as error:
                elsewhere = error
        if elsewhere is not None:
            raise elsewhere
        for result in self.results():
            if member.key in result.people:
                pairs = zip(result.names, result.people, strict=True)
                names = tuple(FORMER if key == member.key else name for name, key in pairs)
                people = tuple(former if key == member.key else key for key in result.people)
                nameless = attrs.evolve(result, names=names, people=people)
                self._save(f"result-{result.key}", nameless)
                self._results[result.key] = nameless
        write(self._store, _name_place(member.name), None)
        write(self._store, f"person-{member.key}", None)
        return [entry.table for entry in changed]

    def _forget_at(self, entry: Entry, member: Member, former: str) -> None:
        table = self._host.find(entry.table)
        if table is None:
            write(self._store, f"entry-{entry.table}", None)
            write(self._store, f"{_LEFT}{entry.table}", None)
            return
        entry = self.note(entry.table) or entry
        seat = entry.people.get(member.key, entry.left.get(member.key))
        if seat in table.stand_ins:
            table.revoke_seat(seat)
        if member.key in entry.people:
            table.rename(entry.people[member.key], f"{FORMER} {entry.people[member.key] + 1}")
            self._stand_up(entry, member.key)
        self.note(entry.table, former=(member.key, former))

    # Tables

    def list_table(
        self,
        name: str,
        *,
        maker: Member,
        options: Mapping[str, str],
        is_public: bool,
        clock: Clock | None,
    ) -> Entry:
        """Add a new table to the list; its maker has the first seat of a person."""
        table = self._table(name)
        entry = Entry(
            counts=_is_rated(table) and not table.bots,
            table=name,
            game=table.game.name,
            options=dict(options),
            names=table.names,
            free=table.free_seats,
            people={maker.key: table.people[0]},
            is_public=is_public,
            seconds=None if clock is None else round(clock.seconds),
            made=now(),
        )
        self._save(f"entry-{name}", entry)
        return entry

    def clock_of(self, name: str) -> Clock | None:
        """Return the time for each move at a table."""
        entry = self.entry(name)  # another process may have changed it
        seconds = None if entry is None else entry.seconds
        return None if seconds is None else Clock(seconds=seconds)

    def entry(self, name: str) -> Entry | None:
        """Return a table of the list; ``None`` if there is none of this name."""
        return self._load(f"entry-{name}", Entry)

    def entries(self) -> Iterator[Entry]:
        """Yield all tables of the list."""
        for place in self._store.list("entry-"):
            found = self._load(place, Entry)
            if found is not None:
                yield found

    def sit(self, name: str, member: Member, seat: int | None = None) -> str:
        """Return a token of a person at a table: a new seat, or another token for the own one.

        Raises:
            TableError: if there is no such table, no seat is free, or the name does not fit.
            LeaseError: if another process has the table.
        """
        self.note(name)
        table, entry = self._table(name), self._entry(name)
        own = entry.people.get(member.key)
        if own is not None:
            return table.another_token(own)
        back = entry.left.get(member.key)
        if back is not None and seat in (None, back):
            token = table.replace(back, name=member.name)
            self.note(name)
            return token
        place = table.free_seats[0] if seat is None and table.free_seats else seat
        token = table.join(member.name, place)
        assert place is not None  # a table without a free seat lets nobody join
        self.note(name, came={member.key: place})
        return token

    def leave(self, name: str, member: Member) -> None:
        """Free the seat of a person; during a game a bot takes over (``LEAVING``).

        The person can come back to the seat with :meth:`sit` while a bot plays there.

        Raises:
            TableError: if the person has no seat at the table.
            LeaseError: if another process has the table.
        """
        self.note(name)
        self._table(name)
        entry = self._entry(name)
        if member.key not in entry.people:
            raise TableError("you have no seat at this table")
        self._stand_up(entry, member.key)

    def remove(self, name: str, seat: int) -> None:
        """Let a bot play for a silent person, or free the seat before the first deal.

        The links of the person stay valid if a bot plays: with them the person comes back.

        Raises:
            TableError: if no person has this seat.
            LeaseError: if another process has the table.
        """
        self.note(name)
        table, entry = self._table(name), self._entry(name)
        keys = {place: key for key, place in entry.people.items()}
        if seat in keys:
            self._stand_up(entry, keys[seat], stays=True)
        else:
            table.replace(seat, bot="simple", stays=True)

    def _stand_up(self, entry: Entry, key: str, *, stays: bool = False) -> None:
        """Take a person from a seat: a bot plays on in a game, and otherwise the seat is free.

        Args:
            entry: the table of the list.
            key: the key of the person.
            stays: True if a bot takes the seat at the end of a game as well, and the links stay.
        """
        table, seat = self._table(entry.table), entry.people[key]
        if table.record.moves and (stays or not table.is_over):
            table.replace(seat, bot="simple", stays=stays)
        else:
            table.vacate(seat)
        self.note(entry.table)

    def note(
        self,
        name: str,
        *,
        came: Mapping[str, int] | None = None,
        former: tuple[str, str] | None = None,
    ) -> Entry | None:
        """Bring the list and the results up to date after a change of a table.

        Args:
            name: the name of the table.
            came: the keys of the people who took a seat; ``None`` for nobody.
            former: the key of a person whose data is deleted, and the key that stands for the
                person from now on; ``None`` for nobody.

        Returns:
            The table in the list; ``None`` if it is not there.
        """
        entry = self.entry(name)
        table = self._host.find(name)
        if entry is None or table is None:
            return None
        known = {key: at for key, at in entry.people.items() if _still_sits(entry, table, at)}
        back = {key: at for key, at in entry.left.items() if self._is_back(table, key, at)}
        people = {**known, **back, **(came or {})}
        gone = {key: at for key, at in {**entry.left, **entry.people}.items() if key not in people}
        is_over, has_begun = table.is_over, bool(table.record.moves)
        is_new = not entry.began or (entry.is_over and not is_over)
        began = {} if not has_begun else people if is_new else entry.began
        is_full = len(began) == len(table.names) if has_begun else not table.bots
        changed = attrs.evolve(
            entry,
            names=table.names,
            free=table.free_seats,
            people=people,
            is_over=is_over,
            games=entry.games + (is_over and not entry.is_over),
            has_begun=has_begun,
            counts=_is_rated(table) and is_full,
            began=began,
            left={key: at for key, at in gone.items() if at in table.bots},
        )
        if former is not None:
            changed = changed.without(*former)
        if changed != entry:
            self._save_all(entry, changed, table)
        return changed

    def _save_all(self, before: Entry, entry: Entry, table: Table) -> None:
        """Save a table of the list, and what its game means for the ratings."""
        name = entry.table
        if entry.is_over and not before.is_over:
            self._add_result(entry, table)
        if entry.is_decided:
            when = now()
            self._save(f"{_LEFT}{name}", self._result(entry, table, f"{_stamp(when)}-{name}", when))
        elif before.is_decided:
            write(self._store, f"{_LEFT}{name}", None)
        self._save(f"entry-{name}", entry)

    def _is_back(self, table: Table, key: str, seat: int) -> bool:
        return seat in table.people and table.names[seat] == self._name_of(key)

    def _name_of(self, key: str) -> str:
        member = self._load(f"person-{key}", Member)
        return FORMER if member is None else member.name

    def _table(self, name: str) -> Table:
        table = self._host.find(name)
        if table is None:
            raise TableError("there is no such table here")
        return table

    def _entry(self, name: str) -> Entry:
        entry = self.entry(name)
        if entry is None:
            raise TableError("this table is not in the list")
        return entry

    # Results

    def _add_result(self, entry: Entry, table: Table) -> None:
        ending = f"-{entry.table}-{entry.games}"
        if any(place.endswith(ending) for place in self._store.list("result-")):
            return  # the process ended before it could note this in the list
        when = now()
        key = f"{_stamp(when)}{ending}"
        write(self._store, f"game-{key}", table.record.to_json())
        self._save(f"result-{key}", self._result(entry, table, key, when))

    def _result(self, entry: Entry, table: Table, key: str, when: str) -> Result:
        """Return the result of a game with the present scores."""
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
        names = (
            name if seat in stayed or seat not in seats else self._name_of(seats[seat])
            for seat, name in enumerate(table.names)
        )
        result = Result(
            key=key,
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
        )
        if not any(behind):
            return result
        best = (min if result.fewer_is_better else max)(result.finish)
        first = (seat for seat, points in enumerate(result.finish) if points == best)
        return attrs.evolve(result, winners=tuple(first))

    def results(self) -> list[Result]:
        """Return all results, the newest first.

        Another process may have deleted the data of a person: such results are read again.
        """
        here = {place.removeprefix("person-") for place in self._store.list("person-")}
        for place in self._store.list("result-"):
            key = place.removeprefix("result-")
            known = self._results.get(key)
            people = () if known is None else filter(_is_here, known.people)
            if known is None or not here.issuperset(people):
                found = self._load(place, Result)
                if found is not None:
                    self._results[key] = found
        return [self._results[key] for key in sorted(self._results, reverse=True)]

    def result(self, key: str) -> Result | None:
        """Return the result of a finished game; ``None`` without such a game."""
        return self._load(f"result-{key}", Result)

    def record_of(self, key: str) -> str | None:
        """Return the record of a finished game as JSON text; ``None`` without such a game."""
        return self._text(f"game-{key}")

    def standings(self) -> list[Standing]:
        """Return the standings of all people with a result, the best rating first.

        A game changes ratings if all its players are people of the club (RA-1 to RA-6).
        """
        ratings: dict[str, float] = {}
        games: dict[str, list[Result]] = {}
        left = (self._load(place, Result) for place in self._store.list(_LEFT))
        every = [*self.results(), *(each for each in left if each is not None)]
        for result in sorted(every, key=lambda each: each.key):
            keys = [key for key in result.people if key is not None]
            for key in keys:
                games.setdefault(key, []).append(result)
            if len(keys) == len(result.names) and result.target is not None:
                before = [ratings.get(key, FIRST_RATING) for key in keys]
                lowest = result.fewer_is_better
                after = rate(before, result.finish, target=result.target, lowest_wins=lowest)
                ratings.update(zip(keys, after, strict=True))
        found = [
            self._standing(key, played, ratings) for key, played in games.items() if _is_here(key)
        ]
        return sorted(found, key=lambda one: (-one.rating, one.name))

    def _standing(self, key: str, played: list[Result], ratings: Mapping[str, float]) -> Standing:
        won = sum(result.people.index(key) in result.winners for result in played)
        last = played[-1]
        return Standing(
            name=last.names[last.people.index(key)],
            rating=round(ratings.get(key, FIRST_RATING), 1),
            games=len(played),
            won=won,
        )

    # Texts

    def _save(self, place: str, value: Value) -> None:
        write(self._store, place, _JSON.dumps(value))

    def _text(self, place: str) -> str | None:
        try:
            return self._store.load(place)
        except StoreError:
            self._store.list(place)  # raises if the store cannot be reached
            return None

    def _load(self, place: str, kind: type[T]) -> T | None:
        """Return a value of the store; ``None`` if there is none that can be read."""
        text = self._text(place)
        if text is None:
            return None
        try:
            return _JSON.loads(text, kind)
        except (ValueError, TypeError, AttributeError, cattrs.BaseValidationError):  # as of 7
            return None


def _still_sits(entry: Entry, table: Table, seat: int) -> bool:
    """Return whether the person whom the list has in a seat still sits there."""
    return seat in table.people and table.names[seat] == entry.names[seat]


def _is_rated(table: Table) -> bool:
    """Return whether a game without bots counts for ratings (RA-1)."""
    target: int | None = getattr(table.rules, "target", None)
    return target is not None and SCALE.factor(len(table.names), target) > 0


def _is_here(key: str | None) -> bool:
    """Return whether a key is that of a person whose data was not deleted."""
    return key is not None and not key.startswith(_GONE)


def _stamp(when: str) -> str:
    """Return the time as the names of results begin with it."""
    return when.replace(":", "").replace("-", "")


def _key(token: str) -> str:
    """Return the identifier of the person with a token."""
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _name_place(name: str) -> str:
    """Return the place in the store that keeps a name for one person."""
    return f"name-{sha256(alike(name).encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
