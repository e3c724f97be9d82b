"""Which pairs become claims, and which of those are told false: balanced and reproducible."""

from __future__ import annotations

import hashlib

import polars as pl

from ....errors import BuildError

# As many as the paper's two rules suggest; fewer where fewer counterfactuals are made by antonym.
ANTONYM_SHARE = 0.45
_PER_START = 6


def choose_pairs(pairs: pl.DataFrame, claims: int, seed: int) -> pl.DataFrame:
    """``claims`` pairs, spread evenly over relations, within a relation over domains.

    A relation or domain with few pairs gives all it has. No concept starts more than six claims as long as
    there are others. The same pairs and seed give the same choice, whatever the order of rows.

    Raises:
        BuildError: there are fewer pairs.
    """
    if pairs.height < claims:
        raise BuildError(
            f"only {pairs.height:,} assertions can be phrased, {claims:,} are asked for",
            fix="give a larger ConceptNet file, a lower --min-weight, or ask for fewer claims",
        )
    ranked = _with_draw(pairs, seed).with_columns(
        over_quota=pl.col("draw").rank("ordinal").over("start") > _PER_START
    )
    return _spread(ranked, claims).drop("draw", "over_quota")


def choose_counterfactuals(pairs: pl.DataFrame, counterfactual: int, seed: int) -> pl.DataFrame:
    """The pairs with a column ``is_counterfactual``: so many of them, made by antonym and by negation.

    Raises:
        BuildError: more are asked for than there are pairs.
    """
    if pairs.height < counterfactual:
        raise BuildError(
            f"{counterfactual:,} counterfactual claims are asked for among {pairs.height:,}",
            fix="ask for fewer",
        )
    ranked = _with_draw(pairs, seed + 1).with_columns(over_quota=pl.lit(value=False))
    antonyms = ranked.filter(pl.col("transformation") == "antonym")
    negations = ranked.filter(pl.col("transformation") == "negation")
    by_antonym = min(round(ANTONYM_SHARE * counterfactual), antonyms.height)
    by_antonym = max(by_antonym, counterfactual - negations.height)
    chosen = pl.concat([_spread(antonyms, by_antonym), _spread(negations, counterfactual - by_antonym)])
    return pairs.with_columns(
        is_counterfactual=pl.col("assertion_uri").is_in(chosen["assertion_uri"].to_list())
    )


def _with_draw(pairs: pl.DataFrame, seed: int) -> pl.DataFrame:
    draws = [hashlib.sha256(f"{seed} {uri}".encode()).hexdigest() for uri in pairs["assertion_uri"]]
    return pairs.with_columns(draw=pl.Series(draws, dtype=pl.String))


def _spread(ranked: pl.DataFrame, count: int) -> pl.DataFrame:
    # The n-th of each domain comes before the n+1-th of any, and so among relations.
    round_ = pl.struct("over_quota", "round", "draw").rank("ordinal")
    return (
        ranked.with_columns(round=pl.struct("over_quota", "draw").rank("ordinal").over("relation", "domain"))
        .with_columns(round=round_.over("relation"))
        .sort("over_quota", "round", "draw")
        .head(count)
        .drop("round")
    )
