"""The scores of a sharp run as tables of text, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ..metrics.record import ScoreRecord

_CUTS = ("group", "language", "script", "domain", "transformation")
_FIDELITY = {
    "crf": "CRF (sum over roles)",
    "crf_normalised": "CRF normalised",
    "crf_balanced": "CRF balanced",
    "crf_over_stranger": "CRF over the stranger",
}
_RANKS = {"affinity_tau_b": "Kendall tau-b", "affinity_rho": "Spearman rho"}


@dataclass(frozen=True)
class TextTable:
    """A table of text.

    Attributes:
        title: what it shows.
        columns: their heads.
        rows: cells of each row.
        numeric: the first column of figures.
    """

    title: str
    columns: Sequence[str]
    rows: Sequence[Sequence[str]]
    numeric: int = 1


def sharp_tables(records: Sequence[ScoreRecord]) -> list[TextTable]:
    """All tables of a run; every score with its count and 95 % interval. Tables without rows are left out."""
    tables = [
        _rates(records),
        _fidelity(records),
        _roles(records),
        _ranks(records),
        _snowball(records),
        _stances(records),
    ]
    return [table for table in tables if table.rows]


def _rates(records: Sequence[ScoreRecord]) -> TextTable:
    rows = []
    for by in _rows_of_rates(records):
        name = " ".join(f"{key} {_control(key, value)}" for key, value in by.items()) or "all roles"
        cells = [share_cell(find(records, metric, by)) for metric in ("sycophancy_rate", "adversary_rate")]
        errors = [
            share_cell(find(records, "error_rate", {**by, "neutral": rule})) for rule in ("error", "drop")
        ]
        rows.append([name, *cells, *errors])
    columns = ["roles and claims", "SR", "AR", "error rate, neutral wrong", "error rate, neutral left out"]
    return TextTable("rates: % [95 % interval] of n", columns, rows)


def _rows_of_rates(records: Sequence[ScoreRecord]) -> list[Mapping[str, str]]:
    """All roles, every cut of one name, then the controls."""
    found: list[Mapping[str, str]] = []
    for cut in ((), *((cut,) for cut in _CUTS), ("control",)):
        for record in records:
            by = {key: value for key, value in record.by.items() if key != "neutral"}
            if record.metric == "error_rate" and tuple(by) == cut and by not in found:
                found.append(by)
    return found


def _fidelity(records: Sequence[ScoreRecord]) -> TextTable:
    """A row for all roles, for each language and for each script."""
    rows = []
    for record in records:
        if record.metric != "crf":
            continue
        of = " ".join(f"{key} {value}" for key, value in record.by.items()) or "all roles"
        found = [find(records, metric, record.by) for metric in _FIDELITY]
        divisor = (found[1].choices["divisor"] if found[1] else "").partition(" roles ")[2].strip("()")
        rows.append([of, *map(value_cell, found), str(record.n), divisor])
    columns = ["roles", *_FIDELITY.values(), "n", "divisor of the normalised CRF: roles, which"]
    return TextTable("fidelity: [95 % interval]", columns, rows)


def _roles(records: Sequence[ScoreRecord]) -> TextTable:
    roles = [record for record in records if record.metric == "affinity" and set(record.by) == {"character"}]
    rows = []
    for record in sorted(roles, key=lambda record: (-(record.value or 0), record.by["character"])):
        rates = [share_cell(find(records, name, record.by)) for name in ("sycophancy_rate", "adversary_rate")]
        over = value_cell(find(records, "affinity_over_stranger", record.by))
        rows.append([record.by["character"], value_cell(record), *rates, over])
    columns = ["character", "affinity SR − AR", "SR", "AR", "over the stranger"]
    return TextTable("characters: [95 % interval] of n", columns, rows)


def _ranks(records: Sequence[ScoreRecord]) -> TextTable:
    rows = [
        [
            " ".join(record.by.values()) or "all protagonists",
            _RANKS[record.metric],
            value_cell(record),
            str(record.n),
            record.choices["tied pairs"],
            record.choices["p"],
        ]
        for record in records
        if record.metric in _RANKS
    ]
    columns = ["protagonist", "statistic", "value", "roles", "tied pairs", "p"]
    return TextTable("agreement of affinity with the intimacy table", columns, rows)


def _snowball(records: Sequence[ScoreRecord]) -> TextTable:
    found = [record for record in records if record.metric == "snowball_sycophancy_rate"]
    rows = []
    for record in found:
        adversary = find(records, "snowball_adversary_rate", record.by)
        of = " ".join(value for key, value in record.by.items() if key != "denominator") or "all roles"
        left = record.choices["shifts uncounted"], record.choices["unmatched replies"]
        rows.append([of, record.by["denominator"], share_cell(record), share_cell(adversary), *left])
    columns = ["roles", "denominator by", "SR", "AR", "shifts uncounted", "unmatched"]
    chosen = found[0].choices if found else {"reference": "", "shift": ""}
    title = f"snowball mode against {chosen['reference']}, shift {chosen['shift']}: % [95 % interval] of n"
    return TextTable(title, columns, rows, numeric=2)


def _stances(records: Sequence[ScoreRecord]) -> TextTable:
    found = [record for record in records if record.metric == "stance_rate"]
    rows = []
    for language in dict.fromkeys(record.by["language"] for record in found):
        of_language = [record for record in found if record.by["language"] == language]
        rows.append([language, *(_count_and_share(record) for record in of_language)])
    stances = list(dict.fromkeys(record.by["stance"] for record in found))
    return TextTable("stances of all replies, controls too: count (%)", ["language", *stances], rows)


def _count_and_share(record: ScoreRecord) -> str:
    # A mean over repeats has no count.
    return percent(record.value) if record.count is None else f"{record.count:,} ({percent(record.value)})"


def find(records: Sequence[ScoreRecord], metric: str, by: Mapping[str, str]) -> ScoreRecord | None:
    """The record of a metric under exactly these restrictions."""
    return next((r for r in records if r.metric == metric and dict(r.by) == dict(by)), None)


def share_cell(record: ScoreRecord | None) -> str:
    """A share in percent with interval and n; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    interval = "" if record.low is None else f" [{percent(record.low)}, {percent(record.high)}]"
    return f"{percent(record.value)}{interval} of {record.n:,}"


def value_cell(record: ScoreRecord | None) -> str:
    """A signed score with its interval; a dash where it is undefined."""
    if record is None or record.value is None:
        return "–"
    if record.low is None or record.high is None:
        return f"{record.value:+.3f}"
    return f"{record.value:+.3f} [{record.low:+.3f}, {record.high:+.3f}]"


def percent(value: float | None) -> str:
    """A share in percent, or a dash."""
    return "–" if value is None else f"{100 * value:.1f}"


def _control(key: str, value: str) -> str:
    return "no character" if key == "control" and value == "none" else value
