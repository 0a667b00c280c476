"""The words and facts of Spades for two: bids, dummies, overbooks, and the hand that plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import ClassVar, Final

import attrs
from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.spades import rules
from twowaystreet.games.spades.rules import Phase
from twowaystreet.games.spades.score import (
    BOSTON,
    EMPTY_HANDS,
    FAILED,
    FIRST_BOOKS,
    FOR_A_BOOK,
    FOR_PERFECT_BIDS,
    FOR_TEN_OVERBOOKS,
    HIGH,
    MADE,
    PENALISED_OVERBOOKS,
    PERFECT_IN_A_ROW,
    HandScore,
    Trick,
    reneges,
    score,
)
from twowaystreet.games.spades.state import View

_BEMO, _BIG_BEMO, _OPEN = map(core.spelled, (*FIRST_BOOKS.values(), rules.TURNED_UP))
_TEN, _THREE = map(core.spelled, (PENALISED_OVERBOOKS, PERFECT_IN_A_ROW))
_TENTH, _THIRD = map(core.ordinal, (PENALISED_OVERBOOKS, PERFECT_IN_A_ROW))
_TRUMPS: Final = (
    "Spades are trumps: Red Joker, Black Joker, 2, A, K and so on. Other suits rank from the ace."
)
_LOOK: Final = (
    "Nobody has seen a card. You may bid Nil (one of your hands takes no book) or Double Nil "
    f"(neither does), or a number blind if you are {rules.BEHIND} points behind. Otherwise you "
    f"look at your actual hand and turn up {_OPEN} cards of your dummy."
)
_BID: Final = (
    f"Bid the number of books of both hands, {rules.BOARD} to {rules.BOOKS}; or Bemo (your hands "
    f"take the first {_BEMO} books), Big Bemo (the first {_BIG_BEMO}), Naught or "
    "Double Naught (a Nil for which you have looked)."
)
_PLAY: Final = (
    "Each dummy comes before its player's actual hand. An actual hand follows suit "
    "if it can (it may fail to where a renege can be called). A dummy plays an open card of the "
    "suit led, else an open spade; else it turns up cards until one fits. The "
    "highest spade takes the book, else the highest card of the suit led. Its hand leads the next."
)
_RENEGE: Final = (
    "A hand of your opponent did not follow suit, and has later shown a card of it. For that you "
    f"may take one to {core.spelled(rules.MOST_TAKEN)} of your opponent's books"
)
_SCORE: Final = (
    f"A number brings {FOR_A_BOOK} points a book if made, and costs as many if not; from "
    f"{min(HIGH)} on, and blind, it brings more. Each further book is 1 point, but every "
    f"{_TENTH} of these overbooks costs {-FOR_TEN_OVERBOOKS}. {core.sentence(_THREE)} "
    f"numbers in succession hit exactly bring {FOR_PERFECT_BIDS}. The game ends when "
    "somebody has the target; the most points win."
)
_VERBS: Final = {
    Phase.LOOK: "look or bid blind",
    Phase.BID: "bid",
    Phase.RAISE: "raise or stand",
    Phase.CALL: "play or call a renege",
}
_EMPTY: Final = {1: "One of your hands takes no book", 2: "Neither of your hands takes a book"}
_MEANING: Final = {
    **{bid_type: _EMPTY[hands] for bid_type, hands in EMPTY_HANDS.items()},
    rules.BidType.BEMO: f"Your hands take each of the first {_BEMO} books",
    rules.BidType.BIG_BEMO: f"Your hands take each of the first {_BIG_BEMO} books",
}
_CHOICES: Final[Mapping[core.Move, tuple[str, str]]] = {
    rules.LOOK: (
        "Look at the cards",
        f"You see your actual hand and {_OPEN} cards of each dummy, and then bid",
    ),
    rules.STAND: ("Stand", "Your bid stays as it is; play begins when both stand"),
    rules.NO_RENEGE: ("Call none", "The books stay as they are"),
}
_TOLD: Final = {"look": "look at the cards", "no renege": "call no renege", "stand": "stand"}


class SpadesDisplay(core.Display[View]):
    """The words and facts of Spades for two."""

    trick_word: ClassVar = "book"
    hand_names: ClassVar[tuple[str, ...]] = (rules.Hand.DUMMY, rules.Hand.ACTUAL)
    sheet_legend: ClassVar = "bid, books taken: points; below it the total"
    summary: ClassVar = (
        "Each of you plays two hands, an actual one and a dummy, and bids the books (tricks) of "
        "both. "
        "Spades are trumps."
    )
    emblem: ClassVar = "B* AS KS QS JD"
    how_to_play: ClassVar[tuple[str, ...]] = (
        f"Each of the two players has an actual hand and a dummy of {rules.BOOKS} cards each, and "
        "plays both. "
        "Tricks are called books. The pack has two Jokers and lacks the 2 of hearts and the 2 of "
        f"diamonds. {_TRUMPS}",
        f"{_LOOK} {_BID} Both may raise until both stand.",
        f"The dealer's opponent leads from the dummy. {_PLAY}",
        _SCORE,
    )
    phase_help: ClassVar = {
        Phase.LOOK: _LOOK,
        Phase.BID: f"{_BID} {_SCORE}",
        Phase.RAISE: (
            "Raise a number to a higher one, Bemo to Big Bemo, Naught to Double Naught; or stand. "
            "When both of you stand in succession, play begins."
        ),
        Phase.PLAY: f"{_PLAY} {_TRUMPS}",
        Phase.CALL: f"{_RENEGE}; or play on. {_PLAY}",
    }
    hand_form: ClassVar = (
        "both bids and a letter for each book in turn, such as bid 6, naught, aaaaaDDDDDDdd: a and "
        "d are the actual hand and the dummy of the first player, A and D those of the other; then "
        "the books that calls of a renege moved to the first player, such as -2"
    )
    score_help: ClassVar = _SCORE
    hints: ClassVar = {
        Phase.LOOK: ("Look first, unless you are far behind.",),
        Phase.BID: (
            f"Bemo: your hands take the first {_BEMO} books. Naught: one of them takes none.",
            "Spades are trumps: Jokers, then 2♠, A♠, K♠ and so on.",
        ),
        Phase.PLAY: ("You play two hands: your dummy plays before your actual hand.",),
    }
    shelf_size: ClassVar = rules.BOOKS
    own_shelf_size: ClassVar = rules.BOOKS
    slot_size: ClassVar = 2
    option_words: ClassVar = {
        "renege": core.OptionWords(
            "Following suit",
            {
                "impossible": "A hand that can follow suit must do so",
                "penalised": "A hand may fail to, and the opponent may take books for that",
            },
        ),
        "boston_failed": core.OptionWords(
            f"Points for a Boston (a bid of {rules.BOOKS}) that fails",
            {"-250": "-250", "-500": "-500"},
        ),
        "target": core.OptionWords(
            "Length of the game", {"250": "Short, to 250", "500": "To 500", "1000": "Long, to 1000"}
        ),
        "max_hands": core.OptionWords("Most hands", {"none": "No limit", "1": "One hand"}),
    }

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        first, second, books, *moved = core.words_of(line)
        number = core.typed_number(", ".join(moved) or "0")
        found = score(
            [first, second],
            books,
            moved=number,
            overbooks=view.overbooks,
            perfect_bids=view.perfect_bids,
            boston_failed=view.rules.boston_failed,
        )
        if number and view.rules.renege is not rules.PENALISED:
            raise core.RulesError("moved", number, "0 without renege=penalised", "SP-14")
        behind = view.scores[1] - view.scores[0]
        for player, seat in enumerate(found.seats):
            if seat.bid in rules.BLIND and (-behind if player else behind) < rules.BEHIND:
                expected = (
                    f"a blind number only of a player who is {rules.BEHIND} points behind, "
                    f"found {seat.bid} for seat {player}"
                )
                raise core.RulesError("bids", line, expected, "SP-6")
        return found

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        bid = view.bids[seat]
        yield core.SeatFact("bid", _short(bid), "" if bid is None else str(bid))
        if view.score is not None:
            score = view.score.seats[seat]
            yield core.SeatFact("", "made" if score.made else "failed", "")
            for label in ("contract", "overbooks", "penalty", "bonus"):
                yield core.SeatFact(label, f"{getattr(score, label):+}", "", to_right=True)
        counts = (view.overbooks[seat], "overbook"), (view.perfect_bids[seat], "perfect bid")
        for number, thing in counts:
            if number:
                yield core.SeatFact(words=core.count(number, thing))
        if called := len(view.called[seat]):
            yield core.SeatFact(words=f"{core.count(called, 'renege')} called")
        if seat == view.actor and view.hand_to_play:
            yield core.SeatFact(words=f"{view.hand_to_play} hand to play")

    @override
    def trick_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        books = view.books[seat]
        yield core.SeatFact("books", books, core.count(books, self.trick_word))

    @override
    def rows(self, view: View, seat: int) -> Iterator[core.Row]:
        up, down = view.face_up[seat], view.face_down_sizes[seat]
        if up or down:
            yield core.Row(rules.Hand.DUMMY, (*up, *(None,) * down), is_hand=True)

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        for label, text, _ in _counts(view, names):
            yield core.Fact(label, text, words="")
        if any(view.face_up) or view.tricks:
            yield from self.row_facts(view, names, rules.Hand.DUMMY)
        for name, books in zip(names, view.called, strict=True):
            for book in books:
                called = f"{core.possessive(name)} renege in book {book + 1}"
                yield core.Fact("called", called, words="")

    @override
    def plays(self, trick: Trick) -> list[core.Laid]:
        taker = trick.winner, trick.winning_hand
        played = zip(trick.seats, trick.cards, trick.hands, strict=True)
        return [core.Laid(seat, (card,), (seat, at) == taker, at) for seat, card, at in played]

    @override
    def played(self, view: View) -> list[core.Played]:
        played = super().played(view)
        hand = view.trick.hands[:1] or [book.winning_hand for book in view.tricks[-1:]]
        words = "dummy" if rules.DUMMY in hand else "actual hand"
        return [attrs.evolve(each, note=each.note and f"{words} {each.note}") for each in played]

    @override
    def hand_to_play(self, view: View) -> str:
        return view.hand_to_play or ""

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        if isinstance(step.move, core.Play):
            return f"{super().tell_move(step)} from the {step.before.hand_to_play} hand"
        if isinstance(step.move, rules.Bid):
            raised = "raise to" if step.before.phase is Phase.RAISE else "bid"
            return f"{raised} {_short(step.move)}"
        if isinstance(step.move, rules.Renege) and step.move.books:
            return f"call a renege, which gains {core.count(step.move.books, 'book')}"
        return _TOLD.get(step.text, step.text)

    @override
    def describe_events(self, before: View, after: View, names: Sequence[str]) -> Iterator[str]:
        then = "" if after.trick.cards else "then "
        for name, earlier, now in zip(names, before.face_up, after.face_up, strict=True):
            if before.hand_to_play and set(now) - set(earlier):
                turned = core.set_text(set(now) - set(earlier))
                yield f"{then}{core.possessive(name)} dummy turns up {turned}"

    @override
    def worth(self, view: View) -> list[core.Line]:
        legal = [move for move in view.legal_moves or () if isinstance(move, rules.Bid)]
        if not legal:
            return []
        failed = {**FAILED, BOSTON: view.rules.boston_failed}
        cells = [f"{_short(bid)} {MADE[bid]:+}/{failed[bid]:+}" for bid in legal]
        lines = self.flowed([*((f"{cell},",) for cell in cells[:-1]), (cells[-1],)])
        note = "points if the bid is made / if it fails; each book beyond a number adds 1"
        return [(note,), *lines]

    @override
    def wants_tricks(self, view: View) -> bool | None:
        """Return True until a number is made; another bid, or a made one, depends on the cards."""
        assert view.seat is not None
        bid = view.bids[view.seat]
        return (bid is not None and view.books[view.seat] < bid.books) or None

    @override
    def effects(self, view: View, end: core.HandEnd) -> list[core.Effect]:
        assert view.seat is not None
        own, other = end.score.seats[view.seat].made, end.score.seats[1 - view.seat].made
        lets = core.Effect("let your opponent make the bid", other, good=False)
        return [core.Effect("make your bid", own, good=True), lets]

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        if idle := core.idle_task(view, names, _VERBS):
            return idle
        moves = view.legal_moves or ()
        match view.phase:
            case Phase.LOOK:
                return "Look at your cards, or bid before you see them"
            case Phase.BID:
                return "Bid how many books your two hands will take"
            case Phase.RAISE if len(moves) == 1:
                return "This bid has no raise: stand"
            case Phase.RAISE:
                made_by = zip(names, view.bids, strict=True)
                made = core.listed(f"{name} bid {bid_text(bid)}" for name, bid in made_by if bid)
                task = f"{made}: raise or stand"  # names can be long
                return task if len(task.split()) <= 12 else "Raise your bid, or stand"
            case Phase.CALL:
                may_play = any(isinstance(move, core.Play) for move in moves)
                return f"Call the renege, or {'play a card' if may_play else 'call none'}"
            case _:
                return _play_task(view)

    @override
    def option(self, view: View, names: Sequence[str], move: core.Move) -> core.Option | None:
        if isinstance(move, rules.Bid):
            return _bid(view, move)
        if isinstance(move, rules.Renege) and move.books:
            return _call(view, names, move)
        text, note = _CHOICES.get(move, ("", ""))
        return core.Option(move, text, note=note) if text else None

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        own = score.seats[seat]
        bid, contract = _short(own.bid), _points(own.contract)
        if own.bid.is_number:
            words = f"bid {bid}, took {own.books}: {contract}"
        else:
            words = f"{bid} {'made' if own.made else 'failed'}: {contract}"
        if own.overbooks:
            words += f" and {core.count(own.overbooks, 'overbook')}"
        if own.penalty:
            words += f", {_points(own.penalty)} for {_TEN} overbooks"
        if own.bonus:
            words += f", {own.bonus} more for {_THREE} perfect bids"
        rule = "SP-17" if own.overbooks else "SP-18" if own.bonus else "SP-15"
        return core.ScoreRow(words, rule)

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> list[str]:
        counts = _counts(view, names)
        return [f"{label.capitalize()} {text}; {meaning}" for label, text, meaning in counts]


def _short(bid: rules.Bid | None) -> str:
    return "-" if bid is None else str(bid).removeprefix("bid ")


def _counts(view: View, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """SP-17, SP-18: yield a label, the rest of the sentence, and the meaning."""
    ten = f"every {_TEN} cost {-FOR_TEN_OVERBOOKS} points"
    third = f"the {_THIRD} brings {FOR_PERFECT_BIDS} points"
    for label, more, numbers, meaning in (
        ("overbooks", "so far", view.overbooks, ten),
        ("perfect", "bids in a row", view.perfect_bids, third),
    ):
        if any(numbers):
            made_by = zip(names, numbers, strict=True)
            each = (f"{number} for {core.whom(name)}" for name, number in made_by)
            yield label, f"{more}: {', '.join(each)}", meaning


def _play_task(view: View) -> str:
    assert view.seat is not None and view.hand_to_play is not None
    dummy, led = view.hand_to_play is rules.DUMMY, view.trick.led
    held = view.face_up[view.seat] if dummy else view.hand or ()
    # With penalised reneges all cards are legal; the task tells which ones follow (SP-14).
    due = [card for card in held if led and card._bit & rules.OF_SUIT[led]]
    return core.play_task(
        view,
        held=held,
        due=due,
        trumps=rules.TRUMPS,
        where="dummy" if dummy else "actual hand",
        closed=view.face_down_sizes[view.seat] if dummy else 0,
        trick_word="book",
    )


def _points(points: int) -> str:
    return f"{-points} off" if points < 0 else str(points or "nothing")


def bid_text(bid: rules.Bid) -> str:
    """Return a bid in words, such as "5", "Blind 6" or "Double Nil"."""
    return _short(bid).title()


def _bid(view: View, bid: rules.Bid) -> core.Option:
    failed = view.rules.boston_failed if bid == BOSTON else FAILED[bid]
    more = f"all {rules.BOOKS} books" if bid == BOSTON else f"{bid.books} books or more"
    meaning = _MEANING.get(bid.bid_type, f"Your two hands take {more}")
    note = f"{meaning}: {MADE[bid]} points, else {_points(failed)}"
    is_usual = bid.bid_type is rules.BidType.NUMBER
    number = bid.books if bid.is_number else None
    return core.Option(bid, bid_text(bid), note=note, number=number, confirm=not is_usual)


def _call(view: View, names: Sequence[str], move: rules.Renege) -> core.Option:
    assert view.seat is not None
    other = 1 - view.seat
    books = (*view.tricks, view.trick)
    oldest = next(book for book in reneges(books, other) if book not in view.called[other])
    led = books[oldest].led
    assert led is not None
    whose = core.possessive(names[other])
    note = f"{whose} hand did not follow {led.word} in book {oldest + 1}, and had some"
    return core.Option(move, f"Take {core.count(move.books, 'book')}", note=note)


DISPLAY: Final = SpadesDisplay()
