"""The words and facts of Tien Len: the play to beat, passes, and the order of running out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import groupby
from typing import ClassVar, Final

from typing_extensions import override

import twowaystreet as tws
from twowaystreet import authoring as core
from twowaystreet.games.tien_len import rules as tien_len
from twowaystreet.games.tien_len.player import counts_of, fewest, places_of
from twowaystreet.games.tien_len.rules import (
    PLAY,
    PLAYERS,
    Kind,
    Pass,
    PlayCards,
    ascending,
    kind_of,
)
from twowaystreet.games.tien_len.score import STAKE, HandScore, score
from twowaystreet.games.tien_len.state import Trick, TrickPlay, View

_PLACES: Final = ("1st", "2nd", "3rd")
_PAID: Final = core.count(STAKE, "point")
_OR_MORE: Final = f"{core.spelled(tien_len.SHORTEST)} or more"
_SEVERAL: Final = {kind: "fours of a kind" if kind is Kind.FOUR else f"{kind}s" for kind in Kind}
_MOST_LISTED: Final = 6
"""The greatest number of plays of a kind to list; for more there is an example."""
_HOW_TO_PLAY: Final = (
    f"Four players get {tien_len.HAND_SIZE} cards each and try to run out of them. The ranks go "
    "from 3, the lowest, up to K, A and then 2, the highest. Among cards of one rank spades are "
    "lowest, then clubs, diamonds and hearts.",
    f"You lead one card, a pair, a triplet, four of a kind, a sequence of {_OR_MORE} ranks in "
    f"any suits, or a double sequence of {_OR_MORE} successive pairs. The holder of the 3 of "
    "spades leads first, with a play that contains it. Later hands are led by the player who ran "
    "out first.",
    "In turn the others beat the last play or pass. Only a play of the same kind, and in sequences "
    "of the same length, beats a play, if its highest card is higher; in the same rank the suit "
    "decides. If you pass, you may come back in at a later turn. When all others have passed in "
    "succession, the player of the last play leads anew. If that player has no cards left, the "
    "next one who has cards leads.",
    f"The last player who holds cards loses, and pays {_PAID} to each of the others. The game ends "
    "after the agreed number of hands; the most points win.",
)
_PHASE_HELP: Final = (
    f"Play a single, a pair, a triplet, four of a kind, a sequence of {_OR_MORE} ranks, or a "
    f"double sequence of {_OR_MORE} pairs. Ranks go from 3 up to A and 2, suits from spades over "
    "clubs and diamonds up to hearts. Only a higher play of the same kind and number of cards "
    "beats a play: its highest card decides. Or pass; you may come back in at a later turn. After "
    "the passes of all others the player of the last play leads again, and may not pass then. "
    "Whoever leads the first trick of the game plays the 3♠. The last player with cards pays each "
    f"of the others {_PAID}."
)


class TienLenDisplay(core.Display[View]):
    """The words and facts of Tien Len, with climbing tricks (TL-8)."""

    trick_moves: ClassVar[tuple[type[core.Move], ...]] = (PlayCards, Pass)
    tricks_in_columns: ClassVar = False
    sheet_legend: ClassVar = "place in the order of running out: points; below it the total"
    summary: ClassVar = (
        "Beat the last play with the same kind: pairs, triplets, sequences. Whoever keeps "
        "cards to the end pays."
    )
    emblem: ClassVar = "3S 4D 5C 6H 2H"
    how_to_play: ClassVar = _HOW_TO_PLAY
    phase_help: ClassVar = {PLAY: _PHASE_HELP}
    hand_form: ClassVar = "the three who ran out of cards, in this order, such as Jen Zak Derek"
    score_help: ClassVar = _HOW_TO_PLAY[3]
    hints: ClassVar = {
        PLAY: (
            "Get rid of all your cards; twos are the highest, threes the lowest.",
            "In one rank the suits decide: spades are lowest, then clubs, diamonds and hearts.",
            "After a pass you may come back in at your next turn.",
            "Beat a pair with a higher pair, a sequence with one of its length.",
        )
    }
    slot_size: ClassVar = tien_len.HAND_SIZE
    option_words: ClassVar = {
        "max_hands": core.OptionWords(
            "Length of the game", {"1": "One hand", "4": "4 hands", "8": "Long, 8 hands"}
        )
    }
    typing_help: ClassVar = {PLAY: "Type all cards of a play in one line, such as 4C 5D 3S."}

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        words = core.words_of(line)
        seats = [seat_of(word) for word in words]
        for place, seat in enumerate(seats):
            if seat in seats[:place]:
                raise core.RulesError("player", words[place], "each player once", "TL-6")
        if len(seats) != PLAYERS - 1:
            raise core.RulesError("players", line, self.hand_form, "TL-6")
        return score(seats)

    @override
    def place_of(self, card: core.Card) -> int:
        return tien_len.PLACES[card.index]

    @override
    def group_of(self, card: core.Card) -> core.Rank | core.Joker:
        return card.rank

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        if seat in view.went_out:
            place = view.went_out.index(seat)
            yield core.SeatFact("out", _PLACES[place], f"{core.ordinal(place + 1)} out")
        else:
            lost = view.score is not None and view.score.loser == seat
            yield core.SeatFact("out", "last" if lost else "-", "")
        play = _last_play(view.trick, seat)
        if play and not play.cards:
            yield core.SeatFact(words="pass")
        if view.to_beat and seat == view.to_beat.seat:
            yield core.SeatFact(words="to beat")
        if not view.trick.plays and seat == view.trick.leader:
            yield core.SeatFact(words="leads")

    @override
    def trick_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        # They count for nothing, so only text has them.
        yield core.SeatFact("tricks", [trick.winner for trick in view.tricks].count(seat), "")

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        if best := view.to_beat:
            kind, whose = kind_of(best.cards), core.possessive(names[best.seat])
            passes = f"{view.passes} pass{'' if view.passes == 1 else 'es'}"
            since = f", and {passes} since" if view.passes else ""
            text = (f"{whose} {kind} ", *core.joined(ascending(best.cards)), since)
            yield core.Fact("to beat", "", text, f"to beat: {kind}")

    @override
    def tricks(self, view: View) -> Sequence[Trick]:
        return view.tricks

    @override
    def plays(self, trick: Trick) -> list[core.Laid]:
        best = None if trick.winner is None else trick.to_beat
        return [core.Laid(play.seat, ascending(play.cards), play == best) for play in trick.plays]

    @override
    def on_table(self, view: View) -> list[core.Line]:
        last = _last_plays(view, view.trick) if view.trick.plays else []
        return [_line(play, play == view.to_beat) if play else () for play in last]

    @override
    def played(self, view: View) -> list[core.Played]:
        past = not view.trick.plays
        trick = view.tricks[-1] if past and view.tricks else view.trick
        best, note = trick.to_beat, "took it" if past else ""
        return [
            core.Played(ascending(play.cards), note if play == best else "", past, play == best)
            if play
            else core.Played(())
            for play in _last_plays(view, trick)
        ]

    @override
    def move_text(self, move: core.Move) -> str:
        return core.text_of(ascending(move.cards)) if isinstance(move, PlayCards) else str(move)

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        if not isinstance(step.move, PlayCards):
            return "pass"
        return f"{'play' if step.before.trick.plays else 'lead'} {_with_kind(step.move)}"

    @override
    def describe_events(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        for number, seat in enumerate(after.went_out):
            if seat not in before.went_out:
                yield core.does(names[seat], f"go out {core.ordinal(number + 1)}")

    @override
    def effects(self, view: View, end: core.HandEnd) -> list[core.Effect]:
        assert view.seat is not None
        played = tws.cards_of(end.move) if end.move else ()
        left = [card for card in view.hand or () if card not in played]
        plays = fewest(counts_of(places_of(core.mask_of(left))))
        return [
            core.Effect("are the last one with cards", end.payoffs[view.seat] < 0, good=False),
            core.Effect("need {} more plays for your cards", plays, good=False),
        ]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        if idle := core.idle_task(view, names):
            return idle
        if view.to_beat is not None:
            play = combination(view.to_beat.cards)
            if all(isinstance(move, Pass) for move in view.legal_moves or ()):
                return f"Nothing of yours beats {play}: pass"
            return f"Beat {play}, or pass"
        if not view.tricks:
            if view.last_winner is None:
                if len(view.legal_moves or ()) == 1:
                    return f"You lead the {tien_len.LOWEST.pretty}: nothing goes with it"
                return f"You lead: play any cards with the {tien_len.LOWEST.pretty}"
            return "You won the last hand: lead any card or combination"
        if view.tricks[-1].winner == view.seat:
            return "All others passed: lead any card or combination"
        return "The winner has no cards left: lead any card or combination"

    @override
    def option(self, view: View, names: Sequence[str], move: core.Move) -> core.Option | None:
        note = "You may come back in at a later turn"
        return core.Option(move, "Pass", note=note) if isinstance(move, Pass) else None

    @override
    def button_text(self, move: core.Move, view: View) -> str:
        if not isinstance(move, PlayCards):
            return super().button_text(move, view)
        return f"Play {_with_kind(move)}"

    @override
    def kind_of(self, cards: Sequence[core.Card], view: View) -> str:
        kind = kind_of(cards)
        return "" if kind in (None, Kind.SINGLE) else str(kind).removesuffix(" of a kind")

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        place = score.seats[seat].place
        if place == PLAYERS:
            return core.ScoreRow(f"last with cards: {STAKE} to each of the others", "TL-6")
        return core.ScoreRow(f"{core.ordinal(place)} out: {STAKE} from the loser", "TL-6")

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> list[str]:
        assert view.score is not None
        loser = names[view.score.loser]
        paid = f"{_PAID} from {core.whom(loser)} to each of the others"
        return [f"Only {core.does(loser, 'keep')} cards: {paid}"]

    @override
    def list_moves(self, view: View, moves: Sequence[core.Move]) -> Sequence[core.Entry]:
        plays = [move for move in moves if isinstance(move, PlayCards)]
        if not plays:
            return super().list_moves(view, moves)
        by_kind = [(kind, (*same,)) for kind, same in groupby(plays, lambda play: play.kind)]
        return [self._of_kind(kind, same) for kind, same in by_kind if kind is not None]

    def _of_kind(self, kind: Kind, plays: tuple[PlayCards, ...]) -> core.Entry:
        if kind is Kind.SINGLE or len(plays) <= _MOST_LISTED:
            return core.Each(plays)
        shortest, longest = len(plays[0].cards), len(plays[-1].cards)
        of_size = f" of {shortest} to {longest} cards" if longest > shortest else ""
        example = self.move_text(plays[len(plays) // 2])
        return (f"{len(plays)} {_SEVERAL[kind]}{of_size}, such as {example}",)


def _last_play(trick: Trick, seat: int) -> TrickPlay | None:
    return next((play for play in reversed(trick.plays) if play.seat == seat), None)


def _last_plays(view: View, trick: Trick) -> list[TrickPlay | None]:
    return [_last_play(trick, seat) for seat in range(len(view.scores))]


def _line(play: TrickPlay, is_best: bool) -> core.Line:
    if not play.cards:
        return (core.faint("pass"),)
    return (*core.joined(ascending(play.cards)), *[core.faint("  to beat")] * is_best)


def _with_kind(play: PlayCards) -> str:
    kind = "" if play.kind is Kind.SINGLE else f"the {play.kind} "
    return f"{kind}{core.signs_text(ascending(play.cards))}"


def combination(cards: Sequence[core.Card]) -> str:
    """Return the cards of a play in words, such as "a pair of nines" and "the sequence 5 to 7"."""
    kind, up = kind_of(cards), ascending(cards)
    if kind is Kind.SINGLE:
        return f"the {core.signs_text(up)}"
    if kind in (Kind.SEQUENCE, Kind.DOUBLE_SEQUENCE):
        return f"the {kind} {up[0].rank} to {up[-1].rank}"
    of_rank = core.rank_words(up[0])
    return f"four {of_rank}" if kind is Kind.FOUR else f"a {kind} of {of_rank}"


DISPLAY: Final = TienLenDisplay()
