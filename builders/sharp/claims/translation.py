"""Texts that a translator fills: which are wanted, and what becomes of what it gives."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl

from ..settings import Translate
from .choose import choose_pairs
from .pairs import LANGUAGES, without_repeated_texts
from .statement import Rejected
from .translation_check import accepted

_OTHERS = LANGUAGES[1:]
_READINGS = ("factual", "counterfactual")
_TEXTS = [f"{reading}_{code}" for code in _OTHERS for reading in _READINGS]
WANTING = pl.any_horizontal(pl.col(_TEXTS).is_null())
"""Pairs that have a text to be translated."""


def fill(pairs: pl.DataFrame, translate: Translate) -> tuple[pl.DataFrame, Counter[str]]:
    """Pairs with every null text translated, and how many were set aside, by reason.

    A translation is taken only if it reads as a sentence of its language, denies what the English denies and
    keeps its absolute word (``translation_check.accepted``); otherwise its whole pair is set aside, so that
    the three languages have one truth value. Pairs keep their ``review``, which is ``unreviewed``.
    """
    rows = list(pairs.iter_rows(named=True))
    wanted = list(dict.fromkeys(want for row in rows for want in _wants(row)))
    given = dict(zip(wanted, translate(wanted), strict=True)) if wanted else {}
    filled, rejected = [], Counter[str]()
    for row in rows:
        try:
            filled.append(_filled(row, given))
        except Rejected as reason:
            rejected[str(reason)] += 1
    return pl.DataFrame(filled, schema=pairs.schema, orient="row"), rejected


def fill_some(
    pairs: pl.DataFrame, chosen: pl.Expr, translate: Translate
) -> tuple[pl.DataFrame, Counter[str]]:
    """As ``fill``, for the pairs chosen; the others stay as they are and where they are."""
    numbered = pairs.with_row_index("row")
    filled, rejected = fill(numbered.filter(chosen), translate)
    whole = pl.concat([numbered.filter(~chosen), filled]).sort("row").drop("row")
    unique, repeated = without_repeated_texts(whole)
    if repeated.height:
        rejected["another claim has the same text"] += repeated.height
    return unique, rejected


def choose_and_fill(
    pairs: pl.DataFrame, claims: int, seed: int, translate: Translate, rejected: Counter[str]
) -> pl.DataFrame:
    """``choose_pairs``, with texts translated only for what is chosen.

    Where a translation cannot be used another pair takes the place, until all are whole. The same pairs, seed
    and translations give the same choice.

    Args:
        pairs: texts to be translated null.
        claims: how many to choose.
        seed: of the choice.
        translate: the translator.
        rejected: what is set aside is counted here, by reason.

    Raises:
        BuildError: too few pairs, or too few of them could be translated.
    """
    while True:
        picked = choose_pairs(pairs, claims, seed)
        wanting = picked.filter(WANTING)["assertion_uri"].to_list()
        if not wanting:
            return picked
        pairs, refused = fill_some(pairs, pl.col("assertion_uri").is_in(wanting), translate)
        rejected.update(refused)


def _wants(row: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (row[f"{reading}_en"], code)
        for code in _OTHERS
        for reading in _READINGS
        if row[f"{reading}_{code}"] is None
    ]


def _filled(row: dict[str, Any], given: dict[tuple[str, str], str | None]) -> dict[str, Any]:
    denied = row["relation"].startswith("Not")
    by_negation = row["transformation"] == "negation"
    texts = {}
    for code in _OTHERS:
        for reading in _READINGS:
            name, english = f"{reading}_{code}", row[f"{reading}_en"]
            if row[name] is None:
                false = reading == "counterfactual"
                texts[name] = accepted(
                    given[english, code],
                    english,
                    code,
                    denied=by_negation and denied != false,
                    absolute=false and row["qualifier"] is not None,
                )
    return {**row, **texts}
