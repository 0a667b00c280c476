"""Exchanges and tricks in the worked examples of Two Way Street and the Duel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from twowaystreet import authoring as core
from twowaystreet.games._twoway.state import Exchanged


def hand_in_lines(
    dealt: Any, over: Any, said: Sequence[tuple[str, ...]], remark: str
) -> Iterator[str]:
    """Yield the hands, what each player said and exchanged, the tricks, and a remark.

    Any: the states of either game after the deal and after the last trick.
    """
    names = core.Example.players[: len(said)]
    yield ""
    yield from core.columns(
        (name, core.text_of(hand)) for name, hand in zip(names, dealt.hands, strict=True)
    )
    yield ""
    yield from core.columns(
        (name, *words, _exchange(done))
        for name, words, done in zip(names, said, over.exchanged, strict=True)
    )
    yield ""
    tricks: Sequence[core.Trick] = over.tricks
    for number, trick in enumerate(tricks, start=1):
        assert trick.winner is not None
        leader, winner = core.Example.players[trick.leader], core.Example.players[trick.winner]
        cards = "  ".join(f"{card!s:<3}" for card in trick.cards)
        yield f"{number:>2}  {leader:<5} leads  {cards}  to {winner}"
    yield from ("", *remark.splitlines(), "")


def _exchange(done: Exchanged | None) -> str:
    if done is None:
        return ""
    return (
        f"gives {core.text_of(done.given)} for {core.text_of(done.drawn)}"
        if done.given
        else "keeps all ten"
    )
