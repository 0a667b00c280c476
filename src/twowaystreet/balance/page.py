"""The page of reports and comparisons: one file without scripts, light and dark.

Matplotlib draws its figures, whose colours are those of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from html import escape
from importlib import resources
from io import StringIO
from os.path import commonprefix
from typing import Any, Final

import numpy as np

from twowaystreet._util.faults import needing
from twowaystreet.balance.reports import Comparison, Report
from twowaystreet.balance.sums import Measure, rounded
from twowaystreet.errors import RulesError

_PAYOFF, _SHARE = "payoff", "share of hands"
_GROUPS: Final = {
    "seats": ("Seats", _PAYOFF),
    "places": ("Order of speaking", _PAYOFF),
    "points": ("Points of a hand", _SHARE),
    "length": ("Length of hands", ""),
    "matches": ("Matches", ""),
    "moves": ("Legal moves", ""),
    "information": ("What the seat to move does not know", "bits"),
    "skill": ("Luck and skill", _PAYOFF),
}
"""The title of each group but those of choices, and the unit of its figure."""
_DRAWN: Final = ("payoff.", "points.", "information.", "gain.")  # other names stand in the table
_COLOURS: Final = {"#010203": "ink", "#010204": "faint", "#010205": "first", "#010206": "second"}
"""Colours that stand for variables of the style sheet, which differ in the dark."""
_INK, _FAINT, *_SERIES = _COLOURS
_DRAWING: Final[dict[str, Any]] = {  # Any: settings of many types
    "svg.fonttype": "none",
    "text.parse_math": False,  # an option may cost $ 5
    "svg.hashsalt": "twowaystreet",
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    **dict.fromkeys(("text.color", "xtick.labelcolor", "ytick.labelcolor"), _INK),
    **dict.fromkeys(("axes.edgecolor", "xtick.color", "ytick.color", "grid.color"), _FAINT),
    "axes.labelcolor": _INK,
}


def page(*found: Report | Comparison) -> str:
    """Return a page about reports and comparisons, as a file of HTML that needs nothing else.

    Args:
        *found: the reports and the comparisons, in this order.

    Raises:
        RulesError: if there is none.

    >>> from twowaystreet import balance
    >>> text = page(balance.report("twos", hands=100, matches=1, information=0))
    >>> "<script" in text, text.count("<svg")
    (False, 2)
    """
    if not found:
        raise RulesError("found", found, "a report or a comparison")
    first = found[0].first if isinstance(found[0], Comparison) else found[0]
    style = (resources.files("twowaystreet.balance") / "page.css").read_text("utf-8")
    title = f"Balance of {first.title}"
    body = "\n".join(line for number, each in enumerate(found) for line in _about(number, each))
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{style}</style></head>\n"
        f"<body><main><h1>{escape(title)}</h1>\n{body}\n</main></body></html>\n"
    )


def _about(number: int, found: Report | Comparison) -> Iterator[str]:
    reports = [found.first, found.second] if isinstance(found, Comparison) else [found]
    first = reports[0]
    labels = [each.label or f"{each.seats} players" for each in reports]
    yield f"<section><p>{first.hands} hands of {escape(first.player)}, "
    yield f"{first.seats} players, seed {first.seed}, version {first.version}. "
    yield "Each measure has its standard error; figures show intervals of 95 %.</p>"
    if len(reports) > 1:
        keys = zip(("first", "second"), labels, strict=True)
        yield f"<p>{'; '.join(f'<b class={key}>{escape(text)}</b>' for key, text in keys)}</p>"
    yield f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in found.sentences())}</ul>"
    yield '<div class="groups">'
    parts = [each.in_groups() for each in reports]
    groups = dict.fromkeys(group for part in parts for group in part)
    drawn = {
        group: [
            [each for each in part.get(group, []) if each.name.startswith(_DRAWN)] for part in parts
        ]
        for group in groups
    }
    for at, group in enumerate(sorted(groups, key=lambda group: not any(drawn[group]))):
        table = _table(labels, [part.get(group, []) for part in parts])
        title, unit = _GROUPS.get(group, (escape(group.capitalize()), _PAYOFF))
        yield f"<section{'' if any(drawn[group]) else ' class=plain'}><h2>{title}</h2>"
        if any(drawn[group]):
            series = [*zip(labels, drawn[group], strict=True)]
            yield f"<figure>{_figure(series, unit, title, f'figure-{number}-{at}')}</figure>"
            yield from (f"<details><summary>{title} as data</summary>", *table, "</details>")
        else:
            yield from table
        yield "</section>"
    yield "</div></section>"


def _table(labels: Sequence[str], series: Sequence[Sequence[Measure]]) -> Iterator[str]:
    named = [{each.name: each for each in measures} for measures in series]
    both, more = " class=both" * (len(labels) > 1), 'scope="col" class=more'
    yield f'<div class="wide"><table{both}><thead><tr><th scope="col">measure</th>'
    for text in labels:
        yield f'<th scope="col">{escape(text)}</th><th {more}>95 %</th><th {more}>of</th>'
    yield "</tr></thead><tbody>"
    for name in dict.fromkeys(name for each in named for name in each):
        words = next(each[name].words for each in named if name in each)
        yield f'<tr><th scope="row">{escape(words)}</th>'
        for each in named:
            if (found := each.get(name)) is None:
                yield "<td>never</td><td class=more></td><td class=more></td>"
                continue
            of = f"{found.count} {found.of}" if found.of != "hands" else f"{found.count}"
            yield f"<td>{rounded(found.value, found.error)}</td>"
            ends = f"{found.low:.3g} to {found.high:.3g}" if found.low <= found.high else "–"
            yield f"<td class=more>{ends}</td><td class=more>{of}</td>"
        yield "</tr>"
    yield "</tbody></table></div>"


def _figure(
    series: Sequence[tuple[str, Sequence[Measure]]], unit: str, words: str, start_of_ids: str
) -> str:
    """Return a figure as SVG: for each rules, the measures of a group with their intervals."""
    names = {each.name: each.words for _, measures in series for each in measures}
    at = {name: place for place, name in enumerate(names)}
    start = commonprefix([*names.values()]).rfind(" ") + 1  # noqa: RUF071 - of characters
    with needing("analysis", "page"):  # processes, and reports without a page, lack it
        import matplotlib  # noqa: PLC0415
        from matplotlib.figure import Figure  # noqa: PLC0415

    plots: Any = matplotlib  # Any: it lists the words of all settings
    with plots.rc_context(_DRAWING):
        size = 4.6, max(1.6, 0.5 + 0.24 * len(names))
        drawn: Any = Figure(figsize=size, layout="constrained")  # Any: its methods have few types
        axes = drawn.add_subplot()
        are_bars = unit == _SHARE
        for at_series, (label, measures) in enumerate(series):
            colour, shift = _SERIES[at_series], (at_series - (len(series) - 1) / 2) * 0.36
            places = np.array([at[each.name] for each in measures]) + shift
            values = np.array([each.value for each in measures])
            ends = [[each.value - each.low, each.high - each.value] for each in measures]
            if are_bars:
                axes.barh(places, values, 0.8 / len(series), color=colour, label=label)
                colour = _INK
            marks = {"fmt": "none" if are_bars else "o", "ecolor": colour}
            axes.errorbar(
                values, places, xerr=np.nan_to_num(np.transpose(ends)), label=label,
                color=colour, markersize=4, capsize=2, **marks,
            )  # fmt: skip
        axes.set_yticks(range(len(names)), [words[start:] for words in names.values()])
        axes.set_ylim(len(names) - 0.5, -0.5)
        axes.set_xlabel(unit)
        axes.grid(axis="x", linewidth=0.5)
        axes.set_axisbelow(True)
        if unit == _PAYOFF:
            axes.axvline(0, color=_FAINT, linewidth=1)
        found = StringIO()
        drawn.savefig(found, format="svg", transparent=True, metadata={"Date": None})
    text = found.getvalue()
    for colour, variable in _COLOURS.items():
        text = text.replace(colour, f"var(--{variable})")
    text = re.sub(r'id="|"#|url\(#', lambda each: f"{each[0]}{start_of_ids}-", text)
    text = text[text.index("<svg") :].replace("<svg", f'<svg role="img" aria-label="{words}"', 1)
    return re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
