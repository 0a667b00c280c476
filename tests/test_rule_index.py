"""Every rule of the documentation has its code, tests and options, and all cited rules exist."""

import re
from functools import cache
from itertools import groupby
from typing import Final

from docs._ext import rule_index, rule_options
from docs._ext.kept_hands import kept
from docs._ext.rule_index import Rule
from docs._ext.rule_options import PAGES
from docs._ext.rule_places import ROOT, sources

MARKS = ("stated", "shown", "decided")
NAMES: Final = rule_index.names()


@cache
def rules() -> dict[str, Rule]:
    """Return every rule by its name; the search through all files takes seconds."""
    return {rule.name: rule for rule in rule_index.rules()}


def test_rules_have_origin_code_tests_and_pages_without_a_gap() -> None:
    for rule in rules().values():
        assert rule.text.endswith("."), f"the text of {rule.name} is no sentence: {rule.text}"
        assert rule.mark.startswith(MARKS), f"{rule.name} does not say where it comes from"
        assert rule.heading, f"{rule.name} stands below no heading"
        assert rule.code, f"no docstring or comment in src names {rule.name}: {rule.text}"
        assert rule.tests, f"no test is marked with {rule.name}: {rule.text}"
    found = {*rule_index.mentioned(), *rule_index.marked_tests()} - {*NAMES}
    assert {name: rule_index.mentioned().get(name) for name in sorted(found)} == {}
    assert {name for each in kept() for name in each.rules} - {*NAMES} == set()
    quoted = [
        (each.path, name)
        for each in sources("src/twowaystreet")
        for name in re.findall(r'"([A-Z]{2}-\d+)"', each.text)
    ]
    assert [(path, name) for path, name in quoted if name not in NAMES] == []
    assert len({name for _, name in quoted}) > 40
    for prefix, run in groupby(NAMES, key=lambda name: name.partition("-")[0]):
        group = list(run)
        assert group == [f"{prefix}-{number}" for number in range(1, len(group) + 1)]
    assert [prefix for prefix, _ in groupby(NAMES, key=lambda name: name[:2])] == list(PAGES)
    pages = (ROOT / "docs" / f"{page}.md" for page in PAGES.values())
    texts = [path.read_text(encoding="utf-8") for path in pages]
    begun = [name for text in texts for name in re.findall(r"^\*\*([A-Z]+-\d+)", text, re.M)]
    assert begun == list(NAMES)
    assert [rule.name for rule in rules().values() if "](" in rule.text] == []  # relative links
    for setting in rule_options.settings():
        assert setting.option.rule in NAMES, setting
        prefix = setting.option.rule.partition("-")[0]
        assert setting.game.name in rule_options.GAMES_OF[prefix], setting
        assert setting in rules()[setting.option.rule].options
    wrong = {name: rule_options.misspoken(name, rule.text) for name, rule in rules().items()}
    assert {name: words for name, words in wrong.items() if words} == {}
