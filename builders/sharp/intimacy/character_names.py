"""Names of sources to character ids: exact names and aliases only, never a likeness."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from ....sources.relations_curated import Cast

_DOTS = str.maketrans({"•": "·", "・": "·", "‧": "·", "．": "·", "´": "'", "’": "'"})


def fold_name(name: str) -> str:
    """A name as names are compared: case, spaces and kinds of dots do not count."""
    return " ".join(name.translate(_DOTS).split()).casefold().replace(" · ", "·")


def name_index(cast: Cast, script: str, source: str) -> dict[str, str]:
    """Folded name to character id for one script, with the spellings of one source.

    A name that several characters bear is left out: it says nothing.
    """
    owners: dict[str, set[str]] = {}
    for row in cast.characters.filter(pl.col("script") == script).iter_rows(named=True):
        for name in (row["name_en"], row["name_zh"], row["name_pt"], *row["aliases"]):
            owners.setdefault(fold_name(name), set()).add(row["character"])
    spellings = cast.source_names.filter((pl.col("script") == script) & (pl.col("source") == source))
    for row in spellings.iter_rows(named=True):
        owners[fold_name(row["name"])] = {row["character"]}
    return {name: next(iter(ids)) for name, ids in owners.items() if len(ids) == 1}


def place_relations(relations: pl.DataFrame, cast: Cast) -> tuple[pl.DataFrame, list[str]]:
    """Relations between a protagonist and a character, with their ids and the direction.

    Args:
        relations: as ``sources.relations`` gives them.
        cast: scripts and characters.

    Returns:
        The placed relations (see ``relation_rules.rate``), and every name that no script knows.
    """
    rows: list[tuple[object, ...]] = []
    known: set[str] = set()
    for script in cast.scripts["script"]:
        heroes = set(cast.protagonists.filter(pl.col("script") == script)["protagonist"])
        for source, part in relations.group_by("source", maintain_order=True):
            index = name_index(cast, script, str(source[0]))
            for row in part.iter_rows(named=True):
                ends = index.get(fold_name(row["subject"])), index.get(fold_name(row["object"]))
                known |= {row[side] for side, end in zip(("subject", "object"), ends, strict=True) if end}
                rows += _placed(script, heroes, ends, row)
    names = {*relations["subject"], *relations["object"]}
    return pl.DataFrame(rows, schema=_PLACED, orient="row"), sorted(names - known)


_PLACED = {
    **dict.fromkeys(
        (
            "script", "protagonist", "character", "direction", "story_time", "source", "language", "label",
            "source_url", "note",
        ),
        pl.String,
    ),
    "familiarity": pl.Int64,
    "certain": pl.Boolean,
}  # fmt: skip


def _placed(
    script: str, heroes: set[str], ends: tuple[str | None, str | None], row: Mapping[str, object]
) -> list[tuple[object, ...]]:
    subject, target = ends
    if subject is None or target is None or subject == target:
        return []
    facts = [row[name] for name in ("story_time", "source", "language", "label", "source_url", "evidence")]
    placed: list[tuple[object, ...]] = []
    if subject in heroes:
        placed.append((script, subject, target, "to", *facts, None, row["certain"]))
    if target in heroes:
        placed.append((script, target, subject, "from", *facts, None, row["certain"]))
    return placed
