"""Links from rule identifiers on pages and in docstrings to the entries in the index.

The role ``{rule}`` makes such a link. The build adds the role to every identifier in the prose of
pages and docstrings before it reads them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from docutils.nodes import inline
from sphinx.roles import XRefRole
from sphinx.util.nodes import make_refnode

from docs._ext import linked_text
from docs._ext.rule_index import rules

if TYPE_CHECKING:
    from docutils.nodes import Element, TextElement
    from sphinx.addnodes import pending_xref
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata

ROLE: Final = linked_text.ROLE
PAGE: Final = "rules-index"


def read_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Link the rules of a page."""
    if page != PAGE:
        source[0] = linked_text.in_markdown(source[0])


# Any: objects of any type can be documented.
def read_docstring(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Link the rules of a docstring."""
    lines[:] = linked_text.in_docstring(lines)


@cache
def texts() -> dict[str, str]:
    """Return the plain text of each rule, for the tooltip of the link."""
    return {rule.name: re.sub(r"[*`]", "", rule.text) for rule in rules()}


def link(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, shown: TextElement
) -> Element | None:
    """Return a link to the entry of a rule; Sphinx warns about an unknown identifier."""
    if node.get("reftype") != ROLE:
        return None
    name = str(node["reftarget"])
    if name not in texts():
        return None
    return make_refnode(app.builder, str(node["refdoc"]), PAGE, name, shown, texts()[name])


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.add_role(ROLE, XRefRole(innernodeclass=inline))
    app.connect("source-read", read_page, priority=900)  # after the pictures and the index
    app.connect("autodoc-process-docstring", read_docstring, priority=900)
    app.connect("missing-reference", link)
    return {"parallel_read_safe": True}
