"""A static site over many runs of one release: a table that can be sorted, intervals, and a page a run."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..play.comparison import require_one_release
from ..play.run import Run
from ..play.scored import AnyScored, score_runs
from ..play.trust import shared_identity, trust_of
from ..records.journal import write_whole
from ..records.metric import Headline, headlines_of
from ..records.run_folder import RunFolder
from ..records.table import table_csv
from .leaderboard_parts import Entry, interval_chart, score_cell, scores_table
from .page import render, write_page
from .provenance import settings_apart
from .ranks import standings_of
from .report import sections_of

if TYPE_CHECKING:
    from ...releases.release import Release

INDEX = "index.html"


def leaderboard(
    runs: Sequence[Run | RunFolder | Path],
    out: Path = Path("leaderboard"),
    *,
    judge: str | None = None,
    release: str | Path | Release | None = None,
    choices: Any = None,  # noqa: ANN401 - the benchmark's own choices
    title: str | None = None,
) -> Path:
    """Score runs of one release and write a site about them: a front page, its table as CSV, a page a run.

    Runs are ranked score by score by their 95 % intervals (see ``ranks``). A run whose settings differ from
    those of most is shown, flagged and not ranked.

    Args:
        runs: runs or their folders.
        out: folder to write to; made if it does not exist.
        judge: whose verdicts; each run's only judge when None.
        release: the release they were played with, where its name does not find it.
        choices: how they are scored; the benchmark's usual choices when None.
        title: heading of the front page; names the release when None.

    Returns:
        The front page.

    Raises:
        UsageError: the runs are of several benchmarks, or the release is not theirs.
        RunError: they are of several releases, or one has no verdicts.
        ReleaseError: the release cannot be found.
    """
    folders = [run.folder if isinstance(run, Run) else run for run in runs]
    opened = score_runs(folders, judge=judge, release=release, choices=choices)
    require_one_release([run.folder for run in opened])
    headlines = headlines_of(opened[0].benchmark.scoring.metrics)
    entries = _entries(opened, headlines)
    content = opened[0].benchmark.showing
    for entry in entries:
        write_page(
            f"{content.title}: {entry.run.name}",
            content,
            [entry.run],
            sections_of([entry.run]),
            out / entry.page,
        )
    return _write_front(entries, headlines, out, title or f"{opened[0].release.name}: leaderboard")


def _entries(runs: Sequence[AnyScored], headlines: Sequence[Headline]) -> list[Entry]:
    """All runs, those that are ranked first, by their first score, better ones above."""
    heads = [trust_of(run) for run in runs]
    apart = settings_apart(
        [_settings(run) for run in runs],
        [head.counts[0][1] for head in heads],
    )
    ranked = [not differences for differences in apart]
    columns = [standings_of(runs, headline, ranked) for headline in headlines]
    entries = [
        Entry(run, head, f"runs/{slug}.html", differences, standings)
        for run, head, slug, differences, standings in zip(
            runs, heads, _slugs([run.name for run in runs]), apart, zip(*columns, strict=True), strict=True
        )
    ]
    return sorted(
        entries, key=lambda entry: (bool(entry.apart), *_order(entry, headlines[0]), entry.run.name)
    )


def _order(entry: Entry, headline: Headline) -> tuple[bool, float]:
    value = entry.standings[0].value
    if value is None:
        return True, 0.0
    return False, -value if headline.better == "higher" else value


def _settings(run: AnyScored) -> dict[str, Any]:
    record = run.folder.record
    roles = {role: spec for role, spec in record.agents.items() if role not in ("subject", "judge")}
    return {**record.settings, **roles, "judge": run.judge}


def _slugs(names: Sequence[str]) -> list[str]:
    """A file name for each run, of lower-case letters, digits and hyphens, no two alike."""
    slugs: list[str] = []
    for name in names:
        plain = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60] or "run"
        taken = sum(1 for slug in slugs if slug == plain or re.fullmatch(rf"{re.escape(plain)}--\d+", slug))
        slugs.append(f"{plain}--{taken + 1}" if taken else plain)
    return slugs


def _write_front(entries: Sequence[Entry], headlines: Sequence[Headline], out: Path, title: str) -> Path:
    table = scores_table(entries, headlines)
    write_whole(out / "leaderboard.csv", table_csv(table).encode("utf-8", "backslashreplace"))
    heads = [entry.trust for entry in entries]
    page = render(
        "leaderboard.html.jinja",
        title=title,
        entries=entries,
        headlines=headlines,
        cell=score_cell,
        charts=[interval_chart(place, headline, entries) for place, headline in enumerate(headlines)],
        placed=any(standing.places for entry in entries for standing in entry.standings),
        shared=shared_identity(heads) or list(heads[0].identity),
        warnings=list(dict.fromkeys(sentence for head in heads for sentence in head.warnings)),
    )
    path = out / INDEX
    write_whole(path, page.encode("utf-8"))
    return path
