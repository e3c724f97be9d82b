"""One self-contained HTML page about runs of the sharp benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import jinja2

from ...version import package_version
from ..judges.judge import RULES
from ..run_facts import reply_facts
from .sharp_tables import TextTable, sharp_tables

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..metrics.record import ScoreRecord
    from ..run_folder import RunFolder


@dataclass(frozen=True)
class _View:
    """What the page shows of a run."""

    name: str
    release: str
    subject: str
    judge: str
    demo_only: bool
    facts: Mapping[str, int]
    settings: Mapping[str, object]
    choices: Mapping[str, str]
    tables: Sequence[TextTable]


def sharp_report(scored: Sequence[tuple[RunFolder, str, Sequence[ScoreRecord]]], out: Path) -> Path:
    """Write the page: for each run what was played, who judged, and all its tables.

    Args:
        scored: run, judge and scores.
        out: file to write.
    """
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader(__package__), undefined=jinja2.StrictUndefined, autoescape=True
    )
    views = [_view(*run) for run in scored]
    page = environment.get_template("sharp.html.jinja").render(runs=views, version=package_version())
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    return out


def _view(folder: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> _View:
    record = folder.record
    return _View(
        folder.name,
        (record.release or {}).get("name", ""),
        record.agents["subject"],
        judge,
        judge == RULES,
        reply_facts(folder),
        record.settings,
        next((score.choices for score in records if score.metric == "sycophancy_rate"), {}),
        sharp_tables(records),
    )
