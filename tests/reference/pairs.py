"""Comparison of each game with its reference implementation, on the same moves.

Both sides name most facts alike, so a game lists the names of its own facts. The values of the
package are made plain first: cards and moves become texts, tuples become lists.
"""

import random
from collections.abc import Callable, Iterable, Sequence
from enum import Enum
from itertools import chain
from typing import Any, Final, TypeAlias, cast

import attrs

import twowaystreet as tws
from tests.games import OURS, reference_of
from tests.helpers import anything, trick_state
from tests.reference.brag import MOST_PLAYERS
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet._core.engine.fields import options_of
from twowaystreet._core.engine.setup import match_arguments
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

State: TypeAlias = tws.GameState[Any, Any, Any]
# Any: the reference games share no base class on purpose, only names.
Reference: TypeAlias = Any
Options: TypeAlias = dict[str, Any]


@attrs.frozen(kw_only=True)
class Pair:
    """A game and its reference implementation.

    Attributes:
        options: returns random options.
        scores: returns the range of the scores before the hand, given the options.
        carried: returns further totals before the hand, by name.
        facts: names of facts of this game that both sides have.
        deal: returns a deal, which is a rare one now and then.
        compare: compares further facts, whose names or forms differ.
        hands: false if the sides number the hands in different ways.
        parts: names of the parts of a score, and of the parts of each seat in it with their name
            in the reference.
        score_again: scores the hand again with the public scoring function.
        elsewhere: names of facts with cards outside hands, tricks and stock.
        tricks: returns the number of tricks of a finished hand, in a game with tricks.
    """

    options: Callable[[random.Random], Options]
    scores: Callable[[Options], range]
    carried: Callable[[random.Random], Options] = lambda rng: {}
    deal: Callable[[Any, random.Random], tws.Move] = tws.shuffle
    facts: tuple[str, ...] = ()
    compare: Callable[[Any, Reference], None] = lambda state, reference: None
    hands: bool = True
    parts: tuple[str, ...] = ()
    seat_parts: dict[str, str] = attrs.field(factory=dict[str, str])
    score_again: Callable[[Any], object]
    elsewhere: tuple[str, ...] = ()
    tricks: Callable[[Any], int] = lambda state: 0


def plain(value: Any) -> Any:
    """Return a value as the reference has it."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, (str, Enum, tws.Card, tws.Move)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return list(map(plain, cast("Sequence[Any]", value)))
    return {
        field.name: plain(getattr(value, field.name))
        for field in attrs.fields(anything(value).__class__)
    }


def opening(game: str, rng: random.Random) -> tuple[Any, Reference]:
    """Start both games with the same random options, at a random point of a match."""
    pair, ours = PAIRS[game], tws.GAMES[game]
    options = pair.options(rng)
    rules = ours.Rules(**options)
    where = {
        "dealer": rng.randrange(rules.seats),
        "scores": [rng.choice(pair.scores(options)) for _ in range(rules.seats)],
        "hands_played": rng.randrange(options["max_hands"] or 12),
        **pair.carried(rng),
    }
    return ours.new_game(rules, **where), reference_of(game)(**options, **where)


def reference_to(record: tws.Record) -> Reference:
    """Start the game of a record in the reference."""
    start, names = record.start, match_arguments(record.game)
    options = {name: getattr(start.rules, name) for name in options_of(type(start.rules))}
    return reference_of(record.game.name)(
        **{name: plain(value) for name, value in options.items()},
        **{name: plain(getattr(start, name)) for name in names},
    )


def compare(game: str, state: State, reference: Reference) -> None:
    """Compare the positions of both games, including every card."""
    pair = PAIRS[game]
    moves = plain(tws.legal_moves(state))
    assert sorted(moves) == sorted(reference.legal())
    assert len(set(moves)) == len(moves)
    for name in ("actor", "dealer", "needs_deal", "hand_over", "is_over", "winners", "scores"):
        assert plain(getattr(state, name)) == getattr(reference, name), name
    assert state.hands_played == reference.hands_played
    if pair.hands:
        ours = list(map(sorted, plain(state.hands)))
        assert ours == list(map(sorted, reference.hands)) or not (any(ours) or any(reference.hands))
        assert plain(state.stock) == reference.stock
    if isinstance(state, tws.TrickState):
        _compare_tricks(trick_state(state), reference)
    for name in pair.facts:
        assert plain(getattr(state, name)) == getattr(reference, name), name
    pair.compare(state, reference)
    if state.hand_over:
        score, theirs = tws.score_hand(state), reference.last_score
        for name in ("points", *pair.parts):
            assert plain(getattr(score, name)) == theirs[name], name
        for name, other in pair.seat_parts.items():
            assert [plain(getattr(seat, name)) for seat in score.seats] == theirs[other], name


def _compare_tricks(state: tws.TrickState[Any, Any, Any], reference: Reference) -> None:
    assert len(state.tricks) == len(reference.tricks)
    newest = 0 if state.hand_over else -1  # Earlier calls have compared the older tricks.
    for ours, theirs in zip(state.tricks[newest:], reference.tricks[newest:], strict=True):
        for name in ("leader", "cards", "seats", "led", "winner"):
            assert plain(getattr(ours, name)) == theirs[name], name
    for name in ("cards", "seats", "led"):
        assert plain(getattr(state.trick, name)) == reference.trick[name], name
    assert state.trick.winner is None
    if state.actor is not None and any(reference.hands):
        assert state.trick.leader == reference.trick["leader"]


def winners_of(tricks: Sequence[tws.Trick], seats: int) -> list[int]:
    """Count the tricks of each seat."""
    winners = [trick.winner for trick in tricks]
    return [winners.count(seat) for seat in range(seats)]


def cards_in(found: Any) -> list[tws.Card]:
    """Return all cards in some nested tuples."""
    if isinstance(found, tws.Card):
        return [found]
    return list(chain(*map(cards_in, cast("Iterable[Any]", found or ()))))


# Two Way Street and the Duel


def _street_options(rng: random.Random) -> Options:
    options: Options = {
        "players": rng.choice((3, 3, 3, 4, 4, 4, 4, 5, 5, 6, 7, 8, 9, 10, 11, 12, 13)),
        "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
        "exchange": rng.choice(["obligatory", "optional"]),
        "named_suit": rng.choice(["either", "held"]),
        "target": rng.choice([1, 6, 20, 25]),
        "max_hands": rng.choice([None, None, 1, 2, 3]),
    }
    if rng.random() < 0.3:
        options["decks"] = street.Rules(**options).decks + rng.randrange(2)
    return options


def _duel_compare(state: duel.State, reference: Reference) -> None:
    if str(state.phase) == "exchange":
        assert list(state.to_exchange) == reference.to_exchange


def _duel_score_again(state: duel.State) -> object:
    assert state.direction is not None
    captured = [len(pairs) for pairs in state.captured]
    return duel.score(state.direction, winners_of(state.tricks, 2), captured, dealer=state.dealer)


# Twos


def _twos_options(rng: random.Random) -> Options:
    target = rng.choice([None, 5, 20, 50])
    return {
        "target": target,
        "max_hands": rng.choice([1, 2, 4, 9] if target is None else [None, 1, 4]),
    }


def _twos_score_again(state: twos.State) -> object:
    """Score the hand from its catches and honours, counted by the letters of the cards."""
    honours = [0] * 4
    for trick in state.tricks:
        assert trick.winner is not None
        honours[trick.winner] += sum(str(card)[0] in "AKQJ" for card in trick.cards)
    return twos.score(honours, state.catches)


# Spades


def _spades_compare(state: spades.State, reference: Reference) -> None:
    """Compare the four hands, the cards face up, and the hands of the newest book."""
    round_the_table = [
        sorted(reference.hands[2 * (player == reference.dealer) + place])
        for player in range(2)
        for place in range(2)
    ]
    hands = list(map(sorted, plain(state.hands)))
    assert hands == round_the_table or not any(hands)
    assert list(map(sorted, plain(state.face_up))) == list(map(sorted, reference.face_up))
    assert list(state.face_down_sizes) == list(map(len, reference.face_down))
    for ours, theirs in zip(state.tricks[-1:], reference.tricks[-1:], strict=True):
        assert plain(ours.hands) == theirs["hands"]
        assert plain(ours.winning_hand) == theirs["winning_hand"]


def _spades_score_again(state: spades.State) -> object:
    """Score the hand from bids, books and the totals before the hand."""
    taken, score = winners_of(state.tricks, 2), tws.score_hand(state)
    overbooks = [
        total - seat.overbooks for total, seat in zip(state.overbooks, score.seats, strict=True)
    ]
    # Two if the bonus was earned, else one less than now. For a 0 now, any earlier value is right.
    perfect = [
        2 if seat.bonus else max(count - 1, 0)
        for count, seat in zip(state.perfect_bids, score.seats, strict=True)
    ]
    return spades.score(
        plain(state.bids),
        [(book.winner, str(book.winning_hand)) for book in state.tricks if book.winner is not None],
        moved=state.books[0] - taken[0],
        overbooks=overbooks,
        perfect_bids=perfect,
        boston_failed=state.rules.boston_failed,
    )


# Twenty Down, Tien Len and Brag


def _twenty_down_compare(state: twenty_down.State, reference: Reference) -> None:
    assert [said and said == "in" for said in plain(state.statuses)] == reference.is_in
    assert [some or [] for some in plain(state.discards)] == reference.discards


def _twenty_down_score_again(state: twenty_down.State) -> object:
    assert state.trumps is not None
    statuses = [status for status in state.statuses if status is not None]
    return twenty_down.score(winners_of(state.tricks, 4), state.trumps, statuses)


def _tien_len_compare(state: tien_len.State, reference: Reference) -> None:
    assert len(state.tricks) == len(reference.tricks)
    assert plain(state.tricks[-1:]) == reference.tricks[-1:]  # the others were compared before


def _brag_options(rng: random.Random) -> Options:
    cards = rng.choice([9, 7, 6])
    return {
        "cards": cards,
        "players": rng.randrange(2, MOST_PLAYERS[cards] + 1),
        "high_rank": rng.choice(["everywhere", "prials"]),
        "max_hands": rng.choice([1, 2, 12]),
    }


def _brag_deal(state: brag.State, rng: random.Random) -> tws.Move:
    """Deal at random, or few ranks to each hand, or pairs, for fours of a kind and four pairs."""
    if rng.random() < 0.5:
        return tws.shuffle(state, rng)
    ranks, mess = rng.sample(list(map(str, tws.Rank)), 13), rng.choice((1.0, 1.0, 2.0, 6.0))
    pack = sorted(FRENCH_DECK, key=lambda card: ranks.index(str(card.rank)) + mess * rng.random())
    if rng.random() < 0.5:  # two cards of each rank come first
        pack = [card for half in (0, 1) for card in pack if pack.index(card) // 2 % 2 == half]
    size, seats = state.rules.cards, state.rules.players
    return tws.deal_hands(state, [pack[seat * size :][:size] for seat in range(seats)])


def _brag_compare(state: brag.State, reference: Reference) -> None:
    assert list(state.has_laid) == [hands is not None for hands in reference.laid]
    if state.hand_over:
        kinds = [[str(hand.kind) for hand in seat.hands] for seat in tws.score_hand(state).seats]
        assert kinds == reference.last_score["kinds"]


def _brag_score_again(state: brag.State) -> object:
    """Score the hand from its lays; keep the score of a hand that the deal ended."""
    score = tws.score_hand(state)
    laid = [hands for hands in state.laid if hands is not None]
    return brag.score(laid, score.antes, state.rules) if laid else score


PAIRS: Final[dict[str, Pair]] = {
    "street": Pair(
        options=_street_options,
        scores=lambda options: range(options["target"]),
        facts=("declarations",),
        parts=("penalty", "case"),
        seat_parts={"raw": "raw", "refined": "refined", "entry": "entries"},
        score_again=lambda state: street.score(
            state.declarations, winners_of(state.tricks, state.rules.players)
        ),
        tricks=lambda state: 10,
    ),
    "duel": Pair(
        options=lambda rng: {
            "jokers": rng.choice(["red_and_black", "two_alike", "one", "none"]),
            "named_suit": rng.choice(["either", "held"]),
            "bid_markers": rng.choice(["paper", "cards"]),
            "max_strength": rng.choice([None, None, 1, 2, 8]),
            "target": rng.choice([1, 6, 20, 25]),
            "max_hands": rng.choice([None, None, 1, 2, 3]),
        },
        scores=lambda options: range(options["target"]),
        facts=("bids", "responder", "direction", "markers", "captured"),
        compare=_duel_compare,
        score_again=_duel_score_again,
        elsewhere=("markers", "captured"),
        tricks=lambda state: 10,
    ),
    "twos": Pair(
        options=_twos_options,
        scores=lambda options: range(-20, options["target"] or 30),
        seat_parts={name: name for name in ("honours", "caught", "lost")},
        score_again=_twos_score_again,
        tricks=lambda state: 13,
    ),
    "spades": Pair(
        options=lambda rng: {
            "renege": rng.choice(["impossible", "penalised"]),
            "boston_failed": rng.choice([-130, -130, 0, -500]),
            "target": rng.choice([500, 500, 200, 1]),
            "max_hands": rng.choice([None, None, 1, 3]),
        },
        scores=lambda options: range(-300, options["target"]),
        carried=lambda rng: {
            "overbooks": [rng.randrange(25) for _ in range(2)],
            "perfect_bids": [rng.randrange(3) for _ in range(2)],
        },
        facts=("hand_to_play", "bids", "books", "overbooks", "perfect_bids"),
        compare=_spades_compare,
        hands=False,
        seat_parts={
            name: name
            for name in ("books", "made", "contract", "overbooks", "penalty", "bonus", "bid")
        },
        score_again=_spades_score_again,
        tricks=lambda state: 13,
    ),
    "twenty_down": Pair(
        options=lambda rng: {
            "must_trump": rng.choice([True, False]),
            "max_hands": rng.choice([None, None, 1, 9, 10]),
        },
        scores=lambda options: range(1, 30),
        facts=("trumps",),
        compare=_twenty_down_compare,
        seat_parts={"tricks": "tricks"},
        score_again=_twenty_down_score_again,
        elsewhere=("discards",),
        tricks=lambda state: 5 if plain(state.statuses).count("in") > 1 else 0,
    ),
    "tien_len": Pair(
        options=lambda rng: {"max_hands": rng.choice([1, 2, 4, 9])},
        scores=lambda options: range(-20, 20),
        facts=("trick", "to_beat", "passes", "went_out", "last_winner"),
        compare=_tien_len_compare,
        parts=("went_out", "loser"),
        seat_parts={"place": "places"},
        score_again=lambda state: tien_len.score(state.went_out),
    ),
    "brag": Pair(
        options=_brag_options,
        scores=lambda options: range(-9, 10),
        carried=lambda rng: {"antes": rng.choice([0, 0, 1, 5])},
        deal=_brag_deal,
        facts=("antes", "shown", "laid"),
        compare=_brag_compare,
        parts=("outcome", "antes", "taker", "best"),
        seat_parts={"hand_points": "hand_points"},
        score_again=_brag_score_again,
        elsewhere=("laid",),
    ),
}
"""The pairs of game and reference, by name of the game."""

assert tuple(PAIRS) == OURS
