"""The archive of modules of the page without a server, unpacked for the Python of the tests."""

from __future__ import annotations

import lzma
import sys
import zipfile
from pathlib import Path
from typing import Final

import typing_extensions

NAME: Final = "python.zip.xz"
_MODULE: Final = "typing_extensions.py"


def unpacked(folder: Path, place: Path) -> Path:
    """Unpack the archive of a page to a path, and return the path.

    An older Python than the one in the browser gets the whole typing_extensions.
    """
    place.write_bytes(lzma.decompress((folder / NAME).read_bytes()))
    if sys.version_info >= (3, 14):
        return place
    with zipfile.ZipFile(place) as archive:
        contents = {name: archive.read(name) for name in archive.namelist()}
    contents[_MODULE] = Path(typing_extensions.__file__).read_bytes()
    with zipfile.ZipFile(place, "w") as archive:
        for name, content in contents.items():
            archive.writestr(name, content)
    return place
