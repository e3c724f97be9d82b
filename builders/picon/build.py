"""The ``picon`` tables: question bank, code lists, checks, personas and labelled answers."""

from __future__ import annotations

import polars as pl

from ...errors import BuildError, UsageError
from ...sources.curated import curated_record, read_curated_prompts, read_curated_table
from ...version import package_version
from ..build import Build
from ..building import Settings
from .code_lists import category_table

_QUESTION_ORDER = [
    "question_id", "concept", "language", "text", "retest_text", "answer_type", "code_system", "minimum",
    "maximum", "stability", "equality", "instruments", "core", "sensitive",
]  # fmt: skip
_CHECK_ORDER = [
    "check_id", "first", "relation", "second", "first_codes", "second_codes", "low", "high", "when_question",
    "when_codes", "statement",
]  # fmt: skip
_TRUTH = {"true": True, "false": False}


def build_picon(settings: Settings) -> Build:
    """Build the ``picon`` tables; there is nothing to set.

    Raises:
        UsageError: a setting was given.
        SourceError, BuildError: the curated files do not hold what the tables need.
    """
    if settings:
        raise UsageError(f"picon has no setting {next(iter(settings))!r}", fix="build it without settings")
    categories, code_sources = category_table()
    tables = {
        "questions": question_table(
            read_curated_table("picon", "questions"), read_curated_table("picon", "wordings")
        ),
        "categories": categories,
        "checks": check_table(read_curated_table("picon", "checks")),
        "personas": read_curated_table("picon", "personas"),
        "persona_facts": read_curated_table("picon", "persona_facts"),
        "answer_pairs": read_curated_table("picon", "answer_pairs").with_columns(
            pl.col("first", "second").fill_null("")
        ),
        "chains": chain_table(read_curated_table("picon", "chains")),
        "leads": read_curated_table("picon", "leads").with_columns(
            pl.col("step").cast(pl.Int64),
            pl.col("inside").replace_strict(_TRUTH, return_dtype=pl.Boolean),
        ),
        "documents": read_curated_table("picon", "documents"),
        "prompts": read_curated_prompts("picon"),
    }
    listed = sum(source.rows for source in code_sources)
    rows = sum(table.height for table in tables.values()) - listed
    return Build("picon", tables, (curated_record("picon", package_version(), rows), *code_sources), {})


def question_table(questions: pl.DataFrame, wordings: pl.DataFrame) -> pl.DataFrame:
    """The ``questions`` table: each question's facts beside its wording in each language.

    Args:
        questions: text columns as in ``sources/curated/picon/questions.tsv``; one row per question.
        wordings: columns ``question_id``, ``language``, ``text``, ``retest_text``.

    Raises:
        BuildError: a wording without a question, or a question without any wording.
    """
    for left, right, fault in (
        (wordings, questions, "has a wording but no entry in questions.tsv"),
        (questions, wordings, "has no wording in wordings.tsv"),
    ):
        lost = left.join(right, on="question_id", how="anti")
        if lost.height:
            raise BuildError(f"{lost['question_id'][0]} {fault}", where="sources/curated/picon", fix="add it")
    return (
        wordings.join(questions, on="question_id")
        .with_columns(
            pl.col("minimum", "maximum").cast(pl.Int64),
            pl.col("instruments").fill_null("").str.extract_all(r"[^;]+"),
            pl.col("core", "sensitive").replace_strict(_TRUTH, return_dtype=pl.Boolean),
        )
        .select(_QUESTION_ORDER)
    )


def check_table(checks: pl.DataFrame) -> pl.DataFrame:
    """The ``checks`` table: code columns as lists, distances as numbers.

    Args:
        checks: text columns as in ``sources/curated/picon/checks.tsv``, codes separated by spaces.
    """
    return checks.with_columns(
        pl.col("first_codes", "second_codes", "when_codes").fill_null("").str.extract_all(r"\S+"),
        pl.col("low", "high").cast(pl.Int64),
    ).select(_CHECK_ORDER)


def chain_table(chains: pl.DataFrame) -> pl.DataFrame:
    """The ``chains`` table: values as lists, steps as numbers.

    Args:
        chains: text columns as in ``sources/curated/picon/chains.tsv``, values separated by spaces.
    """
    return chains.with_columns(
        pl.col("step").cast(pl.Int64),
        pl.col("unless_values").fill_null("").str.extract_all(r"\S+"),
    )
