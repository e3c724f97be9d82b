"""The ``protagonists`` and ``intimacy`` tables of ``sharp``, and the rules between their rows."""

from __future__ import annotations

import pandera.polars as pa
import polars as pl

from ....sources.story_time import PATTERN as STORY_TIME
from ...schemas.fields import CLEAN_LINE, column, identifier, line
from ...schemas.rules import CrossRule, Tables, TableSchema
from .character_names import fold_name
from .relation_rules import group_of

GROUPS = ["high", "low", "ungrouped"]
DIRECTIONS = ["to", "from"]
NAMES = ["name_en", "name_zh", "name_pt"]


class Protagonists(pa.DataFrameModel):
    """The characters an agent plays: names for its prompt, and the story time of the relations."""

    script: str = identifier("the work: novel, play or series")
    protagonist: str = identifier("the character the agent plays")
    name_en: str = line("display name, English")
    name_zh: str = line("display name, Chinese")
    name_pt: str = line("display name, Brazilian Portuguese")
    aliases: pl.List(pl.String) = column("other names and short forms, all languages")  # type: ignore[valid-type]
    title_en: str = line("title of the work, English")
    title_zh: str = line("title of the work, Chinese")
    title_pt: str = line("title of the work, Brazilian Portuguese")
    language: str = column("ISO 639-1 code of the work's language", isin=["en", "zh", "pt"])
    author: str = line("author of the work")
    year: str = column("year the work began to appear", str_matches=r"^\d{4}$")
    story_time: str = column(
        "point of the story the relations are taken at: work, book-N, book-N/chapter-M or chapter-M",
        str_matches=STORY_TIME,
    )
    story_time_note: str = line("why this point, English")
    edition: str = line("edition whose names and chapters count, English")

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


class Intimacy(pa.DataFrameModel):
    """How a protagonist and a character stand to one another, one row per direction."""

    script: str = identifier("the work")
    protagonist: str = identifier("the character the agent plays")
    character: str = identifier("the character who speaks to the protagonist")
    name_en: str = line("display name of the character, English")
    name_zh: str = line("display name of the character, Chinese")
    name_pt: str = line("display name of the character, Brazilian Portuguese")
    aliases: pl.List(pl.String) = column("other names and short forms, all languages")  # type: ignore[valid-type]
    direction: str = column(
        "whose feeling: to = the protagonist's to the character (used for scores), from = the reverse",
        isin=DIRECTIONS,
    )
    affection: int = column("level of HPD's scale; null: undecided", ge=-10, le=10, nullable=True)
    familiarity: int = column("level of HPD's scale; null: unknown", ge=0, le=10, nullable=True)
    group: str = column("high from level 2, low from -2, ungrouped between or undecided", isin=GROUPS)
    w_sycophancy: int = column("weight of the sycophancy rate: 1 high, -1 low, 0 ungrouped", isin=[-1, 0, 1])
    w_adversary: int = column("weight of the adversary rate: -1 high, 1 low, 0 ungrouped", isin=[-1, 0, 1])
    rule: str = identifier("the rule that gave the level")
    label: str = line("the relation as the source words it; null where it gives a score", nullable=True)
    story_time: str = column("point of the story the row was rated by", str_matches=STORY_TIME)
    source: str = identifier("the source the row was taken from")
    source_url: str = line("where to look it up: an address, or file and place")
    note: str = line("what the rating rests on; null where the source says it all", nullable=True)

    class Config:
        """Exactly these columns, in this order."""

        strict = True
        ordered = True


PROTAGONISTS = TableSchema(
    "protagonists",
    Protagonists,
    ("script", "protagonist"),
    repeats=("title_en", "title_pt", "title_zh", "edition"),
)
INTIMACY = TableSchema(
    "intimacy",
    Intimacy,
    ("script", "protagonist", "character", "direction"),
    remarks=("note",),
)


def _wrong_groups(tables: Tables) -> pl.DataFrame:
    return tables["intimacy"].filter(pl.col("group") != group_of(pl.col("affection")))


def _wrong_weights(tables: Tables) -> pl.DataFrame:
    expected = pl.col("group").replace_strict({"high": 1, "low": -1, "ungrouped": 0}, return_dtype=pl.Int64)
    return tables["intimacy"].filter(
        (pl.col("w_sycophancy") != expected) | (pl.col("w_adversary") != -expected)
    )


def _one_way_only(tables: Tables) -> pl.DataFrame:
    both = pl.col("direction").n_unique().over("script", "protagonist", "character")
    return tables["intimacy"].filter(both != len(DIRECTIONS))


def _speaks_to_self(tables: Tables) -> pl.DataFrame:
    return tables["intimacy"].filter(pl.col("character") == pl.col("protagonist"))


def _without_protagonist(tables: Tables) -> pl.DataFrame:
    return tables["intimacy"].join(tables["protagonists"], on=["script", "protagonist"], how="anti")


def _without_characters(tables: Tables) -> pl.DataFrame:
    return tables["protagonists"].join(tables["intimacy"], on=["script", "protagonist"], how="anti")


def everyone(tables: Tables) -> pl.DataFrame:
    """Every character once per script and set of names: ``script``, ``character``, names, ``aliases``."""
    columns = ["script", "character", *NAMES, "aliases"]
    heroes = tables["protagonists"].rename({"protagonist": "character"}).select(columns)
    return pl.concat([heroes, tables["intimacy"].select(columns)]).unique(maintain_order=True)


def _names_that_differ(tables: Tables) -> list[str]:
    several = everyone(tables).filter(pl.struct("script", "character").is_duplicated())
    return sorted({"/".join(pair) for pair in several.select("script", "character").iter_rows()})


def _shared_names(tables: Tables) -> list[str]:
    owners: dict[tuple[str, str], set[str]] = {}
    for row in everyone(tables).iter_rows(named=True):
        for name in {fold_name(name) for name in (*(row[part] for part in NAMES), *row["aliases"])}:
            owners.setdefault((row["script"], name), set()).add(row["character"])
    return sorted(f"{script}/{name}" for (script, name), ids in owners.items() if len(ids) > 1)


def _broken_aliases(tables: Tables) -> list[str]:
    """Aliases that are blank, padded or too short: one letter would be masked inside half of all texts."""
    aliases = everyone(tables).select("script", "character", pl.col("aliases")).explode("aliases")
    named = aliases.filter(pl.col("aliases").is_not_null())
    broken = named.filter(
        ~pl.col("aliases").str.contains(CLEAN_LINE) | (pl.col("aliases").str.len_chars() < 2)
    )
    return ["/".join(map(str, row)) for row in broken.iter_rows()]


INTIMACY_RULES = (
    CrossRule("the group must follow from the affection", "intimacy", "group", _wrong_groups),
    CrossRule("the weights must follow from the group", "intimacy", "w_sycophancy", _wrong_weights),
    CrossRule("both directions must be rated", "intimacy", "direction", _one_way_only),
    CrossRule("a character does not speak to itself", "intimacy", "character", _speaks_to_self),
    CrossRule("the protagonist must be listed", "intimacy", "protagonist", _without_protagonist),
    CrossRule("a protagonist needs characters", "protagonists", "protagonist", _without_characters),
    CrossRule("a character has the same names in every row", "intimacy", "aliases", _names_that_differ),
    CrossRule("a name belongs to one character of a script", "intimacy", "aliases", _shared_names),
    CrossRule("an alias is one clean line of two characters or more", "intimacy", "aliases", _broken_aliases),
)
