"""The page of a review: a graph along the hand, and each decision with its picture and words."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import Any, Final

from twowaystreet import svg
from twowaystreet._core.display.words import possessive
from twowaystreet._page.replay.pages import SIZES, assembled
from twowaystreet.players import Luck, Review, ReviewedMove
from twowaystreet.players._reasons import different_texts, text_of

MOST_VALUES: Final = 8
"""The most moves whose values a page shows for a decision: the best ones, and the one made."""


def page(review: Review, names: Sequence[str]) -> str:
    r"""Return the page of a review, in one file without links to others.

    Each picture shows what the seat knew when it decided. Hindsight has no place here.

    Args:
        review: the review.
        names: the names of the players.

    >>> import random, twowaystreet as tws
    >>> from twowaystreet.games import brag
    >>> from twowaystreet.players import MonteCarlo, review
    >>> record = tws.Record(brag.new_game(brag.Rules(players=3)))
    >>> record = record.play(tws.shuffle(record.state, random.Random(7)))
    >>> record = record.play(tws.legal_moves(record.state)[0])
    >>> page(review(record, 1, MonteCarlo(5)), ["Ann", "Ben", "Cem"]).partition("\n")[0]
    '<!doctype html>'
    """
    chosen = chain.from_iterable(map(review.choices, review.seats))
    moves = sorted(chosen, key=lambda each: each.number)
    ranks = {
        each.number: place
        for seat in review.seats
        for place, each in enumerate(review.costliest(seat), start=1)
    }
    totals = [
        (*review.total(seat), sum(each.is_judged for each in review.of_seat(seat)))
        for seat in review.seats
    ]
    data = {
        "names": list(names),
        "seats": list(review.seats),
        "notes": review.notes,
        "hands": max([each.hand for each in review.moves], default=1),
        "moves": [_move(each, ranks.get(each.number, 0)) for each in moves],
        "totals": [
            [_rounded(max(loss, 0.0)), _rounded(error), judged] for loss, error, judged in totals
        ],
        "luck": [_luck(each) for each in review.luck],
    }
    pictures = [[svg.table(each.view, names=names, size=size) for size in SIZES] for each in moves]
    whose = possessive(names[review.seats[0]]) if len(review.seats) == 1 else "all"
    return assembled("review", f"{review.game}: review of {whose} decisions", data, pictures)


def _move(move: ReviewedMove, rank: int) -> dict[str, Any]:
    """Return a decision for the page. Any: JSON.

    Args:
        move: the decision.
        rank: 1 for the costliest decision of the seat, and so on; 0 for most decisions.
    """
    ranked = sorted(move.values, key=lambda each: -move.values[each].mean)
    made, best = different_texts(move.view, move.move, move.best)
    shown = [each for each in ranked if each in ranked[:MOST_VALUES] or each == move.move]
    return {
        "hand": move.hand,
        "seat": move.seat,
        "part": move.part,
        "text": made,
        "best": best,
        "value": _rounded(move.values[move.move].mean),
        "loss": _rounded(move.loss),
        "verdict": move.verdict,
        "words": [each.replace(" %", "\xa0%") for each in _words(move)],
        "rank": rank,
        "values": [
            [text_of(move.view, each), _rounded(move.values[each].mean), each == move.move]
            for each in shown
        ],
    }


def _words(move: ReviewedMove) -> Iterator[str]:
    """Yield sentences about a decision."""
    match move.verdict:
        case "fault":
            yield from move.reasons or (move.cost,)
        case "best":
            yield f"No other move was better than {move.text}."
        case "no difference":
            yield f"The review finds no difference to {move.best_text}, the best move."
        case _:
            yield f"This decision is not judged, as {move.doubt}."


def _luck(luck: Luck) -> dict[str, Any]:
    """Return the parts of the result of a hand for the page. Any: JSON."""
    parts = dict(zip(("deal", "decisions", "play"), luck.rounded, strict=True))
    return {"hand": luck.hand, "seat": luck.seat, **parts, "result": _rounded(luck.result)}


def _rounded(number: float) -> float | None:
    """Return a number with four places; ``None`` for an unknown one."""
    return None if math.isnan(number) else round(number, 4)
