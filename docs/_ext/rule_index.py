"""The index of rules: what the documentation says, and what in the project answers to it.

The rules stand on the pages of the documentation, one paragraph each. Code names a rule in a
docstring or a comment, single or as a range such as ``ST-13 to ST-19``; tests carry
``@pytest.mark.rule``; an option says which rule it belongs to; the index of the hands that are kept
says which rules they show.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

import attrs

from docs._ext.kept_hands import Kept, kept
from docs._ext.rule_options import Setting, settings_of
from docs._ext.rule_places import ROOT, Found, Place, in_marks, in_prose, sources

PAGES: Final = {
    "AL": "common-rules",
    "ST": "games/street",
    "DU": "games/duel",
    "RA": "ratings",
    "TW": "games/twos",
    "SP": "games/spades",
    "TD": "games/twenty_down",
}
"""The page of the documentation on which the rules with each prefix stand."""

_PREFIXES: Final = "|".join(PAGES)
IDENTIFIER: Final = rf"\b(?:{_PREFIXES})-\d+\b"
RULE: Final = re.compile(
    rf"^\*\*(?P<name>(?:{_PREFIXES})-\d+)\*\* \*\((?P<mark>[^)]+)\)\* (?P<text>.+?)(?=\n\n|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A rule on its page: identifier, mark and text, to the end of the paragraph."""
_HEADING: Final = re.compile(r"^(?P<depth>#+) (?P<heading>.+)$", re.MULTILINE)
_NAMED: Final = re.compile(
    rf"\b(?P<prefix>{_PREFIXES})-(?P<first>\d+)\b"
    r"(?:(?:\s+to\s+|\s*\.\.\s*|–)(?P=prefix)-(?P<last>\d+)\b)?"
)


@attrs.frozen
class Rule:
    """A rule as the documentation has it, and what answers to it.

    Attributes:
        name: the identifier.
        mark: where the rule comes from.
        text: what it says.
        page: the title of its page.
        heading: the heading that it stands below on its page.
        options: the options that belong to it.
        code: the places in the package that name it.
        tests: the tests that carry it.
        kept: the hands and matches that show it.
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
    """Every identifier that a text names, those inside a range included.

    >>> list(named_in("see ST-3, DU-1 to DU-3 and ST-13..ST-14"))
    ['ST-3', 'DU-1', 'DU-2', 'DU-3', 'ST-13', 'ST-14']
    """
    for found in _NAMED.finditer(text):
        first = int(found["first"])
        for number in range(first, int(found["last"] or first) + 1):
            yield f"{found['prefix']}-{number}"


@cache
def code_places() -> Found:
    """For every identifier the places in the package that name it, in the order of files."""
    return in_prose("src", named_in)


@cache
def marked_tests() -> Found:
    """For every identifier the tests that carry it, in the order of files."""
    return in_marks("tests")


@cache
def rules() -> tuple[Rule, ...]:
    """Every rule of the documentation, in the order of its pages."""
    return tuple(rule for page in PAGES.values() for rule in _rules_on(page))


def _rules_on(page: str) -> Iterator[Rule]:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
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
    """For every identifier that stands anywhere in code or tests, the files that it stands in."""
    found: dict[str, list[str]] = {}
    for folder in ("src", "tests"):
        for source in sources(folder):
            for name in dict.fromkeys(named_in(source.text)):
                found.setdefault(name, []).append(source.path)
    return found
