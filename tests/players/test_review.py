"""The review of a game: values from what a seat knew, losses, reasons, luck and hindsight."""

from __future__ import annotations

import contextlib
import math
import random
import re
import sys
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from examples import oh_hell
from tests.games import OURS
from tests.helpers import give_rule
from twowaystreet._core.engine import game as registry
from twowaystreet._core.playouts import chance, trials
from twowaystreet._util.numbers import mean_and_error
from twowaystreet.games import brag, spades
from twowaystreet.players import (
    Estimate,
    Hindsight,
    MonteCarlo,
    Player,
    _searches,
    at_random,
    review,
    simple,
)
from twowaystreet.players import _luck as luck
from twowaystreet.players import _reasons as reasons
from twowaystreet.players import _review as reviewing

ONE = MonteCarlo(worlds=1, engine="python")
FEW = MonteCarlo(worlds=3, engine="python")


@pytest.fixture(autouse=True)
def _without_hindsight(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(luck, "is_compiled", Mock(return_value=False))


# Any: states and views of any game, here and below.
def _seen(state: Any) -> Any:
    return tws.view(state, state.actor)


@cache
def played(name: str, seed: int = 4, hands: int = 1, player: Player = at_random) -> tws.Record:
    rng, record = random.Random(seed), tws.Record(tws.GAMES[name].new_game())
    while not record.state.is_over and record.state.hands_played < hands:
        state = record.state
        move = tws.shuffle(state, rng) if state.needs_deal else player(_seen(state), rng)
        record = record.play(move)
    return record


@pytest.mark.parametrize("name", OURS)
def test_each_decision_of_a_game_has_values_and_a_loss(name: str) -> None:
    record = played(name)
    found = review(record, player=ONE, seed=1)
    assert found.seats == tuple(range(len(record.start.scores)))
    made = [
        (number, state.actor, move)
        for number, (state, move) in enumerate(record, start=1)
        if state.actor is not None
    ]
    assert [(each.number, each.seat, each.move) for each in found.moves] == made
    assert {each.hand for each in found.moves} <= {1}
    for each in found.moves:
        legal = tws.legal_moves(record.state_at(each.number - 1))
        assert len({*each.values}) == len(each.values) <= 31
        if len(legal) == 1:
            assert not each.values and not each.is_judged
            continue
        assert {each.move, each.best} <= {*each.values} <= {*legal}
        assert each.values[each.best].loss == 0
        assert bool(each.loss) <= (each.best != each.move)
        assert math.isfinite(each.gain) and each.text
        assert each.best_text == reasons.text_of(each.view, each.best)
        assert (each.verdict == "best") is (each.is_judged and each.best == each.move)
        if isinstance(each.view, spades.View) and each.phase == "play":
            assert each.part.endswith(f", {each.view.hand_to_play}")
        elif each.phase == "play":
            assert re.fullmatch(r"Trick \d+", each.part)


@pytest.mark.parametrize("name", ["street", "brag"])
def test_the_record_of_a_seat_has_the_same_review(name: str) -> None:
    record = played(name, seed=6)
    of_seat = tws.SeatRecord.from_json(record.for_seat(1).to_json())
    assert review(of_seat, player=FEW) == review(record, 1, FEW)


@pytest.mark.parametrize("name", OURS)
def test_records_that_a_seat_cannot_tell_apart_have_the_same_review(name: str) -> None:
    """Two cards of others change places."""
    whole = played(name, player=simple)
    deal, *moves = whole.moves
    assert isinstance(deal, tws.Deal)
    rng, pairs = random.Random(1), [*combinations(range(len(deal.cards)), 2)]
    for count in range(len(moves) * 2 // 3, 0, -1):
        seat = whole.state_at(count).actor
        if seat is None or len(tws.legal_moves(whole.state_at(count))) == 1:
            continue
        one = tws.Record(whole.start, [deal, *moves[:count]])
        for place, other_place in rng.sample(pairs, 100):
            cards = [*deal.cards]
            cards[place], cards[other_place] = cards[other_place], cards[place]
            with contextlib.suppress(tws.RecordError):
                other = tws.Record(whole.start, [tws.Deal(tuple(cards)), *moves[:count]])
                if other != one and other.for_seat(seat) == one.for_seat(seat):
                    found = review(one, seat, FEW)
                    assert found.moves[-1].values and review(other, seat, FEW) == found
                    return
    raise AssertionError("no twins")


def test_the_seed_and_the_views_decide_the_review() -> None:
    first, again, other = (review(played("twos"), 0, FEW, seed=seed) for seed in (1, 1, 2))
    assert first == again and hash(first) == hash(again)
    assert first.moves != other.moves


@pytest.mark.parametrize("name", ["twos", "spades", "tien_len"])
def test_a_loss_is_a_paired_difference(name: str) -> None:
    """Measure each loss again: play both moves to the end in each world, and compare them there."""
    player = MonteCarlo(worlds=6, engine="python")
    found = review(played(name), 0, player)
    compared = [each for each in found.moves if each.best != each.move]
    assert any(each.loss > each.loss_error for each in compared)
    for each in compared:
        pair = reviewing._pair(each, each.best, player, found.seed)
        differences = list[float]()
        for number, world in enumerate(pair.sample(0, found.worlds)):
            best, made = (
                trials.payoffs_after(
                    tws.apply(world, move), chance.key_of(pair.of_playouts, number, place), "simple"
                )[each.seat]
                for place, move in enumerate((each.best, each.move))
            )
            differences.append(best - made)
        assert (each.loss, each.loss_error) == pytest.approx(mean_and_error(differences))


def test_a_loss_is_measured_in_other_worlds_than_the_best_move_was_chosen_in() -> None:
    """The best of many moves looks better than it is: the second measurement is lower."""
    found = [
        each
        for seed in (1, 2)
        for each in review(played("duel", seed, player=simple), player=FEW).moves
        if each.best != each.move
    ]
    assert sum(each.loss for each in found) < 0.8 * sum(
        each.values[each.move].loss for each in found
    )
    assert any(each.loss < 0 for each in found)


def test_a_loss_within_two_errors_is_no_fault() -> None:
    found = next(each for each in review(played("twos"), 0, FEW).moves if each.is_judged)
    for loss, error, is_fault in [(0, 0, False), (2, 1, False), (2.1, 1, True), (1, 0, True)]:
        move = attrs.evolve(found, loss=loss, loss_error=error)
        assert move.is_fault is is_fault
        assert not attrs.evolve(move, doubt="of a doubt").is_fault
    one = review(played("twos"), 0, ONE)  # a single world proves no fault
    assert not one.costliest(0) and not any(each.is_fault for each in one.moves)
    # Moves that are equal in all worlds are no decision.
    equal = {move: Estimate(1.0, 0.0, 0.0, 0.0) for move in found.values}
    assert not attrs.evolve(found, values=equal).is_judged


def test_the_costliest_decisions_have_reasons_that_a_person_understands() -> None:
    found = review(played("duel", 4), player=MonteCarlo(worlds=12, engine="python"))
    costly = [each for seat in found.seats for each in found.costliest(seat)]
    assert {each.number for each in costly} == {each.number for each in found.moves if each.reasons}
    assert len(costly) > 3 >= len(found.costliest(0))
    losses = [each.loss for each in found.costliest(0, most=100)]
    assert losses == sorted(losses, reverse=True) and losses[-1] > 0
    judged = [each.loss for each in found.of_seat(0) if each.is_judged]
    assert found.total(0)[0] == pytest.approx(sum(judged))
    found = review(played("street", 4), 2, MonteCarlo(worlds=25, engine="python"))
    text = " ".join(each for move in found.costliest(2) for each in move.reasons)
    assert "You kept A♣: it takes a trick that you do not want in " in text
    assert " % of the deals you could imagine" in text and "points better." in text


def test_a_record_keeps_a_review_as_comments() -> None:
    record = played("duel", 4)
    found = review(record, 0, MonteCarlo(worlds=12, engine="python"))
    (worst, *_) = found.costliest(0)
    named = record.annotated({"Seat 0": "Ann"}, {worst.number: "[sic] Too high.", 1: "Dealt."})
    noted = found.annotated(named)
    assert tws.Record.from_text(noted.to_text()) == noted
    told = f"[sic] Too high. [Review, Ann: {' '.join(worst.reasons)}]"
    assert noted.comments[worst.number] == told and noted.comments[1] == "Dealt."
    assert {*noted.comments} == {1} | {each.number for each in found.moves if each.is_fault}
    # Another review replaces the first one, and nothing else.
    assert found.annotated(noted) == noted
    other = review(record, 1, FEW)
    assert all(
        other.annotated(noted).comments[each] == text for each, text in noted.comments.items()
    )
    right = attrs.evolve(found, moves=tuple(attrs.evolve(each, loss=0.0) for each in found.moves))
    assert right.annotated(noted) == named


def test_decisions_in_doubt_do_not_count_and_moves_made_are_always_compared() -> None:
    found = review(played("twenty_down"), player=FEW)
    before = [each for each in found.moves if each.phase != "play" and each.values]
    assert before and all("than a search assumes" in each.doubt for each in before)
    assert not any(each.gain or each.is_judged for each in before)
    assert not any(each.doubt for each in found.moves if each.phase == "play")
    state = brag.new_game(brag.Rules(players=3))
    record = tws.Record(state).play(tws.shuffle(state, random.Random(7)))
    last = tws.legal_moves(record.state)[-1]
    assert last in review(record.play(last), 1, FEW).moves[0].values


def test_games_without_words_or_a_rule_are_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry._games, "_registered", {**tws.GAMES, "oh_hell": oh_hell.GAME})
    found = review(played("oh_hell", 2), player=MonteCarlo(worlds=12, engine="python"))
    assert any("you come out ahead in" in " ".join(each.reasons) for each in found.moves)
    give_rule(monkeypatch, "twos", None)
    assert review(played("twos"), 0, ONE).moves


@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError])
def test_what_ends_a_review_carries_the_decisions_so_far(error: type[BaseException]) -> None:
    def stop(done: int, every: int) -> None:
        assert 1 <= done <= most and every == len(whole.moves)
        if done == most:
            raise error

    whole = review(played("duel"), player=ONE)
    for most in (1, 5, len(whole.moves)):
        with pytest.raises(error) as caught:
            review(played("duel"), player=ONE, progress=stop)
        found: Any = caught.value
        judged = {each.number: each.values for each in whole.moves}
        assert len(found.results.moves) == most and found.results.seats == whole.seats
        assert all(judged[each.number] == each.values for each in found.results.moves)


def test_what_ends_hindsight_carries_it_and_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    late = Hindsight(number=9, seat=0, text="Q", best_texts=("K",), value=1, best_value=2)

    def stops(record: tws.Record, seats: list[int]) -> Iterator[Hindsight]:
        for seat in seats:
            yield attrs.evolve(late, seat=seat, number=9 - seat)
            if seat == 2:
                raise KeyboardInterrupt

    monkeypatch.setattr(luck, "hindsight_of", stops)
    with pytest.raises(KeyboardInterrupt) as caught:
        review(played("twos"), player=ONE)
    found: Any = caught.value
    assert [each.number for each in found.results.hindsight] == [7, 8, 9]
    assert {each.seat for each in found.results.moves} == {0, 1, 2}


def test_other_arguments_are_refused() -> None:
    record = played("twos")
    call: Any = review  # Any: to pass wrong types
    for arguments, field in [
        (("record",), "record"),
        ((record.for_seat(None),), "record"),
        ((record.for_seat(1), 2), "seat"),
        ((record, 0, simple), "player"),
        ((record, 0, MonteCarlo(seconds=0.1)), "player"),
        ((record, 0, MonteCarlo(playouts="random")), "player"),
        ((record, 0, MonteCarlo(searched="play")), "player"),
        ((record, 0, FEW, 1.5), "seed"),
    ]:
        with pytest.raises(tws.RulesError) as caught:
            call(*arguments[:3], **dict(zip(("seed",), arguments[3:], strict=False)))
        assert caught.value.field == field
    with pytest.raises(tws.SeatError):
        call(record, 4)


@pytest.mark.parametrize("name", OURS)
def test_the_parts_of_luck_sum_to_the_result(name: str) -> None:
    record = played(name, 5) if name != "brag" else played(name, 1, hands=2)
    found = review(record, player=ONE)
    hands = record.state.hands_played
    assert [(each.hand, each.seat) for each in found.luck] == [
        (hand, seat) for seat in found.seats for hand in range(1, hands + 1)
    ]
    for part in found.luck:
        gains = [each.gain for each in found.of_seat(part.seat) if each.hand == part.hand]
        assert part.decisions == pytest.approx(sum(gains))
        assert part.deal + part.decisions == pytest.approx(part.after)
        assert part.deal + part.decisions + part.play == pytest.approx(part.result, abs=1e-12)
    assert [part.result for part in found.luck if part.hand == hands] == [
        *tws.payoffs(record.state)
    ]
    for seat, worth in enumerate(tws.payoffs(record.state)):  # a deal may end a hand, too
        assert luck.value_of(tws.view(record.state, seat), ONE, 7) == worth
    if hands > 1:
        assert len({part.deal for part in found.luck if part.seat == 0}) > 1
        assert {part.hand for part in review(record.undo(), player=ONE).luck} == {1}
        assert review(tws.Record(record.start)).moves == ()


def test_the_luck_of_the_deal_is_of_the_first_view_and_the_rule_gains_nothing() -> None:
    """A strong hand has good reasons. The cards of others do not change it."""
    start = tws.GAMES["twos"].new_game()
    order = sorted(start.rules.pack.cards, key=lambda card: str(card.rank) not in "AKQJ")
    hands = [order[13 * seat : 13 * seat + 13] for seat in range(4)]
    values = list[float]()
    for second in (hands[1], hands[2]):
        others = [hand for hand in hands[1:] if hand is not second]
        state = tws.apply(start, tws.deal_hands(start, [hands[0], second, *others]))
        values.append(luck.value_of(tws.view(state, 0), MonteCarlo(20, engine="python"), 7))
    assert values[0] == values[1] > 3
    found = review(played("twos", 3, player=simple), player=FEW)
    assert {part.decisions for part in found.luck} == {0.0}


@pytest.mark.skipif(_searches.compiled() is None, reason="needs the extra fast")
def test_hindsight_is_from_the_solver_in_ended_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    solve = pytest.importorskip("twowaystreet.solve")
    record, seats = played("street"), range(4)
    monkeypatch.setattr(luck, "is_compiled", _searches.is_compiled)
    monkeypatch.setattr(luck, "SOLVED", 3)
    found = [*luck.hindsight_of(record, seats)]
    assert len({each.seat for each in found}) > 1
    for each in found:
        state, move = [*record][each.number - 1]
        values = solve.values(state)
        assert (each.seat, each.value) == (state.actor, values[move])
        assert each.loss == max(values.values()) - values[move]
        assert len(each.best_texts) == [*values.values()].count(each.best_value)
    assert any(each.loss for each in found)
    assert not [*luck.hindsight_of(record.undo(), seats)]


def test_hindsight_leaves_out_what_cannot_be_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    def values(state: Any, limit: int) -> dict[tws.Move, float]:
        if len(state.tricks) == 8:
            raise tws.TwoWayStreetError(f"more than {limit} positions")
        return {move: max(number, 1) for number, move in enumerate(tws.legal_moves(state))}

    monkeypatch.setitem(sys.modules, "twowaystreet.solve", Mock(values=values))
    monkeypatch.setattr(luck, "is_compiled", Mock(return_value=True))
    record: list[Any] = [*(whole := played("street"))]
    found = [*luck.hindsight_of(whole, range(4))]
    assert {len(record[each.number - 1][0].tricks) for each in found} == {4, 5, 6, 7}
    for each in found:
        legal, move = tws.legal_moves(record[each.number - 1][0]), record[each.number - 1][1]
        assert each.loss == max(len(legal) - 1, 1) - max(legal.index(move), 1)
        assert len(each.best_texts) == (2 if len(legal) == 2 else 1)
