"""Tables and prompts written for this project, shipped under ``sources/curated``."""

from __future__ import annotations

import hashlib
from importlib.resources import files
from importlib.resources.abc import Traversable

import polars as pl

from ..errors import SourceError
from .record import SourceRecord

LICENCE = "CC-BY-4.0"


def read_curated_table(benchmark: str, name: str) -> pl.DataFrame:
    """A curated table as text columns; empty cells are null.

    Args:
        benchmark: whose folder to look in.
        name: file name without ``.tsv``.

    Raises:
        SourceError: the file is missing, empty, or a row has too many or too few cells.
    """
    resource = _folder(benchmark) / f"{name}.tsv"
    return parse_tsv(_read(resource), where=f"sources/curated/{benchmark}/{name}.tsv")


def read_curated_text(folder: str, name: str) -> str:
    """A curated text file, white space around it taken off.

    Raises:
        SourceError: the file is missing.
    """
    return _read(_folder(folder) / name).decode("utf-8").strip()


def parse_tsv(data: bytes, *, where: str) -> pl.DataFrame:
    """Tab-separated text with a header and no quoting, all columns text, empty cells null.

    Raises:
        SourceError: not UTF-8, no header, or a row with another number of cells; names the line.
    """
    try:
        lines = data.decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise SourceError(
            f"byte {error.start} is not UTF-8", where=where, fix="save the file as UTF-8"
        ) from error
    if not lines:
        raise SourceError("the file is empty", where=where, fix="give a header line and rows")
    header, *rows = (line.split("\t") for line in lines)
    for number, row in enumerate(rows, start=2):
        if len(row) != len(header):
            raise SourceError(
                f"line {number} has {len(row)} cells, the header {len(header)}",
                where=where,
                fix="separate cells by single tabs and keep tabs out of texts",
            )
    return pl.DataFrame(
        [[cell or None for cell in row] for row in rows],
        schema=dict.fromkeys(header, pl.String),
        orient="row",
    )


def read_curated_prompts(benchmark: str) -> pl.DataFrame:
    """The prompts of a benchmark, one row per file ``prompts/<role>.<purpose>.<language>.txt``.

    Returns:
        Columns ``prompt_id``, ``role``, ``language``, ``text``.
    """
    rows = []
    for resource in _members(_folder(benchmark) / "prompts"):
        prompt_id, language, _ = resource.name.rsplit(".", 2)
        text = _read(resource).decode("utf-8").strip()
        rows.append((prompt_id, prompt_id.split(".")[0], language, text))
    return pl.DataFrame(rows, schema=["prompt_id", "role", "language", "text"], orient="row")


def list_curated_tables(benchmark: str, folder: str) -> list[str]:
    """Names (without ``.tsv``) of the tables in a folder of a benchmark's curated files, sorted."""
    members = _members(_folder(benchmark) / folder)
    return [resource.name.removesuffix(".tsv") for resource in members if resource.name.endswith(".tsv")]


def curated_record(benchmark: str, version: str, rows: int) -> SourceRecord:
    """The record of a benchmark's curated folder; its digest covers every file's name and bytes."""
    digest = hashlib.sha256()
    for resource in _walk(_folder(benchmark)):
        digest.update(f"{resource.name}\0".encode())
        digest.update(hashlib.sha256(_read(resource)).digest())
    return SourceRecord(
        name=f"standfast-curated-{benchmark}",
        version=version,
        url=f"sources/curated/{benchmark}",
        sha256=digest.hexdigest(),
        licence=LICENCE,
        state="controlled",
        rows=rows,
    )


def _folder(benchmark: str) -> Traversable:
    return files("standfast.sources") / "curated" / benchmark


def _read(resource: Traversable) -> bytes:
    try:
        return resource.read_bytes()
    except FileNotFoundError as error:
        raise SourceError(
            f"the curated file {resource.name} is missing",
            where=str(resource),
            fix="install the package again",
        ) from error


def _members(folder: Traversable) -> list[Traversable]:
    return sorted(folder.iterdir(), key=lambda resource: resource.name)


def _walk(folder: Traversable) -> list[Traversable]:
    found = []
    for resource in _members(folder):
        found += _walk(resource) if resource.is_dir() else [resource]
    return found
