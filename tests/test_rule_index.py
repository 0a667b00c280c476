"""Every rule of the documentation is named by code and carried by a test, and no other rule is."""

from __future__ import annotations

import ast
from itertools import groupby

import pytest

from tests import rule_index
from tests.rule_index import PAGES, Place, Rule

RULES = {rule.name: rule for rule in rule_index.rules()}
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


@pytest.mark.parametrize("rule", RULES.values(), ids=RULES)
def test_a_rule_has_code_and_a_test(rule: Rule) -> None:
    assert rule.code, f"no docstring or comment in src names {rule.name}: {rule.text}"
    assert rule.tests, f"no test is marked with {rule.name}: {rule.text}"


def test_nothing_names_a_rule_that_is_on_no_page() -> None:
    found = {*rule_index.mentioned(), *rule_index.marked_tests()} - RULES.keys()
    assert {name: rule_index.mentioned().get(name) for name in sorted(found)} == {}


def test_the_pages_number_their_rules_without_a_gap() -> None:
    names = [rule.name for rule in rule_index.rules()]
    for prefix, run in groupby(names, key=lambda name: name.partition("-")[0]):
        group = list(run)
        assert group == [f"{prefix}-{number}" for number in range(1, len(group) + 1)]
    assert [prefix for prefix, _ in groupby(names, key=lambda name: name[:2])] == list(PAGES)


def test_a_rule_says_where_it_comes_from() -> None:
    words = ("stated", "shown", "decided")
    assert [rule.name for rule in RULES.values() if not rule.mark.startswith(words)] == []


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
def test_the_definition_round_a_line_is_found(text: str, place: str) -> None:
    (line,) = (number for number, one in enumerate(A_MODULE.splitlines(), 1) if text in one)
    found = rule_index._place("src/some/module.py", ast.parse(A_MODULE), line)
    assert str(found) == place


def test_docstrings_and_comments_are_prose_and_marks_are_not() -> None:
    tree = ast.parse(A_MODULE)
    prose = [
        name for _, text in rule_index._prose(A_MODULE, tree) for name in rule_index.named_in(text)
    ]
    assert sorted(prose) == ["AL-1", "AL-2", "AL-3", "DU-2", "ST-1", "ST-4", "ST-5"]
    assert [name for _, name in rule_index._marked(tree)] == ["AL-4", "ST-2", "ST-3", "DU-1"]


def test_a_module_is_named_as_it_is_imported() -> None:
    assert Place("src/twowaystreet/__init__.py", "").module == "twowaystreet"
    assert str(Place("tests/test_ratings.py", "test_x")) == "tests.test_ratings.test_x"
