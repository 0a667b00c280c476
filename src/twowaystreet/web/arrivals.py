"""Tables that wait for players: bots fill seats, and newcomers come by an invitation."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable

import attrs

from twowaystreet.players._monte_carlo import USUAL
from twowaystreet.table import Table, TableError
from twowaystreet.table._looks import is_like
from twowaystreet.table._people import UNNAMED, checked_name, labels_of
from twowaystreet.web.club import Club
from twowaystreet.web.hosts import TableHost


@attrs.frozen
class Arrivals:
    """The ways to a table for those who are not there yet.

    ``link`` makes the link of an invitation, relative to the home of the server; it is ``None`` if
    people come in other ways. With ``guests`` each spectator may take a seat: one that is free, or
    before the first deal that of a "Player 2" who has not come.
    """

    table: Table
    link: Callable[[], str] | None = None
    guests: bool = False

    def offers(self, seat: int | None, away: list[int]) -> list[str]:
        """Return what a person can do while the table waits: ``invite``, ``fill`` or ``join``."""
        is_open = bool(self._open(away))
        if seat is None:
            return ["join"] if is_open and self.guests else []
        invites = ["invite"] if is_open and self.link is not None else []
        return [*invites, *["fill"] * bool(self._missing(away))]

    def _missing(self, away: Iterable[int]) -> list[int]:
        """Return the seats that bots can fill: here also those of people who never came."""
        late = away if self.guests and not self.table.last_change else ()
        return sorted((*self.table.free_seats, *late))

    def _open(self, away: Iterable[int]) -> list[int]:
        """Return the seats that newcomers can take."""
        free, names = self.table.free_seats, self.table.names
        return [at for at in self._missing(away) if at in free or UNNAMED.fullmatch(names[at])]

    def invitation(self) -> str:
        assert self.link is not None
        return json.dumps({"type": "invitation", "link": self.link()})

    def fill(self, away: Iterable[int]) -> None:
        """Give the seats that wait to bots, in order; who comes late takes over from the bot."""
        for seat, label in labels_of(self._missing(away)).items():
            name = None if is_like(label, self.table.names) else label
            stays = seat not in self.table.free_seats
            self.table.replace(seat, bot=USUAL, name=name, stays=stays)

    def join(self, away: Iterable[int], name: str) -> str:
        """Give a newcomer the first seat that waits; return the message with the token."""
        seats = self._open(away)
        if not seats:
            raise TableError("all seats are taken")
        if UNNAMED.fullmatch(checked_name(name, ())):  # the seat would still be open to others
            raise TableError("say your own name, not the number of a seat")
        if seats[0] in self.table.free_seats:
            token = self.table.join(name, seats[0])
        else:  # links that the host has made for this seat stay valid
            self.table.rename(seats[0], name)
            token = self.table.another_token(seats[0], most=1000)
        return json.dumps({"type": "seated", "token": token})


def ways_to(
    name: str, table: Table, host: TableHost, club: Club | None, *, guests: bool
) -> Arrivals:
    """Return the ways to a table of a server: by the lobby of its club, or by a link."""
    if club is not None:
        return Arrivals(table, lambda: f"#join={name}")
    if not guests:
        return Arrivals(table)
    place = "#" if host.store is None else f"table/#{name}."
    return Arrivals(table, lambda: f"{place}{table.spectate()}", guests=True)
