"""Tests of the reference Spades for two: each rule, scored hands and random games."""

import random
from collections import Counter
from typing import Any

import pytest

from tests.helpers import nightly_but_every
from tests.reference import common, spades, spades_scoring
from tests.reference.spades import ReferenceSpades
from tests.reference.table import deal_any, filled
from tests.reference.table import play_all as lay

FOURS = "look, look, bid 4, bid 4, stand, stand"
ALL_DIAMONDS = "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD AD"
SWEEP = "R* B* 2S AS KS QS JS 10S 9S 8S 7S 6S 5S"  # Takes all thirteen books.

# Helpers.


def deal_text(hands: list[str]) -> str:
    """Return a deal of these hands, from the dealer's left, each filled up to 13."""
    full, _ = filled(spades.make_pack(), [*hands, "", "", "", ""][:4], 13)
    return " ".join(["deal", *[full[i % 4][i // 4] for i in range(52)]])


def dealt(hands: list[str], **options: Any) -> ReferenceSpades:
    """Start a game, and deal these hands. The dealer is 0 by default."""
    game = ReferenceSpades(**options)
    game.play(deal_text(hands))
    return game


def say(game: ReferenceSpades, words: str) -> None:
    """Make these moves, separated by commas."""
    for word in words.split(", "):
        game.play(word)


def playing(hands: list[str], bidding: str = FOURS, **options: Any) -> ReferenceSpades:
    """Start the play of these hands after the bidding."""
    game = dealt(hands, **options)
    say(game, bidding)
    assert game.hand_to_play == "dummy" and game.actor == game.non_dealer
    return game


def calls(game: ReferenceSpades) -> list[str]:
    """Return the legal calls of a renege."""
    return [text for text in game.legal() if text.startswith("renege")]


def play_out(game: ReferenceSpades, keep: str = "") -> None:
    """Play the hand to the last book with the first legal card, but keep these cards."""
    while game.hand_to_play:
        cards = [text for text in game.legal() if not text.startswith("renege")]
        game.play(([card for card in cards if card not in keep.split()] or cards)[0])


@pytest.mark.rule("SP-14", "SP-15", "SP-18")
def test_wrong_options_are_refused() -> None:
    wrong: list[dict[str, Any]] = [
        {"renege": "free"},
        {"boston_failed": 1},
        {"dealer": 2},
        {"scores": [0]},
        {"overbooks": [0, -1]},
        {"perfect_bids": [3, 0]},
    ]
    for options in wrong:
        with pytest.raises(ValueError, match=r"\w"):
            ReferenceSpades(**options)


# Cards, deal and looking.


@pytest.mark.rule("SP-1", "SP-2")
def test_the_pack_has_54_cards_less_two_red_twos() -> None:
    pack = ReferenceSpades().pack()
    assert len(pack) == len(set(pack)) == 52 and pack[-3:] == ["AS", "R*", "B*"]
    assert "2H" not in pack and "2D" not in pack and "2S" in pack and "2C" in pack
    by_suit = Counter(spades.suit_of(card) for card in pack)
    assert by_suit == {"S": 15, "C": 13, "D": 12, "H": 12}


@pytest.mark.rule("SP-1", "SP-2", "SP-11")
@pytest.mark.parametrize(
    ("cards", "led", "best"),
    [
        ("3H AH KH QH", "H", "AH"),
        ("10C 9C 2C JC", "C", "JC"),
        ("3D AC AH 4D", "D", "4D"),
        ("AD 3S AH KD", "D", "3S"),
        ("AS 2S KS QS", "S", "2S"),
        ("B* 2S AS 3S", "S", "B*"),
        ("2S B* R* AS", "S", "R*"),
        ("AH B* KH 3S", "H", "B*"),
        ("2C AD 3C KD", "C", "3C"),
        ("10S 9S AH JS", "S", "JS"),
    ],
)
def test_the_highest_card_takes_the_book(cards: str, led: str, best: str) -> None:
    assert spades.best_card(cards.split(), led) == best


@pytest.mark.rule("SP-3", "SP-4")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_deal_gives_four_hands_one_card_at_a_time(dealer: int) -> None:
    game = ReferenceSpades(dealer=dealer, target=10000)
    assert game.needs_deal and game.hands == [[], [], [], []] and game.legal() == []
    with pytest.raises(ValueError, match=r"^a deal is due"):
        game.play("look")
    with pytest.raises(ValueError, match="whole pack"):
        game.play("deal 2C 3C")
    pack = game.pack()
    random.Random(4).shuffle(pack)
    text = " ".join(["deal", *pack])
    game.play(text)
    assert game.hands[0] == game.face_down[1 - dealer] == pack[0::4]
    assert game.hands[1] == common.in_order(pack[1::4])
    assert game.hands[2] == game.face_down[dealer] == pack[2::4]
    assert game.hands[3] == common.in_order(pack[3::4])
    assert game.dealer == dealer and game.actor == 1 - dealer and game.face_up == [[], []]
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play(text)
    say(game, FOURS)
    play_out(game)
    assert game.hand_over and game.needs_deal and game.dealer == dealer and game.actor is None
    game.play(text)
    assert not game.hand_over and game.dealer == 1 - dealer and game.actor == dealer
    assert game.face_down[dealer] == pack[0::4] and game.face_down[1 - dealer] == pack[2::4]


@pytest.mark.rule("SP-5", "SP-6")
def test_both_players_look_together() -> None:
    for first, second in [("look", "look"), ("nil", "look"), ("double nil", "nil")]:
        game = dealt([])
        dummies = [list(down) for down in game.face_down]
        game.play(first)
        assert game.face_up == [[], []] and game.face_down == dummies and game.actor == 0
        game.play(second)
        assert game.face_up == [dummies[0][:6], dummies[1][:6]]
        assert game.face_down == [dummies[0][6:], dummies[1][6:]]


# Bidding.


@pytest.mark.rule("SP-6")
def test_bids_before_looking() -> None:
    blind = [f"blind {number}" for number in [6, 7, 8, 9, 10, 11, 12]]
    for scores, losing in [([0, 0], None), ([0, -99], None), ([0, -100], 1), ([-300, 10], 0)]:
        game = dealt([], scores=scores)
        for player in [1, 0]:
            extra = blind if player == losing else []
            assert game.actor == player
            assert game.legal() == ["look", "nil", "double nil", *extra]
            game.play("look")


@pytest.mark.rule("SP-6", "SP-7", "SP-8")
@pytest.mark.parametrize(
    ("chosen", "bidders"),
    [("look, look", [1, 0]), ("nil, look", [0]), ("look, blind 7", [1]), ("nil, blind 6", [])],
)
def test_only_players_without_a_bid_bid_after_looking(chosen: str, bidders: list[int]) -> None:
    game = dealt([], scores=[-100, 0])
    say(game, chosen)
    for bidder in bidders:
        assert game.actor == bidder and game.bids[bidder] is None
        numbers = [f"bid {number}" for number in [4, 5, 6, 7, 8, 9, 10, 11, 12, 13]]
        assert game.legal() == [*numbers, "bemo", "big bemo", "naught", "double naught"]
        game.play("double naught")
        assert game.bids[bidder] == "double naught"
    for player in [1, 0]:  # No raise is possible, but both must stand.
        assert game.actor == player and game.legal() == ["stand"]
        game.play("stand")
    assert game.hand_to_play == "dummy" and game.actor == 1


@pytest.mark.rule("SP-8")
def test_a_bid_is_raised_to_bids_of_its_family() -> None:
    found = {bid: spades_scoring.raises(bid) for bid in spades_scoring.POINTS}
    assert {bid: raised for bid, raised in found.items() if raised and bid[:4] != "bid "} == {
        "bemo": ["big bemo"],
        "naught": ["double naught"],
    }
    assert found["bid 10"] == ["bid 11", "bid 12", "bid 13"] and found["bid 13"] == []
    assert len(found["bid 4"]) == 9


@pytest.mark.rule("SP-8")
def test_raising_ends_after_two_stands() -> None:
    game = dealt([])
    say(game, "look, look, bid 4, bemo, stand")
    assert game.actor == 0 and game.legal() == ["big bemo", "stand"]
    say(game, "big bemo, bid 6")
    assert game.bids == ["big bemo", "bid 6"] and game.actor == 0
    say(game, "stand, bid 9")
    assert game.hand_to_play is None
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("bid 9")
    say(game, "stand, stand")
    assert game.hand_to_play == "dummy" and game.bids == ["big bemo", "bid 9"]


# Play.


@pytest.mark.rule("SP-3", "SP-9", "SP-11")
@pytest.mark.parametrize("dealer", [0, 1])
def test_the_hand_that_takes_a_book_leads_the_next(dealer: int) -> None:
    game = playing(["2C 3C 4D", "5C 6C 3D", "7C AC 5D", "8C 3S KS"], dealer=dealer)
    other = 1 - dealer
    turns = [(other, "dummy"), (other, "actual"), (dealer, "dummy"), (dealer, "actual")]
    for card, turn in zip(["2C", "5C", "7C", "8C"], turns, strict=True):
        assert (game.actor, game.hand_to_play) == turn
        game.play(card)
    assert game.tricks == [
        {
            "leader": other,
            "cards": ["2C", "5C", "7C", "8C"],
            "seats": [other, other, dealer, dealer],
            "hands": ["dummy", "actual", "dummy", "actual"],
            "led": "C",
            "winner": dealer,
            "winning_hand": "actual",
        }
    ]
    assert (game.actor, game.hand_to_play) == (dealer, "actual")
    assert game.trick["leader"] == dealer and game.trick["cards"] == []
    assert game.legal() == game.hands[3]  # Any card may be led.


@pytest.mark.rule("SP-1", "SP-10")
def test_an_actual_hand_must_follow_suit() -> None:
    hands = ["R* AC KC", "3S B* 2C 3H 4H 5H 6H 7H 8H 9H 10H JH QH", "4S 3C", f"4C {ALL_DIAMONDS}"]
    game = playing(hands)
    game.play("R*")
    assert game.trick["led"] == "S"  # A led Joker is a led spade.
    assert game.legal() == ["3S", "B*"]
    lay(game, "B* 4S")
    assert game.legal() == game.hands[3]  # Without spades any card is legal.
    game = playing(hands)
    game.play("AC")
    assert game.legal()[0] == "2C" and {spades.suit_of(card) for card in game.legal()} == {"C"}
    lay(game, "2C 3C")
    assert game.legal() == ["4C"]
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("3D")


@pytest.mark.rule("SP-12")
def test_a_dummy_leads_a_face_up_card() -> None:
    game = playing(["R* B* 2S AS KS QS 5H 4D"])
    for left in [6, 5, 4, 3, 2, 1]:
        assert (game.actor, game.hand_to_play) == (1, "dummy")
        assert game.legal() == common.in_order(game.face_up[1]) and len(game.legal()) == left
        game.play(game.legal()[0])
        for _ in range(3):
            game.play(game.legal()[0])
    assert game.face_up[1] == ["5H"] == game.legal() and game.face_down[1][0] == "4D"


@pytest.mark.rule("SP-13")
@pytest.mark.parametrize(
    ("dummy", "led", "turned", "legal"),
    [
        ("3C 9C 4S 3D 4D 5D 6C", "2C", 0, "3C 9C"),
        ("3S B* 3D 4D 5D 6D 6C", "2C", 0, "3S B*"),
        ("3D 4D 5D 6D 7D 8D 3H 4H 6C 5C", "2C", 3, "6C"),
        ("3D 4D 5D 6D 7D 8D 3H B* 6C 5C", "2C", 2, "B*"),
        ("3D 4D 5D 6D 7D 8D 3H 4H 5H 6H 7H 8H 9C", "2C", 7, "9C"),
        ("3D 4D 5D 6D 7D 8D 3H 4H 5H 6H 7H 8H 9H", "2C", 7, "all"),
        ("3C 9C 3D 4D 5D 6D 7H R* 3S", "B*", 2, "R*"),
        ("3C 4S 9C 3D 2S 5D R*", "B*", 0, "2S 4S"),
    ],
)
def test_a_dummy_turns_up_cards_until_it_can_follow(
    dummy: str, led: str, turned: int, legal: str
) -> None:
    game = playing([led, "", dummy])
    game.play(led)
    assert len(game.face_up[0]) == 6
    game.play(game.legal()[0])
    assert (game.actor, game.hand_to_play) == (0, "dummy")
    assert game.face_up[0] == dummy.split()[: 6 + turned]
    assert game.legal() == (common.in_order(dummy.split()) if legal == "all" else legal.split())
    kept = [card for card in game.face_up[0] if card != game.legal()[0]]
    game.play(game.legal()[0])
    assert game.face_up[0] == kept and len(game.hands[2]) == 12


# Reneges.


@pytest.mark.rule("SP-14")
def test_the_option_allows_or_forbids_a_renege() -> None:
    hands = ["2C", "3C 3D 3H 3S", "4C 4D 4H 4S 5D 5H"]
    strict = playing(hands)
    strict.play("2C")
    assert "3C" in strict.legal() and "3D" not in strict.legal()
    free = playing(hands, renege="penalised")
    free.play("2C")
    assert free.legal() == free.hands[1]
    free.play("3D")
    assert free.legal() == ["4C"]  # A dummy must still follow suit.


@pytest.mark.rule("SP-14")
def test_a_visible_renege_can_be_called() -> None:
    hands = ["2C 3C 4C 3H 4H 5H", "3D QC 4D KC", "AC 5C 6D 7D 8D 9D", "6C 7C 8C 9C 10D"]
    game = playing(hands, renege="penalised")
    lay(game, "2C 3D AC 6C")  # Player 1 holds the queen and the king of clubs.
    assert game.actor == 0 and calls(game) == []  # The renege is not visible yet.
    lay(game, "5C 7C 3C")
    assert calls(game) == []
    game.play("QC")
    assert game.books == [1, 1] and game.actor == 1 and calls(game) == []
    game.play("KC")
    assert (game.actor, game.hand_to_play) == (0, "dummy")
    assert calls(game) == ["renege 1"]  # At most the books of the other player.
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("renege 2")
    cards = [text for text in game.legal() if text != "renege 1"]
    game.play("renege 1")
    assert game.books == [2, 0] and [trick["winner"] for trick in game.tricks] == [0, 1]
    assert (game.actor, game.hand_to_play) == (0, "dummy") and game.legal() == cards
    with pytest.raises(ValueError, match=r"^not legal"):
        game.play("renege 1")


@pytest.mark.rule("SP-14")
def test_a_renege_is_called_once_for_one_to_three_books() -> None:
    no_spades = "8C 9C 10C JC QC KC AC 8H 9H 10H JH QH KH"
    hands = ["R* B* 2S AS KS QS", "3D 4D 5D 6D 3S", "4S 5S 6S 7S 8S 9S 10S JS", no_spades]
    game = playing(hands, renege="penalised")
    lay(game, "R* 3D 4S 8C B* 4D 5S 9C 2S 3S")  # The third book shows two reneges.
    assert game.actor == 0 and calls(game) == ["renege 1", "renege 2"]
    lay(game, "6S")
    assert game.hand_to_play == "actual" and calls(game) == ["renege 1", "renege 2"]
    lay(game, "10C AS 5D")
    assert calls(game) == ["renege 1", "renege 2", "renege 3"]
    game.play("renege 3")
    assert game.books == [3, 0] and calls(game) == []  # One renege is left, but no book.
    assert game.called == [[], [0]]  # The oldest renege.
    lay(game, "7S JC KS 6D")
    assert game.books == [3, 1] and calls(game) == ["renege 1"]
    game.play("renege 1")
    lay(game, "8S QC QS")
    assert game.books == [4, 1]
    game.play(game.legal()[0])
    assert game.actor == 0 and calls(game) == []  # Both reneges are called.


@pytest.mark.rule("SP-14", "SP-16")
def test_only_the_dealer_can_call_after_the_last_book() -> None:
    hands = [SWEEP, f"3S {ALL_DIAMONDS}", "", "4S"]
    bidding = "look, look, bid 13, double naught, stand, stand"
    game = playing(hands, bidding, renege="penalised")
    play_out(game, keep="3S 4S")
    # Both have reneged twelve times, but player 0 has no books.
    assert game.books == [0, 13] and game.actor == 0 and game.hand_to_play is None
    assert not game.hand_over and game.hands == [[], [], [], []] and game.trick["cards"] == []
    for left in [10, 7, 4, 1]:
        assert game.legal() == ["renege 1", "renege 2", "renege 3", "no renege"]
        game.play("renege 3")
        assert game.books[1] == left
    assert game.legal() == ["renege 1", "no renege"]
    game.play("renege 1")  # No book is left, and player 1 may no longer call.
    assert game.hand_over and game.last_score is not None
    assert game.last_score["books"] == [13, 0]
    assert game.last_score["made"] == [True, False]  # The takers of the books do not change.
    assert game.scores == [400, -130]
    again = playing(hands, bidding, renege="penalised")
    play_out(again, keep="3S 4S")
    again.play("no renege")
    assert again.hand_over and again.books == [0, 13] and again.scores == [400, 500]


@pytest.mark.rule("SP-14")
@pytest.mark.parametrize(
    ("said", "actors", "books"),
    [
        ("no renege, no renege", [1, 0], [1, 12]),
        ("renege 1, no renege", [1, 0], [0, 13]),
        ("renege 1, renege 2, no renege", [1, 0, 0], [2, 11]),
        ("no renege, renege 3, no renege", [1, 0, 0], [4, 9]),
    ],
)
def test_both_can_call_after_the_last_book(said: str, actors: list[int], books: list[int]) -> None:
    hands = ["B* 2S AS KS QS JS 10S 9S 8S 7S 6S 3S AH", f"5S {ALL_DIAMONDS}", "R*", "4S"]
    game = playing(hands, renege="penalised")
    lay(game, "B* 3D R*")
    play_out(game, keep="4S 5S AH")
    for word, actor in zip(said.split(", "), actors, strict=True):
        assert game.actor == actor and not game.hand_over
        assert "no renege" in game.legal()
        game.play(word)
    assert game.hand_over and game.books == books


# Scores and end of the game.


def swept(bidding: str, **options: Any) -> ReferenceSpades:
    """Play a hand in which the dummy of player 1, the non-dealer, takes all books."""
    game = playing([SWEEP], bidding, **options)
    play_out(game)
    assert game.books == [0, 13] and game.hand_over
    return game


@pytest.mark.rule("SP-17", "SP-18")
def test_the_score_of_a_hand() -> None:
    game = swept("look, look, bid 5, naught, stand, stand", overbooks=[3, 7], scores=[5, 60])
    assert game.last_score == {
        "bid": ["naught", "bid 5"],
        "books": [0, 13],
        "made": [True, True],
        "contract": [200, 50],
        "overbooks": [0, 8],
        "penalty": [0, -100],
        "bonus": [0, 0],
        "points": [200, -42],
    }
    assert game.scores == [205, 18] and game.overbooks == [3, 15] and not game.is_over
    boston = "look, look, bid 13, bid 4, stand, stand"
    counts = [([2, 0], [0, 1], 0), ([1, 1], [0, 2], 0), ([0, 2], [0, 0], 80)]
    for before, after, bonus in counts:
        game = swept(boston, perfect_bids=before)
        assert game.perfect_bids == after and game.last_score is not None
        assert game.last_score["bonus"] == [0, bonus] and game.scores == [-40, 500 + bonus]


@pytest.mark.rule("SP-19", "AL-2")
@pytest.mark.parametrize(
    ("bidding", "options", "winners"),
    [
        ("bid 4, naught", {"scores": [299, 451]}, [1]),  # 499 and 500
        ("bid 4, naught", {"scores": [299, 450]}, []),
        ("bid 4, naught", {"scores": [351, 451]}, [0]),  # 551 and 500
        ("bid 12, naught", {"scores": [351, 310], "overbooks": [2, 0]}, [1]),  # Both have 551.
        ("bid 12, naught", {"scores": [351, 310], "overbooks": [0, 0]}, [0]),
        ("bid 12, naught", {"scores": [351, 310], "overbooks": [1, 0]}, [0, 1]),
        ("bid 4, naught", {"target": 200}, [0]),
        ("bid 4, bid 4", {"max_hands": 1}, [1]),
        ("bid 4, bid 4", {"max_hands": 8, "hands_played": 7, "scores": [100, 0]}, [0]),
        ("bid 4, bid 4", {"max_hands": 8, "hands_played": 6}, []),
        ("naught, naught", {"max_hands": 1}, [0, 1]),
        ("naught, naught", {"max_hands": 1, "overbooks": [1, 0]}, [1]),
    ],
)
def test_the_end_of_the_game(bidding: str, options: dict[str, Any], winners: list[int]) -> None:
    game = swept(f"look, look, {bidding}, stand, stand", **options)
    assert game.winners == winners and game.is_over == bool(winners)
    assert game.needs_deal != game.is_over and game.hand_over and game.legal() == []
    if winners:
        with pytest.raises(ValueError, match=r"^not legal"):
            game.play(deal_text([SWEEP]))


# Random games.


def cards_of(game: ReferenceSpades) -> list[str]:
    """Return every card of the game."""
    cards = [card for hand in game.hands for card in hand] + game.trick["cards"]
    return common.in_order(cards + [card for book in game.tricks for card in book["cards"]])


def check_books(game: ReferenceSpades) -> None:
    """Check following and winning in all books of a hand (SP-10, SP-11, SP-13)."""
    played: dict[tuple[int, str], list[tuple[str, str]]] = {}
    for book in game.tricks:
        led = str(book["led"])
        laid = dict(zip(zip(book["seats"], book["hands"], strict=True), book["cards"], strict=True))
        for hand, card in laid.items():
            played.setdefault(hand, []).append((led, card))
        best = laid[book["winner"], book["winning_hand"]]
        trumps = [card for card in book["cards"] if card in spades.SPADES]
        same = trumps or [card for card in book["cards"] if card[-1] == led]
        order = spades.SPADES if trumps else common.ORDER
        assert best in same and all(order.index(card) <= order.index(best) for card in same)
    assert len(played) == 4 and all(len(plays) == 13 for plays in played.values())
    for (_, hand_type), plays in played.items():
        for number, (led, card) in enumerate(plays):
            later = {spades.suit_of(other) for _, other in plays[number + 1 :]}
            if hand_type == "actual" and game.renege == "impossible":
                assert spades.suit_of(card) == led or led not in later
            if hand_type == "dummy" and spades.suit_of(card) not in [led, "S"]:
                assert led not in later and "S" not in later  # All cards are face up.


@pytest.mark.rule("SP-4", "SP-14", "SP-17", "SP-19")
@pytest.mark.parametrize("seed", nightly_but_every(10, range(60)))
def test_random_games_follow_the_rules(seed: int) -> None:
    rng = random.Random(seed)
    before = [rng.randrange(30), rng.randrange(30)]
    scores = [rng.randrange(-200, 200), rng.randrange(-200, 200)]
    game = ReferenceSpades(
        renege=rng.choice(["impossible", "penalised"]),
        boston_failed=rng.choice([-130, 0, -500]),
        target=rng.choice([200, 500]),
        max_hands=rng.choice([1, 3, 4]),
        dealer=rng.randrange(2),
        scores=scores,
        overbooks=before,
        perfect_bids=[rng.randrange(3), rng.randrange(3)],
    )
    total, paid = list(scores), [0, 0]
    while not game.is_over:
        if game.needs_deal:
            assert game.actor is None and game.legal() == []
            deal_any(game, rng)
        else:
            moves = game.legal()
            assert moves and len(moves) == len(set(moves))
            game.play(rng.choice(moves))
        assert cards_of(game) == game.pack()
        assert sum(game.books) == len(game.tricks) and min(game.books) >= 0
        assert max(map(len, game.hands)) - min(map(len, game.hands)) <= 1
        if game.hand_over:
            assert game.last_score is not None and game.hands == [[], [], [], []]
            check_books(game)
            for player in [0, 1]:
                total[player] += game.last_score["points"][player]
                paid[player] -= game.last_score["penalty"][player]
    assert game.scores == total and game.winners
    assert game.dealer in [0, 1] and all(count in [0, 1, 2] for count in game.perfect_bids)
    for player in [0, 1]:
        tens = game.overbooks[player] // 10 - before[player] // 10
        assert paid[player] == 100 * tens
