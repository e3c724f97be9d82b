"""The words with which a benchmark on topics is played in one language: steps, lines and prompts.

Portuguese (``bias``) and English ship with the package. For another language, take a copy, translate every
text of it and give its folder: ``arcs.tsv`` (columns ``mode``, ``persona``, ``turn``, ``step``),
``user_lines.tsv`` (``mode``, ``persona``, ``turn``, ``text``) and ``prompts/*.txt``; names and placeholders
stay as they are.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

import polars as pl

from ..errors import SourceError, UsageError
from .curated import LICENCE, parse_tsv
from .record import SourceRecord

_SHIPPED = {"pt": ("bias",), "en": ("wording", "en")}
_TABLES = {"arcs": ("mode", "persona", "turn", "step"), "user_lines": ("mode", "persona", "turn", "text")}


@dataclass(frozen=True)
class Wording:
    """All wording of one language.

    Attributes:
        language: ISO 639-1 or 639-3 code.
        arcs: one row per condition and turn, with ``step``.
        lines: one row per condition and turn, with ``text``.
        prompts: ``prompt_id``, ``role``, ``language``, ``text``.
        record: where it is from.
    """

    language: str
    arcs: pl.DataFrame
    lines: pl.DataFrame
    prompts: pl.DataFrame
    record: SourceRecord


def read_wording(language: str, folder: Path | None = None, *, version: str) -> Wording:
    """The wording of a language: that which ships, or a translation in a folder.

    Args:
        language: ISO 639-1 or 639-3 code.
        folder: a translation; the shipped wording when None.
        version: package version, for the record.

    Raises:
        UsageError: no wording of this language ships.
        SourceError: a file is missing or malformed.
    """
    root = _shipped(language) if folder is None else folder
    found = list(_wording_files(root))
    tables = {name: _table(root / f"{name}.tsv", columns) for name, columns in _TABLES.items()}
    digest = hashlib.sha256()
    for resource in found:
        digest.update(f"{resource.name}\0".encode())
        digest.update(hashlib.sha256(resource.read_bytes()).digest())
    place = "/".join(_SHIPPED[language]) if folder is None else folder.name
    prompts = [
        (name := resource.name.split(".txt")[0].rsplit(".", 1)[0], name.split(".")[0], language,
         resource.read_text(encoding="utf-8").strip())
        for resource in found
        if resource.name.endswith(".txt")
    ]  # fmt: skip
    return Wording(
        language=language,
        arcs=tables["arcs"],
        lines=tables["user_lines"],
        prompts=pl.DataFrame(prompts, schema=["prompt_id", "role", "language", "text"], orient="row"),
        record=SourceRecord(
            name=f"wording-{language}",
            version=version if folder is None else "1",
            url=f"sources/curated/{place}" if folder is None else place,
            sha256=digest.hexdigest(),
            licence=LICENCE,
            state="controlled" if folder is None else "pinned",
            rows=sum(table.height for table in tables.values()) + len(prompts),
        ),
    )


def copy_wording(language: str, folder: Path) -> list[Path]:
    """Copy the shipped wording of a language to a folder, to be translated.

    Returns:
        The files written.

    Raises:
        UsageError: no wording of this language ships, or the folder exists.
    """
    root = _shipped(language)
    if folder.exists():
        raise UsageError(f"{folder} exists already", fix="name a new folder")
    (folder / "prompts").mkdir(parents=True)
    written = []
    for name, columns in _TABLES.items():
        path = folder / f"{name}.tsv"
        rows = _table(root / f"{name}.tsv", columns)
        text = "".join("\t".join(row) + "\n" for row in [columns, *rows.iter_rows()])
        path.write_text(text, encoding="utf-8")
        written.append(path)
    for resource in _wording_files(root):
        if resource.name.endswith(".txt"):
            path = folder / "prompts" / resource.name
            path.write_bytes(resource.read_bytes())
            written.append(path)
    return written


def _shipped(language: str) -> Traversable:
    if language not in _SHIPPED:
        raise UsageError(
            f"no wording in {language!r} ships with the package",
            fix="translate a copy (standfast topics wording en FOLDER) and give it with --wording",
        )
    root: Traversable = files("standfast.sources") / "curated"
    for part in _SHIPPED[language]:
        root = root / part
    return root


def _table(resource: Traversable, columns: tuple[str, ...]) -> pl.DataFrame:
    """One table; a column may carry a language suffix, as in ``bias``."""
    try:
        data = resource.read_bytes()
    except OSError as error:
        raise SourceError(
            "the wording lacks this file",
            where=str(resource),
            fix="copy the shipped wording and translate it",
        ) from error
    rows = parse_tsv(data, where=str(resource))
    rows = rows.rename({name: name.removesuffix("_pt") for name in rows.columns})
    if tuple(rows.columns) != columns:
        raise SourceError(
            f"the columns are {', '.join(rows.columns)}",
            where=str(resource),
            fix=f"write {', '.join(columns)}",
        )
    return rows


def _wording_files(root: Traversable) -> Iterator[Traversable]:
    try:
        prompts = sorted((root / "prompts").iterdir(), key=lambda resource: resource.name)
    except OSError as error:
        raise SourceError(
            "there is no folder of prompts", where=str(root), fix="copy the shipped wording and translate it"
        ) from error
    yield from (root / f"{name}.tsv" for name in _TABLES if (root / f"{name}.tsv").is_file())
    yield from (resource for resource in prompts if resource.name.endswith(".txt"))
