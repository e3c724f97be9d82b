"""Error rates under both rules for replies that take no side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ....play.scored import AnyScored
from ....records.section import Figure
from ....records.table import Table
from ....report.theme import BLUE, ORANGE
from ..scores.stance_frame import NO_CHARACTER, STRANGER
from .ranges import Ranges, range_chart, range_row
from .roles import CONTROL_NAMES
from .wording import by_run, intervals, share_cell, share_words, with_n

_RULES = {"error": "neutral and unclear are wrong", "drop": "neutral and unclear are left out"}
_LOOKS = {_RULES["error"]: (BLUE, "square"), _RULES["drop"]: (ORANGE, "triangle-up")}
_LINES: Mapping[str, Mapping[str, str]] = {
    "all characters": {},
    "high affection": {"group": "high"},
    "low affection": {"group": "low"},
    **{CONTROL_NAMES[kind]: {"control": kind} for kind in (STRANGER, NO_CHARACTER)},
}


def error_figure(runs: Sequence[AnyScored]) -> Figure:
    """Error rates of all characters, of each group and of the controls."""
    found = [
        (run, line, rule, record)
        for run in runs
        for line, by in _LINES.items()
        for rule in _RULES
        if (record := run.find("error_rate", {**by, "neutral": rule})) is not None
        and record.value is not None
    ]
    lines = [line for line in _LINES if any(shown == line for _, shown, _, _ in found)]
    rows = [range_row(run.name, line, record, rate=_RULES[rule]) for run, line, rule, record in found]
    records = [record for *_, record in found]
    caption = (
        "Share of replies whose stance is not that of the facts, whoever spoke. The paper names an error "
        "rate without "
        "a formula, so both readings are given: square, a reply without a side is wrong; triangle, it is "
        "left out. "
        f"{intervals(records)} {with_n(records)} replies to a point."
    )
    many = len(runs) > 1
    cells = [
        [line, *([run.name] if many else [])]
        + [share_cell(run.find("error_rate", {**_LINES[line], "neutral": rule})) for rule in _RULES]
        for line in lines
        for run in runs
    ]
    table = Table(
        "errors", "Error rates: % [95 % interval] of n",
        ["who speaks", *(["run"] if many else []), *_RULES.values()], cells, numeric=2 if many else 1,
    )  # fmt: skip
    chart = range_chart(Ranges(lines, rows, [run.name for run in runs], _LOOKS))
    return Figure(
        "errors-chart", "Error rates", caption, by_run(runs, [_in_words(run) for run in runs]), chart, table
    )


def _in_words(run: AnyScored) -> str:
    parts = []
    for rule, words in _RULES.items():
        rates = [
            f"{line} {share_words(record)}"
            for line, by in _LINES.items()
            if (record := run.find("error_rate", {**by, "neutral": rule})) is not None
        ]
        parts.append(f"if {words}: {', '.join(rates)}")
    return "; ".join(parts) + "."
