"""Spades for two: two players with two hands each, the own one and a dummy half turned up.

Source: *Spades - Two Players*, a game by Darrin Berkley.

Four hands of thirteen are dealt, to each player an actual hand and a dummy (SP-3, SP-4). Before
looking a player may bid blind (SP-6); then both look, at the own hand and at six cards of each
dummy (SP-5), bid and raise (SP-7, SP-8). Thirteen books are played with all four hands, dummies
turning up cards as they need them (SP-9 to SP-13). Bids made and failed are scored, and overbooks
are counted through the match (SP-15 to SP-18).

Where the source is silent: spades apart the ace is high (SP-1), both look at once when both have
chosen (SP-5), raises stay in the family of the bid (SP-8), and a renege can be called when the hand
has shown a card of the suit (SP-14).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet._cards.cards import Card
from twowaystreet._cards.packs import Pack
from twowaystreet._engine.game import Game
from twowaystreet._engine.options import choice, number
from twowaystreet._engine.setup import begin_match, checked_numbers, checked_rules
from twowaystreet._tricks.tricks import Following
from twowaystreet._util.values import Value
from twowaystreet._views.facts import private_fact, public_fact
from twowaystreet._views.trick_views import TrickView
from twowaystreet.games._spades_auction import BIDDING, Auction, Phase, changed
from twowaystreet.games._spades_bids import Bid, Kind, Look, Renege, Stand
from twowaystreet.games._spades_books import FOLLOWING, HANDS, NUMBER, OF_SUIT, PACK, Trick
from twowaystreet.games._spades_play import PENALISED, PLAYING, Playing, RenegeRule
from twowaystreet.games._spades_scoring import (
    BOSTON_FAILED,
    PERFECT_IN_A_ROW,
    PLAYERS,
    Hand,
    HandScore,
    SeatScore,
    perfect_after,
    score,
    score_of,
)

__all__ = [
    "GAME",
    "Bid",
    "Hand",
    "HandScore",
    "Kind",
    "Look",
    "Phase",
    "Renege",
    "RenegeRule",
    "Rules",
    "SeatScore",
    "Stand",
    "State",
    "Trick",
    "View",
    "new_game",
    "score",
]


def __dir__() -> list[str]:
    return __all__


@attrs.frozen(kw_only=True)
class Rules(Value):
    """The options of Spades for two.

    Args:
        renege: whether a card that does not follow suit is refused, or may be played and called
            (SP-14).
        boston_failed: what a Boston costs that fails, minus a billion to 0 (SP-15).
        target: how many points end the game, 1 to a billion (SP-19).
        max_hands: after how many hands it ends at the latest; ``None`` for no such bound (AL-2).

    Raises:
        RulesError: if an option has an impossible value.

    >>> Rules(renege="penalised").boston_failed
    -130
    """

    renege: RenegeRule = choice(RenegeRule, rule="SP-14")
    boston_failed: int = number(BOSTON_FAILED, at_most=0, rule="SP-15")
    target: int = number(500, at_least=1, rule="SP-19")
    max_hands: int | None = number(None, at_least=1, rule="AL-2")

    @property
    def seats(self) -> int:
        """How many play, which is two."""
        return PLAYERS

    @property
    def pack(self) -> Pack:
        """The 52 cards, two Jokers among them (SP-1)."""
        return PACK


class State(Playing[Rules, HandScore, "View"]):
    """A game of Spades for two at one moment; made by :func:`new_game` and ``apply``.

    The hands in ``hands`` are those round the table: the dummy and the actual hand of player 0,
    then those of player 1.
    """

    __slots__ = ()
    title: ClassVar = "Spades for two"
    _dealing_rule: ClassVar = "SP-3"
    _match_counters: ClassVar = {"overbooks": tuple[int, ...], "perfect_bids": tuple[int, ...]}
    _decisions: ClassVar = {**BIDDING, **PLAYING}

    @override
    def _score(self, tricks: tuple[Trick, ...]) -> HandScore:
        hand_data = self._hand_data
        bids: Any = hand_data.bids  # Any: two bids, as both have been made
        takers: list[Any] = [(book.winner, book.winning_hand) for book in tricks]
        return score_of(
            bids,
            takers,
            hand_data.moved,
            hand_data.overbooks,
            hand_data.perfect_bids,
            self.rules.boston_failed,
        )

    @override
    def _after_hand(self, score: HandScore) -> Auction:
        """SP-17, SP-18: overbooks and perfect bids are counted through the match."""
        hand_data = self._hand_data
        overbooks = zip(hand_data.overbooks, score.seats, strict=True)
        perfect_bids = zip(hand_data.perfect_bids, score.seats, strict=True)
        return changed(
            hand_data,
            overbooks=tuple(before + seat.overbooks for before, seat in overbooks),
            perfect_bids=tuple(perfect_after(before, seat) for before, seat in perfect_bids),
        )

    @override
    def _ends_game(self, scores: tuple[int, ...]) -> bool:
        """SP-19: a player has reached the target."""
        return max(scores) >= self.rules.target

    @override
    def _leaders(self, scores: tuple[int, ...]) -> tuple[int, ...]:
        """SP-19: the most points, then the fewest overbooks."""
        standing = [
            (score, -overbooks) for score, overbooks in zip(scores, self.overbooks, strict=True)
        ]
        return tuple(player for player in range(PLAYERS) if standing[player] == max(standing))


def new_game(
    rules: Rules | None = None,
    *,
    dealer: int = 0,
    scores: Sequence[int] | None = None,
    overbooks: Sequence[int] | None = None,
    perfect_bids: Sequence[int] | None = None,
    hands_played: int = 0,
) -> State:
    """Begin a game of Spades for two, or go on with one that was begun elsewhere.

    Args:
        rules: the options; ``None`` for all the defaults.
        dealer: the player who deals first, 0 or 1.
        scores: both players' points so far, less than the target each, negative ones too;
            ``None`` for none.
        overbooks: both players' overbooks so far, 0 to a billion each (SP-17); ``None`` for none.
        perfect_bids: how many perfect bids in succession each has made, 0 to 2 (SP-18); ``None``
            for none.
        hands_played: how many hands have been played so far; counts against ``max_hands``.

    Returns:
        A state that waits for its deal.

    Raises:
        SeatError: if the dealer is no player.
        RulesError: if the scores or one of the counts cannot be.

    >>> new_game(scores=[310, 475], overbooks=[4, 9])
    <Spades for two: deal, scores 310 475>
    """
    rules = checked_rules(Rules, rules)
    hand_data = Auction(
        held=(0,) * len(HANDS),
        overbooks=checked_numbers("overbooks", overbooks, PLAYERS, "SP-17", 0),
        perfect_bids=checked_numbers(
            "perfect_bids", perfect_bids, PLAYERS, "SP-18", 0, PERFECT_IN_A_ROW - 1
        ),
    )
    return begin_match(State, hand_data, rules, dealer, scores, hands_played, rule="SP-19")


def _seen_hand(state: State, player: int) -> tuple[Card, ...] | None:
    """SP-5: a player's actual hand, from the moment that both look."""
    looked = state._hand_data.face_up[player] > 0
    return state._cards_of(NUMBER[player, Hand.ACTUAL]) if looked else None


@attrs.frozen(kw_only=True)
class View(TrickView[Rules, HandScore]):
    """What one player may know of a game of Spades for two.

    The sizes of hands are those of the four hands round the table: the dummy and the actual hand
    of player 0, then those of player 1.

    Attributes:
        rules: the options the game is played with.
        hand: the player's actual hand, in the order of cards; ``None`` before looking, and for a
            spectator.
        score: the score of the hand just finished, ``None`` until then.
        tricks: the complete books of the hand.
        trick: the book on the table.
        hand_to_play: which hand of the player to move is to play; ``None`` when no card is due.
        bids: each player's bid, as it has been raised; ``None`` until it is made.
        stands: how many players in succession have stood.
        books: how many books each player has, with those that calls of a renege moved.
        called: the reneges of each player that have been called, by the numbers of their books.
        face_up: of each dummy the cards that lie face up.
        face_down_sizes: how many cards of each dummy lie face down.
        overbooks: each player's overbooks in the match so far.
        perfect_bids: how many perfect bids in succession each player has made.
    """

    hand: tuple[Card, ...] | None = private_fact(_seen_hand, "hand_data.held", "remaining")
    tricks: tuple[Trick, ...] = public_fact(lambda state: state.tricks, "tricks")
    trick: Trick = public_fact(lambda state: state.trick, "table", "led", "order")
    hand_to_play: Hand | None = public_fact(lambda state: state.hand_to_play, "order")
    bids: tuple[Bid | None, ...] = public_fact(lambda state: state.bids, "hand_data.bids")
    stands: int = public_fact(lambda state: state._hand_data.stands, "hand_data.stands")
    books: tuple[int, ...] = public_fact(lambda state: state.books, "hand_data.moved")
    called: tuple[tuple[int, ...], ...] = public_fact(
        lambda state: state._hand_data.called, "hand_data.called"
    )
    face_up: tuple[tuple[Card, ...], ...] = public_fact(
        lambda state: state.face_up, "hand_data.face_up"
    )
    face_down_sizes: tuple[int, ...] = public_fact(
        lambda state: state.face_down_sizes, "hand_data.dummies"
    )
    overbooks: tuple[int, ...] = public_fact(lambda state: state.overbooks, "hand_data.overbooks")
    perfect_bids: tuple[int, ...] = public_fact(
        lambda state: state.perfect_bids, "hand_data.perfect_bids"
    )

    _suits: ClassVar = OF_SUIT

    @override
    def _duty(self, number: int, trick: Any, place: int) -> tuple[Following, str]:
        """An actual hand follows suit if reneges are refused; what a dummy holds is seen.

        Any: a book, which is a trick of this game's own.
        """
        bound = trick.hands[place] is Hand.ACTUAL and self.rules.renege is not PENALISED
        return FOLLOWING[trick.led] or () if bound else (), "SP-10"


GAME: Final = Game(
    name="spades",
    title=State.title,
    Rules=Rules,
    State=State,
    View=View,
    new_game=new_game,
)
"""Spades for two and its classes."""
