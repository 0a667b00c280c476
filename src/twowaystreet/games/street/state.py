"""The states of Two Way Street: declarations, exchanges, and the score of a hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import rules as twoway
from twowaystreet.games._twoway.rules import PACKETS, exchanges
from twowaystreet.games._twoway.state import TwoWayHandData, TwoWayState, TwoWayView
from twowaystreet.games.street import rules as street
from twowaystreet.games.street.rules import Rules
from twowaystreet.games.street.score import MOST_POINTS, HandScore, score_of


@attrs.frozen
class HandData(TwoWayHandData):
    """The cards dealt, the declarations and exchanges, and the suits named in the play.

    Attributes:
        declarations: the declaration of each seat, forced or not; ``None`` until it is known.
    """

    declarations: tuple[street.Declaration | None, ...] = ()


_new_hand_data: Final = core.fast_constructor(HandData)


class State(TwoWayState[Rules, HandData, HandScore, "View"]):
    """A game of Two Way Street at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = street.Phase
    _is_open: ClassVar = True
    title: ClassVar = "Two Way Street"
    _dealing_rule: ClassVar = "ST-5"
    _first_points: ClassVar = core.Between(0, MOST_POINTS)
    _name_phase: ClassVar = street.NAME
    _replace_hand_data: ClassVar = staticmethod(core.fast_replace(HandData))

    @property
    def declarations(self) -> tuple[street.Declaration | None, ...]:
        """The declaration of each seat, forced or not; ``None`` until it is known."""
        return self._hand_data.declarations or (None,) * self._match.rules.players

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """ST-5, ST-6: deal ten cards each; the first declarer moves first."""
        held, stock = self._deal_packets(deal, self.dealer, PACKETS)
        nothing = (None,) * len(held)
        return self._await_move(
            _new_hand_data(held, stock, nothing, (), nothing), street.DECLARE, self.dealer
        )

    def _declare(self, seat: int, move: twoway.Declare) -> Self:
        said = street.DECLARED[move.direction]
        return self._declared(self._hand_data, seat, said, self._remaining)

    def _declared(
        self, hand_data: HandData, seat: int, declaration: street.Declaration, remaining: int
    ) -> Self:
        """ST-9: a player with a direction exchanges before the next player declares."""
        said = core.replace_at(hand_data.declarations, seat, declaration)
        after = _new_hand_data(hand_data.held, hand_data.stock, hand_data.exchanged, (), said)
        return self._await_move(after, street.EXCHANGE, seat, remaining)

    def _exchange(self, seat: int, move: twoway.Exchange | twoway.Keep) -> Self:
        """ST-9, ST-10: exchange; then the next player declares, or the first declarer leads."""
        if type(move) is twoway.Keep and not self._may_keep:
            raise core.IllegalMove(move, core.reasons.NotOffered("ST-10", twoway.Exchange.form))
        said = self._hand_data.declarations
        held, stock, exchanged, remaining = self._after_exchange(seat, move)
        hand_data = _new_hand_data(held, stock, exchanged, (), said)
        after = (seat + 1) % len(said)
        if after == self.dealer:
            return self._lead(hand_data, core.rotation(after, len(said)))
        for declaration, forced in street.FORCING:
            if 2 * said.count(declaration) > len(said):  # ST-8
                return self._declared(hand_data, after, forced, remaining)
        return self._await_move(hand_data, street.DECLARE, after, remaining)

    @property
    def _may_keep(self) -> bool:
        return self._match.rules.exchange is street.ExchangeRule.OPTIONAL

    def _exchanges(self, seat: int) -> tuple[core.Move, ...]:
        found = exchanges(self._hand_data.held[seat])
        return (*found, twoway.KEEP) if self._may_keep else found

    _decisions: ClassVar = {
        street.DECLARE: core.Decision(
            "a declaration", "ST-7", twoway.declarations, {twoway.Declare: _declare}
        ),
        street.EXCHANGE: core.Decision(
            "exchange and two cards",
            "ST-9",
            _exchanges,
            {twoway.Exchange: _exchange, twoway.Keep: _exchange},
        ),
        street.NAME: TwoWayState._naming_decision,
        street.PLAY: core.Decision("a card", "ST-12"),
    }

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        if earlier.phase is not street.DECLARE or earlier.actor is None:
            return super()._made_in(earlier)
        said = self.declarations[earlier.actor]
        return None if said is None else twoway.Declare(said.direction)

    @override
    def _score_by(self, takers: Sequence[int]) -> HandScore:
        said = tuple(filter(None, self._hand_data.declarations))  # all have spoken
        return score_of(said, tuple(map(takers.count, range(len(said)))))

    @override
    def _tally(self) -> core.Tally:
        return core.Tally(self._hand_data.declarations)


@attrs.frozen(kw_only=True)
class View(TwoWayView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Two Way Street.

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        declarations: the declaration of each seat, forced or not; ``None`` until it is known.
        exchanged: the viewer's own exchange; ``None`` for the others.
        has_exchanged: for each seat True if it exchanged, False if it kept all ten cards;
            ``None`` until then.
        stock: the stock from the top; the cards that the viewer put there are shown, and ``None``
            stands for each other card.
        named: the suits named in this hand after a Joker was led, and the seats that named them.
    """

    declarations: core.PerSeat[street.Declaration | None] = core.public_fact(
        "declarations", "hand_data.declarations"
    )
    has_exchanged: core.PerSeat[bool | None] = core.public_fact(
        lambda state: tuple(one and bool(one.given) for one in state.exchanged),
        "hand_data.exchanged",
    )
    stock: Annotated[tuple[core.Card | None, ...], core.AtMost(twoway.most_left)] = (
        core.viewer_fact("_stock_seen_by", "hand_data.stock")
    )


new_game: Final = core.new_game_for(
    Rules,
    State,
    HandData(),
    rule="ST-24",
    at_least=0,
    note="The dealer is the seat that declares first in the first hand (ST-6).",
)
"""Begin a game of Two Way Street, or continue one that began elsewhere; its ``help`` says more."""
