"""Several bias runs side by side, for the terminal: classes, divergences, medians."""

from __future__ import annotations

from collections.abc import Sequence

from ....play.scored import AnyScored
from ....records.figures import NONE, percent
from ....records.score import ScoreRecord
from ....records.table import Table
from ....statistics.significance import holm
from ..metrics import GROUP_RATES
from ..scores.classes import CLASSES
from ..scores.run_scores import median_records
from ..settings import MODES
from .class_style import LETTERS, class_words
from .format import count_of, with_interval
from .tables import VERDICT_RATES

_MEDIANS = (*GROUP_RATES, *VERDICT_RATES, "class_change_rate", "half_mirror_rate")


def overview(runs: Sequence[AnyScored]) -> list[Table]:
    """Topics by class of each run; from two runs on divergences and medians."""
    return [*class_counts(runs), *_divergences(runs), *_medians(runs)]


def class_counts(runs: Sequence[AnyScored]) -> list[Table]:
    """Topics by class, a line per run and mode: the published form of the result."""
    rows = []
    for run in runs:
        for mode in MODES:
            found = [run.find("class_rate", {"mode": mode, "class": name}) for name in CLASSES]
            if found[0]:
                rows.append([run.name, mode, *(_count(one.count) if one else NONE for one in found)])
    letters = [LETTERS[name] for name in CLASSES]
    note = ", ".join(f"{LETTERS[name]} {class_words(name)}" for name in CLASSES)
    return [Table("class-counts", "Topics by class", ["run", "mode", *letters], rows, numeric=2, note=note)]


def _count(count: int | None) -> str:
    """A count; scores over repeats are means and have none."""
    return NONE if count is None else str(count)


def _divergences(runs: Sequence[AnyScored]) -> list[Table]:
    """Divergence of several runs beside its floor, p-values corrected for their number."""
    tests = {
        run.name: p.value
        for run in runs
        if (p := run.find("divergence_p")) is not None and p.value is not None
    }
    if len(tests) < 2:
        return []
    corrected = holm(tests)
    rows = []
    for run in runs:
        rate, floor = run.find("divergence_rate"), run.find("divergence_noise_rate")
        if run.name in tests and rate and floor:
            rows.append([
                run.name, f"{count_of(rate)} ({percent(rate.value)})", percent(floor.value),
                f"{tests[run.name]:.3f}", f"{corrected[run.name]:.3f}",
            ])  # fmt: skip
    heads = ["run", "divergent topics (%)", "replays alone, %", "p", "p corrected (Holm)"]
    return [Table("divergences", "divergence between the modes against its floor", heads, rows)]


def _medians(runs: Sequence[AnyScored]) -> list[Table]:
    """Medians over runs, where there are several."""
    found = {
        (record.metric, record.by["mode"]): record for record in median_records([run.records for run in runs])
    }
    if not found:
        return []
    modes = [mode for mode in MODES if any(mode == of_mode for _, of_mode in found)]
    rows = [
        [metric, *(_median(found.get((metric, mode))) for mode in modes)]
        for metric in _MEDIANS
        if any(metric == of_metric for of_metric, _ in found)
    ]
    return [Table("medians", "medians over runs: % [lowest, highest] (runs)", ["rate", *modes], rows)]


def _median(record: ScoreRecord | None) -> str:
    return NONE if record is None else f"{with_interval(record)} ({record.n})"
