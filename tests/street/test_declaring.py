"""Declarations and exchanges (ST-6 to ST-12), the worked example, and what each seat sees."""

from itertools import pairwise

import pytest

import twowaystreet as tws
from tests.helpers import (
    at,
    deal_of,
    dealt,
    next_dealer,
    play,
    refused,
    replay,
    shuffled,
    text_of,
    texts,
)
from tests.street.table import CLUBS, DIAMONDS, HEARTS, SPADES, playing
from twowaystreet import cards, reasons
from twowaystreet.games import street


def declaring(players: int, dealer: int = 0) -> street.State:
    rules = street.Rules(players=players, exchange=street.ExchangeRule.OPTIONAL)
    return shuffled(street.new_game(rules, dealer=dealer))


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
    found = [str(one or "-") for one in state.declarations]
    assert found[dealer:] + found[:dealer] == wanted


@pytest.mark.rule("ST-7")
def test_only_a_declaration_is_accepted() -> None:
    state = declaring(4)
    held = str(state.hands[0][0])
    for move in (held, "keep", "name H", f"exchange {held} {state.hands[0][1]}"):
        reason = refused(state, move, reasons.WrongMove)
        assert reason.rule == "ST-7" and "high or low" in reason.expected
    refused(state, deal_of(street.new_game(), []), reasons.NoDealDue)


OPTIONAL = street.ExchangeRule.OPTIONAL
HAND = "5C 6C 3D 3H 6H 2S 4S 6S 9S 10S"


def exchanging(hand: str = HAND, stock: str = "10C QS", **options: object) -> street.State:
    """Return a state in which seat 0 holds this hand and has declared."""
    # Options are plain words here, while the annotations ask for enums.
    rules = street.Rules(**options)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    return replay(dealt(street.new_game(rules), [hand], stock), ["low"])


@pytest.mark.rule("ST-9")
def test_an_exchange_replaces_two_cards() -> None:
    before = exchanging()
    after = replay(before, ["exchange 9S 10S"])
    assert text_of(after.hands[0]) == "5C 6C 10C 3D 3H 6H 2S 4S 6S QS"
    assert after.hands[1:] == before.hands[1:]
    assert after.stock == (*before.stock[2:], *cards("9S 10S"))
    assert after.exchanged == (street.Exchanged(cards("9S 10S"), cards("10C QS")), None, None, None)
    assert (after.actor, after.phase) == (1, street.Phase.DECLARE)


@pytest.mark.rule("AL-4", "ST-9")
def test_equal_cards_make_equal_exchanges() -> None:
    hand = "2C 2C 3C 3C 4C 5C 6C 7C R* R*"
    state = exchanging(hand, players=6)
    held = hand.split()
    pairs = {(held[i], held[j]) for i in range(10) for j in range(i + 1, 10)}
    assert len(texts(state)) == len(set(texts(state))) == len(pairs) == 21 + 3
    assert texts(state)[:3] == ["exchange 2C 2C", "exchange 2C 3C", "exchange 2C 4C"]
    after = replay(state, ["exchange 2C 2C"])
    assert text_of(after.stock[-2:]) == "2C 2C" and "2C" not in text_of(after.hands[0])
    refused(
        exchanging("2C 3C 3C 4C 5C 6C 7C 8C 9C R*", players=6), "exchange 2C 2C", reasons.NotHeld
    )


@pytest.mark.rule("ST-10")
def test_the_exchange_is_obligatory_or_optional() -> None:
    obliged, free = exchanging(), exchanging(exchange=OPTIONAL)
    assert "keep" not in texts(obliged)
    assert texts(free) == [*texts(obliged), "keep"]
    reason = refused(obliged, "keep", reasons.NotOffered)
    assert reason.rule == "ST-10" and "exchange" in reason.expected
    kept = replay(free, ["keep"])
    assert (kept.hands, kept.stock) == (free.hands, free.stock)
    assert kept.exchanged == (street.Exchanged(), None, None, None)
    assert (kept.actor, kept.phase) == (1, street.Phase.DECLARE)


@pytest.mark.rule("ST-9")
def test_impossible_exchanges_are_refused() -> None:
    state = exchanging()
    for text in ("exchange 5C 7C", "exchange 7C 8C", "exchange 5C 5C"):
        reason = refused(state, text, reasons.NotHeld)
        assert reason.rule == "ST-9" and text_of(reason.held) == HAND
    later = replay(state, ["exchange 5C 6C", "low"])
    assert refused(later, "exchange R* B*", reasons.NotHeld).held == later.hands[1]
    for text in ("high", "name C", "5C", "7C"):
        wrong = refused(state, text, reasons.WrongMove)
        assert wrong.rule == "ST-9" and "exchange" in wrong.expected


@pytest.mark.rule("ST-11")
@pytest.mark.parametrize(
    ("players", "jokers", "size"), [(5, "none", 2), (5, "one", 3), (37, "one", 1), (26, "none", 0)]
)
def test_exchanges_with_very_short_stocks(players: int, jokers: str, size: int) -> None:
    rules = street.Rules(players=players, jokers=street.Jokers(jokers))
    state = shuffled(street.new_game(rules), seed=size)
    assert len(state.stock) == size
    steps, pile = list[street.State](), list(state.stock)
    while not at(state, street.Phase.PLAY):
        if at(state, street.Phase.DECLARE):
            state = replay(state, ["low"])
        steps.append(state)
        state = tws.apply(state, tws.legal_moves(state)[0])
    steps.append(state)
    for seat, (before, after) in enumerate(pairwise(steps)):
        given = before.hands[seat][:2]
        pile += given
        drawn = [pile.pop(0), pile.pop(0)]
        assert after.exchanged[seat] == street.Exchanged(given, tuple(drawn))
        assert list(after.stock) == pile and len(pile) == size
        assert sorted([*before.hands[seat][2:], *drawn]) == list(after.hands[seat])
    if size == 0:
        assert steps[0].hands == steps[-1].hands  # Everybody draws the cards that they put away.
    if size == 1:
        # The lower of the two is drawn again, the higher one goes to the next player.
        exchange = steps[1].exchanged[0]
        assert exchange is not None and exchange.drawn[1] == exchange.given[0]
        assert steps[1].stock == exchange.given[1:]


@pytest.mark.rule("ST-9", "AL-4")
def test_a_card_that_is_named_too_often_is_said_to_be_named_too_often() -> None:
    state = tws.apply(shuffled(street.new_game()), street.Declare(street.Direction.LOW))
    held = state.hands[0]
    first, other = held[0], next(card for card in tws.CARDS[:52] if card not in held)
    reason = refused(state, f"exchange {first} {first}", reasons.NotHeld, "ST-9", "but held once")
    assert reason.repeated == (first,)
    assert reason.explain().startswith(f"{first} is named more than once, but held once: expected")
    for text in (f"exchange {other} {other}", f"exchange {first} {other}"):
        assert refused(state, text, reasons.NotHeld, "ST-9", "not in hand").repeated == ()


NAMES = ["Zak", "Katie", "Jen", "Derek"]
ZAK = "5C 6C 2S 4S 6S 9S 10S 3H 6H 3D"
KATIE = "4C 8C QC KC 3S 7S JS 10H KH AD"
JEN = "2C 3C 7C 9C AC 5S 8S 2H 2D 4D"
DEREK = "JC KS AS QH AH 9D 10D QD R* B*"
STOCK = "10C QS 7D JD 8H JH"

TALK = [
    ("low", "exchange 9S 10S"),
    ("high", "exchange 4C 3S"),
    ("low", "exchange AC 8S"),
    ("high", "keep"),
]
TRICKS = [
    # The cards from the leader on, the suit led, the winner of the trick.
    ("QS 7S 5S KS", "S", "Derek"),
    ("AD 4D R* 3D", "D", "Derek"),
    ("2D 9D 10C JD", "D", "Katie"),
    ("AH 6H 10H JH", "H", "Derek"),
    ("6C QC 9C B*", "C", "Derek"),
    ("KH 8H QH 3H", "H", "Katie"),
    ("2C JC 5C KC", "C", "Katie"),
    ("QD 6S 7D 7C", "D", "Derek"),
    ("2S JS 3C AS", "S", "Derek"),
    ("8C 2H 10D 4S", "C", "Katie"),
]
SHEET = [
    ("LD HD LD HD", [0, 4, 0, 6], "LD,6-4:2 HD,4-4:0 LD,6-4:2 HD,6-4:2", [4, 0, 4, 4]),
    ("LD HD LD LD", [0, 8, 1, 1], "LD,6-5:1 HD,8-5:3 LD,5-5:0 LD,5-5:0", [6, 6, 4, 4]),
    ("LD LD HD HD", [0, 0, 5, 5], "LD,6-5:1 LD,6-5:1 HD,5-5:0 HD,5-5:0", [8, 8, 4, 4]),
    ("LD HD HD LD", [0, 8, 2, 0], "LD,6-2:4 HD,8-2:6 HD,2-2:0 LD,6-2:4", [16, 20, 4, 12]),
]


def start() -> street.State:
    """The game of the example, dealt."""
    rules = street.Rules(exchange=street.ExchangeRule.OPTIONAL)
    return dealt(street.new_game(rules), [ZAK, KATIE, JEN, DEREK], STOCK)


@pytest.mark.rule("ST-5", "ST-7", "ST-9", "ST-10", "ST-11")
def test_the_declarations_and_exchanges() -> None:
    state = start()
    for seat, (direction, exchange) in enumerate(TALK):
        assert (state.actor, state.phase, texts(state)) == (seat, "declare", ["high", "low"])
        state = replay(state, [direction])
        assert (state.actor, state.phase) == (seat, "exchange")
        assert exchange in texts(state)
        state = replay(state, [exchange])
    assert list(map(str, state.declarations)) == ["LD", "HD", "LD", "HD"]
    assert [text_of(one.drawn) for one in state.exchanged if one] == [
        "10C QS",
        "7D JD",
        "8H JH",
        "",
    ]
    assert text_of(state.hands[3]) == "JC 9D 10D QD QH AH KS AS R* B*"
    assert text_of(state.stock[-6:]) == "9S 10S 4C 3S AC 8S"


@pytest.mark.rule("ST-12", "ST-13", "ST-15", "ST-20", "ST-21", "ST-23", "ST-25")
def test_the_play() -> None:
    state = replay(start(), [move for moves in TALK for move in moves])
    for number, (order, led, winner) in enumerate(TRICKS):
        leader = number % 4
        for place, card in enumerate(order.split()):
            assert state.actor == (leader + place) % 4
            assert card in texts(state)
            state = play(state, card)
        trick = state.tricks[-1]
        assert (trick.leader, text_of(trick.cards), trick.led) == (leader, order, led)
        assert trick.winner == NAMES.index(winner)
    score = tws.score_hand(state)
    assert [seat.tricks for seat in score.seats] == [0, 4, 0, 6]
    assert " ".join(seat.entry for seat in score.seats) == SHEET[0][2]
    assert list(score.points) == list(state.scores) == SHEET[0][3]
    assert (score.case, score.penalty) == ("B", 4)
    assert state.hand_over and state.needs_deal and not state.is_over
    assert state.phase is street.Phase.HAND_OVER and state.hands_played == 1
    assert state.dealer == 0 and next_dealer(state) == 1


@pytest.mark.rule("ST-25")
def test_the_score_sheet_as_text() -> None:
    hands = [street.score(declarations.split(), tricks) for declarations, tricks, _, _ in SHEET]
    wanted = """\
Zak      | Katie    | Jen      | Derek
LD,6-4:2 | HD,4-4:0 | LD,6-4:2 | HD,6-4:2
4        | 0        | 4        | 4
LD,6-5:1 | HD,8-5:3 | LD,5-5:0 | LD,5-5:0
6        | 6        | 4        | 4
LD,6-5:1 | LD,6-5:1 | HD,5-5:0 | HD,5-5:0
8        | 8        | 4        | 4
LD,6-2:4 | HD,8-2:6 | HD,2-2:0 | LD,6-2:4
16       | 20       | 4        | 12"""
    assert tws.score_sheet(NAMES, hands) == wanted
    assert tws.score_sheet(NAMES, iter(hands)) == wanted
    later = tws.score_sheet(NAMES, hands[1:], scores=[4, 0, 4, 4]).splitlines()
    lines = wanted.splitlines()
    assert later == [lines[0], lines[2], *lines[3:]]


def voids(state: street.State) -> list[tuple[int, str, str, str]]:
    found = tws.view(state, None).voids
    assert found == tws.view(state, 1).voids
    return [(void.seat, str(void.suit), str(void.card), void.rule) for void in found]


@pytest.mark.rule("ST-13", "ST-16")
def test_a_player_who_names_no_suit_is_void_in_the_colour() -> None:
    state = playing("R*", f"{CLUBS} B*", f"{SPADES} 2D", HEARTS, players=4)
    state = play(state, "R* 10C")
    shown = [(1, "D", "10C", "ST-16"), (1, "H", "10C", "ST-16")]
    assert voids(state) == shown
    state = replay(state, ["name H"])
    assert voids(state) == shown
    state = play(state, "2D")
    assert voids(state) == [*shown, (2, "H", "2D", "ST-13")]
    state = play(state, "10H")
    assert voids(state) == [*shown, (2, "H", "2D", "ST-13")]


@pytest.mark.rule("ST-18", "ST-19")
def test_tricks_without_a_suit_show_voids_if_a_coloured_joker_was_led() -> None:
    state = playing("X*", f"{CLUBS} X*", f"{SPADES} AH", jokers="two_alike")
    state = play(state, "X* X*")
    assert voids(state) == []
    state = play(replay(state, ["name H"]), "AH")
    assert voids(state) == []
    state = play(playing("B*", f"{HEARTS} AH", f"{DIAMONDS} AD"), "B* AH AD")
    shown = [(1, "AH"), (2, "AD")]
    assert voids(state) == [
        (seat, suit, card, "ST-16") for seat, card in shown for suit in ("C", "S")
    ]
