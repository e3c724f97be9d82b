"""Which assertions of a graph may become claims: one per meaning, of a kind that is true or false."""

from __future__ import annotations

from collections import Counter

import polars as pl

from .fold import fold
from .graph import canonical

AFFIRMATIVE = (
    "IsA", "InstanceOf", "PartOf", "HasA", "AtLocation", "MadeOf", "UsedFor", "CapableOf", "ReceivesAction",
    "Causes", "HasProperty",
)  # fmt: skip
"""Relations that carry a truth value and that a sentence can be made of."""

CHECKING = ("Antonym", "DistinctFrom")
LICENCES = ("cc:by/4.0", "cc:by-sa/4.0")
_LABEL_LANGUAGES = ("zh", "pt")


def wanted_rows() -> pl.Expr:
    """Rows of a dump that building claims needs, told by ``rel``, ``start`` and ``end``.

    English assertions of the claim relations, their negations, and antonyms; Synonym edges between English
    and Chinese or Portuguese.
    """
    english = [pl.col(side).str.starts_with("/c/en/") for side in ("start", "end")]
    named = pl.col("rel").is_in([f"/r/{name}" for name in (*AFFIRMATIVE, *CHECKING)])
    statement = pl.all_horizontal(english) & (named | pl.col("rel").str.starts_with("/r/Not"))
    other = [
        pl.any_horizontal(pl.col(side).str.starts_with(f"/c/{code}/") for code in _LABEL_LANGUAGES)
        for side in ("start", "end")
    ]
    label = (pl.col("rel") == "/r/Synonym") & ((english[0] & other[1]) | (english[1] & other[0]))
    return statement | label


def english_statements(edges: pl.DataFrame) -> pl.DataFrame:
    """English–English assertions with the folded terms ``start_fold`` and ``end_fold``."""
    rows = edges.filter((pl.col("start_language") == "en") & (pl.col("end_language") == "en"))
    terms = pl.concat([rows["start_term"], rows["end_term"]]).unique()
    folded = pl.Series([fold(term) for term in terms], dtype=pl.String)
    return rows.with_columns(
        start_fold=pl.col("start_term").replace_strict(terms, folded, return_dtype=pl.String),
        end_fold=pl.col("end_term").replace_strict(terms, folded, return_dtype=pl.String),
    )


def select_statements(
    statements: pl.DataFrame, blocked: frozenset[str], min_weight: float
) -> tuple[pl.DataFrame, Counter[str]]:
    """Statements that may become claims, strongest first within a meaning, and why the others may not.

    Args:
        statements: as ``english_statements`` gives them.
        blocked: folded words that no claim may hold.
        min_weight: weakest edge to take; edges without a weight (triples) are taken.

    Returns:
        The statements kept, one per meaning, and the number set aside by reason.
    """
    relation = pl.col("relation").str.strip_prefix("Not")
    words = pl.concat_str("start_fold", "end_fold", separator="_").str.split("_")
    tests = {
        "relation carries no claim": ~relation.is_in(AFFIRMATIVE),
        "licence is not one of ConceptNet's": ~pl.col("licence").is_in(LICENCES),
        "weight too low": pl.col("weight").fill_null(min_weight) < min_weight,
        "start and end mean the same": pl.col("start_fold") == pl.col("end_fold"),
        "start is not a noun": pl.col("start_pos").fill_null("n") != "n",
        "blocked word": words.list.set_intersection(sorted(blocked)).list.len() > 0,
    }
    judged = statements.with_columns(
        reason=pl.coalesce(pl.when(fails).then(pl.lit(why)) for why, fails in tests.items())
    )
    aside = Counter(judged["reason"].drop_nulls().to_list())
    kept = judged.filter(pl.col("reason").is_null()).drop("reason")
    keys = [
        "\t".join(canonical(*triple))
        for triple in kept.select("relation", "start_fold", "end_fold").iter_rows()
    ]
    single = (
        kept.with_columns(meaning=pl.Series(keys, dtype=pl.String))
        .sort(["meaning", "weight", "uri"], descending=[False, True, False], nulls_last=True)
        .unique("meaning", keep="first", maintain_order=True)
    )
    if repeats := kept.height - single.height:
        aside["another edge has the same meaning"] = repeats
    return single, aside
