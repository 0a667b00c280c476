"""Pages with the text of files, so that code, tests and records can be linked to by the line.

The role ``{source}`` makes such a link, of a path and a line: ``{source}`follow <src/a.py#12>```.
There is a page for every file that has to do with a rule.
"""

from __future__ import annotations

from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final

from docutils.nodes import reference
from sphinx.builders.html import StandaloneHTMLBuilder
from sphinx.roles import XRefRole

from tests.rule_index import rules
from tests.rule_places import ROOT

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.config import Config
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

ROLE: Final = "source"
INDEX: Final = "rules-index"
_LINE: Final = "line"

HTML: Final = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{path}</title>
<link rel="stylesheet" href="{static}/pygments.css">
<link rel="stylesheet" href="{static}/source.css">
</head>
<body>
<p><a href="{index}">Index of rules</a></p>
<h1>{path}</h1>
{text}
</body>
</html>
"""


@cache
def shown_files() -> frozenset[str]:
    """The files of the code, the tests and the kept hands that any rule has."""
    places = (place.path for rule in rules() for place in (*rule.code, *rule.tests))
    return frozenset((*places, *(each.path for rule in rules() for each in rule.kept)))


def page_of(path: str) -> str:
    """The page with the text of a file."""
    return f"_source/{path}"


def link(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: TextElement
) -> Element | None:
    """Link to a line of a file, or to its beginning."""
    if node.get("reftype") != ROLE:
        return None
    path, _, line = str(node["reftarget"]).partition("#")
    if path not in shown_files():
        return None
    uri = app.builder.get_relative_uri(str(node["refdoc"]), page_of(path))
    found = reference("", "", shown, refuri=f"{uri}#{_LINE}-{line}" if line else uri, internal=True)
    found["reftitle"] = path
    return found


def write(app: Sphinx, failure: Exception | None) -> None:
    """Write a page for each file. They are plain: a theme would take longer than all the rest."""
    builder = app.builder
    if failure or not isinstance(builder, StandaloneHTMLBuilder):
        return
    for path in sorted(shown_files()):
        page = page_of(path)
        language = "python" if path.endswith(".py") else "none"
        out = Path(builder.get_outfilename(page))
        out.parent.mkdir(parents=True, exist_ok=True)
        html = HTML.format(
            path=escape(path),
            index=builder.get_relative_uri(page, INDEX),
            static="../" * page.count("/") + "_static",
            text=builder.highlighter.highlight_block(
                (ROOT / path).read_text(encoding="utf-8"), language, linespans=_LINE
            ),
        )
        out.write_text(html, encoding="utf-8")


def add_style(app: Sphinx, config: Config) -> None:
    """Let the styles of the pages be found."""
    config.html_static_path.append(str(Path(__file__).parent / "static"))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect what is defined here."""
    app.add_role(ROLE, XRefRole())
    app.connect("config-inited", add_style)
    app.connect("missing-reference", link)
    app.connect("build-finished", write)
    return {"parallel_read_safe": True}
