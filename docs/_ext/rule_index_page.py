"""Page of the index of rules, which the build of the documentation writes.

The build changes the text of pages before it reads them. It replaces the line ``{rule-index}`` by
an entry for each rule. On the other pages it adds a link target to each rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import TYPE_CHECKING, Final

from docutils.nodes import container, raw
from sphinx.util.docutils import SphinxDirective
from typing_extensions import override

from docs._ext import rule_links
from docs._ext.linked_text import in_markdown
from docs._ext.rule_index import RULE, Rule, rules
from docs._ext.rule_options import PAGES, Setting
from docs._ext.rule_places import Place

if TYPE_CHECKING:
    from docutils.nodes import Node
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PAGE: Final = rule_links.PAGE
PLACEHOLDER: Final = "{rule-index}\n"


class RuleEntry(SphinxDirective):
    """Entry of one rule, with the identifier as its anchor."""

    required_arguments = 1
    has_content = True

    @override
    def run(self) -> list[Node]:
        entry = container("", classes=["rule"], ids=[self.arguments[0]])
        self.state.nested_parse(self.content, self.content_offset, entry)
        return [entry]


class Folded(SphinxDirective):
    """Block that a reader can unfold by a click on its title."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True

    @override
    def run(self) -> list[Node]:
        inside = container()
        self.state.nested_parse(self.content, self.content_offset, inside)
        summary = f"<details><summary>{self.arguments[0]}</summary>"
        return [raw("", summary, format="html"), inside, raw("", "</details>", format="html")]


def _place(place: Place) -> str:
    """Return a link to a place, without the name of the module."""
    return f"{{source}}`{place.name or 'the module'} <{place.path}#L{place.line}>`"


def _by_file(places: Iterable[Place]) -> Iterator[str]:
    """Yield a list item for each file, with links to its places."""
    for path, group in groupby(places, key=lambda place: place.path):
        yield f"- `{path}`: " + ", ".join(map(_place, group))


def _code(rule: Rule) -> str:
    # Whole modules are shown only if no definition names the rule.
    places = [place for place in rule.code if place.name] or rule.code
    found = (
        f"{{source}}`{str(place).removeprefix('twowaystreet.')} <{place.path}#L{place.line}>`"
        for place in places
    )
    return f"- Code: {', '.join(found)}"


def _options(rule: Rule) -> Iterator[str]:
    """Yield a list item for each option; games with the same option share one item."""

    def alike(setting: Setting) -> tuple[str, ...]:
        return setting.name, setting.values, setting.default

    for (name, values, default), group in groupby(sorted(rule.options, key=alike), key=alike):
        games = (f"[{each.game.title}](games/{each.game.name}.md#options)" for each in group)
        yield f"- Option `{name}` of {', '.join(games)}: {values}; default {default}"


def _kept(rule: Rule) -> Iterator[str]:
    for each in rule.kept:
        yield f"- {{source}}`{each.file.removesuffix('.txt')} <{each.path}>`: {each.shows}"


def _counted(number: int, one: str, more: str) -> str:
    return f"{number} {one if number == 1 else more}"


def _folded(summary: str, lines: Iterable[str]) -> list[str]:
    return [f":::{{folded}} {summary}", *lines, ":::"]


def _entry(rule: Rule) -> str:
    """Return the entry of a rule in Markdown."""
    page = f"**[{rule.name}](#{rule.name.lower()})**"
    lines = [
        f"::::{{rule-entry}} {rule.name}",
        f"{page} *({rule.mark})* {in_markdown(rule.text)}",
        "",
        *_options(rule),
        _code(rule),
        "",
    ]
    if rule.kept:
        shown = _counted(len(rule.kept), "kept hand shows it", "kept hands show it")
        lines += _folded(shown, _kept(rule))
    of_files = _counted(len({place.path for place in rule.tests}), "file", "files")
    tests = f"{_counted(len(rule.tests), 'test', 'tests')} in {of_files}"
    lines += _folded(tests, _by_file(rule.tests))
    return "\n".join((*lines, "::::", "", ""))


def _glance(some: Iterable[Rule]) -> str:
    """Return links to some rules, and the number of rules with each mark."""
    listed = list(some)
    marks = Counter(rule.mark.partition(",")[0] for rule in listed)
    counts = ", ".join(f"{count} {mark}" for mark, count in marks.most_common())
    links = " ".join(f"{{rule}}`{rule.name}`" for rule in listed)
    return f"{links}\n\n{_counted(len(listed), 'rule', 'rules')}: {counts}.\n\n"


def index() -> str:
    """Return the whole index in Markdown, with a section for each page and its headings."""
    text = ""
    for page, group in groupby(rules(), key=lambda rule: rule.page):
        on_page = list(group)
        text += f"## {page}\n\n{_glance(on_page)}"
        for heading, below in groupby(on_page, key=lambda rule: rule.heading):
            only = heading == on_page[0].heading == on_page[-1].heading
            text += ("" if only else f"### {heading}\n\n") + "".join(map(_entry, below))
    return text


def complete(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the index to its page, and link targets to the rules on other pages."""
    if page == PAGE:
        app.env.note_reread()  # code and tests change without the page
        source[0] = source[0].replace(PLACEHOLDER, index())
    elif page in PAGES.values():
        source[0] = RULE.sub(lambda rule: f"({rule['name'].lower()})=\n{rule[0]}", source[0])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.setup_extension("docs._ext.rule_links")
    app.setup_extension("sphinx.ext.extlinks")
    app.add_directive("rule-entry", RuleEntry)
    app.add_directive("folded", Folded)
    app.connect("source-read", complete)
    return {"parallel_read_safe": True}
