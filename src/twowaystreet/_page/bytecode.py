"""Archives of modules as one archive with bytecode, which the page keeps for its next start.

To compile the standard library and this library takes longer than the rest of a start.
"""

from __future__ import annotations

import marshal
import sys
import zipfile
from collections.abc import Iterable, Iterator
from importlib.util import MAGIC_NUMBER
from pathlib import PurePosixPath

_HEADER = MAGIC_NUMBER + bytes(12)
"""The header of a file with bytecode that has no source to compare with."""


def packed(archives: Iterable[str], path: str) -> Iterator[None]:
    """Pack archives of modules into one; the modules that were imported become bytecode.

    Another version of Python cannot import the bytecode.

    Args:
        archives: the paths of the archives.
        path: the path of the new archive, which is complete at the end of the iteration.

    Yields:
        ``None`` after each file, so that the caller can do other work in between.
    """
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packing:
        for each in archives:
            with zipfile.ZipFile(each) as archive:
                for name in archive.namelist():
                    content = archive.read(name)
                    if _module_of(name) in sys.modules:
                        code = compile(content, name, "exec", dont_inherit=True)
                        packing.writestr(f"{name}c", _HEADER + marshal.dumps(code))
                    else:
                        packing.writestr(name, content)
                    yield


def _module_of(name: str) -> str:
    """Return the module of a file in an archive; an empty text for other files."""
    path = PurePosixPath(name)
    if path.suffix != ".py":
        return ""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")
