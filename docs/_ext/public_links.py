"""Entries of the reference and links to them, by public names.

Private modules define the classes and functions. The reference describes each one below the first
public module that exports it. Links lead there. In a page, the code of a public name is a link too,
so that the page needs no roles, and reads as well without a build.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

from docutils.nodes import literal, reference, title
from sphinx.addnodes import pending_xref
from sphinx.util.logging import getLogger

from docs._ext.public_names import GAMES, PACKAGE, PUBLIC, first_names, public_path
from twowaystreet._util.publishing import homes

if TYPE_CHECKING:
    from docutils.nodes import document
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment
    from sphinx.util.typing import ExtensionMetadata


_NAME: Final = re.compile(r"(?P<path>[A-Za-z]\w*(\.\w+)*)(?P<call>\(.*\))?")


def link_code(app: Sphinx, page: document) -> None:
    """Make links of the names that stand as code in a page."""
    if app.env.current_document.docname.startswith(("reference", "changelog")):
        return
    for node in [*page.findall(literal)]:
        inside = isinstance(node.parent, (reference, title, pending_xref))
        if inside or not (path := path_of(node.astext())):
            continue
        options = {"refdomain": "py", "reftype": "obj", "reftarget": path, "refexplicit": True}
        node.replace_self(pending_xref("", node.deepcopy(), **options, refwarn=False))


def path_of(code: str) -> str | None:
    """Return the public path of code that is a name, a name of a module, or a call.

    A name without a dot is a link only as a class, or as a call of the package itself. ``State``
    and other names that each game has are not links.

    >>> path_of("Table.play()"), path_of("arena.play"), path_of("apply()"), path_of("State")
    ('twowaystreet.table.Table.play', 'twowaystreet.arena.play', 'twowaystreet.apply', None)
    """
    found = _NAME.fullmatch(code)
    if found is None:
        return None
    path = re.sub(r"^tws\.", f"{PACKAGE}.", found["path"])
    head, _, member = path.partition(".")
    if path in PUBLIC or path in first_names():
        return path
    if not member and not head[0].isupper():
        path = f"{PACKAGE}.{path}"
        return path if found["call"] and path in first_names() else None
    for module in PUBLIC:
        if head == module.rpartition(".")[2] and f"{module}.{member}" in first_names():
            return f"{module}.{member}"
        owner = None if module in GAMES else first_names().get(f"{module}.{head}")
        if owner is not None and (not member or member in owner.all_members):
            return f"{module}.{path}"
    return None


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


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Warn about public names that the reference does not describe."""
    described = env.domains.python_domain.objects
    for name in sorted(first_names().keys() - described.keys()):
        getLogger(__name__).warning("%s: expected in a page of the reference", name)


def setup(app: Sphinx) -> ExtensionMetadata:
    """Register the extension with Sphinx, which looks for the source of a thing where it lives."""
    for module in PUBLIC:
        import_module(module)
    for thing, home in homes.items():
        thing.__module__ = home
    app.setup_extension("sphinx.ext.autodoc")
    app.connect("autodoc-process-docstring", describe_value, priority=400)
    app.connect("autodoc-skip-member", skip_repeated)
    app.connect("env-updated", check)
    app.connect("doctree-read", link)
    app.connect("doctree-read", link_code)
    return {"parallel_read_safe": True}
