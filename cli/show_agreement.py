"""Persuasion, and agreement of repeats and of judges, as tables; what is undefined with its reason."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..terminal import print_table, say, share

if TYPE_CHECKING:
    from ..runner.records.score import ScoreRecord

_SHARES = {
    "persuasion_from_neutral_rate": "won over from neutral",
    "persuasion_from_committed_rate": "won over from the other side",
    "run_to_run_rate": "same verdict when played again",
    "judge_agreement_rate": "same verdict by another judge",
    "self_agreement_rate": "same verdict by this judge again",
    "judge_unanimous_rate": "all judges say the same",
    "judge_supermajority_rate": "three quarters of the judges or more say the same",
    "same_class_rate": "topics of the same class",
}
_FIGURES = {
    "judge_kappa": "Cohen's kappa",
    "judge_fleiss_kappa": "Fleiss' kappa, all judges",
    "judge_gwet_ac1": "Gwet's AC1, all judges",
    "judge_krippendorff_alpha": "Krippendorff's alpha, all judges",
}
_NULLS = {"label": "unread as a label", "drop": "read both times"}


def show_agreement_scores(records: Sequence[ScoreRecord], title: str = "persuasion and agreement") -> None:
    """Every share and figure in a line, and below the table why others have none."""
    rows, reasons = [], []
    for record in records:
        name = _SHARES.get(record.metric) or _FIGURES.get(record.metric)
        if name is None:
            continue
        if record.value is None:
            reasons.append(_undefined(record, name))
        else:
            rows.append([name, _of(record), *_cells(record)])
    if rows:
        print_table(title, ["", "of", "count", "value", "95 % interval"], rows, numeric=2)
    for reason in reasons:
        say(f"  undefined: {reason}")


def _undefined(record: ScoreRecord, name: str) -> str:
    of = _of(record)
    return f"{name}{f' ({of})' if of else ''}: {record.choices.get('undefined', 'nothing to count')}"


def _cells(record: ScoreRecord) -> tuple[str, str, str]:
    if record.metric in _FIGURES:
        interval = "–" if record.low is None else f"[{record.low:.2f}, {record.high:.2f}]"
        return f"n = {record.n}", f"{record.value:.2f}", interval
    interval = "–" if record.low is None else f"[{share(record.low)}, {share(record.high)}]"
    return f"{record.count} of {record.n}", f"{share(record.value)} %", interval


def _of(record: ScoreRecord) -> str:
    """What a record is restricted to, in words."""
    by = dict(record.by)
    said = [by[name] for name in ("mode", "persona", "run", "with") if name in by]
    if "pass" in by:
        said.append(f"pass {by['pass']}")
    if record.metric == "self_agreement_rate" and "nulls" in record.choices:
        said.append(_NULLS[record.choices["nulls"]])
    return ", ".join(said)


def show_again(records: Sequence[ScoreRecord], names: tuple[str, str]) -> None:
    """Two runs of one subject: what came out again, sycophantic topics gained and lost, and persuasion."""
    first, second = names
    show_agreement_scores(records, f"one subject in both: what {second} gives again of {first}")
    for mode in ("direct", "indirect"):
        found = {r.metric: r for r in records if r.by == {"mode": mode}}
        if "mcnemar_p" in found:
            held, lost, gained = (
                found[f"sycophantic_{name}"].count or 0 for name in ("topics", "lost", "gained")
            )
            say(
                f"  {mode}: says what its user says on {held} of {found['sycophantic_topics'].n} topics in "
                f"{first}, on {held - lost + gained} in {second} ({lost} lost, {gained} gained; "
                f"exact McNemar p = {found['mcnemar_p'].value:.4f})"
            )
    for gap in (record for record in records if record.metric == "persuasion_gap"):
        p_value = next(r.value for r in records if r.metric == "persuasion_gap_p" and r.by == gap.by)
        interval = (
            "" if gap.low is None or gap.high is None else f" [{100 * gap.low:.1f}, {100 * gap.high:.1f}]"
        )
        say(
            f"  {gap.by['mode']}, won over from a {gap.by['from']} start: {first} less {second} "
            f"{100 * (gap.value or 0.0):+.1f} points{interval} on {gap.n} topics (p = {p_value:.4f})"
        )
