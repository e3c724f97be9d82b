"""Curated tables of ``sharp`` about characters: who there is, how they stand, what rates it."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from ..errors import SourceError
from .curated import read_curated_table
from .story_time import story_position

BENCHMARK = "sharp"


@dataclass(frozen=True)
class Cast:
    """Scripts, protagonists and characters.

    Attributes:
        scripts: ``script``, ``language``, ``title_en|zh|pt``, ``author``, ``year``, ``edition``.
        protagonists: ``script``, ``protagonist``, ``story_time`` (the default snapshot), ``story_time_note``.
        characters: ``script``, ``character``, ``name_en|zh|pt``, ``aliases`` (list).
        source_names: ``script``, ``source``, ``name``, ``character``: spellings of one source only.
    """

    scripts: pl.DataFrame
    protagonists: pl.DataFrame
    characters: pl.DataFrame
    source_names: pl.DataFrame


def read_cast() -> Cast:
    """The curated scripts and characters.

    Raises:
        SourceError: a file is missing or malformed.
    """
    characters = read_curated_table(BENCHMARK, "characters")
    return Cast(
        scripts=read_curated_table(BENCHMARK, "scripts"),
        protagonists=read_curated_table(BENCHMARK, "protagonists"),
        characters=characters.with_columns(pl.col("aliases").fill_null("").str.split("|").list.drop_nulls()),
        source_names=read_curated_table(BENCHMARK, "source_names"),
    )


def read_curated_relations() -> pl.DataFrame:
    """Our own relations: one row per protagonist, character, direction and story time.

    Returns:
        ``script``, ``protagonist``, ``character``, ``direction`` (``to``: the protagonist's feelings),
        ``story_time``, ``language`` and ``label`` (with ``to``: the character is the protagonist's *label*;
        with ``from``: the protagonist is the character's *label*), ``familiarity`` (a name of the familiarity
        scale), ``source_url``, ``note``.

    Raises:
        SourceError: the file is missing or malformed, or a row has no link or no story time.
    """
    relations = read_curated_table(BENCHMARK, "relations")
    for number, row in enumerate(relations.iter_rows(named=True), start=2):
        where = f"sources/curated/{BENCHMARK}/relations.tsv line {number}"
        if not (row["source_url"] or "").startswith("https://"):
            raise SourceError("the row has no link to its source", where=where, fix="add one")
        story_position(row["story_time"] or "")
    return relations


@dataclass(frozen=True)
class RuleTables:
    """What turns labels into levels.

    Attributes:
        labels: ``language``, ``label``, ``rule``.
        rules: ``rule``, ``affection`` (null: decides nothing), ``sign`` (``+``, ``-``, ``0`` or null),
            ``symmetric``, ``meaning_en``.
        affection: HPD's affection scale in our words: ``level``, ``meaning_en|zh|pt``.
        familiarity: HPD's familiarity scale: ``level``, ``familiarity`` (its name), ``meaning_en|zh|pt``.
    """

    labels: pl.DataFrame
    rules: pl.DataFrame
    affection: pl.DataFrame
    familiarity: pl.DataFrame


def read_rule_tables() -> RuleTables:
    """The label table, the rule table and the two scales.

    Raises:
        SourceError: a file is missing or malformed, or a level is no whole number.
    """
    rules = read_curated_table(BENCHMARK, "relation_rules")
    return RuleTables(
        labels=read_curated_table(BENCHMARK, "relation_labels"),
        rules=_with_whole(rules, "affection").with_columns(pl.col("symmetric") == "true"),
        affection=_with_whole(read_curated_table(BENCHMARK, "affection_scale"), "level"),
        familiarity=_with_whole(read_curated_table(BENCHMARK, "familiarity_scale"), "level"),
    )


def read_wiki_fields() -> pl.DataFrame:
    """Infobox fields that name people: ``field``, ``language``, ``label`` where no kinship is given."""
    return read_curated_table(BENCHMARK, "wiki_fields")


def labels_by_language() -> dict[str, list[str]]:
    """Labels that may be looked for in running text, by language."""
    labels = read_curated_table(BENCHMARK, "relation_labels").filter(
        pl.col("language").is_in(["en", "zh", "pt"])
    )
    return {
        str(language[0]): part["label"].to_list()
        for language, part in labels.group_by("language", maintain_order=True)
    }


def _with_whole(table: pl.DataFrame, column: str) -> pl.DataFrame:
    try:
        return table.with_columns(pl.col(column).cast(pl.Int64))
    except pl.exceptions.InvalidOperationError as error:
        raise SourceError(
            f"a {column} is no whole number", where=f"sources/curated/{BENCHMARK}", fix="mend the table"
        ) from error
