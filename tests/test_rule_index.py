"""Every rule of the documentation has its code, tests and options, and all cited rules exist."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby

import pytest

from docs._ext import rule_index, rule_options, rule_places
from docs._ext.kept_hands import kept
from docs._ext.linked_text import in_docstring, in_markdown
from docs._ext.rule_index import PAGES, Rule, named_in
from docs._ext.rule_places import ROOT, Place, Source

MARKS = ("stated", "shown", "decided")
NAMES = rule_index.names()
A_MODULE = '''"""A module (AL-1 to AL-3)."""

import pytest

pytestmark = pytest.mark.rule("AL-4")

TABLE = 1  # ST-1

LIMIT = 3
"""A limit (DU-2)."""


@pytest.mark.rule("ST-2", "ST-3")
class Box:
    """A box."""

    @property
    def lid(self) -> int:
        return 1  # ST-4..ST-5


@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("DU-1"))])
def check(n: int) -> None: ...
'''


@cache
def rules() -> dict[str, Rule]:
    """Return every rule by its name; the search through all files takes seconds."""
    return {rule.name: rule for rule in rule_index.rules()}


def test_every_rule_has_an_origin_code_and_tests() -> None:
    for rule in rules().values():
        assert rule.text.endswith("."), f"the text of {rule.name} is no sentence: {rule.text}"
        assert rule.mark.startswith(MARKS), f"{rule.name} does not say where it comes from"
        assert rule.heading, f"{rule.name} stands below no heading"
        assert rule.code, f"no docstring or comment in src names {rule.name}: {rule.text}"
        assert rule.tests, f"no test is marked with {rule.name}: {rule.text}"


def test_every_named_rule_is_documented() -> None:
    found = {*rule_index.mentioned(), *rule_index.marked_tests()} - {*NAMES}
    assert {name: rule_index.mentioned().get(name) for name in sorted(found)} == {}
    shown = {name for each in kept() for name in each.rules}
    assert shown - {*NAMES} == set()


def test_the_pages_number_their_rules_without_a_gap() -> None:
    for prefix, run in groupby(NAMES, key=lambda name: name.partition("-")[0]):
        group = list(run)
        assert group == [f"{prefix}-{number}" for number in range(1, len(group) + 1)]
    assert [prefix for prefix, _ in groupby(NAMES, key=lambda name: name[:2])] == list(PAGES)


def test_every_paragraph_in_the_form_of_a_rule_is_indexed() -> None:
    begun = [
        name
        for page in PAGES.values()
        for name in re.findall(
            r"^\*\*([A-Z]+-\d+)", (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"), re.M
        )
    ]
    assert begun == list(NAMES)


def test_texts_of_rules_have_no_relative_links() -> None:
    assert [rule.name for rule in rules().values() if "](" in rule.text] == []


def test_every_option_cites_a_rule_of_its_game() -> None:
    for setting in rule_options.settings():
        assert setting.option.rule in NAMES, setting
        prefix = setting.option.rule.partition("-")[0]
        assert setting.game.name in rule_options.GAMES_OF[prefix], setting
        assert setting in rules()[setting.option.rule].options


def test_rules_mention_only_existing_options() -> None:
    found = {name: rule_options.misspoken(name, rule.text) for name, rule in rules().items()}
    assert {name: words for name, words in found.items() if words} == {}


@pytest.mark.parametrize(
    ("rule", "text", "wrong"),
    [
        ("ST-1", 'With `decks`, `jokers="one"` and `dealer`.', []),
        ("ST-1", 'With `packs` and `jokers="two"`.', ["`packs`", '`jokers="two"`']),
        ("ST-3", "Of the Duel, which shares it: `bid_markers`.", []),
        ("TW-1", "Of another game: `bid_markers`.", ["`bid_markers`"]),
        ("TD-7", "`must_trump=False` and `must_trump=No`.", ["`must_trump=No`"]),
        ("TD-7", "Given, but no option: `dealer=1`.", ["`dealer=1`"]),
        ("SP-2", "A card, `R*`, and an entry, `LD,6-4:2`.", []),
    ],
)
def test_wrong_options_in_a_rule_are_found(rule: str, text: str, wrong: list[str]) -> None:
    assert rule_options.misspoken(rule, text) == wrong


def test_a_computed_default_is_shown() -> None:
    defaults = {(each.game.name, each.name): each.default for each in rule_options.settings()}
    assert defaults["street", "decks"] == "`None`, which comes to 1"
    assert defaults["twos", "target"] == "`None`"
    assert defaults["twenty_down", "must_trump"] == "`true`"


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("A module", "some.module"),
        ("import", "some.module"),
        ("pytestmark", "some.module.pytestmark"),
        ("TABLE", "some.module.TABLE"),
        ("DU-2", "some.module.LIMIT"),
        ("ST-2", "some.module.Box"),
        ("ST-4", "some.module.Box.lid"),
        ("DU-1", "some.module.check"),
    ],
)
def test_the_definition_that_contains_a_line_is_found(text: str, place: str) -> None:
    (line,) = (number for number, one in enumerate(A_MODULE.splitlines(), 1) if text in one)
    found = Source("src/some/module.py", A_MODULE).place(line)
    assert str(found) == place
    assert found.line <= line


def test_prose_is_docstrings_and_comments_without_marks() -> None:
    source = Source("src/some/module.py", A_MODULE)
    names = [name for _, text in rule_places.prose(source) for name in named_in(text)]
    assert sorted(names) == ["AL-1", "AL-2", "AL-3", "DU-2", "ST-1", "ST-4", "ST-5"]
    assert [name for _, name in rule_places.marks(source)] == ["AL-4", "ST-2", "ST-3", "DU-1"]


def test_a_module_has_its_import_name() -> None:
    assert Place("src/twowaystreet/__init__.py", "").module == "twowaystreet"
    assert str(Place("tests/test_ratings.py", "test_x")) == "tests.test_ratings.test_x"


@pytest.mark.parametrize(
    ("text", "linked"),
    [
        ("See ST-13.", "See {rule}`ST-13`."),
        (
            "**ST-1** *(stated)* ST-3 to ST-4",
            "**{rule}`ST-1`** *(stated)* {rule}`ST-3` to {rule}`ST-4`",
        ),
        ("| `jokers` | ST-3 |", "| `jokers` | {rule}`ST-3` |"),
        ("`rule='ST-13'` and XST-13, ST-134x", "`rule='ST-13'` and XST-13, ST-134x"),
        ("[the ST-1 rule](#st-1)", "[the ST-1 rule](#st-1)"),
        ("(st-1)=\n# On ST-1\n", "(st-1)=\n# On ST-1\n"),
        ("a\n\n```python\nST-1\n```\n\nST-2", "a\n\n```python\nST-1\n```\n\n{rule}`ST-2`"),
    ],
)
def test_the_prose_of_a_page_is_linked(text: str, linked: str) -> None:
    assert in_markdown(text) == linked


def test_the_prose_of_a_docstring_is_linked() -> None:
    lines = ["Follow (ST-13), ``ST-14``.", "", ">>> refuse()", "'ST-15'", "", ":rule:`ST-1` AL-2"]
    linked = [":rule:`ST-13`\\ ", *lines[1:5], ":rule:`AL-2`\\ "]
    found = in_docstring(lines)
    assert found[0] == f"Follow ({linked[0]}), ``ST-14``."
    assert found[1:5] == lines[1:5]
    assert found[5] == f":rule:`ST-1` {linked[5]}"
