"""The figures of a page, which matplotlib draws; their colours are those of the page."""

from __future__ import annotations

import re
from collections.abc import Sequence
from io import StringIO
from typing import Any, Final

import numpy as np

from twowaystreet.balance.measures import Measure

COLOURS: Final = {"#010203": "ink", "#010204": "faint", "#010205": "first", "#010206": "second"}
"""Colours that stand for variables of the style sheet, which differ in the dark."""
_INK, _FAINT, *_SERIES = COLOURS
_STYLE: Final[dict[str, Any]] = {  # Any: settings of many types
    "svg.fonttype": "none",
    "svg.hashsalt": "twowaystreet",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "xtick.labelcolor", "ytick.labelcolor"), _INK),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), _FAINT),
    "axes.labelcolor": _INK,
}


def short(name: str) -> str:
    """Return what a measure has at an axis.

    >>> short("payoff.seat.0"), short("information.3"), short("gain.montecarlo:worlds=4")
    ('seat 0', '30 %', 'worlds: 4')
    """
    first, _, rest = name.partition(".")
    if first == "information":
        return f"{10 * int(rest)} %"
    if first == "payoff":
        phase, _, label = rest.partition(".")
        return f"{phase} {label}" if phase in ("seat", "place") else label
    return re.sub(r".*worlds=(\d+)", r"worlds: \1", rest)


def figure(
    group: str,
    series: Sequence[tuple[str, Sequence[Measure]]],
    unit: str,
    words: str,
    number: int = 0,
) -> str:
    """Return a figure as SVG: for each rules, the measures of a group with their intervals.

    The number is that of the report on its page, where no two things have the same id.
    """
    names = list(dict.fromkeys(each.name for _, measures in series for each in measures))
    at = {name: place for place, name in enumerate(names)}
    import matplotlib  # noqa: PLC0415 - other processes, and reports without a page, lack it
    from matplotlib.figure import Figure  # noqa: PLC0415

    plots: Any = matplotlib  # Any: it lists the words of all settings
    with plots.rc_context(_STYLE):
        size = 4.6, max(1.6, 0.5 + 0.24 * len(names))
        drawn: Any = Figure(figsize=size, layout="constrained")  # Any: its methods have few types
        axes = drawn.add_subplot()
        for at_series, (label, measures) in enumerate(series):
            colour, shift = _SERIES[at_series], (at_series - (len(series) - 1) / 2) * 0.36
            places = np.array([at[each.name] for each in measures]) + shift
            values = np.array([each.value for each in measures])
            ends = [[each.value - each.low, each.high - each.value] for each in measures]
            if group == "points":
                axes.barh(places, values, 0.8 / len(series), color=colour, label=label)
                colour = _INK
            marks = {"fmt": "none" if group == "points" else "o", "ecolor": colour}
            axes.errorbar(
                values, places, xerr=np.nan_to_num(np.transpose(ends)), label=label,
                color=colour, markersize=4, capsize=2, **marks,
            )  # fmt: skip
        axes.set_yticks(range(len(names)), [short(name) for name in names])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(unit)
        axes.grid(axis="x", linewidth=0.5)
        axes.set_axisbelow(True)
        if group not in ("points", "information"):
            axes.axvline(0, color=_FAINT, linewidth=1)
        found = StringIO()
        drawn.savefig(found, format="svg", transparent=True, metadata={"Date": None})
    text = found.getvalue()
    for colour, variable in COLOURS.items():
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r'id="|"#|url\(#', lambda each: f"{each[0]}{group}-{number}-", text)
    text = text[text.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
