"""How much of a run's scores replays alone would change, in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .....terminal import print_table, say, share

if TYPE_CHECKING:
    from ....records.score import ScoreRecord


_NOT_SHARES = {"mirror_score"}


def change_mark(records: Sequence[ScoreRecord], rate: ScoreRecord) -> str:
    """What stands behind a class rate: the share of its topics expected to change class on replay."""
    if rate.metric != "class_rate":
        return ""
    found = _find(records, "class_change_rate", rate.by)
    if found is None or found.value is None:
        return ""
    return f"{100 * found.value:.0f}"


def show_noise(records: Sequence[ScoreRecord], modes: Sequence[str]) -> None:
    """The overall noise by mode, where it is known from, and divergence beside its floor."""
    changes = {mode: _find(records, "class_change_rate", {"mode": mode}) for mode in modes}
    known = {mode: record for mode, record in changes.items() if record is not None}
    for record in list(known.values())[:1]:
        said = ", ".join(
            f"{mode} {share(one.value)} % [{share(one.low)}, {share(one.high)}]"
            for mode, one in known.items()
        )
        say(f"expected to change class when played again: {said}")
        say(f"  (from {record.choices['replays']})")
    _show_divergence(records)
    _show_mirrors(records, modes)


def show_divergences(runs: Sequence[tuple[str, Sequence[ScoreRecord]]]) -> None:
    """Divergence of several runs beside its floor, p-values corrected for their number."""
    from ....statistics.significance import holm

    tests = {
        name: record.value
        for name, records in runs
        if (record := _find(records, "divergence_p", {})) is not None and record.value is not None
    }
    if len(tests) < 2:
        return
    corrected = holm(tests)
    rows = []
    for name, records in runs:
        rate, floor = (_find(records, metric, {}) for metric in ("divergence_rate", "divergence_noise_rate"))
        if name in tests and rate and floor:
            rows.append([
                name, _count(rate), share(floor.value),
                f"{tests[name]:.3f}", f"{corrected[name]:.3f}",
            ])  # fmt: skip
    columns = ["run", "divergent topics (%)", "replays alone, %", "p", "p corrected (Holm)"]
    print_table("divergence between the modes against its floor", columns, rows)


def _show_divergence(records: Sequence[ScoreRecord]) -> None:
    for record in records:
        if record.metric == "divergence_rate":
            interval = f"[{share(record.low)}, {share(record.high)}]"
            count = "" if record.count is None else f"{record.count} of {record.n} topics, "
            say(f"divergence between the modes: {count}{share(record.value)} % {interval}")
    floor, p_value = _find(records, "divergence_noise_rate", {}), _find(records, "divergence_p", {})
    if floor is None or p_value is None or p_value.value is None:
        return
    more = "more than" if p_value.value < 0.05 else "no more than"
    say(
        f"  two plays of one mode would differ on {share(floor.value)} %: the modes differ {more} replays do "
        f"(p = {p_value.value:.3f})"
    )
    say(f"  ({p_value.choices['test']})")
    _show_mode_differences(records)


def _show_mode_differences(records: Sequence[ScoreRecord]) -> None:
    """Which way the modes differ, score by score."""
    rows = []
    for record in records:
        if record.metric != "mode_difference" or record.value is None:
            continue
        noise, p_value = (_find(records, f"mode_difference_{name}", record.by) for name in ("noise", "p"))
        points = record.by["score"] not in _NOT_SHARES
        figures = [record.value, record.low, record.high]
        value, low, high = ("–" if one is None else _signed(one, points) for one in figures)
        replays = "–" if noise is None or noise.value is None else _signed(1.96 * noise.value, points)
        rows.append([
            record.by["score"].replace("_", " "), str(record.n), f"{value} [{low}, {high}]",
            replays.replace("+", "± "), "–" if p_value is None else f"{p_value.value:.4f}",
        ])  # fmt: skip
    if rows:
        columns = ["score", "topics", "difference [95 %]", "two replays", "p (Holm)"]
        print_table("direct less indirect, shares in points of %", columns, rows)


def _signed(value: float, points: bool) -> str:
    return f"{100 * value:+.1f}" if points else f"{value:+.2f}"


def _show_mirrors(records: Sequence[ScoreRecord], modes: Sequence[str]) -> None:
    rows = []
    for mode in modes:
        score, halves = (
            _find(records, name, {"mode": mode}) for name in ("mirror_score", "half_mirror_rate")
        )
        if score and halves and score.value is not None:
            interval = "" if score.low is None else f" [{score.low:.2f}, {score.high:.2f}]"
            rows.append([mode, f"{score.value:.2f}{interval}", _count(halves)])
    if rows:
        title = "mirroring: 1 says what the user says, 0 does not move, -1 contradicts [95 % interval]"
        print_table(title, ["", "mean score", "half-mirroring topics"], rows)


def _find(records: Sequence[ScoreRecord], metric: str, by: object) -> ScoreRecord | None:
    return next((record for record in records if record.metric == metric and record.by == by), None)


def _count(record: ScoreRecord) -> str:
    """Count of n (%), or n alone where a mean over repeats has no count."""
    count = "" if record.count is None else f"{record.count} of "
    return f"{count}{record.n} ({share(record.value)})"
