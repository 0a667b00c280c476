"""The words for choices and results in chosen positions."""

from __future__ import annotations

import random

import attrs
import pytest

import twowaystreet as tws
from tests.brag import table as brag_table
from tests.helpers import AnyState, AnyView, play, replay
from tests.spades import table as spades_table
from tests.spades.test_reneges import reneged
from tests.street.table import playing as street_playing
from tests.text.positions import NAMES, display, names_for
from tests.tien_len import table as tien_len_table
from tests.twenty_down import table as twenty_down_table
from twowaystreet._core.display.display import Display, display_of
from twowaystreet._core.display.usual import (
    follow_task,
    play_task,
    short,
    usual_button,
    usual_options,
    usual_row,
    usual_task,
)
from twowaystreet._core.display.values import Option, ScoreRow
from twowaystreet._core.engine.match import SeatScore
from twowaystreet.games import duel, spades, street, tien_len, twenty_down, twos


def view_of(state: AnyState) -> AnyView:
    """Return the view of the player to move; of seat 0 if nobody is."""
    return tws.view(state, state.actor or 0)


def task(state: AnyState) -> str:
    view = view_of(state)
    return display_of(view).task(view, names_for(view))


def options(state: AnyState) -> dict[str, Option]:
    """Return the options of the player to move by their texts."""
    view = view_of(state)
    return {option.text: option for option in display_of(view).options(view, names_for(view))}


def rows(state: AnyState, seat: int = 0) -> list[str]:
    view = tws.view(state, seat)
    return [row.words for row in display_of(view).score_rows(view, names_for(view))]


def lines(state: AnyState, seat: int | None = 0) -> list[str]:
    view = tws.view(state, seat)
    return list(display_of(view).score_lines(view, names_for(view)))


# Any game


def led_by_twos() -> twos.View:
    """Return the view of a player who leads the first trick of Twos."""
    state = twos.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    return tws.view(state, state.actor)


def test_a_lead_in_words() -> None:
    view = led_by_twos()
    some = attrs.evolve(view, legal_moves=(view.legal_moves or ())[:2])
    assert usual_task(some, NAMES) == "You lead: play a bright card"
    lost = tws.Trick(0, tws.cards("2C 3C"), (0, 1), tws.Suit.CLUBS, 1 - (view.seat or 0))
    assert play_task(attrs.evolve(view, tricks=(lost,))) == "You lead: play any card"


@pytest.mark.parametrize(
    ("legal", "held", "led", "expected"),
    [
        ("6C", "6C 9H", "C", "Follow clubs: only the 6"),
        ("6C 9C", "6C 9C 9H", "C", "Follow clubs: 6 or 9"),
        ("6C 7C 8C 9C", "6C 7C 8C 9C 9H", "C", "Follow clubs"),
        ("6C 7C 9C R*", "6C 7C 9C R* 9H", "C", "Follow clubs, or play Red Joker"),
        ("6C X* X*", "6C X* X* 9H", "C", "Follow clubs: 6 or a Joker"),
        ("6C 9H", "6C 9H", "S", "You have no spades: play any card"),
        ("2H 3H 4H 5H", "2H 3H 4H 5H 7D", "S", "You have no spades: play a bright card"),
        ("2H", "2H 7D", "S", "You have no spades: play 2♥"),
        ("6C 2H 3H 4H 5H", "6C 2H 3H 4H 5H", "C", "Play any card; clubs were led"),
        ("2H", "6C 2H", "C", "Play any card; clubs were led"),
        ("6C 2H", "6C 2H", None, "No suit is named yet: play any card"),
        ("6C", "6C", None, "Play your last card"),
    ],
)
def test_the_duty_to_follow_in_words(legal: str, held: str, led: str | None, expected: str) -> None:
    suit = tws.Suit(led) if led else None
    assert follow_task(tws.cards(legal), tws.cards(held), suit) == expected


def test_many_trumps_and_long_names_are_not_listed() -> None:
    held = tws.cards("2H 3H 4H 5H 7D")
    found = follow_task(held[:4], held, tws.Suit.SPADES, trumps=tws.Suit.HEARTS, where="dummy")
    assert found == "No spades in your dummy: play a trump"
    assert short("one " * 13, "two " * 13) == "two " * 13


def test_a_game_without_words_tells_phases_and_texts_of_moves() -> None:
    plain = Display[AnyView]()
    state = twenty_down_table.dealt()
    mine, others = tws.view(state, 0), tws.view(state, 1)
    assert plain.task(mine, names_for(mine)) == "Your turn: trump"
    assert plain.task(others, names_for(others)) == "Ann's turn: trump"
    assert [option.text for option in plain.options(mine, NAMES)][:2] == ["♠ spades", "♥ hearts"]
    assert plain.slots(mine) == () == tuple(plain.slot_labels(mine))

    both = (twenty_down.Trump(tws.Suit.CLUBS), street.NameSuit(tws.Suit.CLUBS))
    texts = [option.text for option in usual_options(attrs.evolve(mine, legal_moves=both))]
    assert texts == ["trump C", "name C"]  # equal words are told apart
    for move, button in (
        (twenty_down.Draw(tws.cards("7C 8D")), "Draw 7♣ 8♦"),
        (tien_len.PlayCards(tws.cards("7C 7D")), "Play 7♣ 7♦"),
        (street.Exchange(tws.cards("8S R*")), "Exchange 8♠ Red Joker"),
    ):
        assert usual_button(move) == button
    assert usual_row(SeatScore(3)) == ScoreRow("")  # an entry that only repeats the points
    assert usual_row(street.score(["HD", "LD", "HD"], [4, 5, 1]).seats[0]).words == "HD,4-1:3"


# Two Way Street and the Duel


@pytest.mark.rule("ST-8")
def test_the_last_free_declaration_says_whom_it_forces() -> None:
    state = street.new_game(street.Rules(players=3, exchange=street.ExchangeRule.OPTIONAL))
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    assert [option.badge for option in options(state).values()] == ["so far: nobody"] * 2
    state = replay(state, ["high", "keep"])
    found = options(state)["High"]
    assert found.badge == "so far: Ann" and found.big
    assert found.note == "You want tricks: each counts one; all after you must then go low"
    state = replay(state, ["high"])
    assert task(state) == "Choose two cards to exchange with the stock, or keep all ten"
    state = replay(state, ["keep"])
    assert task(state) == "Forced low: exchange two cards, or keep all ten"
    assert options(state)["Keep all ten"].move == street.Keep()


@pytest.mark.rule("ST-16", "ST-18", "ST-19")
def test_a_joker_led_asks_for_a_suit() -> None:
    state = street_playing("R* 2C", "3D 4H 5H", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS")
    state = replay(state, ["R*"])
    assert task(state) == "Name the suit that the Red Joker stands for"
    assert [option.text for option in options(state).values()] == ["♥ hearts", "♦ diamonds"]
    assert tws.view(state, 0).phase == "play"
    watched = tws.view(state, 0)
    assert display("street").task(watched, names_for(watched)) == "Ben is to play"


@pytest.mark.rule("DU-6")
def test_bids_that_are_thrown_in_ask_for_another_deal() -> None:
    state: AnyState = duel.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    assert task(state) == "Bid a number, high or low, in secret"
    state = replay(state, ["bid 3 high"])
    assert task(state) == "Bid a number, high or low"
    state = replay(state, ["bid 3 low"])
    assert task(state) == "Equal numbers, one high, one low: deal again"


@pytest.mark.rule("DU-7", "DU-11")
def test_a_bid_of_the_duel_says_what_it_takes() -> None:
    state: AnyState = duel.new_game()
    state = tws.apply(state, tws.shuffle(state, random.Random(1)))
    dealer = options(state)
    level = "(6: level, 1 point)"
    assert dealer["2 high"].note == f"Win with 7 tricks or more {level}. {stock('Ben takes 2')}"
    assert (
        dealer["2 low"].note
        == f"Win with 3 tricks or fewer (4: level, 1 point). {stock('you take 2')}"
    )
    level = "at best the tricks are level (0: level, 1 point)"
    assert dealer["10 low"].note == f"You cannot win: {level}. {stock('you take 10')}"
    assert (dealer["3 high"].number, dealer["3 high"].switch) == (3, "high")
    responder = options(replay(state, ["no bid"]))
    assert responder["2 high"].note == f"Win with 7 tricks or more. {stock('Ann takes 2')}"
    level = f"You cannot win: at best the tricks are level. {stock('Ann takes 10')}"
    assert responder["10 high"].note == level


def stock(taken: str) -> str:
    """Return what becomes of the stock if a bid decides."""
    return f"If yours is the stronger bid, {taken} tricks from the stock before the play"


# Spades


def test_a_bid_of_spades_says_its_points() -> None:
    found = options(replay(spades_table.dealt(), ["look", "look"]))
    assert found["5"].note == "Your two hands take 5 books or more: 50 points, else 50 off"
    assert found["13"].note == "Your two hands take all 13 books: 500 points, else 130 off"
    assert (found["5"].number, found["5"].confirm) == (5, False)
    assert (found["Bemo"].number, found["Bemo"].confirm) == (None, True)


@pytest.mark.rule("SP-6")
def test_a_player_far_behind_may_bid_blind() -> None:
    found = options(spades_table.dealt(scores=[0, 100]))
    assert found["Blind 6"].number == 6 and found["Blind 6"].confirm
    assert found["Blind 6"].note == "Your two hands take 6 books or more: 100 points, else 60 off"


@pytest.mark.rule("SP-14")
def test_a_renege_to_call_in_words() -> None:
    state = play(reneged(2), "KH")
    assert task(state) == "Call the renege, or play a card"
    note = "Ben's hand did not follow hearts in book 1, and had some"
    assert [option.note for option in options(state).values()] == [note] * len(options(state))
    assert list(options(state)) == ["Take 1 book", "Take 2 books"]
    reneges = [each for each in tws.legal_moves(state) if isinstance(each, spades.Renege)]
    none = (*reneges, spades.Renege())  # as after the last book
    last, words = attrs.evolve(view_of(state), legal_moves=none), display("spades")
    assert words.task(last, names_for(last)) == "Call the renege, or call none"
    option = words.options(last, names_for(last))[-1]
    assert (option.text, option.move) == ("Call none", spades.Renege())


@pytest.mark.rule("SP-17", "SP-18")
def test_the_tenth_overbook_and_the_third_perfect_bid_in_words() -> None:
    hands = spades_table.taking(7)
    bids = ["look", "look", "bid 5", "bid 6", "stand", "stand"]
    state = spades_table.dealt(hands, overbooks=[8, 0], perfect_bids=[0, 2])
    state = spades_table.played_out(replay(state, bids))
    assert rows(state) == [
        "bid 5, took 7: 50 and 2 overbooks, 100 off for ten overbooks",
        "bid 6, took 6: 60, 80 more for three perfect bids",
    ]
    assert lines(state) == ["Overbooks so far: 10 for you, 0 for Ben; every ten cost 100 points"]
    assert [row.rule for row in display("spades").score_rows(tws.view(state, 0), NAMES)] == [
        "SP-17",
        "SP-18",
    ]


def test_bids_other_than_numbers_are_made_or_failed() -> None:
    state = spades_table.dealt(spades_table.taking(7))
    state = replay(state, ["nil", "double nil", "stand", "stand"])
    assert rows(spades_table.played_out(state)) == ["nil made: 300", "double nil failed: 100 off"]


# Twenty Down


@pytest.mark.rule("TD-4", "TD-5")
def test_who_is_alone_in_gains() -> None:
    state = replay(twenty_down_table.dealt(), ["trump C", *["draw"] * 4])
    assert task(state) == "Are you in or out of this hand?"
    state = replay(state, ["out", "out"])
    note = "Your points stay as they are, and Ann, alone in, gets 5 off"
    assert options(state)["Out"].note == note
    assert options(state)["Out"].badge == "so far: Ben and Cem"
    state = replay(state, ["out"])
    assert rows(state) == ["alone in: 5 off", *["out: nothing changes"] * 3]
    assert lines(state) == ["Trumps were ♣ clubs", "Only you go in: nothing is played"]
    assert lines(state, None)[1] == "Only Ann goes in: nothing is played"


@pytest.mark.rule("TD-11")
def test_the_leader_of_a_late_hand_has_not_named_trumps() -> None:
    state: AnyState = replay(twenty_down_table.dealt(), ["trump C", *["draw"] * 4, *["in"] * 3])
    assert task(state) == "You named trumps, so you lead: play any card"
    late = twenty_down.new_game(dealer=3, hands_played=8)
    late = replay(tws.apply(late, tws.shuffle(late, random.Random(1))), ["draw"] * 4)
    assert task(late) == "You lead first: play any card"


def test_buttons_for_discards_and_plays() -> None:
    view = tws.view(twenty_down_table.dealt(), 0)
    words = display("twenty_down").button_text
    assert words(twenty_down.Draw(tws.cards("7D")), view) == "Discard 7♦"
    assert words(twenty_down.Draw(), view) == "Keep all five"
    assert words(tws.Play(tws.Card.parse("7D")), view) == "Play 7♦"


# Tien Len


@pytest.mark.rule("TL-3")
def test_combinations_in_words() -> None:
    view, words = tws.view(tien_len_table.playing(), 0), display("tien_len")
    for cards, kind, button in (
        ("9S", "", "9♠"),
        ("9H 9S", "pair", "9♠ 9♥"),
        ("6H 6S 6C", "triplet", "6♠ 6♣ 6♥"),
        ("2H 2S 2C 2D", "four", "2♠ 2♣ 2♦ 2♥"),
        ("QH KS AC 2D", "sequence", "Q♥ K♠ A♣ 2♦"),
        ("5H 5S 6C 6D 7C 7D", "double sequence", "5♠ 5♥ 6♣ 6♦ 7♣ 7♦"),
    ):
        some, named = tws.cards(cards), "four of a kind" if kind == "four" else kind
        assert words.kind_of(some, view) == kind
        told = f"Play the {named} {button}" if kind else f"Play {button}"
        assert words.button_text(tien_len.PlayCards(some), view) == told
    assert words.kind_of(tws.cards("9H 8S"), view) == ""
    assert words.button_text(tien_len.Pass(), view) == "Pass"


@pytest.mark.rule("TL-2", "TL-5")
def test_tasks_of_tien_len_name_the_play_to_beat() -> None:
    state = tien_len_table.one_suit_each()
    assert task(state) == "You lead: play any cards with the 3♠"
    state = tien_len_table.after(state, tien_len_table.SPADES)
    assert task(state) == "Beat the sequence 3 to 2, or pass"
    state = tien_len_table.after(state, "pass; pass; pass")
    assert task(state) == "The winner has no cards left: lead any card or combination"
    state = tien_len_table.one_suit_each(tien_len_table.TO_THE_END)
    assert lines(state, 3) == ["Only you keep cards: 1 point from you to each of the others"]
    assert lines(state, None)[0].startswith("Only Dana keeps cards: 1 point from Dana to each")


# Brag


@pytest.mark.rule("BR-10")
def test_two_points_of_three_take_the_pot_in_words() -> None:
    state = brag_table.played(*brag_table.NINE)
    assert rows(state)[0] == "best and second hand won: takes the pot of 4, 3 of it from the others"
    assert rows(state)[1:] == [
        "no hand won: loses 1 stake",
        "third hand won: loses 1 stake",
        "no hand won: loses 1 stake",
    ]
    pot, best, *others = lines(state)
    assert pot == "You take the pot of 4 stakes: two of three hands won"
    assert best == "Best hands: you with prial of nines (nines are highest)"
    assert len(others) == 2
    tied = lines(brag_table.played(*brag_table.TIED))
    assert tied[0] == "Nobody has won two hands, so the pot of 3 stakes stays"


@pytest.mark.rule("BR-7")
def test_a_deal_that_ends_the_hand_in_words() -> None:
    state = brag_table.dealt("7C 7D 7H 7S 2C 3D 4H", "AC KD QH 9S 8D 6C 5H")
    assert rows(state) == [
        "four of a kind: takes the pot of 2, 1 of it from the others",
        "against four of a kind: loses 1 stake",
    ]
    assert lines(state, 1) == ["Ann takes the pot of 2 stakes at once, with four of a kind"]
    dead = brag_table.dealt(brag_table.FOUR_PAIRS, "3C 5D 7H 9S JC KC AD 6C 10H")
    assert rows(dead) == ["four pairs dealt: the pot stays"] * 2
    assert lines(dead) == ["Four pairs: nobody plays this hand, and the pot of 2 stakes stays"]


@pytest.mark.rule("BR-11")
def test_two_of_two_hands_take_the_pot_in_words() -> None:
    first, second = "KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C"
    state = brag_table.played(first, second)
    won = "second hand won, best hand tied: takes the pot of 2, 1 of it from the others"
    assert rows(state) == [won, "best hand tied: loses 1 stake"]
    assert lines(state, 1) == [
        "Ann takes the pot of 2 stakes: both hands are among the best",
        "Best hands: Ann and you with running flush K Q J",
        "Second hands: Ann with pair of eights",
    ]
    tied = brag_table.played("KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 4C")
    assert rows(tied) == ["best and second hand tied: the pot stays"] * 2
    several = "Several players have both hands among the best, so the pot of 2 stakes stays"
    assert lines(tied)[0] == several
    neither = brag_table.played("KC QC JC / 2C 5D 7H", "KD QD 9D / 8H 8S 4C")
    assert lines(neither)[0].startswith("Nobody has both hands among the best")


@pytest.mark.rule("BR-4")
def test_the_task_of_brag_tells_the_number_of_hands_and_the_highest_rank() -> None:
    assert task(brag_table.dealt(*["2C 4D 6H 8S 10C QD AS"][:1], "3C 5D 7H 9S JC KD 2S")) == (
        "Divide your cards into two hands; leave one out; sevens are highest"
    )


# Twos


@pytest.mark.rule("TW-9")
def test_caught_twos_in_words() -> None:
    three = tws.Rank.THREE
    catches = [twos.Catch(*each) for each in ((0, 3, three), (0, 1, three), (2, 0, tws.Rank.TWO))]
    view = attrs.evolve(led_by_twos(), seat=0, score=twos.score([7, 3, 6, 0], catches))
    assert [row.words for row in display("twos").score_rows(view, names_for(view))] == [
        "7 honours, caught 2 twos (+6), lost 1 two (-2)",
        "3 honours, lost 1 two (-3)",
        "6 honours, caught 1 two (+2)",
        "0 honours, lost 1 two (-3)",
    ]
    assert display("twos").score_lines(view, names_for(view)) == [
        "You catch a two of Dana's with a three: 3 points",
        "You catch a two of Ben's with a three: 3 points",
        "Cem catches a two of yours with a two: 2 points",
    ]
