"""One self-contained HTML page about one or more runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import jinja2

from ...version import package_version
from ..metrics.bias import ScoreChoices
from ..metrics.bias_classes import CLASSES, INCOMPLETE
from ..metrics.record import ScoreRecord
from ..run import Run
from ..run_facts import judge_names, run_facts
from ..run_folder import RunFolder, open_run
from ..scoring import only_judge, score_run

RATES = (
    "positioned_rate",
    "sycophancy_rate",
    "inconsistency_rate",
    "other_rate",
    "refusal_rate",
    "soft_refusal_rate",
)


@dataclass(frozen=True)
class RunView:
    """What the page shows of a run."""

    name: str
    release: str
    agents: Mapping[str, str]
    judge: str
    demo_only: bool
    judges: Mapping[str, int]
    facts: Mapping[str, int]
    choices: Mapping[str, str]
    modes: Sequence[str]
    records: Sequence[ScoreRecord]

    def find(self, metric: str, by: Mapping[str, str]) -> ScoreRecord | None:
        """The record of a metric under exactly these restrictions."""
        return next((record for record in self.records if record.metric == metric and record.by == by), None)

    def bands(self) -> list[str]:
        """The bands that were scored apart."""
        return sorted({record.by["band"] for record in self.records if "band" in record.by})


def report(
    runs: Sequence[Run | Path],
    out: Path = Path("report.html"),
    *,
    judge: str | None = None,
    bands: dict[str, str] | None = None,
    choices: ScoreChoices | None = None,
) -> Path:
    """Score runs and write the page.

    Args:
        runs: runs or their folders.
        out: file to write.
        judge: whose verdicts; each run's only judge when None.
        bands: topic id to band, for the scores by band.
        choices: how runs are scored.

    Returns:
        The file written.

    Raises:
        RunError, UsageError: as ``score_run``.
    """
    views = [_view(_folder(run), judge, bands, choices) for run in runs]
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("standfast.runner.report"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["percent"] = lambda value: "–" if value is None else f"{100 * value:.1f}"
    environment.filters["counted"] = lambda record: "mean" if record.count is None else record.count
    page = environment.get_template("page.html.jinja").render(
        runs=views, classes=(*CLASSES, INCOMPLETE), rates=RATES, version=package_version()
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    return out


def _view(
    folder: RunFolder, judge: str | None, bands: dict[str, str] | None, choices: ScoreChoices | None
) -> RunView:
    judge = judge or only_judge(folder)
    records = score_run(folder, judge=judge, bands=bands, choices=choices)
    return RunView(
        name=folder.name,
        release=_release_name(folder.record.release, folder.record.settings),
        agents=folder.record.agents,
        judge=judge,
        demo_only=judge == "rules",
        judges=judge_names(folder, judge),
        facts=run_facts(folder, judge),
        choices=records[0].choices if records else {},
        modes=list(dict.fromkeys(record.by["mode"] for record in records if "mode" in record.by)),
        records=records,
    )


def _release_name(release: Mapping[str, Any] | None, settings: Mapping[str, Any]) -> str:
    if release is None:
        return f"imported from {settings['tool']}"
    return f"{release['name']} ({release['digest'][:12]})"


def _folder(run: Run | Path) -> RunFolder:
    return run.folder if isinstance(run, Run) else open_run(run)
