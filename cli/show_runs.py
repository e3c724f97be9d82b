"""Runs, scores and findings as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from ..runner.benchmarks.bias.protocol import LABELS
from ..runner.benchmarks.bias.scores.classes import CLASSES, INCOMPLETE
from ..runner.benchmarks.bias.show.print_noise import change_mark, show_noise
from ..runner.benchmarks.bias.show.print_role_breaks import show_role_breaks
from ..runner.benchmarks.bias.show.print_trajectories import show_trajectories
from ..runner.benchmarks.sharp.show.print_scores import show_sharp_scores
from ..runner.play.repeats import NOISE
from ..terminal import print_table, say, share
from .show_agreement import show_agreement_scores

if TYPE_CHECKING:
    from ..runner.benchmarks.bias.imported.llm_bias_bench import Imported
    from ..runner.benchmarks.bias.reproduce.check import Check
    from ..runner.records.run_folder import RunFolder
    from ..runner.records.score import ScoreRecord
    from ..runner.statistics.agreement import Agreement

_MODES = ("direct", "indirect")
_TOPIC_RATES = ("positioned_rate", "sycophancy_rate", "inconsistency_rate", "other_rate", "refusal_rate")
_LETTERS = dict(zip(CLASSES, "AaDdNRSCI", strict=True))
_VERDICT_RATES = ("soft_refusal_rate", "unread_rate")


def show_imports(imports: Sequence[Imported]) -> None:
    """What was taken over, and every kind of oddity with its count."""
    from ..runner.benchmarks.bias.imported.recorded_rows import KINDS

    print_table(
        "Imported runs",
        ["run", "subject", "rows", "kept", "superseded"],
        [
            [
                str(one.run.path),
                one.run.record.agents["subject"],
                str(one.rows),
                str(one.rows - one.superseded),
                str(one.superseded),
            ]
            for one in imports
        ],
        numeric=2,
    )
    findings = [finding for one in imports for finding in one.findings]
    if not findings:
        say("Nothing odd was found.")
        return
    say("What is odd in them (every case: findings.jsonl of each run):")
    for kind, meaning in KINDS.items():
        of_kind = [finding for finding in findings if finding.kind == kind]
        if of_kind:
            say(f"  {len(of_kind):>4}  {meaning}")
        for file, count in Counter(finding.file for finding in of_kind).items():
            first = next(finding for finding in of_kind if finding.file == file)
            place = f"line {first.line}: " if first.line else ""
            say(f"          {file}: {count} (first: {place}{first.detail})")


def show_scores(run: RunFolder, judge: str, records: Sequence[ScoreRecord]) -> None:
    """The class table of a run, then its rates, each with count, n and 95 % interval."""
    if run.record.benchmark == "picon":
        from ..runner.benchmarks.picon.show.print_scores import show_picon

        show_picon(run, judge, records)
        return
    from ..runner.records.run_facts import judge_names, run_facts, shared_models

    if run.record.benchmark == "sharp":
        show_sharp_scores(run, judge, records)
        return
    say("")
    say(
        f"{run.name}: subject {run.record.agents['subject']}, user {run.record.agents['user']}, judge {judge}"
    )
    names = judge_names(run, judge)
    if list(names) != [judge]:
        say(f"{judge}: " + ", ".join(f"{count} verdicts by {name}" for name, count in names.items()))
    say(", ".join(f"{count} {name}" for name, count in run_facts(run, judge).items()))
    if judge == "rules":
        say("The rule-based judge is for demos and tests: do not report these figures as findings.")
    for sentence in shared_models(run.record.agents, names):
        say(sentence)
    choices = next((record.choices for record in records if "missing" in record.choices), {})
    say("choices: " + ", ".join(f"{name} {value}" for name, value in sorted(choices.items())))
    modes = [mode for mode in _MODES if _find(records, "sycophancy_rate", {"mode": mode})]
    classes = [name for name in (*CLASSES, INCOMPLETE) if name != INCOMPLETE or _any(records, INCOMPLETE)]
    of_topics = [(name, "class_rate", {"class": name}) for name in classes]
    of_topics += [(name.replace("_", " "), name, {}) for name in _TOPIC_RATES]
    _show_shares(
        "topics: count, % [95 % interval]; of these, % expected to have another class when played again",
        records,
        modes,
        of_topics,
        change_mark,
    )
    of_verdicts = [(f"verdict {label}", "verdict_rate", {"verdict": label}) for label in LABELS]
    of_verdicts += [(name.replace("_", " "), name, {}) for name in _VERDICT_RATES]
    _show_shares("conversations: count, % [95 % interval]", records, modes, of_verdicts)
    _show_bands(records, modes)
    show_noise(records, modes)
    show_agreement_scores(records)
    show_trajectories(records)
    show_role_breaks(records)
    _show_repeat_noise(records)


def _show_repeat_noise(records: Sequence[ScoreRecord]) -> None:
    """How much the rates differ between repeats, where cases were played several times."""
    noise = [r for r in records if r.metric == NOISE and r.by.get("metric") in _TOPIC_RATES]
    modes = [mode for mode in _MODES if any(r.by == {"mode": mode, "metric": r.by["metric"]} for r in noise)]
    if not modes:
        return
    found = {(r.by["metric"], r.by["mode"]): r for r in noise if set(r.by) == {"metric", "mode"}}
    print_table(
        f"noise: standard deviation between {noise[0].n} repeats, in points of %",
        ["", *modes],
        [
            [name.replace("_", " "), *(share(found[name, mode].value) for mode in modes)]
            for name in _TOPIC_RATES
            if all((name, mode) in found for mode in modes)
        ],
    )


def show_class_counts(runs: Sequence[tuple[str, Sequence[ScoreRecord]]]) -> None:
    """Topics by class, a line per run and mode: the published form of the result."""
    rows = []
    for name, records in runs:
        for mode in _MODES:
            found = [_find(records, "class_rate", {"mode": mode, "class": label}) for label in CLASSES]
            if found[0]:
                rows.append([name, mode, *(str(record.count) if record else "–" for record in found)])
    print_table("Topics by class", ["run", "mode", *_LETTERS.values()], rows, numeric=2)
    say("  " + ", ".join(f"{letter} {name.replace('_', ' ')}" for name, letter in _LETTERS.items()))


def show_medians(records: Sequence[ScoreRecord]) -> None:
    """Medians over runs, where there are several."""
    if not records:
        return
    say("")
    modes = [mode for mode in _MODES if any(record.by["mode"] == mode for record in records)]
    names = [
        name
        for name in (*_TOPIC_RATES, *_VERDICT_RATES, "class_change_rate", "half_mirror_rate")
        if any(record.metric == name for record in records)
    ]
    print_table(
        "medians over runs: % [lowest, highest] (runs)",
        ["rate", *modes],
        [[name, *(_median_cell(records, name, mode) for mode in modes)] for name in names],
    )


def show_agreement(title: str, agreement: Agreement) -> None:
    """How often two judges say the same, and of what."""
    interval = ""
    if agreement.low is not None and agreement.high is not None:
        interval = f"[{agreement.low:.2f}, {agreement.high:.2f}]"
    kappa = "undefined" if agreement.kappa is None else f"{agreement.kappa:.2f} {interval}"
    same = share(agreement.same / agreement.n if agreement.n else None)
    print_table(
        f"{title}: same {agreement.same} of {agreement.n} ({same} %), Cohen's kappa {kappa}",
        ["", *agreement.labels, "same, %"],
        [
            [
                row,
                *(str(agreement.table.get((row, column), 0)) for column in agreement.labels),
                _row_share(agreement, row),
            ]
            for row in agreement.labels
        ],
    )


def _row_share(agreement: Agreement, label: str) -> str:
    total = sum(count for (first, _), count in agreement.table.items() if first == label)
    return share(agreement.table.get((label, label), 0) / total if total else None)


def show_reproduction(checks: Sequence[Check]) -> None:
    """Published figures beside recomputed ones."""
    print_table(
        "Published figures computed again from recorded verdicts",
        ["what", "published", "recomputable", "matching"],
        [
            [
                check.what,
                str(check.published),
                str(check.recomputable),
                f"{check.matched} of {check.recomputable}",
            ]
            for check in checks
        ],
    )
    for check in checks:
        for note in check.notes:
            say(f"{check.what}: {note}")


def _any(records: Sequence[ScoreRecord], name: str) -> bool:
    return any(record.value for record in records if record.by.get("class") == name)


def _count(record: ScoreRecord) -> str:
    """The count; scores over repeats are means and have none."""
    return "mean" if record.count is None else str(record.count)


def _find(records: Sequence[ScoreRecord], metric: str, by: dict[str, str]) -> ScoreRecord | None:
    return next((record for record in records if record.metric == metric and record.by == by), None)


def _show_shares(
    title: str,
    records: Sequence[ScoreRecord],
    modes: Sequence[str],
    rows: Sequence[tuple[str, str, dict[str, str]]],
    beside: Callable[[Sequence[ScoreRecord], ScoreRecord], str] | None = None,
) -> None:
    """A row per score, a column per mode, and beside each column what ``beside`` says of its scores."""
    found = [
        (name, [_find(records, metric, {"mode": mode, **by}) for mode in modes]) for name, metric, by in rows
    ]
    header = [
        name
        for mode, record in zip(modes, found[0][1], strict=True)
        for name in (f"{mode} (n = {record.n if record else 0})", *(["changes"] if beside else []))
    ]
    cells = []
    for name, of_modes in found:
        row = [name]
        for record in of_modes:
            row.append(f"{_count(record)}  {_interval(record)}" if record else "–")
            if beside:
                row.append(beside(records, record) if record else "")
        cells.append(row)
    print_table(title, ["", *header], cells)


def _show_bands(records: Sequence[ScoreRecord], modes: Sequence[str]) -> None:
    """The groups of classes per band: count of n and %; intervals stand in scores.json."""
    bands = sorted({record.by["band"] for record in records if "band" in record.by})
    for mode in modes if bands else []:
        rows = []
        for band in bands:
            found = [_find(records, name, {"mode": mode, "band": band}) for name in _TOPIC_RATES]
            rows.append([band, *(f"{_count(r)} of {r.n} ({share(r.value)})" if r else "–" for r in found)])
        names = [name.removesuffix("_rate") for name in _TOPIC_RATES]
        print_table(f"{mode}, by band: count of n (%)", ["", *names], rows)


def _interval(record: ScoreRecord) -> str:
    return f"{share(record.value):>5} [{share(record.low)}, {share(record.high)}]"


def _median_cell(records: Sequence[ScoreRecord], metric: str, mode: str) -> str:
    record = _find(records, metric, {"mode": mode})
    if record is None:
        return "–"
    return f"{share(record.value)} [{share(record.low)}, {share(record.high)}] ({record.n})"
