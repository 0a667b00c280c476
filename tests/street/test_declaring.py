"""Dealing, declaring, and forced declarations (ST-5 to ST-8)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import at, card, deal_of, dealt, refused, replay, shuffled, text_of, texts
from twowaystreet import reasons
from twowaystreet.games import street


def declaring(players: int, dealer: int = 0) -> street.State:
    """Return a dealt state in which everybody still has to declare."""
    rules = street.Rules(players=players, exchange=street.ExchangeRule.OPTIONAL)
    return shuffled(street.new_game(rules, dealer=dealer))


def declarations_of(state: street.State) -> str:
    """Return the declarations so far, by seat."""
    return " ".join(str(one or "-") for one in state.declarations)


@pytest.mark.rule("ST-5")
@pytest.mark.parametrize("dealer", [0, 1, 2])
def test_packets_start_with_the_first_declarer(dealer: int) -> None:
    state = street.new_game(street.Rules(players=3), dealer=dealer)
    pack = state.rules.pack.cards
    state = tws.apply(state, tws.Deal(pack))
    first = [0, 3, 4, 9, 10, 11, *range(18, 22)]
    second = [1, 5, 6, 12, 13, 14, *range(22, 26)]
    third = [2, 7, 8, 15, 16, 17, *range(26, 30)]
    for place, places in enumerate([first, second, third]):
        wanted = text_of(sorted(pack[i] for i in places))
        assert text_of(state.hands[(dealer + place) % 3]) == wanted
    assert state.stock == pack[30:]


@pytest.mark.rule("ST-5", "ST-7")
def test_the_state_after_the_deal() -> None:
    state = declaring(4, dealer=2)
    assert (state.phase, state.actor, state.dealer) == (street.Phase.DECLARE, 2, 2)
    assert texts(state) == ["high", "low"]
    assert list(map(len, state.hands)) == [10, 10, 10, 10] and len(state.stock) == 14
    assert declarations_of(state) == "- - - -"
    assert state.trick == tws.Trick(2, (), (), None) and state.tricks == ()
    assert not state.needs_deal and not state.hand_over


@pytest.mark.rule("ST-7", "ST-9")
def test_each_player_declares_and_exchanges_before_the_next_declares() -> None:
    state = declaring(4, dealer=2)
    seen = [(state.actor, state.phase)]
    for move in ["high", "keep", "low", "keep"] * 2:
        state = replay(state, [move])
        seen.append((state.actor, state.phase))
    declare, exchange = street.Phase.DECLARE, street.Phase.EXCHANGE
    assert seen[:-1] == [(s, p) for s in (2, 3, 0, 1) for p in (declare, exchange)]
    assert seen[-1] == (2, street.Phase.PLAY)
    assert declarations_of(state) == "HD LD HD LD"


@pytest.mark.rule("ST-8")
@pytest.mark.parametrize(
    ("players", "words", "result"),
    [
        (3, "high high", "HD HD LF"),
        (3, "low low", "LD LD HF"),
        (3, "high low", "HD LD -"),
        (3, "high low high", "HD LD HD"),
        (4, "high high", "HD HD - -"),
        (4, "high high high", "HD HD HD LF"),
        (4, "low low low", "LD LD LD HF"),
        (4, "high high low low", "HD HD LD LD"),
        (4, "high low high high", "HD LD HD HD"),
        (5, "low low low", "LD LD LD HF HF"),
        (5, "high low high high", "HD LD HD HD LF"),
        (5, "high low high low", "HD LD HD LD -"),
        (6, "high high high", "HD HD HD - - -"),
        (6, "low low low low", "LD LD LD LD HF HF"),
        (11, "low low low low low low", "LD LD LD LD LD LD HF HF HF HF HF"),
    ],
)
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_last_players_are_forced(players: int, words: str, result: str, dealer: int) -> None:
    state = declaring(players, dealer)
    for word in words.split():
        assert texts(state) == ["high", "low"]
        state = replay(state, [word, "keep"])
    wanted = result.split()
    for place in range(len(words.split()), players - wanted.count("-")):
        # A forced player only exchanges, and is known as forced from then on, not before.
        assert (state.actor, state.phase) == ((dealer + place) % players, street.Phase.EXCHANGE)
        assert sum(one is not None for one in state.declarations) == place + 1
        refused(state, "high", reasons.WrongMove)
        state = replay(state, ["keep"])
    found = declarations_of(state).split()
    assert found[dealer:] + found[:dealer] == wanted


@pytest.mark.rule("ST-8")
@given(st.integers(3, 13), st.data())
def test_players_are_forced_once_more_than_half_agree(players: int, data: st.DataObject) -> None:
    state = declaring(players)
    while not at(state, street.Phase.PLAY):
        before = state
        if at(state, street.Phase.DECLARE):
            counts = [before.declarations.count(one) for one in _DECLARED]
            assert 2 * max(counts) <= players
            state = replay(state, [data.draw(st.sampled_from(["high", "low"]))])
            assert state.declarations[before.actor or 0] in _DECLARED
        else:
            state = replay(state, ["keep"])
            if at(state, street.Phase.EXCHANGE):
                high, low = (state.declarations.count(one) for one in _DECLARED)
                forced = state.declarations[state.actor or 0]
                assert forced == ("LF" if high > low else "HF")
                assert 2 * max(high, low) > players


_DECLARED = (street.Declaration.HIGH_DECLARED, street.Declaration.LOW_DECLARED)


def test_both_declarations_are_legal() -> None:
    facts = [(str(one), str(one.direction), one.forced) for one in street.Declaration]
    assert facts == [
        ("HD", "high", False),
        ("LD", "low", False),
        ("HF", "high", True),
        ("LF", "low", True),
    ]


@pytest.mark.rule("ST-7")
def test_only_a_declaration_is_accepted() -> None:
    state = declaring(4)
    held = str(state.hands[0][0])
    for move in (held, "keep", "name H", f"exchange {held} {state.hands[0][1]}"):
        reason = refused(state, move, reasons.WrongMove)
        assert reason.rule == "ST-7" and "high or low" in reason.expected
    refused(state, deal_of(street.new_game(), []), reasons.NoDealDue)


@pytest.mark.rule("AL-4")
def test_a_deal_must_be_the_pack() -> None:
    state = street.new_game(street.Rules(players=6))
    pack = list(state.rules.pack.cards)
    short = refused(state, tws.Deal(pack[1:]), reasons.WrongPack)
    assert (short.missing, short.extra) == ((card("2C"),), ())
    long = refused(state, tws.Deal([*pack, card("2C")]), reasons.WrongPack)
    assert (long.missing, long.extra) == ((), (card("2C"),))
    wrong = refused(state, tws.Deal([card("X*"), *pack[1:-1], card("QS")]), reasons.WrongPack)
    assert (text_of(wrong.missing), text_of(wrong.extra)) == ("2C B*", "QS X*")
    assert "missing 2C B*" in wrong.explain() and "QS X*" in wrong.explain()
    refused(state, tws.Deal([]), reasons.WrongPack)
    single = street.new_game()
    refused(single, tws.Deal([*single.rules.pack.cards[:-1], card("2C")]), reasons.WrongPack)
    assert len(dealt(state, []).hands) == 6
