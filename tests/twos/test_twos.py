"""The rules of Twos: dealing, following, wild twos, catches, scores and whole games."""

import copy
import pickle
from functools import partial

import attrs
import pytest

import twowaystreet as tws
from tests.helpers import Hostile, anything, play, refused, refused_options, text_of, texts
from tests.twos.table import POINTS, after_trick, playing, scripted
from twowaystreet import Rank, Suit, cards, reasons
from twowaystreet._core.cards.cards import in_suits
from twowaystreet.games import twos
from twowaystreet.games.twos import Phase

SUITS = "CDHS"


@pytest.mark.rule("TW-1", "TW-2")
@pytest.mark.parametrize("dealer", range(4))
def test_single_cards_are_dealt_from_the_left_of_the_dealer(dealer: int) -> None:
    state = twos.new_game(dealer=dealer)
    pack = state.rules.pack.cards
    assert state.rules.seats == 4 and len(set(pack)) == len(pack) == 52
    assert all(one.suit for one in pack)
    state = tws.apply(state, tws.Deal(pack))
    for place in range(4):
        assert state.hands[(dealer + 1 + place) % 4] == pack[place::4]
    assert list(map(len, state.hands)) == [13] * 4 and state.stock == ()
    first = (dealer + 1) % 4
    assert (state.phase, state.actor, state.dealer) == (twos.Phase.PLAY, first, dealer)
    assert state.trick == tws.Trick(first, (), (), None)
    assert not state.needs_deal and state.catches == ()


@pytest.mark.rule("TW-3")
def test_any_card_may_be_led() -> None:
    hand = "2C AC 3D KD 2H 9H 10H JH 3S 4S 5S 6S AS"
    assert texts(playing(hand)) == hand.split()


LONG = {"C": "4C 5C 6C 7C", "D": "4D 5D 6D 7D", "H": "4H 5H 6H 7H", "S": "4S 5S 6S 7S"}


@pytest.mark.rule("TW-3", "TW-4", "TW-5")
@pytest.mark.parametrize("suit", SUITS)
def test_a_player_follows_suit_or_plays_a_two(suit: str) -> None:
    others = [other for other in SUITS if other != suit]
    first, second, third = others
    fill = " ".join(LONG[other] for other in others)
    trio = f"8{first} 8{second} 8{third}"

    def legal_cards(hand: str) -> set[str]:
        """Return the legal cards of this hand after a lead that is higher than all its cards."""
        full = [*hand.split(), *fill.split()][:13]
        state = play(playing(f"A{suit}", " ".join(full)), f"A{suit}")
        assert state.actor == 1
        for one in set(full) - set(texts(state)):
            expected = f"expected one of {in_suits(cards(' '.join(texts(state))))}"
            reason = refused(state, one, reasons.MustFollow, "TW-3", f"{Suit(suit).word} were led")
            assert reason.explain().endswith(expected)
            assert reason.suit == suit and list(map(str, reason.allowed)) == texts(state)
        return set(texts(state))

    # Any card of the suit, low or high, and any two.
    assert legal_cards(f"3{suit} K{suit}") == {f"3{suit}", f"K{suit}"}
    assert legal_cards(f"3{suit} 2{first} 2{second} 2{third} {trio}") == {
        f"3{suit}",
        *(f"2{other}" for other in others),
    }
    # The two of the suit belongs to it: a hand with only this card of the suit plays a two.
    assert legal_cards(f"2{suit} {trio}") == {f"2{suit}"}
    assert legal_cards(f"2{suit} 2{second} {trio}") == {f"2{suit}", f"2{second}"}
    assert legal_cards(f"2{suit} Q{suit}") == {f"2{suit}", f"Q{suit}"}
    # A hand void in the suit plays any card, even if it holds a two of another suit.
    free = [f"2{first}", f"2{third}", f"3{first}", *fill.split()][:13]
    assert legal_cards(" ".join(free)) == set(free)


@pytest.mark.rule("TW-5")
@pytest.mark.parametrize("suit", SUITS)
def test_a_led_two_sets_the_suit_to_follow(suit: str) -> None:
    other = "D" if suit == "C" else "C"
    follower = f"5{suit} K{suit} 2{other} 4{other} 6{other} 7{other} 8{other} 9{other}"
    rest = [f"{rank}{other}" for rank in ("10", "J", "Q", "K", "A")]
    state = play(playing(f"2{suit}", f"{follower} {' '.join(rest)}"), f"2{suit}")
    assert state.trick.led == suit
    assert set(texts(state)) == {f"5{suit}", f"K{suit}", f"2{other}"}


Catch = twos.Catch
TRICKS = [
    # The cards, the place of the winner, and who catches whom by what. The examples of the source:
    # in the second one 2H wins, as 3D belongs to another suit; the first has no catch.
    ("6H QH 5H 2D", 3, ""),
    ("KD 2H 2D 3D", 1, "122"),
    ("AH 3H 5H 2H", 1, "133"),
    ("AH 2C 3C 2S", 2, "213 233"),
    # Without a two the highest card of the suit led wins.
    ("5H AC KD 6H", 3, ""),
    ("JC QC KC AC", 3, ""),
    ("4C AD AH AS", 0, ""),
    ("3C 3D 3H 3S", 0, ""),
    ("AH KH 3H 4H", 0, ""),
    # The first two wins, led or not, of the suit led or not, and catches one or several twos.
    ("2H AH KH QH", 0, ""),
    ("2C 2D 2H 2S", 0, "012 022 032"),
    ("AS 2S KS QS", 1, ""),
    ("AS KC 2H 2D", 2, "232"),
    ("5S 2C 2S AS", 1, "122"),
    ("AS 2C 5S 2D", 1, "132"),
    ("2S AS KS QS", 0, ""),
    # The three of the first two's suit wins, before or after it, of the suit led or not. It catches
    # twos of every suit.
    ("2H 3H AH 5H", 1, "103"),
    ("2H AS KD 3H", 3, "303"),
    ("3H 2H AH 5H", 0, "013"),
    ("AH 2S 3S KH", 2, "213"),
    ("AH 3S 2S KH", 1, "123"),
    ("3C 2D 2C 3D", 3, "313 323"),
    ("3S 3H 2H 2S", 1, "123 133"),
    ("2H 2S 3S 3H", 3, "303 313"),
    ("2C 2D 2H 3C", 3, "303 313 323"),
    ("3D 2D 2C 2S", 0, "013 023 033"),
    ("3S 2H 2S 3H", 3, "313 323"),
    # Other threes are ordinary cards, and catch nothing.
    ("2H 3C 3D 3S", 0, ""),
    ("3S 2C 3D 3H", 1, ""),
    ("2H 2C 3D 3C", 0, "012"),
]


@pytest.mark.rule("TW-6", "TW-7", "TW-9", "TW-10")
@pytest.mark.parametrize(("plays", "place", "catches"), TRICKS)
@pytest.mark.parametrize("dealer", [0, 1, 3])
def test_the_winner_of_a_trick_and_its_catches(
    plays: str, place: int, catches: str, dealer: int
) -> None:
    state = after_trick(plays, dealer)
    (trick,) = state.tricks
    first = dealer + 1
    winner = (first + place) % 4
    assert (text_of(trick.cards), trick.led, trick.winner) == (
        plays,
        str(trick.cards[0])[-1],
        winner,
    )
    assert (state.trick.leader, state.actor) == (winner, winner)
    wanted = tuple(
        Catch((first + int(one[0])) % 4, (first + int(one[1])) % 4, anything(one[2]))
        for one in catches.split()
    )
    assert state.catches == wanted
    assert playing("2H").catches == ()
    for seat in (None, 0, 1, 2, 3):
        assert anything(tws.view(state, seat)).catches == wanted


@pytest.mark.rule("TW-8", "TW-9")
def test_a_whole_hand() -> None:
    state = scripted()
    score = tws.score_hand(state)
    assert state.score == score and state.scores == score.points == POINTS
    assert [seat.honours for seat in score.seats] == [6, 0, 3, 7]
    assert [seat.caught for seat in score.seats] == [3, 0, 0, 2]
    assert [seat.lost for seat in score.seats] == [2, 3, 0, 0]
    assert score.catches == state.catches == (Catch(0, 1, Rank.THREE), Catch(3, 0, Rank.TWO))
    assert score == twos.score([6, 0, 3, 7], state.catches)
    assert score == twos.score([6, 0, 3, 7], [(0, 1, "3"), (3, 0, "2")])


@pytest.mark.rule("TW-9")
def test_a_catch() -> None:
    catch = Catch(catcher=0, victim=3, by=Rank.THREE)
    assert (catch.catcher, catch.victim, catch.by, catch.points) == (0, 3, Rank.THREE, 3)
    word = Catch(3, 0, anything("2"))
    assert word.by is Rank.TWO and word.points == 2
    assert copy.deepcopy(word) == pickle.loads(pickle.dumps(word)) == Catch(3, 0, Rank.TWO)
    assert len({word, catch, Catch(3, 0, Rank.TWO)}) == 2
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        anything(word).victim = 1
    with pytest.raises(tws.RulesError, match=r"^victim=2: expected another seat than"):
        Catch(2, 2, Rank.THREE)
    for seat in map(anything, (4, -1, True, None, "0", Hostile())):
        for catcher, victim in ((seat, 1), (1, seat)):
            with pytest.raises(tws.SeatError, match="an int from 0 to 3"):
                Catch(catcher, victim, Rank.TWO)
    for by in map(anything, (2, "4", "A", "", "two", None, True, Rank.FOUR, [], Hostile())):
        with pytest.raises(tws.RulesError, match=r"^by=.*a two or a three, 2 or 3") as caught:
            Catch(0, 1, by)
        assert (caught.value.field, caught.value.rule) == ("by", "TW-9")
    four = [Catch(0, seat, Rank.THREE) for seat in (1, 2, 3, 1)]
    assert twos.score([16, 0, 0, 0], four).points == (28, -6, -3, -3)
    # Refused catches are shown as people write them.
    with pytest.raises(tws.RulesError, match=r"catches=\[Catch\(catcher=0, victim=3, by='3'\), "):
        twos.score([16, 0, 0, 0], [Catch(0, 3, Rank.THREE)] * 5)
    with pytest.raises(tws.RulesError, match="at most 4 twos"):
        twos.score([16, 0, 0, 0], [Catch(0, victim, Rank.TWO) for victim in (1, 2, 3, 1)])


@pytest.mark.rule("TW-8", "TW-9", "TW-10")
def test_entries() -> None:
    hand = twos.score([7, 3, 6, 0], [Catch(0, 3, Rank.THREE), Catch(0, 3, Rank.THREE)])
    assert [seat.entry for seat in hand.seats] == ["7+6-0:13", "3+0-0:3", "6+0-0:6", "0+0-6:-6"]
    assert tws.score_sheet(["A", "B", "C", "D"], [hand]).splitlines()[1:] == [
        "7+6-0:13 | 3+0-0:3 | 6+0-0:6 | 0+0-6:-6",
        "13       | 3       | 6       | -6",
    ]


@pytest.mark.rule("TW-9")
@pytest.mark.parametrize("victims", [(1, 2, 3), (1, 1), (1, 2), (1,)])
def test_a_player_can_catch_several_twos_with_twos(victims: tuple[int, ...]) -> None:
    catches = [Catch(0, victim, Rank.TWO) for victim in victims]
    assert twos.score([16, 0, 0, 0], catches).points[0] == 16 + 2 * len(victims)


def before(scores: list[int]) -> list[int]:
    """Return the scores before a whole hand after which a match has these."""
    return [score - points for score, points in zip(scores, POINTS, strict=True)]


@pytest.mark.rule("TW-11")
@pytest.mark.parametrize(
    ("target", "scores", "winners"),
    [
        (9, [7, -3, 3, 9], (3,)),  # reached exactly
        (8, [7, -3, 3, 9], (3,)),
        (10, [7, -3, 3, 9], ()),
        (10, [9, -6, 9, 9], ()),
        (10, [10, -6, 9, 9], (0,)),
        (9, [9, -3, 3, 9], (0, 3)),  # shared
        (10, [11, -3, 3, 11], (0, 3)),
        (10, [12, -3, 12, 10], (0, 2)),
        (10, [12, -3, 3, 13], (3,)),  # several reach the target: the highest wins
        (1, [1, -12, 1, 0], (0, 2)),
        (1, [1, -12, 2, 0], (2,)),
        (1, [0, -12, 0, 0], ()),
    ],
)
def test_games_to_a_target(target: int, scores: list[int], winners: tuple[int, ...]) -> None:
    rules = twos.Rules(target=target, max_hands=None)
    state = scripted(rules, scores=before(scores), hands_played=7)
    assert list(state.scores) == scores
    assert (state.is_over, state.winners, state.hands_played) == (bool(winners), winners, 8)
    assert state.phase is (Phase.GAME_OVER if winners else Phase.HAND_OVER)


@pytest.mark.rule("TW-11", "AL-2")
@pytest.mark.parametrize(
    ("scores", "winners"),
    [
        ([7, -3, 3, 9], (3,)),
        ([9, -3, 3, 9], (0, 3)),
        ([9, 9, 9, 9], (0, 1, 2, 3)),
        ([-23, -4, -9, -7], (1,)),
        ([-23, -4, -4, -7], (1, 2)),
        ([107, -3, 3, 9], (0,)),
    ],
)
def test_games_of_a_fixed_number_of_hands(scores: list[int], winners: tuple[int, ...]) -> None:
    state = scripted(twos.Rules(max_hands=3), scores=before(scores), hands_played=2)
    assert state.is_over and state.winners == winners and state.hands_played == 3
    assert list(state.scores) == scores
    early = scripted(twos.Rules(max_hands=3), scores=before(scores), hands_played=1)
    assert not early.is_over and early.winners == () and early.hands_played == 2


# Valid and invalid options of Twos, and openings of a match.


refusal = partial(refused_options, twos.Rules)


@pytest.mark.rule("TW-11")
def test_a_target_or_a_number_of_hands_is_needed() -> None:
    for options in ({"max_hands": None}, {"target": None, "max_hands": None}):
        error = refusal(**options)
        assert (error.field, error.rule, error.value) == ("max_hands", "TW-11", None)
        assert error.expected == "a whole number if there is no target"
