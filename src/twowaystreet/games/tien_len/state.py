"""The states of Tien Len: the deal, plays and passes, tricks (TL-8), and the end of a hand."""

from __future__ import annotations

import random
from collections.abc import Container, Iterable, Mapping
from itertools import chain, islice
from operator import add
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, Self

import attrs
from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.tien_len import rules as tien_len
from twowaystreet.games.tien_len.rules import LOWEST, ONE_BY_ONE, PLAY, PLAYERS, PlayCards, Rules
from twowaystreet.games.tien_len.score import STAKE, HandScore, score_of


@attrs.frozen
class TrickPlay(core.Value):
    """A play or a pass in a trick; its text has the cards from the lowest up.

    Attributes:
        seat: the seat that played or passed.
        cards: the cards of the play, in the order of cards; ``()`` for a pass.

    >>> from twowaystreet import cards
    >>> print(TrickPlay(2, cards("2C AH KS")), TrickPlay(3), sep="; ")
    KS AH 2C by seat 2; pass by seat 3
    """

    seat: core.Seat
    cards: core.CardSet = ()

    def __str__(self) -> str:
        return f"{core.text_of(tien_len.ascending(self.cards)) or 'pass'} by seat {self.seat}"


@attrs.frozen
class Trick(core.Value):
    """A trick, complete or still open.

    Attributes:
        leader: the seat that leads or led; ``None`` while no hand is in play.
        plays: the plays and passes in their order.
        winner: the seat that made the last play; ``None`` while the trick is open.
    """

    _drawn_by: ClassVar = "trick"
    _repr_svg_, _repr_html_ = core.Trick._repr_svg_, core.Trick._repr_html_
    leader: core.Seat | None = None
    plays: tuple[TrickPlay, ...] = ()
    winner: core.Seat | None = None

    @property
    def _plays(self) -> Iterable[tuple[int, tuple[core.Card, ...]]]:
        return ((play.seat, play.cards) for play in self.plays)

    @property
    def to_beat(self) -> TrickPlay | None:
        """The last play that is not a pass, with its seat; ``None`` before the lead."""
        return next((play for play in reversed(self.plays) if play.cards), None)

    @property
    def passes(self) -> int:
        """The number of passes in succession since that play."""
        plays = self.plays
        return next((since for since, play in enumerate(reversed(plays)) if play.cards), 0)


_new_trick_play: Final = core.fast_constructor(TrickPlay)
_new_trick: Final = core.fast_constructor(Trick)
NO_TRICK: Final = Trick()


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, and the leader of the next deal.

    Attributes:
        last_winner: the seat that was the first to run out in the last deal, and leads this one;
            ``None`` in the first deal.
    """

    last_winner: int | None = None


_new_hand_data: Final = core.fast_constructor(HandData)


@attrs.frozen(repr=False, init=False)
class State(core.GameState[Rules, HandData, HandScore, "View"]):
    """A game of Tien Len at one moment; made by :func:`new_game` and ``apply``.

    Attributes:
        trick: the trick on the table; without plays if it is yet to be led.
        tricks: the complete tricks of this hand, the first one first.
        went_out: the seats that have run out of cards, in this order.
    """

    trick: Trick = NO_TRICK
    tricks: tuple[Trick, ...] = ()
    went_out: tuple[int, ...] = ()
    # The play to beat; `None` if a lead is due.
    _best: PlayCards | None = None

    _phases: ClassVar = tien_len.Phase
    title: ClassVar = "Tien Len"
    _dealing_rule: ClassVar = "TL-1"
    _first_points: ClassVar = core.Between((1 - PLAYERS) * STAKE, STAKE)  # TL-6
    _first_hand_differs: ClassVar = True  # TL-2

    @property
    def to_beat(self) -> TrickPlay | None:
        """The play to beat, with the seat that made it; ``None`` if a lead is due."""
        return self.trick.to_beat

    @property
    def passes(self) -> int:
        """The number of passes in succession since the play to beat."""
        return self.trick.passes

    @property
    def last_winner(self) -> int | None:
        """The first seat to run out in the last deal, which leads this one (TL-2).

        After a hand it is that of the hand just over; ``None`` until the first deal is over.
        """
        return self._hand_data.last_winner

    @property
    def _leads_first(self) -> bool:
        """True if the next play is the first lead, which must contain the lowest card (TL-2)."""
        return not (self._best or self.tricks) and self._hand_data.last_winner is None

    @override
    def _begins_trick(self, move: core.Move) -> bool:
        return self._best is None

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """TL-1, TL-2: deal thirteen cards each; the last winner leads, or the lowest card."""
        held, stock = self._deal_packets(deal, (self.dealer + 1) % PLAYERS, ONE_BY_ONE)
        leader = last_winner = self._hand_data.last_winner
        if leader is None:
            leader = next(seat for seat in range(PLAYERS) if held[seat] & LOWEST._bit)
        hand_data = _new_hand_data(held, stock, last_winner)
        trick = _new_trick(leader)
        dealt: Self = self._build(self._match, hand_data, PLAY, leader, sum(held), trick)
        return dealt

    def _moves(self, seat: int) -> tuple[core.Move, ...]:
        """TL-2, TL-4, TL-5: every play on lead, otherwise those that beat the table, and a pass."""
        hand = self._hand_data.held[seat] & self._remaining
        if self._best is not None:
            return (*tien_len.beating(hand, self._best), tien_len.PASS)
        found = tien_len.leads(hand)
        if self._leads_first:
            return tuple(play for play in found if play._bits & LOWEST._bit)
        return found

    def _why_not(self, move: PlayCards, hand: int) -> core.Reason | None:
        """Return the reason why a play is illegal; ``None`` if it is legal (TL-2 to TL-4)."""
        bits, best = move._bits, self._best
        if bits & ~hand or bits.bit_count() != len(move.cards):
            held = core.cards_in(hand)
            return core.reasons.NotHeld.among("AL-5", held, move.cards, self._expected())
        if move._kind is None:
            return tien_len.NotAPlay("TL-3", self._expected())
        if best is None:
            if self._leads_first and not bits & LOWEST._bit:
                return tien_len.MustContain("TL-2", self._expected(), LOWEST)
            return None
        assert best._kind is not None
        if move._kind is not best._kind:
            return tien_len.OtherKind("TL-4", self._expected(), best._kind, best.cards)
        if len(move.cards) != len(best.cards):
            return tien_len.OtherLength("TL-4", self._expected(), best._kind, best.cards)
        if move._top < best._top:  # never equal: each card is there once
            return tien_len.NotHigher(
                "TL-4", self._expected(), best.cards, tien_len.ASCENDING[best._top]
            )
        return None

    @override
    def _expected(self) -> str:
        moves = self._moves(self.actor or 0)
        plays = [str(move) for move in moves if move is not tien_len.PASS]
        more = [f"{len(plays) - MOST_NAMED} more"] if len(plays) > MOST_NAMED else []
        beats = [" and ".join([f"one of {', '.join(plays[:MOST_NAMED])}", *more])] if plays else []
        return ", or ".join(beats + [tien_len.Pass.form] * (tien_len.PASS in moves))

    def _play(self, seat: int, move: PlayCards) -> Self:
        """TL-4, TL-6: play cards; the hand ends when the third player runs out."""
        hand = self._hand_data.held[seat] & self._remaining
        reason = self._why_not(move, hand)
        if reason is not None:
            raise core.IllegalMove(move, reason)
        remaining, went_out = self._remaining ^ move._bits, self.went_out
        plays = (*self.trick.plays, _new_trick_play(seat, move.cards))
        if hand == move._bits:
            went_out += (seat,)
            if len(went_out) == PLAYERS - 1:
                last = _new_trick(self.trick.leader, plays, seat)  # TL-8
                tricks = (*self.tricks, last)
                return self._finish_hand(score_of(went_out), remaining, NO_TRICK, tricks, went_out)
        actor, trick = self._next(seat, remaining), _new_trick(self.trick.leader, plays)
        return self._await(actor, remaining, trick, self.tricks, went_out, move)

    def _pass(self, seat: int, move: tien_len.Pass) -> Self:
        """TL-5: pass; after the pass of all others who hold cards, the trick is complete."""
        best: PlayCards | None = self._best
        if best is None:
            raise core.IllegalMove(move, tien_len.MustLead("TL-5", self._expected()))
        remaining, went_out, tricks = self._remaining, self.went_out, self.tricks
        plays = (*self.trick.plays, _new_trick_play(seat))
        trick = _new_trick(self.trick.leader, plays)
        last = trick.to_beat
        assert last is not None
        if trick.passes < PLAYERS - len(went_out) - (last.seat not in went_out):
            actor = self._next(seat, remaining)
        else:  # the winner leads, or the next to the left with cards
            actor = self._next(last.seat - 1, remaining)
            tricks += (_new_trick(trick.leader, plays, last.seat),)
            trick, best = _new_trick(actor), None
        return self._await(actor, remaining, trick, tricks, went_out, best)

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        made = len([*_plays_in((*earlier.tricks, earlier.trick))])
        play = next(islice(_plays_in((*self.tricks, self.trick)), made, None), None)
        passed = None if play is None else tien_len.PASS
        return PlayCards(play.cards) if play and play.cards else passed

    def _next(self, seat: int, remaining: int) -> int:
        """Return the next seat to the left that holds cards (TL-5)."""
        held = self._hand_data.held
        left = core.rotation((seat + 1) % PLAYERS, PLAYERS)
        return next(each for each in left if held[each] & remaining)

    def _await(
        self,
        actor: int,
        remaining: int,
        trick: Trick,
        tricks: tuple[Trick, ...],
        went_out: tuple[int, ...],
        best: PlayCards | None,
    ) -> Self:
        state: Self = self._build(
            self._match, self._hand_data, PLAY, actor, remaining, trick, tricks, went_out, best
        )
        return state

    _decisions: ClassVar = {
        PLAY: core.Decision("", "TL-5", _moves, {PlayCards: _play, tien_len.Pass: _pass})
    }

    @override
    def _after_hand(self, score: HandScore) -> HandData:
        """TL-2: the first player to run out leads the next deal."""
        return _new_hand_data(self._hand_data.held, self._hand_data.stock, score.went_out[0])


MOST_NAMED: Final = 20
"""The greatest number of legal plays that an error names."""
_PACK: Final = frozenset(tien_len.PACK.cards)
_SEATS: Final = frozenset((None, *range(PLAYERS)))


@attrs.frozen(kw_only=True)
class View(core.View[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Tien Len (TL-9).

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        went_out: the seats that have run out of cards, in this order.
        tricks: the complete tricks of the hand.
        trick: the trick on the table.
        last_winner: the seat that was the first to run out in the last deal, after a hand that of
            the hand just over; ``None`` until the first deal is over. Only a first deal is led with
            the three of spades (TL-2).
    """

    went_out: tuple[core.Seat, ...] = core.public_fact("went_out")
    tricks: tuple[Trick, ...] = core.public_fact("tricks")
    trick: Trick = core.public_fact("trick", "trick", "best")
    last_winner: core.Seat | None = core.public_fact("hand_data.last_winner")

    _derived: ClassVar[Mapping[str, Any]] = MappingProxyType(  # Any: types
        {"to_beat": TrickPlay | None, "passes": Annotated[int, core.Between(0, PLAYERS - 1)]}
    )

    @property
    def to_beat(self) -> TrickPlay | None:
        """The play to beat, with the seat that made it; ``None`` if a lead is due."""
        return self.trick.to_beat

    @property
    def passes(self) -> int:
        """The number of passes in succession since the play to beat."""
        return self.trick.passes

    @override
    def _hidden(self) -> tuple[core.Hidden[State], ...]:
        """The unseen cards lie in the hands of the others; a pass proves nothing (TL-5)."""
        known: list[tuple[core.Card, ...]] = [()] * PLAYERS
        leader, is_first = self.trick.leader, not (self.tricks or self.trick.plays)
        if leader is not None and is_first and self.last_winner is None:
            known[leader] = (LOWEST,)  # TL-2
        if self.seat is not None:
            known[self.seat] = self.hand or ()
        is_dealt = self.phase is not tien_len.Phase.DEAL
        sure = [*map(core.card_types_among, known)]
        remaining = self.rules.pack._sum if is_dealt else 0
        for play in _plays_in((*self.tricks, self.trick)):
            sure[play.seat] |= core.card_types_among(play.cards)
            remaining &= ~core.card_types_among(play.cards)
        best = self.to_beat and PlayCards(self.to_beat.cards)
        build = core.builder_of(self, fields=(self.trick, self.tricks, self.went_out, best))

        def build_state(division: core.Division, rng: random.Random) -> State:
            held = map(add, sure, map(core.card_types_among, division)) if is_dealt else ()
            state: State = build(HandData(tuple(held), (), self.last_winner), remaining)
            return state

        sizes = [size - len(some) for size, some in zip(self.hand_sizes, known, strict=True)]
        places = [seat if size else None for seat, size in enumerate(sizes)]
        return (
            core.Hidden(
                core.cards_in(remaining & ~sum(sure)),
                tuple(map(core.Place, sizes)),
                tuple(map(core.Holding, known, places)),
                build_state,
            ),
        )

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        out, sizes = self.went_out, self.hand_sizes
        if self.last_winner not in _SEATS:
            return f"last_winner: expected a seat from 0 to {PLAYERS - 1}"
        if len(sizes) != PLAYERS:
            return f"hand_sizes: expected those of {PLAYERS} hands"
        without = [seat for seat in range(PLAYERS) if any(sizes) and not sizes[seat]]
        if sorted(out) != without:
            return "went_out: expected the seats without cards"
        complete = self.tricks if "tricks" in changed else ()
        present = (self.trick,) if "trick" in changed else ()
        for trick in (*complete, *present):
            if wrong := _wrong_in(trick):
                return f"tricks: {wrong}"
        for trick in complete:
            last = trick.to_beat
            if last is None or trick.winner != last.seat:
                return "tricks: expected the player of the last play as the winner"
        if any(trick.winner is not None for trick in present):
            return "trick: expected no winner of an open trick"
        played = [card for play in _plays_in((*complete, *present)) for card in play.cards]
        if len(set(played)) < len(played) or not _PACK.issuperset(played):
            return "tricks: expected each card of the pack at most once"
        return super()._contradiction(changed)

    @override
    def _check_growth(self, before: Any, changed: Container[str]) -> None:
        if not self.tricks and not self.trick.plays:
            return  # the next hand
        for name in ("tricks", "went_out"):
            if name in changed:
                was, now = getattr(before, name), getattr(self, name)
                if now[: len(was)] != was:
                    raise tws.RecordError(
                        f"{name}: expected those of the view before, and others after them"
                    )


def _plays_in(tricks: Iterable[Trick]) -> Iterable[TrickPlay]:
    return chain.from_iterable(trick.plays for trick in tricks)


def _wrong_in(trick: Trick) -> str:
    """Return a fault in the seats of a trick, or in its passes; empty if it has none."""
    plays, passes = trick.plays, 0
    if not _SEATS.issuperset((trick.leader, *(play.seat for play in plays))):
        return f"expected seats from 0 to {PLAYERS - 1}"
    if plays and (plays[0].seat != trick.leader or not plays[0].cards):
        return "expected cards of the leader first"
    for play in plays:
        passes = 0 if play.cards else passes + 1
        if passes == PLAYERS:
            return f"expected at most {PLAYERS - 1} passes in succession"
    return ""


new_game: Final = core.new_game_for(
    Rules,
    State,
    HandData(),
    rule="TL-6",
    note="The first hand played here is led with the three of spades in any case (TL-2).",
)
"""Begin a game of Tien Len, or continue one that began elsewhere; its ``help`` says more."""
