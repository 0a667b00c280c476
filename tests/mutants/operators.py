"""The mutation operators: those of cosmic-ray, and a few for tables.

Much of a file of rules is tables. So the operators here also remove every item of a display or a
call once, in addition to changes of operators, comparisons, numbers and names.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

# Any in this file: neither parso nor cosmic-ray has types.
Node = Any

REPLACED: Final = (
    *("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is"),
    *("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt"),
)
BINARY: Final = (
    *("Add_Sub", "Sub_Add", "Mul_Add", "FloorDiv_Mul", "Div_Mul", "Mod_Mul", "Pow_Mul"),
    *("BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitOr", "LShift_RShift", "RShift_LShift"),
)
OTHER: Final = (
    *("AddNot", "NumberReplacer", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue"),
    *("ReplaceAndWithOr", "ReplaceOrWithAnd", "ReplaceUnaryOperator_Delete_Not"),
    *("ReplaceUnaryOperator_USub_UAdd", "ReplaceUnaryOperator_Delete_Invert"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer"),
    *("RemoveDecorator", "ZeroIterationForLoop"),
)
NAMES: Final = (
    *(f"ReplaceComparisonOperator_{pair}" for pair in REPLACED),
    *(f"ReplaceBinaryOperator_{pair}" for pair in BINARY),
    *OTHER,
)
"""The selected operators of cosmic-ray."""

_SWAPS: Final = {"min": "max", "max": "min", "any": "all", "all": "any"}


class WordReplaced:
    """Operator that swaps ``min`` and ``max``, ``any`` and ``all``, ``in`` and ``not in``."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Any, Any]]:
        """Yield the positions that the operator can change."""
        if node.type == "name" and node.value in _SWAPS and node.parent.type != "trailer":
            yield node.start_pos, node.end_pos
        if node.type == "comparison":
            for part in node.children[1::2]:
                if _words(part) in ("in", "not in"):
                    yield part.start_pos, part.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Return the changed node."""
        if node.type == "name":
            node.value = _SWAPS[node.value]
            return node
        found = [
            place
            for place, part in enumerate(node.children)
            if place % 2 and _words(part) in ("in", "not in")
        ]
        place = found[index]
        other = {"in": " not in", "not in": " in"}[_words(node.children[place])]
        node.children[place] = _parsed(other)
        return node


class ItemLeftOut:
    """Operator that removes an item of a tuple, list, set, dict or call."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Any, Any]]:
        """Yield the positions that the operator can change."""
        for group in _items(node):
            yield group[0].start_pos, group[-1].end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Return the changed node."""
        group = _items(node)[index]
        children = node.children
        start, stop = children.index(group[0]), children.index(group[-1]) + 1
        if stop < len(children) and _is(children[stop], ","):
            stop += 1
        elif start and _is(children[start - 1], ",") and len(_items(node)) > 1:
            start -= 1
        del children[start:stop]
        return node


class StatementLeftOut:
    """Operator that removes a call or a change of an existing object from a function."""

    def mutation_positions(self, node: Node) -> Iterator[tuple[Any, Any]]:
        """Yield the positions that the operator can change."""
        if node.type == "simple_stmt" and node.parent.type == "suite":
            first = node.children[0]
            is_call = first.type in ("atom_expr", "power")
            if is_call or (first.type == "expr_stmt" and _changes_something(first)):
                yield first.start_pos, first.end_pos

    def mutate(self, node: Node, index: int) -> Node:
        """Return the changed node."""
        indent = node.children[0].get_first_leaf().prefix
        node.children[0] = _parsed(f"{indent}pass")
        return node


def _changes_something(statement: Node) -> bool:
    target, sign = statement.children[0], statement.children[1]
    return bool(sign.type == "operator" and (sign.value != "=" or target.type != "name"))


def _words(part: Node) -> str:
    return " ".join(part.get_code().split())


def _is(node: Node, sign: str) -> bool:
    return bool(node.type == "operator" and node.value == sign)


def _items(node: Node) -> list[list[Node]]:
    """Return the items of a display with several, or the named arguments of a call."""
    if node.type == "dictorsetmaker":
        if any(child.type in ("comp_for", "sync_comp_for") for child in node.children):
            return []
        return _between_commas(node.children)
    if node.type == "testlist_comp" and node.parent.type == "atom":
        if any(child.type in ("comp_for", "sync_comp_for") for child in node.children):
            return []
        return [group for group in _between_commas(node.children) if len(node.children) > 2]
    if node.type == "arglist" and node.parent.type == "trailer":
        return [
            group
            for group in _between_commas(node.children)
            if group[0].type == "argument" and not _is(group[0].children[0], "*")
        ]
    return []


def _between_commas(children: list[Node]) -> list[list[Node]]:
    groups: list[list[Node]] = [[]]
    for child in children:
        if _is(child, ","):
            groups.append([])
        else:
            groups[-1].append(child)
    return [group for group in groups if group]


def _parsed(code: str) -> Node:
    return import_module("parso").parse(code, cache=False)


def operators() -> dict[str, Any]:
    """Return all operators by name."""
    get = import_module("cosmic_ray.plugins").get_operator
    ours = {
        operator.__name__: operator() for operator in (WordReplaced, ItemLeftOut, StatementLeftOut)
    }
    return {name: get(f"core/{name}")() for name in NAMES} | ours
