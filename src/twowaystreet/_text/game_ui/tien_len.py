"""The display of Tien Len: climbing tricks, the play to beat, and the order of running out."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

import attrs

from twowaystreet._cards.cards import Card
from twowaystreet._engine.moves import Move
from twowaystreet._records.seat_records import Event
from twowaystreet._text.game_ui.common import FEW, Each, GameUI
from twowaystreet._text.output import (
    Column,
    Line,
    Span,
    Style,
    faint,
    flowed,
    grouped,
    joined,
    labelled,
    phrase,
)
from twowaystreet._views.views import AnyView
from twowaystreet.games import tien_len
from twowaystreet.games.tien_len import Kind, Pass, Phase, PlayCards, Trick, TrickPlay, kind_of
from twowaystreet.games.tien_len.kinds import PLACES

_PLACES: Final = ("1st", "2nd", "3rd", "last")
_ORDER: Final = ("first", "second", "third")
_SEVERAL: Final = {kind: "fours of a kind" if kind is Kind.FOUR else f"{kind}s" for kind in Kind}


def show_cards(cards: Iterable[Card], bright: Iterable[Card] | None = None) -> Line:
    """Return a line of cards from the lowest up, with a gap between the ranks (TL-1)."""
    ascending = sorted(cards, key=lambda card: PLACES[card.index])
    return grouped(ascending, lambda card: card.rank, bright)


@attrs.frozen
class ClimbingTricks:
    """Tricks with several cards to a play and several plays by a seat (TL-8).

    Attributes:
        word: the game's word for a trick.
        moves: the types of the plays and passes.
    """

    word: str = "trick"
    moves: tuple[type[Move], ...] = (PlayCards, Pass)

    def complete(self, view: AnyView) -> Sequence[Trick]:
        """Return the complete tricks of the hand."""
        assert isinstance(view, tien_len.View)
        return view.tricks

    def won(self, view: AnyView) -> Sequence[int]:
        """Return the number of each seat's tricks."""
        winners = [trick.winner for trick in self.complete(view)]
        return [winners.count(seat) for seat in range(len(view.scores))]

    def on_table(self, view: AnyView) -> Sequence[Line]:
        """Return the last play or pass of each seat in the open trick."""
        assert isinstance(view, tien_len.View)
        last = {play.seat: play for play in view.trick.plays}
        if not last:
            return ()
        return [
            (*_cards_of(last[seat]), *([faint("  to beat")] if last[seat] == view.to_beat else ()))
            if seat in last
            else ()
            for seat in range(len(view.scores))
        ]

    def lines(
        self, number: int, trick: Trick, names: Sequence[str], remarks: Sequence[str] = ()
    ) -> list[Line]:
        """Return the plays of a complete trick, without the passes after its last play."""
        assert trick.winner is not None
        lead, *others = trick.plays[: len(trick.plays) - trick.passes]
        cells: list[Line] = [
            (names[lead.seat], faint(" led "), *_cards_of(lead, trick), ","),
            *((names[play.seat], " ", *_cards_of(play, trick), ",") for play in others),
            (faint("taken by "), names[trick.winner]),
        ]
        cells += [phrase(f"({'; '.join(remarks)})")] if remarks else []
        label = f"{self.word.capitalize()} {number}"
        return [labelled("" if place else label, line) for place, line in enumerate(flowed(cells))]


def _cards_of(play: TrickPlay, trick: Trick | None = None) -> Line:
    """Return the cards of a play, or pass; the last play of a complete trick is strong."""
    if not play.cards:
        return (faint("pass"),)
    is_best = trick is not None and play == trick.to_beat
    return joined(Span(card, Style.STRONG) if is_best else card for card in play.cards)


def columns(view: AnyView) -> list[Column]:
    """Return a column of the order in which the players have run out of cards."""
    assert isinstance(view, tien_len.View)
    places = {seat: _PLACES[number] for number, seat in enumerate(view.went_out)}
    if isinstance(view.score, tien_len.HandScore):
        places[view.score.loser] = _PLACES[-1]
    return [Column("out", [(places.get(seat, "-"),) for seat in range(len(view.scores))])]


def facts(view: AnyView, names: Sequence[str]) -> list[tuple[str, Line]]:
    """Return a line with the play to beat, its player, and the passes since."""
    assert isinstance(view, tien_len.View)
    best = view.to_beat
    if best is None:
        return []
    since = {0: "", 1: ", and 1 pass since"}.get(view.passes, f", and {view.passes} passes since")
    kind = kind_of(best.cards)
    return [("To beat", (f"{kind} ", *joined(best.cards), f" of {names[best.seat]}{since}"))]


def describe_events(before: AnyView, after: AnyView, names: Sequence[str]) -> list[str]:
    """Name the player who has run out of cards."""
    assert isinstance(before, tien_len.View) and isinstance(after, tien_len.View)
    return [
        f"{names[seat]} out, as the {_ORDER[number]}"
        for number, seat in enumerate(after.went_out)
        if seat not in before.went_out
    ]


def explain_score(view: AnyView, names: Sequence[str]) -> list[str]:
    """Name the loser, who pays the others (TL-6)."""
    assert isinstance(view.score, tien_len.HandScore)
    return [f"Only {names[view.score.loser]} kept cards: 1 point to each of the others (TL-6)"]


def tell(before: AnyView, event: Event) -> str:
    """Describe a play with its kind, or a pass."""
    assert isinstance(before, tien_len.View)
    if not isinstance(event.move, PlayCards):
        return "pass"
    kind = "" if event.move.kind is Kind.SINGLE else f"the {event.move.kind} "
    return f"{'play' if before.trick.plays else 'lead'} {kind}{event.text}"


def list_plays(view: AnyView, moves: Sequence[Move]) -> list[Line | Each]:
    """Return a line for each kind of legal plays; of many plays of a kind it gives an example."""
    plays = [move for move in moves if isinstance(move, PlayCards)]
    by_kind = [(kind, tuple(same)) for kind, same in groupby(plays, lambda play: play.kind)]
    return [_of_kind(kind, same) for kind, same in by_kind if kind is not None]


def _of_kind(kind: Kind, plays: Sequence[PlayCards]) -> Line | Each:
    if kind is Kind.SINGLE:
        ascending = sorted(plays, key=lambda play: PLACES[play.cards[0].index])
        return Each(tuple(ascending))
    if len(plays) <= FEW:
        return Each(tuple(plays))
    shortest, longest = len(plays[0].cards), len(plays[-1].cards)
    of_size = f" of {shortest} to {longest} cards" if longest > shortest else ""
    example = phrase(str(plays[len(plays) // 2]))
    return (f"{len(plays)} {_SEVERAL[kind]}{of_size}, such as ", *example)


_HOW_TO_PLAY: Final = (
    "Four players get 13 cards each and try to run out of them. The ranks go from 3, the lowest, "
    "up to K, A and then 2, the highest. Among cards of one rank spades are lowest, then clubs, "
    "diamonds and hearts.",
    "You lead one card, a pair, a triplet, four of a kind, a sequence of three or more ranks in "
    "any suits, or a double sequence of three or more successive pairs. The holder of the 3 of "
    "spades leads first, with a play that contains it. Later hands are led by the player who ran "
    "out first.",
    "In turn the others beat the last play or pass. Only a play of the same kind, and in sequences "
    "of the same length, beats a play, if its highest card is higher; in the same rank the suit "
    "decides. If you pass, you may come back in at a later turn. When all others have passed in "
    "succession, the player of the last play leads anew. If that player has no cards left, the "
    "next one who has cards leads.",
    "The last player who holds cards loses, and pays 1 point to each of the others. The game ends "
    "after the agreed number of hands; the most points win.",
)

UI: Final = GameUI(
    tricks=ClimbingTricks(),
    show_cards=show_cards,
    columns=columns,
    facts=facts,
    tell_move=tell,
    describe_events=describe_events,
    list_moves={PlayCards: list_plays},
    explain_score=explain_score,
    sheet_legend="place in the order of running out: points; below it the total",
    how_to_play=_HOW_TO_PLAY,
    phase_help={
        Phase.PLAY: (
            "Play a single, a pair, a triplet, four of a kind, a sequence of three or more ranks, "
            "or a double sequence of three or more pairs. Ranks go from 3 up to A and 2, suits "
            "from S over C and D up to H. Only a higher play of the same kind and number of cards "
            "beats a play: its highest card decides. Or pass; you may come back in at a later "
            "turn. After the passes of all others the player of the last play leads again, and "
            "may not pass then. Whoever leads the first trick of the game plays the 3S. The last "
            "player with cards pays each of the others 1 point."
        ),
    },
    typing_help={Phase.PLAY: "Type all cards of a play in one line, such as 4C 5D 3S."},
)
