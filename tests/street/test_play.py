"""Following suit and naming a suit (ST-12 to ST-19), scoring, whole games and options."""

import random
from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.helpers import (
    anything,
    hand_played,
    play,
    refused,
    refused_options,
    replay,
    text_of,
    texts,
)
from tests.reference import street as reference
from tests.street.table import CLUBS, DIAMONDS, HEARTS, SPADES, playing
from twowaystreet import Suit, cards, reasons
from twowaystreet.games import street
from twowaystreet.games.street import Phase
from twowaystreet.games.street.rules import Declaration
from twowaystreet.games.street.score import penalty_of, score_of


@pytest.mark.rule("ST-12")
def test_the_trick_on_the_table() -> None:
    state = playing("QS 2C 3C", "7S AS 4C", "5S KS 5C")
    assert (state.actor, state.phase) == (0, street.Phase.PLAY)
    assert state.trick == tws.Trick(0, (), (), None)
    state = play(state, "QS 7S")
    assert state.trick == tws.Trick(0, cards("QS 7S"), (0, 1), Suit.SPADES)
    assert state.tricks == () and state.actor == 2
    state = play(state, "KS")
    assert state.tricks == (tws.Trick(0, cards("QS 7S KS"), (0, 1, 2), Suit.SPADES, 2),)
    assert state.trick == tws.Trick(1, (), (), None) and state.actor == 1
    assert "QS" not in text_of(state.hands[0]) and list(map(len, state.hands)) == [9, 9, 9]
    # Any card may be led.
    state = playing("2C AS 3H 4D R* B*")
    assert texts(state) == list(map(str, state.hands[0]))


@pytest.mark.rule("ST-13", "ST-14")
@pytest.mark.parametrize(
    ("hand", "led", "jokers", "allowed"),
    [
        ("2H KH 5D 5S R* B*", "3H", "red_and_black", "2H KH R*"),
        ("2D 5H R* B*", "3D", "red_and_black", "2D R*"),
        ("2S KS 5D R* B*", "3S", "red_and_black", "2S KS B*"),
        ("2C 5D R* B*", "KC", "red_and_black", "2C B*"),
        ("2C 5D R*", "KC", "red_and_black", "2C"),
        ("2H KH 5D X* X*", "3H", "two_alike", "2H KH X*"),
        ("2S 5D X*", "3S", "one", "2S X*"),
        ("2H 5D", "3H", "none", "2H"),
    ],
)
def test_a_player_follows_suit(hand: str, led: str, jokers: str, allowed: str) -> None:
    state = play(playing(f"{led}", hand, jokers=jokers, decks=2), led)
    filler = [one for one in texts(state) if one not in hand.split()]
    suit = Suit(led[-1])
    assert all(one.endswith(suit) for one in filler)
    assert [one for one in texts(state) if one in hand.split()] == allowed.split()
    for one in tws.cards(hand):
        if str(one) not in allowed.split():
            reason = refused(state, tws.Play(one), reasons.MustFollow)
            assert (reason.rule, reason.suit) == ("ST-13", suit)
            assert list(map(str, reason.allowed)) == texts(state)
            assert suit.word in reason.explain()


@pytest.mark.rule("AL-5")
def test_cards_that_are_not_held_are_refused() -> None:
    state = playing("2C 3C", "4C 5C")
    reason = refused(state, "4C", reasons.NotHeld)
    assert reason.rule == "AL-5" and reason.held == state.hands[0]
    assert reason.missing == cards("4C")
    assert reason.explain().startswith("4C is not in hand: expected one of 2C 3C")
    after = play(state, "2C")
    for text in ("2C", "X*"):
        held = refused(after, text, reasons.NotHeld).held
        assert (
            held == after.hands[1]
        )  # The reason names the hand of the player to move, not of another player.


@pytest.mark.rule("ST-15")
@pytest.mark.parametrize(
    ("plays", "led", "winner"),
    [
        ("3H AH 2H", "H", 1),
        ("3H 4H R*", "H", 2),
        ("3H R* AH", "H", 1),
        ("3S B* AS", "S", 1),
        ("3H 4C AS", "H", 0),
        ("3H B* AH", "H", 1),
    ],
)
def test_the_winner_of_a_trick(plays: str, led: str, winner: int) -> None:
    fill = {"C": "2S 4S 5S 6S 7S 8S 9S 10S JS", "H": "2C 3C 5C 6C 7C 8C 9C 10C JC"}
    first, second, third = plays.split()
    hands = [first, f"{second} {fill['C']}", f"{third} 2D 3D 4D 5D 6D 7D 8D 9D 10D"]
    state = play(playing(*hands, fill="5H 6H 7H 8H 9H 10H JH QH KH"), plays)
    assert state.tricks[0].winner == winner and state.tricks[0].led == led


@pytest.mark.rule("ST-15")
def test_the_first_of_equal_cards_wins_the_trick() -> None:
    state = playing("3H", "AH", "AH", "2H", players=6)
    state = play(state, "3H AH AH 2H")
    while not state.tricks:
        follow = [one for one in texts(state) if not one.startswith(("A", "R", "B"))]
        state = replay(state, follow[:1])
    assert state.tricks[0].winner == 1


@pytest.mark.rule("ST-16", "ST-17")
@pytest.mark.parametrize(
    ("joker", "second", "either", "held"),
    [
        ("R*", f"{CLUBS} 2H", "D H", "H"),
        ("R*", f"{CLUBS} 2D", "D H", "D"),
        ("R*", "2C 3C 4C 5C 6C 7C 8C 2D 2H B*", "D H", "D H"),
        ("B*", f"{DIAMONDS} 2S", "C S", "S"),
        ("B*", f"{DIAMONDS} 2C", "C S", "C"),
        ("B*", "2D 3D 4D 5D 6D 7D 8D 2C 2S R*", "C S", "C S"),
    ],
)
def test_a_coloured_joker_led(joker: str, second: str, either: str, held: str) -> None:
    for option, wanted in (("either", either), ("held", held)):
        state = play(playing(joker, second, named_suit=option), joker)
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert state.trick.led is None
        assert texts(state) == [f"name {suit}" for suit in wanted.split()]
        for suit in Suit:
            if suit not in wanted:
                reason = refused(state, f"name {suit}", reasons.CannotName)
                assert reason.rule == "ST-17"
                assert list(reason.allowed) == wanted.split()
            else:
                named = replay(state, [f"name {suit}"])
                assert (named.phase, named.actor) == (Phase.PLAY, 1)
                assert named.trick.led is suit


@pytest.mark.rule("ST-16")
def test_the_suit_must_be_named_once_before_playing() -> None:
    state = play(playing("R*", f"{CLUBS} 2H"), "R*")
    for text in ("2H", "2C", "B*", "AS"):
        with pytest.raises(tws.IllegalMove, match="name"):
            tws.apply(state, tws.parse_move(state, text))
    state = replay(play(playing("R*", f"{CLUBS} 2H"), "R*"), ["name H"])
    refused(state, "name D", reasons.WrongMove)
    state = play(state, "2H")
    refused(state, "name D", reasons.WrongMove)
    for text in ("high", "keep", "exchange 2C 3C"):
        refused(play(playing("R*", f"{CLUBS} 2H"), "R*"), text, reasons.WrongMove)


@pytest.mark.rule("ST-16", "ST-19")
def test_the_naming_duty_passes_to_the_next_player_with_the_colour() -> None:
    state = playing("R*", f"{CLUBS} B*", f"{SPADES} 2D", HEARTS, players=4)
    state = play(state, "R*")
    # Seat 1 has no red card: it plays any card, Jokers too, and names no suit.
    assert (state.phase, state.actor) == (Phase.PLAY, 1)
    assert texts(state) == [*CLUBS.split(), "B*"]
    refused(state, "name D", reasons.WrongMove)
    state = play(state, "10C")
    assert (state.phase, state.actor) == (Phase.NAME, 2) and state.trick.led is None
    state = replay(state, ["name H"])
    state = play(state, "2D")  # The hand holds no heart.
    assert state.actor == 3 and all(one.endswith("H") for one in texts(state))
    state = play(state, "10H")
    assert state.tricks[0] == tws.Trick(0, cards("R* 10C 2D 10H"), (0, 1, 2, 3), Suit.HEARTS, 0)


@pytest.mark.rule("ST-19", "ST-15")
def test_a_trick_may_have_no_named_suit() -> None:
    state = play(playing("B*", f"{HEARTS} AH", f"{DIAMONDS} AD"), "B* AH AD")
    assert state.tricks[0] == tws.Trick(0, cards("B* AH AD"), (0, 1, 2), None, 0)
    assert state.phase is Phase.PLAY and state.actor == 1


@pytest.mark.rule("ST-18")
def test_a_plain_joker_led() -> None:
    for option in ("either", "held"):  # The option concerns coloured Jokers only.
        state = playing("X*", f"{CLUBS} X*", jokers="two_alike", named_suit=option)
        state = play(state, "X*")
        assert (state.phase, state.actor) == (Phase.NAME, 1)
        assert texts(state) == ["name C", "X*"]
        assert list(refused(state, "name H", reasons.CannotName, "ST-18").allowed) == ["C"]
        reason = refused(state, "2C", reasons.MustName)
        assert (list(reason.allowed), list(reason.cards)) == (["C"], list(cards("X*")))
        refused(state, "AS", reasons.NotHeld)
    # Only suits in the hand can be named.
    state = playing("X*", "2C 3C 4C 5C 6C 7C 2D 3D 4D AS", jokers="one")
    assert texts(play(state, "X*")) == ["name C", "name D", "name S"]


@pytest.mark.rule("ST-19")
def test_only_jokers_in_hand() -> None:
    # Five decks with two plain Jokers each can give a hand of only Jokers.
    state = playing("X*", "X* " * 9 + "2C", "AH", decks=5, jokers="two_alike")
    state = play(state, "X*")
    assert (state.phase, texts(state)) == (Phase.NAME, ["name C", "X*"])
    only = playing("2H 3H 4H 5H 6H 7H 8H 9H 10H AH", "X* " * 10, decks=6, jokers="two_alike")
    only = play(only, "AH")
    assert texts(only) == ["X*"]
    led = playing("X*", "X* " * 10, "AH", decks=6, jokers="two_alike")
    led = play(led, "X*")
    assert (led.phase, texts(led), led.trick.led) == (Phase.PLAY, ["X*"], None)
    refused(led, "name C", reasons.WrongMove)


def scored(declarations: str, tricks: list[int]) -> street.HandScore:
    """Score facts, also those that no hand reaches; the declarations are one text."""
    return score_of(list(map(Declaration, declarations.split())), tricks)


@st.composite
def facts(draw: st.DrawFn) -> tuple[list[str], list[int]]:
    players = draw(st.integers(3, 13))
    declarations = draw(
        st.lists(st.sampled_from(["HD", "LD", "HF", "LF"]), min_size=players, max_size=players)
    )
    tricks = [0] * players
    few = draw(st.integers(1, players))  # Few players with tricks make ties among the others.
    for _ in range(10):
        tricks[draw(st.integers(0, few - 1))] += 1
    return declarations, tricks


@pytest.mark.rule("ST-20")
@pytest.mark.parametrize(
    ("players", "minuend"),
    [(3, 8), (4, 6), (5, 5), (6, 4), (7, 3), (8, 3), (9, 2), (10, 2), (11, 1), (12, 1), (30, 1)],
)
def test_raw_scores(players: int, minuend: int) -> None:
    tricks = [7, 3, *[0] * (players - 2)]
    lows = scored("LD " * players, tricks)
    assert [seat.raw for seat in lows.seats] == [minuend - taken for taken in tricks]
    highs = scored("HF " * players, tricks)
    assert [seat.raw for seat in highs.seats] == tricks
    assert [seat.tricks for seat in highs.seats] == tricks
    assert {str(seat.direction) for seat in highs.seats} == {"high"}
    assert all(seat.forced for seat in highs.seats) and not any(s.forced for s in lows.seats)


CASES = [
    # Declarations, tricks, raw scores, case, penalty, points.
    ("HD HD HD HD", [4, 3, 2, 1], [4, 3, 2, 1], "A", 2, [4, 2, 0, 0]),
    ("LD LD HD HF", [1, 1, 4, 4], [5, 5, 4, 4], "A", 4, [2, 2, 0, 0]),
    ("LD HD HD LD", [0, 8, 2, 0], [6, 8, 2, 6], "B", 2, [8, 12, 0, 8]),
    ("LD LD LF HF", [1, 1, 1, 7], [5, 5, 5, 7], "C", 5, [0, 0, 1, 6]),
    ("LF LF LF HD", [1, 1, 1, 7], [5, 5, 5, 7], "C", 5, [1, 1, 1, 4]),
    # The tie of case C reaches to its lowest tied score, and no further.
    ("HD LF LF LF LF", [6, 1, 1, 1, 1], [6, 4, 4, 4, 4], "C", 4, [4, 1, 1, 1, 1]),
    ("HD HF HF HF HF HF", [4, 2, 1, 1, 1, 1], [4, 2, 1, 1, 1, 1], "A", 1, [6, 3, 0, 0, 0, 0]),
    # All tie for the best score: the best score below counts.
    ("LD LD LD LF LF", [2, 2, 2, 2, 2], [3, 3, 3, 3, 3], "D", 3, [0, 0, 0, 0, 0]),
    ("LD LD LF LF LD", [1, 1, 1, 1, 6], [4, 4, 4, 4, -1], "D", -1, [10, 10, 15, 15, 0]),
    # Negative penalties count as they are.
    ("LD HD HD LF HF", [7, 1, 0, 2, 0], [-2, 1, 0, 3, 0], "A", 0, [0, 2, 0, 9, 0]),
    # Three players: ST-22.
    ("HD HD HD", [5, 3, 2], [5, 3, 2], "A", 2, [6, 2, 0]),
    ("HD HF LF", [2, 4, 4], [2, 4, 4], "A", 2, [0, 6, 6]),
    ("HD HF HF", [4, 3, 3], [4, 3, 3], "C", 3, [2, 1, 1]),
    ("LD LD HF", [4, 2, 4], [4, 6, 4], "C", 4, [0, 4, 1]),
    ("LD LF HD", [3, 2, 5], [5, 6, 5], "C", 5, [0, 3, 0]),
    ("HD LD LD", [4, 3, 3], [4, 5, 5], "A", 4, [0, 2, 2]),
]


@pytest.mark.rule("ST-21", "ST-22", "ST-23")
@pytest.mark.parametrize(("declarations", "tricks", "raw", "case", "penalty", "points"), CASES)
def test_penalty_cases(
    declarations: str, tricks: list[int], raw: list[int], case: str, penalty: int, points: list[int]
) -> None:
    hand = scored(declarations, tricks)
    assert [seat.raw for seat in hand.seats] == raw
    assert (hand.case, hand.penalty) == (case, penalty)
    assert list(hand.points) == points
    assert [seat.refined for seat in hand.seats] == [max(0, one - penalty) for one in raw]
    assert {seat.penalty for seat in hand.seats} == {penalty}


@pytest.mark.rule("ST-22")
@pytest.mark.parametrize(
    ("raw", "penalty", "case"), [([4, 4, 4], 4, "D"), ([6, 4, 4], 4, "C"), ([6, 6, 4], 4, "A")]
)
def test_raw_scores_that_three_players_cannot_reach(
    raw: list[int], penalty: int, case: str
) -> None:
    assert penalty_of(raw) == (penalty, case)


@pytest.mark.rule("ST-20", "ST-21", "ST-22", "ST-23", "ST-25")
@given(facts())
def test_the_reference_score_is_the_same(known: tuple[list[str], list[int]]) -> None:
    declarations, tricks = known
    ours, theirs = scored(" ".join(declarations), tricks), reference.score(declarations, tricks)
    assert list(ours.points) == theirs["points"]
    assert [seat.entry for seat in ours.seats] == theirs["entries"]
    assert (ours.penalty, ours.case) == (theirs["penalty"], theirs["case"])


@pytest.mark.rule("ST-25")
@pytest.mark.parametrize(
    ("declarations", "tricks", "entries"),
    [
        ("LF HF LF HD", [0, 4, 0, 6], "LF,6-4:2 HF,4-4:0 LF,6-4:2 HD,6-4:2"),
        (
            "LD LD LD LD LD LD",
            [0, 0, 0, 0, 4, 6],
            "LD,4-0:4 LD,4-0:4 LD,4-0:4 LD,4-0:4 LD,0-0:0 LD,-2-0:0",
        ),
        ("LD LD LD LD LD", [0, 0, 0, 0, 10], " ".join(["LD,5--5:10"] * 4 + ["LD,-5--5:0"])),
    ],
)
def test_entries(declarations: str, tricks: list[int], entries: str) -> None:
    hand = scored(declarations, tricks)
    assert " ".join(seat.entry for seat in hand.seats) == entries


@pytest.mark.rule("ST-24", "AL-2")
def test_a_shared_win() -> None:
    for seed in range(50):
        state = hand_played(street.new_game(street.Rules(max_hands=1)), random.Random(seed))
        most = [seat for seat in range(4) if state.scores[seat] == max(state.scores)]
        assert state.is_over and list(state.winners) == most
        if len(state.winners) > 1:
            break
    else:
        pytest.fail("no hand of these was shared")


# Valid and invalid options of Two Way Street, and openings of a match.


refusal = partial(refused_options, street.Rules)


@pytest.mark.rule("ST-1", "ST-2")
@pytest.mark.parametrize(
    ("players", "jokers", "decks"),
    [
        (3, "none", 1),
        (5, "none", 1),
        (6, "none", 2),
        (10, "red_and_black", 2),
        (15, "none", 3),
        (16, "one", 4),
        (16, "two_alike", 3),
        (27, "red_and_black", 5),
    ],
)
def test_the_fewest_decks(players: int, jokers: str, decks: int) -> None:
    rules = street.Rules(players=players, jokers=anything(jokers))
    assert rules.decks == decks
    assert len(rules.pack.cards) >= 10 * players
    assert street.Rules(players=players, decks=decks + 3).decks == decks + 3
    if decks > 1:
        error = refusal(players=players, jokers=jokers, decks=decks - 1)
        assert (error.field, error.rule) == ("decks", "ST-2")
        assert f"{decks} or more" in error.expected


@pytest.mark.rule("ST-4")
@pytest.mark.parametrize("players", [2, 1, 0, -1])
def test_the_error_for_two_players_names_the_duel(players: int) -> None:
    error = refusal(players=players)
    assert (error.field, error.rule) == ("players", "ST-4")
    assert "Duel" in str(error) and "3 to 1000" in str(error)


def test_none_selects_the_default() -> None:
    # None asks for the default; the annotation of the field does not include it.
    rules = street.Rules(decks=None, max_hands=None)  # type: ignore[arg-type]  # pyright: ignore
    assert (rules.decks, rules.max_hands) == (1, None)
    assert ", or None" in refusal(max_hands=0).expected
