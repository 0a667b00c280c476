"""Whole games of Brag: the pot, the end, options, and rigged deals (BR-2, BR-3, BR-12, BR-13)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from itertools import chain

import pytest

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, deal, played
from tests.helpers import Hostile, anything
from tests.reference.pairs import PAIRS, compare, opening
from twowaystreet._core.cards.masks import FRENCH_DECK
from twowaystreet.errors import quoted
from twowaystreet.games import brag, twos

WON = (
    "9C 9D 9H / AS KS QS / AC AD JH",
    "2C 3D 5H / 7C 7D KH / 4S 6H QD",
    "2D 3H 5C / 4C 6D 8H / 7S JC 10C",
)
ODD = ("2H 3C 4S 5C 6H 7C 9C 10H JD", "2S 3D 4H 5D 6C 7D 9D 10D JC")


@pytest.mark.rule("BR-3", "BR-12")
def test_the_pot_stays_and_grows() -> None:
    """The case brag-pot-of-two-deals."""
    state = played(*TIED)
    assert state.antes == 1 and state.scores == (0, 0, 0)
    state = again(state, *WON)
    assert tws.score_hand(state).antes == 2 and state.antes == 0
    assert tws.score_hand(state).points == state.scores == (4, -2, -2)
    # The next pot has one ante of each player again.
    state = again(state, *WON[1:], WON[0])
    assert tws.score_hand(state).antes == 1 and state.scores == (3, -3, 0)


@pytest.mark.rule("BR-2", "BR-7", "BR-12", "BR-13")
def test_dead_hands_count_and_the_deal_moves_on() -> None:
    start = brag.new_game(brag.Rules(players=3, max_hands=4), dealer=1, antes=1)
    state = deal(start, FOUR_PAIRS, *ODD)
    assert (state.hands_played, state.dealer, state.antes) == (1, 1, 2)
    state = again(state, *TIED)
    assert (state.hands_played, state.dealer, state.antes) == (2, 2, 3)
    state = deal(state, FOUR_PAIRS, *ODD)
    assert (state.hands_played, state.dealer, state.antes) == (3, 0, 4)
    assert not state.is_over and state.winners == ()
    state = again(state, *WON[1:], WON[0])
    assert state.is_over and state.dealer == 1 and state.winners == (2,)
    assert state.scores == (-5, -5, 10) and tws.score_hand(state).antes == 5


@pytest.mark.rule("BR-12", "BR-13")
def test_a_pot_left_at_the_end_is_nobodys() -> None:
    state = played(*TIED, antes=3, max_hands=1)
    assert state.is_over and state.antes == 4 and state.scores == (0, 0, 0)
    assert state.winners == (0, 1, 2)


@pytest.mark.rule("BR-13", "AL-2")
def test_the_most_stakes_win() -> None:
    for scores, winners in (
        ([0, 0, 0, 0], (0,)),
        ([-3, 1, 2, 0], (2,)),
        ([-3, 1, 1, 1], (0, 1, 2, 3)),
        ([-4, 2, 2, 0], (1, 2)),
    ):
        start = brag.new_game(brag.Rules(max_hands=6), dealer=3, scores=scores, hands_played=5)
        state = again(start, *NINE)
        assert state.is_over and state.winners == winners
        assert state.scores == (scores[0] + 3, *(score - 1 for score in scores[1:]))


# Valid and invalid options of Brag, and openings of a match.


MOST = {9: 5, 7: 7, 6: 8}


def refusal(**options: object) -> tws.RulesError:
    """Return the error for these options; its message quotes option and value."""
    with pytest.raises(tws.RulesError) as caught:
        brag.Rules(**anything(options))
    error = caught.value
    assert error.value is options[error.field]
    shown = f"{error.field}={quoted(error.value)}: expected {error.expected} ({error.rule})"
    assert str(error) == shown
    return error


@pytest.mark.rule("BR-1")
@pytest.mark.parametrize("cards", MOST)
def test_cards_and_players(cards: int) -> None:
    for players in range(2, MOST[cards] + 1):
        rules = brag.Rules(cards=cards, players=players)
        assert (rules.cards, rules.seats) == (cards, players)
        assert rules.hands == (3 if cards == 9 else 2)
    for players in (-1, 0, 1, MOST[cards] + 1, 9, 52):
        assert (refusal(cards=cards, players=players).rule) == "BR-1"
    assert refusal(cards=7, players=8).expected == "a whole number, 2 to 7 with cards=7"


@pytest.mark.rule("BR-1", "BR-4", "BR-13")
def test_other_values_are_refused() -> None:
    assert refusal(cards=8).expected == "6, 7 or 9"
    assert refusal(cards=5).expected == "a whole number, 6 to 9; not 8"
    for value in (None, "", "Everywhere", "prial", 0, True, Hostile(), twos.Phase.PLAY):
        error = refusal(high_rank=value)
        assert (error.rule, error.expected) == ("BR-4", "one of everywhere, prials")
    assert refusal(max_hands=None).rule == "BR-13"


@pytest.mark.rule("BR-12")
def test_impossible_antes_are_refused() -> None:
    for value in (-1, 1.0, True, None, "1", [1], (1, 1, 1, 1), 10**9 + 1, Hostile()):
        with pytest.raises(tws.RulesError, match=r"^antes=") as caught:
            brag.new_game(antes=anything(value))
        assert caught.value.rule == "BR-12" and caught.value.value is value


Rig = Callable[[brag.Rules, random.Random], list[list[tws.Card]]]


def _by_rank(rules: brag.Rules, rng: random.Random) -> list[list[tws.Card]]:
    """Deal the pack sorted by rank, a little disturbed, so that most hands have equal ranks."""
    place = {str(rank): number for number, rank in enumerate(rng.sample(list(tws.Rank), 13))}
    mess = rng.choice([1.0, 2.0, 4.0, 6.0])
    pack = sorted(FRENCH_DECK, key=lambda card: place[str(card.rank)] + mess * rng.random())
    first = rng.randrange(52 - rules.cards * rules.players + 1)
    return [pack[first + seat * rules.cards :][: rules.cards] for seat in range(rules.players)]


def _in_pairs(rules: brag.Rules, rng: random.Random) -> list[list[tws.Card]]:
    """Deal pairs: four pairs and a single card to a hand of nine."""
    pairs = list[list[tws.Card]]()
    for rank in tws.Rank:
        cards = [tws.Card(rank, suit) for suit in rng.sample(list(tws.Suit), 4)]
        pairs += [cards[:2], cards[2:]]
    rng.shuffle(pairs)
    each = rules.cards // 2
    cards = list(chain(*pairs))
    hands = [cards[2 * each * seat : 2 * each * (seat + 1)] for seat in range(rules.players)]
    rest = cards[2 * each * rules.players :]
    for hand in hands:
        while len(hand) < rules.cards:
            hand.append(rest.pop(rng.randrange(len(rest))))
    return hands


@pytest.mark.nightly
@pytest.mark.rule("BR-4", "BR-5", "BR-6", "BR-7", "BR-9", "BR-10", "BR-11", "BR-12")
@pytest.mark.parametrize("rig", [_by_rank, _in_pairs])
def test_both_engines_agree_on_deals_that_random_play_rarely_has(rig: Rig) -> None:
    seen = Counter[str]()
    for seed in range(120):
        rng = random.Random(f"rigged {rig.__name__} {seed}")
        state, reference = opening("brag", rng)
        while not state.hand_over:
            move: tws.Move = (
                tws.deal_hands(state, rig(state.rules, rng))
                if state.needs_deal
                else rng.choice(tws.legal_moves(state))
            )
            state = tws.apply(state, move)
            reference.play(str(move))
            compare("brag", state, reference)
        assert PAIRS["brag"].score_again(state) == tws.score_hand(state)
        seen[str(tws.score_hand(state).outcome)] += 1
    assert {"four of a kind", "four pairs" if rig is _in_pairs else "taken"} <= seen.keys(), seen
