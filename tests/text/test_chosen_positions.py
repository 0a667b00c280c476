"""The words for choices and results in chosen positions."""

import re
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.brag import table as brag_table
from tests.helpers import AnyState, AnyView, play, replay, shuffled
from tests.spades import table as spades_table
from tests.spades.test_reneges import reneged
from tests.street.table import playing as street_playing
from tests.text.positions import NAMES, display, names_for
from tests.tien_len import table as tien_len_table
from tests.twenty_down import table as twenty_down_table
from tests.twos.table import THREE, TWO
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
from twowaystreet._core.display.values import ScoreRow
from twowaystreet._core.engine.match import SeatScore
from twowaystreet.games import duel, spades, street, tien_len, twenty_down, twos


def led_by_twos() -> twos.View:
    state = twos.new_game()
    state = shuffled(state, 1)
    return tws.view(state, state.actor)


def test_a_lead_in_words_without_many_trumps_and_long_names() -> None:
    view = led_by_twos()
    some = attrs.evolve(view, legal_moves=(view.legal_moves or ())[:2])
    assert usual_task(some, NAMES) == "You lead: play a bright card"
    lost = tws.Trick(0, tws.cards("2C 3C"), (0, 1), tws.Suit.CLUBS, 1 - (view.seat or 0))
    assert play_task(attrs.evolve(view, tricks=(lost,))) == "You lead: play any card"
    held = tws.cards("2H 3H 4H 5H 7D")
    found = follow_task(held[:4], held, tws.Suit.SPADES, trumps=tws.Suit.HEARTS, where="dummy")
    assert found == "No spades in your dummy: play a trump"
    assert short("one " * 13, "two " * 13) == "two " * 13


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


def told(state: AnyState, what: str) -> object:
    """Return words: task, options, a part of one, rows or lines for a seat, a button, a kind."""
    kind, _, name = what.partition(" ")
    seat: int | None = state.actor or 0
    if kind in ("rows", "lines"):
        seat = None if name == "-" else int(name or 0)
    view = tws.view(state, seat)
    words, names = display_of(view), names_for(view)
    if kind == "task":
        return words.task(view, names)
    if kind == "rows":
        return "; ".join(row.words for row in words.score_rows(view, names))
    if kind == "lines":
        return "; ".join(words.score_lines(view, names))
    if kind == "button":
        return words.button_text(tws.parse_move(state, name), view)
    if kind == "kind":
        return words.kind_of(tws.cards(name), view)
    options = {option.text: option for option in words.options(view, names)}
    return "; ".join(options) if kind == "options" else getattr(options[name], kind)


def begun(game: Any, **options: Any) -> AnyState:
    state: AnyState = game.new_game(game.Rules(**options))
    return shuffled(state, 1)


def of_spades(moves: str, **where: Any) -> AnyState:
    """Return the end of a hand of Spades in which player 0 takes seven books."""
    state = spades_table.dealt(spades_table.taking(7), **where)
    return spades_table.played_out(replay(state, moves.split("; ")))


BIDS = "look; look; bid 5; bid 6; stand; stand"
PLACES: dict[str, Callable[[], AnyState]] = {
    "street": partial(begun, street, players=3, exchange="optional"),
    "a joker": partial(street_playing, "R* 2C", "3D 4H 5H", "2S 3S 4S 5S 6S 7S 8S 9S 10S JS"),
    "duel": partial(begun, duel),
    "spades": spades_table.dealt,
    "behind in spades": partial(spades_table.dealt, scores=[0, 100]),
    "a renege": partial(reneged, 2),
    "many books": partial(of_spades, BIDS, overbooks=[8, 0], perfect_bids=[0, 2]),
    "seven books": partial(of_spades, "nil; double nil; stand; stand"),
    "twenty down": twenty_down_table.dealt,
    "late in twenty down": lambda: shuffled(twenty_down.new_game(dealer=3, hands_played=8), 1),
    "tien len": tien_len_table.one_suit_each,
    "lone three": lambda: tien_len_table.playing("3S 5S 5C 6S 7D 8H 9C JS QD KC KD AC 2D"),
    "a hand of tien len": partial(tien_len_table.one_suit_each, tien_len_table.TO_THE_END),
    "nine": partial(brag_table.played, *brag_table.NINE),
    "tied": partial(brag_table.played, *brag_table.TIED),
    "four alike": partial(brag_table.dealt, "7C 7D 7H 7S 2C 3D 4H", "AC KD QH 9S 8D 6C 5H"),
    "four pairs": partial(brag_table.dealt, brag_table.FOUR_PAIRS, "3C 5D 7H 9S JC KC AD 6C 10H"),
    "two hands": partial(brag_table.played, "KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 3C"),
    "both tied": partial(brag_table.played, "KC QC JC / 8C 8D 4H", "KD QD JD / 8H 8S 4C"),
    "neither": partial(brag_table.played, "KC QC JC / 2C 5D 7H", "KD QD 9D / 8H 8S 4C"),
    "seven": partial(brag_table.dealt, "2C 4D 6H 8S 10C QD AS", "3C 5D 7H 9S JC KD 2S"),
}
WORDS = Path(__file__).with_name("words.txt")
"""Positions: the place, the moves from there, and the rules; then what is told there."""


def positions() -> list[Any]:
    """Return parameters: the place, the moves from there, and lines with what is told."""
    found = list[Any]()
    for block in re.split(r"\n(?! )", WORDS.read_text("utf-8").strip()):
        first, *rest = block.splitlines()
        place, moves, rules = map(str.strip, first.split("|"))
        marks = pytest.mark.rule(*rules.split())
        found.append(pytest.param(place, moves, rest, marks=marks, id=f"{place}: {moves[-20:]}"))
    return found


@pytest.mark.parametrize(("place", "moves", "words"), positions())
def test_the_words_of_a_position(place: str, moves: str, words: list[str]) -> None:
    state = replay(PLACES[place](), filter(None, moves.split("; ")))
    for line in words:
        what, _, expected = line.strip().partition(" = ")
        assert str(told(state, what)) == expected


def test_the_last_call_of_a_renege_and_the_rules_of_rows() -> None:
    state, words = play(reneged(2), "KH"), display("spades")
    reneges = [each for each in tws.legal_moves(state) if isinstance(each, spades.Renege)]
    view = tws.view(state, state.actor)
    last = attrs.evolve(view, legal_moves=(*reneges, spades.Renege()))  # as after the last book
    assert words.task(last, names_for(last)) == "Call the renege, or call none"
    option = words.options(last, names_for(last))[-1]
    assert (option.text, option.move) == ("Call none", spades.Renege())
    rows = words.score_rows(tws.view(PLACES["many books"](), 0), NAMES)
    assert [row.rule for row in rows] == ["SP-17", "SP-18"]
    watched = tws.view(play(PLACES["a joker"](), "R*"), 0)
    assert watched.phase == "play"
    assert display("street").task(watched, names_for(watched)) == "Ben is to play"


@pytest.mark.rule("TW-9")
def test_caught_twos_in_words() -> None:
    three = tws.Rank.THREE
    catches = [twos.Catch(*each) for each in ((0, 3, three), (0, 1, three), (2, 0, tws.Rank.TWO))]
    view = attrs.evolve(led_by_twos(), seat=0, score=twos.score([7, 3, 6, 0], catches))
    assert [row.words for row in display("twos").score_rows(view, names_for(view))] == [
        f"7 honours, caught 2 twos (+{2 * THREE}), lost 1 two (-{TWO})",
        f"3 honours, lost 1 two (-{THREE})",
        f"6 honours, caught 1 two (+{TWO})",
        f"0 honours, lost 1 two (-{THREE})",
    ]
    assert display("twos").score_lines(view, names_for(view)) == [
        f"You catch a two of Dana's with a three: {THREE} points",
        f"You catch a two of Ben's with a three: {THREE} points",
        f"Cem catches a two of yours with a two: {TWO} points",
    ]
