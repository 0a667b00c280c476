"""The words and facts of Brag: the pot, the hands laid with their kinds, and the cards shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import ClassVar, Final

from typing_extensions import override

from twowaystreet import authoring as core
from twowaystreet.games.brag import rules as brag
from twowaystreet.games.brag.rules import THREE, Kind, Lay, Phase, Rules, best_first, rank_hand
from twowaystreet.games.brag.score import NOBODY, TO_TAKE, HandScore, Outcome, score
from twowaystreet.games.brag.state import View

PLACES: Final = ("best", "second", "third")
_HOW_TO_PLAY: Final = (
    "Each player puts a stake (an ante) into the pot and gets nine cards, or seven or six if you "
    "have agreed on that. You divide them into hands of three cards: nine cards make three hands, "
    "six or seven make two, and of seven you leave one out. The hands lie face down until all "
    "players are ready.",
    "From the top the hands are: prial (three of a rank), running flush (a run in one suit), run "
    "(three successive ranks), flush (one suit), pair, high card. A 2 3 is the best run, then A K "
    "Q, K Q J and so on. In all other hands the rank of the number of cards dealt, such as nines "
    "with nine cards, is above the ace; if you have agreed on that, only in prials and four of a "
    "kind.",
    "The best hands of all players are compared, then the second ones, and of nine cards the "
    "third. With nine cards the best in each place gets a point, with a tie nobody; "
    f"{core.spelled(TO_TAKE)} points take the pot. With six or seven cards a player takes the pot "
    "whose hands are both the best, alone or tied, unless another player's are, too. Otherwise the "
    "pot stays, and grows with the next antes.",
    "Four of a kind in a deal takes the pot at once. With nine cards, four pairs make the deal "
    "dead, and the pot stays.",
    "Points are the stakes that you have won from the others, or lost. The game ends after the "
    "agreed number of hands; the most points win.",
)


class BragDisplay(core.Display[View]):
    """The words and facts of Brag."""

    sheet_legend: ClassVar = (
        "the hands, the best first, with a star if among the best: stakes won; below it the total"
    )
    summary: ClassVar = (
        "Divide nine cards into three hands of three, and win the pot with the best ones."
    )
    emblem: ClassVar = "QS QH QD AH KH 2C"
    how_to_play: ClassVar = _HOW_TO_PLAY
    phase_help: ClassVar = {
        Phase.LAY: "Divide your cards into hands of three; with seven cards leave one out. "
        f"{_HOW_TO_PLAY[1]} {_HOW_TO_PLAY[2]}"
    }
    hand_form: ClassVar = (
        "who takes the pot, or nobody; or the hands of three of each player, such as "
        "9C 9D 9H/AS KS QS/2C 5D JH; AC 2D 3H/7C 7D KH/4S 6H QD"
    )
    score_help: ClassVar = _HOW_TO_PLAY[2]
    hints: ClassVar = {
        Phase.LAY: (
            "From the top: prial (three of a rank), running flush, run, flush, pair, high card.",
            "Aim at two strong hands rather than one very strong hand.",
            f"Of three hands, {core.spelled(TO_TAKE)} must be the best of their place.",
        )
    }
    hand_size: ClassVar = max(brag.CARDS)
    shelf_size: ClassVar = max(brag.CARDS)
    own_shelf_size: ClassVar = max(brag.CARDS)
    shelf_from_hand: ClassVar = True
    option_words: ClassVar = {
        "cards": core.OptionWords("Cards for each player", {"6": "Six", "7": "Seven", "9": "Nine"}),
        "players": core.OptionWords(
            "Players", {"2": "Two", "3": "Three", "4": "Four", "5": "Five"}
        ),
        "high_rank": core.OptionWords(
            "The rank that is the number of cards",
            {
                "everywhere": "It is above the ace, but not in runs",
                "prials": "It is above the ace only in prials and four of a kind",
            },
        ),
        "max_hands": core.OptionWords(
            "Length of the game", {"6": "Short, 6 hands", "12": "12 hands", "24": "Long, 24 hands"}
        ),
    }
    typing_help: ClassVar = {Phase.LAY: "Type the cards of a hand in any order."}

    @override
    def read_hand(self, line: str, view: View, seat_of: Callable[[str], int]) -> HandScore:
        laid: int | str | list[str] = line
        if ";" in line:
            laid = [each.strip() for each in line.split(";")]
        elif line.lower() != NOBODY:
            try:
                laid = seat_of(line)
            except core.RulesError as error:
                expected = f"{NOBODY}, {error.expected}"
                raise core.RulesError("player", line, expected, "BR-12") from None
        return score(laid, view.antes + 1, view.rules)

    @override
    def place_of(self, card: core.Card) -> tuple[int, int]:
        return card.index % brag.RANKS, card.index

    @override
    def group_of(self, card: core.Card) -> core.Rank | core.Joker:
        return card.rank

    @override
    def seat_facts(self, view: View, seat: int) -> Iterator[core.SeatFact]:
        score = view.score
        if score and score.best:
            own = score.seats[seat]
            for place, hand, best in zip(PLACES, own.hands, own.best, strict=False):
                line = (*core.joined(hand.cards), f" {hand.kind}", *["*"] * best)
                yield core.SeatFact(f"{place} hand", line, "")
            won = "won" if len(score.best) == len(PLACES) else "best"
            yield core.SeatFact(won, own.hand_points, "")
        elif any(view.shown):
            yield core.SeatFact("shown", core.joined(view.shown[seat]), "")
        else:
            yield core.SeatFact("laid", _laid(view, seat), "")
        if score and score.taker == seat:
            yield core.SeatFact(words="takes the pot")

    @override
    def rows(self, view: View, seat: int) -> Iterator[core.Row]:
        hands = view.laid[seat]
        if view.has_laid[seat] and hands is None:
            yield core.Row("laid", (None,) * (THREE * view.rules.hands))
        for place, hand in enumerate(best_first(hands or (), view.rules)):
            best = view.score.best[place] if view.score and view.score.best else ()
            ties = " ties" if seat in best and len(best) > 1 else ""
            yield core.Row(f"{hand.kind}{ties}", hand.cards, is_best=best == (seat,))
        if view.shown[seat]:
            yield core.Row("shown", view.shown[seat])

    @override
    def showing(self, view: View, names: Sequence[str]) -> Sequence[str]:
        return [*_showdown(view, names)] if view.score else ()

    @override
    def facts(self, view: View, names: Sequence[str]) -> Iterator[core.Fact]:
        if view.antes:
            words = f"pot: {core.count(view.antes, 'stake')} each"
            yield core.Fact("pot", f"{core.count(view.antes, 'ante')} of each player", words=words)

    @override
    def move_text(self, move: core.Move) -> str:
        if not isinstance(move, Lay):
            return super().move_text(move)
        hands = best_first(move.hands, Rules())
        return f"lay {' / '.join(core.text_of(hand.cards) for hand in hands)}"

    @override
    def tell_move(self, step: core.Step[View]) -> str:
        if not isinstance(step.move, Lay):
            return "lay hands face down"
        hands = best_first(step.move.hands, step.before.rules)
        return f"lay {' / '.join(f'{core.signs_text(hand.cards)} ({hand.kind})' for hand in hands)}"

    @override
    def effects(self, view: View, end: core.HandEnd) -> Iterator[core.Effect]:
        yield core.Effect("take the pot", end.score.taker == view.seat, good=True)
        for place, best in enumerate(end.score.seats[view.seat].best, start=1):
            yield core.Effect(f"have the best {core.ordinal(place)} hand", best)

    @override
    def task(self, view: View, names: Sequence[str]) -> str:
        hands = f"{core.spelled(view.rules.hands)} hands"
        if idle := core.idle_task(view, names, {Phase.LAY: f"lay {hands}"}):
            return idle
        more = "; leave one out" if view.rules.cards % THREE else " of three"
        is_high = view.rules.high_rank is brag.HighRank.EVERYWHERE
        high = f"; {_high(view.rules)} beat aces" if is_high else ""
        return f"Divide your cards into {hands}{more}{high}"

    @override
    def button_text(self, move: core.Move, view: View) -> str:
        return f"Lay these {core.spelled(view.rules.hands)} hands"

    @override
    def kind_of(self, cards: Sequence[core.Card], view: View) -> str:
        return _in_words(rank_hand(cards, view.rules)) if len(cards) == THREE else ""

    @override
    def groups(self, move: core.Move, view: View) -> Sequence[Sequence[core.Card]]:
        hands = best_first(move.hands, view.rules) if isinstance(move, Lay) else ()
        return [hand.cards for hand in hands] or super().groups(move, view)

    @override
    def slots(self, view: View) -> tuple[int, ...]:
        return (THREE,) * view.rules.hands if view.legal_moves else ()

    @override
    def slot_labels(self, view: View) -> tuple[str, ...]:
        return PLACES[: len(self.slots(view))]

    @override
    def score_row(self, score: HandScore, seat: int) -> core.ScoreRow:
        if score.outcome is Outcome.FOUR_PAIRS:
            return core.ScoreRow("four pairs dealt: the pot stays", "BR-7")
        if score.outcome is Outcome.FOUR_OF_A_KIND:
            before = "" if seat == score.taker else "against "
            return core.ScoreRow(f"{before}four of a kind: {_stakes(score, seat)}", "BR-7")
        places = [*zip(PLACES, score.best, strict=False)]
        won = [place for place, best in places if best == (seat,)]
        tied = [place for place, best in places if seat in best and len(best) > 1]
        parts = [f"{core.listed(won)} hand won"] if won else []
        parts += [f"{core.listed(tied)} hand tied"] if tied else []
        rule = "BR-10" if len(score.best) == len(PLACES) else "BR-11"
        return core.ScoreRow(f"{', '.join(parts) or 'no hand won'}: {_stakes(score, seat)}", rule)

    @override
    def score_lines(self, view: View, names: Sequence[str]) -> list[str]:
        score = view.score
        assert score is not None
        pot = f"the pot of {core.count(score.antes * len(score.seats), 'stake')}"
        if score.taker is not None:
            takes = core.does(names[score.taker], f"take {pot}")
            text = f"{core.sentence(takes)}{_how(score, score.taker)}"
        elif score.outcome is Outcome.FOUR_PAIRS:
            text = f"Four pairs: nobody plays this hand, and {pot} stays"
        elif len(score.best) == len(PLACES):
            text = f"Nobody has won {core.spelled(TO_TAKE)} hands, so {pot} stays"
        else:
            several = any(seat.hand_points == len(score.best) for seat in score.seats)
            who = "Several players have" if several else "Nobody has"
            text = f"{who} both hands among the best, so {pot} stays"
        return [text, *_showdown(view, names)]

    @override
    def list_moves(self, view: View, moves: Sequence[core.Move]) -> Sequence[core.Entry]:
        hands = f"{core.spelled(view.rules.hands)} hands"
        example = self.move_text(moves[len(moves) // 2])
        return [(f"one of {len(moves)} lays of {hands},",), (f"such as {example}",)]


def _high(rules: Rules) -> str:
    """Return the rank above the ace in words (BR-4)."""
    return core.rank_words(next(card for card in rules.pack.cards if card.rank is rules.highest))


def _laid(view: View, seat: int) -> core.Line:
    """Return the hands of a seat, best first; of a hidden lay only that there is one."""
    hands = view.laid[seat]
    if hands is None:
        return ("laid" if view.has_laid[seat] else "-",)
    lines = ((" / ", *core.joined(hand.cards)) for hand in best_first(hands, view.rules))
    return (*chain.from_iterable(lines),)[1:]


def _in_words(hand: brag.HandOfThree) -> str:
    first = core.Rank(hand.cards[0].rank)
    match hand.kind:
        case Kind.PRIAL | Kind.PAIR:
            return f"{hand.kind} of {core.rank_words(hand.cards[0])}"
        case Kind.RUN | Kind.RUNNING_FLUSH:
            return str(hand)
        case Kind.FLUSH:
            return f"flush, {first.word} high"
        case _:
            return f"{first.word} high"


def _stakes(score: HandScore, seat: int) -> str:
    if score.taker is None:
        return "the pot stays"
    if seat != score.taker:
        return f"loses {core.count(score.antes, 'stake')}"
    points = score.seats[seat].points
    return f"takes the pot of {score.antes * len(score.seats)}, {points} of it from the others"


def _showdown(view: View, names: Sequence[str]) -> Iterator[str]:
    score = view.score
    assert score is not None
    high = _high(view.rules)
    everywhere = view.rules.high_rank is brag.HighRank.EVERYWHERE
    high_kinds = {*Kind} - {Kind.RUN, Kind.RUNNING_FLUSH} if everywhere else {Kind.PRIAL}
    for place, seats in enumerate(score.best):
        hand = score.seats[seats[0]].hands[place]
        who = core.listed(core.whom(names[seat]) for seat in seats)
        is_high = hand.kind in high_kinds and core.rank_words(hand.cards[0]) == high
        why = f" ({high} beat aces)" if is_high else ""
        yield f"{PLACES[place].capitalize()} hands: {who} with {_in_words(hand)}{why}"


def _how(score: HandScore, taker: int) -> str:
    if score.outcome is Outcome.FOUR_OF_A_KIND:
        return " at once, with four of a kind"
    if len(score.best) == len(PLACES):
        won = core.spelled(score.seats[taker].hand_points)
        return f": {won} of three hands won"
    return ": both hands are among the best"


DISPLAY: Final = BragDisplay()
