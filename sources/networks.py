"""Relation lists in CSV or TSV: signed networks (+ and -) and labelled ones, with their faults reported."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from ..errors import SourceError
from .relations import Relation, relation_frame

_SIGNS = {"+": "+", "1": "+", "positive": "+", "-": "-", "−": "-", "-1": "-", "negative": "-"}
_GLOSS = re.compile(r"\s*\[[^\]]*\]\s*$")


@dataclass(frozen=True)
class EdgeColumns:
    """Which columns hold what.

    Attributes:
        subject: whose relation it is.
        object: the other one.
        label: the relation, or its sign.
        language: ``sign`` for ``+`` and ``-``, else the language of the labels.
    """

    subject: str = "source"
    object: str = "target"
    label: str = "type"
    language: str = "sign"


@dataclass(frozen=True)
class NameList:
    """A file that gives names to the numbers a network uses.

    Attributes:
        path: the CSV or TSV file.
        id: column of the number.
        name: column of the name.
    """

    path: Path
    id: str = "id"
    name: str = "name"


@dataclass(frozen=True)
class Network:
    """A relation list, read.

    Attributes:
        relations: as ``relation_frame`` gives them, doubles and self-loops left out.
        duplicates: rows that say again what another row said.
        self_loops: rows that relate someone to themselves.
        contradictions: pairs with more than one sign, whichever way round, as "A – B".
    """

    relations: pl.DataFrame
    duplicates: int
    self_loops: tuple[str, ...]
    contradictions: tuple[str, ...]


def read_network(path: Path, columns: EdgeColumns | None = None, names: NameList | None = None) -> Network:
    """Read a relation list; a gloss in square brackets behind a name is taken off.

    Args:
        path: CSV (``.csv``) or TSV file with a header, UTF-8 with or without a byte order mark.
        columns: names of the columns.
        names: names for numbers, or None where the list holds names.

    Raises:
        SourceError: no such file or column, an empty cell, an unknown sign or number; names the line.
    """
    columns = columns or EdgeColumns()
    frame = _read(path, (columns.subject, columns.object, columns.label))
    known = _names(names) if names else None
    relations = []
    for line, row in enumerate(frame.iter_rows(named=True), start=2):
        where = f"{path.name} line {line}"
        subject, target = (_name(row[column], known, where) for column in (columns.subject, columns.object))
        label = _label(row[columns.label], columns.language, where)
        relations.append(
            Relation("network", subject, target, label, columns.language, f"line {line}", path.name)
        )
    return _checked(relation_frame(relations))


def _checked(relations: pl.DataFrame) -> Network:
    loops = relations.filter(pl.col("subject") == pl.col("object"))
    proper = relations.filter(pl.col("subject") != pl.col("object"))
    single = proper.unique(["subject", "object", "label"], keep="first", maintain_order=True)
    ends = pl.concat_list("subject", "object").list.sort()
    signed = (
        single.filter(pl.col("language") == "sign")
        .group_by(ends.alias("pair"))
        .agg(pl.col("label").n_unique())
    )
    double = signed.filter(pl.col("label") > 1)["pair"].to_list()
    return Network(
        single,
        proper.height - single.height,
        tuple(sorted(loops["subject"])),
        tuple(sorted(" – ".join(pair) for pair in double)),
    )


def _read(path: Path, needed: tuple[str, ...]) -> pl.DataFrame:
    separator = "," if path.suffix.lower() == ".csv" else "\t"
    try:
        frame = pl.read_csv(path, separator=separator, infer_schema=False, encoding="utf8")
    except FileNotFoundError as error:
        raise SourceError("the file is missing", where=str(path), fix="check the path") from error
    except (OSError, pl.exceptions.PolarsError) as error:
        reason = str(error).splitlines()[0]
        raise SourceError(
            f"the list cannot be read ({reason})",
            where=str(path),
            fix="give CSV or TSV with a header, in UTF-8",
        ) from error
    for column in needed:
        if column not in frame.columns:
            raise SourceError(
                f"there is no column {column!r}", where=path.name, fix=f"it has {', '.join(frame.columns)}"
            )
    return frame


def _names(names: NameList) -> dict[str, str]:
    return dict(_read(names.path, (names.id, names.name)).select(names.id, names.name).iter_rows())


def _name(cell: str | None, known: dict[str, str] | None, where: str) -> str:
    if not cell or not cell.strip():
        raise SourceError("a name is missing", where=where, fix="fill in the cell or delete the line")
    if known is None:
        return _GLOSS.sub("", cell).strip() or cell.strip()
    if cell not in known:
        raise SourceError(f"nobody has the number {cell}", where=where, fix="add it to the file of names")
    return known[cell].strip()


def _label(cell: str | None, language: str, where: str) -> str:
    label = (cell or "").strip()
    if language == "sign":
        sign = _SIGNS.get(label.lower())
        if sign is None:
            raise SourceError(f"the sign is {label!r}", where=where, fix="write + or -")
        return sign
    if not label:
        raise SourceError("the relation is missing", where=where, fix="fill in the cell or delete the line")
    return label.lower()
