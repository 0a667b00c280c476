"""Sentences and options in words, and displays: declared facts, replaced methods, names."""

import random
import re
from collections.abc import Iterator, Sequence
from enum import StrEnum
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import attrs
import pytest
from typing_extensions import override

import twowaystreet as tws
from examples import house_rule, oh_hell
from tests import shapes
from tests.cli.helpers import CARD, in_file, output, run_python, some_record
from tests.games import OURS
from tests.helpers import anything, made_again, shuffled, some_move
from tests.svg.positions import OWN, play
from twowaystreet import authoring, svg
from twowaystreet import authoring as core
from twowaystreet._cli.lookups import rules_lines
from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.display import display_of, how_to_play_of
from twowaystreet._core.display.lines import fitted, folded, labelled, phrase, plain, signed
from twowaystreet._core.display.options import (
    _filled,
    chosen_options,
    defaults_of,
    option_words_of,
    rules_of,
)
from twowaystreet._core.display.screen import result_lines, view_lines
from twowaystreet._core.display.sentences import Happening, sentences_of, winners_line
from twowaystreet._core.display.table_facts import TableFacts, sort_key
from twowaystreet._core.display.values import why_deal
from twowaystreet._core.display.words import (
    does,
    many,
    possessive,
    sign_text,
    signs_text,
    third_person,
)
from twowaystreet._core.engine.fields import RuleOption, options_of
from twowaystreet._core.records.seat_records import event_of
from twowaystreet._page.alone import catalogue
from twowaystreet.games import duel, street, twenty_down, twos
from twowaystreet.games.twos.display import TwosDisplay

NAMES = ("You", "Ann", "Ben", "Cem")
WRONG = re.compile(r"You's|you's|\b(?:to|by|of|from|for|but|only|and|with) You\b|\(You\)", re.I)
"""Sentences that only a program would write; "to you" is right, so the case counts."""


def hand_of(name: str, seed: int) -> Any:  # Any: the states of any game
    rng = random.Random(seed)
    state: Any = shuffled(tws.GAMES[name].new_game(), seed)
    while not state.hand_over:
        move = tws.shuffle(state, rng) if state.needs_deal else some_move(state, rng)
        after = tws.apply(state, move)
        yield state, move, after
        state = after


HAPPENINGS = [
    ("twos", r"Ben catches a two of yours with a two: \d points"),
    ("twos", r"You catch a two of \w+'s with a (two|three): \d points"),
    ("spades", "Your dummy turns up .*[♠♣♥♦].*|Your dummy.*Joker.*"),
    ("spades", "(Then )?Ann's dummy turns up .*"),
    ("duel", r"You capture \d tricks? from the stock"),
    ("duel", r"Ann captures \d tricks? from the stock"),
    ("tien_len", ".* out first"),
]
"""Patterns of sentences that some hand of a game has."""


@pytest.mark.parametrize("name", OURS)
def test_what_happens_to_the_reader_is_told_with_signs_and_the_grammar_of_you(name: str) -> None:
    left = {pattern for game, pattern in HAPPENINGS if game == name}
    display = display_of(tws.GAMES[name])
    for seed in range(30 if name == "twos" else 12 if left else 2):
        for state, move, after in hand_of(name, seed):
            if state.actor is None:
                continue
            names = NAMES[: len(state.scores)]
            happening = Happening(tws.view(state, 0), event_of(state, move, 0))
            told = [*sentences_of(display, happening, names, 0)]
            for text in told:
                left -= {each for each in left if re.fullmatch(rf"({each})\.", text)}
                assert not CARD.search(text) and text[0] == text[0].upper() and text[-1] == "."
            if seed < 2:
                seen = tws.view(after, 0)
                facts = TableFacts(seen, names)
                shown = [*view_lines(facts)]
                if after.score is not None:
                    shown += result_lines(facts)
                    told += display.score_lines(seen, names)
                told += map(plain, shown)
            wrong = WRONG.findall("\n".join(told))
            assert not [each for each in wrong if "You" in each or each == "you's"]
    assert left == set()


class Own(core.Display[oh_hell.View]):
    """A display with an order of cards and words for tricks."""

    @override
    def place_of(self, card: tws.Card) -> Any:
        return -card.index

    @override
    def trick_facts(self, view: oh_hell.View, seat: int) -> Iterator[core.SeatFact]:
        yield core.SeatFact("tricks", "some")


def test_an_own_order_of_cards_and_own_words_for_tricks_replace_the_usual_ones() -> None:
    hand = tws.cards("2C KD 3H AS")
    for order in ("suits", "ranks"):
        assert sorted(hand, key=sort_key(Own(), order))[::-1] == sorted(hand)
        assert sorted(hand, key=sort_key(Own(), order, reverse=True)) == sorted(hand)
    facts = TableFacts(tws.view(oh_hell.GAME.new_game(), 0), NAMES, display=Own())
    assert "tricks some" in facts.seats[1].words and facts.seats[1].tricks is None
    assert folded(("a" * 40, "b" * 40), 0) == [("a" * 40,), ("b" * 40,)]


def test_players_and_cards_in_sentences() -> None:
    told = [does(name, "have no hearts") for name in NAMES[:2]]
    assert told == ["you have no hearts", "Ann has no hearts"]
    assert [possessive(name) for name in NAMES[:2]] == ["your", "Ann's"]
    assert many(NAMES) == ["Ann", "Ben", "Cem", "you"]
    verbs = ("carry", "play", "catch it", "do")
    assert [*map(third_person, verbs)] == ["carries", "plays", "catches it", "does"]
    # Winners are named with the reader last.
    for winners, words in (
        ((0, 2), "Ben and you win the game; the win is shared."),
        ((0,), "You win the game."),
        ((1,), "Ann wins the game."),
        ((0, 1, 2, 3), "Nobody wins the game: everybody has 0 points."),
    ):
        seen: Any = SimpleNamespace(winners=winners, scores=(0,) * 4, rules=twos.Rules())
        assert plain(winners_line(seen, NAMES)) == words
    assert len({sign_text(card) for card in CARDS}) == len(CARDS)
    assert signs_text(tws.cards("QC 10H R* B* X*")) == "Q♣ 10♥ Red Joker Black Joker Joker"
    assert signed("bid 6, QC (10H): R*") == "bid 6, Q♣ (10♥): Red Joker"
    assert plain(phrase("Ann plays Q♣, then 10♥")) == "Ann plays QC, then 10H"
    line = labelled("Worth", ("words " * 13, tws.Card.parse("QS"), " and more"))
    assert [plain(part) for part in fitted(line)][1].strip() == "words words QS and more"


@pytest.mark.parametrize("name", OURS)
def test_every_option_has_words_of_its_game(name: str) -> None:
    game = tws.GAMES[name]
    found, options, defaults = option_words_of(game), options_of(game.Rules), defaults_of(game)
    assert list(found) == list(options) and {*options} == {*display_of(game).option_words}
    for option, words in found.items():
        assert "_" not in words.label + "".join(words.values.values())
        assert words.label[0].isupper() or words.label[0].isdigit()
        assert defaults[option] in words.values
        assert set(options[option].choices) <= set(words.values)
        assert len(set(words.values.values())) == len(words.values)
        for value in words.values:
            if (name, option, value) != ("twos", "max_hands", "none"):  # it needs a target
                rules_of(game, [f"{option}={value}"], {})


def test_the_form_has_a_label_and_words_and_the_chosen_options_are_sentences() -> None:
    forms = {game["name"]: game["options"] for game in catalogue()["games"]}
    (trumps, hands) = forms["twenty_down"]
    assert (trumps["name"], trumps["label"], trumps["default"]) == ("must_trump", "Trumps", "true")
    assert trumps["words"]["true"] == "A player without the suit must play a trump"
    assert (trumps["expected"], trumps["first"]) == ("one of true, false", False)
    assert (hands["label"], hands["words"]["none"]) == ("Most hands", "No limit")
    rules = street.Rules(players=7, exchange=street.ExchangeRule.OPTIONAL, target=12)
    assert chosen_options(street.GAME, rules)[:2] == ["Players: 7", "Decks of cards: 2"]
    assert "Exchange: A player may keep all ten cards" in chosen_options(street.GAME, rules)
    assert "Length of the game: 12" in chosen_options(street.GAME, rules)
    shown = chosen_options(duel.GAME, duel.Rules(bid_markers="cards"))
    assert "Bids: Laid out in cards from the stock" in shown
    assert "Greatest strength of a bid: 8" in shown


class Ending(StrEnum):
    AT_ONCE = "at_once"
    LATER = "later"


@attrs.frozen(kw_only=True)
class HouseRules(twenty_down.Rules):
    """Rules with options for which the display has no words."""

    open_cards: bool = authoring.flag(False, rule="X-1")
    first_hands: int | None = authoring.number(None, at_least=1, rule="X-2")
    ending: Ending = authoring.choice(Ending, rule="X-3")
    stake: int = authoring.number(3, at_least=1, rule="X-4")


def test_options_without_words_show_their_names_and_values() -> None:
    found = option_words_of(attrs.evolve(twenty_down.GAME, Rules=HouseRules))
    assert found["must_trump"].label == "Trumps"
    assert found["open_cards"] == authoring.OptionWords(
        "Open cards", {"true": "Yes", "false": "No"}
    )
    assert found["first_hands"] == authoring.OptionWords("First hands", {"none": "No limit"})
    assert found["ending"].values == {"at_once": "At once", "later": "Later"}
    assert found["stake"] == authoring.OptionWords("Stake", {"3": "3"})
    limit = RuleOption("X-1", at_least=1, at_most=9, may_be_none=True)
    filled = _filled(authoring.OptionWords(values={"2": "Two"}), "hands", "none", limit, "no end")
    assert filled == authoring.OptionWords("Hands", {"none": "No end", "2": "Two"})


# Displays


def late_game(base: Any = house_rule, **parts: Any) -> tws.Game:
    return made_again(base, "late", members={"__module__": __name__}, **parts)


def after(game: tws.Game, moves: int, seed: int = 1) -> Any:
    rng, state = random.Random(seed), game.new_game()
    for _ in range(moves):
        state = tws.apply(state, some_move(state, rng))
    return state


def lines_of(seen: Any) -> list[str]:
    return str(seen).splitlines()


def test_text_and_pictures_show_the_facts_that_a_view_declares() -> None:
    state = after(oh_hell.GAME, 3)
    title, *seats, turned_up, trumps, _ = lines_of(tws.view(state, 0))
    assert title.split()[-1] == "bids"
    bids = [line.split()[-1] for line in seats]
    assert bids == ["-" if bid is None else str(bid) for bid in state._hand_data.bids]
    assert bids.count("-") == 2
    card = state._hand_data.turned_up
    assert turned_up == f"Turned up  {card}" and trumps == f"Trumps     {card.suit.word}"
    seen = tws.view(after(oh_hell.GAME, 8), 0)
    description = re.findall("<desc>(.*?)</desc>", svg.table(seen))[0]
    for fact in display_of(seen).facts(seen, ["Ann"] * 4):
        assert fact.in_pictures in description and signs_text(fact.cards) in description
    for seat in range(4):
        (bid,) = display_of(seen).seat_facts(seen, seat)
        assert bid.plate in description


def test_declared_cards_of_seats_and_of_heaps_and_a_seat_are_shown() -> None:
    state, names = shapes.GAME.new_game(hands_played=1), ["Ann", "Ben"]
    for text in shapes.MOVES[:4]:
        state = tws.apply(state, tws.parse_move(state, text))
    seen = tws.view(state, 0)
    assert seen.to_text(names).splitlines()[3:-1] == [
        *("Laid       Ben: 2C", "Heaps 2    3C", "Turns      3", "Last       Ben")
    ]
    assert [*display_of(seen).rows(seen, 0)] == []
    assert [*display_of(seen).rows(seen, 1)] == [core.Row("laid", tws.cards("2C"))]
    description = re.findall("<desc>(.*?)</desc>", svg.table(seen, names=names))[0]
    assert "laid: 2♣" in description and "heaps 2: 3♣" in description and "last Ben" in description
    seen = tws.view(tws.apply(state, shapes.Draw()), 0)
    assert display_of(seen).task(seen, names) == "Deal the cards"  # not the next hand
    nobody_holds_any = attrs.evolve(seen, hand_sizes=(0, 0), hand=())
    assert why_deal(seen) == why_deal(nobody_holds_any) == "Cards are shuffled again."


class Renamed(TwosDisplay):
    """The display of Twos with another column, and a text of its own."""

    how_to_play = ("As Twos.",)

    @override
    def seat_facts(self, view: twos.View, seat: int) -> Iterator[core.SeatFact]:
        for fact in super().seat_facts(view, seat):
            yield attrs.evolve(fact, label="high cards") if fact.label == "honours" else fact


@attrs.frozen(kw_only=True)
class Counted(twos.View):
    suit_led: tws.Suit | None = core.public_fact(lambda state: state.trick.led, "led")
    played: tuple[int, ...] = core.public_fact(
        lambda state: tuple(13 - size for size in state.hand_sizes), "remaining"
    )


def test_facts_that_a_derived_view_adds_follow_those_of_the_display() -> None:
    game = made_again(twos, "counted", view=Counted)
    seen = tws.view(after(game, 42), 0)
    title, *_ = lines = lines_of(seen)
    assert title.endswith("honours  caught  lost  played  on the table")
    assert f"Suit led   {seen.suit_led.word}" in lines and title.count("caught") == 1
    picture = svg.table(seen)
    assert "suit led" in picture and f"played {seen.played[1]}" in picture


@pytest.mark.parametrize("given", [Renamed, Renamed()])
def test_a_derived_game_replaces_one_method(given: object) -> None:
    game = late_game(display=given)
    seen = tws.view(after(game, 41), 0)
    assert lines_of(seen)[0].endswith("high cards  caught  lost")
    assert display_of(game) is display_of(seen) and isinstance(display_of(game), Renamed)
    assert display_of(game).sheet_legend == display_of(twos.GAME).sheet_legend
    assert lines_of(tws.view(after(house_rule.GAME, 41), 0))[0].endswith("honours  caught  lost")


def test_the_rules_that_a_game_passes_come_before_those_of_its_display() -> None:
    game = late_game(display=Renamed, how_to_play="The last two takes it.\n\nElse as Twos.")
    assert how_to_play_of(game) == ("The last two takes it.", "Else as Twos.")
    assert how_to_play_of(late_game(display=Renamed)) == ("As Twos.",)
    shown = [plain(line) for line in rules_lines(game, tws.view(game.new_game(), 0))]
    assert shown[1:3] == ["The last two takes it.", "Else as Twos."]


@pytest.mark.parametrize("given", ["tests.text.test_words:late_game", 7, int, after])
def test_a_wrong_display_is_refused(given: object) -> None:
    game = late_game(display=given)
    message = r"the display of tests\.text\.test_words\.State: found .*authoring\.Display"
    with pytest.raises(TypeError, match=message):
        display_of(game)
    with pytest.raises(TypeError, match=message):
        svg.table(tws.view(game.new_game(), 0))


class Long(core.Display[oh_hell.View]):
    """A display with a long label, and facts for one rendering each."""

    @override
    def seat_facts(self, view: oh_hell.View, seat: int) -> Iterator[core.SeatFact]:
        yield core.SeatFact("only in text", seat, "")
        yield core.SeatFact(words=f"only in pictures {seat}")

    @override
    def facts(self, view: oh_hell.View, names: Sequence[str]) -> Iterator[core.Fact]:
        yield core.Fact("cards turned up", "one")
        yield core.Fact("said", f"by {names[0]}", words="")
        yield core.Fact("", words="drawn")


def test_a_fact_can_be_for_text_or_for_pictures_alone() -> None:
    game = late_game(oh_hell, display=Long)
    seen = tws.view(game.new_game(), 0)
    title, *_, turned_up, said, _ = lines_of(seen)
    assert title.endswith("only in text")
    assert (turned_up, said) == ("Cards turned up one", "Said       by Seat 0")
    picture = svg.table(seen)
    assert "only in pictures 3" in picture and "drawn." in picture
    assert "only in text" not in picture and "by Seat 0" not in picture


@pytest.mark.parametrize("name", OURS)
def test_every_game_has_a_display_of_its_own(name: str) -> None:
    game = tws.GAMES[name]
    display = display_of(game)
    assert type(display).__module__ == f"twowaystreet.games.{name}.display"
    assert display.sheet_legend and how_to_play_of(game)
    assert display_of(tws.view(game.new_game(), None)) is display


@pytest.mark.parametrize("seat", [None, 1])
def test_a_printed_view_is_that_of_the_command_line(seat: int | None, tmp_path: Path) -> None:
    record = some_record("duel", 4, 12)
    words = () if seat is None else ("--seat", str(seat))
    shown = output("view", in_file(tmp_path / "game.txt", record), "--plain", *words)
    assert f"{tws.view(record.state, seat)}\n" == shown
    *_, state = play(OWN["high_card"], 1, 2)  # of an unregistered game
    lines = lines_of(tws.view(state, 0))
    assert lines[1].split() == [">", "Seat", "0", "3", "0"] and lines[-1].startswith("Hand ")


def test_printing_needs_no_other_package() -> None:
    code = (
        "import sys; sys.modules.update(click=None, rich=None)\n"
        "import twowaystreet as tws\n"
        "from twowaystreet.games import duel\n"
        "print(tws.view(duel.new_game(), 0)); tws.view(duel.new_game(), 0)._repr_svg_()"
    )
    done = run_python("-c", code)
    assert done.stderr == "" and done.stdout.splitlines()[-1] == "Hand"


def test_a_view_is_printed_with_names_that_do_not_damage_the_text() -> None:
    seen = tws.view(tws.GAMES["duel"].new_game(), 0)
    text = seen.to_text(["Ann", "山田"])
    assert [line.split()[0] for line in text.splitlines()[1:3]] == ["Ann", "山田"]
    assert seen.to_text() == str(seen) and "Seat 0" in str(seen) and "Seat 0" not in text
    for names in (["Ann"], ["Ann", "B\nen"], ["Ann", 3], "AB", 3, ["a|b", "c"]):
        with pytest.raises(tws.RulesError, match="names="):
            seen.to_text(anything(names))
