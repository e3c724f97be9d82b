"""Charts and tables of a report as files fit for a paper."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ..play.scored import AnyScored
from ..records.journal import write_whole
from ..records.score import ScoreRecord
from ..records.section import Section, figures_of, tables_of
from ..records.table import table_csv, table_latex
from .theme import paper_png, paper_svg

FORMATS = ("svg", "png", "csv", "latex")
# A name may hold half a surrogate pair, which UTF-8 cannot say: it is written as its number.
_ODD = "backslashreplace"


@dataclass(frozen=True)
class Export:
    """What is written, and where.

    Attributes:
        folder: where to; made if it does not exist.
        formats: of ``FORMATS``: charts as svg and png, tables as csv and latex.
    """

    folder: Path
    formats: Sequence[str] = FORMATS


def export_parts(export: Export, runs: Sequence[AnyScored], sections: Sequence[Section]) -> list[Path]:
    """Write every chart and table, each as ``KEY.FORMAT``; with csv, all scores too, as ``scores.csv``.

    Args:
        export: formats and folder.
        runs: whose scores.
        sections: charts and tables.

    Returns:
        The files written.
    """
    export.folder.mkdir(parents=True, exist_ok=True)
    written: list[Path] = []

    def write(name: str, data: bytes) -> None:
        path = export.folder / name
        path.write_bytes(data)
        written.append(path)

    for figure in figures_of(sections):
        if "svg" in export.formats:
            write(f"{figure.key}.svg", paper_svg(figure).encode("utf-8"))
        if "png" in export.formats:
            write(f"{figure.key}.png", paper_png(figure))
    for table in tables_of(sections):
        if "csv" in export.formats:
            write(f"{table.key}.csv", table_csv(table).encode("utf-8", _ODD))
        if "latex" in export.formats:
            write(f"{table.key}.tex", table_latex(table).encode("utf-8", _ODD))
    if "csv" in export.formats:
        path = export.folder / "scores.csv"
        _write_scores(path, runs)
        written.append(path)
    return written


def _write_scores(path: Path, runs: Sequence[AnyScored]) -> None:
    """All scores, a line each: run, judge, metric, the restrictions and choices as columns of their own."""
    restrictions = sorted({name for run in runs for record in run.records for name in record.by})
    choices = sorted({name for run in runs for record in run.records for name in record.choices})
    lacking = any(_lack(record) != _NOTHING_LACKS for run in runs for record in run.records)
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(
        ["run", "judge", "metric", *restrictions, "value", "count", "n", "low", "high"]
        + (list(_LACK) if lacking else [])
        + [f"choice: {name}" for name in choices]
    )
    writer.writerows(
        [
            run.name, run.judge, record.metric, *(record.by.get(name, "") for name in restrictions),
            record.value, record.count, record.n, record.low, record.high,
            *(_lack(record) if lacking else ()),
            *(record.choices.get(name, "") for name in choices),
        ]
        for run in runs
        for record in run.records
    )  # fmt: skip
    write_whole(path, text.getvalue().encode("utf-8", _ODD))


# What a run lacks, where one of them lacks anything.
_LACK = ("planned", "played", "judged", "unread", "least", "greatest")
_NOTHING_LACKS = (None,) * len(_LACK)


def _lack(record: ScoreRecord) -> Sequence[float | None]:
    ends = record.bounds or (None, None)
    return (record.planned, record.played, record.judged, record.unread, *ends)
