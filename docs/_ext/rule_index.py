"""Index of rules: the texts on the pages, with the code, tests and options for each rule.

Each rule is one paragraph on a page. Code names rules in docstrings and comments, one by one or in
ranges such as ``ST-13 to ST-19``. Tests have ``@pytest.mark.rule``. Options name their rule. The
index of golden hands names the rules that each hand shows.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import attrs

from docs._ext.kept_hands import Kept, kept
from docs._ext.rule_options import PAGES, Setting, settings_of
from docs._ext.rule_places import ROOT, Found, Place, in_marks, in_prose, sources

_PREFIXES: Final = "|".join(PAGES)
IDENTIFIER: Final = rf"\b(?:{_PREFIXES})-\d+\b"
RULE: Final = re.compile(
    rf"^\*\*(?P<name>(?:{_PREFIXES})-\d+)\*\* \*\((?P<mark>[^)]+)\)\* (?P<text>.+?)(?=\n\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""Pattern of a rule on its page: identifier, mark and text, to the end of the paragraph."""
_HEADING: Final = re.compile(r"^(?P<depth>#+) (?P<heading>.+)$", re.MULTILINE)
_NAMED: Final = re.compile(
    rf"\b(?P<prefix>{_PREFIXES})-(?P<first>\d+)\b"
    r"(?:(?:\s+to\s+|\s*\.\.\s*|–)(?P=prefix)-(?P<last>\d+)\b)?"
)


@attrs.frozen
class Rule:
    """A rule of the documentation, with its options, code and tests.

    Attributes:
        name: the identifier.
        mark: the origin of the rule.
        text: the text of the rule.
        page: the title of the page.
        heading: the heading above the rule.
        options: the options that name the rule.
        code: the places in the package that name the rule.
        tests: the tests with the mark of the rule.
        kept: the golden hands and matches that show the rule.
    """

    name: str
    mark: str
    text: str
    page: str
    heading: str
    options: tuple[Setting, ...]
    code: tuple[Place, ...]
    tests: tuple[Place, ...]
    kept: tuple[Kept, ...]


def named_in(text: str) -> Iterator[str]:
    """Yield every identifier in a text, with all identifiers of a range.

    >>> list(named_in("see ST-3, DU-1 to DU-3 and ST-13..ST-14"))
    ['ST-3', 'DU-1', 'DU-2', 'DU-3', 'ST-13', 'ST-14']
    """
    for found in _NAMED.finditer(text):
        first = int(found["first"])
        for number in range(first, int(found["last"] or first) + 1):
            yield f"{found['prefix']}-{number}"


@cache
def code_places() -> Found:
    """Return the places in the package that name each identifier, in the order of files."""
    return in_prose("src", named_in)


@cache
def marked_tests() -> Found:
    """Return the tests with the mark of each identifier, in the order of files."""
    return in_marks("tests")


@cache
def texts() -> dict[str, str]:
    """Return the text of every rule by its identifier, without signs, and no search of code."""
    found = (each for page in PAGES.values() for each in RULE.finditer(_text(page)))
    return {each["name"]: re.sub(r"[*`\s]+", " ", each["text"]) for each in found}


def names() -> tuple[str, ...]:
    """Return the identifier of every rule, in the order of the pages."""
    return tuple(texts())


@cache
def rules() -> tuple[Rule, ...]:
    """Return every rule of the documentation, in the order of the pages."""
    return tuple(rule for page in PAGES.values() for rule in _rules_on(page))


def _text(page: str) -> str:
    return (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")


def _rules_on(page: str) -> Iterator[Rule]:
    text = _text(page)
    title, *headings = _HEADING.finditer(text)
    for found in RULE.finditer(text):
        name = found["name"]
        above = [each["heading"] for each in headings if each.start() < found.start()]
        yield Rule(
            name,
            found["mark"],
            " ".join(found["text"].split()),
            title["heading"],
            above[-1],
            settings_of(name),
            tuple(code_places().get(name, ())),
            tuple(marked_tests().get(name, ())),
            tuple(each for each in kept() if name in each.rules),
        )


def mentioned() -> dict[str, list[str]]:
    """Return the files in ``src`` and ``tests`` that contain each identifier."""
    found: dict[str, list[str]] = {}
    for folder in ("src", "tests"):
        for source in sources(folder):
            for name in dict.fromkeys(named_in(source.text)):
                found.setdefault(name, []).append(source.path)
    return found
