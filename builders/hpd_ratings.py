"""HPD's scores as ratings of Harry Potter: the only script that has any."""

from __future__ import annotations

import polars as pl

from ..errors import SourceError
from ..sources.hpd.scores import SOURCE as HPD
from ..sources.hpd.snapshot import scores_until
from ..sources.relations_curated import Cast
from ..sources.story_time import story_position, story_time
from .character_names import fold_name, name_index
from .relation_rules import RATING_SCHEMA, SCORE

SCRIPT, PROTAGONIST = "harry_potter", "harry"


def hpd_ratings(
    scores: pl.DataFrame, place: tuple[int | None, int | None], cast: Cast, *, where: str
) -> pl.DataFrame:
    """HPD's scores up to the chapter asked for, as ratings; the snapshot takes the latest of each character.

    Args:
        scores: as ``read_hpd`` gives them.
        place: book and chapter asked for; by default the last.
        cast: who there is.
        where: name of the file.

    Raises:
        SourceError: the file names someone whom ``characters.tsv`` does not know, or one person twice.
    """
    asked = scores_until(scores, *place, where=where)
    index = name_index(cast, SCRIPT, HPD)
    rows: dict[tuple[str, str, str], tuple[object, ...]] = {}
    for row in asked.iter_rows(named=True):
        character = index.get(fold_name(row["name"]))
        if character is None:
            raise SourceError(
                f"{row['name']!r} is no known character of {SCRIPT}",
                where=row["where"],
                fix="add the character to characters.tsv, or the spelling to source_names.tsv",
            )
        key = (character, row["direction"], row["story_time"])
        if key in rows:
            raise SourceError(
                f"{character} is named twice in {row['story_time']}",
                where=row["where"],
                fix="keep one of the rows",
            )
        level = row["affection"]
        sign = None if level is None else "+" if level > 0 else "-" if level < 0 else "0"
        scored = (level, row["familiarity"], row["where"], None)
        rows[key] = (SCRIPT, PROTAGONIST, *key, HPD, None, SCORE, sign, *scored)
    return pl.DataFrame(list(rows.values()), schema=RATING_SCHEMA, orient="row")


def times_with_hpd(times: pl.DataFrame, scores: pl.DataFrame, latest: str) -> pl.DataFrame:
    """The times asked for, with Harry Potter at the chapter read.

    The file's last chapter of a book is the end of that book, so that ratings of the book's end compare.

    Args:
        times: ``script``, ``protagonist``, ``story_time``.
        scores: everything the file holds.
        latest: story time of the scores used.
    """
    book, chapter = story_position(latest)
    ends_book = scores.filter(pl.col("book") == book)["chapter"].max() == chapter
    time = story_time(book, None if ends_book else chapter)
    here = (pl.col("script") == SCRIPT) & (pl.col("protagonist") == PROTAGONIST)
    return times.with_columns(pl.when(here).then(pl.lit(time)).otherwise("story_time").alias("story_time"))
