"""Reports in words of the moves since a person's last decision."""

import random
from typing import Any

import pytest

import twowaystreet as tws
from tests.cli.helpers import EARLIER, SEED_7, output
from tests.helpers import shuffled, some_move
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import plain
from twowaystreet._core.display.sentences import Happening, report_lines
from twowaystreet._core.records.seat_records import event_of
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

NAMES = ("You", "Ann", "李小龙", "Dan")


def report(start: Any, *moves: str, seed: int = 7, typed: int = -1) -> str:  # Any: any game's state
    """Report moves of a deal to seat 0, as one text.

    Args:
        start: the state before the deal.
        moves: the moves after the deal; an empty text stands for any legal move.
        seed: the seed of the deal.
        typed: the place of the move that the person typed.
    """
    state, rng = shuffled(start, seed), random.Random(seed)
    happened = list[Happening]()
    for place, text in enumerate(moves):
        move = tws.parse_move(state, text) if text else some_move(state, rng)
        event = event_of(state, move, 0)
        happened.append(Happening(tws.view(state, 0), event, is_typed=place == typed))
        state = tws.apply(state, move)
    game = next(game for game in tws.GAMES.values() if game.State is type(state))
    lines = report_lines(display_of(game), happened, NAMES[: len(state.scores)], 0)
    return " ".join(" ".join(map(plain, lines)).split())


def test_declarations_and_exchanges_of_others_are_told_without_their_cards() -> None:
    start = street.new_game(street.Rules(exchange=street.ExchangeRule.OPTIONAL), dealer=1)
    told = report(start, "high", "keep", "high", "", "high", "keep", "keep")
    assert told == (
        "Meanwhile Ann declares high and keeps all ten cards; 李小龙 declares high and exchanges "
        "two cards; Dan declares high and keeps all ten cards; you keep all ten cards, forced to "
        "go low."
    )


def test_a_trick_is_told_with_its_leader_and_its_taker() -> None:
    told = report(twos.new_game(dealer=0), "", "", "", "")
    assert told.startswith("Trick 1 Ann leads ")
    assert told.count(" plays ") == 2 and "; you play " in told
    assert "take the trick" in told or "takes the trick" in told


def test_a_typed_move_is_not_repeated_but_its_effects_are_told() -> None:
    told = report(twos.new_game(dealer=0), "", "", "", "", typed=3)
    assert "you play" not in told and "the trick" in told


def test_the_end_of_the_bidding_is_told() -> None:
    told = report(duel.new_game(dealer=1), "bid 3 high", "bid 2 low", typed=1)
    assert told == (
        "Meanwhile Ann bids in secret; the bids are 2 low (you), 3 high (Ann); the direction is "
        "high; you capture 3 tricks from the stock."
    )


def test_a_secret_bid_is_told_without_its_strength() -> None:
    assert report(duel.new_game(dealer=1), "bid 3 high") == "Meanwhile Ann bids in secret."
    assert report(duel.new_game(dealer=0), "no bid", "no bid").startswith(
        "Meanwhile You make no bid; Ann makes no bid"
    )


def test_bids_and_raises_are_told() -> None:
    told = report(spades.new_game(), "look", "look", "bid 4", "bemo", "bid 6", "stand", "stand")
    assert told == (
        "Meanwhile Ann looks at the cards; you look at the cards; Ann bids 4; you bid bemo; Ann "
        "raises to 6; you stand; Ann stands."
    )


def test_trumps_draws_and_declarations_are_told() -> None:
    start = twenty_down.new_game(dealer=0)
    told = report(start, "trump C", "draw", "draw", "draw", "draw", "out", "in", "out")
    assert told == (
        "Meanwhile Ann names clubs as trumps and keeps all five cards; 李小龙 keeps all five "
        "cards; Dan keeps all five cards; you keep all five cards; 李小龙 stays out; Dan goes in; "
        "you stay out."
    )


def test_plays_of_several_cards_and_passes_are_told() -> None:
    state: Any = tien_len.new_game()
    told = report(state, *[""] * 12, seed=3)
    assert "passes" in told and " leads " in told
    assert "lay " in report(brag.new_game(dealer=3), "")


@pytest.mark.parametrize("name", tws.GAMES)
def test_every_move_of_every_game_is_told(name: str) -> None:
    for seed in range(4):
        rng = random.Random(seed)
        game = tws.GAMES[name]
        state: Any = shuffled(game.new_game(), seed)
        names = NAMES[: len(state.scores)]
        while not state.hand_over:
            if state.needs_deal:
                state = tws.apply(state, tws.shuffle(state, rng))
                continue
            move = some_move(state, rng)
            event = event_of(state, move, 0)
            (first, *_) = report_lines(
                display_of(game), [Happening(tws.view(state, 0), event)], names, 0
            )
            subject = names[event.seat or 0]
            assert plain(first)[11:].startswith(f"{subject} ")
            assert "choose" not in plain(first)
            state = tws.apply(state, move)


def test_a_person_reads_the_report_before_the_table() -> None:
    session = output(*SEED_7, "--names", "Ann", typed=["low", "AC B*", "2H"])
    told = (
        "\nMeanwhile  Seat 2 declares high and exchanges two cards; Seat 3 declares high\n"
        "           and exchanges two cards.\n\nDeclare "
    )
    assert told in session
    assert "\nTrick 1    Ann plays Red Joker and takes the trick.\nTrick 2    " in session


def test_a_single_legal_card_is_played_and_told() -> None:
    words = ("play", "twenty_down", "--seed", "5", "--hands", "1", "--dealer", "0", *EARLIER)
    session = " ".join(output(*words, typed=["7C 8D", "in", "1"]).split())
    assert "you play JC (your only legal card)" in session
    assert "Score sheet" in session
    asked = output(*words, "--ask-always", typed=["7C 8D", "in"])
    assert "only legal" not in asked
    assert asked.count("Your move") == 3


def test_undo_takes_back_a_decision_and_not_a_card_played_automatically() -> None:
    words = ("play", "twenty_down", "--seed", "5", "--dealer", "0", "--practice", *EARLIER)
    session = output(*words, typed=["7C 8D", "in", "undo"])
    assert "only legal card" in session
    assert session.rstrip().splitlines()[-6].startswith("Your move  [1] in   [2] out")
