"""The options of games in words, for forms and for the rules on one screen."""

from __future__ import annotations

import copy
from enum import StrEnum

import attrs
import pytest

import twowaystreet as tws
from twowaystreet import authoring
from twowaystreet._core.display import display_of
from twowaystreet._core.display.options import (
    _filled,
    chosen_options,
    defaults_of,
    option_words_of,
    rules_of,
)
from twowaystreet._core.engine.fields import RuleOption, options_of
from twowaystreet._page.alone import catalogue
from twowaystreet.games import duel, street, twenty_down


@pytest.mark.parametrize("name", tws.GAMES)
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


def test_the_form_has_a_label_and_words() -> None:
    forms = {game["name"]: game["options"] for game in catalogue()["games"]}
    (trumps, hands) = forms["twenty_down"]
    assert (trumps["name"], trumps["label"], trumps["default"]) == ("must_trump", "Trumps", "true")
    assert trumps["words"]["true"] == "A player without the suit must play a trump"
    assert (trumps["values"], trumps["rule"]) == (["true", "false"], "TD-7")
    assert (trumps["expected"], trumps["first"]) == ("one of true, false", False)
    assert (hands["label"], hands["words"]["none"]) == ("Most hands", "No limit")


def test_the_chosen_options_are_sentences() -> None:
    rules = street.Rules(players=7, exchange=street.ExchangeRule.OPTIONAL, target=12)
    assert chosen_options(street.GAME, rules)[:2] == ["Players: 7", "Decks of cards: 2"]
    assert "Exchange: A player may keep all ten cards" in chosen_options(street.GAME, rules)
    assert "Length of the game: 12" in chosen_options(street.GAME, rules)
    shown = chosen_options(duel.GAME, duel.Rules(bid_markers="cards"))
    assert "Bids: Laid out in cards from the stock" in shown
    assert "Greatest strength of a bid: 8" in shown


class Ending(StrEnum):
    """An option of a game of a user."""

    AT_ONCE = "at_once"
    LATER = "later"


@attrs.frozen(kw_only=True)
class HouseRules(twenty_down.Rules):
    """Rules with options for which the display has no words."""

    open_cards: bool = authoring.flag(False, rule="X-1")
    first_hands: int | None = authoring.number(None, at_least=1, rule="X-2")
    ending: Ending = authoring.choice(Ending, rule="X-3")  # noqa: RUF009  # it declares a field
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


def test_words_of_options_are_values() -> None:
    words = authoring.OptionWords("Stake", {"3": "Three"})
    assert hash(words) == hash(authoring.OptionWords("Stake", {"3": "Three"}))
    assert copy.copy(words) is words
    with pytest.raises(TypeError):
        words.values["4"] = "Four"  # type: ignore[index]  # the table is read-only


def test_the_meaning_of_none_stands_for_a_missing_word() -> None:
    limit = RuleOption("X-1", at_least=1, at_most=9, may_be_none=True)
    filled = _filled(authoring.OptionWords(values={"2": "Two"}), "hands", "none", limit, "no end")
    assert filled == authoring.OptionWords("Hands", {"none": "No end", "2": "Two"})
