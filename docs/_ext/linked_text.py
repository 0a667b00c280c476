"""Links for all rule identifiers in the prose of pages and docstrings."""

from __future__ import annotations

import re
from typing import Final

from docs._ext.rule_index import IDENTIFIER

ROLE: Final = "rule"
"""The role that turns an identifier into a link, in Markdown and in reStructuredText."""

_FENCED: Final = re.compile(r"^(?P<fence>(?:`|:){3,}).*?^(?P=fence)$", re.MULTILINE | re.DOTALL)
_NOT_PROSE: Final = r"`+[^`]+`+|\[[^\]]*\]\([^)]*\)|^\([\w-]+\)=$|^#+ .*$"
"""Code, links, targets and headings in Markdown."""
_MARKDOWN: Final = re.compile(rf"{_NOT_PROSE}|(?P<rule>{IDENTIFIER})", re.MULTILINE)
_DOCSTRING: Final = re.compile(rf":[\w:]+:`[^`]+`|`+[^`]+`+|(?P<rule>{IDENTIFIER})")


def in_markdown(text: str) -> str:
    """Link the rules of a page, except in fenced blocks."""
    parts: list[str] = []
    end = 0
    for fenced in _FENCED.finditer(text):
        parts += [_MARKDOWN.sub(_as_role, text[end : fenced.start()]), fenced[0]]
        end = fenced.end()
    return "".join([*parts, _MARKDOWN.sub(_as_role, text[end:])])


def _as_role(found: re.Match[str]) -> str:
    return f"{{{ROLE}}}`{found['rule']}`" if found["rule"] else found[0]


def in_docstring(lines: list[str]) -> list[str]:
    """Link the rules in the lines of a docstring, except in examples."""
    linked: list[str] = []
    example = False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        linked.append(line if example else _DOCSTRING.sub(_as_rst_role, line))
    return linked


def _as_rst_role(found: re.Match[str]) -> str:
    # The escaped space ends the role before letters, such as in "ST-13's".
    return f":{ROLE}:`{found['rule']}`\\ " if found["rule"] else found[0]
