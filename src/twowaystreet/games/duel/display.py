"""The words and facts of the Duel: bids and markers, the direction, captured tricks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import chain
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games._twoway import display as twoway
from twowaystreet.games._twoway.display import TEN
from twowaystreet.games._twoway.rules import TRICKS, Declare, Direction
from twowaystreet.games.duel.rules import GREATEST_STRENGTH, Bid, BidMarkers, Phase
from twowaystreet.games.duel.score import FOR_EACH_TRICK, FOR_LEVEL, HandScore, score, score_of
from twowaystreet.games.duel.state import View

_BETTER: Final = {Direction.HIGH: "more tricks", Direction.LOW: "fewer tricks"}
_POINTS: Final = core.count(FOR_EACH_TRICK, "point")
_FOR_EACH_TRICK: Final = f"{_POINTS} for each trick of difference"
_PAPER, _CARDS = (GREATEST_STRENGTH[form] for form in BidMarkers)
_FOR_LEVEL: Final = core.count(FOR_LEVEL, "point")
_BID: Final = (
    "The dealer bids in secret, then the responder openly: a strength and high or low, or no bid. "
    "The greater strength decides: in a high hand more tricks are better, in a low hand fewer. It "
    "has a price: the opponent of a high bid, or the maker of a low bid, takes as many tricks from "
    "the stock at once."
)
_ROWS: Final = ("strength", "high: take at least", "low: take at most", "then points", "at best")
_CHOOSE: Final = "No bid at all: the dealer chooses high or low, and both exchange."
_PLAY: Final = (
    f"The dealer leads the odd ones of {TEN} tricks, the responder the even ones. "
    f"{twoway.FOLLOW_HELP}"
)
_SCORE: Final = (
    f"The player with more tricks, captured ones included, gets {_FOR_EACH_TRICK}; in a low hand "
    f"the player with fewer. If level, the dealer gets {FOR_LEVEL}. The "
    "game ends when somebody has the target. The most points win."
)


class DuelDisplay(twoway.TwoWayDisplay[View]):
    """The words and facts of the Duel."""

    verbs: ClassVar = {
        Phase.BID: "bid",
        Phase.CHOOSE: "choose high or low",
        Phase.EXCHANGE: "exchange two cards",
    }
    tasks: ClassVar = {Phase.CHOOSE: "Nobody has bid: choose high or low"}
    leads: ClassVar = ("You dealt", "the players lead in turn")
    sheet_legend: ClassVar = (
        "H high or L low, own tricks - the opponent's, captured ones included : points; below it "
        "the total"
    )
    summary: ClassVar = (
        "Bid in secret how far you will go, up or down. The stronger bid decides whether "
        "tricks are good or bad."
    )
    emblem: ClassVar = "R* KH KC 2D"
    how_to_play: ClassVar[tuple[str, ...]] = (
        f"Both players get {TEN} cards; the rest is the stock. {_BID} Then only the winner of the "
        "bidding exchanges two cards with the stock.",
        "Equal strengths with opposite directions: the same dealer deals again. Equal bids: nobody "
        f"takes tricks, and both exchange. {_CHOOSE}",
        f"{_PLAY} {twoway.NAME_HELP}",
        _SCORE,
    )
    phase_help: ClassVar = {
        Phase.BID: _BID,
        Phase.CHOOSE: _CHOOSE,
        Phase.EXCHANGE: twoway.EXCHANGE_HELP,
        Phase.NAME: twoway.NAME_HELP,
        Phase.PLAY: f"{_PLAY} {_SCORE}",
    }
    hand_form: ClassVar = (
        "high or low, the tricks of both in the play, and those from the stock if there are any, "
        "such as high 7 3 or high 7 3 0 3"
    )
    score_help: ClassVar = _SCORE
    hints: ClassVar = {
        Phase.BID: ("Aces, kings, Jokers: high. A greater number costs more.",),
        Phase.EXCHANGE: ("Put away the cards that go against the direction of the hand.",),
        Phase.PLAY: ("No trumps. The players lead in turn, whoever takes the trick.",),
    }
    shelf_size: ClassVar = 2 * TRICKS
    own_shelf_size: ClassVar = 2 * TRICKS
    none_means: ClassVar = {"max_strength": f"{_PAPER}, or {_CARDS} with bids in cards"}
    option_words: ClassVar = {
        **twoway.OPTION_WORDS,
        "bid_markers": core.OptionWords(
            "Bids", {"paper": "Written on paper", "cards": "Laid out in cards from the stock"}
        ),
        "max_strength": core.OptionWords("Greatest strength of a bid"),
    }

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        word, *counts = core.words_of(line)
        numbers = [*map(core.typed_number, counts)]
        found = score(word, numbers[:2], numbers[2:] or (0, 0), dealer=view.dealer)
        most = view.rules.max_strength
        for seat, captured in enumerate(numbers[2:]):
            if captured > most:
                expected = f"at most {most} tricks from the stock, found {captured} for seat {seat}"
                raise core.RulesError("captured", line, expected, "DU-4")
        return found

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        bid, captured = view.bids[seat], len(view.captured[seat])
        yield core.SeatFact("bid", _without_word(bid), "" if bid is None else str(bid))
        yield core.SeatFact("captured", captured, f"{captured} captured" if captured else "")

    @override
    def rows(self, view: View, seat: int) -> Iterator[core.Row]:
        if captured := view.captured[seat]:
            cards = tuple(chain.from_iterable(captured))
            yield core.Row("captured", cards, group_size=len(captured[0]))
        if markers := view.markers[seat]:
            yield core.Row("markers", markers)
        yield from super().rows(view, seat)

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        if view.direction is not None:
            better = f"{view.direction}, {_BETTER[view.direction]} are better"
            words = f"{view.direction}: {_BETTER[view.direction]} are better"
            yield core.Fact("direction", str(view.direction), (better,), words=words)
        yield from self.row_facts(view, names, "captured", "markers")
        if view.stock_size is not None and not (view.tricks or view.phase is Phase.PLAY):
            yield core.Fact("stock", core.count(view.stock_size, "card"), words="")
        yield from super().facts(view, names)

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        if step.before.phase is not Phase.BID:
            return super().tell_move(step)
        return {"bid": "bid in secret", "no bid": "make no bid"}.get(step.text, step.text)

    @override
    def describe_events(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        if before.direction is not None or after.direction is None or before.phase != Phase.BID:
            return
        made = zip(map(core.whom, names), after.bids, strict=True)
        yield f"the bids are {', '.join(f'{_without_word(bid)} ({who})' for who, bid in made)}"
        yield f"the direction is {after.direction}"
        for name, tricks in zip(names, after.captured, strict=True):
            if tricks:
                yield core.does(name, f"capture {core.count(len(tricks), 'trick')} from the stock")

    @override
    def worth(self, view: View) -> list[core.Line]:
        """Return a table of the tricks that each strength needs, and of the points (DU-11)."""
        bids = [move for move in view.legal_moves or () if isinstance(move, Bid)]
        strengths = sorted({bid.strength for bid in bids if bid.strength})
        if not strengths:
            return []
        columns = list[Sequence[object]]()
        for strength in strengths:
            # A high bid gives tricks to the opponent, a low one to the bidder: mirror images.
            points = _points(Direction.HIGH, strength, dealer=1)
            least = next((won for won, gained in enumerate(points) if gained), None)
            column: list[object] = [strength, *"----"]
            if least is not None:
                column[1:] = least, TRICKS - least, f"+{points[least]}", f"+{points[-1]}"
            columns.append(column)
        lines: list[core.Line] = [
            (
                *core.padded((core.faint(title),), max(map(len, _ROWS))),
                *(piece for cell in cells for piece in core.padded((f"{cell}",), 4, to_right=True)),
            )
            for title, *cells in zip(_ROWS, *columns, strict=True)
        ]
        return [(f"{_FOR_EACH_TRICK}; if level, {FOR_LEVEL} for the dealer",), *lines]

    @override
    def wants_tricks(self, view: View) -> bool | None:
        return None if view.direction is None else view.direction is Direction.HIGH

    @override
    def effects(self, view: View, end: core.HandEnd) -> Iterator[core.Effect]:
        assert view.seat is not None
        own, other = end.score.seats[view.seat], end.score.seats[1 - view.seat]
        if view.phase is Phase.BID:
            # The price of a bid tells whose it was (DU-7).
            payer = other if own.direction is Direction.HIGH else own
            fails = bool(payer.captured and other.points)
            yield core.Effect("win the bidding and score nothing", fails, good=False)
        yield core.Effect("score points", own.points > 0, good=True)

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        if view.actor is None and not view.hand_over and None not in view.bids:
            return "Equal numbers, one high, one low: deal again"
        if view.actor == view.seat and view.phase is Phase.BID:
            return f"Bid a number, high or low{', in secret' * (view.seat == view.dealer)}"
        return super().task(view, names)

    @override
    def option(self, view: View, names: Sequence[str], move: core.Move) -> core.Option | None:
        if isinstance(move, Declare):
            note = f"The player with {_BETTER[move.direction]} gets the points"
            return core.Option(move, str(move.direction).capitalize(), note=note, big=True)
        if not isinstance(move, Bid):
            return super().option(view, names, move)
        assert view.seat is not None
        other = names[1 - view.seat]
        if move.direction is None:
            chooser = "you choose" if view.seat == view.dealer else f"{other} chooses"
            note = f"Any bid of {other} decides; without one {chooser} high or low"
            return core.Option(move, "No bid", note=note)
        taker = core.does(other, "take") if move.direction is Direction.HIGH else "you take"
        tricks = core.count(move.strength, "trick")
        price = f"{taker} {tricks} from the stock before the play"
        note = f"{_goal(view, move)}. If yours is the stronger bid, {price}"
        text, direction = _without_word(move), str(move.direction)
        return core.Option(move, text, note=note, number=move.strength, switch=direction)

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        own = score.seats[seat]
        taken = core.count(own.total, "trick")
        if own.captured:
            taken = f"{own.tricks} and {own.captured} captured make {taken}"
        difference = abs(own.total - own.against)
        if not difference:
            gained = f"level, {_FOR_LEVEL} to the dealer" if own.points else "level, nothing"
        else:
            more = "more" if own.total > own.against else "fewer"
            gained = f"{difference} {more}, "
            gained += f"times {FOR_EACH_TRICK}" if own.points else "nothing"
        return core.ScoreRow(f"{taken} against {own.against}: {gained}", "DU-11")

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> Sequence[str]:
        assert view.score is not None
        direction = view.score.direction
        made = [
            f"{core.whom(name)} {bid if bid.strength else 'made no bid'}"
            for name, bid in zip(names, view.bids, strict=True)
            if bid
        ]
        captured = zip(names, view.captured, strict=True)
        return [
            core.sentence(core.listed(made)),
            *(
                f"{name} captured {core.count(len(tricks), 'trick')} from the stock"
                for name, tricks in captured
                if tricks
            ),
            f"It was a {direction} hand: {_POINTS} for each trick {_BETTER[direction].split()[0]}",
        ]


def _without_word(bid: Bid | None) -> str:
    return "-" if bid is None else str(bid).removeprefix("bid ")


@cache
def _points(direction: Direction, strength: int, dealer: int) -> Sequence[int]:
    """Return the points of player 0 for a bid, by the tricks won in the play (DU-11)."""
    captured = (0, strength) if direction is Direction.HIGH else (strength, 0)
    return [
        score_of(direction, (won, TRICKS - won), captured, dealer).points[0]
        for won in range(TRICKS + 1)
    ]


def _goal(view: View, bid: Bid) -> str:
    assert view.seat is not None and bid.direction is not None
    points = _points(bid.direction, bid.strength, dealer=1)
    wins = [won for won, gained in enumerate(points) if gained]
    dealt = _points(bid.direction, bid.strength, dealer=int(view.seat != view.dealer))
    equal = [won for won in range(len(points)) if points[won] != dealt[won]]
    level = "".join(f" ({won}: level, {_FOR_LEVEL})" for won in equal)
    high = bid.direction is Direction.HIGH
    if not wins:
        return f"You cannot win: at best the tricks are level{level}"
    if len(wins) == 1:
        return f"Win with all {TEN} tricks{level}" if high else f"Win without a trick{level}"
    most = f"{min(wins)} tricks or more" if high else f"{max(wins)} tricks or fewer"
    return f"Win with {most}{level}"


DISPLAY: Final = DuelDisplay()
