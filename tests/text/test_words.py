"""Sentences for people and the options of games in words."""

import random
import re
from enum import StrEnum
from types import SimpleNamespace
from typing import Any

import attrs
import pytest

import twowaystreet as tws
from tests.cli.helpers import CARD
from tests.games import OURS
from tests.helpers import shuffled, some_move
from twowaystreet import authoring
from twowaystreet._core.cards.cards import CARDS
from twowaystreet._core.display import display_of
from twowaystreet._core.display.lines import fitted, labelled, phrase, plain, signed
from twowaystreet._core.display.options import (
    _filled,
    chosen_options,
    defaults_of,
    option_words_of,
    rules_of,
)
from twowaystreet._core.display.screen import result_lines, view_lines
from twowaystreet._core.display.sentences import Happening, sentences_of, winners_line
from twowaystreet._core.display.table_facts import TableFacts
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


def test_players_in_sentences() -> None:
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


def test_every_card_has_a_sign_or_a_name() -> None:
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
