"""Change the numbers of the rules of a game in this process, before the game is imported."""

import ast
import sys
from collections.abc import Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from types import CodeType, ModuleType
from typing import Any, Final

from typing_extensions import override

GAMES: Final = "twowaystreet.games."
BUILT_IN: Final[Mapping[str, str]] = {
    "_twoway": "PACKETS",
    "street": "FEWEST MOST",
    "duel": "",
    "twos": "PLAYERS",
    "spades": "PLAYERS BOOKS EMPTY_HANDS WANTED",
    "twenty_down": "PLAYERS TRICKS MOST_DRAWN",
    "tien_len": "PLAYERS HAND_SIZE _WIDTHS",
    "brag": "THREE FEWEST CARDS FOUR PAIR PAIRS NUMBERS",
}
"""The numbers that stay: on them depends which cards and how many are dealt, drawn and laid."""
STEPS: Final = (
    {"TO_NAME_ON": 1, "TO_TAKE": 1, "BOARD": 1, "LOWEST_BLIND": 1, "TURNED_UP": 1}
    | {"MOST_TAKEN": 1, "FIRST_BOOKS": 1, "SHORTEST": 1}
    | {"GREATEST_STRENGTH": -1, "AFTER_NAMING": -1}
)
"""By how much numbers change that the cards bound; each other one becomes 3 n + 1."""


class Numbers(ast.NodeTransformer):
    """Changes the numbers in the source of a module, and keeps the old and the new ones."""

    def __init__(self, game: str) -> None:
        """Begin with no changes."""
        self.kept = BUILT_IN[game].split()
        self.changed: dict[str, list[tuple[int, int]]] = {}
        self._name = ""

    def _change(self, name: str, value: ast.expr | None) -> None:
        self._name = name
        if value is not None and name not in self.kept:
            self.visit(value)

    def module(self, tree: ast.Module) -> None:
        """Change the constants of a module."""
        for node in tree.body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                self._change(node.target.id, node.value)

    @override
    def visit(self, node: ast.AST) -> Any:  # Any: as the base has it
        match node:
            case ast.Constant(value=int(old)) if type(old) is int:
                new = old + STEPS[self._name] if self._name in STEPS else 3 * old + 1
                self.changed.setdefault(self._name, []).append((old, new))
                node.value = new
            case ast.UnaryOp(operand=operand):
                self.visit(operand)
            case ast.Tuple(elts=entries) | ast.Dict(values=entries):
                for entry in entries:
                    self.visit(entry)
            case ast.Call(func=ast.Name(id="MappingProxyType"), args=[ast.Dict() as table]):
                self.visit(table)
            case _:  # an expression of other numbers
                pass


class Changing(MetaPathFinder):
    """Loads the modules of a game with other numbers."""

    def __init__(self, game: str) -> None:
        """Change the numbers of this game."""
        self.numbers = Numbers(game)
        self._below = f"{GAMES}{game}."

    @override
    def find_spec(
        self, name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        found = PathFinder.find_spec(name, path) if f"{name}.".startswith(self._below) else None
        if found is not None and isinstance(found.loader, SourceFileLoader):
            found.loader = _Loader(found.loader.name, found.loader.path, self.numbers)
        return found


class _Loader(SourceFileLoader):
    def __init__(self, name: str, path: str, numbers: Numbers) -> None:
        super().__init__(name, path)
        self._numbers = numbers

    @override
    def get_code(self, fullname: str) -> CodeType | None:
        tree = ast.parse(self.get_data(self.path))
        if fullname.rpartition(".")[2] not in ("display", "player", "compiled", "worlds"):
            self._numbers.module(tree)
        return compile(tree, self.path, "exec", dont_inherit=True)


def change(game: str) -> Numbers:
    """Change the numbers of a game that has not been imported; return what will change."""
    assert f"{GAMES}{game}" not in sys.modules
    changing = Changing(game)
    sys.meta_path.insert(0, changing)
    return changing.numbers
