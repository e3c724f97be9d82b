"""Which assertions of a graph may become claims: one per meaning, of a kind that is true or false."""

from __future__ import annotations

import re
from collections import Counter

import polars as pl

from .fold import fold
from .frames import REJECTIONS
from .graph import INVERSE, SAME
from .lexicon import Lexicon

AFFIRMATIVE = (
    "IsA", "InstanceOf", "PartOf", "HasA", "AtLocation", "MadeOf", "UsedFor", "CapableOf", "ReceivesAction",
    "Causes", "HasProperty", "HasPrerequisite", "CreatedBy", "DefinedAs",
)  # fmt: skip
"""Relations that carry a truth value and that a sentence can be made of."""

CHECKING = ("Antonym", "DistinctFrom", "ObstructedBy")
LICENCES = ("cc:by/4.0", "cc:by-sa/4.0")
_SLICE = 20_000
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
    # By slices: a table of all terms of a dump would take as much memory as the rest of the work.
    return (
        pl.concat([_with_folds(part) for part in rows.iter_slices(_SLICE)])
        if rows.height
        else _with_folds(rows)
    )


def select_statements(
    statements: pl.DataFrame, lexicon: Lexicon, blocked: frozenset[str], min_weight: float
) -> tuple[pl.DataFrame, Counter[str]]:
    """Statements that may become claims, strongest first within a meaning, and why the others may not.

    Args:
        statements: as ``english_statements`` gives them.
        lexicon: whose nouns a claim may start with; other starts only where an IsA edge gives them a class.
        blocked: folded words that no claim may hold.
        min_weight: weakest edge to take; edges without a weight (triples) are taken.

    Returns:
        The statements kept, one per meaning, and the number set aside by reason.
    """
    relation = pl.col("relation").str.strip_prefix("Not")
    active = (relation == "HasPrerequisite") & pl.col("start_fold").is_in(list(lexicon.activities))
    known = pl.col("start_fold").is_in(list(lexicon.nouns)) | active
    classed = (relation == "IsA") & pl.col("end_fold").is_in(list(lexicon.classes))
    ban = f"(^|_)({'|'.join(map(re.escape, sorted(blocked)))})(_|$)" if blocked else "^$"
    tests = {
        "relation carries no claim": ~relation.is_in(AFFIRMATIVE),
        "its licence is not stated (--triples-licence), so it is evidence only": pl.col("licence").is_null(),
        "licence is not one of ConceptNet's": ~pl.col("licence").is_in(LICENCES),
        "weight too low": pl.col("weight").fill_null(min_weight) < min_weight,
        "start and end mean the same": pl.col("start_fold") == pl.col("end_fold"),
        "start is not a noun": (pl.col("start_pos").fill_null("n") != "n") & ~active,
        "blocked word": pl.any_horizontal(pl.col("start_fold", "end_fold").str.contains(ban)),
        "start is not in the lexicon": ~known & ~classed,
        **{reason: pl.col("frame") == reason for reason in REJECTIONS},
    }
    reasons = statements.select(
        pl.coalesce(pl.when(fails).then(pl.lit(why)) for why, fails in tests.items())
    ).to_series()
    rejected = Counter(reasons.drop_nulls().to_list())
    # Rows are compared by few columns and fetched once: the frame is as large as a dump's claims.
    row = pl.int_range(pl.len(), dtype=pl.UInt32).alias("row")
    kept = statements.select(row, *_meaning(), "weight", "uri").filter(reasons.is_null())
    single = kept.sort("weight", "uri", descending=[True, False], nulls_last=True).unique(
        ["meant", "of", "that"], keep="first", maintain_order=True
    )
    if repeats := kept.height - single.height:
        rejected["another edge has the same meaning"] = repeats
    return statements[single["row"]], rejected


def _with_folds(rows: pl.DataFrame) -> pl.DataFrame:
    terms = pl.concat([rows["start_term"], rows["end_term"]]).unique()
    # A term is met once or twice: the cache, which serves the lexicon, would only grow.
    folded = pl.Series([fold.__wrapped__(term) for term in terms], dtype=pl.String)
    return rows.with_columns(
        start_fold=pl.col("start_term").replace_strict(terms, folded, return_dtype=pl.String),
        end_fold=pl.col("end_term").replace_strict(terms, folded, return_dtype=pl.String),
    )


def _meaning() -> list[pl.Expr]:
    # What ``graph.canonical`` says for these relations, all rows at once; none of them is symmetric.
    relation = pl.col("relation").replace({**SAME, **INVERSE})
    turned = pl.col("relation").is_in(list(INVERSE))
    start = pl.when(turned).then("end_fold").otherwise("start_fold")
    end = pl.when(turned).then("start_fold").otherwise("end_fold")
    return [relation.alias("meant"), start.alias("of"), end.alias("that")]
