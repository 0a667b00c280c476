"""The examples without tricks follow their rules: Crazy Eights and Scopa."""

import random
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

import twowaystreet as tws
from examples import crazy_eights, scopa
from tests.cli.helpers import output
from tests.helpers import positions, refused, replay, text_of, texts
from twowaystreet import authoring as core
from twowaystreet import reasons
from twowaystreet.testing import conformance

EXAMPLES = Path(__file__).parent.parent / "examples"


@pytest.mark.parametrize(
    ("name", "most", "setting"), [("crazy_eights", 130, "max_hands=1"), ("scopa", 130, "target=1")]
)
def test_each_game_is_short_and_played_at_the_terminal(name: str, most: int, setting: str) -> None:
    path = EXAMPLES / f"{name}.py"
    assert len(path.read_text(encoding="utf-8").splitlines()) <= most
    lines = output("play", f"{path}:GAME", "--auto", "--seed", "3", "--set", setting).splitlines()
    assert any(line.endswith("the game.") for line in lines)
    told = [line for line in lines if re.match(r"Seat \d  (plays|draws|passes|chooses)", line)]
    assert len(told) > 10 and not any("chooses" in line for line in told)


@pytest.mark.parametrize("game", [crazy_eights.GAME, scopa.GAME], ids=lambda game: game.name)
def test_worlds_are_those_that_play_can_reach(game: tws.Game) -> None:
    assert conformance.check(game, promises=["worlds"], hands=2)["worlds"]


def began(game: tws.Game, first: str, second: str, stock: str, packet: int) -> Any:
    """Return a hand of two players; seat 1, the first to move, has the first cards."""
    start = game.new_game()
    both = [tws.cards(first), tws.cards(second)]
    rounds = range(0, len(both[0]), packet)
    pack = [*chain(*(hand[at : at + packet] for at in rounds for hand in both)), *tws.cards(stock)]
    return tws.apply(
        start, tws.Deal([*pack, *(one for one in start.rules.pack.cards if one not in pack)])
    )


# Crazy Eights


def test_an_eight_names_the_suit_and_passes_show_cards_that_a_hand_lacks() -> None:
    for players in range(2, 6):
        start = crazy_eights.GAME.new_game(crazy_eights.Rules(players=players))
        state = tws.apply(start, tws.shuffle(start, random.Random(players)))
        each = 7 if players == 2 else 5
        assert state.hand_sizes == (each,) * players
        assert len(state.stock) == 51 - each * players
    hands = "3H 9D 8S KC QC JC 8H", "2C 3C 4C 5C 6C 7C 10C"
    state = began(crazy_eights.GAME, *hands, "9H 2S", 1)
    named = [[f"play 8{eight} naming {suit}" for suit in "CDHS"] for eight in "HS"]
    assert texts(state) == ["draw", "play 9D", "play 3H", *named[0], *named[1]]
    for wrong in ("play KC", "play 8S", "play 3H naming C", "pass"):
        assert refused(state, wrong, reasons.NotOffered).rule == "CE-2"
    short = tws.parse_move(state, "8s naming c", short=True)
    after = tws.apply(state, short)
    seen = tws.view(after, 0).to_dict()
    assert (str(short), seen["pile"], seen["suit"]) == ("play 8S naming C", ["9H", "8S"], "C")
    assert texts(after) == ["draw", *(f"play {rank}C" for rank in (2, 3, 4, 5, 6, 7, 10))]
    after = replay(after, ["draw"])
    assert text_of(after.hand_of(0)) == f"{hands[1]} 2S" and after.actor == 1
    stuck = 0
    for seed in range(30):
        rng, rules = random.Random(seed), crazy_eights.Rules(players=2 + seed % 4)
        hand = [*positions(crazy_eights.GAME.new_game(rules), rng)]
        for state in hand:
            passes = tws.view(state, None).passes
            assert not any(core.mask_of(state.hand_of(seat)) & mask for seat, mask in passes)
            if state.actor is not None:
                assert ("draw" in texts(state)) == bool(state.stock)
                assert ("pass" in texts(state)) == (texts(state) == ["pass"])
        last = hand[-1]
        assert tws.score_hand(last).points == tuple(-size for size in last.hand_sizes)
        if all(last.hand_sizes):
            stuck += 1
            lately = {*tws.view(last, None).passes[-rules.players :]}
            assert not last.stock and {seat for seat, _ in lately} == {*range(rules.players)}
            assert len({mask for _, mask in lately}) == 1
    assert 0 < stuck < 30


# Scopa


def fishing(first: str, second: str, table: str, stock: str = "") -> Any:
    return began(scopa.GAME, first, second, f"{table} {stock}", 3)


def test_a_card_takes_one_of_its_value_first_and_the_last_card_makes_no_sweep() -> None:
    state = fishing("2C 7C KS", "AC 5C 6S", "3C 4D 7S 6H")
    takes = ["play 2C", "play 7C taking 7S", "play KS taking 3C 7S", "play KS taking 4D 6H"]
    assert texts(state) == takes
    for wrong in ("play 7C", "play 7C taking 3C 4D", "play KS", "play 2C taking 7S"):
        assert refused(state, wrong, reasons.NotOffered).rule == "SC-2"
    assert str(tws.parse_move(state, "ks taking 7s 3c", short=True)) == takes[2]
    after = replay(state, takes[2:3])
    seen = tws.view(after, None)
    assert (text_of(seen.table), text_of(seen.captured[1])) == ("4D 6H", "KS 3C 7S")
    assert text_of(tws.view(replay(state, takes[:1]), None).table) == "2C 3C 4D 6H 7S"
    state = fishing("KC 2C 3C", "5C AC 6C", "AD 2D 3D 4D", "7C 7D 7H 7S JC JD")
    state = replay(state, ["play KC taking AD 2D 3D 4D"])
    assert tws.view(state, None).sweeps == (0, 1)
    state = replay(state, ["play 5C", "play 2C", "play AC", "play 3C taking AC 2C", "play 6C"])
    assert [text_of(hand) for hand in state.hands] == ["JC JD 7S", "7C 7D 7H"]
    assert state.actor == 1 and len(state.stock) == 24
    swept = 0
    for seed in range(40):
        *_, before, state = positions(scopa.GAME.new_game(), random.Random(seed))
        was, now = tws.view(before, None), tws.view(state, None)
        assert was.sweeps == now.sweeps and sum(now.cards) == 40 and not now.table
        (taker,) = [seat for seat in (0, 1) if now.took_last[seat]]
        gained = {*now.captured[taker]} - {*was.captured[taker]}
        assert gained == {*was.table, *before.hand_of(before.actor)}
        swept += before.actor == taker
        coins = [
            [card for card in cards if card.suit is tws.Suit.DIAMONDS] for cards in now.captured
        ]
        for seat, points in enumerate(tws.score_hand(state).points):
            more = (now.cards[seat] > now.cards[1 - seat]) + (
                len(coins[seat]) > len(coins[1 - seat])
            )
            assert points == more + (scopa.SEVEN in coins[seat]) + now.sweeps[seat]
    assert swept
