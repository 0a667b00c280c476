"""Moves: their texts, parts and cards, and what a text of a move is read as."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import anything, card, nightly_but_every, replay, shuffled, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, Deal, Move, ParseError, Play, Suit, cards, reasons
from twowaystreet.authoring import NumberMove
from twowaystreet.games import brag, duel, spades, street, twenty_down, twos

CARD = st.sampled_from(CARDS)
STREET_MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Deal, st.lists(CARD, max_size=60)),
    st.builds(street.Declare, st.sampled_from(street.Direction)),
    st.builds(street.Exchange, st.lists(CARD, min_size=2, max_size=2)),
    st.just(street.Keep()),
    st.builds(street.NameSuit, st.sampled_from(Suit)),
    st.builds(Play, CARD),
)
DUEL_MOVES: st.SearchStrategy[Move] = st.one_of(
    st.builds(Deal, st.lists(CARD, max_size=60)),
    st.just(duel.Bid()),
    st.builds(duel.Bid, st.integers(1, 10), st.sampled_from(duel.Direction)),
    st.builds(duel.Declare, st.sampled_from(duel.Direction)),
    st.builds(duel.Exchange, st.lists(CARD, min_size=2, max_size=2)),
    st.builds(duel.NameSuit, st.sampled_from(Suit)),
    st.builds(Play, CARD),
)


@given(STREET_MOVES, DUEL_MOVES)
def test_texts_of_moves_read_back(one: Move, other: Move) -> None:
    for state, move in ((street.new_game(), one), (duel.new_game(), other)):
        read = tws.parse_move(state, str(move))
        assert read == move and hash(read) == hash(move) and type(read) is type(move)
        assert tws.parse_move(state, f" {str(move).replace(' ', ' , ')} ") == move


MOVES: list[tuple[Move, str, str]] = [
    (Deal(cards("QS 2C R* 2C")), "deal QS 2C R* 2C", "2C 2C QS R*"),
    (Play(card("R*")), "R*", "R*"),
    (street.Declare(street.Direction.HIGH), "high", ""),
    (street.Declare(anything("low")), "low", ""),
    (street.Exchange(cards("10S 9S")), "exchange 9S 10S", "9S 10S"),
    (street.Keep(), "keep", ""),
    (street.NameSuit(anything("H")), "name H", ""),
    (duel.Bid(3, duel.Direction.HIGH), "bid 3 high", ""),
    (duel.Bid(10, anything("low")), "bid 10 low", ""),
    (duel.Bid(), "no bid", ""),
    (spades.Look(), "look", ""),
    (twenty_down.Draw(cards("KH 2C")), "draw 2C KH", "2C KH"),
    (twenty_down.Draw(()), "draw", ""),
    (
        brag.Lay([cards("4C 2C 3C"), cards("AS 2H 3D")]),
        "lay 2C 3C 4C / 3D 2H AS",
        "2C 3C 4C 3D 2H AS",
    ),
]


def test_moves_have_texts_and_cards() -> None:
    assert len({move for move, _, _ in MOVES}) == len(MOVES)
    for move, text, named in MOVES:
        assert (str(move), text_of(tws.cards_of(move))) == (text, named)
    names = {**vars(street), "Deal": Deal, "Play": Play, "Card": Card, "Suit": Suit}
    for move, _, _ in MOVES[0], MOVES[1], MOVES[4], MOVES[5]:
        assert eval(repr(move), names) == move
    assert [way.other for way in street.Direction] == ["low", "high"]
    assert type(anything(MOVES[3][0]).direction) is street.Direction


@pytest.mark.rule("ST-11")
def test_the_cards_of_an_exchange_are_sorted() -> None:
    exchange = street.Exchange(cards("R* 2C"))
    assert exchange.cards == cards("2C R*")
    assert exchange == street.Exchange(cards("2C R*"))
    assert hash(exchange) == hash(street.Exchange(iter(cards("2C R*"))))
    assert str(street.Exchange(cards("B* R*"))) == "exchange R* B*"
    assert street.Exchange(cards("7C 7C")).cards == cards("7C 7C")


Build = Callable[[Any], Move]
NO_CARDS: tuple[object, ...] = (
    *(None, 7, [None], ["QS", "2C"], "QS", [card("QS"), "2C"], [[card("QS")]]),
    *(Hostile(), (Hostile(), Hostile())),
)
NO_PAIRS: tuple[object, ...] = ([], cards("QS"), cards("QS 2C 3C"), iter(cards("2C")), ())
NO_WORDS: tuple[object, ...] = (None, 1, "", "HIGH", "h", "High", True, [], {}, Hostile())
NO_SUITS: tuple[object, ...] = (None, 1, "", "h", "♥", "X", "R*", [], "hearts", Hostile())
NO_CARD: tuple[object, ...] = (None, 7, "QS", Suit.CLUBS, cards("QS"), [card("QS")], Hostile())


@pytest.mark.parametrize(
    ("build", "impossible", "expected"),
    [
        (Deal, NO_CARDS, "card"),
        (Play, NO_CARD, "a card"),
        (street.Exchange, NO_CARDS, "card"),
        (street.Exchange, NO_PAIRS, "two cards"),
        (street.Declare, NO_WORDS, "high or low"),
        (street.NameSuit, NO_SUITS, "c, d, h or s"),
    ],
)
def test_impossible_parts_are_refused(
    build: Build, impossible: tuple[object, ...], expected: str
) -> None:
    for part in impossible:
        with pytest.raises(tws.IllegalMove) as caught:
            build(part)
        assert isinstance(caught.value.reason, reasons.Malformed), part
        assert expected in caught.value.reason.expected.lower()
        assert caught.value.reason.expected in str(caught.value)


@pytest.mark.rule("DU-3", "DU-4")
def test_impossible_bids_are_refused() -> None:
    of_a_number = [(number, "high") for number in (0, 11, -1, True, 3.0, "3", 10**5000)]
    for parts in (
        *of_a_number,
        (3, None),
        (False, None),
        (None, None),
        (3, "up"),
        (3, 1),
        (3, Hostile()),
    ):
        with pytest.raises(tws.IllegalMove) as caught:
            duel.Bid(*anything(parts))
        assert isinstance(caught.value.reason, reasons.Malformed) and str(caught.value)


def test_a_move_type_without_text_raises_an_error() -> None:
    class Silent(Move):
        form = "nothing"

    with pytest.raises(TypeError, match="Silent"):
        Silent.read(anything(None))


@attrs.frozen
class Give(tws.Move):
    """A move of another package's game: cards for a neighbour, and one card that is shown."""

    given: tuple[tws.Card, ...]
    seat: int
    shown: tws.Card | None = None
    _first: tws.Card = attrs.field(init=False, default=card("AS"))


class Knock(tws.Move):
    """A move without fields."""


def test_moves_of_other_games() -> None:
    assert text_of(tws.cards_of(Give(tws.cards("3S 2D 3S"), 2))) == "2D 3S 3S"
    assert text_of(tws.cards_of(Give(tws.cards("3S"), 2, card("4C")))) == "4C 3S"
    assert tws.cards_of(Knock()) == ()


@pytest.mark.parametrize("thing", [None, "QS", card("QS"), (), tws.Play, Hostile()], ids=type)
def test_values_that_are_not_moves_are_refused(thing: object) -> None:
    with pytest.raises(TypeError, match="expected a Move"):
        tws.cards_of(anything(thing))


# Texts as moves.


@pytest.mark.parametrize("suit", Suit)
def test_suits_in_moves(suit: Suit) -> None:
    state = street.new_game()
    signs = suit.sign, f"{suit.sign}\ufe0e", f"{suit.sign}\ufe0f"  # phones add a selector
    for text in (suit.value, suit.value.lower(), *signs):
        assert tws.parse_move(state, f"name {text}") == street.NameSuit(suit)


@pytest.mark.parametrize(
    ("text", "token", "position", "expected"),
    [
        ("", "", 0, "deal and the whole pack"),
        (" , ", "", 3, "deal and the whole pack"),
        ("QS QS", "QS", 3, "the end"),
        ("high 2C", "2C", 5, "the end"),
        ("exchange 2C", "", 11, "two cards"),
        ("exchange 2C 3C 4C", "4C", 15, "at most 2 cards"),
        ("exchange", "", 8, "two cards"),
        ("exchange 2C hello", "hello", 12, "a card"),
        ("keep all", "all", 5, "the end"),
        ("deal QS high", "high", 8, "a card"),
        ("name H H", "H", 7, "the end"),
        ("name", "", 4, "a suit: C, D, H or S"),
        ("name ſ", "ſ", 5, "a suit: C, D, H or S"),
        ("name hearts", "hearts", 5, "a suit: C, D, H or S"),
        ("name R*", "R*", 5, "a suit: C, D, H or S"),
        ("name HD", "HD", 5, "a suit: C, D, H or S"),
        ("hıgh", "hıgh", 0, "deal and the whole pack"),
        ("\u212aeep", "\u212aeep", 0, "deal and the whole pack"),  # the sign of Kelvin
        ("bid 3 high", "bid", 0, "deal and the whole pack"),
    ],
)
def test_unreadable_moves_are_refused(text: str, token: str, position: int, expected: str) -> None:
    with pytest.raises(ParseError) as caught:
        tws.parse_move(street.new_game(), text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert expected in error.expected


@pytest.mark.parametrize("game", nightly_but_every(9, OURS))
def test_moves_are_read_in_any_case_and_errors_name_the_expected_ones(game: str) -> None:
    rng = random.Random(7)
    found = tws.GAMES[game]
    phases: set[str] = set()
    for hand in range(12):
        options = {"bid_markers": ("paper", "cards")[hand % 2]} if game == "duel" else {}
        state = found.new_game(found.Rules(**options))
        while not state.hand_over:
            legal = tws.legal_moves(state) or (tws.shuffle(state, rng),)
            for move in legal:
                words = [word for word in str(move).split() if word in map(str, CARDS)]
                assert sorted(map(str, tws.cards_of(move))) == sorted(words)
                assert list(tws.cards_of(move)) == sorted(tws.cards_of(move))
            for move in legal[:3]:
                text = str(move)
                for other in (text.upper(), text.lower(), text.title(), text.swapcase()):
                    assert tws.parse_move(state, other) == move
            with pytest.raises(ParseError) as caught:
                tws.parse_move(state, "nonsense")
            due = {type(one): [move for move in legal if type(move) is type(one)] for one in legal}
            forms = [each.form_of(moves) for each, moves in due.items()]
            assert caught.value.expected == ", or ".join(forms)
            phases.add(state.phase)
            state = tws.apply(state, rng.choice(legal))
    assert len(phases) > 1


def test_no_move_is_expected_after_the_game() -> None:
    rng = random.Random(7)
    state = twos.new_game(twos.Rules(max_hands=1))
    while not state.is_over:
        legal = tws.legal_moves(state) or (tws.shuffle(state, rng),)
        state = tws.apply(state, legal[0])
    with pytest.raises(ParseError, match="expected no further move: the game is over"):
        tws.parse_move(state, "nonsense")


def test_errors_in_a_record_name_all_moves() -> None:
    text = tws.Record(twos.new_game()).to_text() + "nonsense\n"
    with pytest.raises(tws.RecordError, match=r"expected deal and the whole pack .*, or a card$"):
        tws.Record.from_text(text)


@pytest.mark.parametrize(
    ("text", "full"),
    [
        ("3D 2H", "exchange 3D 2H"),
        ("exchange 3D 2H", "exchange 3D 2H"),
        ("2h,3d", "exchange 3D 2H"),
    ],
)
def test_short_forms_are_read_on_request(text: str, full: str) -> None:
    state = tws.apply(shuffled(street.new_game()), street.Declare(street.Direction.LOW))
    assert str(tws.parse_move(state, text, short=True)) == full
    if not text.startswith("exchange"):
        with pytest.raises(ParseError, match="expected the end"):
            tws.parse_move(state, text)


def test_a_short_form_of_another_phase_is_no_move() -> None:
    state = shuffled(street.new_game())
    for text in ("3D 2H", "", "exchange", "9"):
        with pytest.raises(ParseError):
            tws.parse_move(state, text, short=True)
    # A whole move of another phase is read as without short forms.
    assert tws.parse_move(state, "3D", short=True) == tws.parse_move(state, "3D")
    before = street.new_game()
    assert tws.parse_move(before, "deal 3D", short=True) == tws.parse_move(before, "deal 3D")


class One(NumberMove):
    word: ClassVar = "one"
    numbers: ClassVar = range(9)
    form: ClassVar = "one and a number"


class Other(One):
    word: ClassVar = "other"
    form: ClassVar = "other and a number"


class Due:
    """A decision between two moves with the same short form."""

    def moves(self, state: object, seat: int) -> tuple[tws.Move, ...]:
        return One(1), One(3), Other(1), Other(2)


def test_a_text_that_is_short_for_several_moves_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shuffled(duel.new_game())
    monkeypatch.setattr(duel.State, "_decisions", {state.phase: Due()})
    monkeypatch.setattr(duel.State, "_move_types", (One, Other))
    with pytest.raises(ParseError, match="found '1' at position 0, expected one 1 or other 1 in f"):
        tws.parse_move(state, "1", short=True)
    # Only one of the two is legal.
    assert str(tws.parse_move(state, "2", short=True)) == "other 2"
    assert str(tws.parse_move(state, "3", short=True)) == "one 3"


@pytest.mark.rule("SP-6", "SP-7")
def test_the_error_lists_the_bids_that_are_legal_now() -> None:
    def expected(state: tws.AnyState) -> str:
        with pytest.raises(ParseError) as caught:
            tws.parse_move(state, "nonsense")
        return caught.value.expected

    looking = shuffled(spades.new_game(dealer=1))
    assert expected(looking) == "look, or nil or double nil"
    behind = shuffled(spades.new_game(dealer=1, scores=[0, 200]))
    assert expected(behind) == "look, or nil, double nil or blind 6 to 12"
    after = replay(looking, ["look", "look"])
    assert expected(after) == "bid 4 to 13, bemo, big bemo, naught or double naught"
