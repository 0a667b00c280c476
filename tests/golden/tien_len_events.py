"""Checks of the golden hands of Tien Len, by file name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

import twowaystreet as tws
from tests.golden.events import Checks, end, ends, is_shared, is_won, made, texts
from twowaystreet.games.tien_len import Kind, Pass, PlayCards, State, Trick


def _tricks(record: tws.Record) -> list[Trick]:
    return [trick for state in ends(record, State) for trick in state.tricks]


def _kinds(record: tws.Record) -> set[Kind | None]:
    return {move.kind for move in record.moves if isinstance(move, PlayCards)}


def _every_kind(record: tws.Record) -> bool:
    """Check for every kind of play but the rare four of a kind."""
    return _kinds(record) >= set(Kind) - {Kind.FOUR}


def _sequence_first(record: tws.Record) -> bool:
    """Check for a sequence with the three of spades as the first lead."""
    lead = texts(record)[1].split()
    return "3S" in lead and len(lead) > 2


def _answers(record: tws.Record) -> Iterator[tuple[str, str]]:
    """Yield each play with the play that beats it, as texts."""
    for trick in _tricks(record):
        laid = [" ".join(map(str, play.cards)) for play in trick.plays if play.cards]
        yield from pairwise(laid)


def _top_suit(record: tws.Record) -> bool:
    """Check for a sequence that is higher only by the suit of its highest card."""
    return ("5D 3S 4S", "4C 3H 5H") in _answers(record)


def _to_the_two(record: tws.Record) -> bool:
    """Check for sequences up to the two that beat one another."""
    found = [("QS KS AS", "2C KC AC"), ("2C KC AC", "2D KD AD"), ("2D KD AD", "2H KH AH")]
    return set(found) <= set(_answers(record))


def _comes_back(record: tws.Record) -> bool:
    """Check for a player who passes twice in a trick and takes it."""
    return any(
        sum(play.seat == trick.winner and not play.cards for play in trick.plays) > 1
        for trick in _tricks(record)
    )


def _whole_suits(record: tws.Record) -> bool:
    """Check for three plays of thirteen or eleven cards, and a hand that ends with the last."""
    state = end(record, State)
    last = state.tricks[-1]
    return (
        [trick.winner for trick in state.tricks] == [0, 1, 2, 2]
        and len(last.plays) == 1
        and max(state.hand_sizes) == 12
    )


def _out_of_turn(record: tws.Record) -> bool:
    """Check for two players who run out in one trick, which ends after passes of the others."""
    first, *others = end(record, State).tricks
    out = [play.seat for play in first.plays if len(play.cards) == 13]
    return bool(others) and out == [0, 2] and others[0].leader == 3


def _passes_though_able(record: tws.Record) -> bool:
    """Check for a pass of a player with several higher plays."""
    return any(len(tws.legal_moves(state)) > 4 for state, _ in made(record, State, Pass))


def _winners_lead(record: tws.Record) -> bool:
    """Check four hands with several first leaders; the last winner leads each later hand."""
    hands = ends(record, State)
    leaders = [hand.tricks[0].leader for hand in hands]
    return (
        len(hands) == 4
        and leaders[1:] == [hand.went_out[0] for hand in hands[:-1]]
        and len(set(leaders)) > 1
        and [hand.dealer for hand in hands] == [3, 0, 1, 2]
    )


CHECKS: Final[Checks] = {
    "every-kind": (_every_kind,),
    "sequence-top-suit-only": (_sequence_first, _top_suit),
    "sequence-to-the-two": (_to_the_two,),
    "pass-and-return": (_comes_back,),
    "pass-with-a-higher-play": (_passes_though_able,),
    "two-out-in-one-trick": (_out_of_turn,),
    "last-trick": (_whole_suits,),
    "match-four-hands": (is_won, _winners_lead),
    "match-shared": (is_shared,),
}
