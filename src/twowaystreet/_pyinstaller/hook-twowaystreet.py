# ruff: noqa: N999 - PyInstaller asks for this name
# mypy: ignore-errors
# pyright: basic, reportMissingImports=false, reportMissingModuleSource=false
"""The hook of PyInstaller for programs that use the library, which is not installed here."""

from PyInstaller.utils.hooks import (
    can_import_module,
    collect_data_files,
    collect_entry_point,
    collect_submodules,
    copy_metadata,
)

from twowaystreet import _pyinstaller as known

has_numba = can_import_module("numba")
hiddenimports = [
    *(
        module
        for module in collect_submodules(known.OWN, filter=known.is_by_name, on_error="ignore")
        if has_numba or not module.startswith(known.COMPILED)
    ),
    *filter(can_import_module, known.OTHERS),
]
datas = [
    *(
        file
        for package in known.SOURCES
        for file in collect_data_files(package, include_py_files=True)
    ),
    *(file for name in known.DISTRIBUTIONS for file in copy_metadata(name)),
]
for group in known.GROUPS:
    files, modules = collect_entry_point(group)
    datas += files
    hiddenimports += modules
module_collection_mode = {"typing_extensions": "pyz+py", **dict.fromkeys(known.COMPILED, "py")}
