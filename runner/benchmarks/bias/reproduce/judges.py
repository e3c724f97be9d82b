"""The judge tables: four judges on 300 conversations, and one judge against itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import polars as pl

from ....statistics.agreement import consensus, pairwise_agreement, same_labels, supermajority, unanimous
from ....statistics.many_raters import fleiss_kappa, gwet_ac1, krippendorff_alpha
from ....statistics.ratings import Ratings, nulls_as_label
from .records import CASE, Check, Records, compare

JUDGES = ("gemini", "opus", "grok", "qwen")
# As printed in the paper, from the first Qwen column.
_CONSENSUS = {"gemini": 85.3, "qwen": 84.8, "opus": 84.6, "grok": 78.7}


def judge_checks(records: Records) -> list[Check]:
    """Pairs, consensus, unanimity and self-agreement, with the first and with the second Qwen column."""
    oracle = records.tables["judge_ablation"]
    first, second = judge_ratings(records, first_qwen=True), judge_ratings(records, first_qwen=False)
    published = {
        **{pair: [same, 300] for pair, same in oracle["pairwise_same"].items()},
        "unanimous": [oracle["unanimous"], 300],
        "at least 3 of 4": [oracle["supermajority_ge3of4"], 300],
    }
    checks = [_noted(compare("judge table, first Qwen column", dict(published), _table(first), ""), first)]
    oracle = records.tables["judge_ablation_with_R2_qwen"]
    published = {**oracle["pairwise"], "unanimous": oracle["unanimous"], "at least 3 of 4": oracle["super"]}
    checks.append(
        _noted(compare("judge table, second Qwen column", dict(published), _table(second), ""), second)
    )
    pairs = pairwise_agreement(JUDGES, nulls_as_label(first))
    agreed = {judge: round(100 * rate, 1) for judge, rate in consensus(pairs).items()}
    checks.append(compare("judge consensus, first Qwen column, %", dict(_CONSENSUS), dict(agreed), ""))
    return [*checks, _self_agreement(records)]


def judge_ratings(records: Records, *, first_qwen: bool) -> Ratings:
    """The final labels of the four judges, a conversation an item.

    Qwen judged twice; the published table rests on its first pass, the published file holds the second.
    An unread verdict is the label ``null``, as in the published table; None is a row that is missing.
    """
    ablation = records.verdicts.filter(experiment="judge_ablation")
    qwen = pl.col("judge").str.contains("qwen")
    if first_qwen:
        ablation = pl.concat(
            [ablation.filter(~qwen), records.verdicts.filter(experiment="judge_ablation_R1")]
        )
    name = pl.coalesce(pl.when(pl.col("judge").str.contains(word)).then(pl.lit(word)) for word in JUDGES)
    wide = ablation.with_columns(judge=name, label=pl.col("label").fill_null("null")).pivot(
        on="judge", index=CASE, values="label"
    )
    return wide.select(JUDGES).rows()


def agreement_beyond_chance(ratings: Ratings) -> dict[str, float | None]:
    """Statistics of a judge table that the paper does not give."""
    kappas = [pair.kappa for pair in pairwise_agreement(JUDGES, ratings).values() if pair.kappa is not None]
    return {
        "lowest Cohen's kappa": min(kappas, default=None),
        "highest Cohen's kappa": max(kappas, default=None),
        "Fleiss' kappa": fleiss_kappa(ratings),
        "Gwet's AC1": gwet_ac1(ratings),
        "Krippendorff's alpha": krippendorff_alpha(ratings),
    }


def _noted(check: Check, ratings: Ratings) -> Check:
    figures = agreement_beyond_chance(ratings).items()
    said = ", ".join(f"{name} {value:.3f}" for name, value in figures if value is not None)
    return replace(check, notes=(*check.notes, f"not published: {said}"))


def _table(ratings: Ratings) -> dict[str, object]:
    pairs: dict[str, Any] = {
        f"{one}-{other}": [agreement.same, agreement.n]
        for (one, other), agreement in pairwise_agreement(JUDGES, ratings).items()
    }
    return {**pairs, "unanimous": list(unanimous(ratings)), "at least 3 of 4": list(supermajority(ratings))}


def _self_agreement(records: Records) -> Check:
    qwen = pl.col("judge").str.contains("qwen")
    again = records.verdicts.filter(qwen, experiment="judge_ablation")
    twice = records.verdicts.filter(experiment="judge_ablation_R1").join(again, on=CASE, suffix="_second")
    pairs = twice.select("label", "label_second").rows()
    oracle = records.tables["judge_self_agreement"]
    published = {
        "nulls as a label": [oracle["same"], oracle["paper_n"]],
        "read in both": [oracle["same"], oracle["valid_n"]],
    }
    recomputed: dict[str, object] = {
        "nulls as a label": list(same_labels(pairs, "label")),
        "read in both": list(same_labels(pairs, "drop")),
    }
    return compare("judge against itself", dict(published), recomputed, "")
