"""Ratings at one point of the story."""

from __future__ import annotations

import polars as pl

from ..sources.story_time import WORK, story_position
from .relation_rules import KEY

_POSITION = ["_book", "_chapter"]


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
