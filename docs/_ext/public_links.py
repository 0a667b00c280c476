"""Entries of the reference and links to them, by public names.

Private modules define the classes and functions. The reference describes each one below the first
public module that exports it. Links lead there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx.addnodes import pending_xref

from docs._ext.public_names import first_names, public_path

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.util.typing import ExtensionMetadata


def link(app: Sphinx, page: document) -> None:
    """Change links in docstrings to public names."""
    for node in page.findall(pending_xref):
        if node.get("refdomain") != "py" or node.get("reftype") in ("meth", "attr", "mod"):
            continue
        path = public_path(str(node["reftarget"]), str(node.get("py:module")))
        node["reftarget"] = path or node["reftarget"]


# Any: objects of any type can be documented.
def skip_repeated(
    app: Sphinx, what: str, name: str, thing: Any, skip: bool, options: Any
) -> bool | None:
    """Skip the members of a module that an earlier public module describes.

    A page describes those on its own that it excludes.
    """
    if what != "module" or name in (options.exclude_members or ()):
        return None
    return f"{app.env.current_document.autodoc_module}.{name}" not in first_names()


def describe_value(
    app: Sphinx, what: str, name: str, thing: Any, options: Any, lines: list[str]
) -> None:
    """Describe a public value by the docstring below it, which autodoc does not find."""
    if what == "data" and (value := first_names().get(name)) and value.docstring:
        lines[:] = value.docstring.value.splitlines()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx."""
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", describe_value, priority=400)
    app.connect("autodoc-skip-member", skip_repeated)
    app.connect("doctree-read", link)
    return {"parallel_read_safe": True}
