"""Which rating counts: of the point of the story asked for, by a stated precedence; conflicts are kept."""

from __future__ import annotations

import polars as pl

from ....sources.story_time import WORK, story_position
from .relation_rules import CONTRADICTION, KEY, RATING_SCHEMA

PRECEDENCE = ("curated", "wiki", "wikidata", "network")
WITH_HPD = ("hpd", *PRECEDENCE)
_POSITION = ["_book", "_chapter"]


def settle_labels(ratings: pl.DataFrame) -> pl.DataFrame:
    """One rating per source: of several labels at one time the strongest, and none where their signs differ.

    Labels that decide nothing give way to those that do.

    Args:
        ratings: a snapshot, columns of ``RATING_SCHEMA``.
    """
    place = [*KEY, "source"]
    # The strongest first: a level before a bare sign, a bare sign before nothing.
    ordered = ratings.sort(
        [*place, pl.col("affection").abs().fill_null(-1), pl.col("sign").is_not_null(), "label"],
        descending=[*[False] * len(place), True, True, False],
        nulls_last=True,
    )
    signs = pl.col("sign").filter(pl.col("sign").is_in(["+", "-"])).n_unique()
    best = ordered.group_by(place, maintain_order=True).agg(
        pl.exclude(place).first(),
        signs.alias("_signs"),
        pl.col("label").unique(maintain_order=True).alias("_labels"),
    )
    torn = pl.col("_signs") > 1
    return best.with_columns(
        pl.when(torn).then(pl.lit(CONTRADICTION)).otherwise("rule").alias("rule"),
        pl.when(torn).then(pl.col("_labels").list.join("; ")).otherwise("label").alias("label"),
        *[pl.when(torn).then(None).otherwise(name).alias(name) for name in ("affection", "sign")],
    ).select(list(RATING_SCHEMA))


def choose(ratings: pl.DataFrame, precedence: tuple[str, ...]) -> pl.DataFrame:
    """One rating per protagonist, character and direction.

    The first source in the order that decides a level; where none does, the first that says anything.

    Args:
        ratings: settled ratings.
        precedence: names of sources, the most trusted first; a source that is not named is not used.
    """
    rank = {source: place for place, source in enumerate(precedence)}
    return (
        ratings.filter(pl.col("source").is_in(precedence))
        .sort(
            *KEY,
            pl.col("affection").is_null(),
            pl.col("source").replace_strict(rank, return_dtype=pl.Int64),
        )
        .unique(KEY, keep="first", maintain_order=True)
    )


def conflicts(ratings: pl.DataFrame, chosen: pl.DataFrame) -> pl.DataFrame:
    """Every rating that another source or label contradicts, with the one that was used marked.

    ``kind`` is ``sign`` where one is positive and another negative, ``level`` where signs agree and levels do
    not. A rating that decides nothing contradicts nothing.

    Args:
        ratings: every rating, before labels were settled, with those that state no story time.
        chosen: the ratings used.

    Returns:
        ``RATING_SCHEMA``'s columns with ``kind`` and ``used``.
    """
    sign, level = pl.col("sign"), pl.col("affection")
    poles = sign.filter(sign.is_in(["+", "-"])).n_unique().over(KEY)
    levels = level.drop_nulls().n_unique().over(KEY)
    kind = pl.when(poles > 1).then(pl.lit("sign")).when(levels > 1).then(pl.lit("level"))
    used = chosen.select(*KEY, "source", "story_time", "rule", used=pl.lit(True))
    return (
        ratings.filter(sign.is_not_null() | level.is_not_null())
        .unique(maintain_order=True)
        .with_columns(kind.alias("kind"))
        .filter(pl.col("kind").is_not_null())
        .join(used, on=[*KEY, "source", "story_time", "rule"], how="left")
        .with_columns(pl.col("used").fill_null(value=False))
        .sort(*KEY, "kind", "source", "story_time", "label")
    )


def snapshot(ratings: pl.DataFrame, times: pl.DataFrame) -> pl.DataFrame:
    """The latest ratings of each source at or before the time asked for.

    A rating holds until a later one of the same source replaces it. One that speaks of the work as a whole
    (``work``) enters only when the whole work is asked for: it may tell of what has not happened yet.

    Args:
        ratings: columns of ``RATING_SCHEMA``.
        times: ``script``, ``protagonist``, ``story_time``: what is asked for.

    Raises:
        UsageError: a text that is no story time.
    """
    asked = _with_position(times.select("script", "protagonist", pl.col("story_time")))
    candidates = _with_position(ratings).join(
        asked.drop("story_time").rename({name: f"{name}_asked" for name in _POSITION}),
        on=["script", "protagonist"],
    )
    book, chapter = (pl.col(name) for name in _POSITION)
    asked_book, asked_chapter = (pl.col(f"{name}_asked") for name in _POSITION)
    reached = candidates.filter(
        (book < asked_book) | ((book == asked_book) & (chapter <= asked_chapter))
    ).with_columns(pl.struct(_POSITION).rank("dense").alias("_order"))
    latest = reached.filter(pl.col("_order") == pl.col("_order").max().over([*KEY, "source"]))
    return latest.select(ratings.columns)


def timeless(ratings: pl.DataFrame) -> pl.DataFrame:
    """Ratings whose source states no point of the story."""
    return ratings.filter(pl.col("story_time") == WORK)


def _with_position(frame: pl.DataFrame) -> pl.DataFrame:
    texts = frame["story_time"].unique().to_list()
    positions = pl.DataFrame(
        [(text, *story_position(text)) for text in texts],
        schema={"story_time": pl.String, "_book": pl.Int64, "_chapter": pl.Int64},
        orient="row",
    )
    return frame.join(positions, on="story_time", how="left", maintain_order="left")
