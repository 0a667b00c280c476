"""Checks of the golden hands of Brag, by file name."""

from __future__ import annotations

from typing import Final

import twowaystreet as tws
from tests.golden.events import Checks, end, ends, is_shared, is_won, start, states
from twowaystreet.games.brag import HandScore, HighRank, Kind, Outcome, State


def _score(record: tws.Record) -> HandScore:
    """Return the score of the last hand."""
    return tws.score_hand(end(record, State))


def _two_points(record: tws.Record) -> bool:
    """Check that two points of three take the pot, and that another seat has the third."""
    score = _score(record)
    return sorted(seat.hand_points for seat in score.seats) == [0, 0, 1, 2]


def _all_kinds_above_flushes(record: tws.Record) -> bool:
    kinds = {hand.kind for seat in _score(record).seats for hand in seat.hands}
    return kinds == {*Kind} - {Kind.FLUSH}


def _tie_is_nobodys_point(record: tws.Record) -> bool:
    """Check a first hand in which a tie, and one point each, leave the pot."""
    score = tws.score_hand(ends(record, State)[0])
    return (
        score.outcome is Outcome.STAYS
        and len(score.best[0]) == 2
        and [seat.hand_points for seat in score.seats] == [1, 1, 0]
    )


def _two_antes(record: tws.Record) -> bool:
    """Check that the taker gets two antes of each player, after one hand that nobody took."""
    score, players = _score(record), len(record.state.scores)
    return (
        [tws.score_hand(state).antes for state in ends(record, State)] == [1, 2]
        and max(score.points) == 2 * (players - 1)
        and sorted(score.points)[:-1] == [-2] * (players - 1)
    )


def _tie_and_win(record: tws.Record) -> bool:
    """Check that with six cards one hand alone and one in a tie take the pot."""
    score = _score(record)
    return (
        start(record, State).rules.cards == 6
        and sorted(map(len, score.best)) == [1, 2]
        and score.taker == 0
        and [seat.hand_points for seat in score.seats] == [2, 1]
    )


def _both_tie(record: tws.Record) -> bool:
    score = _score(record)
    return score.best == ((0, 1), (0, 1)) and score.taker is None


def _aces_lose(record: tws.Record) -> bool:
    return _rank_decides(record, HighRank.EVERYWHERE, 1)


def _aces_win(record: tws.Record) -> bool:
    return _rank_decides(record, HighRank.PRIALS, 0)


def _rank_decides(record: tws.Record, high_rank: HighRank, taker: int) -> bool:
    """Check that a pair of sixes meets a pair of aces, and that this option decides."""
    score = _score(record)
    shown = [str(seat.hands[0]) for seat in score.seats if seat.hands]
    chosen = start(record, State).rules.high_rank
    pairs = shown == ["pair A A K", "pair 6 6 2"]
    return pairs and chosen is high_rank and score.taker == taker


def _odd_card(record: tws.Record) -> bool:
    """Check that an ace is left out of two runs, and that only its owner sees it."""
    state = end(record, State)
    odd = state.hands[0]
    others = [tws.view(state, seat).hand for seat in (None, 1)]
    return (
        [card.rank for card in odd] == [tws.Rank.ACE]
        and tws.view(state, 0).hand == odd
        and odd not in others
        and [hand.kind for hand in _score(record).seats[0].hands] == [Kind.RUN, Kind.RUN]
    )


def _two_have_four(record: tws.Record) -> bool:
    """Check that the deal ends the hand, that two show four cards, and that sevens beat aces."""
    state = end(record, State)
    ranks = [{card.rank for card in cards} for cards in state.shown]
    return (
        _score(record).outcome is Outcome.FOUR_OF_A_KIND
        and ranks[:2] == [{tws.Rank.SEVEN}, {tws.Rank.ACE}]
        and _score(record).taker == 0
        and len(record.moves) == 1
    )


def _dead(record: tws.Record) -> bool:
    """Check that four pairs end the first hand, and that the deal moves on."""
    first, second = ends(record, State)[:2] if len(ends(record, State)) > 1 else (None, None)
    return (
        first is not None
        and second is not None
        and tws.score_hand(first).outcome is Outcome.FOUR_PAIRS
        and sorted(map(len, first.shown)) == [0, 8]
        and second.dealer == (first.dealer + 1) % 2
    )


def _whole_match(record: tws.Record) -> bool:
    """Check twelve hands from zero, each player dealing three times."""
    dealers = [state.dealer for state in ends(record, State)]
    return (
        is_won(record)
        and record.start.hands_played == 0
        and [dealers.count(seat) for seat in range(4)] == [3] * 4
        and all(sum(state.scores) == 0 for state in states(record, State))
    )


def _pot_left(record: tws.Record) -> bool:
    """Check that a pot from elsewhere grows, and is nobody's at the end of the game."""
    state = end(record, State)
    return (
        state.is_over
        and start(record, State).antes > 0
        and state.antes > start(record, State).antes
        and state.scores == record.start.scores
    )


CHECKS: Final[Checks] = {
    "nine-two-points": (_two_points, _all_kinds_above_flushes),
    "tie-then-two-antes": (_tie_is_nobodys_point, _two_antes),
    "six-tie-and-win": (_tie_and_win,),
    "six-two-tie-both": (_both_tie,),
    "high-rank-everywhere": (_aces_lose,),
    "high-rank-prials": (_aces_win,),
    "seven-odd-ace": (_odd_card,),
    "four-of-a-kind-two": (_two_have_four,),
    "four-pairs": (_dead,),
    "match-of-twelve": (_whole_match,),
    "match-shared": (is_shared,),
    "match-pot-left": (_pot_left,),
}
