"""The states of Twenty Down: the deal in two parts, draws, declarations and the play."""

from __future__ import annotations

import random
from collections.abc import Container, Sequence
from operator import add
from typing import ClassVar, Final, Self

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.twenty_down import rules as twenty_down
from twowaystreet.games.twenty_down.rules import FOLLOWING, PLAY, PLAYERS, Phase, Rules, Status
from twowaystreet.games.twenty_down.score import POINTS, HandScore, score_of


@attrs.frozen
class HandData(core.HandData):
    """The cards dealt, trumps, discards and declarations.

    Attributes:
        trumps: the suit that is trumps; ``None`` until it is named.
        discards: the cards that each seat discarded; ``None`` until the seat has drawn.
        statuses: in or out for each seat; ``None`` until it is known.
    """

    trumps: core.Suit | None = None
    discards: tuple[tuple[core.Card, ...] | None, ...] = (None,) * PLAYERS
    statuses: tuple[Status | None, ...] = (None,) * PLAYERS


_replace: Final = core.fast_replace(HandData)
_UNDEALT: Final = HandData()
_ALL_IN: Final = (Status.IN,) * PLAYERS


class State(core.TrickState[Rules, HandData, HandScore, "View"]):
    """A game of Twenty Down at one moment; made by :func:`new_game` and ``apply``."""

    __slots__ = ()
    _phases: ClassVar = Phase
    _is_open: ClassVar = True
    title: ClassVar = "Twenty Down"
    _following: ClassVar = core.GAME_DECIDES  # the trumps matter, too
    _following_rule: ClassVar = "TD-7"
    _dealing_rule: ClassVar = "TD-2"
    _first_points: ClassVar = POINTS

    @property
    def namer(self) -> int:
        """The seat to the dealer's left, which names trumps and leads first."""
        return self._first_leader()

    @property
    def trumps(self) -> core.Suit | None:
        """The suit that is trumps; ``None`` until it is named."""
        return self._hand_data.trumps

    @property
    def discards(self) -> tuple[tuple[core.Card, ...] | None, ...]:
        """The discards of each seat, hidden from the others; ``None`` until the seat has drawn."""
        return self._hand_data.discards

    @property
    def statuses(self) -> tuple[Status | None, ...]:
        """In or out for each seat; ``None`` until it is known."""
        return self._hand_data.statuses

    @property
    def _is_late(self) -> bool:
        """True from the ninth hand on: hearts are trumps and all players are in (TD-11)."""
        return self.hands_played >= twenty_down.EARLY_HANDS

    @override
    def _deal_hands(self, deal: core.Deal) -> Self:
        """TD-2: deal two cards each, on which trumps are named."""
        hand_data = self._first_two(deal)
        if self._is_late:
            return self._complete_deal(hand_data, core.Suit.HEARTS)
        return self._await_move(hand_data, twenty_down.TRUMP, self.namer)

    def _first_two(self, deal: core.Deal) -> HandData:
        held, stock = self._deal_packets(deal, self.namer, twenty_down.TO_NAME_ON)
        return _replace(_UNDEALT, held=held, stock=stock)

    @override
    def _deals_out(self, deal: core.Deal) -> tuple[int, ...]:
        """TD-2: five cards each, with any trumps; the first two serve to name trumps."""
        return self._complete_deal(self._first_two(deal), core.Suit.HEARTS)._hand_data.held

    def _name(self, seat: int, move: twenty_down.Trump) -> Self:
        return self._complete_deal(self._hand_data, move.suit)

    def _complete_deal(self, hand_data: HandData, trumps: core.Suit) -> Self:
        """TD-2: deal three more cards each; then the players draw (TD-3)."""
        order = core.rotation(self.namer, PLAYERS)
        more, stock = core.deal_packets(hand_data.stock, order, twenty_down.AFTER_NAMING)
        held = tuple(map(add, hand_data.held, more))
        after = _replace(hand_data, held=held, stock=stock, trumps=trumps)
        return self._await_move(after, twenty_down.DRAW, self.namer)

    def _draw(self, seat: int, move: twenty_down.Draw) -> Self:
        """TD-3: discard and draw; after all players have drawn, they say in or out."""
        hand_data, count = self._hand_data, len(move.cards)
        hand = hand_data.held[seat]
        given = core.find_all(hand, move.cards)
        if given is None:
            held = core.cards_in(hand)
            raise core.IllegalMove(move, core.reasons.NotHeld.among("AL-5", held, move.cards))
        drawn = core.mask_of(hand_data.stock[:count])
        after = _replace(
            hand_data,
            held=core.replace_at(hand_data.held, seat, hand ^ given | drawn),
            stock=hand_data.stock[count:],
            discards=core.replace_at(hand_data.discards, seat, move.cards),
        )
        if seat != self.dealer:
            return self._await_move(after, twenty_down.DRAW, (seat + 1) % PLAYERS)
        if after.trumps is twenty_down.ALL_IN or self._is_late:  # TD-4, TD-11
            return self._play_out(_replace(after, statuses=_ALL_IN))
        after = _replace(after, statuses=core.replace_at(after.statuses, self.namer, Status.IN))
        return self._await_move(after, twenty_down.DECLARE, (self.namer + 1) % PLAYERS)

    def _declare(self, seat: int, move: twenty_down.Declare) -> Self:
        """TD-4: say in or out; after all players have spoken, those who are in play."""
        said = core.replace_at(self._hand_data.statuses, seat, move.status)
        after = _replace(self._hand_data, statuses=said)
        if seat != self.dealer:
            return self._await_move(after, twenty_down.DECLARE, (seat + 1) % PLAYERS)
        return self._play_out(after)

    def _play_out(self, hand_data: HandData) -> Self:
        """TD-5, TD-6: the dealer's left leads; a player alone scores at once."""
        order, said = core.rotation(self.namer, PLAYERS), hand_data.statuses
        playing = tuple([seat for seat in order if said[seat] is Status.IN])
        first = self._lead(hand_data, playing)
        return first if len(playing) > 1 else first._finish((), first._remaining)

    @override
    def _dealt(self, rng: random.Random) -> list[list[core.Card]]:
        """TD-2, TD-3: any cards of a hand may be those drawn, and any two those dealt first."""
        if self.trumps is None:
            return self._complete_deal(self._hand_data, core.Suit.HEARTS)._dealt(rng)
        *hands, stock = super()._dealt(rng)
        for seat in reversed(core.rotation(self.namer, PLAYERS)):
            hand, given = rng.sample(hands[seat], len(hands[seat])), self.discards[seat] or ()
            stock = hand[: len(given)] + stock
            hands[seat] = [*given, *hand[len(given) :]]
            rng.shuffle(hands[seat])
        return [*hands, stock]

    @override
    def _made_in(self, earlier: Self) -> core.Move | None:
        assert earlier.actor is not None
        if earlier.phase is twenty_down.TRUMP:
            return None if self.trumps is None else twenty_down.Trump(self.trumps)
        if earlier.phase is twenty_down.DRAW:
            given = self.discards[earlier.actor]
            return None if given is None else twenty_down.Draw(given)
        if earlier.phase is twenty_down.DECLARE:
            said = self.statuses[earlier.actor]
            return None if said is None else twenty_down.Declare(said)
        return super()._made_in(earlier)

    @override
    def _may_play(
        self, hand: int, table: tuple[core.Card, ...], led: core.Suit | None
    ) -> tuple[Phase, int]:
        trumps = self._hand_data.trumps
        if led is None or trumps is None:
            return PLAY, hand
        return PLAY, core.follow(hand, FOLLOWING[trumps, self._match.rules.must_trump][led])

    @override
    def _refuse_play(self, move: core.Play, held: int) -> core.Reason:
        assert self._led is not None and self.trumps is not None
        if held & core.SUIT[self._led]:
            return super()._refuse_play(move, held)
        return core.reasons.MustTrump("TD-7", self._led, self.trumps, core.cards_in(self._legal))

    _decisions: ClassVar = {
        twenty_down.TRUMP: core.Decision(
            "trump and a suit",
            "TD-2",
            lambda state, seat: twenty_down.TRUMPS,
            {twenty_down.Trump: _name},
        ),
        twenty_down.DRAW: core.Decision(
            twenty_down.Draw.form,
            "TD-3",
            lambda state, seat: twenty_down.draws(state._hand_data.held[seat]),
            {twenty_down.Draw: _draw},
        ),
        twenty_down.DECLARE: core.Decision(
            twenty_down.Declare.form,
            "TD-4",
            lambda state, seat: twenty_down.DECLARATIONS,
            {twenty_down.Declare: _declare},
        ),
        PLAY: core.Decision("a card", "TD-6"),
    }

    @override
    def _score(self, tricks: tuple[core.Trick, ...]) -> HandScore:
        return self._score_by([*map(self._taker, tricks)])

    @override
    def _score_by(self, takers: Sequence[int]) -> HandScore:
        hand_data = self._hand_data
        assert hand_data.trumps is not None
        statuses = tuple(filter(None, hand_data.statuses))  # all are known
        won = tuple(map(takers.count, range(PLAYERS)))
        return score_of(won, hand_data.trumps, statuses)

    @override
    def _play_tables(self) -> core.PlayTables | None:
        assert self.trumps is not None
        return core.play_tables(self, following=FOLLOWING[self.trumps, self.rules.must_trump])

    @override
    def _tally(self) -> core.Tally:
        return core.Tally((self._hand_data.trumps, self._hand_data.statuses))

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """TD-10: a player has counted down to zero."""
        return min(scores) <= 0


def _draw_seen_by(state: State, move: twenty_down.Draw, viewer: int | None) -> str | None:
    """TD-3: others see the number of cards drawn, but not the discards."""
    return None if viewer == state.actor else f"draw {len(move.cards)}"


@attrs.frozen(kw_only=True)
class View(core.TrickView[Rules, HandScore, State]):
    """The facts that one seat may know in a game of Twenty Down.

    Attributes:
        rules: the options of the game.
        score: the score of the hand that just ended; ``None`` during a hand.
        trumps: the suit that is trumps; ``None`` until it is named.
        statuses: in or out for each seat; ``None`` until it is known.
        discards: the viewer's own discards; ``None`` for the others.
        discard_sizes: the number of cards that each seat discarded; ``None`` until the seat has
            drawn.
    """

    trumps: core.Suit | None = core.public_fact("hand_data.trumps")
    statuses: core.PerSeat[Status | None] = core.public_fact("hand_data.statuses")
    discards: core.PerSeat[core.CardSet | None] = core.per_seat_fact(
        "hand_data.discards", core.to_owner
    )
    discard_sizes: core.PerSeat[core.CardCount | None] = core.public_fact(
        lambda state: tuple(None if cards is None else len(cards) for cards in state.discards),
        "hand_data.discards",
    )

    redacted_moves: ClassVar = {**core.TrickView.redacted_moves, twenty_down.Draw: _draw_seen_by}

    @override
    def _contradiction(self, changed: Container[str]) -> str:
        """TD-2: the draws, the declarations and the play come after the naming of trumps."""
        if self.trumps is None and self.phase in (twenty_down.DRAW, twenty_down.DECLARE, PLAY):
            return f"trumps: expected a suit in the phase {self.phase}"
        return super()._contradiction(changed)

    @property
    @override
    def _players(self) -> Container[int]:
        return [seat for seat, status in enumerate(self.statuses) if status is Status.IN]

    @override
    def _duty(self, number: int, trick: core.Trick, place: int) -> tuple[core.Following, str]:
        assert self.trumps is not None and trick.led is not None
        return FOLLOWING[self.trumps, self.rules.must_trump][trick.led], "TD-7"


new_game: Final = core.new_game_for(
    Rules,
    State,
    _UNDEALT,
    rule="TD-10",
    at_least=1,
    note=f"The scores are the points that each seat still has, {HandScore.starts_at} at the start "
    f"(TD-9). After {core.spelled(twenty_down.EARLY_HANDS)} hands or more, hearts are trumps and "
    "all players are in (TD-11).",
)
"""Begin a game of Twenty Down, or continue one that began elsewhere; its ``help`` says more."""
