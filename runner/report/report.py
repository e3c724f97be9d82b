"""Reports: score runs of one benchmark and write a page about them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..play.run import Run
from ..play.scored import AnyScored, score_runs
from ..records.run_folder import RunFolder
from ..records.section import Section
from .export import Export, export_parts
from .judges import judges_section
from .page import write_page

if TYPE_CHECKING:
    from ...releases.release import Release


def report(
    runs: Sequence[Run | RunFolder | Path],
    out: Path = Path("report.html"),
    *,
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - the benchmark's own choices
    title: str | None = None,
    export: Export | None = None,
) -> Path:
    """Score runs of one benchmark and write a self-contained HTML page about them.

    Args:
        runs: runs or their folders.
        out: file to write.
        judge: whose verdicts; each run's only judge when None.
        release: the release they were played with, where its name does not find it.
        choices: how they are scored; the benchmark's usual choices when None.
        title: heading of the page; names the benchmark and the runs when None.
        export: where charts and tables are written as files too, or None for nowhere.

    Returns:
        The page. Chats too large for it lie in a folder ``<name>.cases`` beside it.

    Raises:
        UsageError: the runs are of several benchmarks, or the release is not theirs.
        RunError: a run has no verdicts.
        ReleaseError: the release cannot be found.
    """
    folders = [run.folder if isinstance(run, Run) else run for run in runs]
    opened = score_runs(folders, judge=judge, release=release, choices=choices)
    content = opened[0].benchmark.showing
    sections = sections_of(opened)
    heading = title or f"{content.title}: {opened[0].name if len(opened) == 1 else f'{len(opened)} runs'}"
    write_page(heading, content, opened, sections, out)
    if export is not None:
        export_parts(export, opened, sections)
    return out


def sections_of(runs: Sequence[AnyScored]) -> list[Section]:
    """The charts and tables of a report: the benchmark's own, then who judged and how far judges agree."""
    return [*runs[0].benchmark.showing.sections(runs), judges_section(runs)]
