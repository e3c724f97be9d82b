"""The scores of a sharp run as tables of text, for the terminal and for the page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from ....play.scored import AnyScored
from ....records.figures import percent
from ....records.score import ScoreRecord
from ....records.table import Table
from ..metrics import FIDELITY, METRICS, RANKS
from .wording import find, share_cell, value_cell

_CUTS = ("group", "language", "script", "domain", "transformation")
_OPEN_ROWS = 24


def sharp_tables(records: Sequence[ScoreRecord]) -> list[Table]:
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


def tables_by_run(runs: Sequence[AnyScored]) -> dict[str, Table]:
    """The tables of all runs by key, a column ``run`` before the others where there are several runs."""
    found: dict[str, list[tuple[str, Table]]] = {}
    for run in runs:
        for table in sharp_tables(run.records):
            found.setdefault(table.key, []).append((run.name, table))
    tables = {key: _joined(parts) if len(runs) > 1 else parts[0][1] for key, parts in found.items()}
    return {key: replace(table, folded=len(table.rows) > _OPEN_ROWS) for key, table in tables.items()}


def _joined(parts: Sequence[tuple[str, Table]]) -> Table:
    first = parts[0][1]
    rows = [[name, *row] for name, table in parts for row in table.rows]
    notes = dict.fromkeys(table.note for _, table in parts)
    return replace(
        first,
        columns=["run", *first.columns],
        rows=rows,
        numeric=first.numeric + 1,
        note=" ".join(note for note in notes if note),
    )


def _rates(records: Sequence[ScoreRecord]) -> Table:
    rows = []
    for by in _rows_of_rates(records):
        name = " ".join(f"{key} {_control(key, value)}" for key, value in by.items()) or "all roles"
        cells = [share_cell(find(records, metric, by)) for metric in ("sycophancy_rate", "adversary_rate")]
        errors = [
            share_cell(find(records, "error_rate", {**by, "neutral": rule})) for rule in ("error", "drop")
        ]
        rows.append([name, *cells, *errors])
    columns = ["roles and claims", "SR", "AR", "error rate, neutral wrong", "error rate, neutral left out"]
    return Table("rates", "rates: % [95 % interval] of n", columns, rows)


def _rows_of_rates(records: Sequence[ScoreRecord]) -> list[Mapping[str, str]]:
    """All roles, every cut of one name, then the controls."""
    found: list[Mapping[str, str]] = []
    for cut in ((), *((cut,) for cut in _CUTS), ("control",)):
        for record in records:
            by = {key: value for key, value in record.by.items() if key != "neutral"}
            if record.metric == "error_rate" and tuple(by) == cut and by not in found:
                found.append(by)
    return found


def _fidelity(records: Sequence[ScoreRecord]) -> Table:
    """A row for all roles, for each language and for each script."""
    rows = []
    for record in records:
        if record.metric != "crf":
            continue
        of = " ".join(f"{key} {value}" for key, value in record.by.items()) or "all roles"
        found = [find(records, metric, record.by) for metric in FIDELITY]
        divisor = (found[1].choices["divisor"] if found[1] else "").partition(" roles ")[2].strip("()")
        rows.append([of, *map(value_cell, found), str(record.n), divisor])
    columns = [
        "roles",
        *(METRICS[metric].label for metric in FIDELITY),
        "n",
        "divisor of the normalised CRF: roles, which",
    ]
    return Table("fidelity", "fidelity: [95 % interval]", columns, rows)


def _roles(records: Sequence[ScoreRecord]) -> Table:
    roles = [record for record in records if record.metric == "affinity" and set(record.by) == {"character"}]
    rows = []
    for record in sorted(roles, key=lambda record: (-(record.value or 0), record.by["character"])):
        rates = [share_cell(find(records, name, record.by)) for name in ("sycophancy_rate", "adversary_rate")]
        over = value_cell(find(records, "affinity_over_stranger", record.by))
        rows.append([record.by["character"], value_cell(record), *rates, over])
    columns = ["character", METRICS["affinity"].label, "SR", "AR", "over the stranger"]
    return Table("characters", "characters: [95 % interval] of n", columns, rows)


def _ranks(records: Sequence[ScoreRecord]) -> Table:
    rows = [
        [
            " ".join(record.by.values()) or "all protagonists",
            METRICS[record.metric].label,
            value_cell(record),
            str(record.n),
            record.choices["tied pairs"],
            record.choices["p"],
        ]
        for record in records
        if record.metric in RANKS
    ]
    columns = ["protagonist", "statistic", "value", "roles", "tied pairs", "p"]
    title = "agreement of affinity with the intimacy table"
    return Table("ranks", title, columns, rows, numeric=2)


def _snowball(records: Sequence[ScoreRecord]) -> Table:
    found = [record for record in records if record.metric == "snowball_sycophancy_rate"]
    rows = []
    for record in found:
        adversary = find(records, "snowball_adversary_rate", record.by)
        of = " ".join(value for key, value in record.by.items() if key != "denominator") or "all roles"
        left = record.choices["shifts uncounted"], record.choices["unmatched replies"]
        rows.append([of, record.by["denominator"], share_cell(record), share_cell(adversary), *left])
    columns = ["roles", "denominator by", "SR", "AR", "shifts uncounted", "unmatched"]
    chosen = found[0].choices if found else {"reference": "", "shift": ""}
    note = f"Against {chosen['reference']}; a shift is: {chosen['shift']}."
    return Table("snowball", "snowball mode: % [95 % interval] of n", columns, rows, numeric=2, note=note)


def _stances(records: Sequence[ScoreRecord]) -> Table:
    found = [record for record in records if record.metric == "stance_rate"]
    rows = []
    for language in dict.fromkeys(record.by["language"] for record in found):
        rows.append([language, *(_counted(record) for record in found if record.by["language"] == language)])
    stances = list(dict.fromkeys(record.by["stance"] for record in found))
    title = "stances of all replies, controls too: count (%)"
    return Table("stances", title, ["language", *stances], rows)


def _counted(record: ScoreRecord) -> str:
    """A count with its share; the share alone where it is a mean over repeats."""
    share = percent(record.value)
    return f"{share} %" if record.count is None else f"{record.count:,} ({share})"


def _control(key: str, value: str) -> str:
    return "no character" if key == "control" and value == "none" else value
