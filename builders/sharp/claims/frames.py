"""Surface frames: the sentence that people wrote of an edge, without its two ends."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import polars as pl

from ....sources.curated import read_curated_table

HEDGED = "its sentence is hedged"
DENIES = "its sentence denies it"
ELSEWHERE = "its sentence names another place"
REJECTIONS = (HEDGED, DENIES, ELSEWHERE)
"""Why a row is no claim though relation and ends would do: what people wrote says less, or another thing."""

Key = tuple[str, str]

# A "can" sentence outlives "sometimes"; a sentence about all of a kind does not.
_CATEGORICAL = (
    "IsA", "InstanceOf", "PartOf", "HasA", "HasProperty", "HasPrerequisite", "CreatedBy", "DefinedAs",
)  # fmt: skip
_HEDGES = (
    r"\b(?:sometimes|often|usually|generally|typically|normally|commonly|mostly|mainly|probably|perhaps|possibly|"
    r"occasionally|maybe|may|might|could|should|would|can|some|many|most|few|almost|partly|was|were|like)\b"
)
_NEGATIONS = r"\b(?:not|never|no|rarely|seldom|hardly|cannot|without|nothing|nobody)\b"
_NOT_QUITE = (
    r"\b(?:always|necessarily|all|every|usually|perfectly|entirely|exactly|really|only|just|often|"
    r"completely)\b"
)
_OTHER_PLACES = (
    r"\b(?:under|underneath|beneath|below|behind|near|nearby|next|close|beside|by|around|over|above|atop|outside|"
    r"down|up|between|across|along|from|through|against|with|for|to|of|off|past)(?: to| of| from)? \{"
)
_SPANS = r"^(?P<before>.*?)\[\[(?P<one>.*?)\]\](?P<between>.*?)\[\[(?P<two>.*?)\]\](?P<behind>.*)$"


@dataclass(frozen=True)
class Frame:
    """A way to say an edge in English, and to deny it. Slots in braces are those of ``original_wording``.

    Attributes:
        relation: as the row has it, with its ``Not``.
        frame: what people wrote, normalised: {start} and {end} for the spans.
        number: whether it speaks of ``one`` or ``many`` of the start, or as its ``span`` does.
        asserted: the sentence.
        denied: its plain denial (for ``Not*`` rows the sentence that people wrote).
        absolute: its absolute denial; empty for ``Not*`` rows.
        qualifier: the absolute words of ``absolute``.
    """

    relation: str
    frame: str
    number: Literal["one", "many", "span"]
    asserted: str
    denied: str
    absolute: str
    qualifier: str


def read_frames() -> dict[Key, Frame]:
    """The frames that are said again as they are, by relation and frame.

    Raises:
        SourceError: the table is missing or broken.
    """
    rows: list[dict[str, Any]] = read_curated_table("sharp", "frames").fill_null("").to_dicts()
    return {(row["relation"], row["frame"]): Frame(**row) for row in rows}


def with_frames(rows: pl.DataFrame, frames: Mapping[Key, Frame]) -> pl.DataFrame:
    """Rows with a column ``frame``: one of ``frames`` or ``REJECTIONS``, or null where a template must do.

    Args:
        rows: columns ``relation``, ``surface_text``, ``surface_start``, ``surface_end``.
        frames: as ``read_frames`` gives them.
    """
    known = sorted({frame for _, frame in frames})
    keys = [f"{relation} {frame}" for relation, frame in frames]
    frame, relation = pl.col("frame"), pl.col("relation")
    denied = relation.str.starts_with("Not")
    place = relation.str.strip_prefix("Not") == "AtLocation"
    reasons = [
        (~denied & frame.str.contains(_NEGATIONS), DENIES),
        (denied & frame.str.contains(_NOT_QUITE), HEDGED),
        (~denied & relation.is_in(_CATEGORICAL) & frame.str.contains(_HEDGES), HEDGED),
        (place & frame.str.contains(_OTHER_PLACES), ELSEWHERE),
    ]
    told = [pl.when(fails).then(pl.lit(reason)) for fails, reason in reasons]
    own = pl.when(pl.concat_str(relation, frame, separator=" ").is_in(keys)).then(frame)
    return rows.with_columns(frame=_frame()).with_columns(
        frame=pl.coalesce(own, *told).cast(pl.Enum([*known, *REJECTIONS]))
    )


def _frame() -> pl.Expr:
    # A quantifier inside a span is part of what the sentence says: [[some plastics]] may be [[recycled]].
    parts = pl.col("surface_text").str.extract_groups(_SPANS).struct
    names = [_slot(parts.field(span)) for span in ("one", "two")]
    words = [parts.field("before"), names[0], parts.field("between"), names[1], parts.field("behind")]
    text = pl.concat_str(words).str.to_lowercase().str.replace_all("’", "'", literal=True)
    contracted = text.str.replace_all(r"\bcan(?:'t| not)\b", "cannot").str.replace_all(r"n't\b", " not")
    bare = contracted.str.replace_all(r"\b(?:a|an|the|your)\s+\{", "{").str.replace_all(r"\s+", " ")
    return bare.str.strip_chars(" .")


def _slot(span: pl.Expr) -> pl.Expr:
    name = (
        pl.when(span == pl.col("surface_start"))
        .then(pl.lit("{start}"))
        .when(span == pl.col("surface_end"))
        .then(pl.lit("{end}"))
    )
    return pl.concat_str(span.str.to_lowercase().str.extract(_QUANTIFIER).fill_null(""), name)


_QUANTIFIER = r"^\s*((?:some|most|many|few|all|every|several|no|only)\s+)"
