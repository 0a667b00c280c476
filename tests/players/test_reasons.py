"""Reasons in a review, counted after two moves, the words about them, and hints for a seat."""

import math
import random
from collections.abc import Callable
from functools import cache
from itertools import combinations
from typing import Any
from unittest.mock import Mock

import attrs
import pytest

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import nightly_but_every, shuffled
from tests.players.decisions import played_by
from tests.players.test_review import played
from twowaystreet._core.display.display import display_of
from twowaystreet._core.display.values import Effect, HandEnd
from twowaystreet._core.display.words import signs_text
from twowaystreet._core.engine.moves import cards_of
from twowaystreet.errors import WorldsError
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down
from twowaystreet.players import Estimate, Hint, MonteCarlo, hint, simple
from twowaystreet.players import _reasons as reasons


def _seen(state: Any) -> Any:  # Any: states and views of any game, here and below
    return tws.view(state, state.actor)


def view_of(game: Any) -> Any:
    return _seen(shuffled(game.new_game(), 7))


def with_effects(monkeypatch: pytest.MonkeyPatch, effects: Callable[[Any], list[Effect]]) -> Any:
    """Let the display of Brag find these effects of an end of a hand; return a view of it."""

    def of_display(display: object, view: object, end: HandEnd) -> list[Effect]:
        return effects(end)

    monkeypatch.setattr(type(display_of(brag.GAME)), "effects", of_display)
    return view_of(brag)


@pytest.mark.parametrize(
    ("made", "best", "good", "clearness"),
    [
        ((0, 1, 2), (1, 2, 3), None, math.inf),
        ((0, 1, 2), (1, 2, 3), True, math.inf),
        ((0, 1, 2), (1, 2, 3), False, 0),
        ((1, 1, 1), (1, 1, 1), True, 0),
        ((0, 0), (0, 2), True, 1),
        ((0,), (1,), True, 0),
    ],
)
def test_a_fact_is_clear_by_the_paired_difference_that_speaks_for_the_best_move(
    made: tuple[float, ...], best: tuple[float, ...], good: bool | None, clearness: float
) -> None:
    assert reasons._clearness(made, best, good) == clearness


def test_only_clear_facts_are_told_in_their_order(monkeypatch: pytest.MonkeyPatch) -> None:
    def effects(end: HandEnd) -> list[Effect]:
        number = end.payoffs[0]
        return [
            Effect("lose the pot", number % 2 == 0, good=False),
            Effect("win the pot", number > 2, good=True),
            Effect("get {} points", number, good=True),
            Effect("get {} points more", number, good=True),
        ]

    view = with_effects(monkeypatch, effects)
    made, best, *_ = view.legal_moves
    ends = [HandEnd((number,)) for number in (1.0, 1.0, 2.0, 2.0)]
    better = [HandEnd((number,)) for number in (4.0, 3.0, 3.0, 5.0)]
    assert reasons.facts(view, made, best, ends, better) == (
        "After your move you win the pot in 0 % of the deals you could imagine, after the best "
        "move in 100 %.",
        "After your move you get 1.5 points on average, after the best move 3.8.",
    )


def test_moves_in_sentences_are_cards_or_quoted_words() -> None:
    view = view_of(street)
    assert reasons.quoted_moves(view, *view.legal_moves) == ("“high”", "“low”")
    view = view_of(twenty_down)
    words = ("♣ clubs", "♦ diamonds", "♥ hearts", "♠ spades")
    assert [reasons.text_of(view, move) for move in view.legal_moves] == [*words]
    view = _seen(tws.apply(shuffled(twenty_down.new_game(), 7), twenty_down.Trump(tws.Suit.CLUBS)))
    assert reasons.text_of(view, view.legal_moves[0]) == "keep all five"
    assert reasons.text_of(view, view.legal_moves[-1]).startswith("discard ")
    view = view_of(tien_len)
    made, best, *_ = view.legal_moves
    assert not any("“" in play for play in reasons.quoted_moves(view, made, best))


def test_of_lays_only_the_hands_that_differ_are_told_the_best_first() -> None:
    view = view_of(brag)
    made, best, *_ = view.legal_moves
    hands, better = (display_of(view).groups(move, view) for move in (made, best))
    deal = tws.Deal(tws.CARDS[:52])
    assert [*display_of(view).groups(deal, view)] == [deal.cards]
    one, other = reasons.quoted_moves(view, made, best)
    for text, some, rest in ((one, hands, better), (other, better, hands)):
        different = [signs_text(cards) for cards in some if cards not in rest]
        assert 0 < len(different) < 3 and "(" in text
        places = [text.find(each) for each in different]
        assert places == sorted(places) and places[0] == 0
        assert not any(signs_text(cards) in text for cards in some if cards in rest)
    assert reasons.text_of(view, made) == " / ".join(map(signs_text, hands))


def test_tricks_are_wanted_in_twenty_down_up_to_the_bid_and_by_declaration() -> None:
    seen = view_of(twenty_down)
    words = display_of(seen)
    assert (
        words.wants_tricks(seen) is True
        and display_of(spades.GAME).wants_tricks(view_of(spades)) is None
    )
    score = twenty_down.score([4, 1, 0, 0], "S", ["in", "in", "in", "out"])
    ends = [
        words.effects(attrs.evolve(seen, seat=seat), HandEnd((0.0,) * 4, (), score))
        for seat in range(4)
    ]
    assert [effect.value for (effect,) in ends] == [False, False, True, False]
    state, display = shuffled(street.new_game(), 1), display_of(street.GAME)
    assert display.wants_tricks(_seen(state)) is None
    for word, wants in [("high", True), ("low", False)]:
        assert display.wants_tricks(_seen(tws.apply(state, tws.parse_move(state, word)))) is wants


def test_a_fact_has_no_equal_numbers_and_tells_losses() -> None:
    view = view_of(tien_len)
    made, best, *_ = view.legal_moves

    def told(words: str, one: float, other: float) -> str:
        return reasons._told(view, (made, best), Effect(words, one), [one], [other])

    assert not told("take {} tricks", 4.31, 4.34) and told("take {} tricks", 4.31, 4.36)
    one, other = reasons.quoted_moves(view, made, best)
    assert told("get {} points", -2, 1) == (
        f"After {one} you lose 2 points, after {other} you get 1."
    )
    assert told("get {} points", -2, -1.5).endswith(f" points on average, after {other} 1.5.")
    assert "need 1 more play for" in told("need {} more plays for your cards", 1, 2)


def test_the_wish_of_the_player_is_the_first_fact(monkeypatch: pytest.MonkeyPatch) -> None:
    def effects(end: HandEnd) -> list[Effect]:
        clear = Effect("have the best first hand", end.payoffs[0])
        return [clear, Effect("take {} pots", end.payoffs[1], good=True)]

    view = with_effects(monkeypatch, effects)
    made, best, *_ = view.legal_moves
    ends = [HandEnd((False, number)) for number in (0.0, 0.0, 1.0, 0.0)]
    better = [HandEnd((True, number)) for number in (1.0, 0.0, 1.0, 1.0)]
    assert reasons._clearness([0, 0, 1, 0], [1, 0, 1, 1], True) < reasons._clearness(
        [0.0] * 4, [1.0] * 4, None
    )
    monkeypatch.setattr(reasons, "ERRORS", 1.0)
    assert " pots " in reasons.facts(view, made, best, ends, better)[0]


@cache
def low_street() -> tuple[Any, Any, int]:
    """Return a hand in which a seat that plays low takes one of the first two tricks, and the seat.

    The number is that of its move in the second trick.
    """
    for seed in range(100):
        record: Any = played("street", seed)
        one, two = (trick.winner for trick in record.state.tricks[:2])
        for number, (state, _) in enumerate(record):
            seat, seen = state.actor, tws.view(state, state.actor)
            is_second = state.phase == street.Phase.PLAY and len(state.tricks) == 1
            is_choice = is_second and one != two == seat and len(seen.legal_moves or ()) > 1
            if is_choice and display_of(seen).wants_tricks(seen) is False:
                return record, seat, number
    raise AssertionError("no such hand")


def test_facts_of_tricks_are_about_this_one_and_not_for_a_bid(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    record, seat, number = low_street()
    state, made = [*record][number]
    view, last = tws.view(state, seat), record.state
    tricks = last.tricks[:9]  # an odd number, so that two seats do not take as many
    end = HandEnd(tws.payoffs(last), tricks, last.score)
    others = [move for move in view.legal_moves or () if move != made]
    for best in others:
        effects = [*reasons._effects(display_of(view), view, made, best, end, 0)]
        found = {effect.words: effect.value for effect in effects}
        assert found["take this trick, which you do not want,"] is True
        won = [trick.winner for trick in tricks].count(seat)
        assert found["take {} unwanted tricks"] == won
        (kept,) = (each for each in effects if each.words.startswith("You kept "))
        assert kept.value is any(
            play.won and play.seat == seat and play.cards == cards_of(best)
            for trick in tricks
            for play in display_of(view).plays(trick)
        )
        with monkeypatch.context() as patch:
            patch.setattr(type(display_of(view)), "wants_tricks", Mock(return_value=True))
            wished, *_ = reasons._effects(display_of(view), view, made, best, end, 0)
        (card,) = cards_of(best)
        assert signs_text([card]) in wished.words and wished.value is kept.value and wished.good
        assert wished.words.endswith("if you play it now, and in {made} if you keep it.")
    view = next(_seen(each) for each, _ in played("street") if each.phase == "exchange")
    made, best = next(
        (one, other)
        for one, other in combinations(view.legal_moves, 2)
        if len({*cards_of(one)} ^ {*cards_of(other)}) == 2
    )
    with monkeypatch.context() as patch:
        patch.setattr(type(display_of(view)), "wants_tricks", Mock(return_value=True))
        assert "keep" not in str([*reasons._effects(display_of(view), view, made, best, end, 0)])
    view = view_of(duel)
    made, best, *_ = view.legal_moves
    last = HandEnd((0.0, 0.0), (), duel.score("high", [7, 3], captured=[0, 2], dealer=0))
    found = {
        each.words: each.value
        for each in reasons._effects(display_of(view), view, made, best, last, 1)
    }
    mine = view.seat == 0
    assert found == {"win the bidding and score nothing": not mine, "score points": mine}


_ESTIMATE = Estimate(0.0, 0.0, 0.0, 0.0)


@pytest.mark.parametrize("name", nightly_but_every(3, OURS))
def test_each_phase_of_each_game_has_a_hint_in_one_sentence(name: str) -> None:
    phases, rng = set[str](), random.Random(5)
    for state in played_by(lambda _: simple, shuffled(tws.GAMES[name].new_game(), 5), rng):
        view = _seen(state)
        if len(view.legal_moves or ()) < 2 or view.phase in phases:
            continue
        phases.add(view.phase)
        found = hint(view)
        assert found.move in view.legal_moves and found == hint(view)
        assert found.text.endswith(".") and found.text.count(". ") == 0 and len(found.text) < 200
        assert "{" not in found.text and "player " not in found.text
        assert (found.price > 0) == (found.other is not None) == ("costs" in found.text)
        if found.values:
            best = max(each.mean for each in found.values.values())
            assert found.values[found.move].mean == best
        else:
            assert " by rule of thumb, as " in found.text
    assert phases


def test_a_hint_depends_on_the_view_alone() -> None:
    state = shuffled(street.new_game(), 7)
    view = _seen(state)
    for seed in range(3):
        world = tws.worlds(view).sample(random.Random(seed))
        assert world != state and hint(_seen(world)) == hint(view)


def test_the_sentence_has_the_words_of_buttons_and_one_hand_of_a_lay() -> None:
    view = _seen(shuffled(spades.new_game(), 7))
    look, nil, _ = view.legal_moves
    found = Hint(view=view, move=look, values={look: _ESTIMATE}, other=nil, price=70.0)
    assert found.text == "Choose “Look at the cards”: “Nil” costs 70 points."
    assert attrs.evolve(found, other=None, price=0.0).text == (
        "Choose “Look at the cards”: all choices are about equal."
    )
    ready = attrs.evolve(found, price=1.04, reason="you make your bid")
    assert ready.text == "Choose “Look at the cards”: you make your bid; “Nil” costs 1 point."
    view = _seen(shuffled(tien_len.new_game(), 7))
    card, *_, other = view.legal_moves
    found = Hint(view=view, move=card, values={card: _ESTIMATE}, other=other, price=2.0)
    assert found.text.startswith("Play ") and " the " in found.text
    view = _seen(shuffled(brag.new_game(), 7))
    move, other, *_ = view.legal_moves
    found = Hint(view=view, move=move, values={move: _ESTIMATE}, other=other, price=2.0)
    head, costs = found.text.split(": ")
    assert head.startswith("Lay ") and head.count(" / ") == 2
    assert costs.startswith("to lay ") and costs.endswith(" costs 2 points.")


def test_a_single_move_and_no_worlds_have_a_plain_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    def unable(*_: object) -> None:
        raise WorldsError("unknown")

    def no_rule(_: object) -> None: ...

    view = _seen(shuffled(street.new_game(), 7))
    monkeypatch.setattr(MonteCarlo, "evaluate", unable)
    assert hint(view).text.endswith(
        "by rule of thumb, as the hidden cards of this game cannot be sampled."
    )
    monkeypatch.setattr("twowaystreet.players._hints.rule_of", no_rule)
    with pytest.raises(WorldsError):
        hint(view)
    with pytest.raises(tws.RulesError, match="a MonteCarlo"):
        hint(view, player=simple)  # type: ignore[arg-type]  # a wrong one
