"""Agreement of judges as tables; what is undefined with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from ..records.metric import Metric, figure
from ..records.score import REASON, ScoreRecord
from ..records.table import Table
from ..statistics.agreement import Agreement

METRICS = {
    "judge_agreement_rate": Metric("same verdict by another judge", "judge-agreement"),
    "self_agreement_rate": Metric("same verdict by this judge again", "self-agreement"),
    "judge_unanimous_rate": Metric("all judges say the same", "judge-unanimous"),
    "judge_supermajority_rate": Metric(
        "three quarters of the judges or more say the same", "judge-supermajority"
    ),
    "judge_kappa": Metric("Cohen's kappa", "judge-kappa", "score"),
    "judge_fleiss_kappa": Metric("Fleiss' kappa, all judges", "judge-fleiss-kappa", "score"),
    "judge_gwet_ac1": Metric("Gwet's AC1, all judges", "judge-gwet-ac1", "score"),
    "judge_krippendorff_alpha": Metric(
        "Krippendorff's alpha, all judges", "judge-krippendorff-alpha", "score"
    ),
}
_NULLS = {"label": "unread as a label", "drop": "read both times"}


def agreement_table(
    records: Sequence[ScoreRecord],
    title: str = "agreement of judges",
    metrics: dict[str, Metric] | None = None,
) -> Table | None:
    """Every share and figure in a line, below it why others have none; None where there is neither.

    Args:
        records: scores of a run, or of runs of one subject.
        title: what is shown.
        metrics: what is said of each score; those that it lacks are left out.
    """
    rows, reasons = [], []
    for record in records:
        about = (metrics or METRICS).get(record.metric)
        if about is None:
            continue
        if record.value is None:
            reasons.append(_reason(record, about))
        else:
            rows.append([about.label, _restriction(record), *_cells(record, about)])
    if not rows and not reasons:
        return None
    note = "\n".join(f"undefined: {reason}" for reason in reasons)
    return Table(
        "agreement", title, ["", "of", "count", "value", "95 % interval"], rows, numeric=2, note=note
    )


def label_table(title: str, found: Agreement) -> Table:
    """How often two judges say the same, and of what.

    Args:
        title: who is compared; the first one's labels are rows, the second's columns.
        found: their agreement.
    """
    interval = (
        f" [{found.low:.2f}, {found.high:.2f}]" if found.low is not None and found.high is not None else ""
    )
    kappa = "undefined" if found.kappa is None else f"{found.kappa:.2f}{interval}"
    same = f"{100 * found.same / found.n:.1f}" if found.n else "–"
    return Table(
        "judges",
        f"{title}: same {found.same} of {found.n} ({same} %), Cohen's kappa {kappa}",
        ["", *found.labels, "same, %"],
        [
            [
                row,
                *(str(found.table.get((row, column), 0)) for column in found.labels),
                _row_share(found, row),
            ]
            for row in found.labels
        ],
    )


def _row_share(found: Agreement, label: str) -> str:
    total = sum(count for (first, _), count in found.table.items() if first == label)
    return f"{100 * found.table.get((label, label), 0) / total:.1f}" if total else "–"


def _reason(record: ScoreRecord, about: Metric) -> str:
    restriction = _restriction(record)
    name = f"{about.label} ({restriction})" if restriction else about.label
    return f"{name}: {record.choices.get(REASON, about.undefined)}"


def _cells(record: ScoreRecord, about: Metric) -> tuple[str, str, str]:
    ends = f"[{figure(about, record.low)}, {figure(about, record.high)}]" if record.low is not None else "–"
    if about.kind == "share":
        return f"{record.count} of {record.n}", f"{figure(about, record.value)} %", ends
    return f"n = {record.n}", figure(about, record.value), ends


def _restriction(record: ScoreRecord) -> str:
    """What a record is restricted to, in words."""
    by = dict(record.by)
    words = [by[name] for name in ("mode", "persona", "run", "with") if name in by]
    if "pass" in by:
        words.append(f"pass {by['pass']}")
    if record.metric == "self_agreement_rate" and "nulls" in record.choices:
        words.append(_NULLS[record.choices["nulls"]])
    return ", ".join(words)
