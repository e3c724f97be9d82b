"""The one form in which every source gives relations between characters: plain rows of text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import astuple, dataclass, fields
from pathlib import Path

import polars as pl

from ..errors import SourceError
from .curated import parse_tsv
from .story_time import WORK

LANGUAGES = ("en", "zh", "pt", "wikidata", "sign")


@dataclass(frozen=True)
class Relation:
    """One statement: *object* is *subject*'s *label* (subject Harry, object Vernon Dursley, label uncle).

    Attributes:
        source: short name of the source: ``curated``, ``wiki``, ``wikidata``, ``network``.
        subject: name of the one whose relation it is.
        object: name of the other.
        label: the relation as the source words it; the narrowest class where there are several.
        language: ``en``, ``zh`` or ``pt``; ``wikidata`` for a property, ``sign`` for ``+`` and ``-``.
        story_time: ``work`` where the source states no point of the story.
        evidence: where inside the source it stands: a field, a section, a property, a line.
        certain: False for a label that was found in running text and needs a reader.
        source_url: the page or file.
    """

    source: str
    subject: str
    object: str
    label: str
    language: str
    evidence: str
    source_url: str
    story_time: str = WORK
    certain: bool = True


COLUMNS = tuple(field.name for field in fields(Relation))
SCHEMA = {name: pl.Boolean if name == "certain" else pl.String for name in COLUMNS}


def relation_frame(relations: Iterable[Relation]) -> pl.DataFrame:
    """The relations as a frame, in the order given."""
    return pl.DataFrame([astuple(relation) for relation in relations], schema=SCHEMA, orient="row")


def write_relations(path: Path, relations: pl.DataFrame) -> None:
    """Write relations as tab-separated text, to be read back by ``read_relations``."""
    spaced = relations.with_columns(pl.col(pl.String).str.replace_all(r"[\t\r\n]+", " "))
    spaced.select(COLUMNS).write_csv(path, separator="\t", quote_style="never")


def read_relations(path: Path) -> pl.DataFrame:
    """Read a relation file that ``standfast sources`` wrote.

    Raises:
        SourceError: the file is missing or has other columns.
    """
    try:
        frame = parse_tsv(path.read_bytes(), where=str(path))
    except OSError as error:
        raise SourceError(
            f"the relation file cannot be read ({error.strerror})",
            where=str(path),
            fix="write it with 'standfast sources relations'",
        ) from error
    if frame.columns != list(COLUMNS):
        raise SourceError(
            f"the columns are {', '.join(frame.columns)}",
            where=str(path),
            fix=f"give exactly {', '.join(COLUMNS)}",
        )
    flag = pl.col("certain").replace_strict({"true": True, "false": False}, default=None)
    return frame.with_columns(flag.cast(pl.Boolean))
