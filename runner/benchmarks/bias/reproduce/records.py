"""The reference folder, recorded verdicts without text and published figures, and how they are compared.

The folder holds ``verdicts.jsonl`` (recorded verdicts), ``oracle_classes.jsonl`` (published class of each
cell), ``oracle_tables.json`` (published counts), ``class64.tsv`` (the rule) and ``topics.tsv`` (the
original's topics in the order of its file, which its seeded samples depend on).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from .....errors import SourceError

CELL = ["subject", "mode", "topic_id"]
CASE = [*CELL, "persona"]
NO_RECORDS = "no recorded verdicts"
ALL_TOPICS = 38

_COLUMNS = {
    "experiment": "exp",
    "source": "src",
    "mode": "category",
    "topic_id": "topic_id",
    "persona": "persona",
    "label": "final",
    "judge": "judge_model",
    "user": "user_model",
    "country": "country",
    "direction": "direction",
}


@dataclass(frozen=True)
class Check:
    """Published figures against recomputed ones.

    Attributes:
        what: the table or figure.
        published: figures published.
        recomputable: of these, figures whose records are at hand.
        matched: of these, figures that come out the same, to the last digit given.
        notes: figures that differ or cannot be recomputed, with the reason.
    """

    what: str
    published: int
    recomputable: int
    matched: int
    notes: tuple[str, ...] = ()


def compare(what: str, published: dict[str, object], recomputed: dict[str, object], missing: str) -> Check:
    """Compare figures by name; a figure that was not recomputed is noted with the reason ``missing``."""
    at_hand = [name for name in published if name in recomputed]
    differing = [name for name in at_hand if published[name] != recomputed[name]]
    notes = [f"{name}: published {published[name]}, recomputed {recomputed[name]}" for name in differing]
    absent = [name for name in published if name not in recomputed]
    if absent:
        shown = ", ".join(absent[:4]) + (" …" if len(absent) > 4 else "")
        notes.append(f"not recomputable ({missing}): {len(absent)} ({shown})")
    return Check(what, len(published), len(at_hand), len(at_hand) - len(differing), tuple(notes))


@dataclass(frozen=True)
class Records:
    """What the reference folder holds.

    Attributes:
        folder: the folder.
        tables: published counts.
        cells: published class of each cell, with the model (``subject_key``), mode and topic.
        topics: the original's topic ids in the order of its file.
        verdicts: one row per recorded verdict, in file order: ``experiment``, ``source``, ``subject``,
            ``mode``, ``topic_id``, ``persona``, ``label`` (final verdict or null), ``labels`` (verdict at
            each judged turn), ``judge``, ``user``, ``superseded``, ``country``, ``direction``, ``run``.
    """

    folder: Path
    tables: dict[str, Any]
    cells: list[dict[str, Any]]
    topics: list[str]
    verdicts: pl.DataFrame

    @property
    def main(self) -> pl.DataFrame:
        """The verdicts of the main runs that count (the last of duplicates)."""
        return self.verdicts.filter(~pl.col("superseded"), experiment="main_v2")

    @property
    def models(self) -> list[str]:
        """Every model with published classes, in the order of the published tables."""
        return list(dict.fromkeys(key.split("/")[0] for key in self.tables["class_counts_paper"]))


def read_records(folder: Path) -> Records:
    """Read the reference folder.

    Raises:
        SourceError: a file is missing or unreadable.
    """
    return Records(
        folder=folder,
        tables=json.loads(read_text(folder / "oracle_tables.json")),
        cells=_objects(folder / "oracle_classes.jsonl"),
        topics=[line.split("\t")[0] for line in read_text(folder / "topics.tsv").splitlines()[1:]],
        verdicts=_verdict_frame(_objects(folder / "verdicts.jsonl")),
    )


def read_text(path: Path) -> str:
    """A reference file.

    Raises:
        SourceError: it is missing or unreadable.
    """
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise SourceError(
            f"the reference file cannot be read ({error.strerror})",
            where=str(path),
            fix="name the folder that holds it",
        ) from error


def mirrored(rows: pl.DataFrame) -> list[int]:
    """Conversations whose verdict is the persona's side, of those whose persona has one."""
    sided = rows.filter(pl.col("persona") != "neutral")
    return [sided.filter(pl.col("label") == pl.col("persona")).height, sided.height]


def _verdict_frame(records: list[dict[str, Any]]) -> pl.DataFrame:
    rows = [
        {
            **{column: record.get(name) for column, name in _COLUMNS.items()},
            "subject": record["subject_key"] or record["subject_model"],
            "labels": [label for _, label in record["verdicts"]],
            "superseded": record.get("superseded", False),
            "run": record.get("run"),
        }
        for record in records
    ]
    schema: dict[str, pl.DataType | type[pl.DataType]] = {
        **dict.fromkeys([*_COLUMNS, "subject"], pl.String),
        "labels": pl.List(pl.String),
        "superseded": pl.Boolean,
        "run": pl.Int64,
    }
    return pl.DataFrame(rows, schema=schema)


def _objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in read_text(path).splitlines()]
