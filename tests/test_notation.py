"""The text of cards: every spelling is read, and other texts are refused with a position."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, ClassVar

import pytest
from hypothesis import given
from hypothesis import strategies as st

import twowaystreet as tws
from tests.games import OURS
from tests.helpers import anything, replay, shuffled, text_of
from tests.hostile import Hostile
from twowaystreet import CARDS, Card, ParseError, Suit
from twowaystreet.authoring import NumberMove
from twowaystreet.games import duel, spades, street, twos


def signs(suit: Suit) -> tuple[str, ...]:
    """Return the spellings of a suit's sign; phones add a variation selector."""
    return suit.sign, f"{suit.sign}\ufe0e", f"{suit.sign}\ufe0f"


WITH_SUIT = [one for one in CARDS if one.suit]
JOKERS = [one for one in CARDS if not one.suit]
RANK_SPELLINGS = {rank.value: {rank.value, rank.value.lower()} for rank in tws.Rank}
RANK_SPELLINGS["10"] |= {"T", "t"}
SPELLINGS = {
    f"{rank}{suit}": one
    for one in WITH_SUIT
    if one.suit
    for rank in RANK_SPELLINGS[one.rank.value]
    for suit in (one.suit, one.suit.lower(), *signs(one.suit))
} | {spelling: one for one in JOKERS for spelling in (str(one), str(one).lower())}


def test_the_number_of_spellings() -> None:
    # Each suit has eight digits, the ten (10, T, t) and four letters in both cases, with five suit
    # spellings each; Jokers come in both cases, too.
    assert len(SPELLINGS) == 4 * (8 * 5 + 3 * 5 + 4 * 10) + 6


def test_every_spelling_is_read() -> None:
    for text, meant in SPELLINGS.items():
        assert Card.parse(text) == meant, text
        assert Card.parse(str(meant)) == meant
        assert Card.parse(meant.pretty) == meant


LOOK_ALIKES = [
    "2ſ",  # the long s, whose upper case is S
    "\u212aC",  # the sign of Kelvin, whose lower case is k
    "\uff12C",  # a full-width 2
    "\u0662C",  # an Arabic 2
    "2\u0421",  # a Cyrillic letter like C
    "1\u06300C",
    "²C",
    "①0C",
    "ⅩC",
    "\uff31\uff33",
    "Q\ufe0f\u2660",  # a variation selector in another place
    "QS\ufe0f",
    "Q\u2660\ufe0e\ufe0f",
    "Q♤",  # white suits
    "Q\u0301S",
    "QS\u200b",
    "QS\x00",
    "R\u2217",
    "R＊",
]
NO_CARDS = [
    "",
    "Q",
    "S",
    "SQ",
    "1C",
    "11S",
    "0C",
    "010C",
    "10",
    "10*",
    "*",
    "R",
    "*R",
    "RR*",
    "QSS",
]
MORE_NO_CARDS = [
    "Q*",
    "RC",
    "-2C",
    "+2C",
    "2.0C",
    "1OC",
    "QX",
    "Joker",
    "q s",
    "QS;",
    "QS QS",
    "TTC",
]


@pytest.mark.parametrize("text", [*LOOK_ALIKES, *NO_CARDS, *MORE_NO_CARDS])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ParseError):
        Card.parse(text)


@given(st.text(max_size=4))
def test_random_texts_are_read_only_if_they_are_spellings(text: str) -> None:
    words = text.replace(",", " ").split()
    if len(words) == 1 and words[0] in SPELLINGS:
        assert Card.parse(text) == SPELLINGS[words[0]]
    else:
        with pytest.raises(ParseError):
            Card.parse(text)


@given(st.lists(st.sampled_from(CARDS)), st.sampled_from([" ", ",", ", ", "\n", " \t,,"]))
def test_lists_read_back(some: list[Card], separator: str) -> None:
    assert tws.cards(text_of(some)) == tuple(some)
    assert tws.cards(separator.join(map(str, some))) == tuple(some)
    assert tws.cards(f" {text_of(some)}, ") == tuple(some)


@pytest.mark.parametrize(
    ("text", "token", "position"),
    [
        ("7C 11S QS", "11S", 3),
        ("x", "x", 0),
        (" ,  7c,QSS", "QSS", 7),
        ("QS\nqs\n?", "?", 6),
        ("7C 2ſ", "2ſ", 3),
    ],
)
def test_errors_quote_the_token_and_its_position(text: str, token: str, position: int) -> None:
    with pytest.raises(ParseError) as caught:
        tws.cards(text)
    error = caught.value
    assert (error.text, error.token, error.position) == (text, token, position)
    assert text[position:].startswith(token)
    assert repr(text) in str(error) and repr(token) in str(error)
    assert f"position {position}" in str(error) and error.expected in str(error)


def test_errors_at_the_end_have_a_position() -> None:
    with pytest.raises(ParseError) as caught:
        Card.parse("  ")
    assert (caught.value.token, caught.value.position) == ("", 2)
    assert "found the end at position 2, expected a card" in str(caught.value)
    with pytest.raises(ParseError) as caught:
        Card.parse("QS 2C")
    assert (caught.value.token, caught.value.position, caught.value.expected) == (
        "2C",
        3,
        "the end",
    )


def _as_move(text: str) -> tws.Move:
    return tws.parse_move(street.new_game(), text)


@pytest.mark.parametrize("read", [Card.parse, tws.cards, _as_move])
def test_values_that_are_not_text_are_refused(read: Callable[[Any], object]) -> None:
    for thing in (None, 7, b"QS", ["QS"], Card.parse("QS"), Hostile()):
        with pytest.raises(ParseError, match=r"expected a string \(str\)"):
            read(thing)


@pytest.mark.parametrize("suit", Suit)
def test_suits_in_moves(suit: Suit) -> None:
    state = street.new_game()
    for text in (suit.value, suit.value.lower(), *signs(suit)):
        assert tws.parse_move(state, f"name {text}") == street.NameSuit(suit)


@pytest.mark.parametrize("text", ["name", "name X", "name ſ", "name hearts", "name R*", "name HD"])
def test_other_suits_are_refused(text: str) -> None:
    with pytest.raises(ParseError, match="expected a suit: C, D, H or S"):
        tws.parse_move(street.new_game(), text)


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


def test_parse_move_needs_a_state() -> None:
    with pytest.raises(TypeError, match="GameState"):
        tws.parse_move(anything(street.Rules()), "QS")


@pytest.mark.nightly
@pytest.mark.parametrize("game", OURS)
def test_moves_are_read_in_any_case_and_errors_name_the_expected_ones(game: str) -> None:
    rng = random.Random(7)
    found = tws.GAMES[game]
    phases: set[str] = set()
    for hand in range(12):
        options = {"bid_markers": ("paper", "cards")[hand % 2]} if game == "duel" else {}
        state = found.new_game(found.Rules(**options))
        while not state.hand_over:
            legal = tws.legal_moves(state) or (tws.shuffle(state, rng),)
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


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("HIGH", street.Declare(street.Direction.HIGH)),
        ("Name h", street.NameSuit(Suit.HEARTS)),
        ("Exchange Qs 2C", street.Exchange(tws.cards("QS 2C"))),
    ],
)
def test_words_in_any_case(text: str, move: tws.Move) -> None:
    assert tws.parse_move(street.new_game(), text) == move


def test_bids_in_any_case() -> None:
    state = duel.new_game()
    assert tws.parse_move(state, "Bid 3 High") == duel.Bid(3, duel.Direction.HIGH)
    assert tws.parse_move(state, "NO BID") == duel.Bid()
    bemo = tws.parse_move(spades.new_game(), "Big BEMO")
    assert str(bemo) == "big bemo"


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
