"""One self-contained HTML page about picon runs: radars, scores, and what was found turn by turn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import jinja2

from ...version import package_version
from ..metrics.picon.scores import PiconChoices
from ..metrics.record import ScoreRecord
from ..picon.findings import read_findings
from ..picon.listing import Finding, list_findings
from ..run_folder import RunFolder
from ..scoring import only_judge, score_run
from .picon_published import SOURCE, PublishedGroup, published_groups
from .picon_radar import AXES, point, triangle

MEANS = (
    ("area", "area"),
    ("internal_consistency", "internal consistency (IC)"),
    ("non_contradiction", "non-contradiction"),
    ("cooperativeness", "cooperativeness"),
    ("external_consistency", "external consistency (EC)"),
    ("non_refutation", "non-refutation"),
    ("coverage", "coverage"),
    ("retest_consistency", "retest consistency (RC)"),
    ("later_consistency", "consistency in a later session"),
    ("trust", "trust: 1 − decoys agreed to"),
    ("trusted_external_consistency", "EC, coverage weighted by trust"),
    ("discarded_claims", "claims not confirmed"),
)


@dataclass(frozen=True)
class PiconView:
    """What the page shows of a run.

    Attributes:
        name: of the run.
        agents: role to spec.
        judge: whose verdicts.
        reading: of the formulas.
        records: its scores.
        triangle: the corners of its radar, or None where an axis is undefined.
        findings: exchanges that cost a score, with the words they rest on.
        personas: how many interviews.
    """

    name: str
    agents: Mapping[str, str]
    judge: str
    reading: str
    records: Sequence[ScoreRecord]
    triangle: str | None
    findings: Sequence[Finding]
    personas: int

    def mean(self, metric: str) -> ScoreRecord | None:
        """The mean over personas."""
        return next((one for one in self.records if one.metric == metric and not one.by), None)

    def pooled(self, metric: str) -> list[ScoreRecord]:
        """The shares over all turns."""
        return [one for one in self.records if one.metric == metric and one.by.get("over") == "turns"]


def report_picon(
    folders: Sequence[RunFolder], out: Path, judge: str | None = None, choices: PiconChoices | None = None
) -> Path:
    """Score runs and write the page.

    Args:
        folders: of picon runs.
        out: file to write.
        judge: whose verdicts; each run's only judge when None.
        choices: how the formulas are read.

    Raises:
        RunError, UsageError: as ``score_run``.
    """
    views = [_view(folder, judge or only_judge(folder), choices or PiconChoices()) for folder in folders]
    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("standfast.runner.report"),
        undefined=jinja2.StrictUndefined,
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["score"] = lambda value: "undefined" if value is None else f"{value:.2f}"
    page = environment.get_template("picon.html.jinja").render(
        runs=views,
        means=MEANS,
        published=published_groups(),
        human=_corners(published_groups()[0]),
        source=SOURCE,
        axes=[(name, *point(1, degrees), *point(1.18, degrees)) for _, name, degrees in AXES],
        version=package_version(),
    )
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_text(page, encoding="utf-8")
    return out


def _view(folder: RunFolder, judge: str, choices: PiconChoices) -> PiconView:
    records = score_run(folder, judge=judge, choices=choices)
    means = {one.metric: one.value for one in records if not one.by}
    found = read_findings(folder, judge)
    return PiconView(
        folder.name,
        folder.record.agents,
        judge,
        choices.reading,
        records,
        triangle(*(means.get(metric) for metric, _, _ in AXES)),
        list_findings(folder, judge),
        sum(map(len, found.values())),
    )


def _corners(group: PublishedGroup) -> str | None:
    return triangle(group.scores["internal"], group.scores["external"], group.scores["retest"])
