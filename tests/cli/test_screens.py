"""Watched games and parts of the screen, as the files in ``golden`` have them; colours and help."""

import io
import random
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import attrs
import pytest
from rich.console import Console

import twowaystreet as tws
from tests.brag.table import FOUR_PAIRS, NINE, TIED, again, dealt, lay, played
from tests.cli.helpers import CARD, golden, in_file, output
from tests.helpers import replay, shuffled, some_move
from tests.tien_len.table import CLUBS, DIAMONDS, HEARTS, SPADES, TO_THE_END, playing
from twowaystreet._cli.prompt import ColorPrinter, listed_moves
from twowaystreet._core.display import Display, display_of, screen
from twowaystreet._core.display.lines import Line, Span, Style, plain
from twowaystreet._core.display.sentences import Happening, report_lines
from twowaystreet._core.display.table_facts import TableFacts
from twowaystreet._core.records.seat_records import event_of
from twowaystreet._core.views.views import AnyView, View
from twowaystreet.games import brag, duel, spades, street, tien_len, twenty_down, twos

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


def coloured(line: Line, encoding: str = "utf-8") -> str:
    raw = io.BytesIO()
    file = io.TextIOWrapper(raw, encoding=encoding, write_through=True)
    console = Console(file=file, force_terminal=True, color_system="standard", _environ={})
    ColorPrinter(console).show(line)
    return raw.getvalue().decode(encoding)


def test_cards_have_colours_suit_signs_if_the_encoding_has_them_and_groups() -> None:
    heart, spade = tws.cards("QH QS")
    assert coloured(("plays ", tws.Card.parse("10C"))) == "plays \x1b[1m10♣\x1b[0m\n"
    assert "\x1b[1;31mQ♥\x1b[0m" in coloured((heart,))
    assert "\x1b[1;7;31mR*\x1b[0m" in coloured((tws.Card.parse("R*"),))
    assert "\x1b[2mQ♥\x1b[0m" in coloured((Span(heart, Style.FAINT),))
    assert "\x1b[1;4mQ♠\x1b[0m" in coloured((Span(spade, Style.STRONG),))
    assert all("QH" in coloured((heart,), encoding) for encoding in ("ascii", "latin-1"))
    assert coloured(("word-" * 100,)) == "word-" * 100 + "\n"  # long lines are not wrapped
    hand = tws.cards("R* 9D 2C 3H AC KS")
    shown = Display[AnyView]().show_cards
    assert plain(shown(hand)) == "KS  3H  2C AC  9D  R*"
    assert shown(hand, hand[:1])[0] == Span(hand[-1], Style.FAINT)


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


NAMES = ("You", "Seat 1", "Seat 2", "Seat 3")
# Any: the views of the games.


def texts(lines: Iterable[Line]) -> list[str]:
    return [plain(line).rstrip() for line in lines]


def table(view: Any, display: Any = None) -> list[str]:
    facts = TableFacts(view, NAMES[: len(view.scores)], display=display or display_of(view))
    return texts(screen.table_lines(facts))


def hand(view: Any) -> list[str]:
    return [plain(screen.hand_line(TableFacts(view, NAMES)))]


def prompt(view: Any) -> list[str]:
    return texts(listed_moves(display_of(view), view).lines)


def result(view: Any) -> list[str]:
    return texts(screen.result_lines(TableFacts(view, NAMES[: len(view.scores)])))


STREET: Any = tws.view(shuffled(street.new_game(), 1), 0)


def with_trick(text: str, seats: tuple[int, ...], led: tws.Suit | None, **more: Any) -> Any:
    trick = tws.Trick(1, tws.cards(text), seats, led)
    return attrs.evolve(STREET, trick=trick, phase=street.Phase.PLAY, **more)


def dummies(**facts: Any) -> list[str]:
    """Return the facts of Spades before the first card, with some of them replaced."""
    seen: Any = tws.view(replay(shuffled(spades.new_game(), 1), ["look", "look"]), 0)
    rest = attrs.evolve(seen, tricks=(tws.Trick(0, (), (), None),), **facts)
    return texts(screen.fact_lines(TableFacts(rest, NAMES[:2])))


CAUGHT = attrs.evolve(
    tws.view(shuffled(twos.new_game()), 0),
    catches=(twos.Catch(0, 2, tws.Rank.THREE), twos.Catch(1, 0, tws.Rank.TWO)),
    tricks=(tws.Trick(1, tws.cards("AC 2C 3C QC"), (1, 2, 0, 3), tws.Suit.CLUBS, 0),),
)
CARRIED = spades.new_game(overbooks=[4, 9], perfect_bids=[0, 2])
TRUMPS = replay(shuffled(twenty_down.new_game(dealer=3)), ["trump D", *["draw"] * 4])


def seen(moves: str, *hands: str, seat: int | None = 0) -> tien_len.View:
    """Return the view of a seat after these moves; each seat holds a suit if no hands are given."""
    state = playing(*hands or (SPADES, CLUBS, DIAMONDS, HEARTS))
    return tws.view(replay(state, filter(None, moves.split("; "))), seat)


ALL_OUT = seen(f"{SPADES}; pass; pass; pass; 3C; 4D; 5H; 6C; 7D; 8H; 9C; 10D; JH; pass; pass")
MANY = "4S 4C 4D 4H 5S 5C 5D 5H 6S 6C 6D 6H 3S"
BY_RANK = "3H 3S 4C 2S AH 2D AC KS KC QS JS 10D 10C"
TIED_PLAYS = "3S 4S 5S; pass; 2D KD AD; 2H KH AH"


def laid(*hands: Any) -> list[str]:
    return result(tws.view(played(*hands), None))


def lays(cards: int) -> list[str]:
    state = brag.new_game(brag.Rules(cards=cards, players=2), dealer=1)
    pack = state.rules.pack.cards
    return prompt(
        tws.view(tws.apply(state, tws.deal_hands(state, [pack[:cards], pack[20:][:cards]])), 0)
    )


def report(start: Any, moves: str, *, seed: int = 7, typed: int = -1) -> list[str]:
    """Report moves after a deal to seat 0: "any" is a legal move, ``typed`` that of the person."""
    state, rng, happened = shuffled(start, seed), random.Random(seed), list[Happening]()
    for place, text in enumerate(moves.split("; ")):
        move = some_move(state, rng) if text == "any" else tws.parse_move(state, text)
        event = event_of(state, move, 0)
        happened.append(Happening(tws.view(state, 0), event, is_typed=place == typed))
        state = tws.apply(state, move)
    names = ("You", "Ann", "李小龙", "Dan")[: len(state.scores)]
    return texts(report_lines(display_of(tws.view(state, 0)), happened, names, 0))


OPTIONAL = street.Rules(exchange=street.ExchangeRule.OPTIONAL)
NINE_CARDS = dealt(*(text.replace("/", "") for text in NINE), antes=1)
FOURS = dealt("7C 7D 7H 7S 2C 3D 4H", "AC AD AH AS KC QD JH", "2D 3H 4S 5C 6D 8H 9S")
KINGS, THREE = "KC QC JC / 8C 8D 4H", "9C 9D 9H / AS KS QS / 3C 3D JH"
PARTS: dict[str, Callable[[], list[str]]] = {
    "a led Joker without a suit": lambda: table(with_trick("R*", (1,), None))[2:3],
    "a led Joker for hearts": lambda: table(with_trick("R*", (1,), tws.Suit.HEARTS))[2:3],
    "more hands than seats": lambda: table(
        with_trick("7C QS 8C", (1, 0, 1), tws.Suit.CLUBS, hand_sizes=(10,) * 8), Display()
    ),
    "a game without tricks": lambda: table(
        View(**{each.name: getattr(STREET, each.name) for each in attrs.fields(View)}), Display()
    ),
    "cards of dummies": lambda: dummies(face_up=((), tws.cards("QS")), face_down_sizes=(2, 0)),
    "no cards of dummies": lambda: dummies(face_up=((), ()), face_down_sizes=(0, 0)),
    "counters of Spades": lambda: table(tws.view(shuffled(CARRIED), 0))[-2:],
    "caught twos": lambda: table(CAUGHT),
    "trumps": lambda: table(tws.view(TRUMPS, 0)),
    "no trumps yet": lambda: table(tws.view(shuffled(twenty_down.new_game(dealer=3)), 0)),
    "a trick with passes": lambda: table(seen("3S; pass; 3D; 3H; 4S; pass; pass")),
    "one pass": lambda: table(seen("3S; 3C; pass"))[-1:],
    "a sequence": lambda: table(seen("3S 4S 5S; 3C 4C 5C"))[-1:],
    "a sequence from the lowest up": lambda: table(seen("4C 5D 3S", "3S 4C 5D", seat=None)),
    "a lead": lambda: table(seen("3S; 3C; pass; pass; pass", seat=None)),
    "a player has run out": lambda: table(seen(f"{SPADES}; pass")),
    "all have run out": lambda: table(seen(TO_THE_END)),
    "the result": lambda: result(seen(TO_THE_END)),
    "a hand by rank with the twos last": lambda: hand(seen("", BY_RANK)),
    "a long trick": lambda: texts(screen.trick_lines(TableFacts(ALL_OUT, NAMES), ["a remark"])),
    "few plays": lambda: prompt(seen("", MANY)),
    "many plays": lambda: prompt(seen("3S; pass; pass; pass", MANY)),
    "a pass comes last": lambda: prompt(seen("3S 4S 5S", seat=1)),
    "only a pass": lambda: prompt(seen(TIED_PLAYS, seat=0)),
    "the pot and the own lay": lambda: table(tws.view(lay(NINE_CARDS, *NINE[:2]), 0)),
    "lays of others": lambda: table(tws.view(lay(NINE_CARDS, *NINE[:2]), None)),
    "a hand by rank": lambda: hand(tws.view(NINE_CARDS, 0)),
    "the showing": lambda: laid(*NINE),
    "four of a kind": lambda: result(tws.view(FOURS, None)),
    "four of a kind at the table": lambda: table(tws.view(FOURS, 2)),
    "280 lays": lambda: lays(9),
    "70 lays": lambda: lays(7),
    "10 lays": lambda: lays(6),
    "the pot stays": lambda: laid(*TIED),
    "three of three hands": lambda: laid(THREE, "AC 2D 3H / 7C 7D KH / 4S 6H QD"),
    "both hands": lambda: laid(KINGS, "KD QD JD / 8H 8S 3C"),
    "several have both hands": lambda: laid(KINGS, "KD QD JD / 8H 8S 4C"),
    "nobody has both hands": lambda: laid(KINGS, "AC AD KS / 9C 9D 2H"),
    "a pot that stayed is taken": lambda: result(tws.view(again(played(*TIED), *NINE[:3]), None)),
    "declarations told": lambda: report(
        street.new_game(OPTIONAL, dealer=1), "high; keep; high; any; high; keep; keep"
    ),
    "a secret bid told": lambda: report(duel.new_game(dealer=1), "bid 3 high"),
    "bids and their effects told": lambda: report(
        duel.new_game(dealer=1), "bid 3 high; bid 2 low", typed=1
    ),
    "no bids told": lambda: report(duel.new_game(dealer=0), "no bid; no bid"),
    "bids of Spades told": lambda: report(
        spades.new_game(), "look; look; bid 4; bemo; bid 6; stand; stand"
    ),
    "draws told": lambda: report(
        twenty_down.new_game(dealer=0), "trump C; draw; draw; draw; draw; out; in; out"
    ),
    "a trick told": lambda: report(twos.new_game(dealer=0), "any; any; any; any"),
    "plays told": lambda: report(tien_len.new_game(), "; ".join(["any"] * 12), seed=3),
    "a lay told": lambda: report(brag.new_game(dealer=3), "any"),
    "no pot after it": lambda: table(tws.view(again(played(*TIED), *NINE[:3]), None)),
}
SCREENS = {
    lines[0]: lines[1:]
    for lines in (part.splitlines() for part in golden("screens.txt").split("\n\n"))
}
"""The lines of parts of the screen by the names of the parts."""


def screens() -> str:
    """Return the text of ``screens.txt``."""
    return "\n\n".join("\n".join([name, *lines()]) for name, lines in PARTS.items()) + "\n"


@pytest.mark.rule("TL-1", "TL-3", "TL-5", "TL-9", "BR-7", "BR-9", "BR-10", "BR-11", "BR-12")
@pytest.mark.parametrize("part", PARTS)
def test_a_part_of_the_screen(part: str) -> None:
    assert PARTS[part]() == SCREENS.get(part)


@pytest.mark.rule("TL-1")
def test_only_cards_that_can_be_led_are_bright() -> None:
    """The first lead must contain the 3S."""
    view = seen("", BY_RANK)
    line = screen.hand_line(TableFacts(view, NAMES))
    assert {str(piece) for piece in line if isinstance(piece, tws.Card)} == {"3S", "3H"}
    move = tien_len.PlayCards(tws.cards("KS AH 2C"))
    assert (display_of(view).move_text(move), str(move)) == ("KS AH 2C", "2C AH KS")
    lay = brag.Lay([tws.cards(each) for each in ("2C 5D JH", "9C 9D 9H", "QS KS AS")])
    assert display_of(brag.GAME).move_text(lay) == "lay 9C 9D 9H / AS KS QS / JH 5D 2C"


@pytest.mark.rule("BR-7")
@pytest.mark.parametrize("words", [(), ("--seat", "1"), ("--public",), ("--step",)])
def test_a_dead_hand_is_replayed(words: tuple[str, ...], tmp_path: Path) -> None:
    start = brag.new_game(brag.Rules(players=2), dealer=1)
    hands = [tws.cards(each) for each in (FOUR_PAIRS, "AC KC JC 9C 7C 6D 5H 3S 10S")]
    record = tws.Record(start).play(tws.deal_hands(start, hands))
    printed = output("replay", in_file(tmp_path / "game", record), *words)
    assert "  Seat 0  2C 4C QC 2D 4D QD 8H 8S      +0      0" in printed
    assert "Four pairs: nobody plays this hand, and the pot of 2 stakes stays" in printed
    assert "  Seat 0  four pairs dealt: the pot stays (BR-7)" in printed
    if "--public" in words:
        assert {*CARD.findall(printed)} == {*FOUR_PAIRS.split()} - {"KH"}
