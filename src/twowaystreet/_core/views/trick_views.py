"""Views of trick-taking games: they add tricks, and the voids that single plays show."""

from collections.abc import Container, Iterable, Iterator, Mapping
from typing import ClassVar, Generic, TypeAlias

import attrs
from typing_extensions import override

from twowaystreet._core.cards.cards import Card, Suit
from twowaystreet._core.cards.masks import SUIT
from twowaystreet._core.engine.fields import Type
from twowaystreet._core.engine.match import RulesT
from twowaystreet._core.engine.state import AnyState, ScoreT
from twowaystreet._core.tricks.trick_state import TrickState
from twowaystreet._core.tricks.tricks import Following, Trick
from twowaystreet._core.views.facts import public_fact
from twowaystreet._core.views.views import StateT, View, are_seats
from twowaystreet._util.values import OfGame, Value
from twowaystreet.errors import RecordError


@attrs.frozen
class Void(Value):
    """A suit of which a seat holds no card for the rest of the hand.

    Attributes:
        seat: the seat; where a player has several hands, its actual hand.
        suit: the suit.
        trick: the number of the trick that showed the void, from 0.
        card: the card played to that trick.
        rule: the rule that the player would have broken otherwise.

    >>> str(Void(2, Suit.HEARTS, 3, Card.parse("9S"), "ST-13"))
    'seat 2 has no hearts: 9S to trick 4 (ST-13)'
    """

    seat: int
    suit: Suit
    trick: int
    card: Card
    rule: str

    def __str__(self) -> str:
        where = f"{self.card} to trick {self.trick + 1}"
        return f"seat {self.seat} has no {self.suit.name.lower()}: {where} ({self.rule})"


BoundPlay: TypeAlias = tuple[int, int, Card, Following, str]
"""A card played under a duty, as trick, seat, card, duty and rule."""


def voids_of(
    played: Iterable[BoundPlay],
    suits: Mapping[Suit, int] = SUIT,
    shown: set[tuple[int, Suit]] | None = None,
) -> Iterator[Void]:
    """Yield the voids that cards show and add them to those shown before, as seats and suits."""
    shown = set() if shown is None else shown
    for trick, seat, card, following, rule in played:
        for duty, allowed in following:
            if card._bit & allowed:
                break
            for suit, mask in suits.items():
                if mask & duty == mask and (seat, suit) not in shown:
                    shown.add((seat, suit))
                    yield Void(seat, suit, trick, card, rule)


@attrs.frozen(kw_only=True)
class TrickView(View[RulesT, ScoreT, StateT], Generic[RulesT, ScoreT, StateT]):
    """The knowledge of one seat, or of a spectator, in a trick-taking game.

    Attributes:
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
    """

    tricks: tuple[Trick, ...] = public_fact("tricks")
    trick: Trick = public_fact("trick", "table", "led", "order")

    _derived: ClassVar[Mapping[str, Type]] = {"voids": tuple[Void, ...]}
    left_out: ClassVar = {**View.left_out, "voids": "they follow from the tricks"}
    _suits: ClassVar[Mapping[Suit, int]] = SUIT
    _lasting: ClassVar[tuple[str, ...]] = ()
    """The facts that voids follow from, ``tricks`` among them, if each only grows in a hand.

    The voids of complete tricks are then computed again only if one of these has changed.
    """

    @override
    @classmethod
    def _link(cls, state: type[AnyState]) -> None:
        if not issubclass(state, TrickState):
            raise TypeError(f"{cls.__qualname__} needs a TrickState, not {state.__qualname__}")
        super()._link(state)
        if cls._state._following != state._following:
            raise TypeError(
                f"{cls.__qualname__} is the view of a game in which other cards follow: "
                f"expected a subclass of its own for {state.__qualname__}"
            )

    @property
    def voids(self) -> tuple[Void, ...]:
        """The suits that players have shown to have run out of, in the order of play.

        They follow from the tricks: a player who fails to follow is void in the suit led. Each void
        stands once, with the first card that showed it.
        """
        return self._voids_in(enumerate((*self.tricks, self.trick)), set())

    @property
    def _players(self) -> Container[int]:
        """The seats that play tricks in this hand; fewer than all where some are out."""
        return range(self.rules.seats)

    def _voids_in(
        self, tricks: Iterable[tuple[int, Trick]], shown: set[tuple[int, Suit]]
    ) -> tuple[Void, ...]:
        """Return the voids that tricks add to those shown, and add them there."""
        bound = [play for each in tricks for play in self._played_under_duty(*each)]
        # Most players follow, which the first duty tells.
        voids = [play for play in bound if play[3] and not play[2]._bit & play[3][0][1]]
        return tuple(voids_of(voids, self._suits, shown)) if voids else ()

    def _played_under_duty(self, number: int, trick: Trick) -> Iterator[BoundPlay]:
        """Return every card of a trick but the lead, with the cards that had to be played."""
        cards, seats, duty = trick.cards, trick.seats, self._duty
        for place in range(1, len(cards)):
            following, rule = duty(number, trick, place) or ((), "")
            yield number, seats[place], cards[place], following, rule

    def _duty(self, number: int, trick: Trick, place: int) -> tuple[Following, str] | tuple[()]:
        """Return the duty of one card of a trick, and the rule that imposes it.

        ``()`` means that the card was played freely, or that it shows no void that lasts.
        """
        state = self._state
        return state._following.get(trick.led) or (), state._rule_to_follow()

    @override
    def _derive(self, memory: dict[str, OfGame], changed: Container[str]) -> dict[str, object]:
        if not (memory and self._lasting) or any(name in changed for name in self._lasting):
            memory["shown"] = shown = set[tuple[int, Suit]]()
            memory["complete"] = self._voids_in(enumerate(self.tricks), shown)
        elif "trick" not in changed:
            return {"voids": memory["voids"]}
        opened = self._voids_in([(len(self.tricks), self.trick)], set(memory["shown"]))
        memory["voids"] = (*memory["complete"], *opened)
        return {"voids": memory["voids"]}

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        seats, hands = self.rules.seats, len(self.hand_sizes)
        complete = self.tricks if "tricks" in changed else ()
        for trick in (*complete, self.trick) if "trick" in changed else complete:
            if not are_seats((trick.leader, trick.winner, *trick.seats), seats):
                return f"tricks: expected seats from 0 to {seats - 1}"
            if len(trick.cards) != len(trick.seats) or len(trick.cards) > hands:
                return f"tricks: expected a card and a seat of each of {hands} hands"
        if sum(len(trick.cards) or 1 for trick in complete) > len(self.rules.pack):
            return "tricks: expected no more cards than there are in the pack"
        return super()._contradiction(changed)

    @override
    def _check_growth(self, before: OfGame, changed: Container[str]) -> None:
        if not self.tricks and not self.trick.cards:
            return  # the next hand
        for name in self._lasting or ("tricks",):
            if name in changed:
                was, now = getattr(before, name), getattr(self, name)
                if now[: len(was)] != was:
                    raise RecordError(
                        f"{name}: expected those of the view before, and others after them"
                    )
