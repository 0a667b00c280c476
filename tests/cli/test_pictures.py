import io
import random

import attrs
import pytest
from rich.console import Console

import twowaystreet as tws
from twowaystreet.cli import pictures
from twowaystreet.cli.lines import Line, Span, Style, by_suit, phrase, plain
from twowaystreet.cli.printers import ColorPrinter, PlainPrinter, printer_for
from twowaystreet.games import street

NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")


def coloured(line: Line, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = Console(file=file, force_terminal=True, color_system="standard", _environ={})
    ColorPrinter(console).show(line)
    return raw.getvalue().decode(encoding)


def test_cards_in_colour() -> None:
    assert coloured(("plays ", tws.Card.parse("10C"))) == "plays \x1b[1m10♣\x1b[0m\n"
    assert "\x1b[1;31mQ♥\x1b[0m" in coloured((tws.Card.parse("QH"),))
    assert "\x1b[1;7;31mR*\x1b[0m" in coloured((tws.Card.parse("R*"),))
    assert "\x1b[2mQ♥\x1b[0m" in coloured((Span(tws.Card.parse("QH"), Style.FAINT),))
    assert "\x1b[1;4mQ♠\x1b[0m" in coloured((Span(tws.Card.parse("QS"), Style.STRONG),))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_where_the_terminal_has_no_suit_signs(encoding: str) -> None:
    assert "QH" in coloured((tws.Card.parse("QH"),), encoding)


def test_long_lines_are_left_to_the_terminal() -> None:
    assert coloured(("word-" * 100,)) == "word-" * 100 + "\n"


def test_a_terminal_gets_colours_unless_plain_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert isinstance(printer_for(in_plain=False), ColorPrinter)
    assert isinstance(printer_for(in_plain=True), PlainPrinter)
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    assert isinstance(printer_for(in_plain=False), PlainPrinter)


def test_cards_by_suit() -> None:
    hand = tws.cards("R* 2C 3H AC")
    assert plain(by_suit(hand)) == "2C AC  3H  R*"
    assert by_suit(hand, hand[:1])[0] == Span(hand[1], Style.FAINT)


def test_phrases_find_cards_and_nothing_else() -> None:
    text = "name H, bid 4 high: QS, 10C; QSS"
    found = [piece for piece in phrase(text) if isinstance(piece, tws.Card)]
    assert found == list(tws.cards("QS 10C"))
    assert plain(phrase(text)) == text


def a_view() -> tws.View:
    state = street.new_game()
    return tws.view(tws.apply(state, tws.shuffle(state, random.Random(1))), 0)


def with_trick(text: str, led: tws.Suit | None) -> list[str]:
    cards = tws.cards(text)
    trick = tws.Trick(1, cards, (1, 2, 3)[: len(cards)], led)
    seen = attrs.evolve(a_view(), trick=trick, phase=tws.Phase.PLAY)
    return [plain(line).rstrip() for line in pictures.table_of(street.GAME, seen, NAMES)]


def test_the_trick_on_the_table() -> None:
    lines = with_trick("7C QS", tws.Suit.CLUBS)
    assert lines[0].startswith("Trick 1") and lines[0].endswith("on the table")
    assert lines[2].endswith("7C  led")
    assert lines[3].endswith("QS")


def test_what_a_joker_led_stands_for() -> None:
    assert with_trick("R*", None)[2].endswith("R*  led, no suit named")
    assert with_trick("R*", tws.Suit.HEARTS)[2].endswith("R*  led, hearts named")


def test_a_game_with_more_hands_than_seats() -> None:
    """Hands that belong to no seat alone are counted below the table."""
    game = attrs.evolve(street.GAME, name="more hands")
    trick = tws.Trick(1, tws.cards("7C QS 8C"), (1, 0, 1), tws.Suit.CLUBS)
    seen = attrs.evolve(a_view(), hand_sizes=(10,) * 8, trick=trick)
    lines = [plain(line).rstrip() for line in pictures.table_of(game, seen, NAMES)]
    assert "cards" not in lines[0]
    assert lines[2].endswith("7C  led8C") or lines[2].endswith("7C  led 8C")
    assert lines[-1] == "Hands      10 10 10 10 10 10 10 10 cards"


def test_a_trick_in_which_the_winner_laid_two_cards() -> None:
    trick = tws.Trick(1, tws.cards("7C QS 8C"), (1, 0, 1), tws.Suit.CLUBS, 1)
    line = pictures.trick_line(3, trick, NAMES)
    assert plain(line).startswith("Trick 3    Seat 1 led  7C  QS  8C")
    assert not any(isinstance(piece, Span) and piece.style is Style.STRONG for piece in line)
