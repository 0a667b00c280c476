"""In or out, and a player who stands alone (TD-4, TD-5)."""

from __future__ import annotations

from itertools import product

import pytest

import twowaystreet as tws
from tests.helpers import anything, play, refused, texts
from tests.twenty_down.table import declaring, playing, scripted
from twowaystreet import reasons
from twowaystreet.games import twenty_down
from twowaystreet.games.twenty_down import Phase, Status


def statuses_of(state: twenty_down.State) -> str:
    """Return the declarations by seat."""
    return " ".join(str(one or "-") for one in state.statuses)


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("trumps", "CHS")
def test_players_declare_in_turn_after_the_player_who_named_trumps(
    dealer: int, trumps: str
) -> None:
    state = declaring(dealer=dealer, trumps=trumps)
    namer = (dealer + 1) % 4
    known: list[Status | None] = [None] * 4
    known[namer] = Status.IN
    for place, text in ((1, "out"), (2, "in"), (3, "in")):
        seat = (namer + place) % 4
        assert state.statuses == tuple(known)
        assert (state.actor, state.phase, texts(state)) == (seat, Phase.DECLARE, ["in", "out"])
        state = play(state, text)
        known[seat] = Status(text)
    assert state.statuses == tuple(known)
    assert (state.actor, state.phase) == (namer, Phase.PLAY)
    refused(state, "out", reasons.WrongMove, "TD-6", "expected a card")


@pytest.mark.rule("TD-4")
@pytest.mark.parametrize("dealer", range(4))
def test_with_diamonds_as_trumps_everybody_is_in(dealer: int) -> None:
    state = declaring(dealer=dealer, trumps="D")
    assert statuses_of(state) == "in in in in"
    assert (state.actor, state.phase) == ((dealer + 1) % 4, Phase.PLAY)
    for text in ("in", "out"):
        refused(state, text, reasons.WrongMove, "TD-6", "expected a card")


@pytest.mark.rule("TD-4")
def test_only_in_or_out_is_accepted() -> None:
    state = declaring("7C 8C")
    for text in ("7C", "9C", "draw", "draw 7C", "trump C"):
        refused(state, text, reasons.WrongMove, "TD-4", "expected in or out")
    for seat in (None, 0, 1, 2, 3):
        seen = anything(tws.view(play(state, "out"), seat))
        assert seen.statuses == (Status.IN, Status.OUT, None, None)


@pytest.mark.rule("TD-5")
@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize(("trumps", "points"), [("C", -5), ("S", -5), ("H", -10)])
def test_a_player_alone_scores_without_play(trumps: str, points: int, dealer: int) -> None:
    before = declaring(trumps=trumps, dealer=dealer)
    state = play(before, "out out out")
    namer = (dealer + 1) % 4
    assert state.hand_over and state.tricks == () and state.hands_played == 1
    assert (state.phase, state.actor, state.needs_deal) == (Phase.HAND_OVER, None, True)
    wanted = tuple(points if seat == namer else 0 for seat in range(4))
    score = tws.score_hand(state)
    assert score.points == wanted and score == state.score
    assert state.scores == tuple(20 + one for one in wanted)
    assert [seat.status for seat in score.seats] == list(state.statuses)
    assert [seat.tricks for seat in score.seats] == [0] * 4
    # No card was played: everybody still holds five cards, hidden from the others.
    assert state.hands == before.hands and tws.legal_moves(state) == ()
    assert tws.view(state, namer).hand == state.hands[namer]
    assert tws.view(state, None).hand is None


@pytest.mark.rule("TD-5", "TD-10", "AL-2")
@pytest.mark.parametrize(
    ("trumps", "scores", "over"),
    [
        ("C", [5, 9, 9, 9], True),
        ("C", [6, 9, 9, 9], False),
        ("H", [10, 1, 1, 1], True),
        ("H", [11, 1, 1, 1], False),
    ],
)
def test_a_player_alone_can_end_the_game(trumps: str, scores: list[int], over: bool) -> None:
    state = scripted(trumps, words="out out out", scores=scores)
    assert state.is_over is over and state.winners == ((0,) if over else ())
    assert state.scores[1:] == tuple(scores[1:]) and state.scores[0] == (0 if over else 1)
    bounded = twenty_down.Rules(max_hands=2)
    assert scripted(trumps, bounded, "out out out", hands_played=1).is_over
    assert not scripted(trumps, bounded, "out out out").is_over


@pytest.mark.rule("TD-4", "TD-5", "TD-6")
@pytest.mark.parametrize("words", [*product(["in", "out"], repeat=3)])
def test_players_who_are_in_play(words: tuple[str, str, str]) -> None:
    state = playing(words=" ".join(words), dealer=1)
    assert [str(state.statuses[seat]) for seat in (2, 3, 0, 1)] == ["in", *words]
    assert state.hand_over is (words == ("out",) * 3)
    if not state.hand_over:
        order = [seat for seat in (2, 3, 0, 1) if state.statuses[seat] is Status.IN]
        for seat in order:
            assert (state.actor, state.phase) == (seat, Phase.PLAY)
            state = tws.apply(state, tws.legal_moves(state)[0])
        assert state.tricks[0].seats == tuple(order)
        assert [len(hand) for hand in state.hands] == [4 if s in order else 5 for s in range(4)]
