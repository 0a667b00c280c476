"""The scoring of Twos (TW-8 to TW-10), from the facts of a hand alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import attrs

from twowaystreet import authoring as core
from twowaystreet.games.twos.rules import PLAYERS, TWOS

HONOURS: Final = sum(
    core.RANK[rank] for rank in (core.Rank.ACE, core.Rank.KING, core.Rank.QUEEN, core.Rank.JACK)
)
"""The cards that score one point each in a player's tricks, as a mask (TW-8)."""
PRICE: Final[Mapping[core.Rank | core.Joker, int]] = MappingProxyType(
    {core.Rank.TWO: 2, core.Rank.THREE: 3}
)
"""The points for a caught two, by the rank of the card that caught it (TW-9)."""
_CAUGHT: Final = TWOS.bit_count() * max(PRICE.values())
POINTS: Final = core.Between(-_CAUGHT, HONOURS.bit_count() + _CAUGHT)
"""The bounds of the points of a hand."""
TRICK_POINTS: Final = core.TrickPoints(
    worth=tuple(int(card._bit & HONOURS != 0) for card in core.CARDS),
    caught=TWOS,
    price=tuple(PRICE.get(card.rank, 0) for card in core.CARDS),
)
"""The points of the cards in a trick: honours (TW-8), and the twos that a card catches (TW-9)."""


def _catching(value: core.Rank) -> core.Rank:
    rank = core.member_of(core.Rank, value)
    if rank is None or rank not in PRICE:
        raise core.RulesError("by", value, "the rank of a two or a three, 2 or 3", "TW-9")
    return rank


def _seat(value: int) -> int:
    return core.checked_seat(value, PLAYERS)


@attrs.frozen
class Catch(core.Value):
    """A two in a trick that another player took with a two or a three.

    Args:
        catcher: the seat that took the trick.
        victim: the seat that played the two.
        by: the rank of the card that took the trick, two or three.

    Raises:
        SeatError: if the catcher or the victim is not a seat.
        RulesError: if the card is of another rank, or both seats are the same.

    >>> Catch(catcher=0, victim=3, by="3").points
    3
    """

    catcher: int = attrs.field(converter=_seat)
    victim: int = attrs.field(converter=_seat)
    by: core.Rank = attrs.field(converter=_catching, repr=lambda rank: repr(str(rank)))

    def __attrs_post_init__(self) -> None:
        """Refuse a catch of the player's own two."""
        if self.catcher == self.victim:
            raise core.RulesError("victim", self.victim, "another seat than the catcher's", "TW-9")

    @property
    def points(self) -> int:
        """The points that the victim loses and the catcher gets."""
        return PRICE[self.by]


_new_catch: Final = core.fast_constructor(Catch)


def catches_in(trick: core.Trick) -> tuple[Catch, ...]:
    """Return the twos caught in a trick: every other one of any suit (TW-9, TW-10)."""
    if not core.card_types_among(trick.cards) & TWOS:
        return ()
    winner, plays = trick.winner, zip(trick.cards, trick.seats, strict=True)
    assert winner is not None
    by = trick.cards[trick.seats.index(winner)].rank
    assert isinstance(by, core.Rank)  # no Joker is in the pack
    caught = [seat for card, seat in plays if card._bit & TWOS and seat != winner]
    return tuple([_new_catch(winner, seat, by) for seat in caught])


@attrs.frozen
class SeatScore(core.SeatScore):
    """One seat's score of one hand of Twos.

    Attributes:
        honours: the number of aces, kings, queens and jacks in the seat's tricks (TW-8).
        caught: the points for the twos that the seat caught (TW-9).
        lost: the points for the seat's twos that others caught.
        points: the change of the seat's total.
    """

    honours: int
    caught: int
    lost: int

    @property
    def entry(self) -> str:
        """The entry of the score sheet, with honours, caught, lost and points.

        >>> score([7, 3, 6, 0], [Catch(0, 3, "3")]).seats[3].entry
        '0+0-3:-3'
        """
        return f"{self.honours}+{self.caught}-{self.lost}:{self.points}"


@attrs.frozen
class HandScore(core.HandScore[SeatScore]):
    """The score of one hand of Twos.

    Attributes:
        catches: every caught two, in order of time.
        seats: the score of each seat, in the order of seats.
    """

    catches: tuple[Catch, ...]


_new_seat_score: Final = core.fast_constructor(SeatScore)
_new_hand_score: Final = core.fast_constructor(HandScore)


def scored(tricks: Iterable[core.Trick]) -> HandScore:
    """Score complete tricks."""
    honours, catches = [0] * PLAYERS, list[Catch]()
    for trick in tricks:
        assert trick.winner is not None
        honours[trick.winner] += (core.card_types_among(trick.cards) & HONOURS).bit_count()
        catches += catches_in(trick)
    return _score_of(honours, tuple(catches))


def _score_of(honours: Sequence[int], catches: tuple[Catch, ...]) -> HandScore:
    """Score a hand whose facts have been checked (TW-8 to TW-10)."""
    caught, lost = [0] * PLAYERS, [0] * PLAYERS
    for catch in catches:
        caught[catch.catcher] += catch.points
        lost[catch.victim] += catch.points
    return _new_hand_score(
        tuple(
            _new_seat_score(
                honours[seat] + caught[seat] - lost[seat], honours[seat], caught[seat], lost[seat]
            )
            for seat in range(PLAYERS)
        ),
        catches,
    )


def _catch(value: Any) -> Catch | None:  # Any: not checked yet
    if type(value) in (tuple, list) and len(value) == len(attrs.fields(Catch)):
        return Catch(*value)
    return value if isinstance(value, Catch) else None


def score(
    honours: Sequence[int], catches: Iterable[Catch | tuple[int, int, core.Rank | str]] = ()
) -> HandScore:
    """Score a hand of Twos that was played with real cards.

    Args:
        honours: for each of the four players the number of aces, kings, queens and jacks in the
            tricks taken; sixteen in all.
        catches: the caught twos, at most four, each as a :class:`Catch` or as its arguments.

    Raises:
        RulesError: if these facts are impossible in one hand.
        SeatError: if the arguments of a catch name no seat.

    >>> score([7, 3, 6, 0], [(0, 3, "3")]).points
    (10, 3, 6, -3)
    """
    everything = HONOURS.bit_count()
    expected = f"{PLAYERS} whole numbers, {everything} in all"
    counts = core.checked_counts("honours", honours, PLAYERS, everything, expected, "TW-8")
    expected = f"catches that need at most {PLAYERS} twos, caught and catching ones together"
    caught = core.checked_entries(
        "catches", catches, _catch, expected, "TW-9", name="as catch", first=1
    )
    # A two takes one trick, and one card of each victim.
    by_twos = Counter(
        (catch.catcher, catch.victim) for catch in caught if catch.by is core.Rank.TWO
    )
    seats = range(PLAYERS)
    taking = sum(max(by_twos[seat, victim] for victim in seats) for seat in seats)
    if len(caught) + taking > TWOS.bit_count():
        raise core.RulesError("catches", catches, expected, "TW-4")
    return _score_of(counts, caught)
