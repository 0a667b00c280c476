"""Watched games: whole outputs of recorded hands, and the parts of the screen."""

import io
import random
import re
from typing import Any

import attrs
import pytest
from rich.console import Console

import twowaystreet as tws
from tests.cli.helpers import golden, output
from tests.helpers import give_rule, replay, shuffled, some_move
from twowaystreet._cli.printers import ColorPrinter
from twowaystreet._core.display import Display, display_of, screen
from twowaystreet._core.display.lines import Line, Span, Style, plain
from twowaystreet._core.views.views import AnyView, View
from twowaystreet.games import spades, street, twenty_down, twos

GOLDEN = {
    "street-seed-7.txt": "street --seed 7 --players 5",
    "duel-seed-3.txt": "duel --seed 3 --hands 3 --target 99 --set bid_markers=cards",
    **{
        f"{name}-seed-3.txt": f"{name} --seed 3"
        for name in sorted({*tws.GAMES} - {"street", "duel"})
    },
}


def watched(words: str) -> str:
    return output("play", "--auto", *words.split())


@pytest.mark.rule("DU-11")
@pytest.mark.parametrize("name", GOLDEN)
def test_hands_match_their_golden_output(name: str) -> None:
    printed = watched(GOLDEN[name])
    assert printed == golden(name) == watched(f"{GOLDEN[name]} --plain")
    assert printed.isascii() and "\x1b" not in printed


@pytest.mark.parametrize(
    ("words", "hands", "text"),
    [
        ("street --seed 7 --hands 3", 3, "Score sheet"),
        ("street --seed 7 --game --set max_hands=2", 2, " the game"),
        ("street --seed 7 --hands 5 --set max_hands=2", 2, " the game"),
        ("street --seed 0 --game --set max_hands=1", 1, " wins the game."),
        ("street --seed 1 --game --set max_hands=1", 1, "the win is shared"),
        ("street --seed 4 --set exchange=optional", 1, ", forced to go "),
        ("twenty_down --hands 4 --seed 3", 4, " in: nothing is played"),
    ],
)
def test_the_given_number_of_hands_is_played(words: str, hands: int, text: str) -> None:
    printed = watched(words)
    assert printed.count("\nHand ") == hands
    assert text in printed


@pytest.mark.rule("ST-20", "ST-21", "ST-23")
def test_points_are_explained_in_words() -> None:
    words = "street --hands 30 --target 999 --seed"
    printed = "\n".join(watched(f"{words} {more}") for more in ("1", "2 --players 3"))
    found = re.findall(
        r": (?:(\d+) minus )?(\d+) tricks? (minus|plus) penalty (\d+) is (-?\d+)(.*)", printed
    )
    notes: set[str] = set()
    for minuend, tricks, sign, penalty, rest, note in found:
        count = int(minuend) - int(tricks) if minuend else int(tricks)
        assert int(rest) == count - int(penalty) * (1 if sign == "minus" else -1)
        notes.add(note.partition(" (")[0])
    assert len(found) == 30 * 7
    assert notes == {
        "",
        ", times 2",
        ", times 3, forced",
        ", which counts as 0",
        "; forced and in the tie: 1 point",
    }


def test_calls_of_a_renege_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    # Without a rule of thumb a player sometimes reneges.
    give_rule(monkeypatch, "spades", None)
    words = "spades --set renege=penalised --hands 3 --seed"
    printed = "\n".join(watched(f"{words} {seed}") for seed in range(6))
    during, after = (
        "^Book .*Seat [01] calls a renege and so gains? [123]",
        "^Seat [01] calls (a|no) ",
    )
    assert re.search(during, printed, re.MULTILINE) and re.search(after, printed, re.MULTILINE)


NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")


def coloured(line: Line, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = Console(file=file, force_terminal=True, color_system="standard", _environ={})
    ColorPrinter(console).show(line)
    return raw.getvalue().decode(encoding)


def test_cards_are_shown_in_colour_and_with_suit_signs_if_the_encoding_has_them() -> None:
    heart, spade = tws.cards("QH QS")
    assert coloured(("plays ", tws.Card.parse("10C"))) == "plays \x1b[1m10♣\x1b[0m\n"
    assert "\x1b[1;31mQ♥\x1b[0m" in coloured((heart,))
    assert "\x1b[1;7;31mR*\x1b[0m" in coloured((tws.Card.parse("R*"),))
    assert "\x1b[2mQ♥\x1b[0m" in coloured((Span(heart, Style.FAINT),))
    assert "\x1b[1;4mQ♠\x1b[0m" in coloured((Span(spade, Style.STRONG),))
    assert all("QH" in coloured((heart,), encoding) for encoding in ("ascii", "latin-1"))
    assert coloured(("word-" * 100,)) == "word-" * 100 + "\n"  # long lines are not wrapped


def test_cards_are_grouped_by_suit() -> None:
    hand = tws.cards("R* 9D 2C 3H AC KS")
    shown = Display[AnyView]().show_cards
    assert plain(shown(hand)) == "KS  3H  2C AC  9D  R*"
    assert shown(hand, hand[:1])[0] == Span(hand[-1], Style.FAINT)


def a_view() -> street.View:
    state = street.new_game()
    return tws.view(tws.apply(state, tws.shuffle(state, random.Random(1))), 0)


def with_trick(text: str, led: tws.Suit | None) -> list[str]:
    cards = tws.cards(text)
    trick = tws.Trick(1, cards, (1, 2, 3)[: len(cards)], led)
    seen = attrs.evolve(a_view(), trick=trick, phase=street.Phase.PLAY)
    return [plain(line).rstrip() for line in screen.table_lines(display_of(seen), seen, NAMES)]


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


def seen_in_spades(*moves: str) -> Any:
    return tws.view(replay(shuffled(spades.new_game(), 1), moves), 0)


def table_lines(game: tws.Game, seen: AnyView) -> list[str]:
    names = NAMES[: len(seen.scores)]
    return [plain(line).rstrip() for line in screen.table_lines(display_of(game), seen, names)]


def test_the_remaining_cards_of_a_dummy_are_shown() -> None:
    seen = seen_in_spades("look", "look")
    trick = tws.Trick(0, (), (), None)
    rest = attrs.evolve(
        seen, face_up=((), tws.cards("QS")), face_down_sizes=(2, 0), tricks=(trick,)
    )
    lines = screen.fact_lines(display_of(spades.GAME), rest, NAMES[:2])
    assert [*map(plain, lines)] == ["Dummy      You: 2 face down", "Dummy      Seat 1: QS"]
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


def test_trumps_and_the_seats_that_are_in_are_shown() -> None:
    state = shuffled(twenty_down.new_game(dealer=3))
    assert "Trumps" not in "".join(table_lines(twenty_down.GAME, tws.view(state, 0)))
    state = replay(state, ["trump D", "draw", "draw", "draw", "draw"])
    lines = table_lines(twenty_down.GAME, tws.view(state, 0))
    assert lines[1].split()[-2:] == ["0", "in"]
    assert lines[-1] == "Trumps     diamonds, everybody is in"


def test_the_help_explains_every_phase_of_every_game() -> None:
    rng = random.Random(1)
    reneges = spades.Rules(renege=spades.RenegeRule.PENALISED)
    for game in tws.GAMES.values():
        asked = set[str]()
        for rules in (game.Rules(), *[reneges] * 3 * (game is spades.GAME)):
            state = game.new_game(rules)
            for _ in range(400):
                if state.is_over:
                    break
                if not state.needs_deal:
                    asked.add(state.phase)
                state = tws.apply(state, some_move(state, rng))
        assert asked <= set(display_of(game).phase_help)
