import io
import random
from typing import Any

import attrs
import pytest
from rich.console import Console

import twowaystreet as tws
from tests.helpers import replay, shuffled, some_move
from twowaystreet._cli.printers import ColorPrinter, PlainPrinter, printer_for
from twowaystreet._core.display import Display, display_of, screen
from twowaystreet._core.display.lines import Line, Span, Style, phrase, plain
from twowaystreet._core.display.screen import trick_lines
from twowaystreet._core.views.views import AnyView, View
from twowaystreet.games import spades, street, twenty_down, twos

NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")


def coloured(line: Line, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = Console(file=file, force_terminal=True, color_system="standard", _environ={})
    ColorPrinter(console).show(line)
    return raw.getvalue().decode(encoding)


def test_cards_are_shown_in_colour() -> None:
    assert coloured(("plays ", tws.Card.parse("10C"))) == "plays \x1b[1m10♣\x1b[0m\n"
    assert "\x1b[1;31mQ♥\x1b[0m" in coloured((tws.Card.parse("QH"),))
    assert "\x1b[1;7;31mR*\x1b[0m" in coloured((tws.Card.parse("R*"),))
    assert "\x1b[2mQ♥\x1b[0m" in coloured((Span(tws.Card.parse("QH"), Style.FAINT),))
    assert "\x1b[1;4mQ♠\x1b[0m" in coloured((Span(tws.Card.parse("QS"), Style.STRONG),))


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_letters_replace_suit_signs_that_the_encoding_lacks(encoding: str) -> None:
    assert "QH" in coloured((tws.Card.parse("QH"),), encoding)
    assert coloured(("  ", "-3"), encoding) == "  -3\n"


def test_negative_numbers_have_a_minus_sign_but_not_in_what_people_type() -> None:
    assert coloured(("  ", "-3", ", 2-3, --plain, TW-9")) == "  −3, 2-3, --plain, TW-9\n"
    assert plain(("  ", "-3")) == "  -3"


def test_long_lines_are_not_wrapped() -> None:
    assert coloured(("word-" * 100,)) == "word-" * 100 + "\n"


def test_a_terminal_gets_colours_unless_plain_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    assert isinstance(printer_for(in_plain=False), ColorPrinter)
    assert isinstance(printer_for(in_plain=True), PlainPrinter)
    monkeypatch.setattr("sys.stdout.isatty", lambda: False, raising=False)
    assert isinstance(printer_for(in_plain=False), PlainPrinter)


def test_cards_are_grouped_by_suit() -> None:
    hand = tws.cards("R* 9D 2C 3H AC KS")
    shown = Display[AnyView]().show_cards
    assert plain(shown(hand)) == "KS  3H  2C AC  9D  R*"
    assert shown(hand, hand[:1])[0] == Span(hand[-1], Style.FAINT)


def test_phrases_mark_only_cards() -> None:
    text = "name H, bid 4 high: QS, 10C; QSS"
    found = [piece for piece in phrase(text) if isinstance(piece, tws.Card)]
    assert found == list(tws.cards("QS 10C"))
    assert plain(phrase(text)) == text


def a_view() -> street.View:
    state = street.new_game()
    return tws.view(tws.apply(state, tws.shuffle(state, random.Random(1))), 0)


def with_trick(text: str, led: tws.Suit | None) -> list[str]:
    cards = tws.cards(text)
    trick = tws.Trick(1, cards, (1, 2, 3)[: len(cards)], led)
    seen = attrs.evolve(a_view(), trick=trick, phase=street.Phase.PLAY)
    return [plain(line).rstrip() for line in screen.table_lines(display_of(seen), seen, NAMES)]


def test_the_trick_on_the_table() -> None:
    lines = with_trick("7C QS", tws.Suit.CLUBS)
    assert lines[0].startswith("Trick 1") and lines[0].endswith("on the table")
    assert lines[2].endswith("7C  led")
    assert lines[3].endswith("QS")


def test_a_led_joker_shows_the_suit_it_stands_for() -> None:
    assert with_trick("R*", None)[2].endswith("R*  led, no suit named")
    assert with_trick("R*", tws.Suit.HEARTS)[2].endswith("R*  led for hearts")


def test_a_game_with_more_hands_than_seats() -> None:
    """The table lists hands that belong to no single seat in a line below the seats."""
    trick = tws.Trick(1, tws.cards("7C QS 8C"), (1, 0, 1), tws.Suit.CLUBS)
    seen = attrs.evolve(a_view(), hand_sizes=(10,) * 8, trick=trick)
    lines = [plain(line).rstrip() for line in screen.table_lines(Display(), seen, NAMES)]
    assert "cards" not in lines[0]
    assert lines[2].endswith("7C  led  8C")
    assert lines[-1] == "Hands      10 10 10 10 10 10 10 10 cards"


def test_a_game_without_tricks_has_no_column_for_them() -> None:
    seen = a_view()
    base: AnyView = View(**{field.name: getattr(seen, field.name) for field in attrs.fields(View)})
    lines = [plain(line).rstrip() for line in screen.view_lines(Display(), base, NAMES)]
    assert lines[0] == "Declare   cards  score"
    assert lines[1] == "> You        10      0"
    assert len(lines) == 6 and lines[5].startswith("Hand  ")


def test_a_trick_shows_both_cards_of_a_winner_who_played_two() -> None:
    trick = tws.Trick(1, tws.cards("7C QS 8C"), (1, 0, 1), tws.Suit.CLUBS, 1)
    (line,) = trick_lines(display_of(street.GAME), 3, trick, NAMES)
    assert plain(line).startswith("Trick 3    Seat 1 led  7C  QS  8C")
    assert not any(isinstance(piece, Span) and piece.style is Style.STRONG for piece in line)


def test_a_book_names_the_hands_that_played_it() -> None:
    actual, dummy = spades.Hand.ACTUAL, spades.Hand.DUMMY
    cards = tws.cards("JC 7C 2S 3S")
    hands = (dummy, actual, dummy, actual)
    book = spades.Trick(1, cards, (1, 1, 0, 0), tws.Suit.CLUBS, 0, hands, dummy)
    (line,) = trick_lines(display_of(spades.GAME), 3, book, NAMES[:2])
    assert plain(line) == ("Book 3     Seat 1 (dummy)  led  JC  7C  2S  3S   taken by you (dummy)")
    assert [str(piece) for piece in line if piece == Span(cards[2], Style.STRONG)] == ["2S"]


def seen_in_spades(*moves: str) -> Any:
    return tws.view(replay(shuffled(spades.new_game(), 1), moves), 0)


def table_lines(game: tws.Game, seen: AnyView) -> list[str]:
    names = NAMES[: len(seen.scores)]
    return [plain(line).rstrip() for line in screen.table_lines(display_of(game), seen, names)]


def test_dummies_are_shown_after_the_players_looked() -> None:
    before = seen_in_spades("look")
    assert not any("Dummy" in line for line in table_lines(spades.GAME, before))
    assert plain(screen.hand_line(display_of(spades.GAME), before)) == "Hand       not seen yet"
    after = seen_in_spades("look", "look")
    shown = [line for line in table_lines(spades.GAME, after) if line.startswith("Dummy")]
    assert [line.count("and 7 face down") for line in shown] == [1, 1]
    assert (
        len(tws.cards(plain(screen.hand_line(display_of(spades.GAME), after)).removeprefix("Hand")))
        == 13
    )


def test_the_remaining_cards_of_a_dummy_are_shown() -> None:
    seen = seen_in_spades("look", "look")
    trick = tws.Trick(0, (), (), None)
    rest = attrs.evolve(
        seen, face_up=((), tws.cards("QS")), face_down_sizes=(2, 0), tricks=(trick,)
    )
    lines = screen.fact_lines(display_of(spades.GAME), rest, NAMES[:2])
    assert [*map(plain, lines)] == [
        "Dummy      You: 2 face down",
        "Dummy      Seat 1: QS",
    ]
    gone = attrs.evolve(rest, face_up=((), ()), face_down_sizes=(0, 0))
    assert [*display_of(spades.GAME).facts(gone, NAMES[:2])] == []


def test_spades_shows_the_counters_of_the_match() -> None:
    state = spades.new_game(overbooks=[4, 9], perfect_bids=[0, 2])
    lines = table_lines(spades.GAME, tws.view(shuffled(state), 0))
    assert lines[-2:] == [
        "Overbooks  so far: 4 for you, 9 for Seat 1",
        "Perfect    bids in a row: 0 for you, 2 for Seat 1",
    ]


def test_caught_twos_are_shown() -> None:
    seen: Any = tws.view(shuffled(twos.new_game()), 0)
    catches = (twos.Catch(0, 2, tws.Rank.THREE), twos.Catch(1, 0, tws.Rank.TWO))
    won = tws.Trick(1, tws.cards("AC 2C 3C QC"), (1, 2, 0, 3), tws.Suit.CLUBS, 0)
    lines = table_lines(twos.GAME, attrs.evolve(seen, catches=catches, tricks=(won,)))
    assert lines[0].endswith("honours  caught  lost")
    assert lines[1].split()[-3:] == ["2", "3", "2"]
    assert lines[-2:] == [
        "Catch      you catch a two of Seat 2's with a three: 3 points",
        "Catch      Seat 1 catches a two of yours with a two: 2 points",
    ]
    events = display_of(twos.GAME).describe_events(
        attrs.evolve(seen, catches=catches[:1]), attrs.evolve(seen, catches=catches), NAMES
    )
    assert events == ["Seat 1 catches a two of yours with a two: 2 points"]


def test_cards_that_a_dummy_turns_up_are_shown() -> None:
    seen = attrs.evolve(seen_in_spades("look", "look"), hand_to_play=spades.Hand.ACTUAL)
    up = tws.cards("QS"), tws.cards("3C")
    before, after = (attrs.evolve(seen, face_up=(up[0], some)) for some in (up[1], ()))
    events = display_of(spades.GAME).describe_events
    assert [*events(before, after, NAMES[:2])] == []
    more = attrs.evolve(seen, face_up=(up[0], tws.cards("3C 5H 4D")))
    turned = "then Seat 1's dummy turns up 5♥ 4♦"
    assert [*events(before, more, NAMES[:2])] == [turned]


def test_trumps_and_the_seats_that_are_in_are_shown() -> None:
    state = shuffled(twenty_down.new_game(dealer=3))
    assert "Trumps" not in "".join(table_lines(twenty_down.GAME, tws.view(state, 0)))
    state = replay(state, ["trump D", "draw", "draw", "draw", "draw"])
    lines = table_lines(twenty_down.GAME, tws.view(state, 0))
    assert lines[1].split()[-2:] == ["0", "in"]
    assert lines[-1] == "Trumps     diamonds, everybody is in"


def test_the_score_sheet_begins_with_the_earlier_points() -> None:
    hand = twenty_down.score([3, 2, 0, 0], "C", ["in", "in", "in", "out"])
    shown = display_of(twenty_down.GAME)
    sheet = [
        plain(line).split() for line in screen.sheet_lines(shown, [hand], NAMES, [20, 20, 20, 20])
    ]
    assert sheet[3] == ["20", "|", "20", "|", "20", "|", "20"]
    assert sheet[-1] == ["17", "|", "18", "|", "25", "|", "20"]
    without = [
        plain(line).split() for line in screen.sheet_lines(shown, [hand], NAMES, [0, 0, 0, 0])
    ]
    assert without[-1] == ["-3", "|", "-2", "|", "5", "|", "0"]


def test_the_help_explains_every_phase_of_every_game() -> None:
    """The help has an entry for every phase and decision."""
    rng = random.Random(1)
    for name, game in tws.GAMES.items():
        phases = display_of(game).phase_help
        asked = set[str]()
        for rules in (game.Rules(), *OTHER_RULES.get(name, ())):
            state = game.new_game(rules)
            for _ in range(400):
                if state.is_over:
                    break
                if not state.needs_deal:
                    asked.add(state.phase)
                state = tws.apply(state, some_move(state, rng))
        assert asked <= set(phases)


OTHER_RULES: dict[str, list[Any]] = {
    "spades": [spades.Rules(renege=spades.RenegeRule.PENALISED)] * 3
}
