"""Games that override one hook are played by their own rules, compiled or not."""

import random
from collections.abc import Callable
from typing import Any, ClassVar, Final

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.fast import odd_game, replays
from twowaystreet import authoring as core
from twowaystreet import fast
from twowaystreet._core.playouts.policies import POLICIES
from twowaystreet.games import street, twenty_down, twos

# Any, in this module: the arguments and results of hooks, as in the base.
HEARTS: Final = core.Suit.HEARTS


class TrumpsMatter(twenty_down.State):
    """The winner leads if clubs or hearts are trumps."""

    def _leader_after(self, trick: Any, won: int) -> int:
        return won if self._hand_data.trumps in (core.Suit.CLUBS, HEARTS) else 1


class LeftOfWinner(oh_hell.State):
    """The seat to the left of the usual leader leads, by a hook that calls its base."""

    @classmethod
    def _next_leader(cls, rules: Any, size: int, won: int) -> int:
        return (super()._next_leader(rules, size, won) + 1) % size


class AcesReverse(odd_game.State):
    """The first ace on the table reverses the strengths."""

    _deciders: ClassVar = core.RANK[core.Rank.ACE]

    @classmethod
    def _strengths(cls, rules: Any, trumps: Any, led: Any, decider: Any) -> Any:
        base = super()._strengths(rules, trumps, led, decider)
        return base[::-1] if decider else base


class NamedSuitsMatter(street.State):
    """The lowest card wins after an odd number of named suits."""

    @classmethod
    def _trumps_of(cls, hand_data: Any) -> Any:
        return len(hand_data.named) % 2

    @classmethod
    def _strengths(cls, rules: Any, trumps: Any, led: Any, decider: Any) -> Any:
        base = super()._strengths(rules, trumps, led, decider)
        return base[::-1] if trumps else base


class SometimesTricksMatter(twenty_down.State):
    """The first card takes every other trick if hearts are trumps."""

    def _wins(self, table: Any, led: Any) -> int:
        if self._hand_data.trumps is HEARTS and len(self.tricks) % 2:
            return 0
        return super()._wins(table, led)


class AnyCardFollows(twenty_down.State):
    """No duty to follow, by a table that the base does not use."""

    _following: ClassVar[Any] = dict.fromkeys((None, *core.Suit), ())


class TrumpsFollow(oh_hell.State):
    """Trumps may always be played, by a table of each state."""

    @property
    def _following(self) -> Any:  # type: ignore[override]  # in place of a table of the class
        trumps = core.SUIT[self._hand_data.trumps or HEARTS]
        each = {suit: ((core.SUIT[suit], core.SUIT[suit] | trumps),) for suit in core.Suit}
        return {None: (), **each}


class DoubledAtTheEnd(oh_hell.State):
    """The score is doubled after ``_score``, in the hook that finishes a hand."""

    def _finish_hand(self, score: Any, *rest: Any, **more: Any) -> Any:
        seats = [core.SeatScore(2 * seat.points + 1) for seat in score.seats]
        return super()._finish_hand(core.HandScore(tuple(seats)), *rest, **more)

    def _tally(self) -> Any:
        return super()._tally()


class TricksBeforeCount(odd_game.State):
    """The score depends on the tricks that are complete when the last card is played."""

    def _score(self, tricks: Any) -> Any:
        seats = super()._score(tricks).seats
        more = 100 * len(self.tricks)
        return core.HandScore(tuple([core.SeatScore(seat.points + more) for seat in seats]))

    def _tally(self) -> Any:
        return super()._tally()


class NamedSuitsAndTricksScore(street.State):
    """The score depends on named suits and on the tricks of the state."""

    def _score(self, tricks: Any) -> Any:
        score = super()._score(tricks)
        more = len(self.named) + 10 * len(self.tricks)
        seats = [attrs.evolve(seat, points=seat.points + more) for seat in score.seats]
        return attrs.evolve(score, seats=tuple(seats))

    def _tally(self) -> Any:
        return None


class HelpersOfTheHand(odd_game.State):
    """The strengths come from a method and a table of the class; sevens beat all others."""

    highest: ClassVar = core.RANK[core.Rank.SEVEN]

    @classmethod
    def _beating(cls, strengths: Any) -> Any:
        sevens = [60 * bool(card._bit & cls.highest) for card in core.FRENCH_DECK]
        return (*map(sum, zip(sevens, strengths, strict=False)), *strengths[len(sevens) :])

    @classmethod
    def _strengths(cls, rules: Any, trumps: Any, led: Any, decider: Any) -> Any:
        return cls._beating(super()._strengths(rules, trumps, led, decider))


class LastCardTakes(odd_game.State):
    """The last card of each trick takes it, by the hook that names the taker of a trick."""

    def _taker(self, trick: Any) -> int:
        return int(trick.seats[-1])


class AnySuitIsNamed(street.State):
    """A coloured Joker may stand for any suit."""

    def _nameable(self) -> tuple[core.Suit, ...]:
        return tuple(core.Suit)


class TheFirstSuitIsNamed(street.State):
    """The first suit of a Joker is named always, by another decision."""

    _decisions: ClassVar = {
        **street.State._decisions,
        street.Phase.NAME: core.Decision(
            "a suit",
            "ST-16",
            lambda state, seat: (street.NameSuit(state._nameable()[0]),),
            {street.NameSuit: street.State._name},
        ),
    }


class TrumpPoints(oh_hell.State):
    """Each card of trumps is worth a point, so that the points of cards depend on the hand."""

    def _worth(self) -> list[int]:
        return [int(card.suit is self._hand_data.trumps) for card in core.CARDS]

    def _score(self, tricks: Any) -> Any:
        points = [0] * self.rules.players
        for trick in tricks:
            cards: tuple[tws.Card, ...] = trick.cards
            points[trick.winner] += sum(self._worth()[card.index] for card in cards)
        return core.HandScore(tuple(map(core.SeatScore, points)))

    def _tally(self) -> Any:
        return core.TrickPoints(tuple(self._worth()), 0, (0,) * len(core.CARDS))


class DoublePay(core.HandScore[core.SeatScore]):
    """A score with payoffs of its own."""

    @property
    def payoffs(self) -> tuple[float, ...]:
        return tuple(2.0 * points for points in self.points)


class OwnPayoffs(TrumpPoints):
    """Payoffs of its own with points of cards."""

    def _score(self, tricks: Any) -> Any:
        return DoublePay(super()._score(tricks).seats)

    def _tally(self) -> Any:
        return super()._tally()


BY_TABLES: Final = (
    *(LeftOfWinner, AcesReverse, TricksBeforeCount, NamedSuitsAndTricksScore, HelpersOfTheHand),
    *(TrumpPoints, OwnPayoffs),
)
"""The games whose play tables can express in every hand."""
BY_APPLY: Final = (
    *(TrumpsMatter, NamedSuitsMatter, SometimesTricksMatter, AnyCardFollows),
    *(TrumpsFollow, DoubledAtTheEnd, LastCardTakes, AnySuitIsNamed, TheFirstSuitIsNamed),
)
STARTS: Final[dict[type[Any], Callable[[], replays.State]]] = {
    street.State: lambda: street.new_game(street.Rules(decks=2)),
    twos.State: lambda: twos.new_game(dealer=3),
    twenty_down.State: twenty_down.new_game,
    oh_hell.State: oh_hell.GAME.new_game,
    odd_game.State: odd_game.new_game,
}


def _begun(cls: type[Any]) -> replays.State:
    start = next(STARTS[base] for base in cls.__mro__ if base in STARTS)()
    return cls._build(start._match, start._hand_data, start.phase)


def _check(states: list[replays.State], seed: int) -> None:
    """Compare all results of playouts with the same playouts through ``apply``."""
    for policy in POLICIES:
        found = fast.playouts(states, 3, seed=seed, policy=policy)
        for number, state in enumerate(states):
            for playout in range(3):
                last: tws.AnyState = state
                key: Any = {"seed": seed, "number": number, "policy": policy}
                for move in fast.playout_moves(state, playout, **key):
                    last = tws.apply(last, move)
                place = number, playout
                assert tuple(found.points[place]) == tws.score_hand(last).points
                assert tuple(found.payoffs[place]) == tws.payoffs(last)


@pytest.mark.parametrize("cls", [*BY_TABLES, *BY_APPLY])
def test_a_game_with_another_hook_is_played_by_its_own_rules(cls: type[Any]) -> None:
    new = _begun(cls)
    for seed in range(6):
        in_play = list(replays.plays_of(lambda: new, seed))
        assert {state._play_tables() is not None for state in in_play} <= {cls in BY_TABLES}
        _check([new, *random.Random(seed).sample(in_play, min(5, len(in_play)))], seed)


class TwoDecks(twos.Rules):
    """Twos with two decks, where equal honours in a trick count once."""

    @property
    def pack(self) -> core.Pack:
        return core.Pack(core.FRENCH_DECK, decks=2)


def test_rules_with_another_pack_are_obeyed() -> None:
    new = twos.new_game(TwoDecks())
    _check([new, *replays.plays_of(lambda: new, 1)], 1)
