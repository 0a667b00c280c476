"""Entries of the index for the terms of the glossary, which the search of the pages puts first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from docutils.nodes import make_id, term
from sphinx.addnodes import index
from sphinx.transforms import SphinxTransform

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata

PAGE: Final = "glossary"


class Terms(SphinxTransform):
    """Each term has an entry for each of its words, which commas separate."""

    default_priority = 500  # before Sphinx collects the entries of the index

    def apply(self, **options: Any) -> None:  # Any: as Sphinx has it
        if self.env.current_document.docname != PAGE:
            return
        for node in [*self.document.findall(term)]:
            place = make_id(f"term-{node.astext()}")
            node["ids"].append(place)
            words = node.astext().split(", ")
            node.insert(0, index(entries=[("single", each, place, "main", None) for each in words]))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Connect the transform to Sphinx."""
    app.add_transform(Terms)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
