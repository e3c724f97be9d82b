"""What stands out in a whole column: lengths far from the rest, labels out of balance."""

from __future__ import annotations

import numpy as np
import polars as pl

from ..schemas.rules import TableSchema
from .finding import Finding
from .prose import TEMPLATES, Prose, label_columns

# Iglewicz and Hoaglin (1993): a modified z-score above 3.5 is an outlier; taken on log lengths.
OUTLIER = 3.5
# Where all texts are nearly alike in length, a few letters more are no finding.
FACTOR = 1.5
_SCALE = 0.6745
_ENOUGH = 20
LARGEST_SHARE = 0.9


def find_length_outliers(prose: Prose) -> list[Finding]:
    """Texts whose length is far from the median: in median deviations, and by half as much again."""
    if len(prose.texts) < _ENOUGH:
        return []
    lengths = np.array([len(text) for text in prose.texts])
    logs = np.log(np.maximum(lengths, 1))
    middle = np.median(logs)
    spread = float(np.median(np.abs(logs - middle)))
    if spread == 0:
        return []
    away = np.abs(logs - middle)
    outlying = np.flatnonzero((_SCALE * away / spread > OUTLIER) & (away > np.log(FACTOR)))
    if not outlying.size:
        return []
    shortest, longest = lengths[outlying].min(), lengths[outlying].max()
    return [
        Finding(
            "length",
            prose.table,
            prose.column,
            tuple(dict.fromkeys(prose.keys[place] for place in outlying)),
            f"{shortest} to {longest} characters where the median is {int(np.median(lengths))}",
        )
    ]


def find_unbalanced_labels(schema: TableSchema, table: pl.DataFrame) -> list[Finding]:
    """Label columns where one value has more than nine tenths of the rows, or an allowed value has none."""
    found: list[Finding] = []
    if schema.name == TEMPLATES:
        return found
    for name, allowed in label_columns(schema).items():
        values = table[name].drop_nulls()
        if values.is_empty():
            continue
        counts = dict(values.value_counts().iter_rows())
        unused = [str(value) for value in allowed if value not in counts]
        largest = max(counts, key=lambda value: counts[value])
        if counts[largest] > LARGEST_SHARE * len(values):
            detail = f"{counts[largest]:,} of {len(values):,} rows are {largest}"
            found.append(Finding("balance", schema.name, name, (), detail))
        elif unused:
            found.append(Finding("balance", schema.name, name, (), f"no row is {', '.join(unused)}"))
    return found
