"""The review of a game: what each decision was worth, from what its seat knew."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import attrs

from twowaystreet._core.display.display import display_of, trick_title
from twowaystreet._core.display.values import count, with_error
from twowaystreet._core.display.words import sentence
from twowaystreet._core.engine.moves import Move, Phase, cards_of
from twowaystreet._core.engine.seats import checked_seat
from twowaystreet._core.playouts.trials import Trials
from twowaystreet._core.records.records import Record
from twowaystreet._core.records.seat_records import SeatRecord
from twowaystreet._core.views.views import AnyView
from twowaystreet._util.numbers import is_int, mean_and_error
from twowaystreet._util.values import Value
from twowaystreet.errors import RulesError, carrying
from twowaystreet.players import _luck, _reasons
from twowaystreet.players._luck import Hindsight, Luck
from twowaystreet.players._monte_carlo import MonteCarlo
from twowaystreet.players._reasons import text_of
from twowaystreet.players._searches import Estimate, candidates, in_fastest_way, paired, trials_in

_ROUNDING: Final = 1e-9  # in payoffs
COSTLIEST: Final = 3  # decisions that a review explains for each seat
_LUCK: Final = (
    "The luck of the deal is the value of the first cards. Each decision is compared with that of "
    "a simple player, so this sum can be above 0. The luck of the play is the rest: hidden cards, "
    "the moves of others, and decisions that are not judged."
)
_MARK: Final = "Review, "
_MARKED: Final = re.compile(rf" ?\[{_MARK}.*?\.\]")
Progress: TypeAlias = Callable[[int, int], object]
"""A function that is called with the number of decisions that are done, and that of all."""
Verdict: TypeAlias = Literal["best", "no difference", "fault", "not judged"]  # how good a move was
_PLAYER: Final = MonteCarlo(100)


@attrs.frozen(kw_only=True)
class ReviewedMove(Value):
    """A decision: the move that a seat made, and the worth of its legal moves.

    Attributes:
        number: the number of the move in the record, from 1.
        hand: the number of the hand in the record, from 1.
        seat: the seat.
        view: what the seat knew.
        move: the move that it made.
        values: the estimates of at most 30 moves and the one made, in the same worlds; empty if
            only one was legal.
        best: the best move.
        loss: the loss of the move to the best one, in points of payoff; by chance it can be below
            0. It is measured in other worlds than the values, which made the best look better.
        loss_error: the standard error of the loss over the worlds that both moves share.
        gain: the worth of the move less that of the rule of thumb's move; 0 if not judged.
        doubt: the reason why the decision is not judged, which follows the word "as"; else empty.
        reasons: sentences to the player about what a seat's costliest decisions cost, and why.
    """

    number: int
    hand: int
    seat: int
    view: AnyView
    move: Move
    values: Mapping[Move, Estimate] = attrs.field(hash=False)
    best: Move
    loss: float = 0.0
    loss_error: float = 0.0
    gain: float = 0.0
    doubt: str = ""
    reasons: tuple[str, ...] = ()

    @property
    def is_judged(self) -> bool:
        """True if the choice made a difference in some world, and the review judges it."""
        makes_a_difference = any(each.loss > _ROUNDING for each in self.values.values())
        return makes_a_difference and not self.doubt

    @property
    def is_fault(self) -> bool:
        """True if the loss is larger than two of its errors; a smaller one does not count."""
        # Without an error, after a single world, no loss is certain.
        return self.is_judged and self.loss > _reasons.ERRORS * self.loss_error + _ROUNDING

    @property
    def verdict(self) -> Verdict:
        """How good the move was in comparison with the best one."""
        if self.doubt:
            return "not judged"
        is_best = self.is_judged and self.best == self.move
        return "fault" if self.is_fault else "best" if is_best else "no difference"

    @property
    def phase(self) -> Phase:
        """The phase of the decision."""
        return self.view.phase

    @property
    def text(self) -> str:
        """The move as people read it, such as ``Q♠``."""
        return text_of(self.view, self.move)

    @property
    def best_text(self) -> str:
        """The best move as people read it."""
        return text_of(self.view, self.best)

    @property
    def part(self) -> str:
        """The part of the hand, such as ``Trick 3`` or ``Book 3, dummy``, or the phase."""
        display = display_of(self.view)
        if isinstance(self.move, display.trick_moves):
            trick = trick_title(display, len(display.tricks(self.view)) + 1)
            if len(display.hand_names) == 1:
                return trick
            is_own = {*cards_of(self.move)} <= {*(self.view.hand or ())}
            return f"{trick}, {display.hand_names[-1 if is_own else 0]}"
        return str(self.view.phase).replace("_", " ").capitalize()

    @property
    def cost(self) -> str:
        """A sentence to the player about what the move cost."""
        made, best = _reasons.quoted_moves(self.view, self.move, self.best)
        verb = "played" if _reasons.is_of_cards(self.view, self.move) else "chose"
        loss = with_error(self.loss, self.loss_error)
        return f"You {verb} {made}. {sentence(best)} would have been {loss} points better."


@attrs.frozen(kw_only=True, repr=False)
class Review(Value):
    """The review of a game; :func:`~twowaystreet.players.review` makes it.

    Attributes:
        game: the name of the game for people.
        seats: the seats whose decisions it has.
        worlds: the number of worlds of each estimate.
        seed: the seed.
        moves: the decisions, in the order of the game.
        luck: the parts of the result of each seat in each finished hand, by seat.
        hindsight: the endings with all cards open, apart from everything else here.
    """

    game: str
    seats: tuple[int, ...]
    worlds: int
    seed: int
    moves: tuple[ReviewedMove, ...]
    luck: tuple[Luck, ...]
    hindsight: tuple[Hindsight, ...] = ()

    def __repr__(self) -> str:
        """Show the game, the number of decisions, the worlds and the seed."""
        decisions = count(len(self.moves), "decision")
        return f"<{self.game} review: {decisions}, {self.worlds} worlds, seed {self.seed}>"

    @property
    def notes(self) -> tuple[str, ...]:
        """Sentences that explain the numbers to people."""
        doubts = dict.fromkeys(each.doubt for each in self.moves if each.doubt)
        return (
            f"Each move is judged by what its player knew: the hidden cards were dealt "
            f"{count(self.worlds, 'time')}, as they could lie, and simple players played on. All "
            "numbers are leads over the other players in this hand, in points. The number after ± "
            "is the standard error: a loss of less than twice its error may be chance, and counts "
            "as no difference. A loss is measured in other deals than the values.",
            *(f"Some moves are not judged, as {doubt}." for doubt in doubts),
            *([_LUCK] * bool(self.luck)),
        )

    def of_seat(self, seat: int) -> tuple[ReviewedMove, ...]:
        """Return the decisions of a seat, in their order."""
        return tuple(each for each in self.moves if each.seat == seat)

    def choices(self, seat: int) -> tuple[ReviewedMove, ...]:
        """Return the decisions of a seat that people read.

        These made a difference in some world, or are not judged; without any, all real choices.
        """
        every = [each for each in self.of_seat(seat) if each.values]
        return tuple([each for each in every if each.is_judged or each.doubt] or every)

    def costliest(self, seat: int, most: int = COSTLIEST) -> tuple[ReviewedMove, ...]:
        """Return the decisions of a seat that cost most, the worst first."""
        return tuple(_costliest(self.of_seat(seat), most))

    def total(self, seat: int) -> tuple[float, float]:
        """Return the sum of the losses of a seat's judged decisions, and its standard error."""
        judged = [each for each in self.of_seat(seat) if each.is_judged]
        error = math.sqrt(math.fsum(each.loss_error**2 for each in judged))
        return math.fsum(each.loss for each in judged), error

    def annotated(self, record: Record) -> Record:
        """Return the record that was reviewed with comments about what moves cost, and why.

        Each stands in brackets, such as ``[Review, Ann: You played ...]``. It replaces an earlier
        review of the move, and follows what people wrote.

        Raises:
            RecordError: if it is the record of a shorter game.
        """
        comments, names = dict(record.comments), record.names
        for each in self.moves:
            parts = [_MARKED.sub("", comments.pop(each.number, ""))]
            if each.is_fault:
                told = " ".join(each.reasons or (each.cost,))
                name = names[each.seat] if names else f"Seat {each.seat}"
                parts.append(f"[{_MARK}{name}: {told}]")
            if text := " ".join(filter(None, parts)):
                comments[each.number] = text
        return attrs.evolve(record, comments=comments)


def _costliest(moves: Iterable[ReviewedMove], most: int = COSTLIEST) -> list[ReviewedMove]:
    faults = [each for each in moves if each.is_fault]
    return sorted(faults, key=lambda each: -each.loss)[:most]


def review(
    record: Record | SeatRecord,
    seat: int | None = None,
    player: MonteCarlo = _PLAYER,
    *,
    seed: int = 0,
    progress: Progress | None = None,
) -> Review:
    """Judge the decisions of a game, each from what its seat knew.

    The player estimates the moves in sampled worlds of the seat's own view. The loss of the move
    that was made is measured again, against the best move alone, in as many other worlds. It counts
    only if it is larger than two of its standard errors. The three costliest decisions of each seat
    have reasons in words: facts about the hands that follow both moves.

    The real cards of others have no part in this. With the extra ``fast`` the review of a whole
    game also has hindsight, apart in ``Review.hindsight``: the last moves of each finished hand
    with all cards open, from the solver. ``Review.luck`` separates luck from decisions.

    Args:
        record: the record of a game, or of one seat; of one hand or several, finished or not.
        seat: the seat whose decisions to judge; ``None`` for all seats of the record.
        player: the worlds, ``engine`` and ``threads``, for all phases; :func:`simple` plays on.
        seed: the seed of the sampled worlds, any whole number. Everything but hindsight depends on
            it and on the views alone, also in other processes and without ``fast``.
        progress: a function that is called with the numbers of decisions done and of all.

    Raises:
        RulesError: if the record is none, or a spectator's; if the player is not a
            :class:`MonteCarlo`, or has other options; or if the seed is not a whole number.
        SeatError: if there is no such seat in the record.
        WorldsError: if the game has hidden moves and does not say where hidden cards may lie.

    Each exception that ends the work, also Ctrl-C, has the review so far as its ``results``.

    >>> import twowaystreet as tws
    >>> from twowaystreet.games import brag
    >>> rng, record = random.Random(7), tws.Record(brag.new_game(brag.Rules(players=3)))
    >>> while not record.state.hand_over:
    ...     state = record.state
    ...     deal = tws.shuffle(state, rng) if state.needs_deal else None
    ...     record = record.play(deal or rng.choice(tws.legal_moves(state)))
    >>> found = review(record, seat=1, player=MonteCarlo(worlds=20))
    >>> found
    <Brag review: 1 decision, 20 worlds, seed 0>
    >>> found.moves[0].loss_error > 0, round(found.luck[0].after + found.luck[0].play, 3)
    (True, -1.5)
    """
    if not isinstance(record, Record | SeatRecord):
        raise RulesError("record", record, "a Record, or the SeatRecord of a seat")
    if not isinstance(player, MonteCarlo) or _options_of(player) != _options_of(_PLAYER):
        expected = "a MonteCarlo with worlds, engine and threads, and no other options"
        raise RulesError("player", player, expected)
    if not is_int(seed):
        raise RulesError("seed", seed, "a whole number")
    player = attrs.evolve(player, worlds=player._rounds()._most)
    of_seats = _seat_records(record, seat)
    decisions = {each.seat: [*_decisions(each)] for each in of_seats}
    seats = tuple(seat for seat in decisions if seat is not None)
    every, done = sum(map(len, decisions.values())), 0
    moves, luck, hindsight = list[ReviewedMove](), list[Luck](), list[Hindsight]()

    def tell(number: int) -> None:
        nonlocal done
        done += number
        if progress and number:
            progress(done, every)

    found = list[ReviewedMove]()

    def reviewed() -> Review:
        return Review(
            game=of_seats[0].start._state.title,
            seats=seats,
            worlds=player.worlds or 0,
            seed=seed,
            moves=tuple(sorted([*moves, *found], key=lambda each: each.number)),
            luck=tuple(luck),
            hindsight=tuple(sorted(hindsight, key=lambda each: each.number)),
        )

    with carrying(reviewed):
        for of_seat in of_seats:
            for decision in decisions[of_seat.seat]:
                tell(bool(found))
                found.append(_judged(decision, player, seed))
            gains = [(each.hand, each.gain) for each in found]
            rng = _rng(seed, "deal", of_seat.start)
            luck += _luck.parts_of(of_seat, gains, player, rng.getrandbits(64))
            costly = {each.number for each in _costliest(found)}
            for place, each in enumerate(found):
                if each.number in costly:
                    found[place] = _explained(each, player, seed)
            if isinstance(record, Record):
                hindsight += _luck.hindsight_of(record, [*{each.seat for each in found}])
            tell(bool(found))
            moves += found
            found.clear()
        return reviewed()


def _options_of(player: MonteCarlo) -> tuple[object, ...]:
    return player.seconds, player.playouts, player.searched  # which a review does not have


def _seat_records(record: Record | SeatRecord, seat: int | None) -> list[SeatRecord]:
    every = len(record.start.scores)
    if seat is not None:
        seat = checked_seat(seat, every)
    if isinstance(record, Record):
        return [record.for_seat(each) for each in (range(every) if seat is None else [seat])]
    if record.seat is None:
        raise RulesError("record", record, "a Record, or the SeatRecord of a seat")
    if seat not in (None, record.seat):
        raise RulesError("seat", seat, f"{record.seat}, the seat of the record")
    return [record]


def _decisions(record: SeatRecord) -> Iterator[ReviewedMove]:
    before, first = record.start, record.start.hands_played
    for number, event in enumerate(record, start=1):
        if event.seat is not None and event.seat == record.seat and event.move is not None:
            yield ReviewedMove(
                number=number,
                hand=before.hands_played - first + 1,
                seat=event.seat,
                view=before,
                move=event.move,
                values=MappingProxyType({}),
                best=event.move,
            )
        before = event.view


def _rng(seed: int, purpose: str, view: AnyView) -> random.Random:
    return random.Random(f"{seed} {purpose} {view.to_json()}")


def _judged(decision: ReviewedMove, player: MonteCarlo, seed: int) -> ReviewedMove:
    view, made = decision.view, decision.move
    if len(view.legal_moves or ()) == 1:
        return decision
    rng = _rng(seed, "values", view)
    found = candidates(view, rng)
    moves = found.moves if made in found.moves else (*found.moves, made)
    trials = trials_in(view, moves, rng, player.playouts, player.engine)
    values = paired(_payoffs(trials, player), found.first)
    best = max(values, key=lambda each: (values[each].mean, each == made, each == found.first))
    # Phases of other games with the same names are equal, but not the same.
    doubts = [doubt for phase, doubt in display_of(view).unjudged.items() if phase is view.phase]
    loss = error = 0.0
    if best != made:
        found_again = _payoffs(_pair(decision, best, player, seed), player)
        pairs = zip(found_again[best], found_again[made], strict=True)
        loss, error = mean_and_error([one - other for one, other in pairs])
    return attrs.evolve(
        decision,
        values=MappingProxyType(values),
        best=best,
        loss=loss,
        loss_error=error,
        gain=0.0 if doubts else values[made].mean - values[found.first].mean,
        doubt="".join(doubts),
    )


def _payoffs(trials: Trials, player: MonteCarlo) -> dict[Move, list[float]]:
    rows = in_fastest_way(trials, player.engine, player.threads).rows(0, player.worlds or 0)
    return dict(zip(trials.moves, rows, strict=True))


def _pair(decision: ReviewedMove, best: Move, player: MonteCarlo, seed: int) -> Trials:
    rng, moves = _rng(seed, "loss", decision.view), (best, decision.move)
    return trials_in(decision.view, moves, rng, player.playouts, player.engine)


def _explained(decision: ReviewedMove, player: MonteCarlo, seed: int) -> ReviewedMove:
    trials = _pair(decision, decision.best, player, seed)
    best, made = _reasons.ends_of(trials, player.worlds or 0)
    facts = _reasons.facts(decision.view, decision.move, decision.best, made, best)
    return attrs.evolve(decision, reasons=(decision.cost, *facts))
